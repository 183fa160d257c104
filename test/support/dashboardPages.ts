/** A seller with something on every page of the dashboard, and the addresses of the pages. */
import { idPrefixes } from '../../generated/idPrefixes.ts'
import { newId } from '../../runtime/ids.ts'
import { linkOf } from './paymentLinks.ts'
import { person } from './person.ts'
import { putRefunds } from './refunded.ts'
import type { TestAccount } from './service.ts'

/** Text as long as may be, with parts that must not become markup or run. */
const HOSTILE = `"><script>alert(1)</script><img src=x onerror=alert(1)>{{7*7}}\u202e`
const long = (length: number) => HOSTILE + 'W'.repeat(length - HOSTILE.length)

/** Puts money that belongs to no charge on record. */
export const putTransfer = (
  { on, seller_id }: TestAccount,
  { description, at, amount_minor = 99_999_999_999 }: TransferFields,
) => {
  const id = newId(idPrefixes.transfers, new Date(at))
  const end_to_end_id = `E${id.replaceAll(/[^0-9a-f]/g, '').slice(-31)}`
  return on.sql(
    `insert into transfers (seller_id, id, end_to_end_id, transfer_key, return_id, amount_minor,
       occurred_at, description, created_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[seller_id, id, end_to_end_id, end_to_end_id.toLowerCase()],
    ...[amount_minor < 0 ? 'back' : '', amount_minor, at, description, at],
  )
}

type TransferFields = { description: string | null; at: string; amount_minor?: number }

const longestLink = {
  name: long(160),
  items: [{ name: long(160), unit_amount_minor: 99_999_999_999 }],
  quantity: { min: 1, max: 1 },
  collect: ['name', 'email', 'tax_id', 'phone'],
  max_payments: 1_000_000,
  ends_at: '2030-01-01T00:00:00Z',
  success_url: `https://loja.example/${'w'.repeat(2000)}`,
  metadata: { [long(100)]: long(200) },
}

/** A subscription with the longest texts, of a customer that is there already. */
async function subscriptionOf(seller: TestAccount, email: string) {
  const offer = { amount_minor: 99999999999, currency: 'BRL', type: 'recurring' }
  const { body: product } = await seller.post<'Product'>('/v1/products', {
    name: long(160),
    default_offer: { ...offer, billing_interval: 'month', name: long(160) },
  })
  const { body } = await seller.post<'Subscription'>('/v1/subscriptions', {
    offer_id: product.default_offer?.id ?? '',
    customer: { name: long(160), email, tax_id: person.tax_id },
    external_id: long(255),
    metadata: { [long(100)]: long(200) },
  })
  return body
}

/** Fills the account, and gives the address of each page with an object on it, by a name. */
export async function filledPages(seller: TestAccount): Promise<Record<string, string>> {
  const { body: customer } = await seller.post<'Customer'>('/v1/customers', {
    name: long(160),
    email: `${'w'.repeat(60)}@example.com`,
    metadata: { [long(100)]: long(200) },
  })
  const { body: product } = await seller.post<'Product'>('/v1/products', {
    name: long(160),
    description: long(2000),
    default_offer: { amount_minor: 99999999999, currency: 'BRL', name: long(160) },
  })
  const offer_id = product.default_offer?.id ?? ''
  const subscription = await subscriptionOf(seller, customer.email)
  const { id: endpoint } = await seller.webhookEndpoint()
  const open = { offer_id, customer_id: customer.id, external_id: long(255) }
  const { body: checkout } = await seller.post<'Checkout'>('/v1/checkouts', open)
  await seller.post(`/sandbox/checkouts/${checkout.id}/pay`)
  const at = seller.on.clock.now().toISOString()
  await putRefunds(seller, checkout.id, [{ amount_minor: 1, status: 'failed', at }])
  await putTransfer(seller, { description: long(140), at })
  const { body: refunds } = await seller.get<'RefundList'>('/v1/refunds')
  const { body: paid } = await seller.get<'Checkout'>(`/v1/checkouts/${checkout.id}`)
  const { body: waiting } = await seller.post<'Checkout'>('/v1/checkouts', { offer_id })
  const { id: client } = await seller.apiClient({ name: long(160) })
  const { body: events } = await seller.get<'EventList'>('/v1/events')
  const { body: users } = await seller.get<'UserList'>('/v1/users')
  const link = await linkOf(seller, longestLink)
  const dashboard = (path: string) => `/dashboard/${path}`
  return {
    home: dashboard('home'),
    search: dashboard('search?q=script'),
    'search, nothing': dashboard('search?q=ninguem'),
    checkouts: dashboard('checkouts'),
    checkout: dashboard(`checkouts/${waiting.id}`),
    'checkout, paid': dashboard(`checkouts/${checkout.id}`),
    'new-checkout': dashboard('new-checkout'),
    payments: dashboard('payments'),
    payment: dashboard(`payments/${paid.payment_id}`),
    refunds: dashboard('refunds'),
    refund: dashboard(`refunds/${refunds.data[0]?.id}`),
    statement: dashboard('statement'),
    unmatched: dashboard('unmatched'),
    'payment-links': dashboard('payment-links'),
    'payment-link': dashboard(`payment-links/${link.id}`),
    subscriptions: dashboard('subscriptions'),
    subscription: dashboard(`subscriptions/${subscription.id}`),
    'new-subscription': dashboard('new-subscription'),
    invoices: dashboard('invoices'),
    invoice: dashboard(`invoices/${subscription.latest_invoice_id}`),
    customers: dashboard('customers'),
    customer: dashboard(`customers/${customer.id}`),
    products: dashboard('products'),
    product: dashboard(`products/${product.id}`),
    'product, offer': dashboard(`products/${product.id}/offers/${offer_id}`),
    'api-clients': dashboard('api-clients'),
    'api-clients, one': dashboard(`api-clients/${client}`),
    webhooks: dashboard('webhooks'),
    'webhooks, one': dashboard(`webhooks/${endpoint}`),
    events: dashboard('events'),
    'events, one': dashboard(`events/${events.data[0]?.id}`),
    bank: dashboard('bank'),
    team: dashboard('team'),
    'team, one': dashboard(`team/${users.data[0]?.id}`),
    access: dashboard('access'),
    audit: dashboard('audit'),
    settings: dashboard('settings'),
  }
}
