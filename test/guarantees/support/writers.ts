/** Writers over HTTP that keep the acknowledged writes, and the check that these are stored. */
import assert from 'node:assert/strict'
import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { checkDatabase } from '../../../db/maintenance/check.ts'
import { openSnapshot } from '../../../db/maintenance/snapshot.ts'
import { atEnd } from '../../support/atEnd.ts'
import { ask, tokenOf } from '../../support/processes.ts'
import type { Answer } from '../../support/processes.ts'

/** Something that a writer was told is stored: `paid checkout_…`; and the answer that said so. */
export type Fact = { fact: string; request_id: string }

/** The stored rows, in the words of the facts. */
const stored = `
  select 'customer ' || id from customers
  union all
  select 'product ' || product_id || ' sold as ' || id from offers
  union all
  select 'session ' || id from checkouts
  union all
  select 'paid ' || id from checkouts where status = 'completed'`

/** The parts of requests that were written alone, in a database that such writers have written. */
const halves = `
  select 'no default offer of ' || id from products
  where id not in (select product_id from offers where is_default)
  union all
  select 'no product of ' || id from offers where product_id not in (select id from products)
  union all
  select 'no event of ' || id from checkouts
  where status = 'completed' and id not in (select data ->> 'id' from events)
  union all
  select 'no answer to ' || key from idempotency_keys where status <> 201`

/** The facts that a database holds, and its half-written requests. */
export async function lookInto(database_url: string) {
  const snapshot = await openSnapshot(database_url)
  const texts = async (query: string) => (await snapshot.rows(query)).map(([text]) => String(text))
  try {
    return { facts: new Set(await texts(stored)), halves: await texts(halves) }
  } finally {
    await snapshot.close()
  }
}

/** Asserts that a database is whole, and that everything is there that was acknowledged. */
export async function assertKept(
  database_url: string,
  told: readonly Fact[],
  when = '',
): Promise<void> {
  const broken = (await checkDatabase(database_url)).filter(({ ok }) => !ok)
  assert.deepEqual(broken, [], `corrupt ${when}`)
  const { facts, halves } = await lookInto(database_url)
  assert.deepEqual(halves, [], `half ${when}`)
  const lost = told.filter(({ fact }) => !facts.has(fact))
  assert.deepEqual(
    lost.map(({ fact }) => fact),
    [],
    `lost ${when}`,
  )
}

/** The service and account of the writers, which may change while they write. */
export type Target = { url: string; token: string }

/** The target that a client writes to as itself. */
export async function signIn(
  url: string,
  client: { client_id: string; client_secret: string },
): Promise<Target> {
  return { url, token: await tokenOf(url, client) }
}

type Id = { id: string; default_offer?: { id: string } }

/** The longest time without an acknowledged write, after which none is expected. */
const PATIENCE_MS = 20_000

/** Writers that each create a shop's objects, one request after another, until they are stopped. */
export class Writers {
  readonly told: Fact[] = []
  /** Answers that were no success. */
  readonly refused: Answer[] = []
  /** Requests that got no answer at all. */
  cut = 0
  /** The time of the slowest answer. */
  slowest_ms = 0
  readonly #target: Target
  readonly #agent: Agent
  readonly #writers: Promise<void>[]
  #stopped = false
  #heard: (() => void)[] = []

  constructor(target: Target, count: number) {
    this.#target = target
    this.#agent = new Agent({ keepAlive: true, maxSockets: count })
    this.#writers = Array.from({ length: count }, () => this.#work())
    // The writers of a failed test would go on for ever.
    atEnd(() => this.stop())
  }

  /** Resolves when something is so, which is looked at after each answer. */
  async until(isSo: () => boolean): Promise<void> {
    let told = -1
    let end_ms = 0
    while (!isSo()) {
      if (this.told.length > told) end_ms = performance.now() + PATIENCE_MS
      told = this.told.length
      assert.ok(performance.now() < end_ms, 'Nothing is acknowledged any more.')
      await new Promise<void>((resolve) => this.#heard.push(resolve))
    }
  }

  /** Resolves when so many facts more have been told. */
  more(count: number): Promise<void> {
    const wanted = this.told.length + count
    return this.until(() => this.told.length >= wanted)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all(this.#writers)
    this.#agent.destroy()
  }

  async #work(): Promise<void> {
    const customer = { name: 'Ana', metadata: { note: 'x'.repeat(200) } }
    const offer = { amount_minor: 4990, currency: 'BRL' }
    while (!this.#stopped) {
      const email = `${crypto.randomUUID()}@example.com`
      await this.#post('/v1/customers', { ...customer, email }, ({ id }) => `customer ${id}`)
      const product = await this.#post(
        '/v1/products',
        { name: 'Caneca', default_offer: offer },
        ({ id, default_offer }) => `product ${id} sold as ${default_offer?.id}`,
      )
      if (!product) continue
      const other = await this.#post(
        `/v1/products/${product.id}/offers`,
        { ...offer, is_default: true },
        ({ id }) => `product ${product.id} sold as ${id}`,
      )
      const offer_id = other?.id ?? product.default_offer?.id
      const session = await this.#post('/v1/checkouts', { offer_id }, ({ id }) => `session ${id}`)
      if (!session) continue
      const pay = `/sandbox/checkouts/${session.id}/pay`
      await this.#post(pay, undefined, ({ id }) => `paid ${id}`)
    }
  }

  async #post(
    path: string,
    json: object | undefined,
    fact: (body: Id) => string,
  ): Promise<Id | undefined> {
    const { url, token } = this.#target
    const headers = {
      authorization: `Bearer ${token}`,
      ...(path.startsWith('/v1/') && { 'idempotency-key': crypto.randomUUID() }),
    }
    const start_ms = performance.now()
    const heard = await ask(url + path, {
      method: 'POST',
      headers,
      json,
      agent: this.#agent,
    }).catch(() => undefined)
    this.slowest_ms = Math.max(this.slowest_ms, performance.now() - start_ms)
    const success = heard !== undefined && heard.status < 300
    if (success) {
      const request_id = heard.headers['x-request-id'] ?? ''
      this.told.push({ fact: fact(heard.body as Id), request_id })
    } else if (heard) this.refused.push(heard)
    else this.cut++
    for (const resolve of this.#heard.splice(0)) resolve()
    // A refused client comes again soon, as an impatient client does.
    if (!success) await wait(10)
    return success ? (heard.body as Id) : undefined
  }
}
