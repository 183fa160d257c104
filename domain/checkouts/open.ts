/** Opens a checkout: copies the offer, and checks it. */
import { hasCredentials, webAddress } from '../../contract/webAddress.ts'
import { and, eq, isNull, sql } from '../../db/operators.ts'
import { everyColumn, forShare, isAnyOf, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import type { Buyer, LineItem, Row, Tables } from '../../db/schema/tables.ts'
import type { components } from '../../generated/types.ts'
import { idPrefixes } from '../../generated/idPrefixes.ts'
import { newId } from '../../runtime/ids.ts'
import { addTerms, foundCheckout } from '../search/terms.ts'
import { CHECKOUT_LIFETIME_MS } from './expire.ts'
import { checkoutByExternalId } from './list.ts'
import { newPageToken } from './pageToken.ts'

type Key = { seller_id: string; id: string }
type Body = components['schemas']['CreateCheckoutBody']
/** Seller of a checkout, with the account's currency, in which every offer must be. */
export type Seller = { id: string; default_currency: string }

type Catalogue = Pick<Tables, 'offers' | 'products'>

/** Columns of an offer that a checkout copies. */
const taken = ({ offers: t, products }: Catalogue) => ({
  offer: {
    id: t.id,
    name: t.name,
    amount_minor: t.amount_minor,
    currency: t.currency,
    type: t.type,
    billing_interval: t.billing_interval,
    interval_count: t.interval_count,
  },
  product: {
    id: products.id,
    name: products.name,
    description: products.description,
    metadata: products.metadata,
  },
})

const isItsProduct = ({ offers: t, products }: Catalogue) =>
  and(eq(products.seller_id, t.seller_id), eq(products.id, t.product_id))

/** An active offer of an active product. */
const isOnSale = ({ offers: t, products }: Catalogue) =>
  and(sql`${t.active}`, isNull(t.archived_at), eq(products.status, 'active'))

/** The offer, if it is on sale. */
export const offerForSale = query('offer_on_sale', (db, tables, args: Arguments<Key>) => {
  const { offers: t, products } = tables
  const isIt = and(eq(t.seller_id, args.seller_id), eq(t.id, args.id))
  return db
    .select(taken(tables))
    .from(t)
    .innerJoin(products, isItsProduct(tables))
    .where(and(isIt, isOnSale(tables)))
})

/** Offers on sale among the given ids. */
export const offersForSale = query(
  'offers_on_sale',
  (db, tables, args: Arguments<{ seller_id: string; ids: string[] }>) => {
    const { offers: t, products } = tables
    const isOne = and(eq(t.seller_id, args.seller_id), isAnyOf(t.id, args.ids))
    return db
      .select(taken(tables))
      .from(t)
      .innerJoin(products, isItsProduct(tables))
      .where(and(isOne, isOnSale(tables)))
  },
)

/** An offer on sale, with its product. */
export type Sale =
  ReturnType<typeof offerForSale> extends Transaction<(infer Sale)[]> ? Sale : never

/** The buyer's status, which stays so until the checkout is open. */
export const buyer = query('buyer', (db, { customers: t }, args: Arguments<Key>) =>
  forShare(
    db
      .select({ status: t.status })
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id))),
  ),
)

/** Adds a checkout; no row when the seller has used its `external_id` before. */
const addCheckout = query('open_checkout', (db, { checkouts: t }, _: Arguments<Row<'checkouts'>>) =>
  db
    .insert(t)
    .values(everyColumn(t))
    .onConflictDoNothing({ target: [t.seller_id, t.external_id] }),
)

export type OfferFault = {
  code: 'offer_not_found' | 'recurring_checkout_not_supported' | 'invalid_request'
  detail?: string
}

/** An offer on sale as a line item, or why it cannot be sold in the seller's currency. */
export function itemOf(
  sale: Sale | undefined,
  { seller, quantity, now }: { seller: Seller; quantity: number; now: Date },
): { item: LineItem; fault?: undefined } | { item?: undefined; fault: OfferFault } {
  if (!sale) return { fault: { code: 'offer_not_found' } }
  const { type, currency } = sale.offer
  if (type === 'recurring') return { fault: { code: 'recurring_checkout_not_supported' } }
  // Settlement is in the seller's currency; nothing here could turn another one into it.
  if (currency !== seller.default_currency) {
    const detail = `A oferta não está em ${seller.default_currency}, a moeda da conta.`
    return { fault: { code: 'invalid_request', detail } }
  }
  return { item: lineItemOf(sale, quantity, now) }
}

