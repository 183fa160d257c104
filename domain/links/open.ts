/** Opens a checkout when a buyer submits the page of a link. */
import { sellerById } from '../identity/sellerRows.ts'
import type { Seller } from '../identity/sellerRows.ts'
import { customerIdFor, newCustomer } from '../catalog/customers.ts'
import { cancelDue } from '../checkouts/expire.ts'
import type { Marking } from '../checkouts/expire.ts'
import { buyer, openCheckout } from '../checkouts/open.ts'
import type { QueryRunner } from '../../db/database.ts'
import type { Transaction } from '../../db/query.ts'
import type { Buyer, LineItem, Row } from '../../db/schema/tables.ts'
import { brandOf } from '../settings/brand.ts'
import type { Brand } from '../settings/brand.ts'
import { readSettings } from '../settings/settings.ts'
import { lineItemsOf, linkOfPage, lockLink, stateOf } from './links.ts'
import type { LinkState, PaymentLink } from './links.ts'
import type { Filled } from './form.ts'

/** How long a session of a link can be paid, and counts as taken. */
const SESSION_LIFETIME_MS = 30 * 60 * 1000

/** A link as its page shows it: with the items of its least quantity, where they can be sold. */
export type LinkOfPage = {
  link: PaymentLink
  seller: Seller
  brand: Brand
  state: LinkState
  items: LineItem[]
}

function* readLink(token: string, now: Date): Transaction<LinkOfPage | undefined> {
  const link = yield* linkOfPage(token)
  const [seller] = link ? yield* sellerById({ id: link.seller_id }) : []
  if (!link || !seller) return undefined
  const state = yield* stateOf(link, { seller, now })
  const choice = {
    amount_minor: link.custom_min_minor ?? undefined,
    quantity: link.quantity_min ?? undefined,
  }
  const { items } = yield* lineItemsOf(link, choice, { seller, now })
  const isUnsold = state === 'open' && items === undefined
  const brand = brandOf(seller.name, yield* readSettings(seller.id))
  return { link, seller, brand, state: isUnsold ? 'unsold' : state, items: items ?? [] }
}

/**
 * The link behind a page, or undefined when the token opens none. Where all its payments are taken,
 * sessions that are past their end give back theirs first.
 */
export async function readLinkOfPage(
  db: QueryRunner,
  token: string,
  marking: Marking,
): Promise<LinkOfPage | undefined> {
  const read = () => db.read(() => readLink(token, marking.now))
  const linkState = await read()
  const isFreed =
    linkState?.state === 'full' && (await cancelDue(db, linkState.link.seller_id, marking))
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

type LinkSession = { opened: Row<'checkouts'>; state?: undefined }

/**
 * Opens a session of a link. The link is locked until the commit, whether or not its payments are
 * limited: of two requests that open it, the second counts the session of the first, also when a
 * limit is set in between.
 *
 * @returns it, or why there is none
 */
export function* openSession(
  { seller_id, id }: PaymentLink,
  { buyer: typed, ...choice }: Filled,
  now: Date,
): Transaction<LinkSession | { opened?: undefined; state: Exclude<LinkState, 'open'> }> {
  const [link] = yield* lockLink({ seller_id, id })
  const [seller] = yield* sellerById({ id: seller_id })
  if (!link || !seller) throw new Error(`${id} was there and is gone.`)
  const state = yield* stateOf(link, { seller, now })
  if (state !== 'open') return { state }
  const { items } = yield* lineItemsOf(link, choice, { seller, now })
  if (!items) return { state: 'unsold' }
  const result = yield* openCheckout(
    {
      items,
      customer_id: yield* customerOf(typed, { seller_id, now }),
      payment_link_id: id,
      buyer: buyerOf(link, typed),
      ...(link.success_url !== null && { success_url: link.success_url }),
      metadata: { payment_link_id: id },
      cancel_at: new Date(now.getTime() + SESSION_LIFETIME_MS).toISOString(),
    },
    { seller, now },
  )
  if (!result.opened) throw new Error(`A session of ${id} has no reference that could be taken.`)
  return result
}
