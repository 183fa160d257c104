import type { Row } from '../../db/schema/tables.ts'
import { paths } from '../../generated/paths.ts'
import type { components } from '../../generated/types.ts'

type Wire = components['schemas']

export function customer(row: Row<'customers'>): Wire['Customer'] {
  return {
    id: row.id,
    object: 'customer',
    name: row.name,
    email: row.email,
    phone: row.phone,
    tax_id: row.tax_id,
    status: row.status,
    metadata: row.metadata,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

export function offer(row: Row<'offers'>): Wire['Offer'] {
  return {
    id: row.id,
    object: 'offer',
    product_id: row.product_id,
    name: row.name,
    lookup_key: row.lookup_key,
    amount_minor: row.amount_minor,
    compare_at_amount_minor: row.compare_at_amount_minor,
    currency: row.currency as Wire['CurrencyCode'],
    type: row.type,
    billing_interval: row.billing_interval,
    interval_count: row.interval_count,
    is_default: row.is_default,
    active: row.active,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

/** @param default_offer the product's current one, null when no offer is active */
export function product(
  row: Row<'products'>,
  default_offer: Row<'offers'> | null,
): Wire['Product'] {
  return {
    id: row.id,
    object: 'product',
    name: row.name,
    description: row.description,
    status: row.status,
    metadata: row.metadata,
    default_offer: default_offer && offer(default_offer),
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

function lineItem(
  item: Row<'checkouts'>['line_items'][number],
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
  }
}

/** @param base_url the public address of the service, where the hosted page is */
export function checkout(row: Row<'checkouts'>, base_url: string): Wire['Checkout'] {
  const currency = row.currency as Wire['CurrencyCode']
  return {
    id: row.id,
    object: 'checkout',
    customer_id: row.customer_id,
    external_id: row.external_id,
    mode: 'payment',
    status: row.status,
    currency,
    amount_total_minor: row.amount_total_minor,
    checkout_url: base_url + paths.getPaymentPage({ token: row.page_token }),
    success_url: row.success_url,
    cancel_url: row.cancel_url,
    metadata: row.metadata,
    line_items: row.line_items.map((item) => lineItem(item, currency)),
    expires_at: row.expires_at,
    completed_at: row.completed_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

export function clock(now: Date): Wire['Clock'] {
  return { object: 'clock', now: now.toISOString() }
}

/** @param code_ready whether the page has a code to show */
export function paymentStatus(
  { status, expires_at }: Row<'checkouts'>,
  code_ready: boolean,
): Wire['PaymentStatus'] {
  return { object: 'payment_status', status, expires_at, code_ready }
}
