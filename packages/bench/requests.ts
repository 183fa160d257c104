/** Requests of the six operations and of a cart, as text to be sent, and what is answered. */

/** A request, without the server that it goes to. */
export type RequestParts = {
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  headers: Record<string, string>
  body?: string
}

export type Answer = { status: number; headers: Headers; text: string }

/** A client of a seller and what it may name in its requests. */
export type Account = {
  seller_id: string
  client_id: string
  client_secret: string
  customers: string[]
  /** Active `one_time` offers in the seller's currency. */
  offers: string[]
}

/** An account with a token that is in force. */
export type Caller = Account & { token: string }

/** The operations in which servers are compared. */
export const operationIds = [
  'getCustomer',
  'listCheckouts',
  'createCustomer',
  'createCheckout',
  'updateOffer',
  'issueToken',
] as const

export type ComparedId = (typeof operationIds)[number]

export type OperationId = ComparedId | 'createCartCheckout'

export const titles: Record<OperationId, string> = {
  getCustomer: 'read a customer',
  listCheckouts: 'list 20 checkouts',
  createCustomer: 'create a customer',
  createCheckout: 'create a checkout',
  createCartCheckout: 'create a checkout of three items',
  updateOffer: 'change an offer',
  issueToken: 'get a token',
}

/** @param token undefined sends none */
export function json(
  method: RequestParts['method'],
  path: string,
  token: string | undefined,
  body?: unknown,
): RequestParts {
  const headers = {
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  }
  return { method, path, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
}

/** A token request with this form. */
export function tokenRequest(
  { client_id, client_secret }: { client_id: string; client_secret: string },
  form = 'grant_type=client_credentials',
): RequestParts {
  const basic = Buffer.from(`${client_id}:${client_secret}`).toString('base64')
  const type = 'application/x-www-form-urlencoded'
  const headers = { Authorization: `Basic ${basic}`, 'Content-Type': type }
  return { method: 'POST', path: '/oauth/token', headers, body: form }
}

/** The n-th of a few, over and over. */
export const pick = <Item>(items: Item[], n: number): Item => {
  const item = items[n % items.length]
  if (item === undefined) throw new Error('There is nothing to choose from.')
  return item
}

/** The n-th request of a caller by operation; each writes something that no other writes. */
export const requestOf: Record<OperationId, (caller: Caller, n: number) => RequestParts> = {
  getCustomer: ({ token, customers }, n) =>
    json('GET', `/v1/customers/${pick(customers, n)}`, token),
  listCheckouts: ({ token }) => json('GET', '/v1/checkouts?limit=20', token),
  createCustomer: ({ token }, n) =>
    json('POST', '/v1/customers', token, {
      name: `Padaria Pão Quente ${n}`,
      email: `compras.${n}@padaria.example`,
      phone: '+551133334444',
      tax_id: '12.345.678/0001-95',
      metadata: { erp: String(n) },
    }),
  createCheckout: ({ token, offers, customers }, n) =>
    json('POST', '/v1/checkouts', token, {
      offer_id: pick(offers, n),
      customer_id: pick(customers, n),
      external_id: `pedido-${n}`,
      success_url: 'https://loja.example/obrigado',
      cancel_url: 'https://loja.example/carrinho',
      metadata: { pedido: String(n) },
    }),
  createCartCheckout: ({ token, offers, customers }, n) =>
    json('POST', '/v1/cart_checkouts', token, {
      items: [
        { offer_id: pick(offers, n), quantity: 2 },
        { name: 'Caneca de cerâmica', unit_amount_minor: 4990 },
        { name: 'Frete', unit_amount_minor: 1290, kind: 'shipping' },
      ],
      customer_id: pick(customers, n),
      external_id: `carrinho-${n}`,
      success_url: 'https://loja.example/obrigado',
      cancel_url: 'https://loja.example/carrinho',
      metadata: { pedido: String(n) },
    }),
  updateOffer: ({ token, offers }, n) =>
    json('PATCH', `/v1/offers/${pick(offers, n)}`, token, { name: `Oferta ${n}` }),
  issueToken: (caller) => tokenRequest(caller),
}

/** Sends one request and reads its whole answer. */
export async function ask(
  url: string,
  { method, path, headers, body }: RequestParts,
): Promise<Answer> {
  const signal = AbortSignal.timeout(10_000)
  const response = await fetch(url + path, { method, headers, body: body ?? null, signal })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/**
 * Sends one request that must be answered with success.
 *
 * @throws when it is not
 */
export async function made<Body>(url: string, sent: RequestParts): Promise<Body> {
  const { status, text } = await ask(url, sent)
  if (status < 200 || status > 299) {
    throw new Error(`${sent.method} ${sent.path} answered ${status} ${text}`)
  }
  return JSON.parse(text) as Body
}
