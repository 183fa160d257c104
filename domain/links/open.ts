/** Opens a checkout when a buyer submits the page of a link. */
import { isDeepStrictEqual } from 'node:util'
import { sellerById } from '../identity/sellerRows.ts'
import type { Seller } from '../identity/sellerRows.ts'
import { customerIdFor, newCustomer } from '../catalog/customers.ts'
import { cancelByBuyer } from '../checkouts/cancel.ts'
import { asEnded, cancelDue } from '../checkouts/expire.ts'
import type { Marking } from '../checkouts/expire.ts'
import { buyer, openCheckout } from '../checkouts/open.ts'
import type { Sale } from '../checkouts/open.ts'
import type { QueryRunner } from '../../db/database.ts'
import type { Transaction } from '../../db/query.ts'
import type { Buyer, LineItem, Row } from '../../db/schema/tables.ts'
import { brandOf } from '../settings/brand.ts'
import type { Brand } from '../settings/brand.ts'
import { readSettings } from '../settings/settings.ts'
import { checkoutByPageToken } from '../checkouts/view.ts'
import { lineItemsOf, linkById, linkOfPage, lockLink, pathOf, stateOf } from './links.ts'
import type { LinkState, PaymentLink } from './links.ts'
import { planOf } from './plan.ts'
import type { Filled } from './form.ts'

/** How long a session of a link can be paid, and counts as taken. */
export const SESSION_LIFETIME_MS = 30 * 60 * 1000

/** By when its page has to be opened: a program that only presses holds no place for long. */
const UNOPENED_LIFETIME_MS = 5 * 60 * 1000

type Checkout = Row<'checkouts'>

/** The browser that asks, by the place that it takes and by the session that it has. */
export type Opener = {
  /** Of a link, by its id (`holderOf`). */
  holder: string | null
  ownPageToken: string | undefined
}

/** A link as its page shows it: with the items of its least quantity, where they can be sold. */
export type LinkOfPage = {
  link: PaymentLink
  seller: Seller
  brand: Brand
  state: LinkState
  items: LineItem[]
  /** The recurring offer that it sells, in place of items. */
  plan: Sale | undefined
  /** The caller's own session, while it is open. */
  ownSession: Checkout | undefined
}

/** The open session of a link behind a page token. */
function* sessionOf(
  { seller_id, id }: Pick<PaymentLink, 'seller_id' | 'id'>,
  page_token: string | undefined,
  now: Date,
): Transaction<Checkout | undefined> {
  if (page_token === undefined) return undefined
  const [session] = yield* checkoutByPageToken({ seller_id, page_token })
  const isIts = session?.payment_link_id === id && asEnded(session, now).status === 'open'
  return isIts ? session : undefined
}

type OpenerOf = (link: PaymentLink) => Opener

function* readLink(
  token: string,
  openerOf: OpenerOf,
  now: Date,
): Transaction<LinkOfPage | undefined> {
  const link = yield* linkOfPage(token)
  const [seller] = link ? yield* sellerById({ id: link.seller_id }) : []
  if (!link || !seller) return undefined
  const { holder, ownPageToken } = openerOf(link)
  const ownSession = yield* sessionOf(link, ownPageToken, now)
  const counted = yield* stateOf(link, { seller, holder, now })
  // Whoever holds a place needs no other.
  const hasPlace = ownSession !== undefined && (counted === 'full' || counted === 'held')
  const state = hasPlace ? 'open' : counted
  const choice = {
    amount_minor: link.custom_min_minor ?? undefined,
    quantity: link.quantity_min ?? undefined,
  }
  const plan = yield* planOf(link)
  const { items } = plan ? { items: [] } : yield* lineItemsOf(link, choice, { seller, now })
  const isUnsold = state === 'open' && items === undefined
  const brand = brandOf(seller.name, yield* readSettings(seller.id))
  const shown = isUnsold ? ('unsold' as const) : state
  return { link, seller, brand, state: shown, items: items ?? [], plan, ownSession }
}

/** The link of a session that is over: its page, and whether its button needs nothing typed. */
export type NextSession = { path: string; state: LinkState; isPlain: boolean }

/**
 * The link of a session that is over, as its page offers another one. What the buyer typed is not
 * on that page, so a link that asks for anything is led to.
 */
export function* sessionAfter(
  { seller_id, payment_link_id }: Pick<Checkout, 'seller_id' | 'payment_link_id'>,
  seller: Seller | undefined,
  now: Date,
): Transaction<NextSession | undefined> {
  if (payment_link_id === null || !seller) return undefined
  const [link] = yield* linkById({ seller_id, id: payment_link_id })
  if (!link) return undefined
  const isPlain = link.items !== null && link.quantity_min === null && link.collect.length === 0
  return { path: pathOf(link), state: yield* stateOf(link, { seller, holder: null, now }), isPlain }
}

/**
 * The link behind a page, or undefined when the token opens none. Where all its payments are taken,
 * sessions that are past their end give back theirs first.
 */
