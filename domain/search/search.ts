/** One search over what a seller has: by words, numbers, ids and amounts. */
import { and, desc, eq, sql } from '../../db/operators.ts'
import { isAnyOf, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import { isUnclaimed } from '../../db/schema/isUnclaimed.ts'
import type { Row } from '../../db/schema/tables.ts'
import { idPrefixes } from '../../generated/idPrefixes.ts'
import { buyersOf } from './buyers.ts'
import type { SaleBuyer } from './buyers.ts'
import { parseAnyAmount } from '../formats/typedAmount.ts'
import { CURRENCY } from '../formats/currencies.ts'
import { customerIdsByWords, idsByWords } from './find.ts'
import {
  idsByIdentifier,
  paymentIdsOfTransfer,
  searchedTables,
  transferForm,
} from './identifiers.ts'
import type { SearchedTable } from './identifiers.ts'

/** How many results a search has at most. */
export const MAX_RESULTS = 20

type OfSeller = { seller_id: string }
type ByIds = OfSeller & { ids: string[]; limit: number }
type ByAmount = OfSeller & { amount_minor: number; limit: number }

const customersByIds = query('customers_by_ids', (db, { customers: t }, args: Arguments<ByIds>) =>
  db
    .select()
    .from(t)
    .where(and(eq(t.seller_id, args.seller_id), isAnyOf(t.id, args.ids)))
    .limit(args.limit),
)

const subscriptionsByIds = query(
  'subscriptions_by_ids',
  (db, { subscriptions: t }, args: Arguments<ByIds>) =>
    db
      .select({
        id: t.id,
        name: t.name,
        external_id: t.external_id,
        cycles: t.cycles,
        status: t.status,
        amount_minor: t.amount_minor,
        created_at: t.created_at,
      })
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), isAnyOf(t.id, args.ids)))
      .limit(args.limit),
)

const invoicesByIds = query('invoices_by_ids', (db, { invoices: t }, args: Arguments<ByIds>) =>
  db
    .select({
      id: t.id,
      subscription_id: t.subscription_id,
      number: t.number,
      status: t.status,
      amount_minor: t.amount_minor,
      created_at: t.created_at,
    })
    .from(t)
    .where(and(eq(t.seller_id, args.seller_id), isAnyOf(t.id, args.ids)))
    .limit(args.limit),
)

const checkoutsByIds = query('checkouts_by_ids', (db, { checkouts: t }, args: Arguments<ByIds>) =>
  db
    .select()
    .from(t)
    .where(and(eq(t.seller_id, args.seller_id), isAnyOf(t.id, args.ids)))
    .limit(args.limit),
)

const paymentsByIds = query('payments_by_ids', (db, { payments: t }, args: Arguments<ByIds>) =>
  db
    .select()
    .from(t)
    .where(and(eq(t.seller_id, args.seller_id), isAnyOf(t.id, args.ids)))
    .limit(args.limit),
)

const refundsByIds = query('refunds_by_ids', (db, { refunds: t }, args: Arguments<ByIds>) =>
  db
    .select()
    .from(t)
    .where(and(eq(t.seller_id, args.seller_id), isAnyOf(t.id, args.ids)))
    .limit(args.limit),
)

const productsByIds = query(
  'products_by_ids',
  (db, { products: t, offers }, args: Arguments<ByIds>) =>
    db
      .select({ product: t, amount_minor: offers.amount_minor })
      .from(t)
      .leftJoin(
        offers,
        and(
          eq(offers.seller_id, t.seller_id),
          eq(offers.product_id, t.id),
          sql`${offers.is_default}`,
        ),
      )
      .where(and(eq(t.seller_id, args.seller_id), isAnyOf(t.id, args.ids)))
      .limit(args.limit),
)

const linksByIds = query(
  'payment_links_by_ids',
  (db, { payment_links: t }, args: Arguments<ByIds>) =>
    db
      .select()
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), isAnyOf(t.id, args.ids)))
      .limit(args.limit),
)

const transfersByIds = query('transfers_by_ids', (db, tables, args: Arguments<ByIds>) => {
  const { transfers: t } = tables
  return db
    .select()
    .from(t)
    .where(and(eq(t.seller_id, args.seller_id), isAnyOf(t.id, args.ids), isUnclaimed(tables)))
    .limit(args.limit)
})

