import { trimmedName } from '../domain/formats/names.ts'
import { faultOfReturnUrl } from '../domain/checkouts/open.ts'
import { changeLink, countOpenSessions } from '../domain/links/links.ts'
import { sellsPlan } from '../domain/links/plan.ts'
import { writing } from './support/handler.ts'
import * as present from './support/present.ts'

export const updatePaymentLink = writing<'updatePaymentLink', 'baseUrl' | 'mode'>(
  function* (input) {
    const { body, path, seller, actor, now, service, fail } = input
    const wrong = faultOfReturnUrl(body.success_url ?? undefined, service.mode)
    if (wrong) throw fail('invalid_success_url', 'success_url', `A success_url ${wrong}.`)
    const changes = { ...body }
    if (body.name !== undefined) changes.name = trimmedName(body.name)
    if (changes.name === '') throw fail('invalid_request', 'name')
    const key = { seller_id: seller.id, id: path.paymentLinkId }
    if (body.max_payments != null && (yield* sellsPlan(key))) {
      throw fail('invalid_request', 'max_payments')
    }
    const link = yield* changeLink(changes, { ...key, actor, now })
    if (!link) throw fail('payment_link_not_found')
    const open_count = (yield* countOpenSessions(seller.id, [link.id])).get(link.id) ?? 0
    return {
      status: 200,
      body: present.paymentLink(link, { baseUrl: service.baseUrl, open_count }),
    }
  },
)
