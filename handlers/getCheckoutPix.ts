import { asEnded } from '../domain/checkouts/expire.ts'
import { asOpened } from '../domain/checkouts/pageOpening.ts'
import { pixCodeView } from '../domain/checkouts/page/pixCode.ts'
import { checkoutById } from '../domain/checkouts/view.ts'
import { shopNameOf } from '../domain/identity/sellerRows.ts'
import type { Handler } from './support/handler.ts'

/** No `reading`: it may wait for the bank, which makes the charge when there is none yet. */
export const getCheckoutPix: Handler<'getCheckoutPix', 'rail'> = async (input) => {
  const { path, seller, now, db, service, fail } = input
  const [found] = await db.read(() => checkoutById({ seller_id: seller.id, id: path.checkoutId }))
  if (!found) throw fail('checkout_not_found')
  // A refusal has no effect, so what is past its end is left to the next read to mark.
  const checkout = asEnded(found, now)
  if (checkout.status !== 'open') throw fail('checkout_not_open')
  const shopName = await db.read(() => shopNameOf(seller))
  const code = await service.rail.code(asOpened(checkout, now), shopName)
  return { status: 200, body: pixCodeView(checkout, code) }
}
