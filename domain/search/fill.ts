/**
 * The search terms of what versions before them have written. A column of the seller's row says how
 * far it is: when to go on, in which round, with which kind of objects, and after which of them.
 * The second round, an hour later, finds what processes of the version before went on writing.
 */
import { and, asc, eq, gt, isNotNull, sql } from '../../db/operators.ts'
import { forUpdate, forUpdateSkipLocked, isAnyOf, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import { hasSearchIndex, idsWithEntry } from '../../db/searchIndex.ts'
import { setColumns } from '../../db/rows.ts'
import type { Sweep } from '../../db/sweep.ts'
import {
  addTermsOfEach,
  foundCheckout,
  foundCustomer,
  foundLink,
  foundProduct,
  foundRefund,
  foundSubscription,
} from './terms.ts'
import type { ObjectTerms } from './terms.ts'

/** Objects that one transaction looks at: a few milliseconds. */
const PIECE_ROWS = 200

const SECOND_ROUND_MS = 60 * 60 * 1000
const ROUNDS = 2

const TIMESTAMP_LENGTH = '2026-03-02T13:04:11.250Z'.length

type Page = { seller_id: string; after: string; limit: number }

const customersAfter = query(
  'customers_to_find_after',
  (db, { customers: t }, args: Arguments<Page>) =>
    forUpdate(
      db
        .select()
        .from(t)
        .where(and(eq(t.seller_id, args.seller_id), gt(t.id, args.after)))
        .orderBy(asc(t.id))
        .limit(args.limit),
    ),
)

const productsAfter = query(
  'products_to_find_after',
  (db, { products: t }, args: Arguments<Page>) =>
    forUpdate(
      db
        .select({ seller_id: t.seller_id, id: t.id, name: t.name })
        .from(t)
        .where(and(eq(t.seller_id, args.seller_id), gt(t.id, args.after)))
        .orderBy(asc(t.id))
        .limit(args.limit),
    ),
)

const linksAfter = query(
  'payment_links_to_find_after',
  (db, { payment_links: t }, args: Arguments<Page>) =>
    forUpdate(
      db
        .select({ seller_id: t.seller_id, id: t.id, name: t.name })
        .from(t)
        .where(and(eq(t.seller_id, args.seller_id), gt(t.id, args.after)))
        .orderBy(asc(t.id))
        .limit(args.limit),
    ),
)

// Search terms of checkouts and refunds never change, so their rows need no lock.
const checkoutsAfter = query(
  'checkouts_to_find_after',
  (db, { checkouts: t }, args: Arguments<Page>) =>
    db
      .select({
        seller_id: t.seller_id,
        id: t.id,
        external_id: t.external_id,
        line_items: t.line_items,
      })
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), gt(t.id, args.after)))
      .orderBy(asc(t.id))
      .limit(args.limit),
)

const refundsAfter = query('refunds_to_find_after', (db, { refunds: t }, args: Arguments<Page>) =>
  db
    .select({ seller_id: t.seller_id, id: t.id, external_id: t.external_id })
    .from(t)
    .where(and(eq(t.seller_id, args.seller_id), gt(t.id, args.after)))
    .orderBy(asc(t.id))
    .limit(args.limit),
)

// A subscription keeps the name and the reference with which it was opened.
const subscriptionsAfter = query(
  'subscriptions_to_find_after',
  (db, { subscriptions: t }, args: Arguments<Page>) =>
    db
      .select({ seller_id: t.seller_id, id: t.id, name: t.name, external_id: t.external_id })
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), gt(t.id, args.after)))
      .orderBy(asc(t.id))
      .limit(args.limit),
)

const foundAlready = query(
  'objects_with_search_terms',
  (db, { search_terms: t }, args: Arguments<{ seller_id: string; ids: string[] }>) => {
    const rows = db
      .selectDistinct({ id: t.object_id })
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), isAnyOf(t.object_id, args.ids)))
    if (!hasSearchIndex(t)) return rows
    const found = sql`(${idsWithEntry(args)} union select * from ${rows}) as found`
    return db.select({ id: sql<string>`id` }).from(found)
  },
)

