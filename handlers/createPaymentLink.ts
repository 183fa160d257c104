import { faultOfReturnUrl } from '../domain/checkouts/open.ts'
import { createLink } from '../domain/links/links.ts'
import { writing } from './support/handler.ts'
import * as present from './support/present.ts'

export const createPaymentLink = writing<'createPaymentLink', 'baseUrl' | 'mode'>(
  function* (input) {
    const { body, seller, actor, now, service, fail } = input
    const wrong = faultOfReturnUrl(body.success_url ?? undefined, service.mode)
    if (wrong) throw fail('invalid_success_url', 'success_url', `A success_url ${wrong}.`)
    const { link, fault } = yield* createLink(body, { seller, actor, now })
    if (fault) throw fail(fault.code, fault.param, fault.detail)
    return {
      status: 201,
      body: present.paymentLink(link, { baseUrl: service.baseUrl, open_count: 0 }),
    }
  },
)
