/** Every id that an account has, and every place of a request where one can stand. */
import { randomBytes } from 'node:crypto'
import { enqueue } from '../../../domain/mail/rows.ts'
import { createEndpoint } from '../../../domain/webhooks/endpoints.ts'
import type { Vault } from '../../../domain/identity/vault.ts'
import { txidOf } from '../../../domain/pix/bank/txid.ts'
import { logoOf } from '../../support/images.ts'
import { linkOf, pageOfLink } from '../../support/paymentLinks.ts'
import type { Answer, TestAccount, TestService } from '../../support/service.ts'
import { newPasskey } from '../../support/people.ts'
import { pageOf } from '../../support/sessions.ts'

export type Sender = { seller: TestAccount; product: string; offer: string }

/** A place of a request where an id can stand; the rest of the request is the sender's own. */
export type Place = {
  operation: string
  name: string
  send: (by: Sender, id: string) => Promise<Answer<unknown>>
}

const price = { amount_minor: 1, currency: 'BRL' }

const get =
  (path: (id: string, by: Sender) => string): Place['send'] =>
  (by, id) =>
    by.seller.get(path(id, by))
const post =
  (path: (id: string) => string, json?: object): Place['send'] =>
  ({ seller }, id) =>
    seller.post(path(id), json)
const patch =
  (path: (id: string) => string, json: object): Place['send'] =>
  ({ seller }, id) =>
    seller.patch(path(id), json)
const offer = (id: string) => `/v1/offers/${id}`
const apiClient = (id: string) => `/v1/api_clients/${id}`
const checkout =
  (json: (id: string, by: Sender) => object): Place['send'] =>
  (by, id) =>
    by.seller.post('/v1/checkouts', json(id, by))
const page =
  (method: string, suffix: string, action?: string): Place['send'] =>
  ({ seller }, id) =>
    seller.on.request(method, `/pay/${id}${suffix}`, {
      ...(action && { raw: new URLSearchParams({ action }) }),
    })
const callback =
  (path: (id: string, by: Sender) => string, pix: (id: string) => object[]) =>
  (by: Sender, id: string) =>
    by.seller.on.request('POST', path(id, by), { json: { pix: pix(id) } })

/** The user of a passkey, if it is one of the sender's own account. */
async function userOfPasskey({ on, seller_id }: TestAccount, id: string) {
  const [row] = await on.sql<{ user_id: string }>(
    'select user_id from passkeys where seller_id = ? and id = ?',
    seller_id,
    id,
  )
  return row?.user_id
}

const cursor = (id: string) => `starting_after=${id}`
const announced = (txid: string) => {
  const endToEndId = randomBytes(16).toString('hex')
  return [{ endToEndId, txid, valor: '49.90', horario: '2026-03-02T12:00:00.000Z' }]
}