function lineItemOf({ offer, product }: Sale, quantity: number, now: Date): LineItem {
  return {
    id: newId(idPrefixes.line_items, now),
    product_id: product.id,
    offer_id: offer.id,
    name: product.name,
    description: product.description,
    offer_name: offer.name,
    quantity,
    unit_amount_minor: offer.amount_minor,
    type: offer.type,
    billing_interval: offer.billing_interval,
    interval_count: offer.interval_count,
    metadata: product.metadata,
  }
}

/**
 * The sum of all items in minor units. A hundred of the dearest items and of the largest discounts
 * go beyond 2^53 before they come to it.
 */
export const totalOf = (items: readonly LineItem[]): bigint =>
  items.reduce((sum, item) => sum + BigInt(item.unit_amount_minor * item.quantity), 0n)

/** Fields of a new checkout beside those of its items. */
export type Order = Pick<Body, 'external_id' | 'success_url' | 'cancel_url' | 'metadata'> & {
  items: LineItem[]
  customer_id?: string | undefined
  /** The link whose page has opened it. */
  payment_link_id?: string | undefined
  buyer?: Buyer | null
  /** When it is canceled if its page was not opened; never, when absent. */
  open_by?: string
  opened_from?: string | null
  /** When it is canceled if it is still open; never, when absent. */
  cancel_at?: string | undefined
}

/** The row of a new checkout, which can be paid for `CHECKOUT_LIFETIME_MS`. */
function newCheckout(
  { items, ...order }: Order,
  { seller, now }: { seller: Seller; now: Date },
): Row<'checkouts'> {
  const at = now.toISOString()
  return {
    seller_id: seller.id,
    id: newId(idPrefixes.checkouts, now),
    customer_id: order.customer_id ?? null,
    payment_link_id: order.payment_link_id ?? null,
    buyer: order.buyer ?? null,
    open_by: order.open_by ?? null,
    opened_from: order.opened_from ?? null,
    external_id: order.external_id ?? null,
    status: 'open',
    currency: seller.default_currency,
    amount_total_minor: Number(totalOf(items)),
    page_token: newPageToken(seller.id, now),
    success_url: order.success_url ?? null,
    cancel_url: order.cancel_url ?? null,
    metadata: order.metadata,
    line_items: items,
    expires_at: new Date(now.getTime() + CHECKOUT_LIFETIME_MS).toISOString(),
    cancel_at: order.cancel_at ?? null,
    completed_at: null,
    payment_id: null,
    page_opened_at: null,
    page_locale: null,
    amount_refunded_minor: 0,
    created_at: at,
    updated_at: at,
  }
}

/**
 * Opens a checkout.
 *
 * @returns it, or the id of the seller's checkout that has its `external_id` already
 */
export function* openCheckout(
  order: Order,
  { seller, now }: { seller: Seller; now: Date },
): Transaction<{ opened: Row<'checkouts'> } | { opened?: undefined; existing_id: string }> {
  const checkout = newCheckout(order, { seller, now })
  const [added] = yield* addCheckout(checkout)
  if (added) {
    yield* addTerms(foundCheckout(checkout))
    return { opened: checkout }
  }
  const external_id = order.external_id ?? ''
  const [existing] = yield* checkoutByExternalId({ seller_id: seller.id, external_id })
  if (!existing) throw new Error(`The checkout ${external_id} neither is there nor was added.`)
  return { existing_id: existing.id }
}

/**
 * Checks an address that the buyer is sent to; the fault is in Portuguese. The contract cannot
 * check it: that is the same for both modes, and takes what its version 1.0.0 took.
 */
export function faultOfReturnUrl(
  url: string | undefined,
  mode: 'sandbox' | 'live',
): string | undefined {
  const address = url === undefined ? undefined : webAddress(url)
  if (!address) return undefined
  if (hasCredentials(address)) return 'não pode conter usuário nem senha'
  if (mode === 'live' && address.protocol !== 'https:') return 'precisa ser um endereço https'
  return undefined
}
