import { permits } from '../domain/identity/scopes.ts'
import { faultOfReturnUrl } from '../domain/checkouts/open.ts'
import {
  subscriptionsRefusals,
  subscriptionsStanding,
} from '../domain/pix/connections/recurring.ts'
import { sellSubscription } from '../domain/subscriptions/subscriptionChanges.ts'
import { writing } from './support/handler.ts'
import * as present from './support/present.ts'

export const createSubscription = writing<'createSubscription', 'baseUrl' | 'mode'>(
  function* (input) {
    const { body, seller, actor, now, service, scopes, fail } = input
    const { customer, customer_id = '', ...terms } = body
    if (customer && !permits(scopes, 'customers:write')) throw fail('insufficient_scope')
    for (const field of ['success_url', 'cancel_url'] as const) {
      const fault = faultOfReturnUrl(body[field], service.mode)
      if (fault) throw fail(`invalid_${field}`, field, `A ${field} ${fault}.`)
    }
    const { standing, connection_id } = yield* subscriptionsStanding(seller.id, service.mode)
    if (standing !== 'available') {
      throw fail('subscriptions_unavailable', undefined, subscriptionsRefusals[standing])
    }
    const order = { ...terms, ...(customer ? { customer } : { customer_id }) }
    const { opened, fault } = yield* sellSubscription(order, { seller, actor, connection_id, now })
    if (fault) throw fail(fault.code, fault.param, fault.detail, fault.existing_id)
    return { status: 201, body: present.subscription(opened, service.baseUrl) }
  },
)