export async function readLinkOfPage(
  db: QueryRunner,
  token: string,
  openerOf: OpenerOf,
  marking: Marking,
): Promise<LinkOfPage | undefined> {
  const read = () => db.read(() => readLink(token, openerOf, marking.now))
  const linkState = await read()
  const isTaken = linkState?.state === 'full' || linkState?.state === 'held'
  const isFreed = isTaken && (await cancelDue(db, linkState.link.seller_id, marking))
  return isFreed ? read() : linkState
}

/** The customer that a session is for; undefined without an e-mail, and for an inactive one. */
function* customerOf(
  { email, name, ...others }: Filled['buyer'],
  { seller_id, now }: { seller_id: string; now: Date },
): Transaction<string | undefined> {
  if (email === undefined) return undefined
  // A customer has a name, which the link may not ask for.
  const fields = {
    ...others,
    email,
    name: name ?? email.slice(0, MAX_NAME_LENGTH),
    source: 'payment_link' as const,
  }
  const id = yield* customerIdFor(newCustomer(fields, { seller_id, now }))
  const [customer] = id === undefined ? [] : yield* buyer({ seller_id, id })
  return customer?.status === 'active' ? id : undefined
}

const MAX_NAME_LENGTH = 160

const nothingTyped = { name: null, email: null, tax_id: null, phone: null }

/** The buyer as typed, for the session to keep; null where the link asks for nothing. */
const buyerOf = ({ collect }: PaymentLink, typed: Filled['buyer']): Buyer | null =>
  collect.length > 0 ? { ...nothingTyped, ...typed } : null

/** The sale of a session, as far as its buyer has chosen it. */
const saleOf = (items: readonly LineItem[]) =>
  JSON.stringify(
    items.map(({ name, unit_amount_minor, quantity }) => [name, unit_amount_minor, quantity]),
  )

/**
 * The caller's own session, where it is the one that the form asks for: the same buyer, amount and
 * quantity, at the prices of now.
 */
export function* sameSession(
  { link, seller, ownSession }: Pick<LinkOfPage, 'link' | 'seller' | 'ownSession'>,
  { buyer: typed, ...choice }: Filled,
  now: Date,
): Transaction<Checkout | undefined> {
  if (!ownSession) return undefined
  const { items } = yield* lineItemsOf(link, choice, { seller, now })
  const isSame =
    items !== undefined &&
    saleOf(items) === saleOf(ownSession.line_items) &&
    isDeepStrictEqual(ownSession.buyer, buyerOf(link, typed))
  return isSame ? ownSession : undefined
}

type Refusal = { opened?: undefined; state: Exclude<LinkState, 'open'> }
type LinkSession = { opened: Checkout; state?: undefined } & {
  /** The session whose place it takes. */
  replaced: Checkout | undefined
}

/**
 * Cancels the caller's own session, unless the link opens no other. It does so before the link is
 * locked: a settlement locks a session first, and its link then.
 *
 * @returns the session whose place is free now
 */
function* giveUpOwn(
  link: PaymentLink,
  seller: Seller & Pick<Row<'sellers'>, 'status'>,
  { ownPageToken, ...marking }: Pick<Opener, 'ownPageToken'> & Marking,
): Transaction<Checkout | undefined> {
  const { now } = marking
  const own = yield* sessionOf(link, ownPageToken, now)
  if (!own) return undefined
  const state = yield* stateOf(link, { seller, holder: null, now })
  if (state === 'over' || state === 'suspended') return undefined
  return yield* cancelByBuyer({ seller_id: own.seller_id, id: own.id, ...marking })
}

/**
 * Opens a session of a link, in the place of the caller's own if it has one. The link is locked
 * until the commit, whether or not its payments are limited: of two requests that open it, the
 * second counts the session of the first, also when a limit is set in between.
 *
 * @returns it, or why there is none
 */
export function* openSession(
  page: PaymentLink,
  { buyer: typed, ...choice }: Filled,
  { holder, ...caller }: Opener & Marking,
): Transaction<LinkSession | Refusal> {
  const { seller_id, id } = page
  const { now } = caller
  const [seller] = yield* sellerById({ id: seller_id })
  if (!seller) throw new Error(`The seller of ${id} was there and is gone.`)
  const { items } = yield* lineItemsOf(page, choice, { seller, now })
  if (!items) return { state: 'unsold' }
  const replaced = yield* giveUpOwn(page, seller, caller)
  const [link] = yield* lockLink({ seller_id, id })
  if (!link) throw new Error(`${id} was there and is gone.`)
  const state = yield* stateOf(link, { seller, holder, now })
  const hasPlace = replaced !== undefined && (state === 'full' || state === 'held')
  if (state !== 'open' && !hasPlace) return { state }
  const after = (ms: number) => new Date(now.getTime() + ms).toISOString()
  const result = yield* openCheckout(
    {
      items,
      customer_id: yield* customerOf(typed, { seller_id, now }),
      payment_link_id: id,
      buyer: buyerOf(link, typed),
      opened_from: link.max_payments === null ? null : holder,
      open_by: after(UNOPENED_LIFETIME_MS),
      ...(link.success_url !== null && { success_url: link.success_url }),
      metadata: { payment_link_id: id },
      cancel_at: after(SESSION_LIFETIME_MS),
    },
    { seller, now },
  )
  if (!result.opened) throw new Error(`A session of ${id} has no reference that could be taken.`)
  return { opened: result.opened, replaced }
}
