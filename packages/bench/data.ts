/** The database that every server works on, made by our own service: over HTTP, on its own port. */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createClient, createSeller, revoke, rotateSecret } from '../../domain/access/clients.ts'
import type { Database } from '../../db/database.ts'
import { openDatabase } from '../../db/open.ts'
import type { components } from '../../generated/types.ts'
import type { Scope } from '../../domain/identity/scopes.ts'
import type { Clock } from '../../runtime/clock.ts'
import { readEnvironment } from '../../runtime/environment.ts'
import { createLog } from '../../runtime/logger.ts'
import { freePort } from '../../cli/ports.ts'
import { serve } from '../../server.ts'
import { json, made, pick, tokenRequest } from './requests.ts'
import type { Account, Caller } from './requests.ts'

type Wire = components['schemas']

/** The number of sellers, and the objects of each kind that each of them has. */
export type Scale = { sellers: number; customers: number; products: number; checkouts: number }

/** The size of the measured data, unless a test wants less. */
export const fullScale: Scale = { sellers: 8, customers: 500, products: 50, checkouts: 60 }

/** Objects that are refused or treated apart, each for its own reason; all of the first account. */
export type Odd = {
  inactive_customer: string
  recurring_offer: string
  foreign_offer: string
  inactive_offer: string
  /** A product's default offer, and another active one of the same product. */
  default_offer: string
  other_offer: string
  /** The e-mail of a customer and the reference of a checkout, which are taken. */
  email: string
  external_id: string
  /** May read products only. */
  narrow: Caller
  /** Callers whose tokens have ended since they were issued. */
  expired: Caller
  revoked: Caller
  rotated: Caller
}

export type Fixture = { accounts: Account[]; odd: Odd }

/** The database of the data, and the key that seals it: the variables of a service. */
export type Place = { DATABASE_URL: string; BASE_URL: string; SECRET_KEY: string }

/** Long enough ago for a checkout to be past its end. */
const LONG_AGO_MS = 25 * 60 * 60 * 1000

const LANES = 32

/** The machine's clock, set back until it is caught up. */
class LateClock implements Clock {
  late_ms = LONG_AGO_MS

  now(): Date {
    return new Date(Date.now() - this.late_ms)
  }
}

