/**
 * Lists of subscriptions and of invoices, by any combination of filters. Each statement reads one
 * index in order, or the few rows of a customer or a subscription.
 */
import { and, desc, eq, gte, lte, sql } from '../../db/operators.ts'
import { listQuery, pageOf, pageOfOne, query, whenGiven } from '../../db/query.ts'
import type { Arguments, ListPage, Transaction } from '../../db/query.ts'
import type { Tables } from '../../db/schema/tables.ts'
import type { Invoice, Subscription } from './rows.ts'

type SubscriptionStatus = Subscription['status']
type InvoiceStatus = Invoice['status']

/** `from` is the lowest id of the page, if there is such an id; `before` is past its highest. */
type Ids = ListPage & { from: string }

// Denied: of a range of ids SQLite would walk through the subscriptions of all customers.
const isFrom = (t: Tables['subscriptions'], args: Arguments<{ from: string }>) =>
  sql`not (${t.id} < ${args.from})`

const subscriptionsBefore = listQuery(
  'subscriptions_before',
  (db, { subscriptions: t }, args: Arguments<Ids>) => pageOf(db, t, args, gte(t.id, args.from)),
)

const subscriptionsOfStatus = listQuery(
  'subscriptions_of_status_before',
  (db, { subscriptions: t }, args: Arguments<Ids & { status: SubscriptionStatus }>) =>
    pageOf(db, t, args, eq(t.status, args.status), isFrom(t, args)),
)

const subscriptionsOfOffer = listQuery(
  'subscriptions_of_offer_before',
  (db, { subscriptions: t }, args: Arguments<Ids & { offer_id: string }>) =>
    pageOf(db, t, args, eq(t.offer_id, args.offer_id), isFrom(t, args)),
)

const subscriptionsOfOfferAndStatus = listQuery(
  'subscriptions_of_offer_and_status_before',
  (
    db,
    { subscriptions: t },
    args: Arguments<Ids & { offer_id: string; status: SubscriptionStatus }>,
  ) =>
    pageOf(db, t, args, eq(t.offer_id, args.offer_id), eq(t.status, args.status), isFrom(t, args)),
)

/** Beside the filter by which the rows are found, each other one may be null. */
type OtherSubscriptionFilters = { offer_id: string | null; status: SubscriptionStatus | null }

const subscriptionsOfCustomer = listQuery(
  'subscriptions_of_customer_before',
  (
    db,
    { subscriptions: t },
    args: Arguments<Ids & OtherSubscriptionFilters & { customer_id: string }>,
  ) =>
    pageOf(
      db,
      t,
      args,
      eq(t.customer_id, args.customer_id),
      isFrom(t, args),
      whenGiven(args.offer_id, eq(t.offer_id, args.offer_id)),
      whenGiven(args.status, eq(t.status, args.status)),
    ),
)

const subscriptionsByExternalId = query(
  'subscriptions_by_external_id',
  (
    db,
    { subscriptions: t },
    args: Arguments<
      Ids & OtherSubscriptionFilters & { external_id: string; customer_id: string | null }
    >,
  ) =>
    pageOfOne(
      db,
      t,
      args,
      eq(t.external_id, args.external_id),
      gte(t.id, args.from),
      whenGiven(args.customer_id, eq(t.customer_id, args.customer_id)),
      whenGiven(args.offer_id, eq(t.offer_id, args.offer_id)),
      whenGiven(args.status, eq(t.status, args.status)),
    ),
)

type SubscriptionFilters = Partial<OtherSubscriptionFilters> & {
  customer_id?: string | null
  external_id?: string
}

/** A page of subscriptions, newest first, found by the filter that leaves the fewest. */
export function* subscriptionsWith(
  { external_id, customer_id = null, offer_id = null, status = null }: SubscriptionFilters,
  page: Ids,
): Transaction<Subscription[]> {
  const others = { ...page, offer_id, status }
  if (external_id !== undefined) {
    return yield* subscriptionsByExternalId({ ...others, external_id, customer_id })
  }
  if (customer_id !== null) return yield* subscriptionsOfCustomer({ ...others, customer_id })
  if (offer_id === null) {
    return status === null
      ? yield* subscriptionsBefore(page)
      : yield* subscriptionsOfStatus({ ...page, status })
  }
  return status === null
    ? yield* subscriptionsOfOffer({ ...page, offer_id })
    : yield* subscriptionsOfOfferAndStatus({ ...page, offer_id, status })
}

const invoicesBefore = query('invoices_before', (db, { invoices: t }, args: Arguments<ListPage>) =>
  pageOf(db, t, args),
)

const invoicesOfStatus = query(
  'invoices_of_status_before',
  (db, { invoices: t }, args: Arguments<ListPage & { status: InvoiceStatus }>) =>
    pageOf(db, t, args, eq(t.status, args.status)),
)

type OfCustomer = { customer_id: string; status: InvoiceStatus | null }

