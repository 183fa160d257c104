/**
 * The entries of a seller's statement: each transfer that arrived, for a charge or for none, each
 * refund that succeeded and each fee of a provider's, when the bank did it. They are read from the
 * rows of payments and refunds, which the totals of days are counted from as well, and from those
 * of money that belongs to no charge.
 */
import { inPlaceOf } from '../../../db/longJson.ts'
import { and, eq, isNull, sql } from '../../../db/operators.ts'
import { listQuery, whenGiven } from '../../../db/query.ts'
import type { Arguments, Builder, Transaction } from '../../../db/query.ts'
import { paymentStatus } from '../../../db/schema/paymentStatus.ts'
import { refundType } from '../../../db/schema/refundType.ts'
import type { LineItem, Tables } from '../../../db/schema/tables.ts'
import { idPrefixes } from '../../../generated/idPrefixes.ts'
import { dayOf, endOfDay, startOfDay } from '../../../runtime/brasilia.ts'
import { oneLine, summaryOf } from '../../checkouts/items.ts'
import { invoiceSummary } from '../invoiceSummary.ts'
import { paymentById } from '../payments.ts'
import { newestFirst, oldestFirst } from './parts.ts'
import type { Direction, EntrySource, EntryType, Part, Position, StatementEntry } from './parts.ts'
import { transferById, transfersWithin } from './unmatched.ts'
import { refundById } from '../refundList.ts'
import { CURRENCY } from '../../formats/currencies.ts'

export type { EntrySource, EntryType, StatementEntry } from './parts.ts'

/** The longest description, in characters. */
const DESCRIPTION_LENGTH = 140

/** The type of a refund's entry, by its payment where its own row does not have the outcome. */
const entryType = ({ payments, refunds: t }: Tables) =>
  refundType({ ...t, payment_outcome: payments.outcome })

/** Columns of an entry from its checkout or invoice, and its customer. */
const shared = ({ payments, checkouts, subscriptions, invoices, customers }: Tables) => ({
  payment_id: payments.id,
  end_to_end_id: payments.end_to_end_id,
  txid: payments.txid,
  checkout_id: checkouts.id,
  subscription_id: payments.subscription_id,
  invoice_id: payments.invoice_id,
  checkout_external_id: checkouts.external_id,
  line_items: checkouts.line_items,
  subscription: {
    external_id: subscriptions.external_id,
    name: subscriptions.name,
    cycles: subscriptions.cycles,
  },
  invoice_number: invoices.number,
  customer: {
    id: customers.id,
    name: customers.name,
    email: customers.email,
    tax_id: customers.tax_id,
  },
})

type Source = Tables['payments'] | Tables['refunds']

/**
 * There always is one, or an invoice, and a payment of each refund. By a left join it is looked for
 * last; SQLite would begin with all payments of the seller.
 */
const isCheckoutOf = (of: Source, { checkouts }: Tables) =>
  and(eq(checkouts.seller_id, of.seller_id), eq(checkouts.id, of.checkout_id))

const isInvoiceOf = (of: Source, { invoices }: Tables) =>
  and(eq(invoices.seller_id, of.seller_id), eq(invoices.id, of.invoice_id))

const isSubscriptionOf = (of: Source, { subscriptions }: Tables) =>
  and(eq(subscriptions.seller_id, of.seller_id), eq(subscriptions.id, of.subscription_id))

const isCustomerOf = (of: Source, { checkouts, subscriptions, customers }: Tables) =>
  and(
    eq(customers.seller_id, of.seller_id),
    eq(customers.id, sql`coalesce(${checkouts.customer_id}, ${subscriptions.customer_id})`),
  )

