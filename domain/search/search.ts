/** One search over what a seller has: by words, numbers, ids and amounts. */
import { and, desc, eq, isNotNull, sql } from '../../db/operators.ts'
import { isAnyOf, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import { isUnclaimed } from '../../db/schema/isUnclaimed.ts'
import type { Row, Tables } from '../../db/schema/tables.ts'
import { idPrefixes } from '../../generated/idPrefixes.ts'
import { buyersOf } from './buyers.ts'
import type { SaleBuyer } from './buyers.ts'
import { parseAnyAmount } from '../formats/typedAmount.ts'
import { CURRENCY } from '../formats/currencies.ts'
import { checkoutOf, isOurTxid } from '../pix/bank/txid.ts'
import { customerIdsByWords, idsByWords } from './find.ts'

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

const transferIdOfKey = query(
  'transfer_id_of_key',
  (db, { transfers: t }, args: Arguments<OfSeller & { lower: string }>) =>
    db
      .select({ id: t.id })
      .from(t)
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.transfer_key, args.lower),
          eq(t.return_id, sql`''`),
        ),
      ),
)

// Banks and people write the letters of an end-to-end id in either case.
const paymentIdsOfTransfer = query(
  'payment_ids_of_transfer',
  (db, { payments: t }, args: Arguments<OfSeller & { lower: string; limit: number }>) =>
    db
      .select({ id: t.id, checkout_id: t.checkout_id })
      .from(t)
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          isNotNull(t.end_to_end_id),
          sql`lower(${t.end_to_end_id}) = ${args.lower}`,
        ),
      )
      .limit(args.limit),
)

const paymentIdsOfCharge = query(
  'payment_ids_of_charge',
  (db, { payments: t }, args: Arguments<OfSeller & { txid: string; limit: number }>) =>
    db
      .select({ id: t.id })
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), eq(t.txid, args.txid)))
      .orderBy(desc(t.id))
      .limit(args.limit),
)

const offerProduct = query(
  'product_id_of_offer',
  (db, { offers: t }, args: Arguments<OfSeller & { id: string }>) =>
    db
      .select({ id: t.product_id })
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id))),
)

/** The objects that results are made of. */
const tables = [
  'customers',
  'checkouts',
  'payments',
  'refunds',
  'products',
  'payment_links',
  'transfers',
] as const satisfies (keyof Tables & keyof typeof idPrefixes)[]

const prefixes = tables.map((table) => idPrefixes[table])

const idForm = new RegExp(`^(${prefixes.join('|')})[0-9a-f-]{36}$`, 'i')
const transferForm = /^E[0-9A-Z]{31}$/i

type IdentifierQuery = { seller_id: string; typed: string }

/** The ids that an id names, of an object or at the bank. */
function* idsByIdentifier({ seller_id, typed }: IdentifierQuery): Transaction<string[]> {
  const limit = MAX_RESULTS
  const lower = typed.toLowerCase()
  if (lower.startsWith(idPrefixes.offers)) {
    return (yield* offerProduct({ seller_id, id: lower })).map(({ id }) => id)
  }
  if (idForm.test(typed)) return [lower]
  if (transferForm.test(typed)) {
    const payments = yield* paymentIdsOfTransfer({ seller_id, lower, limit })
    const transfers = payments.length > 0 ? [] : yield* transferIdOfKey({ seller_id, lower })
    return [...payments, ...transfers].map(({ id }) => id)
  }
  if (!isOurTxid(lower)) return []
  const payments = yield* paymentIdsOfCharge({ seller_id, txid: lower, limit })
  return [checkoutOf(lower), ...payments.map(({ id }) => id)]
}

/** Two digits behind a separator: other numbers are more often a part of a reference. */
const amountForm = /^(R\$)?\s*[\d.,]{1,18}[.,]\d{2}$/i

