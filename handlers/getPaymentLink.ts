import { countOpenSessions, linkById } from '../domain/links/links.ts'
import { reading } from './support/handler.ts'
import * as present from './support/present.ts'

export const getPaymentLink = reading<'getPaymentLink', 'baseUrl'>(function* (input) {
  const { path, seller, service, fail } = input
  const [link] = yield* linkById({ seller_id: seller.id, id: path.paymentLinkId })
  if (!link) throw fail('payment_link_not_found')
  const open_count = (yield* countOpenSessions(seller.id, [link.id])).get(link.id) ?? 0
  return { status: 200, body: present.paymentLink(link, { baseUrl: service.baseUrl, open_count }) }
})