const places: [string, string, Place['send']][] = [
  ['getCustomer', 'path', get((id) => `/v1/customers/${id}`)],
  ['search', 'q', get((id) => `/v1/search?q=${id}`)],
  ['listCustomers', 'q', get((id) => `/v1/customers?q=${id}`)],
  ['listCustomers', 'cursor', get((id) => `/v1/customers?${cursor(id)}`)],
  ['getProduct', 'path', get((id) => `/v1/products/${id}`)],
  ['listProducts', 'cursor', get((id) => `/v1/products?${cursor(id)}`)],
  ['createOffer', 'path', post((id) => `/v1/products/${id}/offers`, price)],
  [
    'createOffer',
    'path, default',
    post((id) => `/v1/products/${id}/offers`, { ...price, is_default: true }),
  ],
  ['listOffers', 'path', get((id) => `/v1/products/${id}/offers`)],
  [
    'listOffers',
    'cursor',
    get((id, { product }) => `/v1/products/${product}/offers?${cursor(id)}`),
  ],
  ['getOffer', 'path', get((id) => `/v1/offers/${id}`)],
  ['updateCustomer', 'path', patch((id) => `/v1/customers/${id}`, { name: 'Roubada' })],
  ['updateProduct', 'path', patch((id) => `/v1/products/${id}`, { name: 'Roubada' })],
  ['updateOffer', 'path, name', patch(offer, { name: 'Roubada' })],
  ['updateOffer', 'path, default', patch(offer, { is_default: true })],
  ['updateOffer', 'path, inactive', patch(offer, { active: false })],
  ['createCheckout', 'offer_id', checkout((offer_id) => ({ offer_id }))],
  [
    'createCheckout',
    'customer_id',
    checkout((customer_id, { offer }) => ({ offer_id: offer, customer_id })),
  ],
  [
    'createCheckout',
    'Idempotency-Key',
    ({ seller }, id) => {
      const body = { offer_id: `offer_${crypto.randomUUID()}` }
      return seller.post('/v1/checkouts', body, { 'idempotency-key': id })
    },
  ],
  [
    'createCartCheckout',
    'offer_id',
    ({ seller }, offer_id) => seller.post('/v1/cart_checkouts', { items: [{ offer_id }] }),
  ],
  [
    'createCartCheckout',
    'customer_id',
    ({ seller }, customer_id) => {
      const items = [{ name: 'Conserto', unit_amount_minor: 4990 }]
      return seller.post('/v1/cart_checkouts', { items, customer_id })
    },
  ],
  [
    'createPaymentLink',
    'offer_id',
    ({ seller }, offer_id) =>
      seller.post('/v1/payment_links', { name: 'Link', items: [{ offer_id }] }),
  ],
  ['listPaymentLinks', 'cursor', get((id) => `/v1/payment_links?${cursor(id)}`)],
  ['getPaymentLink', 'path', get((id) => `/v1/payment_links/${id}`)],
  ['updatePaymentLink', 'path', patch((id) => `/v1/payment_links/${id}`, { name: 'Roubado' })],
  ['getPaymentLinkPage', 'token', get((id) => `/l/${id}`)],
  // The logo of the sender by another's id: the address of a logo with its seller is public.
  ['getLogo', 'path', get((id, { seller }) => `/logos/${seller.seller_id}/${id}`)],
  [
    'openPaymentLink',
    'token',
    ({ seller }, id) => seller.on.request('POST', `/l/${id}`, { raw: new URLSearchParams() }),
  ],
  ['listCheckouts', 'cursor', get((id) => `/v1/checkouts?${cursor(id)}`)],
  ['listCheckouts', 'external_id', get((id) => `/v1/checkouts?external_id=${id}`)],
  ['listCheckouts', 'customer_id', get((id) => `/v1/checkouts?customer_id=${id}`)],
  ['listEvents', 'checkout_id', get((id) => `/v1/events?checkout_id=${id}`)],
  ['getCheckout', 'path', get((id) => `/v1/checkouts/${id}`)],
  ['listEvents', 'cursor', get((id) => `/v1/events?${cursor(id)}`)],
  ['getEvent', 'path', get((id) => `/v1/events/${id}`)],
  ['getCheckoutPix', 'path', get((id) => `/v1/checkouts/${id}/pix`)],
  ['getCheckoutPage', 'path', get((id) => `/v1/checkouts/${id}/page`)],
  ['cancelCheckout', 'path', post((id) => `/v1/checkouts/${id}/cancel`)],
  ['sandboxPayCheckout', 'path', post((id) => `/sandbox/checkouts/${id}/pay`)],
  ['sandboxExpireCheckout', 'path', post((id) => `/sandbox/checkouts/${id}/expire`)],
  ['sandboxDeclineCheckout', 'path', post((id) => `/sandbox/checkouts/${id}/decline`)],
  ['listPayments', 'cursor', get((id) => `/v1/payments?${cursor(id)}`)],
  ['listPayments', 'checkout_id', get((id) => `/v1/payments?checkout_id=${id}`)],
  ['listPayments', 'end_to_end_id', get((id) => `/v1/payments?end_to_end_id=${id}`)],
  ['listPayments', 'txid', get((id) => `/v1/payments?txid=${id}`)],
  ['getPayment', 'path', get((id) => `/v1/payments/${id}`)],
  ['createRefund', 'path', post((id) => `/v1/payments/${id}/refunds`, { amount_minor: 1 })],
  ['listStatementEntries', 'cursor', get((id) => `/v1/statement_entries?${cursor(id)}`)],
  ['listRefunds', 'cursor', get((id) => `/v1/refunds?${cursor(id)}`)],
  ['listRefunds', 'payment_id', get((id) => `/v1/refunds?payment_id=${id}`)],
  ['listRefunds', 'checkout_id', get((id) => `/v1/refunds?checkout_id=${id}`)],
  ['listRefunds', 'external_id', get((id) => `/v1/refunds?external_id=${id}`)],
  ['getRefund', 'path', get((id) => `/v1/refunds/${id}`)],
  ['sandboxReversePayment', 'path', post((id) => `/sandbox/payments/${id}/reverse`)],
  ['getApiClient', 'path', get(apiClient)],
  ['listApiClients', 'cursor', get((id) => `/v1/api_clients?${cursor(id)}`)],
  ['updateApiClient', 'path, name', patch(apiClient, { name: 'Roubado' })],
  ['updateApiClient', 'path, scopes', patch(apiClient, { scopes: ['all'] })],
  ['rotateApiClientSecret', 'path', post((id) => `/v1/api_clients/${id}/rotate_secret`)],
  ['revokeApiClient', 'path', post((id) => `/v1/api_clients/${id}/revoke`)],
  ['getUser', 'path', get((id) => `/v1/users/${id}`)],
  ['listUsers', 'cursor', get((id) => `/v1/users?${cursor(id)}`)],
  ['updateUser', 'path', patch((id) => `/v1/users/${id}`, { role: 'owner' })],
  ['endUserSessions', 'path', post((id) => `/v1/users/${id}/end_sessions`)],
  [
    'deleteUserPasskey',
    'path, user',
    ({ seller }, id) => seller.delete(`/v1/users/${id}/passkeys/passkey_${crypto.randomUUID()}`),
  ],
  [
    'deleteUserPasskey',
    'path, passkey',
    async ({ seller }, id) => {
      const owner = await userOfPasskey(seller, id)
      const user = owner ?? (await seller.user()).id
      const answer = await seller.delete(`/v1/users/${user}/passkeys/${id}`)
      if (owner === undefined) await seller.delete(`/v1/users/${user}`)
      return answer
    },
  ],
  ['listAccess', 'cursor', get((id) => `/v1/access?${cursor(id)}`)],
  ['listEmails', 'cursor', get((id) => `/v1/emails?${cursor(id)}`)],
  ['listEmails', 'about', get((id) => `/v1/emails?about=${id}`)],
  ['getWebhookEndpoint', 'path', get((id) => `/v1/webhook_endpoints/${id}`)],
  ['listWebhookEndpoints', 'cursor', get((id) => `/v1/webhook_endpoints?${cursor(id)}`)],
  [
    'updateWebhookEndpoint',
    'path',
    patch((id) => `/v1/webhook_endpoints/${id}`, { enabled: false }),
  ],
  [
    'rotateWebhookEndpointSecret',
    'path',
    post((id) => `/v1/webhook_endpoints/${id}/rotate_secret`),
  ],
  ['testWebhookEndpoint', 'path', post((id) => `/v1/webhook_endpoints/${id}/test`)],
  ['listWebhookDeliveries', 'cursor', get((id) => `/v1/webhook_deliveries?${cursor(id)}`)],
  ['listWebhookDeliveries', 'event_id', get((id) => `/v1/webhook_deliveries?event_id=${id}`)],
  [
    'listWebhookDeliveries',
    'webhook_endpoint_id',
    get((id) => `/v1/webhook_deliveries?webhook_endpoint_id=${id}`),
  ],
  ['listAuditEvents', 'cursor', get((id) => `/v1/audit_events?${cursor(id)}`)],
  ['listAuditEvents', 'actor_id', get((id) => `/v1/audit_events?actor_id=${id}`)],
  ['listAuditEvents', 'target_id', get((id) => `/v1/audit_events?target_id=${id}`)],
  [
    'deleteWebhookEndpoint',
    'path',
    ({ seller }, id) => seller.delete(`/v1/webhook_endpoints/${id}`),
  ],
  ['getPaymentPage', 'token', page('GET', '')],
  ['getPaymentStatus', 'token', page('GET', '/status')],
  ['streamPaymentStatus', 'token', page('GET', '/events')],
  ['actOnPaymentPage', 'token, pay', page('POST', '', 'pay')],
  ['actOnPaymentPage', 'token, decline', page('POST', '', 'decline')],
  ['actOnPaymentPage', 'token, expire', page('POST', '', 'expire')],
  [
    'receivePixCallback',
    'txid',
    callback((_, { seller }) => `/pix/${seller.seller_id}/pix`, announced),
  ],
  [
    'receivePixCallback',
    'path',
    callback(
      (id) => `/pix/${id}/pix`,
      () => announced('a'.repeat(32)),
    ),
  ],
  [
    'receivePixCallbackAtRoot',
    'path',
    callback(
      (id) => `/pix/${id}`,
      () => announced('a'.repeat(32)),
    ),
  ],
  // Each id has other keys, and what is told of it is no more than that.
  [
    'getWebhookJwks',
    'path',
    async ({ seller }, id) => {
      const answer = await seller.get(`/webhooks/${id}/jwks.json`)
      return { ...answer, text: answer.text.replace(/"x":"[\w-]{43}"/g, '"x":""') }
    },
  ],
  // These come last, since they end objects that those before need.
  ['removeUser', 'path', ({ seller }, id) => seller.delete(`/v1/users/${id}`)],
  ['eraseCustomer', 'path', post((id) => `/v1/customers/${id}/erase`)],
  ['archiveOffer', 'path', post((id) => `/v1/offers/${id}/archive`)],
]

