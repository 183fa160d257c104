/** The audit trail of changed offers, which the service writes in the transaction of the change. */
import { hashOfEvent } from '../../../../db/auditChain.ts'
import type { Row } from '../../../../db/schema/tables.ts'
import { changesBetween } from '../../../../domain/audit/changes.ts'
import { newId } from '../../../../runtime/ids.ts'
import type { Caller } from './access.ts'

type Offer = Row<'offers'>
type Event = Row<'audit_events'>

/** The changes that an audit event records; without any there is no event. */
export const offerChanges = (before: Offer, after: Offer): Event['changes'] =>
  changesBetween(before, after, ['name', 'active', 'is_default'])

/** @param head the sequence and the hash of the event before, which each seller here has */
export function offerEvent(
  { seller_id, id: actor_id, name: actor_name }: Caller,
  { id: target_id, updated_at: created_at }: Offer,
  changes: Event['changes'],
  head: Pick<Row<'audit_heads'>, 'sequence' | 'hash'>,
): Event {
  const event = {
    seller_id,
    id: newId('audit_', new Date(created_at)),
    sequence: head.sequence + 1,
    actor_type: 'api_client' as const,
    actor_id,
    actor_name,
    action: 'offer.updated',
    target_type: 'offer',
    target_id,
    changes,
    previous_hash: head.hash,
    created_at,
  }
  return { ...event, hash: hashOfEvent(event) }
}
