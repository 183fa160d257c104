/** Targets of audit events: each by its name, with a link to its page. */
import type { components } from '../generated/types.ts'
import { formatMoney } from '../domain/formats/locale.ts'
import { customerName, itemsOf, readEach, salesOf, subscriptionsOf } from './names.ts'
import type { PageContext } from './page.ts'
import { invoiceName } from './pages/subscriptionParts.ts'
import { audit as texts } from './texts/audit.ts'

type Target = components['schemas']['AuditEvent']['target']

/** Its page, and its name if it has one. */
export type TargetLabel = { href?: string; name?: string }

type Find = (context: PageContext, id: string) => TargetLabel | Promise<TargetLabel>

const finders: Record<string, Find> = {
  api_client: async ({ call }, id) => {
    const { name } = await call('getApiClient', { path: { apiClientId: id } })
    return { href: `/dashboard/api-clients/${id}`, name }
  },
  webhook_endpoint: async ({ call }, id) => {
    const { url } = await call('getWebhookEndpoint', { path: { webhookEndpointId: id } })
    return { href: `/dashboard/webhooks/${id}`, name: url }
  },
  product: async ({ call }, id) => {
    const { name } = await call('getProduct', { path: { productId: id } })
    return { href: `/dashboard/products/${id}`, name }
  },
  offer: async ({ call }, id) => {
    const { name, product_id } = await call('getOffer', { path: { offerId: id } })
    return { href: `/dashboard/products/${product_id}/offers/${id}`, name }
  },
  customer: async (context, id) => {
    const customer = await context.call('getCustomer', { path: { customerId: id } })
    return { href: `/dashboard/customers/${id}`, name: customerName(context, customer) }
  },
  checkout: async ({ call }, id) => {
    const checkout = await call('getCheckout', { path: { checkoutId: id } })
    return { href: `/dashboard/checkouts/${id}`, name: itemsOf(checkout) }
  },
  payment_link: async ({ call }, id) => {
    const { name } = await call('getPaymentLink', { path: { paymentLinkId: id } })
    return { href: `/dashboard/payment-links/${id}`, name }
  },
  subscription: async ({ call }, id) => {
    const { name } = await call('getSubscription', { path: { subscriptionId: id } })
    return { href: `/dashboard/subscriptions/${id}`, name }
  },
  invoice: async (context, id) => {
    const invoice = await context.call('getInvoice', { path: { invoiceId: id } })
    const { subscription_id } = invoice
    const subscription = (await subscriptionsOf(context, [subscription_id])).get(subscription_id)
    return { href: `/dashboard/invoices/${id}`, name: invoiceName(context, invoice, subscription) }
  },
  user: async ({ call }, id) => {
    const { name, email } = await call('getUser', { path: { userId: id } })
    return { href: `/dashboard/team/${id}`, name: name ?? email }
  },
  payment: (_, id) => ({ href: `/dashboard/payments/${id}` }),
  refund: async (context, id) => {
    const { call, locale } = context
    const refund = await call('getRefund', { path: { refundId: id } })
    const { amount_minor, currency } = refund
    const sale = (await salesOf(context, [refund]))(refund)
    const name = texts[locale].refund({
      amount: formatMoney(locale, currency, amount_minor),
      order: sale?.external_id ?? '',
      buyer: sale?.customer ? customerName(context, sale.customer) : '',
    })
    return { href: `/dashboard/refunds/${id}`, name }
  },
  bank_connection: () => ({ href: '/dashboard/bank' }),
  seller: ({ session }) => ({ href: '/dashboard/settings', name: session.seller.shop_name }),
}

/** The names and pages of targets, by their ids. */
export type TargetLabels = ReadonlyMap<string, TargetLabel>

/** Reads the names of all targets; what is gone has none. */
export function targetLabels(
  context: PageContext,
  targets: readonly Target[],
): Promise<TargetLabels> {
  const types = new Map(targets.map(({ id, type }) => [id, type]))
  return readEach(types.keys(), async (id) => {
    const find = finders[types.get(id) ?? '']
    return find ? find(context, id) : {}
  })
}

/** A target by its kind and its name. */
export function targetName({ locale }: PageContext, { type }: Target, label?: TargetLabel): string {
  const kind = texts[locale].kinds[type] ?? type
  return label?.name === undefined ? kind : `${kind}: ${label.name}`
}
