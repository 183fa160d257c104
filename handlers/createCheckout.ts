import {
  buyer,
  faultOfReturnUrl,
  itemOf,
  offerForSale,
  openCheckout,
} from '../domain/checkouts/open.ts'
import { afterCommit, writing } from './support/handler.ts'
import * as present from './support/present.ts'

export const createCheckout = writing<'createCheckout', 'baseUrl' | 'metrics' | 'mode'>(
  function* (input) {
    const { body, seller, now, service, fail } = input
    for (const field of ['success_url', 'cancel_url'] as const) {
      const fault = faultOfReturnUrl(body[field], service.mode)
      if (fault) throw fail(`invalid_${field}`, field, `A ${field} ${fault}.`)
    }
    const [sale] = yield* offerForSale({ seller_id: seller.id, id: body.offer_id })
    const { item, fault } = itemOf(sale, { seller, quantity: 1, now })
    if (fault) throw fail(fault.code, 'offer_id', fault.detail)
    if (body.customer_id !== undefined) {
      const [customer] = yield* buyer({ seller_id: seller.id, id: body.customer_id })
      if (customer?.status !== 'active') throw fail('customer_not_found', 'customer_id')
    }
    const result = yield* openCheckout({ ...body, items: [item] }, { seller, now })
    if (!result.opened) {
      const { existing_id } = result
      throw fail('checkout_external_id_already_exists', 'external_id', undefined, existing_id)
    }
    const { opened } = result
    yield* afterCommit(() => service.metrics.money('opened', opened.amount_total_minor))
    return { status: 201, body: present.checkout(opened, service.baseUrl) }
  },
)