/**
 * The pages of each kind, in the order in which they are filled in. `search_fill` counts them, so a
 * new one is the last.
 */
const kinds: ((page: Page) => Transaction<ObjectTerms[]>)[] = [
  function* (page) {
    return (yield* customersAfter(page)).map(foundCustomer)
  },
  function* (page) {
    return (yield* productsAfter(page)).map(foundProduct)
  },
  function* (page) {
    return (yield* linksAfter(page)).map(foundLink)
  },
  function* (page) {
    return (yield* checkoutsAfter(page)).map(foundCheckout)
  },
  function* (page) {
    return (yield* refundsAfter(page)).map(foundRefund)
  },
  function* (page) {
    return (yield* subscriptionsAfter(page)).map(foundSubscription)
  },
]

const firstOfNextSeller = query(
  'first_seller_to_fill',
  (db, { sellers: t }, { after }: Arguments<{ after: string }>) =>
    db
      .select({
        seller_id: t.id,
        due_at: sql<string>`substr(${t.search_fill}, 1, ${sql.raw(String(TIMESTAMP_LENGTH))})`,
      })
      .from(t)
      .where(and(isNotNull(t.search_fill), gt(t.id, after)))
      .orderBy(asc(t.id))
      .limit(1),
)

const lockFill = query(
  'lock_search_fill',
  (db, { sellers: t }, { id }: Arguments<{ id: string }>) =>
    forUpdateSkipLocked(
      db
        .select({ search_fill: t.search_fill })
        .from(t)
        .where(and(eq(t.id, id), isNotNull(t.search_fill))),
    ),
)

const setFill = query('set_search_fill', setColumns('sellers', ['search_fill'], 'id'))

type Progress = { due_at: string; round: number; kind: number; after: string }

/** An empty text is the beginning. */
function progressOf(text: string): Progress {
  const [due_at = '', round = '1', kind = '0', after = ''] = text.split(' ')
  return { due_at, round: Number(round), kind: Number(kind), after }
}

const textOf = ({ due_at, round, kind, after }: Progress) => `${due_at} ${round} ${kind} ${after}`

/** Where to go on after a page; null at the end of the last round. */
function next(done: Progress, page: ObjectTerms[], now: string): Progress | null {
  const last = page.length < PIECE_ROWS ? undefined : page.at(-1)
  const due_at = done.due_at === '' ? now : done.due_at
  if (last) return { ...done, due_at, after: last.id }
  if (done.kind + 1 < kinds.length) return { ...done, due_at, kind: done.kind + 1, after: '' }
  if (done.round === ROUNDS) return null
  const later = new Date(Date.parse(now) + SECOND_ROUND_MS).toISOString()
  return { due_at: later, round: done.round + 1, kind: 0, after: '' }
}

/** Adds the terms of a page of objects, as far as they have none. */
function* fillPage(seller_id: string, { kind, after }: Progress): Transaction<ObjectTerms[]> {
  const page = kinds[kind]
  const objects = page ? yield* page({ seller_id, after, limit: PIECE_ROWS }) : []
  const ids = objects.map(({ id }) => id)
  const termRows = ids.length > 0 ? yield* foundAlready({ seller_id, ids }) : []
  const already = new Set(termRows.map(({ id }) => id))
  yield* addTermsOfEach(objects.filter(({ id }) => !already.has(id)))
  return objects
}

/** Fills in the terms of a seller's older objects, a page at a time. */
export const termsToFill: Sweep = {
  name: 'search terms to fill in',
  // A page counts as one row.
  rows: 1,
  firstOfNextSeller,
  *piece({ seller_id, now }) {
    const [seller] = yield* lockFill({ id: seller_id })
    if (!seller || seller.search_fill === null) return []
    const progress = progressOf(seller.search_fill)
    if (progress.due_at > now) return []
    const objects = yield* fillPage(seller_id, progress)
    const after = next(progress, objects, now)
    yield* setFill({ id: seller_id, search_fill: after && textOf(after) })
    return after && after.due_at <= now ? [{}] : []
  },
}