const arrived = (db: Builder, tables: Tables) =>
  db
    .select({
      id: tables.payments.id,
      occurred_at: tables.payments.paid_at,
      amount_minor: tables.payments.amount_minor,
      fee_minor: tables.payments.fee_minor,
      outcome: tables.payments.outcome,
      ...shared(tables),
    })
    .from(tables.payments)
    .leftJoin(tables.checkouts, isCheckoutOf(tables.payments, tables))
    .leftJoin(tables.invoices, isInvoiceOf(tables.payments, tables))
    .leftJoin(tables.subscriptions, isSubscriptionOf(tables.payments, tables))
    .leftJoin(tables.customers, isCustomerOf(tables.payments, tables))

const wentBack = (db: Builder, tables: Tables) =>
  db
    .select({
      id: tables.refunds.id,
      occurred_at: tables.refunds.completed_at,
      amount_minor: tables.refunds.amount_minor,
      type: entryType(tables),
      external_id: tables.refunds.external_id,
      reason: tables.refunds.reason,
      ...shared(tables),
    })
    .from(tables.refunds)
    .leftJoin(
      tables.payments,
      and(
        eq(tables.payments.seller_id, tables.refunds.seller_id),
        eq(tables.payments.id, tables.refunds.payment_id),
      ),
    )
    .leftJoin(tables.checkouts, isCheckoutOf(tables.refunds, tables))
    .leftJoin(tables.invoices, isInvoiceOf(tables.refunds, tables))
    .leftJoin(tables.subscriptions, isSubscriptionOf(tables.refunds, tables))
    .leftJoin(tables.customers, isCustomerOf(tables.refunds, tables))

type OfPayments = Part & { outcome: 'settled' | null }
type OfRefunds = Part & { type: EntryType }

const arrivedIn =
  (direction: Direction) => (db: Builder, tables: Tables, args: Arguments<OfPayments>) => {
    const { payments: t } = tables
    const { within, order } = direction({ ...t, at: t.paid_at }, args)
    return arrived(db, tables)
      .where(and(within, whenGiven(args.outcome, eq(t.outcome, args.outcome))))
      .orderBy(...order)
      .limit(args.limit)
  }

const paymentsNewest = listQuery('statement_payments_newest_first', arrivedIn(newestFirst))
const paymentsOldest = listQuery('statement_payments_oldest_first', arrivedIn(oldestFirst))

// Of its own, so that the index of what settled nothing is used.
const returnedIn =
  (direction: Direction) => (db: Builder, tables: Tables, args: Arguments<Part>) => {
    const { payments: t } = tables
    const { within, order } = direction({ ...t, at: t.paid_at }, args)
    return arrived(db, tables)
      .where(and(within, eq(paymentStatus(t), 'returned')))
      .orderBy(...order)
      .limit(args.limit)
  }

const returnedNewest = listQuery(
  'statement_returned_payments_newest_first',
  returnedIn(newestFirst),
)
const returnedOldest = listQuery(
  'statement_returned_payments_oldest_first',
  returnedIn(oldestFirst),
)

const isSucceeded = ({ refunds: t }: Tables) => eq(t.status, sql`'succeeded'`)

const wentBackIn =
  (direction: Direction) => (db: Builder, tables: Tables, args: Arguments<Part>) => {
    const { refunds: t } = tables
    const { within, order } = direction({ ...t, at: t.completed_at }, args)
    return wentBack(db, tables)
      .where(and(within, isSucceeded(tables)))
      .orderBy(...order)
      .limit(args.limit)
  }

const refundsNewest = listQuery('statement_refunds_newest_first', wentBackIn(newestFirst))
const refundsOldest = listQuery('statement_refunds_oldest_first', wentBackIn(oldestFirst))

// Of its own, so that the index by type is used.
const ofTypeIn =
  (direction: Direction) => (db: Builder, tables: Tables, args: Arguments<OfRefunds>) => {
    const { refunds: t } = tables
    const { within, order } = direction({ ...t, at: t.completed_at }, args)
    return wentBack(db, tables)
      .where(and(within, isSucceeded(tables), eq(refundType(t), args.type)))
      .orderBy(...order)
      .limit(args.limit)
  }

