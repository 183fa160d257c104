/** Invariants of events: each change of state has its events, and none has too many. */
import type { EventType } from '../schema/eventTypes.ts'
import { idPrefixes } from '../../generated/idPrefixes.ts'
import type { Invariant, Vocabulary } from './vocabulary.ts'

type Kind = {
  type: EventType
  /**
   * Selects `seller_id`, `id` and `happened` of each thing that had its event: the id of the object
   * that the event shows, and a moment that is no later than the event.
   */
  due: string
  /** True when every version has recorded these events, so that a missing one is always a fault. */
  isOld?: boolean
}

/**
 * The objects with fewer or more events of a type than they should have. Events are forgotten after
 * some time, a seller's oldest first, and older versions did not record every type. So an event is
 * missing only where the seller has an earlier one: of any type, or of this one if it is newer.
 */
export function unannounced({ type, due, isOld = false }: Kind, { shown }: Vocabulary): string {
  const condition = isOld ? '' : `where type = '${type}'`
  return `
    select id from (
      select d.seller_id, d.id, 1 as due, 0 as told,
        case when d.happened >= f.since then 1 else 0 end as wanted
      from (${due}) d
      left join (
        select seller_id, min(created_at) as since from events ${condition} group by seller_id
      ) f on f.seller_id = d.seller_id
      union all
      select e.seller_id, ${shown}, 0, 1, 0 from events e where e.type = '${type}'
    ) counted
    group by seller_id, id having sum(told) > sum(due) or sum(told) < sum(wanted)`
}

/** A refund that was recorded afterwards (domain/repair/) has its payment's id, and no event. */
const isOfItsTime = `id <> replace(payment_id, '${idPrefixes.payments}', '${idPrefixes.refunds}')`

const refundsThat = (condition: string) => `
  select seller_id, id, created_at as happened from refunds where ${condition}`

export const ofEvents = (vocabulary: Vocabulary): Invariant[] => [
  {
    name: 'each completed checkout has one event',
    broken: unannounced(
      {
        type: 'payment.succeeded',
        isOld: true,
        due: `
          select seller_id, checkout_id as id, coalesce(created_at, paid_at) as happened
          from payments where outcome = 'settled' and checkout_id is not null`,
      },
      vocabulary,
    ),
  },
  {
    name: 'each paid invoice has one event',
    broken: unannounced(
      {
        type: 'invoice.paid',
        due: `
          select seller_id, invoice_id as id, created_at as happened
          from payments where outcome = 'settled' and invoice_id is not null`,
      },
      vocabulary,
    ),
  },
  {
    name: 'each canceled checkout has one event',
    broken: unannounced(
      {
        type: 'checkout.canceled',
        due: `
          select seller_id, id, created_at as happened from checkouts where status = 'canceled'`,
      },
      vocabulary,
    ),
  },
  {
    name: 'each expired checkout has one event',
    broken: unannounced(
      {
        type: 'checkout.expired',
        due: `
          select seller_id, id,
            case when updated_at < expires_at then updated_at else expires_at end as happened
          from checkouts where status = 'expired'`,
      },
      vocabulary,
    ),
  },
  {
    name: 'each refund that succeeded has one event',
    broken: unannounced(
      { type: 'refund.succeeded', due: refundsThat(`status = 'succeeded' and ${isOfItsTime}`) },
      vocabulary,
    ),
  },
  {
    name: 'each refund that failed has one event',
    broken: unannounced(
      {
        type: 'refund.failed',
        // The reason stays when the bank has taken the refund up again.
        due: refundsThat("status = 'failed' or failure_reason is not null"),
      },
      vocabulary,
    ),
  },
]
