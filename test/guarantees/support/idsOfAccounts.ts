/** Every id that an account has, and every place of a request where one can stand. */
import { randomBytes } from 'node:crypto'
import { enqueue } from '../../../domain/mail/enqueue.ts'
import { createEndpoint } from '../../../domain/webhooks/endpoints.ts'
import type { Vault } from '../../../domain/identity/vault.ts'
import { txidOf } from '../../../domain/pix/bank/txid.ts'
import { logoOf } from '../../support/images.ts'
import { addressOf, schemaOf, shapes, withOwn } from '../../support/oneOfEach.ts'
import type { Shape } from '../../support/oneOfEach.ts'
import { linkOf, pageOfLink } from '../../support/paymentLinks.ts'
import type { Answer, TestAccount, TestService } from '../../support/service.ts'
import { newPasskey } from '../../support/people.ts'
import { pageOf } from '../../support/sessions.ts'

/** An account, and its objects by the parameters that stand for their ids in paths. */
export type Sender = { seller: TestAccount; ids: Record<string, string> }

/** A place of a request where an id can stand; the rest of the request is the sender's own. */
export type Place = {
  operation: string
  name: string
  send: (by: Sender, id: string) => Promise<Answer<unknown>>
}

/** Parameters of a query that take text, and no id. */
const noIds = new Set(['email', 'tax_id', 'lang', 'code', 'declined', 'stay', 'invoice', 'before'])

/** Places that are not as the others of their kind: the table below has them. */
const special = new Set([
  'deleteUserPasskey passkeyId',
  'getLogo sellerId',
  'getLogo logoId',
  'getWebhookJwks sellerId',
])

const isText = ({ schema }: Shape['parameters'][number]) => {
  const { type, enum: values, format } = schemaOf(schema) as Record<string, unknown>
  return type === 'string' && values === undefined && format === undefined
}

/** The parameters of an operation in which an id can stand. */
const placesIn = ({ id, parameters }: Shape) =>
  parameters.filter(
    (one) =>
      (one.in === 'path' && !special.has(`${id} ${one.name}`)) ||
      (one.in === 'query' && isText(one) && !noIds.has(one.name)),
  )

/** The choices that a query has to make, each by its first value. */
const choicesOf = ({ parameters }: Shape): Record<string, string> =>
  Object.fromEntries(
    parameters.flatMap(({ name, in: place, required, schema }) => {
      const [first] = (schemaOf(schema) as { enum?: string[] }).enum ?? []
      return place === 'query' && required && first !== undefined ? [[name, first]] : []
    }),
  )

/** Sends an operation's request with an id in one of its parameters, and one of its bodies. */
function send(shape: Shape, name: string, body: object | undefined): Place['send'] {
  const isInPath = shape.path.includes(`{${name}}`)
  return ({ seller, ids }, id) => {
    const path = addressOf(shape, { ...ids, ...(isInPath && { [name]: id }) })
    const query = new URLSearchParams({ ...choicesOf(shape), [name]: id })
    const address = isInPath ? path : `${path.split('?')[0]}?${query}`
    const json = body && withOwn(body, ids)
    const { token } = shape.isPublic ? { token: undefined } : seller
    return seller.on.request(shape.method, address, {
      token,
      ...(shape.isJson ? { json } : body && { raw: new URLSearchParams(json as never) }),
    })
  }
}

/** Reads come first, and what ends objects last, since the others need them. */
const turnOf = ({ id, method }: Shape) =>
  ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'].indexOf(method) + (ending.has(id) ? 10 : 0)
const ending = new Set(['removeUser', 'eraseCustomer', 'archiveOffer', 'deleteWebhookEndpoint'])

/** Each parameter of each operation, once with each body of the contract's examples. */
const placesOfContract: Place[] = [...shapes.values()]
  .filter(({ id }) => !id.startsWith('on'))
  .toSorted((a, b) => turnOf(a) - turnOf(b))
  .flatMap((shape) =>
    placesIn(shape).flatMap(({ name }) => {
      const bodies = shape.examples.length > 0 ? shape.examples : [undefined]
      return bodies.map((body, i) => ({
        operation: shape.id,
        name: `${shape.id} ${name}${i > 0 ? `, ${i + 1}` : ''}`,
        send: send(shape, name, body),
      }))
    }),
  )