export const everyPlace: Place[] = places.map(([operation, name, send]) => ({
  operation,
  name: `${operation} ${name}`,
  send,
}))

/** The operations that take no id of anything. */
export const withoutIds = [
  'issueToken',
  'getAuthorizationServerMetadata',
  'getJwks',
  'getHealth',
  'getAccount',
  'getBankConnection',
  'listBankProfiles',
  'connectBank',
  'testBankConnection',
  'disconnectBank',
  'getSettings',
  'updateSettings',
  'setLogo',
  'deleteLogo',
  'listDailyTotals',
  'exportStatementEntries',
  'createCustomer',
  'createProduct',
  'createApiClient',
  'inviteUser',
  'createWebhookEndpoint',
  'getClock',
  'advanceClock',
  'getDocs',
  'getContractJson',
  'getContractYaml',
  'getMetrics',
]

/** Objects of every kind, each in every state, and other facts that tell them apart. */
export async function everyIdOf(seller: TestAccount, vault: Vault): Promise<Set<string>> {
  const { on, seller_id } = seller
  const { db, clock } = on
  // First, so that what is tried on an account's own ids ends this one and not the one that tries.
  const { id: apiClient } = await seller.apiClient({ scopes: ['customers:read'] })
  const [customer, inactive] = [await seller.customer(), await seller.customer()]
  const [product, archived] = [await seller.product(), await seller.product()]
  const offers = [await seller.offer(product.id), await seller.offer(product.id)]
  const offer_id = product.default_offer?.id
  const external_id = crypto.randomUUID()
  const key = { 'idempotency-key': crypto.randomUUID() }
  const { id: user } = await seller.user()
  await newPasskey(seller, user)
  const url = 'http://127.0.0.1:9/'
  const now = clock.now()
  const { id: endpoint } = await createEndpoint(db, { seller_id, url, mode: 'sandbox', vault, now })
  const sessions = []
  for (const body of [{ external_id, customer_id: customer.id }, {}, {}, {}]) {
    sessions.push(await seller.checkout({ offer_id, ...body }))
  }
  const link = await linkOf(seller)
  await seller.post('/v1/customers', { name: 'Ana', email: `${external_id}@example.com` }, key)
  const [, paid, canceled, late] = sessions.map(({ id }) => id)
  await seller.post(`/sandbox/checkouts/${paid}/pay`)
  const refunded = await refundOf(seller, paid ?? '', external_id)
  await seller.post(`/v1/checkouts/${canceled}/cancel`)
  await mailAbout(seller, paid ?? '')
  await endSome(on, { late, inactive: inactive.id, archived: archived.id, offer: offers[1]?.id })
  const ofSessions = sessions.flatMap(({ id }) => [id, txidOf(id)])
  const ofFirst = sessions
    .slice(0, 1)
    .flatMap((session) => [
      ...session.line_items.map(({ id }) => id),
      ...tokensLike(pageOf(session).slice('/pay/'.length)),
    ])
  return new Set([
    apiClient,
    ...ofSessions,
    ...ofFirst,
    ...refunded,
    customer.id,
    inactive.id,
    link.id,
    await logoOf(seller),
    ...tokensLike(pageOfLink(link).slice('/l/'.length)),
    product.id,
    archived.id,
    endpoint,
    external_id,
    ...[product.default_offer, archived.default_offer, ...offers].flatMap((offer) =>
      offer ? [offer.id, offer.lookup_key] : [],
    ),
    key['idempotency-key'],
    seller_id,
    seller.client_id,
    ...(await storedIds(on, seller_id)),
  ])
}

