/** An order of Vendure as the lines of a checkout, with taxes, as the buyer sees them. */
import type { Order } from '@vendure/core'
import type { Customer, Line } from '../../shared/cart.ts'

/** Takes off the part that has been paid already, or by another method. */
function paidOtherwise(order: Order, amountMinor: number): Line[] {
  const other = amountMinor - order.totalWithTax
  if (other === 0) return []
  return [{ kind: 'discount', name: 'Outros pagamentos', unit_amount_minor: other }]
}

export function linesOf(order: Order, amountMinor: number): Line[] {
  const products = order.lines
    .filter(({ quantity }) => quantity > 0)
    .map((line): Line => {
      const { productVariant, quantity, unitPriceWithTax, linePriceWithTax } = line
      return {
        kind: 'product',
        name: productVariant.name || productVariant.sku,
        quantity,
        unit_amount_minor: unitPriceWithTax,
        total_minor: linePriceWithTax,
      }
    })
  const freight = order.shippingLines.map(
    ({ shippingMethod, priceWithTax }): Line => ({
      kind: 'shipping',
      name: shippingMethod?.name ?? '',
      unit_amount_minor: priceWithTax,
    }),
  )
  const fees = order.surcharges.map(
    ({ description, priceWithTax }): Line => ({
      kind: 'fee',
      name: description,
      unit_amount_minor: priceWithTax,
    }),
  )
  const discounts = order.discounts.map(
    ({ description, amountWithTax }): Line => ({
      kind: 'discount',
      name: description,
      unit_amount_minor: amountWithTax,
    }),
  )
  return [...products, ...freight, ...fees, ...discounts, ...paidOtherwise(order, amountMinor)]
}

export function customerOf({ customer }: Order, taxId: unknown): Customer | undefined {
  if (!customer) return undefined
  const { firstName, lastName, emailAddress, phoneNumber } = customer
  return {
    name: `${firstName} ${lastName}`.trim() || emailAddress,
    email: emailAddress,
    ...(phoneNumber && { phone: phoneNumber }),
    ...(typeof taxId === 'string' && taxId.trim() && { tax_id: taxId.trim() }),
  }
}
