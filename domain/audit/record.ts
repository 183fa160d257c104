/** The audit trail: how a change is recorded in the transaction that makes it. */
import { FIRST_PREVIOUS_HASH, hashOfEvent } from '../../db/auditChain.ts'
import { eq, sql } from '../../db/operators.ts'
import { everyColumn, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import type { AuditChange } from '../../db/schema/audit.ts'
import type { Row } from '../../db/schema/tables.ts'
import { newId } from '../../runtime/ids.ts'
import type { Actor } from '../auth/actor.ts'

type Event = Row<'audit_events'>
type Head = Row<'audit_heads'>

/** What is recorded: the kind of object that was changed, and what was done to it. */
export type AuditAction =
  | `api_client.${'created' | 'updated' | 'secret_rotated' | 'revoked'}`
  | `webhook_endpoint.${'created' | 'updated' | 'deleted' | 'secret_rotated'}`
  | `product.${'created' | 'updated' | 'archived'}`
  | `offer.${'created' | 'updated' | 'archived'}`
  | `customer.${'updated' | 'activated' | 'deactivated' | 'erased'}`
  | 'checkout.canceled'
  | 'refund.requested'
  | `bank.${'connected' | 'renewed' | 'disconnected'}`
  | `user.${'invited' | 'updated' | 'removed' | 'sessions_ended'}`
  | `user.${'joined' | 'passkey_added' | 'passkey_deleted'}`
  | `seller.${'created' | 'suspended' | 'activated'}`
  | `signing_key.${'rotated' | 'revoked'}`
  | `webhook_key.${'rotated' | 'revoked'}`
  | 'secret_key.resealed'

export type RecordedChange = {
  /** Whose chain it belongs to; `INSTALLATION` for what is no seller's. */
  seller_id: string
  actor: Actor
  action: AuditAction
  /** The id of what was changed. */
  target: string
  /** Of an update, its fields (`changesBetween`); with none, nothing is recorded. */
  changes?: AuditChange[] | undefined
  now: Date
}

// It locks the row as well, or makes it: so the sequence is that of the transaction alone.
const nextInChain = query('next_in_audit_chain', (db, { audit_heads: t }, _: Arguments<Head>) =>
  db
    .insert(t)
    .values(everyColumn(t))
    .onConflictDoUpdate({ target: t.seller_id, set: { sequence: sql`${t.sequence} + 1` } })
    .returning({ sequence: t.sequence, hash: t.hash }),
)

const addEvent = query('add_audit_event', (db, { audit_events }, _: Arguments<Event>) =>
  db.insert(audit_events).values(everyColumn(audit_events)),
)

const setHead = query(
  'set_audit_head',
  (db, { audit_heads: t }, args: Arguments<Pick<Head, 'seller_id' | 'hash'>>) =>
    db.update(t).set({ hash: args.hash }).where(eq(t.seller_id, args.seller_id)),
)

type ActorColumns = Pick<Event, 'actor_type' | 'actor_id' | 'actor_name'>

function columnsOf(actor: Actor): ActorColumns {
  const columns = { actor_type: actor.type, actor_id: null, actor_name: null }
  if (actor.type === 'system') return columns
  if (actor.type === 'operator') return { ...columns, actor_name: actor.name }
  const actor_name = actor.type === 'user' ? actor.email : actor.name
  return { ...columns, actor_id: actor.id, actor_name }
}

/**
 * Records a change in the audit trail. It belongs into the transaction of the change, as its last
 * statements: it locks the head of the seller's chain until the commit, and a transaction that
 * waited for anything else meanwhile could deadlock.
 */
export function* recordChange({
  seller_id,
  actor,
  action,
  target,
  changes,
  now,
}: RecordedChange): Transaction<void> {
  if (changes?.length === 0) return
  const [head] = yield* nextInChain({
    seller_id,
    sequence: 1,
    hash: FIRST_PREVIOUS_HASH,
    first_sequence: 1,
    first_previous_hash: FIRST_PREVIOUS_HASH,
  })
  if (!head) throw new Error('The audit trail gave no sequence.')
  const event = {
    seller_id,
    id: newId('audit_', now),
    sequence: head.sequence,
    ...columnsOf(actor),
    action,
    target_type: action.slice(0, action.indexOf('.')),
    target_id: target,
    changes: changes ?? [],
    previous_hash: head.hash,
    created_at: now.toISOString(),
  }
  const hash = hashOfEvent(event)
  yield* addEvent({ ...event, hash })
  yield* setHead({ seller_id, hash })
}