const typeNewest = listQuery('statement_refunds_of_type_newest_first', ofTypeIn(newestFirst))
const typeOldest = listQuery('statement_refunds_of_type_oldest_first', ofTypeIn(oldestFirst))

// Refunds of a process of before the outcome stood in their rows: none, after some seconds.
const unfilledIn =
  (direction: Direction) => (db: Builder, tables: Tables, args: Arguments<OfRefunds>) => {
    const { refunds: t } = tables
    const { within, order } = direction({ ...t, at: t.completed_at }, args)
    const isOfType = and(isNull(t.payment_outcome), eq(entryType(tables), args.type))
    return wentBack(db, tables)
      .where(and(within, isSucceeded(tables), isOfType))
      .orderBy(...order)
      .limit(args.limit)
  }

const unfilledNewest = listQuery('statement_unfilled_refunds_newest_first', unfilledIn(newestFirst))
const unfilledOldest = listQuery('statement_unfilled_refunds_oldest_first', unfilledIn(oldestFirst))

/** A fee has the number of its payment in its id, which begins otherwise. */
const FEE_PREFIX = 'fee_'

const feeIdOf = (payment_id: string): string =>
  FEE_PREFIX + payment_id.slice(idPrefixes.payments.length)

const paymentIdOf = (fee_id: string): string =>
  idPrefixes.payments + fee_id.slice(FEE_PREFIX.length)

/** Sorts after the id of each payment, as the ids of all other entries sort after those of fees. */
const AFTER_ALL_PAYMENTS = 'q'

/** The same position among the payments of the fees, which are in the order of their fees. */
function amongPayments({ after_id, ...part }: Part): Part {
  if (after_id === '') return { ...part, after_id }
  const isFee = after_id.startsWith(FEE_PREFIX)
  return { ...part, after_id: isFee ? paymentIdOf(after_id) : AFTER_ALL_PAYMENTS }
}

const feesIn = (direction: Direction) => (db: Builder, tables: Tables, args: Arguments<Part>) => {
  const { payments: t } = tables
  const { within, order } = direction({ ...t, at: t.paid_at }, args)
  return arrived(db, tables)
    .where(and(within, sql`${t.fee_minor} > 0`))
    .orderBy(...order)
    .limit(args.limit)
}

const feesNewest = listQuery('statement_fees_newest_first', feesIn(newestFirst))
const feesOldest = listQuery('statement_fees_oldest_first', feesIn(oldestFirst))

type EntryRow = {
  id: string
  occurred_at: string | null
  amount_minor: number
  payment_id: string
  end_to_end_id: string | null
  txid: string | null
  checkout_id: string | null
  subscription_id: string | null
  invoice_id: string | null
  checkout_external_id: string | null
  /** Null of an invoice, as the subscription is of a checkout. */
  line_items: LineItem[] | null
  subscription: {
    external_id: string | null
    name: string
    cycles: number | null
  } | null
  invoice_number: number | null
  customer: StatementEntry['customer']
}

/** The items of a checkout; of an invoice the subscription's name, and which of its periods. */
function soldIn({ line_items, subscription, invoice_number }: EntryRow): string {
  if (line_items === null && subscription) {
    return invoiceSummary(subscription, invoice_number ?? 0, DESCRIPTION_LENGTH)
  }
  const names = (line_items ?? []).map(({ name }) => oneLine(name)).filter((name) => name !== '')
  return summaryOf(names, DESCRIPTION_LENGTH)
}

const ownReference = ({ checkout_external_id, subscription }: EntryRow): string | null =>
  checkout_external_id ?? subscription?.external_id ?? null

function entryOf(
  row: EntryRow,
  fields: Pick<StatementEntry, 'type' | 'amount_minor' | 'external_id' | 'description'>,
): StatementEntry {
  const occurred_at = row.occurred_at ?? ''
  return {
    id: row.id,
    object: 'statement_entry',
    type: fields.type,
    amount_minor: fields.amount_minor,
    currency: CURRENCY,
    occurred_at,
    date: dayOf(occurred_at),
    payment_id: row.payment_id,
    checkout_id: row.checkout_id,
    subscription_id: row.subscription_id,
    invoice_id: row.invoice_id,
    external_id: fields.external_id,
    end_to_end_id: row.end_to_end_id,
    txid: row.txid,
    customer: row.customer,
    description: fields.description,
  }
}

