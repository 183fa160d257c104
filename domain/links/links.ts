/** Payment links: their items, how they are made and changed, and when they open sessions. */
import { changesBetween } from '../audit/changes.ts'
import { recordChange } from '../audit/record.ts'
import type { Actor } from '../identity/actor.ts'
import { trimmedName } from '../formats/names.ts'
import { cartItems, isOffer } from '../checkouts/cart.ts'
import type { CartFault } from '../checkouts/cart.ts'
import type { Seller } from '../checkouts/open.ts'
import { newPageToken, sellerOfToken } from '../checkouts/pageToken.ts'
import { holdsShare } from './places.ts'
import { addTerms, changeTerms, foundLink } from '../search/terms.ts'
import { toTimestamp } from '../../contract/moment.ts'
import { and, count, eq, isNotNull, sql } from '../../db/operators.ts'
import { isAnyOf, listQuery, pageOf, query } from '../../db/query.ts'
import type { Arguments, ListPage, Transaction } from '../../db/query.ts'
import { addRow, lockRow, rowByKey, setColumns } from '../../db/rows.ts'
import type { LineItem, Row } from '../../db/schema/tables.ts'
import { paths } from '../../generated/paths.ts'
import type { components } from '../../generated/types.ts'
import { idPrefixes } from '../../generated/idPrefixes.ts'
import { newId } from '../../runtime/ids.ts'

type Wire = components['schemas']
export type PaymentLink = Row<'payment_links'>
type Key = { seller_id: string; id: string }
type By = { actor: Actor; now: Date }

/**
 * Open sessions of a link without `max_payments`. Its page counts them, so that unauthenticated
 * buyers add only so many at once; `openings.ts` allows fewer in 30 minutes.
 */
const MAX_OPEN_SESSIONS = 5_000

/** The path of a link's page but for its token, which is base64url and needs no escaping. */
const PAGE_PATH = paths.getPaymentLinkPage({ token: '' })

export const linkById = query('payment_link_by_id', rowByKey('payment_links'))

const linkByToken = query('payment_link_by_token', rowByKey('payment_links', 'seller_id', 'token'))

export const linksBefore = listQuery(
  'payment_links_before',
  (db, { payment_links: t }, args: Arguments<ListPage>) => pageOf(db, t, args),
)

/** Locks a link, so that requests which open or change it run one after the other. */
export const lockLink = query('lock_payment_link', lockRow('payment_links'))

const addLink = query('add_payment_link', addRow('payment_links'))

type Changeable = Pick<
  PaymentLink,
  'name' | 'active' | 'max_payments' | 'ends_at' | 'success_url' | 'metadata'
>

const setLink = query(
  'change_payment_link',
  setColumns('payment_links', [
    'name',
    'active',
    'max_payments',
    'ends_at',
    'success_url',
    'metadata',
    'updated_at',
  ]),
)

// `updated_at` stays: nothing that a seller has said of the link has changed.
const countUp = query(
  'count_payments_of_link',
  (db, { payment_links: t }, args: Arguments<Key & { more: number }>) =>
    db
      .update(t)
      .set({ payments_count: sql`${t.payments_count} + ${args.more}` })
      .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id))),
)

/** Sessions of a link that may still be paid, none of them past the limit. */
const countOpen = query(
  'count_open_sessions_of_link',
  (
    db,
    { checkouts: t },
    args: Arguments<{ seller_id: string; payment_link_id: string; limit: number }>,
  ) => {
    const open = db
      .select({ seller_id: t.seller_id })
      .from(t)
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.payment_link_id, args.payment_link_id),
          eq(t.status, sql`'open'`),
          isNotNull(t.payment_link_id),
        ),
      )
      .limit(args.limit)
      .as('open')
    return db.select({ count: count() }).from(open)
  },
)

/**
 * Counts a session of a link that was paid, in the transaction that completes it. From then until
 * the commit the link is locked: a request that opens it meanwhile sees the session as open or as
 * counted, never as neither.
 */
