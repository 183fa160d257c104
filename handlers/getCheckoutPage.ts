import { checkoutPageView } from '../domain/checkouts/pageOpening.ts'
import { checkoutById } from '../domain/checkouts/view.ts'
import { reading } from './support/handler.ts'

export const getCheckoutPage = reading<'getCheckoutPage', 'baseUrl'>(function* (input) {
  const { path, seller, service, fail } = input
  const [checkout] = yield* checkoutById({ seller_id: seller.id, id: path.checkoutId })
  if (!checkout) throw fail('checkout_not_found')
  return { status: 200, body: checkoutPageView(checkout, service.baseUrl) }
})