const checkoutIdsOfAmount = query(
  'checkout_ids_of_amount',
  (db, { checkouts: t }, args: Arguments<ByAmount>) =>
    db
      .select({ id: t.id })
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), eq(t.amount_total_minor, args.amount_minor)))
      .orderBy(desc(t.id))
      .limit(args.limit),
)

const paymentIdsOfAmount = query(
  'payment_ids_of_amount',
  (db, { payments: t }, args: Arguments<ByAmount>) =>
    db
      .select({ id: t.id })
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), eq(t.amount_minor, args.amount_minor)))
      .orderBy(desc(t.id))
      .limit(args.limit),
)

const refundIdsOfAmount = query(
  'refund_ids_of_amount',
  (db, { refunds: t }, args: Arguments<ByAmount>) =>
    db
      .select({ id: t.id })
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), eq(t.amount_minor, args.amount_minor)))
      .orderBy(desc(t.id))
      .limit(args.limit),
)

// Of what arrived: what went back has a negative amount.
const transferIdsOfAmount = query(
  'transfer_ids_of_amount',
  (db, { transfers: t }, args: Arguments<ByAmount>) =>
    db
      .select({ id: t.id })
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), eq(t.amount_minor, args.amount_minor)))
      .orderBy(desc(t.id))
      .limit(args.limit),
)

type SearchQuery = { seller_id: string; typed: string }

/** Two digits behind a separator: other numbers are more often a part of a reference. */
const amountForm = /^(R\$)?\s*[\d.,]{1,18}[.,]\d{2}$/i

function* idsByAmount({ seller_id, typed }: SearchQuery): Transaction<string[]> {
  const amount_minor = amountForm.test(typed)
    ? parseAnyAmount('pt-BR', CURRENCY, typed.toUpperCase())
    : undefined
  if (amount_minor === undefined) return []
  const by = { seller_id, amount_minor, limit: MAX_RESULTS }
  const ids = [
    ...(yield* paymentIdsOfAmount(by)),
    ...(yield* checkoutIdsOfAmount(by)),
    ...(yield* refundIdsOfAmount(by)),
    ...(yield* transferIdsOfAmount(by)),
  ]
  return ids.map(({ id }) => id)
}

const isOf = (table: SearchedTable) => (id: string) => id.startsWith(idPrefixes[table])

/** As many as there may be, in turn of each type, so that none keeps out another. */
function share(ids: string[]): string[] {
  const queues = searchedTables.map((table) => ids.filter(isOf(table)))
  const shared: string[] = []
  for (let i = 0; shared.length < MAX_RESULTS && queues.some((queue) => i < queue.length); i++) {
    shared.push(...queues.flatMap((queue) => queue.slice(i, i + 1)))
  }
  return shared.slice(0, MAX_RESULTS)
}

/** The columns of a subscription by which it, its invoices and their money are shown. */
export type FoundSubscription = Pick<
  Row<'subscriptions'>,
  'id' | 'name' | 'external_id' | 'cycles' | 'status' | 'amount_minor' | 'created_at'
>

export type FoundInvoice = Pick<
  Row<'invoices'>,
  'id' | 'subscription_id' | 'number' | 'status' | 'amount_minor' | 'created_at'
>

/** Found rows by type, and what the others belong to. */
export type SearchRows = {
  /** All that were found, the best first. */
  ids: string[]
  customers: Row<'customers'>[]
  payments: Row<'payments'>[]
  refunds: Row<'refunds'>[]
  products: { product: Row<'products'>; amount_minor: number | null }[]
  links: Row<'payment_links'>[]
  transfers: Row<'transfers'>[]
  /** Of the payments and refunds, too; `ids` says which were found themselves. */
  checkouts: Row<'checkouts'>[]
  /** Of the payments, refunds and invoices, too. */
  subscriptions: FoundSubscription[]
  /** Of the payments and refunds, too. */
  invoices: FoundInvoice[]
  /** By the ids of their checkouts or subscriptions. */
  buyers: Map<string, SaleBuyer>
}

type ReadByIds<SearchRow> = (args: ByIds) => Transaction<SearchRow[]>

