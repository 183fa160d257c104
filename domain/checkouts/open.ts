/** Opening a checkout: what it takes over of the offer, and what it checks. */
import { hasCredentials, webAddress } from '../../contract/webAddress.ts'
import { and, eq, isNull, sql } from '../../db/operators.ts'
import { everyColumn, forShare, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import type { LineItem, Row } from '../../db/schema/tables.ts'
import type { components } from '../../generated/types.ts'
import { newId } from '../../runtime/ids.ts'
import { CHECKOUT_LIFETIME_MS } from './expire.ts'
import { newPageToken } from './pageToken.ts'

type Key = { seller_id: string; id: string }
type Body = components['schemas']['CreateCheckoutBody']

/** What a checkout takes over of an active offer of an active product; no row for any other. */
export const offerForSale = query(
  'offer_on_sale',
  (db, { offers: t, products }, args: Arguments<Key>) =>
    db
      .select({
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
      .from(t)
      .innerJoin(products, and(eq(products.seller_id, t.seller_id), eq(products.id, t.product_id)))
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.id, args.id),
          sql`${t.active}`,
          isNull(t.archived_at),
          eq(products.status, 'active'),
        ),
      ),
)

type Sale = ReturnType<typeof offerForSale> extends Transaction<(infer Found)[]> ? Found : never

/** The status of a customer who is to buy, which stays so until the checkout is open. */
export const buyer = query('buyer', (db, { customers: t }, args: Arguments<Key>) =>
  forShare(
    db
      .select({ status: t.status })
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id))),
  ),
)

/** Opens a checkout; no row when the seller has used its `external_id` before. */
export const openCheckout = query(
  'open_checkout',
  (db, { checkouts: t }, _: Arguments<Row<'checkouts'>>) =>
    db
      .insert(t)
      .values(everyColumn(t))
      .onConflictDoNothing({ target: [t.seller_id, t.external_id] }),
)

function lineItemOf({ offer, product }: Sale, now: Date): LineItem {
  return {
    id: newId('item_', now),
    product_id: product.id,
    offer_id: offer.id,
    name: product.name,
    description: product.description,
    offer_name: offer.name,
    quantity: 1,
    unit_amount_minor: offer.amount_minor,
    type: offer.type,
    billing_interval: offer.billing_interval,
    interval_count: offer.interval_count,
    metadata: product.metadata,
  }
}

/** The row of a new checkout, which can be paid for `CHECKOUT_LIFETIME_MS`. */
export function newCheckout(
  sale: Sale,
  { seller_id, body, now }: { seller_id: string; body: Body; now: Date },
): Row<'checkouts'> {
  const at = now.toISOString()
  return {
    seller_id,
    id: newId('checkout_', now),
    customer_id: body.customer_id ?? null,
    external_id: body.external_id ?? null,
    status: 'open',
    currency: sale.offer.currency,
    amount_total_minor: sale.offer.amount_minor,
    page_token: newPageToken(seller_id, now),
    success_url: body.success_url ?? null,
    cancel_url: body.cancel_url ?? null,
    metadata: body.metadata,
    line_items: [lineItemOf(sale, now)],
    expires_at: new Date(now.getTime() + CHECKOUT_LIFETIME_MS).toISOString(),
    completed_at: null,
    payment_id: null,
    page_opened_at: null,
    amount_refunded_minor: 0,
    created_at: at,
    updated_at: at,
  }
}

/**
 * What is wrong with an address that the buyer is sent to, in Portuguese. The contract cannot say
 * it: that is the same for both modes, and takes what its version 1.0.0 took.
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