export function* countPaymentOfLink({
  seller_id,
  payment_link_id: id,
}: Pick<Row<'checkouts'>, 'seller_id' | 'payment_link_id'>): Transaction<void> {
  if (id !== null) yield* countUp({ seller_id, id, more: 1 })
}

/** The same for sessions of one seller that were completed without being counted. */
export function* countPaymentsOfLinks(
  seller_id: string,
  sessions: Pick<Row<'checkouts'>, 'payment_link_id'>[],
): Transaction<void> {
  const byLink = Object.groupBy(sessions, ({ payment_link_id }) => payment_link_id ?? '')
  // In the order of their ids, so that of two transactions neither waits for the other.
  for (const id of Object.keys(byLink).toSorted()) {
    if (id !== '') yield* countUp({ seller_id, id, more: byLink[id]?.length ?? 0 })
  }
}

const countPaid = query(
  'count_paid_sessions_of_link',
  (db, { checkouts: t }, args: Arguments<{ seller_id: string; payment_link_id: string }>) =>
    db
      .select({ paid: count() })
      .from(t)
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.payment_link_id, args.payment_link_id),
          eq(t.status, sql`'completed'`),
        ),
      ),
)

/**
 * Counts the paid sessions of a link again. What is being settled meanwhile waits for the link, and
 * is counted afterwards.
 *
 * @returns whether there were others than counted
 */
export function* recountPayments({ seller_id, id }: Key): Transaction<boolean> {
  const [link] = yield* lockLink({ seller_id, id })
  if (!link) return false
  const [counted] = yield* countPaid({ seller_id, payment_link_id: id })
  const more = Number(counted?.paid ?? 0) - link.payments_count
  if (more !== 0) yield* countUp({ seller_id, id, more })
  return more !== 0
}

/** The path of a link's page. */
export const pathOf = ({ token }: Pick<PaymentLink, 'token'>): string => PAGE_PATH + token

/** The link behind a page, or nothing when the token opens none. */
export function* linkOfPage(token: string): Transaction<PaymentLink | undefined> {
  const seller_id = sellerOfToken(token)
  if (seller_id === undefined) return undefined
  const [link] = yield* linkByToken({ seller_id, token })
  return link
}

/**
 * State of a link: `open` opens checkouts; the others name why it does not. It is `held` for a
 * caller whose network holds as many places as one may.
 */
export type LinkState = 'open' | 'over' | 'full' | 'held' | 'unsold' | 'suspended'

/**
 * The state of a link but for its items. Every session that is open in its row counts as paid, one
 * past its end too: money that was in time may still be on its way to it.
 *
 * @param holder of the caller (`holderOf`); null for nobody
 */
export function* stateOf(
  link: PaymentLink,
  {
    seller,
    holder,
    now,
  }: { seller: Pick<Row<'sellers'>, 'status'>; holder: string | null; now: Date },
): Transaction<Exclude<LinkState, 'unsold'>> {
  const { seller_id, id, active, ends_at, max_payments, payments_count } = link
  if (seller.status !== 'active') return 'suspended'
  const hasEnded = ends_at !== null && ends_at <= now.toISOString()
  const remaining = max_payments === null ? MAX_OPEN_SESSIONS : max_payments - payments_count
  if (!active || hasEnded || remaining <= 0) return 'over'
  const limit = Math.min(remaining, MAX_OPEN_SESSIONS)
  const [open] = yield* countOpen({ seller_id, payment_link_id: id, limit })
  if ((open?.count ?? 0) >= limit) return 'full'
  return (yield* holdsShare(link, holder)) ? 'held' : 'open'
}

/**
 * Open sessions that are counted for a list of links. The pace of a seller lets fewer be open at
 * once in one process.
 */
const MAX_COUNTED_SESSIONS = 20_000