function* rowsOf(seller_id: string, ids: string[]): Transaction<SearchRows> {
  /** Reads the rows of a table that were found, and those with the other ids. */
  function* read<SearchRow>(
    table: SearchedTable,
    by: ReadByIds<SearchRow>,
    others: (string | null)[] = [],
  ): Transaction<SearchRow[]> {
    const present = others.filter((id) => id !== null)
    const wanted = [...new Set([...ids.filter(isOf(table)), ...present])]
    const args = { seller_id, ids: wanted, limit: wanted.length }
    return wanted.length === 0 ? [] : yield* by(args)
  }
  const customers = yield* read('customers', customersByIds)
  const payments = yield* read('payments', paymentsByIds)
  const refunds = yield* read('refunds', refundsByIds)
  const products = yield* read('products', productsByIds)
  const links = yield* read('payment_links', linksByIds)
  const transfers = yield* read('transfers', transfersByIds)
  const money = [...payments, ...refunds]
  const of = (column: 'checkout_id' | 'subscription_id' | 'invoice_id') =>
    money.map((row) => row[column])
  const checkouts = yield* read('checkouts', checkoutsByIds, of('checkout_id'))
  const invoices = yield* read('invoices', invoicesByIds, of('invoice_id'))
  const invoiced = invoices.map(({ subscription_id }) => subscription_id)
  const others = [...of('subscription_id'), ...invoiced]
  const subscriptions = yield* read('subscriptions', subscriptionsByIds, others)
  const sales = [...checkouts, ...subscriptions].map(({ id }) => id)
  const buyers = yield* buyersOf({ seller_id, ids: sales, showsCustomers: true })
  const found = { customers, payments, refunds, products, links, transfers }
  return { ids, ...found, checkouts, subscriptions, invoices, buyers }
}

const isOfSubscriptions = (id: string) => isOf('subscriptions')(id) || isOf('invoices')(id)

/**
 * Finds by identifier alone where one matches, else by amount and words: at most `MAX_RESULTS`.
 *
 * @param typed not empty
 * @param includesSubscriptions true for a caller that may read subscriptions and invoices
 */
export function* search({
  seller_id,
  includesSubscriptions,
  ...wanted
}: SearchQuery & { includesSubscriptions: boolean }): Transaction<SearchRows> {
  const searchQuery = { seller_id, typed: wanted.typed.trim() }
  const limit = MAX_RESULTS
  const mayBeFound = (id: string) => includesSubscriptions || !isOfSubscriptions(id)
  const named = (yield* idsByIdentifier({ ...searchQuery, limit })).filter(mayBeFound)
  if (named.length > 0) return yield* rowsOf(seller_id, named.slice(0, limit))
  const ids = new Set([
    ...(yield* idsByAmount(searchQuery)),
    ...(yield* idsByWords({ ...searchQuery, limit })),
  ])
  return yield* rowsOf(seller_id, share([...ids].filter(mayBeFound)))
}

const customerForm = new RegExp(`^${idPrefixes.customers}[0-9a-f-]{36}$`)

/** The most customers that one search finds. */
const MAX_CUSTOMERS = 100

/** The customers of a transfer, by its end-to-end id: of the sales that it was paid for. */
function* customerIdsOfTransfer(seller_id: string, lower: string): Transaction<string[]> {
  const payments = yield* paymentIdsOfTransfer({ seller_id, lower, limit: MAX_CUSTOMERS })
  const ids = payments.flatMap((payment) => payment.checkout_id ?? payment.subscription_id ?? [])
  const buyers = yield* buyersOf({ seller_id, ids, showsCustomers: true })
  return [...buyers.values()].flatMap(({ customer_id }) => customer_id ?? [])
}

/** The customers that were typed, the newest first. */
export function* searchCustomers({
  seller_id,
  typed,
}: SearchQuery): Transaction<Row<'customers'>[]> {
  const searchQuery = { seller_id, typed: typed.trim(), limit: MAX_CUSTOMERS }
  const named = searchQuery.typed.toLowerCase()
  const ids = customerForm.test(named)
    ? [named]
    : transferForm.test(named)
      ? yield* customerIdsOfTransfer(seller_id, named)
      : yield* customerIdsByWords(searchQuery)
  if (ids.length === 0) return []
  const customers = yield* customersByIds({ seller_id, ids, limit: ids.length })
  return customers.toSorted((a, b) => (a.id < b.id ? 1 : -1))
}
