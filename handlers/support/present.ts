/** The contract's objects by their names; each is made beside the rows that it is made of. */
import type { components } from '../../generated/types.ts'

export { accessGrantView as accessGrant } from '../../domain/access/view.ts'
export { auditEventView as auditEvent } from '../../domain/audit/view.ts'
export {
  customerView as customer,
  offerView as offer,
  productView as product,
} from '../../domain/catalog/view.ts'
export { checkoutView as checkout } from '../../domain/checkouts/view.ts'
export { apiClientView as apiClient } from '../../domain/identity/view.ts'
export { linkView as paymentLink } from '../../domain/links/links.ts'
export { emailView as email } from '../../domain/mail/view.ts'
export {
  dailyTotalView as dailyTotal,
  paymentView as payment,
  refundView as refund,
} from '../../domain/payments/view.ts'
export { shownInvoiceView as invoice } from '../../domain/subscriptions/shownInvoices.ts'
export { subscriptionView as subscription } from '../../domain/subscriptions/view.ts'
export { userView as user } from '../../domain/people/view.ts'
export { settingsView as settings } from '../../domain/settings/settings.ts'
export { eventView as event } from '../../domain/webhooks/eventHistory.ts'
export {
  webhookDeliveryView as webhookDelivery,
  webhookEndpointView as webhookEndpoint,
} from '../../domain/webhooks/view.ts'

export function clock(now: Date): components['schemas']['Clock'] {
  return { object: 'clock', now: now.toISOString() }
}