const countOpenByLink = query(
  'count_open_sessions_by_link',
  (db, { checkouts: t }, args: Arguments<{ seller_id: string; ids: string[]; limit: number }>) => {
    const open = db
      .select({ id: t.payment_link_id })
      .from(t)
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          isAnyOf(t.payment_link_id, args.ids),
          eq(t.status, sql`'open'`),
          isNotNull(t.payment_link_id),
        ),
      )
      .limit(args.limit)
      .as('open')
    return db.select({ id: open.id, count: count() }).from(open).groupBy(open.id)
  },
)

/**
 * Counts the sessions of links that are open, each of which holds a place.
 *
 * @returns the numbers by the links' ids; none for a link without any
 */
export function* countOpenSessions(
  seller_id: string,
  ids: string[],
): Transaction<Map<string | null, number>> {
  const limit = MAX_COUNTED_SESSIONS
  const rows = ids.length > 0 ? yield* countOpenByLink({ seller_id, ids, limit }) : []
  return new Map(rows.map(({ id, count }) => [id, Number(count)]))
}

/** The buyer's choices on the page of a link. */
export type Choice = { amount_minor?: number | undefined; quantity?: number | undefined }

type Sold = Pick<PaymentLink, 'name' | 'items'>

/** The cart of a session, as `POST /v1/cart_checkouts` takes it. */
function cartOf({ name, items }: Sold, { amount_minor, quantity }: Choice): Wire['CartItem'][] {
  if (items === null) return [{ name, unit_amount_minor: amount_minor ?? 0, quantity: 1 }]
  return items.map((item) => {
    const isProduct = (item.kind ?? 'product') === 'product'
    const chosen = (isProduct ? quantity : undefined) ?? item.quantity ?? 1
    // A stored item was valid when the link was made.
    return { ...item, quantity: chosen } as Wire['CartItem']
  })
}

/** The line items of a session, or why they cannot be sold now. */
export const lineItemsOf = (
  link: Sold,
  choice: Choice,
  by: { seller: Seller; now: Date },
): Transaction<
  { items: LineItem[]; fault?: undefined } | { items?: undefined; fault: CartFault }
> => cartItems(cartOf(link, choice), by)

type CheckedLink = { link: PaymentLink; fault?: undefined }
type LinkFault = {
  link?: undefined
  fault: Omit<CartFault, 'code'> & {
    code:
      | Exclude<CartFault['code'], 'recurring_checkout_not_supported'>
      | 'recurring_item_must_be_alone'
  }
}

/**
 * Checks the items of a link. The sum is linear in the buyer's quantity, so it is within its bounds
 * when it is at both ends.
 */
function* faultOfItems(
  sold: Sold,
  quantity: Wire['PaymentLink']['quantity'],
  by: { seller: Seller; now: Date },
): Transaction<CartFault | undefined> {
  if (sold.items === null) return undefined
  const ends = quantity ? [quantity.min, quantity.max] : [undefined]
  for (const end of new Set(ends)) {
    const { fault } = yield* lineItemsOf(sold, { quantity: end }, by)
    if (fault) return fault
  }
  return undefined
}

/** An item as it is stored, with the defaults for an item without an offer filled in. */
function keptItem(item: Wire['CartItem']) {
  if (isOffer(item)) return item
  const { name, ...rest } = item
  return {
    name: trimmedName(name),
    description: '',
    kind: 'product' as const,
    metadata: {},
    ...rest,
  }
}

function newLink(
  { custom_amount, quantity, ...body }: Wire['CreatePaymentLinkBody'],
  { seller_id, now, isPlan }: { seller_id: string; now: Date; isPlan: boolean },
): PaymentLink {
  const at = now.toISOString()
  return {
    seller_id,
    id: newId(idPrefixes.payment_links, now),
    token: newPageToken(seller_id, now),
    name: trimmedName(body.name),
    items: body.items?.map(keptItem) ?? null,
    custom_min_minor: custom_amount?.min_minor ?? null,
    custom_max_minor: custom_amount?.max_minor ?? null,
    quantity_min: quantity?.min ?? null,
    quantity_max: quantity?.max ?? null,
    collect: isPlan ? ['name', 'email', 'tax_id'] : body.collect,
    max_payments: body.max_payments ?? null,
    payments_count: 0,
    active: true,
    ends_at: body.ends_at ? toTimestamp(body.ends_at) : null,
    success_url: body.success_url ?? null,
    metadata: body.metadata,
    created_at: at,
    updated_at: at,
  }
}

