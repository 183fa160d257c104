/** The cart of a checkout: items of the seller's own beside offers of the catalogue. */
import { trimmedName } from '../formats/names.ts'
import { longJsonBytes } from '../../db/longJson.ts'
import type { Transaction } from '../../db/query.ts'
import type { LineItem } from '../../db/schema/tables.ts'
import type { components } from '../../generated/types.ts'
import { idPrefixes } from '../../generated/idPrefixes.ts'
import { newId } from '../../runtime/ids.ts'
import { toTimestamp } from '../../contract/moment.ts'
import { CHECKOUT_LIFETIME_MS } from './expire.ts'
import { itemOf, offersForSale, totalOf } from './open.ts'
import type { OfferFault, Sale, Seller } from './open.ts'

type Wire = components['schemas']
type CartItem = Wire['CartItem']
type CartOffer = Wire['CartOffer']

/** True for an offer of the catalogue, false for an item of the seller's own. */
export const isOffer = (item: CartItem): item is CartOffer =>
  'offer_id' in item && item.offer_id !== undefined

/** The most that a checkout may be over, in minor units (`AmountMinor` in the contract). */
const MAX_AMOUNT_MINOR = 99_999_999_999n

/** The most that the line items of a checkout may take, in bytes as they are stored. */
const MAX_ITEMS_BYTES = 128 * 1024

export type CartFault = {
  code: OfferFault['code'] | 'cart_too_large' | 'invalid_cart_amount'
  param: string
  detail?: string
}

/** An item without an offer; its ids belong to no product and no offer. */
function ownItem(item: Exclude<CartItem, CartOffer>, now: Date): LineItem {
  const shown = trimmedName(item.name)
  return {
    id: newId(idPrefixes.line_items, now),
    product_id: newId(idPrefixes.products, now),
    offer_id: newId(idPrefixes.offers, now),
    name: shown,
    description: item.description ?? '',
    offer_name: shown,
    quantity: item.quantity,
    unit_amount_minor: item.unit_amount_minor,
    type: 'one_time',
    billing_interval: null,
    interval_count: null,
    metadata: item.metadata ?? {},
    kind: item.kind ?? 'product',
  }
}

/**
 * The line items of a cart, in the order in which they were sent.
 *
 * @returns them, or the first fault with the dotted name of its field
 */
export function* cartItems(
  items: readonly CartItem[],
  { seller, now }: { seller: Seller; now: Date },
): Transaction<{ items: LineItem[]; fault?: undefined } | { items?: undefined; fault: CartFault }> {
  const sales = yield* salesOf(items, seller)
  const lines: LineItem[] = []
  const tooLarge = { fault: { code: 'cart_too_large', param: 'items' } } as const
  let bytes = 0
  for (const [index, item] of items.entries()) {
    if (!isOffer(item)) {
      const param = `items.${index}.name`
      if (trimmedName(item.name) === '') return { fault: { code: 'invalid_request', param } }
      lines.push(ownItem(item, now))
      continue
    }
    const { offer_id, quantity } = item
    const sale = sales.get(offer_id)
    // Before the products' metadata is parsed: of a hundred it is 1.6 MB.
    bytes += sale ? longJsonBytes(sale) : 0
    if (bytes > MAX_ITEMS_BYTES) return tooLarge
    const line = itemOf(sale, { seller, quantity, now })
    if (line.fault) return { fault: { ...line.fault, param: `items.${index}.offer_id` } }
    lines.push(line.item)
  }
  const total = totalOf(lines)
  if (total < 1n || total > MAX_AMOUNT_MINOR) {
    return { fault: { code: 'invalid_cart_amount', param: 'items' } }
  }
  if (Buffer.byteLength(JSON.stringify(lines)) > MAX_ITEMS_BYTES) return tooLarge
  return { items: lines }
}

/** The offers of a cart that are on sale, by one statement for all of them. */
function* salesOf(
  items: readonly CartItem[],
  { id: seller_id }: Seller,
): Transaction<Map<string, Sale>> {
  const ids = [...new Set(items.filter(isOffer).map(({ offer_id }) => offer_id))]
  const sales = ids.length > 0 ? yield* offersForSale({ seller_id, ids }) : []
  return new Map(sales.map((sale) => [sale.offer.id, sale]))
}

/**
 * The moment at which a new session is to be canceled, as it is stored.
 *
 * @param text of the format `date-time`
 * @returns undefined when it has passed, or is after the session's whole lifetime
 */
export function cancellationAt(text: string, now: Date): string | undefined {
  const at = toTimestamp(text)
  const latest = new Date(now.getTime() + CHECKOUT_LIFETIME_MS).toISOString()
  return at > now.toISOString() && at <= latest ? at : undefined
}
