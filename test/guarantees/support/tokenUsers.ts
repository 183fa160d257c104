/** Clients that get tokens and use them all the time, and know which must be taken. */
import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { decodeJwt } from 'jose'
import type { Database } from '../../../db/database.ts'
import { createSeller } from '../../../domain/access/clients.ts'
import { everyScope } from '../../../domain/identity/scopes.ts'

/** The tokens that a client keeps, the older ones of which were signed by older keys. */
const KEPT_TOKENS = 8
const LOGIN_SHARE = 0.3

/** Each client asks so long after it was answered: an ending may be waited for, by all of them. */
const PAUSE_MS = 25

/** A client is `ending` from when its revocation is asked for until that is acknowledged. */
type State = 'in force' | 'ending' | 'ended'

export type User = { client_id: string; client_secret: string; state: State; tokens: string[] }

export type UsersOptions = {
  /** The addresses of every process that may be asked. */
  urls: string[]
  db: Database
  /** The service's clock. */
  now: () => Date
  random: () => number
}

/** Clients under load; the first wrong answer ends it. */
export class TokenUsers {
  readonly users: User[] = []
  /** Requests that had to be answered 200, and those that had to be answered 401. */
  valid = 0
  invalid = 0
  readonly #on: UsersOptions
  readonly #requests = new EventEmitter()
  readonly #running: Promise<void>[] = []
  #fault: unknown
  #stopped = false

  constructor(options: UsersOptions) {
    this.#on = options
  }

  /** Another client, and one more who asks all the time, for this client until it has ended. */
  async add(): Promise<User> {
    const { db, now } = this.#on
    const made = await createSeller(db, { name: 'Loja', scopes: everyScope, now: now() })
    const user: User = { ...made, state: 'in force', tokens: [] }
    this.users.push(user)
    this.#running.push(this.#run(user))
    return user
  }

  /** Resolves after so many more answers. */
  async answered(count: number): Promise<void> {
    for (let i = 0; i < count && this.#fault === undefined; i++) {
      await once(this.#requests, 'answer')
    }
    if (this.#fault !== undefined) throw this.#fault
  }

  /** Ends a client; `revoke` must resolve when that is acknowledged. */
  async end(user: User, revoke: () => Promise<unknown>): Promise<void> {
    user.state = 'ending'
    await revoke()
    user.state = 'ended'
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all(this.#running)
    if (this.#fault !== undefined) throw this.#fault
  }

  async #run(user: User): Promise<void> {
    // An ended client goes on for a while: it must be refused by each process.
    for (let after = 0; after < 10 && !this.#stopped; ) {
      if (user.state === 'ended') after++
      await this.#request(user).catch((error: unknown) => {
        this.#fault ??= error
        this.#stopped = true
      })
      this.#requests.emit('answer')
      await wait(PAUSE_MS)
    }
  }

  async #request(user: User): Promise<void> {
    const { urls, random } = this.#on
    const url = urls[Math.floor(random() * urls.length)] ?? ''
    const { state } = user
    const token = user.tokens[Math.floor(random() * user.tokens.length)]
    if (token === undefined || random() < LOGIN_SHARE) {
      const { status, token: fresh } = await this.#login(url, user)
      this.#judge(status, { what: 'a secret', must: this.#must(user, state) })
      if (fresh !== undefined) user.tokens = [...user.tokens, fresh].slice(-KEPT_TOKENS)
      return
    }
    const end_ms = (decodeJwt(token).exp ?? 0) * 1000
    const expired = this.#on.now().getTime() >= end_ms
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(`${url}/v1/me`, { headers })
    const text = await response.text()
    const expiring = !expired && this.#on.now().getTime() >= end_ms
    const must = expired ? 401 : expiring ? undefined : this.#must(user, state)
    this.#judge(response.status, { what: `a token: ${text}`, must })
  }

  /** The status that a request must have that began in this state and has ended now. */
  #must(user: User, began: State): 200 | 401 | undefined {
    if (began === 'ended') return 401
    return user.state === 'in force' ? 200 : undefined
  }

  #judge(status: number, { what, must }: { what: string; must: 200 | 401 | undefined }): void {
    if (must === undefined) {
      assert.ok(status === 200 || status === 401, `${status} for ${what}`)
      return
    }
    assert.equal(status, must, `for ${what}`)
    if (must === 200) this.valid++
    else this.invalid++
  }

  async #login(url: string, user: User): Promise<{ status: number; token?: string }> {
    const basic = Buffer.from(`${user.client_id}:${user.client_secret}`).toString('base64')
    const response = await fetch(`${url}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    const { access_token: token } = (await response.json()) as { access_token?: string }
    return { status: response.status, ...(token !== undefined && { token }) }
  }
}
