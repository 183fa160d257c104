/** Draws requests as a seller, or an attacker, might make them. */
import type { TraceRequest } from '../../support/trace.ts'

type Random = () => number

/** The ids of each kind that have been seen: an id is drawn from these, and a little beyond. */
type Count = (kind: string) => number

const scripts = [
  'Ana',
  'ação',
  'ZÉ',
  'Ωmega',
  'ß',
  'ﬁ',
  '日本',
  '🍰',
  'a\u0301',
  'İ',
  '  x  ',
  '_',
  '-',
]

/** Texts that sort, compare or fold differently where a language is minded. */
const text = (random: Random) => scripts[Math.floor(random() * scripts.length)] ?? ''

const chance = (random: Random, share: number) => random() < share

const one = <Value>(random: Random, values: readonly Value[]): Value =>
  values[Math.floor(random() * values.length)] as Value

function json(random: Random, depth = 0): unknown {
  const leaves = [
    null,
    true,
    false,
    0,
    -1,
    0.1,
    1e21 / 1e10,
    4990,
    '',
    text(random),
    '"\\\n\u2028',
    '1',
  ]
  if (depth > 3 || chance(random, 0.5)) return one(random, leaves)
  const size = Math.floor(random() * 4)
  if (chance(random, 0.4)) return Array.from({ length: size }, () => json(random, depth + 1))
  return metadata(random, depth + 1, size)
}

function metadata(random: Random, depth = 0, size = 3): Record<string, unknown> {
  const keys = ['b', 'a', '10', '9', '', 'Z', 'é', '__proto__', 'constructor', text(random)]
  const entries = Array.from({ length: size }, () => [one(random, keys), json(random, depth + 1)])
  return Object.fromEntries(entries as [string, unknown][])
}

const amounts = [1, 4990, 99_999_999_999, 0, 100_000_000_000, 1.5, '10']

function offer(random: Random): Record<string, unknown> {
  const recurring = chance(random, 0.2)
  return {
    amount_minor: chance(random, 0.9) ? 1 + Math.floor(random() * 100_000) : one(random, amounts),
    currency: chance(random, 0.95) ? 'BRL' : one(random, ['USD', 'XXX', 'brl']),
    ...(chance(random, 0.3) && { name: text(random) }),
    ...(chance(random, 0.2) && { compare_at_amount_minor: one(random, [1, 50_000, 200_000]) }),
    ...(recurring && { type: 'recurring' }),
    ...((recurring ? chance(random, 0.9) : chance(random, 0.05)) && { billing_interval: 'month' }),
  }
}

/** An id that was seen, or now and then one of another kind, an unknown one, or none at all. */
function id(random: Random, count: Count, kind: string): string {
  if (chance(random, 0.03)) return one(random, ['x', `${kind}_`, '<offer 1>', '%00', 'a%2fb'])
  if (chance(random, 0.03)) return `${kind}_01990000-0000-7000-8000-000000000000`
  return `<${kind} ${1 + Math.floor(random() * Math.max(1, count(kind)))}>`
}

function page(random: Random, count: Count, kind: string): string {
  const limits = ['1', '2', '7', '100', '0', '101', '+5', 'x']
  const limit = chance(random, 0.8) ? `limit=${one(random, limits)}` : ''
  const cursor = chance(random, 0.5) ? `&starting_after=${id(random, count, kind)}` : ''
  return `?${limit}${cursor}`
}

const url = (random: Random) =>
  one(random, ['https://loja.example/ok', 'http://a.example/?q=ç', 'javascript:1', 'loja', ''])

function checkout(random: Random, count: Count): Record<string, unknown> {
  return {
    offer_id: id(random, count, 'offer'),
    ...(chance(random, 0.4) && { customer_id: id(random, count, 'cus') }),
    ...(chance(random, 0.6) && { external_id: `${text(random)}${Math.floor(random() * 40)}` }),
    ...(chance(random, 0.3) && { success_url: url(random) }),
    ...(chance(random, 0.2) && { metadata: metadata(random) }),
  }
}

function customer(random: Random): Record<string, unknown> {
  const name = `c${Math.floor(random() * 300)}@example.com`
  return {
    name: text(random),
    email: chance(random, 0.3) ? name.toUpperCase() : name,
    ...(chance(random, 0.3) && { phone: '+55 11 91234-5678' }),
    ...(chance(random, 0.3) && { tax_id: one(random, ['123.456.789-09', '', '1'.repeat(33)]) }),
    ...(chance(random, 0.4) && { metadata: metadata(random) }),
    ...(chance(random, 0.03) && { surplus: 1 }),
  }
}

function changes(random: Random): Record<string, unknown> {
  return {
    ...(chance(random, 0.4) && { name: text(random) }),
    ...(chance(random, 0.4) && { active: chance(random, 0.6) }),
    ...(chance(random, 0.4) && { is_default: chance(random, 0.7) }),
  }
}

