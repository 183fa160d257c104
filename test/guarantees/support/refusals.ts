/** A request for each refusal that the contract lists, of each operation. */
import { readFileSync } from 'node:fs'
import { MAX_ACTIVE_CLIENTS } from '../../../domain/access/clientChanges.ts'
import { createClient, revoke } from '../../../domain/access/clients.ts'
import type { Scope } from '../../../domain/identity/scopes.ts'
import { settle } from '../../../domain/payments/settle.ts'
import { MAX_REFUNDS_OF_PAYMENT } from '../../../domain/payments/refundPayment.ts'
import { MAX_USERS } from '../../../domain/people/userChanges.ts'
import { invite } from '../../../domain/access/users.ts'
import { MAX_ENDPOINTS } from '../../../domain/webhooks/endpointChanges.ts'
import { createEndpoint } from '../../../domain/webhooks/endpoints.ts'
import { linkOf, pageOfLink } from '../../support/paymentLinks.ts'
import { startBank } from '../../support/bank.ts'
import { bankBody, useUpConnections } from '../../support/bankSettings.ts'
import { clientOf, userOf } from '../../support/makers.ts'
import { bodyFor, prefixes } from '../../support/oneOfEach.ts'
import { newPasskey } from '../../support/people.ts'
import { putFailedRefunds } from '../../support/refunded.ts'
import type { TestAccount } from '../../support/service.ts'
import type { Right } from './asked.ts'
import type { RequestParts, Op } from './judge.ts'

/** The objects that a refusal needs. */
export type Scene = Awaited<ReturnType<typeof sceneOf>>

/** The difference of a request from a good one of its operation. */
export type Difference = Partial<RequestParts> & {
  right?: Right | 'narrow'
  method?: string
  /** Put behind the path, as it is. */
  suffix?: string
  /** The body as it is. */
  text?: string
  on?: 'limited' | 'live'
  /** The answer comes only once a time is over. */
  slow?: true
}

const bank = await startBank(() => new Date())

const unknownUuid = '01990000-0000-7000-8000-000000000000'
const price = { amount_minor: 4990, currency: 'BRL' }

