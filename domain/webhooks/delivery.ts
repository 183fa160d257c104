import { everySellerId } from '../identity/sellerRows.ts'
import type { Vault } from '../identity/vault.ts'
import { DatabaseUnavailable } from '../../db/database.ts'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Logger } from '../../runtime/logger.ts'
import type { Metrics } from '../../runtime/metrics/metrics.ts'
import { inPieces } from '../../runtime/piecework.ts'
import type { Pieces } from '../../runtime/piecework.ts'
import { systemTimers } from '../../runtime/timers.ts'
import type { Timers } from '../../runtime/timers.ts'
import { inSpan } from '../../runtime/traces.ts'
import type { Mails } from '../mail/mails.ts'
import { tellOfFailure } from './failing.ts'
import type { WebhookKey, WebhookKeys } from './keys.ts'
import {
  claim,
  finish,
  giveUp,
  oldestPending,
  pendingDeliveries,
  sellersWithPending,
} from './queue.ts'
import type { Claim, PendingDelivery } from './queue.ts'
import type { PostResult, Post } from './post.ts'
import { NOT_SIGNED, signedRequest } from './request.ts'
import { SellerQueue, SELLERS_AT_ONCE } from '../outgoing/sellerQueue.ts'

/** Deliveries in flight at once; an endpoint that hangs delays no other endpoint and no seller. */
const MAX_IN_FLIGHT = 256
const MAX_IN_FLIGHT_OF_ENDPOINT = 16

/**
 * A seller may have a third as many in flight as there are free places (dynamic threshold, as in
 * http/loadShedder.ts): one alone has a quarter of all, and several whose endpoints hang leave free
 * places to the others.
 */
const FREE_PLACES_FOR_EACH = 3

/** A delivery that could not be sent for this long has failed, which bounds the queue. */
const LIFETIME_HOURS = 72

/**
 * How often a process looks for deliveries that a process which died has left, and how soon it
 * repeats a look that failed. The events that it records itself wake it with their seller, because
 * in a cluster this look asks all nodes.
 */
const LOOK_INTERVAL_MS = 30_000
const LOOK_RETRY_MS = 2_000

export type DispatcherOptions = {
  db: Database
  vault: Vault
  keys: WebhookKeys
  clock: Clock
  log: Logger
  metrics: Metrics
  /** Tells of an endpoint that has failed for long. */
  mails?: Pick<Mails, 'isOn' | 'endpointFailing'>
  post: Post
  timers?: Timers
  lookIntervalMs?: number
}

/**
 * Sends pending deliveries, each at most once. A row is claimed, and the claim committed, before
 * its request goes out. A row that is found claimed may have been sent by the process that claimed
 * it, so it is never sent again.
 */
export class Dispatcher {
  readonly #db: Database
  readonly #vault: Vault
  readonly #keys: WebhookKeys
  readonly #clock: Clock
  readonly #log: Logger
  readonly #metrics: Metrics
  readonly #post: Post
  readonly #mails: DispatcherOptions['mails']
  /** Deliveries whose request is under way, or whose outcome is not stored yet. */
  readonly #unfinished = new Set<Promise<void>>()
  #inFlight = 0
  readonly #inFlightOf = new Map<string, number>()
  /** Aborts the requests in flight when `stop` has waited long enough. */
  readonly #abort = new AbortController()
  readonly #lookIntervalMs: number
  readonly #timers: Timers
  readonly #sellers: SellerQueue
  #callOff: () => void = () => undefined
  #look: Promise<void> | undefined
  #stopped = false