const checkout =
  (json: (id: string, ids: Sender['ids']) => object): Place['send'] =>
  ({ seller, ids }, id) =>
    seller.post('/v1/checkouts', json(id, ids))

const buyer = { name: 'Ana', email: 'ana.plano@example.com', tax_id: '52998224725' }

/** The user of a passkey, if it is one of the sender's own account. */
async function userOfPasskey({ on, seller_id }: TestAccount, id: string) {
  const [row] = await on.sql<{ user_id: string }>(
    'select user_id from passkeys where seller_id = ? and id = ?',
    seller_id,
    id,
  )
  return row?.user_id
}

/** Places within a body or a header, and those that are not as the others of their kind. */
const others: [operation: string, name: string, send: Place['send']][] = [
  ['createCheckout', 'offer_id', checkout((offer_id) => ({ offer_id }))],
  [
    'createCheckout',
    'customer_id',
    checkout((customer_id, { offerId }) => ({ offer_id: offerId, customer_id })),
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
    'createSubscription',
    'offer_id',
    ({ seller }, offer_id) => seller.post('/v1/subscriptions', { offer_id, customer: buyer }),
  ],
  [
    'createSubscription',
    'customer_id',
    async ({ seller, ids }, customer_id) => {
      const path = `/v1/subscriptions/${ids['subscriptionId']}`
      const { body } = await seller.get<'Subscription'>(path)
      return seller.post('/v1/subscriptions', { offer_id: body.offer_id, customer_id })
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
  // The logo of the sender by another's id: the address of a logo with its seller is public.
  ['getLogo', 'path', ({ seller }, id) => seller.get(`/logos/${seller.seller_id}/${id}`)],
  [
    'deleteUserPasskey',
    'passkeyId',
    async ({ seller }, id) => {
      const owner = await userOfPasskey(seller, id)
      const user = owner ?? (await seller.user()).id
      const answer = await seller.delete(`/v1/users/${user}/passkeys/${id}`)
      if (owner === undefined) await seller.delete(`/v1/users/${user}`)
      return answer
    },
  ],
  [
    'receivePixCallback',
    'txid',
    ({ seller }, txid) => {
      const endToEndId = randomBytes(16).toString('hex')
      const pix = [{ endToEndId, txid, valor: '49.90', horario: '2026-03-02T12:00:00.000Z' }]
      return seller.on.request('POST', `/pix/${seller.seller_id}/pix`, { json: { pix } })
    },
  ],
  [
    'receiveRecurringChargeCallback',
    'txid',
    ({ seller }, txid) =>
      seller.on.request('POST', `/pix/${seller.seller_id}/cobr`, { json: { cobsr: [{ txid }] } }),
  ],
  // Each id has other keys, and what is told of it is no more than that.
  [
    'getWebhookJwks',
    'sellerId',
    async ({ seller }, id) => {
      const answer = await seller.get(`/webhooks/${id}/jwks.json`)
      return { ...answer, text: answer.text.replace(/"x":"[\w-]{43}"/g, '"x":""') }
    },
  ],
]

export const everyPlace: Place[] = [
  ...others.map(([operation, name, send]) => ({ operation, name: `${operation} ${name}`, send })),
  ...placesOfContract,
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
  const plan = await planOf(seller, external_id)
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
    ...plan,
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

/** A subscription with events; the ids of what it names, and tokens that are nearly its own. */
async function planOf(seller: TestAccount, external_id: string): Promise<string[]> {
  const price = { type: 'recurring', billing_interval: 'month' }
  const { id: offer_id } = await seller.offer((await seller.product()).id, price)
  const { body } = await seller.post<'Subscription'>('/v1/subscriptions', {
    offer_id,
    customer: buyer,
    external_id,
  })
  await seller.post(`/sandbox/subscriptions/${body.id}/authorize`)
  const paid = await seller.get<'PaymentList'>(`/v1/payments?subscription_id=${body.id}`)
  await seller.refund(paid.body.data[0]?.id ?? '', { amount_minor: 1 })
  const token = body.subscription_url.slice(-51)
  return [offer_id, body.customer_id, ...tokensLike(token)]
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
  return [body.payment_id ?? '', end_to_end_id, id.slice('refund_'.length).replaceAll('-', '')]
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
  'subscriptions',
  'invoices',
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
