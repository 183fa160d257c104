/** Turns an order of a shop into the items of a checkout, which sum to its total, to the cent. */
import type { Balcao } from '@balcao/client'

type CartBody = Parameters<Balcao['createCartCheckout']>[0]['body']
/** An item that stands in the shop's catalogue alone. */
export type Item = Exclude<CartBody['items'][number], { offer_id: string }>
export type Customer = NonNullable<CartBody['customer']>

/** A line of an order, in cents, with taxes. */
export type Line = {
  kind: 'product' | 'shipping' | 'fee' | 'discount'
  name: string
  quantity?: number
  unit_amount_minor: number
  /** The shop's amount for the line, when rounding makes it other than unit times quantity. */
  total_minor?: number
}

const MAX_ITEMS = 100
const MAX_QUANTITY = 9999
const MAX_NAME = 160
/** A line and each discount of it are rounded by the shop on their own. */
const MAX_ROUNDING_MINOR = 1

const blank = /^[\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]*$/u

function nameOf(text: string, otherwise: string): string {
  const plain = text.replace(/\p{Cc}+/gu, ' ').trim()
  const cut = [...(blank.test(plain) ? otherwise : plain)].slice(0, MAX_NAME)
  return cut.join('').trim()
}

const otherwise = { product: 'Item', shipping: 'Frete', fee: 'Taxa', discount: 'Desconto' }

const totalOf = ({ unit_amount_minor, quantity = 1, total_minor }: Line) =>
  total_minor ?? unit_amount_minor * quantity

function itemOf(line: Line): Item {
  const { kind, name, unit_amount_minor, quantity = 1 } = line
  const total = totalOf(line)
  const plain = nameOf(name, otherwise[kind])
  // A shop may give something back by a fee, or take more by a discount.
  const sign = total < 0 ? 'discount' : kind === 'discount' ? 'fee' : kind
  if (unit_amount_minor * quantity === total && quantity <= MAX_QUANTITY && quantity > 0) {
    return { kind: sign, name: plain, quantity, unit_amount_minor }
  }
  const named = quantity === 1 ? plain : nameOf(`${quantity} × ${plain}`, plain)
  return { kind: sign, name: named, quantity: 1, unit_amount_minor: total }
}

const amountOf = ({ unit_amount_minor, quantity = 1 }: Item) => unit_amount_minor * quantity

const sum = (items: Item[]) => items.reduce((total, item) => total + amountOf(item), 0)

/** Keeps to the items that a checkout takes: the products past them, else all, become one item. */
function bounded(items: Item[]): Item[] {
  if (items.length <= MAX_ITEMS) return items
  const products = items.filter(({ kind }) => kind === 'product')
  const others = items.filter(({ kind }) => kind !== 'product')
  const shown = MAX_ITEMS - others.length - 1
  if (shown < 0)
    return [{ kind: 'product', name: 'Pedido', quantity: 1, unit_amount_minor: sum(items) }]
  const rest = products.slice(shown)
  const name = `Mais ${rest.length} itens`
  const more: Item = { kind: 'product', name, quantity: 1, unit_amount_minor: sum(rest) }
  return [...products.slice(0, shown), more, ...others]
}

/**
 * The items of an order. The total is the shop's: what the lines lack of it, or exceed it by, is
 * one more item. Up to a cent for each line it is rounding, past that store credit, a gift card or
 * a surcharge.
 *
 * @param totalMinor the amount that the shop asks for the order
 */
export function itemsOf(lines: Line[], totalMinor: number): Item[] {
  const charged = lines.filter((line) => line.kind === 'product' || totalOf(line) !== 0)
  const items = charged.map(itemOf)
  const difference = totalMinor - sum(items)
  if (difference === 0) return bounded(items)
  const kind = difference < 0 ? 'discount' : 'fee'
  const isRounding = Math.abs(difference) <= charged.length * MAX_ROUNDING_MINOR
  const name = isRounding ? 'Arredondamento' : kind === 'fee' ? 'Acréscimo' : 'Desconto'
  return bounded([...items, { kind, name, quantity: 1, unit_amount_minor: difference }])
}
