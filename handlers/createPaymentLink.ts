import { faultOfReturnUrl } from '../domain/checkouts/open.ts'
import { createLink } from '../domain/links/links.ts'
import { checkPlanLink } from '../domain/subscriptions/links/planLinks.ts'
import { writing } from './support/handler.ts'
import * as present from './support/present.ts'

export const createPaymentLink = writing<'createPaymentLink', 'baseUrl' | 'mode'>(
  function* (input) {
    const { body, seller, actor, now, service, fail } = input
    const wrong = faultOfReturnUrl(body.success_url ?? undefined, service.mode)
    if (wrong) throw fail('invalid_success_url', 'success_url', `A success_url ${wrong}.`)
    const checked = yield* checkPlanLink(body, seller)
    if (checked.fault) throw fail(checked.fault.code, checked.fault.param, checked.fault.detail)
    const by = { seller, actor, now, isPlan: checked.isPlan }
    const { link, fault } = yield* createLink(body, by)
    if (fault) throw fail(fault.code, fault.param, fault.detail)
    return {
      status: 201,
      body: present.paymentLink(link, { baseUrl: service.baseUrl, open_count: 0 }),
    }
  },
)