/** Fields of a link whose changes the audit trail records. */
const recorded = ['name', 'active', 'max_payments', 'ends_at', 'success_url', 'metadata'] as const

/**
 * Makes a link, if its items can be sold.
 *
 * @param isPlan its one item is a recurring offer, and was checked
 */
export function* createLink(
  body: Wire['CreatePaymentLinkBody'],
  { seller, actor, now, isPlan }: By & { seller: Seller; isPlan: boolean },
): Transaction<CheckedLink | LinkFault> {
  const seller_id = seller.id
  const link = newLink(body, { seller_id, now, isPlan })
  const blank = { code: 'invalid_request', param: 'name' } as const
  if (link.name === '') return { fault: blank }
  const sold = { ...link, items: body.items ?? null }
  const by = { seller, now }
  const fault = isPlan ? undefined : yield* faultOfItems(sold, body.quantity ?? null, by)
  if (fault) {
    const { code, ...rest } = fault
    const isRecurring = code === 'recurring_checkout_not_supported'
    return { fault: { ...rest, code: isRecurring ? 'recurring_item_must_be_alone' : code } }
  }
  yield* addLink(link)
  yield* addTerms(foundLink(link))
  const changes = changesBetween(undefined, link, recorded)
  const target = link.id
  yield* recordChange({ seller_id, actor, action: 'payment_link.created', target, changes, now })
  return { link }
}

/**
 * Changes the given fields of a link; null removes a limit, an end or an address.
 *
 * @returns undefined when there is none
 */
export function* changeLink(
  { ends_at, ...changes }: Partial<Changeable>,
  { actor, now, ...key }: Key & By,
): Transaction<PaymentLink | undefined> {
  const [current] = yield* lockLink(key)
  if (!current) return undefined
  const link = {
    ...current,
    ...changes,
    ends_at: ends_at === undefined ? current.ends_at : ends_at && toTimestamp(ends_at),
    updated_at: now.toISOString(),
  }
  yield* setLink(link)
  yield* changeTerms(foundLink(current), foundLink(link))
  const differences = changesBetween(current, link, recorded)
  const { seller_id, id: target } = key
  const action = 'payment_link.updated'
  yield* recordChange({ seller_id, actor, action, target, changes: differences, now })
  return link
}

const rangeOf = (low: number | null, high: number | null) =>
  low === null || high === null ? null : { low, high }

/**
 * A link in the contract's form.
 *
 * @param baseUrl the public address of the service, where its page is
 */
export function linkView(
  row: PaymentLink,
  { baseUrl, open_count }: { baseUrl: string; open_count: number },
): Wire['PaymentLink'] {
  const amount = rangeOf(row.custom_min_minor, row.custom_max_minor)
  const quantity = rangeOf(row.quantity_min, row.quantity_max)
  return {
    id: row.id,
    object: 'payment_link',
    url: `${baseUrl}${pathOf(row)}`,
    name: row.name,
    // A stored item was valid, with its quantity, when the link was made.
    items: row.items as Wire['CartItem'][] | null,
    custom_amount: amount && { min_minor: amount.low, max_minor: amount.high },
    quantity: quantity && { min: quantity.low, max: quantity.high },
    collect: row.collect,
    max_payments: row.max_payments,
    payments_count: row.payments_count,
    open_count,
    active: row.active,
    ends_at: row.ends_at,
    success_url: row.success_url,
    metadata: row.metadata,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}
