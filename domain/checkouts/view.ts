/** Checkouts as they are read, and as they are shown to sellers and buyers. */
import type { QueryRunner } from '../../db/database.ts'
import { query } from '../../db/query.ts'
import type { Transaction } from '../../db/query.ts'
import { rowByKey } from '../../db/rows.ts'
import type { Row } from '../../db/schema/tables.ts'
import { paths } from '../../generated/paths.ts'
import type { components } from '../../generated/types.ts'
import { endsAt, readEnded } from './expire.ts'
import type { Marking } from './expire.ts'
import { sellerOfToken } from './pageToken.ts'

type Wire = components['schemas']
type Checkout = Row<'checkouts'>
type Key = { seller_id: string; id: string }

/** The path of a hosted page but for its token, which is base64url and needs no escaping. */
const PAGE_PATH = paths.getPaymentPage({ token: '' })

export const checkoutById = query('checkout_by_id', rowByKey('checkouts'))

export const checkoutByPageToken = query(
  'checkout_by_page_token',
  rowByKey('checkouts', 'seller_id', 'page_token'),
)

/** A checkout of the seller, marked expired first when it is past its end. */
export async function readCheckout(
  db: QueryRunner,
  key: Key,
  marking: Marking,
): Promise<Checkout | undefined> {
  const [checkout] = await readEnded(db, () => checkoutById(key), marking)
  return checkout
}

/** The checkout behind a hosted page, or undefined when the token opens none. */
export async function readCheckoutOfPage(
  db: QueryRunner,
  page_token: string,
  marking: Marking,
): Promise<Checkout | undefined> {
  const seller_id = sellerOfToken(page_token)
  if (!seller_id) return undefined
  const read = () => checkoutByPageToken({ seller_id, page_token })
  const [checkout] = await readEnded(db, read, marking)
  return checkout
}

/** Why a checkout could not be changed, once a statement has found that it is not open. */
export function* reasonNotOpen(key: Key): Transaction<'checkout_not_open' | 'checkout_not_found'> {
  const [checkout] = yield* checkoutById(key)
  return checkout ? 'checkout_not_open' : 'checkout_not_found'
}

function lineItemView(
  item: Checkout['line_items'][number],
  currency: Wire['CurrencyCode'],
): Wire['CheckoutLineItem'] {
  return {
    id: item.id,
    object: 'checkout_line_item',
    product_id: item.product_id,
    offer_id: item.offer_id,
    name: item.name,
    description: item.description,
    offer_name: item.offer_name,
    quantity: item.quantity,
    currency,
    unit_amount_minor: item.unit_amount_minor,
    total_amount_minor: item.unit_amount_minor * item.quantity,
    type: item.type,
    billing_interval: item.billing_interval,
    interval_count: item.interval_count,
    metadata: item.metadata,
    kind: item.kind ?? 'product',
  }
}

/**
 * A checkout in the contract's form, as answers and events carry it.
 *
 * @param baseUrl the public address of the service, where the hosted page is
 */
export function checkoutView(row: Checkout, baseUrl: string): Wire['Checkout'] {
  const currency = row.currency as Wire['CurrencyCode']
  return {
    id: row.id,
    object: 'checkout',
    customer_id: row.customer_id,
    // Of a cart's customer the row keeps only what the bank is told.
    buyer: row.payment_link_id === null ? null : row.buyer,
    external_id: row.external_id,
    mode: 'payment',
    status: row.status,
    currency,
    amount_total_minor: row.amount_total_minor,
    amount_refunded_minor: row.amount_refunded_minor,
    payment_id: row.payment_id,
    checkout_url: `${baseUrl}${PAGE_PATH}${row.page_token}`,
    success_url: row.success_url,
    cancel_url: row.cancel_url,
    metadata: row.metadata,
    line_items: row.line_items.map((item) => lineItemView(item, currency)),
    expires_at: row.expires_at,
    cancel_at: row.cancel_at,
    completed_at: row.completed_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

/**
 * Status of a checkout in the contract's form, polled by the hosted page.
 *
 * @param hasCode whether the page has a Pix code to show
 */
export function paymentStatusView(checkout: Checkout, hasCode: boolean): Wire['PaymentStatus'] {
  const { status } = checkout
  return { object: 'payment_status', status, expires_at: endsAt(checkout), code_ready: hasCode }
}
