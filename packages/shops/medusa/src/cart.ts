/** A cart or an order of Medusa as the lines of a checkout, with taxes, as the buyer sees them. */
import { MathBN } from '@medusajs/framework/utils'
import type { BigNumberInput } from '@medusajs/framework/types'
import type { Customer, Line } from '../../shared/cart.ts'

type Adjustment = { code?: string | null; amount: BigNumberInput }

/** A line item or a shipping method. */
type Priced = {
  name?: string
  title?: string
  product_title?: string | null
  variant_title?: string | null
  quantity?: BigNumberInput
  /** The total with taxes, before discounts. */
  original_total: BigNumberInput
  total: BigNumberInput
  adjustments?: Adjustment[]
}

type Address = {
  first_name?: string | null
  last_name?: string | null
  phone?: string | null
  metadata?: Record<string, unknown> | null
}

export type Basket = {
  id: string
  email?: string | null
  total: BigNumberInput
  items?: Priced[]
  shipping_methods?: Priced[]
  billing_address?: Address | null
  shipping_address?: Address | null
  metadata?: Record<string, unknown> | null
}

/** The fields that are read of a cart or an order. */
export const BASKET_FIELDS: string[] = [
  'id',
  'email',
  'total',
  'metadata',
  'items.*',
  'items.adjustments.*',
  'items.original_total',
  'items.total',
  'shipping_methods.*',
  'shipping_methods.adjustments.*',
  'shipping_methods.original_total',
  'shipping_methods.total',
  'billing_address.*',
  'shipping_address.*',
]

/** Medusa counts in reais, and to more than two places. */
export const inCents = (amount: BigNumberInput): number =>
  Math.round(Number(MathBN.mult(amount, 100).toFixed(4)))

function nameOf({ name, title, product_title, variant_title }: Priced): string {
  const product = product_title ?? title ?? name ?? ''
  // Medusa calls the only variant of a product so.
  const hasVariant = variant_title && !/^default/i.test(variant_title)
  return hasVariant ? `${product} (${variant_title})` : product
}

function lineOf(kind: Line['kind'], priced: Priced): Line {
  const total_minor = inCents(priced.original_total)
  const quantity = Number(MathBN.convert(priced.quantity ?? 1))
  const isWhole = Number.isInteger(quantity) && quantity > 0
  const unit = isWhole ? Math.round(total_minor / quantity) : total_minor
  return {
    kind,
    name: nameOf(priced),
    quantity: isWhole ? quantity : 1,
    unit_amount_minor: unit,
    total_minor,
  }
}

/** The discounts by promotion. With several on a line, each has its share of the line's. */
function discountsOf(all: Priced[]): Line[] {
  const byCode = new Map<string, number>()
  for (const { original_total, total, adjustments = [] } of all) {
    let left = inCents(original_total) - inCents(total)
    const sum = adjustments.reduce((amount, one) => amount + inCents(one.amount), 0)
    for (const [index, { code, amount }] of adjustments.entries()) {
      const isLast = index === adjustments.length - 1
      const gross = inCents(original_total) - inCents(total)
      const share = isLast || sum === 0 ? left : Math.round((gross * inCents(amount)) / sum)
      left -= share
      byCode.set(code ?? '', (byCode.get(code ?? '') ?? 0) + share)
    }
  }
  return [...byCode].map(([code, amount]) => ({
    kind: 'discount',
    name: code,
    unit_amount_minor: -amount,
  }))
}

/** @param amountMinor the part that this session pays; other parts are taken off */
export function linesOf(basket: Basket, amountMinor: number): Line[] {
  const { items = [], shipping_methods = [] } = basket
  const other = amountMinor - inCents(basket.total)
  const otherwise: Line = { kind: 'discount', name: 'Outros pagamentos', unit_amount_minor: other }
  return [
    ...items.map((item) => lineOf('product', item)),
    ...shipping_methods.map((method) => lineOf('shipping', method)),
    ...discountsOf([...items, ...shipping_methods]),
    ...(other === 0 ? [] : [otherwise]),
  ]
}

const textOf = (value: unknown) => (typeof value === 'string' && value.trim()) || undefined

/** CPF or CNPJ is what the storefront has sent, or has kept with the address or the cart. */
export function customerOf(basket: Basket, taxId: unknown): Customer | undefined {
  const { email, billing_address, shipping_address, metadata } = basket
  const address = billing_address ?? shipping_address
  if (!email) return undefined
  const { first_name, last_name, phone } = address ?? {}
  const kept = address?.metadata?.['tax_id'] ?? metadata?.['tax_id']
  const tax_id = textOf(taxId) ?? textOf(kept)
  return {
    name: [first_name, last_name].filter(Boolean).join(' ') || email,
    email,
    ...(phone && { phone }),
    ...(tax_id && { tax_id }),
  }
}
