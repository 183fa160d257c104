/** The recurring offer of a link that sells one, of which its page opens a subscription. */
import { isOffer } from '../checkouts/cart.ts'
import { offerForSale } from '../checkouts/open.ts'
import type { Sale } from '../checkouts/open.ts'
import type { Transaction } from '../../db/query.ts'
import type { components } from '../../generated/types.ts'
import { linkById } from './links.ts'
import type { PaymentLink } from './links.ts'

/** @returns undefined where the link opens checkouts, and while the offer is not for sale */
export function* planOf({
  seller_id,
  items,
}: Pick<PaymentLink, 'seller_id' | 'items'>): Transaction<Sale | undefined> {
  const [item, ...others] = (items ?? []) as components['schemas']['CartItem'][]
  if (!item || others.length > 0 || !isOffer(item)) return undefined
  const [sale] = yield* offerForSale({ seller_id, id: item.offer_id })
  return sale?.offer.type === 'recurring' ? sale : undefined
}

/** True of a link that sells one, by its id. */
export function* sellsPlan(key: { seller_id: string; id: string }): Transaction<boolean> {
  const [link] = yield* linkById(key)
  return link !== undefined && (yield* planOf(link)) !== undefined
}