function refund(random: Random): Record<string, unknown> {
  return {
    ...(chance(random, 0.7) && { amount_minor: one(random, [1, 100, 5_000, 100_000, 0]) }),
    ...(chance(random, 0.4) && { external_id: `d${Math.floor(random() * 40)}` }),
    ...(chance(random, 0.3) && { reason: text(random) }),
    ...(chance(random, 0.2) && { metadata: metadata(random) }),
  }
}

const states = ['succeeded', 'partially_refunded', 'refunded', 'returned', 'pending', 'x']

/** Draws filters of payments or refunds, to be put behind a page. */
function filters(random: Random, count: Count): string {
  const time = () => new Date(Date.UTC(2026, 2, 2, Math.floor(random() * 48))).toISOString()
  return [
    chance(random, 0.3) ? `&status=${one(random, states)}` : '',
    chance(random, 0.3) ? `&checkout_id=${id(random, count, 'checkout')}` : '',
    chance(random, 0.2) ? `&paid_from=${time()}` : '',
    chance(random, 0.2) ? `&paid_to=${time()}` : '',
    chance(random, 0.2) ? `&payment_id=${id(random, count, 'pay')}` : '',
    chance(random, 0.1) ? `&txid=${'0'.repeat(32)}` : '',
  ].join('')
}

type Draw = (random: Random, count: Count) => TraceRequest

const get = (path: string): TraceRequest => ({ method: 'GET', path })

const post = (random: Random, path: string, body?: unknown): TraceRequest => ({
  method: 'POST',
  path,
  ...(body !== undefined && { body }),
  ...(chance(random, 0.1) && {
    headers: { 'idempotency-key': `k${Math.floor(random() * 30)}` },
  }),
})

/** Each with how often it is drawn. */
const draws: [number, Draw][] = [
  [10, (r) => post(r, '/v1/customers', customer(r))],
  [4, (r, c) => get(`/v1/customers${page(r, c, 'cus')}`)],
  [4, (r, c) => get(`/v1/customers/${id(r, c, 'cus')}`)],
  [
    6,
    (r) =>
      post(r, '/v1/products', {
        name: text(r),
        default_offer: offer(r),
        ...(chance(r, 0.3) && { description: text(r), metadata: metadata(r) }),
      }),
  ],
  [3, (r, c) => get(`/v1/products${page(r, c, 'prod')}`)],
  [3, (r, c) => get(`/v1/products/${id(r, c, 'prod')}`)],
  [
    6,
    (r, c) =>
      post(r, `/v1/products/${id(r, c, 'prod')}/offers`, {
        ...offer(r),
        ...(chance(r, 0.4) && { is_default: chance(r, 0.7) }),
      }),
  ],
  [4, (r, c) => get(`/v1/products/${id(r, c, 'prod')}/offers${page(r, c, 'offer')}`)],
  [3, (r, c) => get(`/v1/offers/${id(r, c, 'offer')}`)],
  [
    8,
    (r, c) => ({
      method: 'PATCH',
      path: `/v1/offers/${id(r, c, 'offer')}`,
      body: changes(r),
    }),
  ],
  [14, (r, c) => post(r, '/v1/checkouts', checkout(r, c))],
  [5, (r, c) => get(`/v1/checkouts${page(r, c, 'checkout')}`)],
  [
    3,
    (r) => {
      const external_id = encodeURIComponent(text(r)) + Math.floor(r() * 40)
      return get(`/v1/checkouts?external_id=${external_id}`)
    },
  ],
  [5, (r, c) => get(`/v1/checkouts/${id(r, c, 'checkout')}`)],
  [3, (r, c) => post(r, `/v1/checkouts/${id(r, c, 'checkout')}/cancel`)],
  [5, (r, c) => post(r, `/sandbox/checkouts/${id(r, c, 'checkout')}/pay`)],
  [2, (r, c) => post(r, `/sandbox/checkouts/${id(r, c, 'checkout')}/decline`)],
  [2, (r, c) => post(r, `/sandbox/checkouts/${id(r, c, 'checkout')}/expire`)],
  [2, (r, c) => get(`/pay/${id(r, c, 'page')}/status`)],
  [5, (r, c) => get(`/v1/payments${page(r, c, 'pay')}${filters(r, c)}`)],
  [3, (r, c) => get(`/v1/payments/${id(r, c, 'pay')}`)],
  [7, (r, c) => post(r, `/v1/payments/${id(r, c, 'pay')}/refunds`, refund(r))],
  [2, (r, c) => post(r, `/sandbox/payments/${id(r, c, 'pay')}/reverse`, { amount_minor: 7 })],
  [4, (r, c) => get(`/v1/refunds${page(r, c, 'refund')}${filters(r, c)}`)],
  [2, (r, c) => get(`/v1/refunds/${id(r, c, 'refund')}`)],
  [1, () => get('/v1/me')],
  [1, () => get('/sandbox/clock')],
]

const total = draws.reduce((sum, [weight]) => sum + weight, 0)

/** The next request of a trace. */
export function draw(random: Random, count: Count): TraceRequest {
  let left = random() * total
  const [, chosen] = draws.find(([weight]) => (left -= weight) < 0) ?? draws[0] ?? []
  if (!chosen) throw new Error('There is nothing to draw from.')
  return chosen(random, count)
}