type FoundPayment = EntryRow & { outcome: 'settled' | 'returned'; fee_minor: number | null }

const paymentEntry = (row: FoundPayment): StatementEntry =>
  entryOf(row, {
    type: row.outcome === 'settled' ? 'payment' : 'returned_payment',
    amount_minor: row.amount_minor,
    external_id: ownReference(row),
    description: soldIn(row),
  })

const feeEntry = (row: FoundPayment): StatementEntry =>
  entryOf(
    { ...row, id: feeIdOf(row.id) },
    {
      type: 'fee',
      amount_minor: -(row.fee_minor ?? 0),
      external_id: ownReference(row),
      description: soldIn(row),
    },
  )

type FoundRefund = EntryRow & {
  type: 'return' | 'reversal' | 'refund'
  external_id: string | null
  reason: string | null
}

const refundEntry = (row: FoundRefund): StatementEntry =>
  entryOf(row, {
    type: row.type,
    amount_minor: -row.amount_minor,
    external_id: row.external_id ?? ownReference(row),
    description: row.reason ?? soldIn(row),
  })

const sourceOf = <Row extends EntryRow>(
  row: Row,
  entry: (row: Row) => StatementEntry,
  { id = row.id, amount_minor }: { id?: string; amount_minor: number },
): EntrySource =>
  inPlaceOf(row, { id, occurred_at: row.occurred_at ?? '', amount_minor, entry: () => entry(row) })

/** Before or after, as texts; the prefixes of ids decide between entries of one time. */
function compare(a: Position, b: Position): number {
  if (a.occurred_at !== b.occurred_at) return a.occurred_at < b.occurred_at ? -1 : 1
  return a.id < b.id ? -1 : 1
}

/** The days of a statement, both included, and the entries of them that are wanted. */
export type StatementRange = {
  seller_id: string
  from: string
  to: string
  type?: EntryType | undefined
  /** True for a caller that may read customers; else no entry names one. */
  showsCustomers: boolean
}

const withoutCustomer = (source: EntrySource): EntrySource =>
  inPlaceOf(source, { ...source, entry: () => ({ ...source.entry(), customer: null }) })

const isOfPayment = (type: EntryType | undefined) =>
  type === undefined || type === 'payment' || type === 'returned_payment'

/** The types that the totals of days leave out: with those they are the bank's whole statement. */
export const outsideDailyTotals: readonly EntryType[] = [
  'returned_payment',
  'return',
  'fee',
  'unmatched',
]

const isOfFee = (type: EntryType | undefined) => type === undefined || type === 'fee'

const isOfTransfer = (type: EntryType | undefined) => type === undefined || type === 'unmatched'

const isOfRefund = (type: EntryType | undefined) =>
  type === undefined || !(isOfPayment(type) || isOfFee(type) || isOfTransfer(type))

function* arrivedWithin(
  part: Part,
  type: EntryType | undefined,
  isNewestFirst: boolean,
): Transaction<EntrySource[]> {
  if (!isOfPayment(type)) return []
  const outcome = type === undefined ? null : 'settled'
  if (type === 'returned_payment') {
    const rows = isNewestFirst ? yield* returnedNewest(part) : yield* returnedOldest(part)
    return rows.map((row) => sourceOf(row as FoundPayment, paymentEntry, row))
  }
  const wanted = { ...part, outcome } as const
  const rows = isNewestFirst ? yield* paymentsNewest(wanted) : yield* paymentsOldest(wanted)
  return rows.map((row) => sourceOf(row as FoundPayment, paymentEntry, row))
}

