/** The deliveries of a seller, as they are listed: newest first, by each of the filters. */
import { and, eq } from '../../db/operators.ts'
import { pageOf, query } from '../../db/query.ts'
import type { Arguments, ListPage, Transaction } from '../../db/query.ts'
import type { Row } from '../../db/schema/tables.ts'

type Delivery = Row<'deliveries'>

/** As the API shows it: the outcome of a claimed row is not known, or not known yet. */
export type DeliveryStatus = 'pending' | 'unknown' | 'delivered' | 'failed'

const storedStatus = (status: DeliveryStatus): Delivery['status'] =>
  status === 'unknown' ? 'claimed' : status

export const statusOf = ({ status }: Delivery): DeliveryStatus =>
  status === 'claimed' ? 'unknown' : status

/** A delivery with such a status that has failed all the same got an incomplete response. */
const isSuccess = (status: number) => status >= 200 && status < 300

/**
 * The receiver's response on the wire: the beginning of its body, or why there was none. For a
 * response whose status is a success but which breaks off, the reason takes the body's place.
 */
export function answerOf({
  status,
  response_status,
  response_text,
}: Pick<Delivery, 'status' | 'response_status' | 'response_text'>): {
  body: string | null
  error: string | null
} {
  const isBroken = response_status === null || (status === 'failed' && isSuccess(response_status))
  return isBroken ? { body: null, error: response_text } : { body: response_text, error: null }
}

export const deliveryById = query(
  'delivery_by_id',
  (db, { deliveries: t }, args: Arguments<Pick<Delivery, 'seller_id' | 'id'>>) =>
    db
      .select({ id: t.id })
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id))),
)

type OfEndpoint = { endpoint_id: string }
type OfStatus = { status: Delivery['status'] }

const deliveriesBefore = query(
  'deliveries_before',
  (db, { deliveries: t }, args: Arguments<ListPage>) => pageOf(db, t, args),
)

const deliveriesOfEndpoint = query(
  'deliveries_of_endpoint',
  (db, { deliveries: t }, args: Arguments<ListPage & OfEndpoint>) =>
    pageOf(db, t, args, eq(t.endpoint_id, args.endpoint_id)),
)

const deliveriesOfStatus = query(
  'deliveries_of_status',
  (db, { deliveries: t }, args: Arguments<ListPage & OfStatus>) =>
    pageOf(db, t, args, eq(t.status, args.status)),
)

const deliveriesOfEndpointAndStatus = query(
  'deliveries_of_endpoint_and_status',
  (db, { deliveries: t }, args: Arguments<ListPage & OfEndpoint & OfStatus>) =>
    pageOf(db, t, args, eq(t.endpoint_id, args.endpoint_id), eq(t.status, args.status)),
)

// No order and no limit, since either has SQLite walk through all deliveries in the order of their
// ids: an event has as many as its seller had endpoints.
const deliveriesOfEvent = query(
  'deliveries_of_event',
  (db, { deliveries: t }, args: Arguments<{ seller_id: string; event_id: string }>) =>
    db
      .select()
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), eq(t.event_id, args.event_id))),
)

export type DeliveryFilters = {
  webhook_endpoint_id?: string
  event_id?: string
  status?: DeliveryStatus
}

/** A page of deliveries; each combination of filters has an index in the order of the list. */
export function* deliveriesOf(filters: DeliveryFilters, page: ListPage): Transaction<Delivery[]> {
  const { webhook_endpoint_id: endpoint_id, event_id } = filters
  const status = filters.status && storedStatus(filters.status)
  if (event_id !== undefined) {
    const ofEvent = yield* deliveriesOfEvent({ seller_id: page.seller_id, event_id })
    return ofEvent
      .filter((delivery) => delivery.endpoint_id === (endpoint_id ?? delivery.endpoint_id))
      .filter(
        (delivery) => delivery.status === (status ?? delivery.status) && delivery.id < page.before,
      )
      .toSorted((a, b) => (a.id < b.id ? 1 : -1))
      .slice(0, page.limit)
  }
  if (endpoint_id !== undefined && status !== undefined) {
    return yield* deliveriesOfEndpointAndStatus({ ...page, endpoint_id, status })
  }
  if (endpoint_id !== undefined) return yield* deliveriesOfEndpoint({ ...page, endpoint_id })
  if (status !== undefined) return yield* deliveriesOfStatus({ ...page, status })
  return yield* deliveriesBefore(page)
}
