import { and, eq, isNull } from '../../db/operators.ts'
import { newId } from '../../runtime/ids.ts'
import { afterCommit, everyColumn, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import type { Row } from '../../db/schema/tables.ts'
import { checkoutView } from '../checkouts/view.ts'

export type EventType = Row<'events'>['type']

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

type Endpoint = Row<'webhook_endpoints'>

/** Whether an endpoint is sent events of this type; of all types when it names none. */
const wants =
  (type: EventType) =>
  ({ event_types, disabled_at }: Pick<Endpoint, 'event_types' | 'disabled_at'>): boolean =>
    disabled_at === null && (event_types?.includes(type) ?? true)

export type EventLogOptions = {
  /** The public address of the service, which stands in the events' checkouts. */
  baseUrl: string
  /** Has what a seller has pending sent; called after the commit of an event. */
  wake: (seller_id: string) => void
}

/** Records what happens to checkouts, for the webhooks of their sellers. */
export class EventLog {
  readonly #baseUrl: string
  readonly #wake: EventLogOptions['wake']

  constructor({ baseUrl, wake }: EventLogOptions) {
    this.#baseUrl = baseUrl
    this.#wake = wake
  }

  /**
   * Records an event and one delivery for each endpoint that wants it, in the transaction that
   * makes it true, and has the deliveries sent after its commit. The event keeps the checkout as it
   * is now.
   */
  *record({
    type,
    checkout,
    now,
  }: {
    type: EventType
    checkout: Row<'checkouts'>
    now: Date
  }): Transaction<void> {
    const { seller_id } = checkout
    const event_id = newId('evt_', now)
    const at = now.toISOString()
    const data = checkoutView(checkout, this.#baseUrl)
    yield* addEvent({ seller_id, id: event_id, type, data, created_at: at })
    for (const endpoint of (yield* endpointsOfSeller({ seller_id })).filter(wants(type))) {
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
    yield* afterCommit(() => this.#wake(seller_id))
  }
}