function* wentBackWithin(
  part: Part,
  type: EntryType | undefined,
  isNewestFirst: boolean,
): Transaction<EntrySource[]> {
  if (!isOfRefund(type)) return []
  const rows = yield* type === undefined
    ? isNewestFirst
      ? refundsNewest(part)
      : refundsOldest(part)
    : wentBackOfType({ ...part, type }, isNewestFirst)
  return rows.map((row) =>
    sourceOf(row as FoundRefund, refundEntry, { amount_minor: -row.amount_minor }),
  )
}

/** Unfilled ones first: one that is filled in meanwhile is found once more, and not missed. */
function* wentBackOfType(wanted: OfRefunds, isNewestFirst: boolean) {
  const unfilled = isNewestFirst ? yield* unfilledNewest(wanted) : yield* unfilledOldest(wanted)
  const filled = isNewestFirst ? yield* typeNewest(wanted) : yield* typeOldest(wanted)
  const ids = new Set(filled.map(({ id }) => id))
  return [...filled, ...unfilled.filter(({ id }) => !ids.has(id))]
}

function* feesWithin(
  part: Part,
  type: EntryType | undefined,
  isNewestFirst: boolean,
): Transaction<EntrySource[]> {
  if (!isOfFee(type)) return []
  const wanted = amongPayments(part)
  const rows = isNewestFirst ? yield* feesNewest(wanted) : yield* feesOldest(wanted)
  return rows.map((row) =>
    sourceOf(row as FoundPayment, feeEntry, {
      id: feeIdOf(row.id),
      amount_minor: -(row.fee_minor ?? 0),
    }),
  )
}

/**
 * At most so many entries of a statement, in order of their times and then of their ids;
 * `pageWithin` says whether there are more.
 *
 * @param after the entry right after which they begin
 */
export function* statementEntries(
  { seller_id, from, to, type, showsCustomers }: StatementRange,
  page: { after: Position | undefined; limit: number; isNewestFirst: boolean },
): Transaction<EntrySource[]> {
  const { after, limit, isNewestFirst } = page
  const [first, end] = [startOfDay(from), endOfDay(to)]
  const edge = isNewestFirst ? { occurred_at: end, id: '' } : { occurred_at: first, id: '' }
  const isInside = after && (isNewestFirst ? compare(after, edge) < 0 : compare(after, edge) > 0)
  const start = isInside ? after : edge
  const part = {
    seller_id,
    from: first,
    to: end,
    after_at: start.occurred_at,
    after_id: start.id,
    limit,
  }
  const all = [
    ...(yield* arrivedWithin(part, type, isNewestFirst)),
    ...(yield* wentBackWithin(part, type, isNewestFirst)),
    ...(yield* feesWithin(part, type, isNewestFirst)),
    ...(isOfTransfer(type) ? yield* transfersWithin(part, { isNewestFirst, showsCustomers }) : []),
  ]
  const sorted = all.toSorted((a, b) => (isNewestFirst ? compare(b, a) : compare(a, b)))
  const sources = sorted.slice(0, limit)
  return showsCustomers ? sources : sources.map(withoutCustomer)
}

/** Where the entry with an id stands; undefined when there is none. */
export function* positionOf(key: {
  seller_id: string
  id: string
}): Transaction<Position | undefined> {
  const { id } = key
  if (id.startsWith(idPrefixes.payments)) {
    const [payment] = yield* paymentById(key)
    return payment && { occurred_at: payment.paid_at, id }
  }
  if (id.startsWith(FEE_PREFIX)) {
    const [payment] = yield* paymentById({ ...key, id: paymentIdOf(id) })
    return payment?.fee_minor ? { occurred_at: payment.paid_at, id } : undefined
  }
  if (id.startsWith(idPrefixes.transfers)) {
    const [transfer] = yield* transferById(key)
    return transfer && { occurred_at: transfer.occurred_at, id }
  }
  const [refund] = yield* refundById(key)
  return refund?.completed_at ? { occurred_at: refund.completed_at, id } : undefined
}