const invoicesOfCustomer = query(
  'invoices_of_customer_before',
  (db, { invoices: t }, args: Arguments<ListPage & OfCustomer>) =>
    pageOf(
      db,
      t,
      args,
      eq(t.customer_id, args.customer_id),
      whenGiven(args.status, eq(t.status, args.status)),
    ),
)

type OfSubscription = {
  subscription_id: string
  customer_id: string | null
  status: InvoiceStatus | null
  due_from: string | null
  due_to: string | null
}

// The invoices of a subscription are numbered in the order of their ids and of their due days.
const invoicesOfSubscription = query(
  'invoices_of_subscription_before',
  (db, { invoices: t }, args: Arguments<ListPage & OfSubscription>) =>
    db
      .select()
      .from(t)
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.subscription_id, args.subscription_id),
          sql`not (${t.id} >= ${args.before})`,
          whenGiven(args.customer_id, eq(t.customer_id, args.customer_id)),
          whenGiven(args.status, eq(t.status, args.status)),
          whenGiven(args.due_from, gte(t.due_on, args.due_from)),
          whenGiven(args.due_to, lte(t.due_on, args.due_to)),
        ),
      )
      .orderBy(desc(t.number))
      .limit(args.limit),
)

/** A page that goes by due days: from `due_from` on, and before an invoice of `before_due_on`. */
type ByDueDay = ListPage & { due_from: string; before_due_on: string }

// As pairs, the conditions are a range of the index of due days.
const isDueBetween = (t: Tables['invoices'], args: Arguments<ByDueDay>) =>
  and(
    eq(t.seller_id, args.seller_id),
    gte(t.due_on, args.due_from),
    sql`(${t.due_on}, ${t.id}) < (${args.before_due_on}, ${args.before})`,
  )

const invoicesDue = query('invoices_due', (db, { invoices: t }, args: Arguments<ByDueDay>) =>
  db
    .select()
    .from(t)
    .where(isDueBetween(t, args))
    .orderBy(desc(t.due_on), desc(t.id))
    .limit(args.limit),
)

const invoicesDueOfStatus = query(
  'invoices_due_of_status',
  (db, { invoices: t }, args: Arguments<ByDueDay & { status: InvoiceStatus }>) =>
    db
      .select()
      .from(t)
      .where(and(isDueBetween(t, args), eq(t.status, args.status)))
      .orderBy(desc(t.due_on), desc(t.id))
      .limit(args.limit),
)

// The range of days is denied, so that only the invoices of the customer are read, and sorted.
const invoicesDueOfCustomer = query(
  'invoices_due_of_customer',
  (db, { invoices: t }, args: Arguments<ByDueDay & OfCustomer>) =>
    db
      .select()
      .from(t)
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.customer_id, args.customer_id),
          sql`not (${t.due_on} < ${args.due_from})`,
          sql`not ((${t.due_on}, ${t.id}) >= (${args.before_due_on}, ${args.before}))`,
          whenGiven(args.status, eq(t.status, args.status)),
        ),
      )
      .orderBy(desc(t.due_on), desc(t.id))
      .limit(args.limit),
)

type InvoiceFilters = {
  subscription_id?: string
  customer_id?: string
  status?: InvoiceStatus | null
  due_from?: string
  due_to?: string
}

const FIRST_DAY = '0000-01-01'
const LAST_DAY = '9999-12-31'

/** Where a page by due days begins: after an invoice, or with the last day. */
function dueBefore(cursor: Invoice | undefined, before: string, due_to = LAST_DAY) {
  const cursorDay = cursor?.due_on ?? LAST_DAY
  const isWithin = cursor !== undefined && cursorDay <= due_to
  return { before_due_on: isWithin ? cursorDay : due_to, before: isWithin ? cursor.id : before }
}

/**
 * A page of invoices: newest first, or with the latest due day first where days are given.
 *
 * @param cursor the last invoice of the page before, if there is one
 * @param page `before` is past every id
 */
export function* invoicesWith(
  { subscription_id, customer_id, status = null, due_from, due_to }: InvoiceFilters,
  { cursor, ...page }: ListPage & { cursor: Invoice | undefined },
): Transaction<Invoice[]> {
  const next = { ...page, before: cursor?.id ?? page.before }
  if (subscription_id !== undefined) {
    const days = { due_from: due_from ?? null, due_to: due_to ?? null }
    const others = { customer_id: customer_id ?? null, status, ...days }
    return yield* invoicesOfSubscription({ ...next, subscription_id, ...others })
  }
  if (due_from === undefined && due_to === undefined) {
    if (customer_id !== undefined) {
      return yield* invoicesOfCustomer({ ...next, customer_id, status })
    }
    return status === null
      ? yield* invoicesBefore(next)
      : yield* invoicesOfStatus({ ...next, status })
  }
  const due = {
    ...page,
    due_from: due_from ?? FIRST_DAY,
    ...dueBefore(cursor, page.before, due_to),
  }
  if (customer_id !== undefined) {
    return yield* invoicesDueOfCustomer({ ...due, customer_id, status })
  }
  return status === null ? yield* invoicesDue(due) : yield* invoicesDueOfStatus({ ...due, status })
}