  constructor({ db, vault, keys, clock, log, metrics, post, ...options }: DispatcherOptions) {
    const { timers = systemTimers } = options
    this.#db = db
    this.#vault = vault
    this.#keys = keys
    this.#clock = clock
    this.#log = log
    this.#metrics = metrics
    this.#post = post
    this.#mails = options.mails
    this.#lookIntervalMs = options.lookIntervalMs ?? LOOK_INTERVAL_MS
    this.#timers = timers
    this.#sellers = new SellerQueue({
      visit: (seller_id) => this.#sendOf(seller_id),
      hasCapacity: () => this.#inFlight < MAX_IN_FLIGHT,
      onError: (error, seller_id) =>
        log.error({ err: error, seller_id }, 'pending webhooks could not be read'),
      timers,
    })
  }

  /** Starts sending, with the deliveries that were left over. */
  start(): void {
    this.#look = this.#lookForLeftovers()
  }

  /** Sends a seller's pending deliveries; to be called after a commit that recorded an event. */
  wake(seller_id: string): void {
    this.#sellers.add(seller_id)
  }

  /**
   * Claims nothing more, and waits for the requests in flight. After the limit they are aborted,
   * and their outcome stays unknown.
   */
  async stop(limitMs: number): Promise<void> {
    this.#stopped = true
    this.#callOff()
    const limit = setTimeout(() => this.#abort.abort(), limitMs)
    await Promise.all([this.#look, this.#sellers.stop()])
    await Promise.all(this.#unfinished)
    clearTimeout(limit)
  }

  async #lookForLeftovers(): Promise<void> {
    let pauseMs = this.#lookIntervalMs
    try {
      await this.#addLeftovers()
    } catch (error) {
      this.#log.error({ err: error }, 'pending webhooks could not be read')
      pauseMs = Math.min(pauseMs, LOOK_RETRY_MS)
    }
    if (this.#stopped) return
    // The jitter keeps processes that started together from looking at the same moments.
    this.#callOff = this.#timers.after(pauseMs * (0.5 + Math.random()), () => {
      this.#look = this.#lookForLeftovers()
    })
  }

  /** While a node of a cluster is down, a statement over all sellers fails: visit each of them. */
  async #addLeftovers(): Promise<void> {
    try {
      const sellerIds: string[] = []
      for await (const seller_id of sellersWithPending(this.#db)) {
        this.#sellers.add(seller_id)
        sellerIds.push(seller_id)
      }
      await this.#tellOldest(sellerIds)
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error
      for (const seller_id of await this.#db.read(everySellerId)) this.#sellers.add(seller_id)
    }
  }

  /** @param sellerIds those with pending deliveries */
  async #tellOldest(sellerIds: string[]): Promise<void> {
    const nowMs = (await this.#clock.now()).getTime()
    let ageMs = 0
    for (const seller_id of sellerIds) {
      if (this.#stopped) return
      const oldest = await this.#db.read(() => oldestPending(seller_id))
      if (oldest !== undefined) ageMs = Math.max(ageMs, nowMs - Date.parse(oldest))
    }
    this.#metrics.oldestOwed('delivery', ageMs)
  }

  async #sendOf(seller_id: string): Promise<void> {
    const most = (MAX_IN_FLIGHT - this.#inFlight) / FREE_PLACES_FOR_EACH
    const capacity = {
      of: (id: string) => MAX_IN_FLIGHT_OF_ENDPOINT - this.#inFlightTo(id),
      // The sellers that are visited at once do not see each other's claims.
      inAll: Math.ceil((most - this.#inFlightTo(seller_id)) / SELLERS_AT_ONCE),
    }
    // The first delivery that ends wakes the seller again.
    if (capacity.inAll < 1) return
    const pending = await this.#db.read(() => pendingDeliveries(seller_id, capacity))
    if (pending.length === 0) return
    const now = await this.#clock.now()
    const before = new Date(now.getTime() - LIFETIME_HOURS * 60 * 60 * 1000).toISOString()
    const old = pending.filter(({ created_at }) => created_at <= before)
    await this.#giveUp(old, before, now)
    const young = pending.filter(({ created_at }) => created_at > before)
    // Read before anything is claimed, since a claimed delivery is sent now or never.
    const inForce = await this.#keys.inForce(now)
    const claims = young.length > 0 ? await this.#db.run(() => claim(young, now.toISOString())) : []
    await inPieces(this.#sendEach(claims, inForce, now))
    // The seller may have more pending than its share of the capacity.
    if (young.length === capacity.inAll) this.wake(seller_id)
  }

  /** Fails deliveries that are too old to be sent, a batch for each endpoint. */
  async #giveUp(old: PendingDelivery[], before: string, now: Date): Promise<void> {
    const response_text = `It could not be sent within ${LIFETIME_HOURS} hours.`
    for (const [endpoint_id, { seller_id }] of new Map(old.map((row) => [row.endpoint_id, row]))) {
      const ended = { before, response_text, now: now.toISOString() }
      const count = await this.#db.run(() => giveUp({ seller_id, endpoint_id }, ended))
      // Another process has them.
      if (count === 0) continue
      this.#log.warn({ seller_id, endpoint_id, count }, 'webhooks too old to be sent')
      for (let i = 0; i < count; i++) this.#metrics.webhook('failed', 0)
      // There may be more of them, and younger ones behind them in the queue.
      this.wake(seller_id)
    }
  }

  /** Deliveries in flight to an endpoint, or of a seller. */
  #inFlightTo(id: string): number {
    return this.#inFlightOf.get(id) ?? 0
  }

  #count(change: 1 | -1, { endpoint, delivery }: Claim): void {
    this.#inFlight += change
    for (const id of [endpoint.id, delivery.seller_id]) {
      const count = this.#inFlightTo(id) + change
      if (count > 0) this.#inFlightOf.set(id, count)
      else this.#inFlightOf.delete(id)
    }
  }

  /** In pieces: to make and to sign a body of the largest kind takes milliseconds. */
  *#sendEach(claims: Claim[], inForce: WebhookKey[], now: Date): Pieces<void> {
    for (const job of claims) {
      this.#send(job, inForce, now)
      yield
    }
  }

  #send(job: Claim, inForce: WebhookKey[], now: Date): void {
    this.#count(1, job)
    const sending = this.#deliver(job, inForce, now)
      .catch((error: unknown) => {
        const { id: delivery, seller_id } = job.delivery
        this.#log.error({ err: error, delivery, seller_id }, 'webhook outcome not recorded')
      })
      .finally(() => this.#unfinished.delete(sending))
    this.#unfinished.add(sending)
  }

  async #deliver(job: Claim, inForce: WebhookKey[], now: Date): Promise<void> {
    const { id: delivery, seller_id, event_id, endpoint_id } = job.delivery
    const startMs = performance.now()
    const outcome = await this.#sendRequest(job, inForce, now).finally(() => {
      this.#count(-1, job)
      // There is capacity for one more now: its claim takes this outcome along.
      this.wake(seller_id)
    })
    const duration_ms = Math.round(performance.now() - startMs)
    const { status, response_status } = outcome
    const facts = { delivery, seller_id, event_id, endpoint_id, response_status, duration_ms }
    if (status === 'failed' && this.#abort.signal.aborted) {
      this.#log.warn(facts, 'webhook aborted by the stop, outcome unknown')
      return
    }
    this.#metrics.webhook(status, duration_ms)
    const ended = await this.#clock.now()
    const mails = this.#mails
    const record = function* () {
      yield* finish(job.delivery, { ...outcome, duration_ms }, ended.toISOString())
      if (status === 'failed' && mails?.isOn) yield* tellOfFailure(job.endpoint, mails, ended)
    }
    await this.#db.run(record, { canWait: !this.#stopped })
    this.#log[status === 'failed' ? 'warn' : 'debug'](facts, `webhook ${status}`)
  }

  async #sendRequest(job: Claim, inForce: WebhookKey[], now: Date): Promise<PostResult> {
    const notSent = (response_text: string): PostResult => ({
      status: 'failed',
      response_status: null,
      response_text,
    })
    if (job.endpoint.deleted_at !== null) return notSent('The endpoint was deleted.')
    if (job.endpoint.disabled_at !== null) return notSent('The endpoint was disabled.')
    let request: ReturnType<typeof signedRequest>
    try {
      const [vault, keys] = [this.#vault, this.#keys]
      request = signedRequest(job, { vault, keys, inForce, now })
    } catch (error) {
      const { id: delivery, seller_id } = job.delivery
      this.#log.error({ err: error, delivery, seller_id }, 'webhook could not be signed')
      return notSent(NOT_SIGNED)
    }
    const attributes = { 'server.address': new URL(request.url).hostname }
    // A trace of its own: it is not part of the request that woke the dispatcher.
    return inSpan('webhook POST', { kind: 'CLIENT', root: true, attributes }, async (span) => {
      const { seller_id } = job.delivery
      const outcome = await this.#post({ ...request, seller_id, signal: this.#abort.signal })
      span?.setAttribute('http.response.status_code', outcome.response_status ?? 0)
      return outcome
    })
  }
}