/** The ids at the bank of a payment and of its refund, as if a bank had received it. */
async function refundOf(
  seller: TestAccount,
  checkout_id: string,
  external_id: string,
): Promise<string[]> {
  const end_to_end_id = randomBytes(16).toString('hex')
  const { body } = await seller.get<'Checkout'>(`/v1/checkouts/${checkout_id}`)
  const { id } = await seller.refund(body.payment_id ?? '', { amount_minor: 1, external_id })
  await seller.on.sql(
    'update payments set end_to_end_id = ?, txid = ? where id = ?',
    end_to_end_id,
    txidOf(checkout_id),
    body.payment_id,
  )
  return [end_to_end_id, id.slice('refund_'.length).replaceAll('-', '')]
}

/** A mail about a checkout, as if a mail server were configured. */
const mailAbout = ({ on, seller_id }: TestAccount, about: string): Promise<void> => {
  const reader = { recipient: `${about}@example.com`, reader_id: null, locale: 'pt-BR' } as const
  const mail = { seller_id, type: 'buyer_receipt', about, ...reader } as const
  return on.db.run(() => enqueue(mail, { now: on.clock.now(), vault: undefined }))
}

type Ends = Record<'late' | 'inactive' | 'archived' | 'offer', string | undefined>

async function endSome({ sql, clock }: TestService, ids: Ends): Promise<void> {
  const at = clock.now().toISOString()
  await sql("update checkouts set status = 'expired' where id = ?", ids.late)
  await sql("update customers set status = 'inactive' where id = ?", ids.inactive)
  await sql("update products set status = 'archived' where id = ?", ids.archived)
  await sql('update offers set active = false, archived_at = ? where id = ?', at, ids.offer)
}

