/** Targets of audit events: each by its name, with a link to its page. */
import type { components } from '../generated/types.ts'
import { link, text } from './blocks.ts'
import type { Cell } from './blocks.ts'
import { customerName, itemsOf, readEach } from './names.ts'
import type { PageContext } from './page.ts'
import { audit as texts } from './texts/audit.ts'

type Target = components['schemas']['AuditEvent']['target']

/** Its page, and its name if it has one. */
type TargetLabel = { href?: string; name?: string }

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
  user: async ({ call }, id) => {
    const { email } = await call('getUser', { path: { userId: id } })
    return { href: `/dashboard/team/${id}`, name: email }
  },
  payment: (_, id) => ({ href: `/dashboard/payments/${id}` }),
  refund: (_, id) => ({ href: `/dashboard/refunds/${id}` }),
  bank_connection: () => ({ href: '/dashboard/bank' }),
  seller: ({ session }) => ({ href: '/dashboard/settings', name: session.seller.shop_name }),
}

export type TargetCell = (target: Target) => Cell

/** Reads the names of all targets; what is gone has its kind alone. */
export async function targetCells(
  context: PageContext,
  targets: readonly Target[],
): Promise<TargetCell> {
  const { kinds } = texts[context.locale]
  const types = new Map(targets.map(({ id, type }) => [id, type]))
  const labels = await readEach(types.keys(), async (id) => {
    const find = finders[types.get(id) ?? '']
    return find ? find(context, id) : {}
  })
  return ({ id, type }) => {
    const { href, name } = labels.get(id) ?? {}
    const kind = kinds[type] ?? type
    const said = name === undefined ? kind : `${kind}: ${name}`
    return href === undefined ? text(said) : link(href, said)
  }
}
