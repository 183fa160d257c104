import { and, eq, isNull } from '../../db/operators.ts'
import { newId } from '../../runtime/ids.ts'
import { everyColumn, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import type { Row } from '../../db/schema/tables.ts'

export type EventType = Row<'events'>['type']

/** Shows a checkout as the wire does; the event keeps it as it was at that moment. */
export type Snapshot = (checkout: Row<'checkouts'>) => object

const addEvent = query('add_event', (db, { events }, _: Arguments<Row<'events'>>) =>
  db.insert(events).values(everyColumn(events)),
)

const addDelivery = query('add_delivery', (db, { deliveries }, _: Arguments<Row<'deliveries'>>) =>
  db.insert(deliveries).values(everyColumn(deliveries)),
)

export const endpointsOfSeller = query(
  'endpoints_of_seller',
  (db, { webhook_endpoints: t }, args: Arguments<{ seller_id: string }>) =>
    db
      .select()
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), isNull(t.deleted_at))),
)

/** Records an event and one delivery for each endpoint, in the transaction that makes it true. */
export function* recordEvent({
  type,
  checkout,
  snapshot,
  now,
}: {
  type: EventType
  checkout: Row<'checkouts'>
  snapshot: Snapshot
  now: Date
}): Transaction<void> {
  const { seller_id } = checkout
  const event_id = newId('evt_', now)
  const at = now.toISOString()
  yield* addEvent({ seller_id, id: event_id, type, data: snapshot(checkout), created_at: at })
  for (const endpoint of yield* endpointsOfSeller({ seller_id })) {
    yield* addDelivery({
      seller_id,
      id: newId('del_', now),
      event_id,
      endpoint_id: endpoint.id,
      status: 'pending',
      claimed_at: null,
      duration_ms: null,
      response_status: null,
      response_text: null,
      created_at: at,
      updated_at: at,
    })
  }
}