/** A few at a time, in no order. */
async function times<Result>(count: number, work: (i: number) => Promise<Result>) {
  const results: Result[] = []
  let next = 0
  const lane = async () => {
    while (next < count) results.push(await work(next++))
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return results
}

/** The same account with a token of now. */
export async function authenticated(url: string, account: Account): Promise<Caller> {
  const { access_token } = await made<Wire['Token']>(url, tokenRequest(account))
  return { ...account, token: access_token }
}

/** Creates one thing for a caller; all of it is told by its number. */
class Maker {
  readonly #url: string
  readonly caller: Caller

  constructor(url: string, caller: Caller) {
    this.#url = url
    this.caller = caller
  }

  post<Body extends { id: string }>(path: string, body: object): Promise<Body> {
    return made<Body>(this.#url, json('POST', path, this.caller.token, body))
  }

  customer(i: number): Promise<Wire['Customer']> {
    return this.post('/v1/customers', {
      name: `Padaria São João ${i}`,
      email: `financeiro.${i}@cliente.example`,
      phone: '+551133334444',
      tax_id: '12.345.678/0001-95',
      metadata: { erp: String(i), origem: 'importação' },
    })
  }

  product(i: number, default_offer: object = {}): Promise<Wire['Product']> {
    return this.post('/v1/products', {
      name: `Caneca de cerâmica ${i}`,
      description: 'Caneca de 300 ml, queimada a 1.200 °C.',
      metadata: { sku: `CAN-${i}` },
      default_offer: { amount_minor: 4990, currency: 'BRL', ...default_offer },
    })
  }

  offer(product: Wire['Product'], i: number): Promise<Wire['Offer']> {
    const body = { name: `Promoção ${i}`, amount_minor: 3990, currency: 'BRL' }
    return this.post(`/v1/products/${product.id}/offers`, body)
  }

  checkout(offer_id: string, customer_id: string, external_id: string): Promise<Wire['Checkout']> {
    return this.post('/v1/checkouts', {
      offer_id,
      customer_id,
      external_id,
      success_url: 'https://loja.example/obrigado',
      cancel_url: 'https://loja.example/carrinho',
      metadata: { pedido: external_id },
    })
  }

  patch(offer: Wire['Offer'], body: object): Promise<Wire['Offer']> {
    return made(this.#url, json('PATCH', `/v1/offers/${offer.id}`, this.caller.token, body))
  }
}

async function fill(maker: Maker, { customers, products, checkouts }: Scale): Promise<void> {
  const { caller } = maker
  caller.customers = (await times(customers, (i) => maker.customer(i))).map(({ id }) => id)
  const offers = await times(products, async (i) => {
    const product = await maker.product(i)
    return [product.default_offer?.id ?? '', (await maker.offer(product, i)).id]
  })
  caller.offers = offers.flat()
  await times(checkouts, (i) =>
    maker.checkout(pick(caller.offers, i), pick(caller.customers, i), `anterior-${i}`),
  )
}

/** Deactivates a customer, which the command line alone can do. */
function deactivate(customer_id: string, place: Place): void {
  const cli = fileURLToPath(new URL('../../cli/cli.ts', import.meta.url))
  const args = [cli, 'customers', 'deactivate', customer_id, '--json']
  execFileSync(process.execPath, args, { env: { ...process.env, ...place } })
}

async function addOdd(
  url: string,
  db: Database,
  maker: Maker,
  place: Place,
): Promise<Omit<Odd, 'expired'>> {
  const { caller } = maker
  const now = new Date()
  const another = async (scopes: Scope[]) => {
    const { seller_id } = caller
    const client = await createClient(db, { seller_id, name: 'Outro', scopes, now })
    return authenticated(url, { ...caller, ...client })
  }
  const [narrow, revoked, rotated] = await Promise.all([
    another(['products:read']),
    another(['all']),
    another(['all']),
  ])
  await revoke(db, { name: revoked.client_id, now })
  await rotateSecret(db, { name: rotated.client_id, now })
  const customer = await maker.customer(-1)
  const inactive = await maker.customer(-2)
  deactivate(inactive.id, place)
  const product = await maker.product(-1)
  const offer_id = product.default_offer?.id ?? ''
  const idle = await maker.patch(await maker.offer(product, -1), { active: false })
  const recurring = await maker.product(-2, { type: 'recurring', billing_interval: 'month' })
  const foreign = await maker.product(-3, { currency: 'USD' })
  const checkout = await maker.checkout(offer_id, customer.id, 'estranho')
  return {
    inactive_customer: inactive.id,
    recurring_offer: recurring.default_offer?.id ?? '',
    foreign_offer: foreign.default_offer?.id ?? '',
    inactive_offer: idle.id,
    default_offer: offer_id,
    other_offer: (await maker.offer(product, -2)).id,
    email: customer.email,
    external_id: checkout.external_id ?? '',
    narrow,
    revoked,
    rotated,
  }
}

/** Sessions that were opened long ago: the first list of them marks them expired. */
async function addOverdue(url: string, account: Account): Promise<Caller> {
  const maker = new Maker(url, await authenticated(url, account))
  const product = await maker.product(-4)
  const customer = await maker.customer(-4)
  await times(3, (i) => maker.checkout(product.default_offer?.id ?? '', customer.id, `antigo-${i}`))
  return maker.caller
}

/** Fills an empty database, and tells what is in it. */
export async function prepare(place: Place, scale: Scale): Promise<Fixture> {
  const PORT = String(await freePort())
  // The measured service runs so: a database remembers the mode in which it was served first.
  const live = { MODE: 'live', RATE_LIMIT: 'off', SELLER_DAILY_MB: 'off' }
  const environment = readEnvironment({ ...place, ...live, PORT, LOG_LEVEL: 'warn' })
  const url = `http://127.0.0.1:${PORT}`
  const db = await openDatabase(place.DATABASE_URL)
  const clock = new LateClock()
  const service = await serve({ environment, db, log: createLog('warn'), clock })
  try {
    const accounts: Account[] = await times(scale.sellers, async (i) => {
      const seller = await createSeller(db, { name: `Loja ${i}`, now: clock.now() })
      return { ...seller, customers: [], offers: [] }
    })
    const expired = await Promise.all(accounts.map((account) => addOverdue(url, account)))
    clock.late_ms = 0
    const makers = await Promise.all(
      accounts.map(async (account) => new Maker(url, await authenticated(url, account))),
    )
    for (const maker of makers) await fill(maker, scale)
    if (!makers[0] || !expired[0]) throw new Error('There is no seller.')
    const odd = { ...(await addOdd(url, db, makers[0], place)), expired: expired[0] }
    return { accounts: makers.map(({ caller }) => caller), odd }
  } finally {
    await service.close()
  }
}
