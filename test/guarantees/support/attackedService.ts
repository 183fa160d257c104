/** A service that is attacked, and how long the turns of its serving thread were. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { createClient, createSeller } from '../../../domain/access/clients.ts'
import { everyScope } from '../../../domain/identity/scopes.ts'
import { Vault } from '../../../domain/identity/vault.ts'
import { tokenOf } from '../../support/processes.ts'
import { long } from '../../support/property.ts'
import { startServed } from './loads.ts'
import type { Served } from './loads.ts'
import { Wire } from './wire.ts'
import type { WireRequest } from './wire.ts'

/** The short form runs on code that is hardly compiled. */
const MAX_TURN_MS = long ? 50 : 250

/** A turn in which the garbage of others was collected is long once, one that costs each time. */
const TRIES = 4

export type Attack = { name: string; send: () => Promise<unknown> }

/** Charges are checked as often as a callback names them. */
const AT_ONCE = { checkPauseMs: 0, bankPauseMs: 0 }

/** A service, and a seller with every scope. */
export class Target {
  readonly served: Served
  readonly wire: Wire
  readonly token: string
  readonly seller_id: string
  readonly vault: Vault
  maxTurnMs = MAX_TURN_MS
  #longestMs = 0
  #where = ''
  #count = 0

  private constructor(served: Served, of: { seller_id: string; token: string; vault: Vault }) {
    this.served = served
    this.wire = new Wire(served.url)
    this.token = of.token
    this.seller_id = of.seller_id
    this.vault = of.vault
  }

  static async start(execArgv: string[] = []): Promise<Target> {
    const secretKey = randomBytes(32)
    const variables = {
      MODE: 'sandbox',
      LOG_LEVEL: 'fatal',
      SECRET_KEY: secretKey.toString('base64'),
    }
    const served = await startServed(variables, AT_ONCE, execArgv)
    const now = new Date()
    const { seller_id } = await createSeller(served.db, { name: 'Loja', now })
    const of = { seller_id, name: 'Tudo', scopes: [...everyScope], now }
    const client = await createClient(served.db, of)
    assert.ok(client)
    const token = await tokenOf(served.url, client)
    return new Target(served, { seller_id, token, vault: new Vault(secretKey) })
  }

  send(request: WireRequest, isKnown = true) {
    const bearer = isKnown ? [['authorization', `Bearer ${this.token}`] as const] : []
    return this.wire.request({ ...request, headers: [...bearer, ...(request.headers ?? [])] })
  }

  /** Sends them one after another; when a turn was long, each by itself until it is known which. */
  async attack(attacks: Attack[]): Promise<void> {
    this.#count += attacks.length
    await this.served.longestTurn()
    for (const { send } of attacks) await send()
    const together = await this.served.longestTurn()
    if (together <= this.maxTurnMs) return this.#note(together, attacks[0]?.name ?? '')
    for (const { name, send } of attacks) {
      let leastMs = Infinity
      for (let i = 0; i < TRIES && leastMs > this.maxTurnMs; i++) {
        await this.served.longestTurn()
        await send()
        leastMs = Math.min(leastMs, await this.served.longestTurn())
      }
      this.#note(leastMs, name)
      assert.ok(leastMs <= this.maxTurnMs, `${name}: a turn of ${leastMs.toFixed(0)} ms`)
    }
  }

  #note(ms: number, name: string): void {
    if (ms > this.#longestMs) [this.#longestMs, this.#where] = [ms, name]
  }

  get figure(): string {
    const longest = `the longest turn took ${this.#longestMs.toFixed(0)} ms`
    return `${this.#count} inputs, ${longest} (${this.#where})`
  }
}