function* idsByAmount({ seller_id, typed }: IdentifierQuery): Transaction<string[]> {
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

const typeOf = (id: string) => id.slice(0, id.indexOf('_') + 1)

/** As many as there may be, in turn of each type, so that none keeps out another. */
function share(ids: string[]): string[] {
  const queues = prefixes.map((prefix) => ids.filter((id) => typeOf(id) === prefix))
  const shared: string[] = []
  for (let i = 0; shared.length < MAX_RESULTS && queues.some((queue) => i < queue.length); i++) {
    shared.push(...queues.flatMap((queue) => queue.slice(i, i + 1)))
  }
  return shared.slice(0, MAX_RESULTS)
}

/** Found rows by type; `sold` includes the checkouts of the payments and refunds. */
export type SearchRows = {
  /** All of them, the best first. */
  ids: string[]
  customers: Row<'customers'>[]
  checkouts: Row<'checkouts'>[]
  payments: Row<'payments'>[]
  refunds: Row<'refunds'>[]
  products: { product: Row<'products'>; amount_minor: number | null }[]
  links: Row<'payment_links'>[]
  transfers: Row<'transfers'>[]
  sold: Row<'checkouts'>[]
  /** By the ids of their checkouts. */
  buyers: Map<string, SaleBuyer>
}

type ReadByIds<SearchRow> = (args: ByIds) => Transaction<SearchRow[]>

function* rowsOf(seller_id: string, ids: string[]): Transaction<SearchRows> {
  const of = (table: (typeof tables)[number]) =>
    ids.filter((id) => id.startsWith(idPrefixes[table]))
  function* read<SearchRow>(
    table: (typeof tables)[number],
    by: ReadByIds<SearchRow>,
  ): Transaction<SearchRow[]> {
    const wanted = of(table)
    const args = { seller_id, ids: wanted, limit: wanted.length }
    return wanted.length === 0 ? [] : yield* by(args)
  }
  const customers = yield* read('customers', customersByIds)
  const payments = yield* read('payments', paymentsByIds)
  const refunds = yield* read('refunds', refundsByIds)
  const products = yield* read('products', productsByIds)
  const links = yield* read('payment_links', linksByIds)
  const transfers = yield* read('transfers', transfersByIds)
  const shown = of('checkouts')
  const behind = [...payments, ...refunds].map(({ checkout_id }) => checkout_id)
  const all = [...new Set([...shown, ...behind])]
  const args = { seller_id, ids: all, limit: all.length }
  const sold = all.length === 0 ? [] : yield* checkoutsByIds(args)
  const checkouts = sold.filter(({ id }) => shown.includes(id))
  const buyers = yield* buyersOf({ seller_id, ids: all, showsCustomers: true })
  const found = { customers, checkouts, payments, refunds, products, links, transfers }
  return { ids, ...found, sold, buyers }
}

/**
 * Finds by identifier alone where one matches, else by amount and words: at most `MAX_RESULTS`.
 *
 * @param typed not empty
 */
export function* search({ seller_id, typed }: IdentifierQuery): Transaction<SearchRows> {
  const identifierQuery = { seller_id, typed: typed.trim() }
  const named = yield* idsByIdentifier(identifierQuery)
  if (named.length > 0) return yield* rowsOf(seller_id, named.slice(0, MAX_RESULTS))
  const ids = new Set([
    ...(yield* idsByAmount(identifierQuery)),
    ...(yield* idsByWords({ ...identifierQuery, limit: MAX_RESULTS })),
  ])
  return yield* rowsOf(seller_id, share([...ids]))
}

const customerForm = new RegExp(`^${idPrefixes.customers}[0-9a-f-]{36}$`)

/** The most customers that one search finds. */
const MAX_CUSTOMERS = 100

/** The customers of a transfer, by its end-to-end id: of the checkouts that it was paid for. */
function* customerIdsOfTransfer(seller_id: string, lower: string): Transaction<string[]> {
  const payments = yield* paymentIdsOfTransfer({ seller_id, lower, limit: MAX_CUSTOMERS })
  const ids = payments.flatMap(({ checkout_id }) => checkout_id ?? [])
  const buyers = yield* buyersOf({ seller_id, ids, showsCustomers: true })
  return [...buyers.values()].flatMap(({ customer_id }) => customer_id ?? [])
}

/** The customers that were typed, the newest first. */
export function* searchCustomers({
  seller_id,
  typed,
}: IdentifierQuery): Transaction<Row<'customers'>[]> {
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
