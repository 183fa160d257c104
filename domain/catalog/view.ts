/** Customers, products and offers in the contract's form. */
import type { Row } from '../../db/schema/tables.ts'
import type { components } from '../../generated/types.ts'

type Wire = components['schemas']

export function customerView(row: Row<'customers'>): Wire['Customer'] {
  return {
    id: row.id,
    object: 'customer',
    name: row.name,
    email: row.email,
    phone: row.phone,
    tax_id: row.tax_id,
    status: row.status,
    source: row.source,
    metadata: row.metadata,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

export function offerView(row: Row<'offers'>): Wire['Offer'] {
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
export function productView(
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
    default_offer: default_offer && offerView(default_offer),
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}