const tables = [
  'api_clients',
  'events',
  'deliveries',
  'payments',
  'refunds',
  'users',
  'passkeys',
  'audit_events',
  'mails',
]

/** The ids of a kind that are tried: further ones are told apart as these are. */
const IDS_OF_TABLE = 2

async function storedIds({ sql }: TestService, seller_id: string): Promise<string[]> {
  const rows = await Promise.all(
    tables.map((table) =>
      sql<{ id: string }>(
        `select id from ${table} where seller_id = ? limit ${IDS_OF_TABLE}`,
        seller_id,
      ),
    ),
  )
  return rows.flat().map(({ id }) => id)
}

/** The token itself opens the page to every holder; what is nearly one must open nothing. */
function tokensLike(token: string): string[] {
  const bytes = Buffer.from(token, 'base64url')
  const [seller, secret] = [bytes.subarray(0, 16), bytes.subarray(16)]
  return [
    [seller, randomBytes(secret.length)],
    [randomBytes(16), secret],
    [secret, seller],
  ].map((parts) => Buffer.concat(parts).toString('base64url'))
}

/** The form of an id, its kind and its length: two of one form differ in chance alone. */
export const formOf = (id: string): string => `${/^[a-z]+_/.exec(id)?.[0]}${id.length}`

/** Text of the same form that belongs to no account. */
export function likeness(id: string): string {
  const uuid = crypto.randomUUID()
  const prefix = /^(\w+?_)[0-9a-f-]{36}$/.exec(id)?.[1]
  if (prefix) return prefix + uuid
  if (/^[0-9a-f-]{36}$/.test(id)) return uuid
  if (/^[0-9a-f]{32}$/.test(id)) return uuid.replaceAll('-', '')
  if (id.startsWith('lk_')) return `lk_${uuid.replaceAll('-', '')}`
  if (id.startsWith('bci_')) return `bci_${randomBytes(16).toString('base64url')}`
  return randomBytes(Buffer.from(id, 'base64url').length).toString('base64url')
}
