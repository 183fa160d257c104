import {
  buyer,
  faultOfReturnUrl,
  newCheckout,
  offerForSale,
  openCheckout,
} from '../domain/checkouts/open.ts'
import { afterCommit, writing } from './support/handler.ts'
import * as present from './support/present.ts'

export const createCheckout = writing<'createCheckout'>(function* (input) {
  const { body, seller, now, service, fail } = input
  for (const field of ['success_url', 'cancel_url'] as const) {
    const fault = faultOfReturnUrl(body[field], service.mode)
    if (fault) throw fail(`invalid_${field}`, field, `A ${field} ${fault}.`)
  }
  const [sale] = yield* offerForSale({ seller_id: seller.id, id: body.offer_id })
  if (!sale) throw fail('offer_not_found', 'offer_id')
  const { type, currency } = sale.offer
  if (type === 'recurring') throw fail('recurring_checkout_not_supported', 'offer_id')
  // Settlement is in the seller's currency; nothing here could turn another one into it.
  if (currency !== seller.default_currency) {
    const detail = `A oferta não está em ${seller.default_currency}, a moeda da conta.`
    throw fail('invalid_request', 'offer_id', detail)
  }
  if (body.customer_id !== undefined) {
    const [customer] = yield* buyer({ seller_id: seller.id, id: body.customer_id })
    if (customer?.status !== 'active') throw fail('customer_not_found', 'customer_id')
  }
  const checkout = newCheckout(sale, { seller_id: seller.id, body, now })
  const [opened] = yield* openCheckout(checkout)
  if (!opened) throw fail('checkout_external_id_already_exists', 'external_id')
  yield* afterCommit(() => service.metrics.money('opened', checkout.amount_total_minor))
  return { status: 201, body: present.checkout(checkout, service.baseUrl) }
})
