/** The contract's rules that no schema can say; plain functions, so that every peer keeps them. */
import { keywords } from '../../../../contract/keywords.ts'
import { ApiError } from '../../../../contract/apiError.ts'
import { CHECKOUT_LIFETIME_MS } from '../../../../domain/checkouts/expire.ts'
import { newId } from '../../../../runtime/ids.ts'
import { newPageToken } from '../../../../domain/checkouts/pageToken.ts'
import type { LineItem, Row } from '../../../../db/schema/tables.ts'
import type { components } from '../../../../generated/types.ts'
import { trimmed } from '../../../../domain/formats/names.ts'
import type { Caller } from './access.ts'

type Wire = components['schemas']

/** The query of a page of checkouts. */
export type Page = {
  limit: number
  starting_after?: string | undefined
  external_id?: string | undefined
}

/** The columns of a product that a checkout keeps. */
export type SoldProduct = Pick<Row<'products'>, 'id' | 'name' | 'description' | 'metadata'>

/** The columns of an offer that decide its sale, and that a checkout keeps. */
export type SoldOffer = Pick<
  Row<'offers'>,
  'id' | 'name' | 'amount_minor' | 'currency' | 'type' | 'billing_interval' | 'interval_count'
>

const METADATA_BYTES = 16_384
const METADATA_LEVELS = 8
const BODY_LEVELS = 32

const refused = (param: string | undefined) => new ApiError('invalid_request', { param })

/** @returns the dotted path of what cannot be stored, empty for the value itself */
function unstorable(value: unknown, level: number): string | undefined {
  if (typeof value === 'string') {
    return value.includes('\0') || !value.isWellFormed() ? '' : undefined
  }
  if (typeof value === 'number') return Number.isSafeInteger(Math.trunc(value)) ? undefined : ''
  if (typeof value !== 'object' || value === null) return undefined
  if (level >= BODY_LEVELS) return ''
  for (const key in value) {
    if (unstorable(key, level) !== undefined) return ''
    const inside = unstorable((value as Record<string, unknown>)[key], level + 1)
    if (inside !== undefined) return inside === '' ? key : `${key}.${inside}`
  }
  return undefined
}

/**
 * Refuses text that a database could not hold as it was sent, and numbers that it would round.
 *
 * @throws ApiError `invalid_request`
 */
export function requireStorable(body: object): void {
  const param = unstorable(body, 0)
  if (param !== undefined) throw refused(param || undefined)
}

/** @throws ApiError `invalid_request` when metadata is too large or too deep */
export function requireSmall(metadata: object): void {
  const fits =
    keywords['x-max-bytes'](metadata, METADATA_BYTES) &&
    keywords['x-max-depth'](metadata, METADATA_LEVELS)
  if (!fits) throw refused('metadata')
}

/** @throws ApiError `invalid_customer_name` */
export function newCustomer(
  seller_id: string,
  body: Wire['CreateCustomerBody'],
  now: Date,
): Row<'customers'> {
  const name = trimmed(body.name)
  if (name === '') throw new ApiError('invalid_customer_name', { param: 'name' })
  const at = now.toISOString()
  return {
    seller_id,
    id: newId('cus_', now),
    name,
    email: body.email.toLowerCase(),
    phone: body.phone ?? null,
    tax_id: body.tax_id ?? null,
    status: 'active',
    source: 'api',
    metadata: body.metadata,
    erasing_since: null,
    created_at: at,
    updated_at: at,
  }
}

export const emailTaken = () => new ApiError('customer_email_already_exists', { param: 'email' })

/** @throws ApiError when there is no such offer for sale, or not in the seller's currency */
export function requireSellable<Sale extends { offer: SoldOffer }>(
  sale: Sale | undefined,
  { default_currency }: Caller,
): Sale {
  const param = 'offer_id'
  if (!sale) throw new ApiError('offer_not_found', { param })
  const { type, currency } = sale.offer
  if (type === 'recurring') throw new ApiError('recurring_checkout_not_supported', { param })
  if (currency !== default_currency) throw refused(param)
  return sale
}

/** @throws ApiError when there is no such customer, or one that cannot buy */
export function requireBuyer(customer: Pick<Row<'customers'>, 'status'> | undefined): void {
  if (customer?.status === 'active') return
  throw new ApiError('customer_not_found', { param: 'customer_id' })
}

function lineItem(offer: SoldOffer, product: SoldProduct, now: Date): LineItem {
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

export function newCheckout(
  seller_id: string,
  body: Wire['CreateCheckoutBody'],
  { offer, product }: { offer: SoldOffer; product: SoldProduct },
  now: Date,
): Row<'checkouts'> {
  const at = now.toISOString()
  return {
    seller_id,
    id: newId('checkout_', now),
    customer_id: body.customer_id ?? null,
    payment_link_id: null,
    buyer: null,
    open_by: null,
    opened_from: null,
    external_id: body.external_id ?? null,
    status: 'open',
    currency: offer.currency,
    amount_total_minor: offer.amount_minor,
    page_token: newPageToken(seller_id, now),
    success_url: body.success_url ?? null,
    cancel_url: body.cancel_url ?? null,
    metadata: body.metadata,
    line_items: [lineItem(offer, product, now)],
    expires_at: new Date(now.getTime() + CHECKOUT_LIFETIME_MS).toISOString(),
    cancel_at: null,
    completed_at: null,
    payment_id: null,
    page_opened_at: null,
    page_locale: null,
    amount_refunded_minor: 0,
    created_at: at,
    updated_at: at,
  }
}

export const externalIdTaken = () =>
  new ApiError('checkout_external_id_already_exists', { param: 'external_id' })

/**
 * Changes an offer by the specification's table "Offer defaults and activity".
 *
 * @param lacksDefault true while no offer of the product is its default
 * @returns the new row, and true in `promoted` when it replaces another default
 * @throws ApiError when the table forbids it
 */
export function changedOffer(
  offer: Row<'offers'>,
  lacksDefault: boolean,
  body: Wire['UpdateOfferBody'],
  now: Date,
): { row: Row<'offers'>; promoted: boolean } {
  const name = body.name === undefined ? offer.name : trimmed(body.name)
  if (name === '') throw new ApiError('invalid_offer_name', { param: 'name' })
  const active = body.active ?? offer.active
  for (const param of ['active', 'is_default'] as const) {
    if (offer.is_default && body[param] === false) {
      throw new ApiError('default_offer_cannot_be_disabled', { param })
    }
  }
  if (body.is_default && !active) {
    throw new ApiError('inactive_offer_cannot_be_default', { param: 'is_default' })
  }
  const wanted = body.is_default === true || (active && lacksDefault)
  const is_default = wanted || offer.is_default
  const row = { ...offer, name, active, is_default, updated_at: now.toISOString() }
  return { row, promoted: wanted && !offer.is_default }
}

export const noCursor = () => new ApiError('invalid_cursor', { param: 'starting_after' })
