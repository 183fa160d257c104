import { and, eq, isNull } from '../../db/operators.ts'
import { idPrefixes } from '../../generated/idPrefixes.ts'
import { newId } from '../../runtime/ids.ts'
import { LONG_JSON } from '../../db/longJson.ts'
import { afterCommit, insertEach, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import { addRow } from '../../db/rows.ts'
import type { Row } from '../../db/schema/tables.ts'
import type { EventType } from '../../db/schema/eventTypes.ts'
import type { Mails } from '../mail/mails.ts'
import type { EventRecorder } from '../checkouts/eventRecorder.ts'
import { withPayments } from '../checkouts/settlements.ts'
import { checkoutView } from '../checkouts/view.ts'
import { refundView } from '../payments/view.ts'
import { attemptsOf } from '../subscriptions/standing.ts'
import type {
  InvoiceEventType,
  SubscriptionEvents,
  SubscriptionObserver,
  SubscriptionEventType,
} from '../subscriptions/ports.ts'
import { invoiceById, subscriptionById } from '../subscriptions/rows.ts'
import type { Invoice, Subscription } from '../subscriptions/rows.ts'
import { invoiceView, subscriptionView } from '../subscriptions/view.ts'
import { FIRST_ITEMS, MAX_DATA_BYTES, referenceTo } from './references.ts'

export type { EventType }

const addEvent = query('add_event', addRow('events'))

const addEvents = query(
  'add_events',
  (db, { events }, args: Arguments<{ rows: Row<'events'>[] }>) => insertEach(db, events, args.rows),
)

const addDeliveries = query(
  'add_deliveries',
  (db, { deliveries }, args: Arguments<{ rows: Row<'deliveries'>[] }>) =>
    insertEach(db, deliveries, args.rows),
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

/** True when an endpoint gets events of this type; it gets all types when it names none. */
const wants =
  (type: EventType) =>
  ({ event_types, disabled_at }: Pick<Endpoint, 'event_types' | 'disabled_at'>): boolean =>
    disabled_at === null && (event_types?.includes(type) ?? true)

export type EventLogOptions = {
  /** The public address of the service, which stands in the events' checkouts. */
  baseUrl: string
  /** Has a seller's pending deliveries sent; called after the commit of an event. */
  wake: (seller_id: string) => void
  /** Told of changes of subscriptions, after their commit. */
  observer?: SubscriptionObserver
  /** Records the mails about an event, in the same transaction. */
  mails?: Pick<
    Mails,
    | 'sold'
    | 'refunded'
    | 'refundExceeded'
    | 'subscriptionChanged'
    | 'invoiceChanged'
    | 'instructionLate'
  >
  /** True of a seller that has stored more than it may; its refunds go on, and take little. */
  isPastStorage?: (seller_id: string) => boolean
}

type Of = { seller_id: string; event_id: string; endpoint_id: string }

const newDelivery = (of: Of, now: Date): Row<'deliveries'> => ({
  ...of,
  id: newId(idPrefixes.deliveries, now),
  status: 'pending',
  claimed_at: null,
  duration_ms: null,
  response_status: null,
  response_text: null,
  created_at: now.toISOString(),
  updated_at: now.toISOString(),
})

/** A checkout as its events carry it. */
function dataOf(
  checkout: Row<'checkouts'>,
  baseUrl: string,
  transfer?: Pick<Row<'payments'>, 'txid' | 'end_to_end_id'>,
): object {
  const data = { ...checkoutView(checkout, baseUrl), ...transfer }
  const { line_items } = data
  if (line_items.length <= FIRST_ITEMS) return data
  if (Buffer.byteLength(JSON.stringify(data)) <= MAX_DATA_BYTES) return data
  return { ...data, line_items: line_items.slice(0, FIRST_ITEMS), line_items_truncated: true }
}

/** Records what happens to checkouts, refunds and subscriptions, for their sellers' webhooks. */
export class EventLog implements EventRecorder, SubscriptionEvents {
  readonly observer: SubscriptionObserver | undefined
  readonly #baseUrl: string
  readonly #wake: EventLogOptions['wake']
  readonly #mails: EventLogOptions['mails']
  readonly #isPastStorage: (seller_id: string) => boolean

  constructor({ baseUrl, wake, mails, observer, isPastStorage = () => false }: EventLogOptions) {
    this.observer = observer
    this.#baseUrl = baseUrl
    this.#wake = wake
    this.#mails = mails
    this.#isPastStorage = isPastStorage
  }

  /**
   * Records an event and one delivery for each endpoint that wants it, in the transaction that
   * makes it true, and has the deliveries sent after its commit. The event keeps the checkout as it
   * is now.
   *
   * @param transfer by which it was paid; its fields for fiscal documents go out beside the
   *   checkout
   */
  *record({
    type,
    checkout,
    transfer,
    now,
  }: {
    type: EventType
    checkout: Row<'checkouts'>
    transfer?: Pick<Row<'payments'>, 'txid' | 'end_to_end_id'>
    now: Date
  }): Transaction<void> {
    const { seller_id } = checkout
    const [named = checkout] = yield* withPayments([checkout])
    const paidBy = transfer && { txid: transfer.txid, end_to_end_id: transfer.end_to_end_id }
    const data = dataOf(named, this.#baseUrl, paidBy)
    // Of the events of a checkout this one alone comes as often as its seller wants.
    const refers = type === 'payment.reversed' && this.#refers(seller_id, data)
    const shown = refers ? referenceTo(data) : data
    yield* this.#add({ seller_id, type, data: shown, subscription_id: null, now })
    if (this.#mails && type === 'payment.succeeded') yield* this.#mails.sold(checkout, now)
  }

  /** The same for a refund that has succeeded or failed. */
  *recordRefund({
    refund,
    isExcess,
    now,
  }: {
    refund: Row<'refunds'>
    isExcess: boolean
    now: Date
  }): Transaction<void> {
    const { seller_id, status } = refund
    const type = status === 'succeeded' ? 'refund.succeeded' : 'refund.failed'
    const data = refundView(refund)
    const shown = this.#isPastStorage(seller_id) ? referenceTo(data) : data
    yield* this.#add({ seller_id, type, data: shown, subscription_id: data.subscription_id, now })
    if (!this.#mails) return
    yield* this.#mails.refunded(refund, now)
    if (isExcess) yield* this.#mails.refundExceeded(refund, now)
  }

  *recordReversedInvoice({
    seller_id,
    invoice_id,
    now,
  }: Pick<Row<'payments'>, 'seller_id' | 'invoice_id'> & { now: Date }): Transaction<void> {
    const [invoice] = yield* invoiceById({ seller_id, id: invoice_id ?? '' })
    if (!invoice) return
    const [subscription] = yield* subscriptionById({ seller_id, id: invoice.subscription_id })
    if (!subscription) return
    yield* this.recordInvoice({ type: 'invoice.reversed', invoice, subscription, now })
  }

  *recordSubscription({
    type,
    subscription,
    now,
  }: {
    type: SubscriptionEventType
    subscription: Subscription
    now: Date
  }): Transaction<void> {
    const { seller_id, id: subscription_id } = subscription
    const data = subscriptionView(subscription, this.#baseUrl)
    yield* this.#add({ seller_id, type, data, subscription_id, now })
    if (this.#mails) yield* this.#mails.subscriptionChanged(type, subscription, now)
  }

  *recordInvoice({
    type,
    invoice,
    subscription,
    now,
  }: {
    type: InvoiceEventType
    invoice: Invoice
    subscription: Subscription
    now: Date
  }): Transaction<void> {
    const { seller_id, id: subscription_id } = subscription
    const attempts = yield* attemptsOf(invoice)
    const data = invoiceView(invoice, attempts, subscription)
    yield* this.#add({ seller_id, type, data, subscription_id, now })
    const of = { invoice, attempts, subscription, now }
    if (this.#mails) yield* this.#mails.invoiceChanged(type, of)
  }

  /** No event: mails alone tell of it. */
  *recordLateInstruction({ invoice, now }: { invoice: Invoice; now: Date }): Transaction<void> {
    if (this.#mails) yield* this.#mails.instructionLate(invoice, now)
  }

  /** The same for many checkouts of one seller, by one statement for all of their events. */
  *recordEach({
    type,
    checkouts,
    now,
  }: {
    type: EventType
    checkouts: readonly Row<'checkouts'>[]
    now: Date
  }): Transaction<void> {
    const seller_id = checkouts[0]?.seller_id
    if (seller_id === undefined) return
    const events = checkouts.map((checkout) => ({
      seller_id,
      id: newId(idPrefixes.events, now),
      type,
      data: dataOf(checkout, this.#baseUrl),
      subscription_id: null,
      created_at: now.toISOString(),
    }))
    yield* addEvents({ rows: events })
    yield* this.#deliver(events, { seller_id, type, now })
  }

  /** True when the checkout that an event shows is not copied into it. */
  #refers(seller_id: string, data: object): boolean {
    return JSON.stringify(data).length > LONG_JSON || this.#isPastStorage(seller_id)
  }

  *#add({
    seller_id,
    type,
    data,
    subscription_id,
    now,
  }: Omit<Row<'events'>, 'id' | 'created_at'> & { now: Date }): Transaction<void> {
    const event = {
      seller_id,
      id: newId(idPrefixes.events, now),
      type,
      data,
      subscription_id,
      created_at: now.toISOString(),
    }
    yield* addEvent(event)
    yield* this.#deliver([event], { seller_id, type, now })
  }

  /** By one statement for all: a transaction that moves money holds its locks meanwhile. */
  *#deliver(
    events: readonly Pick<Row<'events'>, 'id'>[],
    { seller_id, type, now }: Pick<Row<'events'>, 'seller_id' | 'type'> & { now: Date },
  ): Transaction<void> {
    const endpoints = (yield* endpointsOfSeller({ seller_id })).filter(wants(type))
    const deliveries = events.flatMap(({ id: event_id }) =>
      endpoints.map(({ id }) => newDelivery({ seller_id, event_id, endpoint_id: id }, now)),
    )
    if (deliveries.length > 0) yield* addDeliveries({ rows: deliveries })
    yield* afterCommit(() => this.#wake(seller_id))
  }
}