/** A day on which a subscription can start. */
const inThirtyDays = () =>
  new Date(Date.now() + 30 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
const recurring = { ...price, type: 'recurring' }

/** A payment without a bank, also where the sandbox's own operations are not there. */
async function paid(seller: TestAccount) {
  const { id } = await seller.checkout()
  const { seller_id, on } = seller
  const { events, metrics } = on.service
  const of = { seller_id, id, rail: 'sandbox', now: on.clock.now(), events, metrics } as const
  const checkout = await on.db.run(() => settle(of))
  const { body } = await seller.get<'Payment'>(`/v1/payments/${checkout?.payment_id}`)
  return { ...body, checkout_id: id }
}

/** Makes an object of each kind and state: free and taken, open, over, and due. */
export async function sceneOf(account: TestAccount) {
  const { clock } = account.on
  const due = await account.checkout()
  await account.post(
    '/v1/customers',
    { name: 'Ana', email: 'old@example.com' },
    {
      'idempotency-key': 'old',
    },
  )
  clock.advanceMs(24 * 60 * 60 * 1000 + 1)
  const seller = await account.on.login(account)
  const customer = await seller.customer()
  const product = await seller.product()
  const monthly = await seller.offer(product.id, { type: 'recurring', billing_interval: 'month' })
  const daily = await seller.offer(product.id, { type: 'recurring', billing_interval: 'day' })
  const inactive = await seller.offer(product.id)
  await seller.patch(`/v1/offers/${inactive.id}`, { active: false })
  const open = await seller.checkout({ external_id: 'taken' })
  const ended = await seller.checkout()
  await seller.post(`/v1/checkouts/${ended.id}/cancel`)
  const { body: events } = await seller.get<'EventList'>('/v1/events')
  const eventId = events.data[0]?.id ?? ''
  const payments = await paymentsOf(seller)
  await seller.post(
    '/v1/customers',
    { name: 'Ana', email: 'new@example.com' },
    {
      'idempotency-key': 'used',
    },
  )
  const { body: idle } = await seller.post<'Customer'>('/v1/customers', {
    name: 'Ana',
    email: 'idle@example.com',
  })
  await seller.patch(`/v1/customers/${idle.id}`, { status: 'inactive' })
  const token = new URL(open.checkout_url).pathname.slice('/pay/'.length)
  const { default_offer } = product
  const offer_id = default_offer?.id ?? ''
  const checkouts = { due, open, ended, token, eventId, link: await linkOf(seller) }
  const ofAccount = await fullAccount(seller)
  const things = { seller, customer, product, offer_id, monthly, daily, inactive }
  const plans = await subscriptionsOf(seller, monthly.id)
  return { ...things, ...checkouts, ...payments, ...plans, ...ofAccount }
}

/** A subscription with a fixed amount, and a variable one that was canceled. */
async function subscriptionsOf(seller: TestAccount, offer_id: string) {
  const customer = { name: 'Ana', email: 'plan@example.com', tax_id: '52998224725' }
  const make = async (body: object) => {
    const order = { offer_id, customer, ...body }
    return (await seller.post<'Subscription'>('/v1/subscriptions', order)).body
  }
  const [subscription, canceled] = [
    await make({ external_id: 'taken' }),
    await make({ variable: {} }),
  ]
  await seller.post(`/v1/subscriptions/${canceled.id}/cancel`)
  return { subscription, canceled }
}

/** Payments that may be refunded and that may not, and items with too much metadata. */
async function paymentsOf(seller: TestAccount) {
  const [payment, refunded, aged] = [await paid(seller), await paid(seller), await paid(seller)]
  const exhausted = await paid(seller)
  await putFailedRefunds(seller, exhausted, MAX_REFUNDS_OF_PAYMENT)
  const refund = await seller.refund(payment.id, { amount_minor: 1, external_id: 'taken' })
  await seller.refund(refunded.id)
  await seller.on.sql(
    "update payments set paid_at = '2025-01-01T00:00:00.000Z' where id = ?",
    aged.id,
  )
  const { body: book } = await seller.post<'Product'>('/v1/products', {
    name: 'Livro',
    metadata: { sumario: 'x'.repeat(16_000) },
    default_offer: price,
  })
  const bulky = Array.from({ length: 9 }, () => ({ offer_id: book.default_offer?.id }))
  return { payment, refunded, exhausted, aged, refund, bulky }
}

/**
 * Fills an account with users, endpoints and banks to its limits; two clients are left to come
 * later.
 */
async function fullAccount(seller: TestAccount) {
  const { seller_id, on } = seller
  const { db, clock, service } = on
  const of = { seller_id, now: clock.now() }
  const scopes: Scope[] = ['customers:read']
  const newClient = () => createClient(db, { ...of, name: 'Programa', scopes })
  const gone = await newClient()
  const revoked = gone && (await revoke(db, { name: gone.id, now: of.now }))
  const clients = []
  for (let i = 2; i < MAX_ACTIVE_CLIENTS - 2; i++) clients.push(await newClient())
  const { mode, vault } = service
  const endpoint = { ...of, url: 'https://loja.example/', mode, vault }
  const endpoints = []
  for (let i = 0; i < MAX_ENDPOINTS; i++) endpoints.push(await createEndpoint(db, endpoint))
  // The first that is sent makes the key that signs it.
  await service.webhookKeys.inForce(of.now)
  const user = await invite(db, { ...of, email: 'taken@loja.example', role: 'viewer' })
  const inviter = await clientOf(seller)
  const owner = await userOf(inviter.as)
  const { body: joined } = await seller.get<'User'>(`/v1/users/${owner.id}`)
  await useUpConnections(seller, bank)
  for (let i = 2; i < MAX_USERS; i++) {
    await invite(db, { ...of, email: `user${i}@loja.example`, role: 'viewer' })
  }
  return {
    user: user?.user.id ?? '',
    owner: owner.id,
    inviter: inviter.id,
    ownPasskey: joined.passkeys[0]?.id ?? '',
    passkey: await newPasskey(seller, user?.user.id ?? ''),
    client: clients[0]?.id ?? '',
    revoked: revoked?.client.id ?? '',
    endpoint: endpoints[0]?.id ?? '',
  }
}

/** A request of the operation that would be granted. */
export function granted(op: Op, scene: Scene): RequestParts {
  const { customer, product, offer_id, open, token, seller, payment, refund, eventId } = scene
  const { client, endpoint, user, passkey, link } = scene
  const ids = {
    customerId: customer.id,
    productId: product.id,
    offerId: offer_id,
    checkoutId: open.id,
    paymentLinkId: link.id,
    eventId,
    paymentId: payment.id,
    refundId: refund.id,
    subscriptionId: scene.subscription.id,
    invoiceId: scene.subscription.latest_invoice_id ?? '',
    sellerId: seller.seller_id,
    logoId: 'x',
    apiClientId: client,
    userId: user,
    passkeyId: passkey,
    webhookEndpointId: endpoint,
    token: op.path.startsWith('/l/') ? pageOfLink(link).slice('/l/'.length) : token,
  }
  const bodies: Record<string, object> = {
    createPaymentLink: { name: 'Link', items: [repair] },
    openPaymentLink: { quantity: '1' },
    connectBank: bankBody(bank),
    createSubscription: {
      offer_id: scene.monthly.id,
      customer: { name: 'Ana', email: 'ana@example.com', tax_id: '52998224725' },
    },
  }
  const body = bodies[op.id] ?? bodyFor(op.id, ids)
  const named = op.parameters.filter((one) => one.in === 'path').map(({ name }) => name)
  const path = Object.fromEntries(named.map((name) => [name, ids[name as keyof typeof ids]]))
  return { path, query: {}, headers: {}, ...(body && { body }) }
}

/** The prefix of an id, by the part of a code such as `offer_not_found` and `invalid_offer_id`. */
const idOf: Record<string, string> = {
  webhook_delivery: 'del_',
  ...Object.fromEntries(
    Object.entries(prefixes).map(([name, prefix]) => [
      name.replace(/Id$/, '').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      prefix,
    ]),
  ),
}

/** Filters of lists that are malformed. */
const ofFilters: Record<string, Difference[]> = {
  'listWebhookDeliveries invalid_webhook_endpoint_id': [{ query: { webhook_endpoint_id: 'x' } }],
  'listWebhookDeliveries invalid_event_id': [{ query: { event_id: 'x' } }],
  'listCheckouts invalid_external_id': [{ query: { external_id: '' } }],
  'listCheckouts invalid_customer_id': [{ query: { customer_id: 'x' } }],
  'listPayments invalid_checkout_id': [{ query: { checkout_id: 'x' } }],
  'listPayments invalid_subscription_id': [{ query: { subscription_id: 'x' } }],
  'listPayments invalid_invoice_id': [{ query: { invoice_id: 'x' } }],
  'listEvents invalid_checkout_id': [{ query: { checkout_id: 'x' } }],
  'listRefunds invalid_payment_id': [{ query: { payment_id: 'x' } }],
  'listRefunds invalid_checkout_id': [{ query: { checkout_id: 'x' } }],
  'listRefunds invalid_subscription_id': [{ query: { subscription_id: 'x' } }],
  'listRefunds invalid_invoice_id': [{ query: { invoice_id: 'x' } }],
  'listRefunds invalid_external_id': [{ query: { external_id: '' } }],
  'listEvents invalid_subscription_id': [{ query: { subscription_id: 'x' } }],
  'listSubscriptions invalid_customer_id': [{ query: { customer_id: 'x' } }],
  'listSubscriptions invalid_offer_id': [{ query: { offer_id: 'x' } }],
  'listSubscriptions invalid_external_id': [{ query: { external_id: '' } }],
  'listInvoices invalid_subscription_id': [{ query: { subscription_id: 'x' } }],
  'listInvoices invalid_customer_id': [{ query: { customer_id: 'x' } }],
  'exportRefunds invalid_payment_id': [{ query: { format: 'csv', payment_id: 'x' } }],
  'exportRefunds invalid_checkout_id': [{ query: { format: 'csv', checkout_id: 'x' } }],
  'exportRefunds invalid_subscription_id': [{ query: { format: 'csv', subscription_id: 'x' } }],
  'exportRefunds invalid_invoice_id': [{ query: { format: 'csv', invoice_id: 'x' } }],
  'exportRefunds invalid_external_id': [{ query: { format: 'csv', external_id: '' } }],
}

/** Refusals of the operations on users. */
const ofUsers = (
  { user, owner, inviter, passkey, ownPasskey }: Scene,
  sent: (more: object) => Difference,
): Record<string, Difference[]> => ({
  'createApiClient invalid_api_client_name': [sent({ name: '\u200b' })],
  'updateApiClient invalid_api_client_name': [sent({ name: '' })],
  'inviteUser user_already_exists': [{ body: { email: 'Taken@loja.example', role: 'owner' } }],
  'updateUser last_owner': [{ path: { userId: owner } }],
  'removeUser last_owner': [{ path: { userId: owner } }],
  'revokeApiClient last_owner': [{ path: { apiClientId: inviter }, query: { end_made: 'true' } }],
  'deleteUserPasskey last_owner': [{ path: { userId: owner, passkeyId: ownPasskey } }],
  'deleteUserPasskey invalid_passkey_id': [{ path: { userId: user, passkeyId: 'x' } }],
  'deleteUserPasskey passkey_not_found': [
    { path: { userId: user, passkeyId: `passkey_${unknownUuid}` } },
    { path: { userId: owner, passkeyId: passkey } },
  ],
})

const tooManyIterations = readFileSync(
  new URL('../../units/p12/tooManyIterations.p12', import.meta.url),
  'base64',
)

/** Refusals of a bank's settings, and of a seller without a bank. */
const ofBanks = (sent: (more: object) => Difference): Record<string, Difference[]> => ({
  'connectBank invalid_bank_address': [sent({ url: 'http://a' }), sent({ token_url: 'x' })],
  'connectBank invalid_certificate': [sent({ certificate: 'x' }), sent({ authority: 'x' })],
  'connectBank certificate_mismatch': [sent({ private_key: bank.authority.key })],
  'connectBank invalid_pkcs12': [
    sent({ pkcs12: 'MIIB', certificate: undefined, private_key: undefined }),
  ],
  'connectBank pkcs12_iterations_exceeded': [
    sent({ pkcs12: tooManyIterations, certificate: undefined, private_key: undefined }),
  ],
  'connectBank unknown_bank_profile': [sent({ profile: 'futuro' })],
  'connectBank invalid_profile_value': [sent({ profile: 'bb' })],
  'connectBank bank_refused': [sent({ client_id: 'outra' })],
  'connectBank bank_unavailable': [sent({ token_url: 'https://127.0.0.1:1' })],
  'testBankConnection bank_not_connected': [{}],
  'disconnectBank bank_not_connected': [{}],
})

const repair = { name: 'Conserto', unit_amount_minor: 4990 }

/** Refusals of payment links. */
const ofLinks = (
  sent: (more: object) => Difference,
  { monthly, daily, inactive }: Scene,
): Record<string, Difference[]> => {
  const items = (...some: object[]) => sent({ items: [repair, ...some] })
  return {
    'createPaymentLink invalid_offer_id': [items({ offer_id: 'x' })],
    'createPaymentLink invalid_success_url': [sent({ success_url: 'javascript:1' })],
    'createPaymentLink invalid_cart_amount': [
      sent({ items: [{ ...repair, unit_amount_minor: 0 }] }),
    ],
    'createPaymentLink recurring_item_must_be_alone': [items({ offer_id: monthly.id })],
    'createPaymentLink billing_interval_not_supported': [sent({ items: [{ offer_id: daily.id }] })],
    'createPaymentLink offer_not_found': [
      items({ offer_id: `offer_${unknownUuid}` }),
      items({ offer_id: inactive.id }),
    ],
    'openPaymentLink invalid_request': [
      { text: 'quantity=1&quantity=1' },
      { headers: { Host: 'one, two' } },
    ],
    'updatePaymentLink invalid_success_url': [sent({ success_url: 'x' })],
    'updateSettings invalid_success_url': [sent({ default_success_url: 'x' })],
    'updateSettings invalid_cancel_url': [sent({ default_cancel_url: 'x' })],
    'setLogo invalid_logo': [sent({ data: 'AAAA' }), sent({ content_type: 'image/gif' })],
    'getLogo logo_not_found': [{ path: { sellerId: 'x', logoId: 'x' } }],
  }
}

/** Refusals of carts, and of links, which sell them. */
const ofCarts = (
  sent: (more: object) => Difference,
  scene: Scene,
): Record<string, Difference[]> => {
  const items = (...some: object[]) => sent({ items: [repair, ...some] })
  const buyer = { name: 'Ana', email: 'ana@example.com' }
  const { monthly, inactive } = scene
  return {
    ...ofLinks(sent, scene),
    'createCartCheckout invalid_offer_id': [items({ offer_id: 'x' })],
    'createCartCheckout invalid_customer_id': [sent({ customer_id: 'x' })],
    'createCartCheckout invalid_customer_name': [sent({ customer: { ...buyer, name: '\u200b' } })],
    'createCartCheckout invalid_external_id': [sent({ external_id: '' })],
    'createCartCheckout invalid_success_url': [sent({ success_url: 'javascript:1' })],
    'createCartCheckout invalid_cancel_url': [sent({ cancel_url: 'x' })],
    'createCartCheckout invalid_cancel_at': [
      sent({ cancel_at: 'x' }),
      sent({ cancel_at: '2000-01-01T00:00:00Z', customer: buyer }),
    ],
    'createCartCheckout invalid_cart_amount': [
      items({ name: 'Cupom', unit_amount_minor: -4990, kind: 'discount' }),
    ],
    'createCartCheckout recurring_checkout_not_supported': [items({ offer_id: monthly.id })],
    'createCartCheckout offer_not_found': [
      items({ offer_id: `offer_${unknownUuid}` }),
      items({ offer_id: inactive.id }),
    ],
    'createCartCheckout customer_not_found': [sent({ customer_id: `cus_${unknownUuid}` })],
    'createCartCheckout customer_email_already_exists': [
      sent({ customer: { ...buyer, email: 'Idle@example.com' } }),
    ],
    'createCartCheckout checkout_external_id_already_exists': [
      sent({ external_id: 'taken', customer: buyer }),
    ],
  }
}

/** Refusals of subscriptions and invoices. */
const ofSubscriptions = (
  sent: (more: object) => Difference,
  { offer_id, daily, inactive, subscription, canceled }: Scene,
): Record<string, Difference[]> => {
  const buyer = { name: 'Ana', email: 'ana@example.com', tax_id: '52998224725' }
  const invoiceId = subscription.latest_invoice_id ?? ''
  return {
    'createSubscription invalid_offer_id': [sent({ offer_id: 'x' })],
    'createSubscription invalid_customer_id': [sent({ customer: undefined, customer_id: 'x' })],
    'createSubscription invalid_customer_name': [sent({ customer: { ...buyer, name: '\u200b' } })],
    'createSubscription invalid_external_id': [sent({ external_id: '' })],
    'createSubscription invalid_success_url': [sent({ success_url: 'javascript:1' })],
    'createSubscription invalid_cancel_url': [sent({ cancel_url: 'x' })],
    'createSubscription invalid_cycles': [sent({ cycles: 1 })],
    'createSubscription invalid_starts_on': [sent({ starts_on: '2000-01-01' })],
    'createSubscription invalid_first_amount': [
      sent({ starts_on: inThirtyDays(), first_amount_minor: 1 }),
    ],
    'createSubscription recurring_offer_required': [sent({ offer_id })],
    'createSubscription billing_interval_not_supported': [sent({ offer_id: daily.id })],
    'createSubscription customer_tax_id_required': [sent({ customer: { ...buyer, tax_id: '1' } })],
    'createSubscription offer_not_found': [
      sent({ offer_id: `offer_${unknownUuid}` }),
      sent({ offer_id: inactive.id }),
    ],
    'createSubscription customer_not_found': [
      sent({ customer: undefined, customer_id: `cus_${unknownUuid}` }),
    ],
    'createSubscription customer_email_already_exists': [
      sent({ customer: { ...buyer, email: 'Idle@example.com' } }),
    ],
    'createSubscription subscription_external_id_already_exists': [
      sent({ external_id: 'taken', customer: { ...buyer, email: 'plan@example.com' } }),
    ],
    'createSubscription subscriptions_unavailable': [{ on: 'live' }],
    'getSubscriptionCode subscription_code_not_available': [
      { path: { subscriptionId: canceled.id } },
    ],
    'cancelSubscription subscription_already_ended': [{ path: { subscriptionId: canceled.id } }],
    'updateInvoice subscription_amount_fixed': [{ path: { invoiceId } }],
    'updateInvoice invoice_not_draft': [{ path: { invoiceId: canceled.latest_invoice_id ?? '' } }],
    'voidInvoice invoice_not_voidable': [{ path: { invoiceId } }],
    ...ofPlayedSubscriptions(subscription, canceled),
  }
}

/** Refusals of what the sandbox plays. */
const ofPlayedSubscriptions = (
  subscription: Scene['subscription'],
  canceled: Scene['canceled'],
): Record<string, Difference[]> => {
  const ofCanceled = [{ path: { subscriptionId: canceled.id } }]
  return {
    'sandboxAuthorizeSubscription subscription_not_incomplete': ofCanceled,
    'sandboxRefuseSubscription subscription_not_incomplete': ofCanceled,
    'sandboxRevokeSubscription subscription_already_ended': ofCanceled,
    'sandboxPayInvoice invoice_not_open': [
      { path: { invoiceId: canceled.latest_invoice_id ?? '' } },
    ],
    'sandboxFailInvoice invoice_not_open': [
      { path: { invoiceId: subscription.latest_invoice_id ?? '' } },
    ],
  }
}

/** Refusals for the payment that the path names. */
const ofPayments = (
  { refunded, exhausted }: Scene,
  sent: (more: object) => Difference,
): Record<string, Difference> => ({
  refund_amount_exceeds_payment: sent({ amount_minor: 4990 }),
  payment_not_refundable: { path: { paymentId: refunded.id } },
  too_many_refunds: { path: { paymentId: exhausted.id } },
})

/** Refusals of one operation only, and those that differ from the others of their code. */
function special(op: Op, code: string, scene: Scene): Difference[] | undefined {
  const body = granted(op, scene).body as object
  const sent = (more: object): Difference => ({ body: { ...body, ...more } })
  const { monthly, inactive, ended, due, customer, aged } = scene
  const offers: Record<string, object> = {
    invalid_compare_at_amount: { ...price, compare_at_amount_minor: 1 },
    billing_interval_required: recurring,
    invalid_one_time_billing: { ...price, interval_count: 1 },
  }
  const all: Record<string, Difference[]> = {
    ...ofFilters,
    'createProduct invalid_product_name': [sent({ name: ' ' })],
    'createCustomer invalid_customer_name': [sent({ name: '\u200b' })],
    'updateOffer invalid_offer_name': [sent({ name: '' })],
    'updateCustomer invalid_customer_name': [sent({ name: '\u3000' })],
    'updateCustomer customer_email_already_exists': [sent({ email: 'NEW@example.com' })],
    'updateProduct invalid_product_name': [sent({ name: ' ', status: 'archived' })],
    'archiveOffer default_offer_cannot_be_disabled': [{}],
    'createCustomer customer_email_already_exists': [sent({ email: 'NEW@example.com' })],
    ...ofCarts(sent, scene),
    ...ofSubscriptions(sent, scene),
    'createCheckout invalid_offer_id': [sent({ offer_id: 'x' })],
    'createCheckout invalid_customer_id': [sent({ customer_id: 'x' })],
    'createCheckout invalid_external_id': [sent({ external_id: '' })],
    'createCheckout invalid_success_url': [sent({ success_url: 'javascript:1' })],
    'createCheckout invalid_cancel_url': [sent({ cancel_url: 'x' })],
    'createCheckout recurring_checkout_not_supported': [sent({ offer_id: monthly.id })],
    'createCheckout offer_not_found': [
      sent({ offer_id: `offer_${unknownUuid}` }),
      sent({ offer_id: inactive.id }),
    ],
    'createCheckout customer_not_found': [sent({ customer_id: `cus_${unknownUuid}` })],
    'createCheckout checkout_external_id_already_exists': [
      sent({ external_id: 'taken', customer_id: customer.id }),
    ],
    'updateOffer default_offer_cannot_be_disabled': [
      sent({ active: false }),
      sent({ is_default: false }),
    ],
    'updateOffer inactive_offer_cannot_be_default': [
      { path: { offerId: inactive.id }, body: { is_default: true, name: 'Natal' } },
    ],
    ...ofUsers(scene, sent),
    'createWebhookEndpoint invalid_webhook_url': [sent({ url: 'x' }), sent({ url: 'ftp://a/' })],
    'updateWebhookEndpoint invalid_webhook_url': [sent({ url: 'x', enabled: true })],
    ...ofBanks(sent),
    'createRefund invalid_external_id': [sent({ external_id: '' })],
    'createRefund refund_external_id_already_exists': [sent({ external_id: 'taken' })],
    'createRefund refund_window_closed': [{ path: { paymentId: aged.id } }],
    'issueToken oauth_invalid_client': [{ right: 'forged' }, { right: 'none' }],
    'issueToken oauth_unsupported_grant_type': [sent({ grant_type: 'password' })],
    'issueToken oauth_invalid_scope': [sent({ scope: 'everything' })],
    'issueToken oauth_invalid_request': [{ text: 'scope=all' }, { text: 'a=1&a=2' }],
    'issueToken oauth_too_many_requests': [{ right: 'forged', on: 'limited' }],
    ...Object.fromEntries(
      Object.entries(offers).flatMap(([name, offer]) => [
        [`createProduct ${name}`, [sent({ default_offer: offer })]],
        [`createOffer ${name}`, [{ body: offer }]],
      ]),
    ),
  }
  const ofAny = { ...ofPayments(scene, sent), cart_too_large: sent({ items: scene.bulky }) }[code]
  if (ofAny) return [ofAny]
  if (code === 'checkout_not_open') {
    return [ended, due].map(({ id }) => ({ path: { checkoutId: id } }))
  }
  if (code === 'api_client_revoked') return [{ path: { apiClientId: scene.revoked } }]
  // The scene has as many as an account may have.
  if (code.endsWith('_limit_reached')) return [{}]
  return all[`${op.id} ${code}`]
}

const withPut = new Set(['/v1/bank_connection', '/v1/settings/logo'])

/** Every way in which this refusal of the operation is asked for here; none is a gap. */
export function differences(op: Op, code: string, scene: Scene): Difference[] {
  const found = special(op, code, scene)
  if (found) return found
  const [, invalid, missing] = /^(?:invalid_(\w+)_id|(\w+)_not_found)$/.exec(code) ?? []
  const name = op.parameters.find((one) => one.in === 'path')?.name ?? ''
  if (invalid) return [{ path: { [name]: 'x' } }]
  if (code === 'route_not_found') return [{ on: 'live' }]
  if (missing)
    return [{ path: { [name]: name === 'token' ? 'x' : `${idOf[missing]}${unknownUuid}` } }]
  // Nothing is refused in a query in which links may carry anything.
  const isOpen = op.parameters.some((one) => one.in === 'query' && one.schema.type === 'object')
  const wrong = isOpen ? { headers: { Host: 'one, two' } } : { suffix: '?%00=1' }
  const general: Record<string, Difference[]> = {
    page: [{ path: { token: 'x' } }],
    missing_access_token: [{ right: 'none' }],
    invalid_access_token: [{ right: 'forged' }],
    insufficient_scope: [{ right: 'narrow' }],
    invalid_request: [wrong, ...(op.body ? [{ text: '{"x":' }] : [])],
    invalid_cursor: [
      'x',
      `${idOf['customer']}${unknownUuid}`,
      ...Object.values(idOf).map((prefix) => prefix + unknownUuid),
    ].map((starting_after) => ({ query: { starting_after } })),
    idempotency_key_reused: [{ headers: { 'Idempotency-Key': 'used' } }],
    method_not_allowed: [{ method: withPut.has(op.path) ? 'PATCH' : 'PUT' }],
    request_too_large: [{ text: ' '.repeat((op.body?.max_bytes ?? 64 * 1024) + 1) }],
    too_many_requests: [{ on: 'limited' }],
    misdirected_request: [{ headers: { Host: 'other.example' } }],
    headers_too_large: [{ headers: { 'X-Long': 'x'.repeat(16 * 1024) } }],
    // The body is shorter than announced.
    request_timeout: [{ headers: { 'Content-Length': '4000' }, slow: true }],
  }
  return general[code] ?? []
}
