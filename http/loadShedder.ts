import type { IncomingMessage } from 'node:http'
import type { Database } from '../db/database.ts'
import { FloodLine } from '../runtime/logger.ts'
import type { Logger } from '../runtime/logger.ts'
import { Registry } from '../runtime/registry.ts'
import { DrainRate } from './drainRate.ts'
import { serviceUnavailable } from './errors.ts'
import { FairQueue } from './fairQueue.ts'
import type { Caller } from './fairQueue.ts'
import { UnreadConnections } from './unreadConnections.ts'

/** Limits of admitted requests; a test may lower them. */
export const loadShedderLimits = {
  /** Permits for requests that are admitted at once, those in the queue included. */
  maxInFlight: 3_000,
  /** A request that would wait in the queue for longer is refused when it arrives. */
  maxWaitMs: 1_000,
  /** A refusal is sent no later than this, however many there are (http/refusals.ts). */
  maxRefusalDelayMs: 500,
  /** While so many requests of a caller wait, its other connections are not read. */
  readAhead: 64,
}

export type LoadShedderLimits = typeof loadShedderLimits

/** The part of all permits that one seller may hold. */
const MAX_SELLER_SHARE = 1 / 2

/** The part of all permits that only known sellers get. */
const KNOWN_SHARE = 1 / 4

/** So many health checks find a permit at any time; those beyond are treated as other requests. */
const HEALTH_CHECK_PERMITS = 16

/**
 * A permit stands for so much memory: a request with a longer head and body holds several. So the
 * memory of those that wait is bounded, and time alone decides how many others may wait.
 */
const PERMIT_BYTES = 16 * 1024

/**
 * Most of the code of a young process is not compiled, and a request takes several times as long as
 * soon after: until it has answered so many, requests may wait for so many times as long.
 */
const YOUNG_REQUESTS = 256
const YOUNG_PATIENCE = 4

/**
 * A request that has waited for so many times `maxWaitMs` is refused when its turn comes. How long
 * a burst will wait is not known when it arrives, and its caller may be gone by then.
 */
const LATE = 2

/** In each turn of the event loop, requests are started for so long; then it reads again. */
const SLICE_MS = 5

/**
 * When reading has taken longer than that, as under a flood of requests that are answered by their
 * head, requests are started for as long as it took, and for no longer than this.
 */
const MAX_SLICE_MS = 25

/**
 * So many requests are started together. Their steps then alternate, and the code of each step is
 * still in the processor's cache: a read takes 10% less CPU time than when each runs alone.
 */
const BATCH_SIZE = 8

/** After a batch that took longer, requests are started one by one, so that slices stay short. */
const MAX_BATCH_MS = 1

/** How often a saturated database is asked whether it takes requests again. */
const SATURATED_POLL_MS = 1

/** Held by an admitted request until it is released. */
export type Permit = {
  readonly isHealthCheck: boolean
  readonly caller: Caller
  /** How many permits it is, by the memory of its request. */
  readonly weight: number
  /** Holder of the permit: the caller at first, then the seller. */
  share: Share
  /** True when its request has waited in vain. */
  isLate?: boolean
}

/** How many permits one holder has. */
type Share = { permits: number }

const weightOf = (bytes: number): number => 1 + Math.floor(bytes / PERMIT_BYTES)

type QueuedRequest = {
  permit: Permit
  start: () => void
  refuse: (error: Error) => void
  sinceMs: number
}

/**
 * Admits as many requests as can be answered soon, and refuses the others while that costs next to
 * nothing. Admitted requests wait in a fair queue, from which each turn of the event loop starts
 * some: in between, the event loop reads and refuses. docs/overload.md explains the parts.
 */
export class LoadShedder {
  readonly #db: Database
  readonly #log: Logger
  readonly #limits: LoadShedderLimits
  readonly #queue = new FairQueue<QueuedRequest>()
  readonly #drainRate = new DrainRate()
  readonly #unread = new UnreadConnections()
  /** Of each holder, by the name of a caller or the id of a seller. */
  readonly #shares = new Registry<Share>(
    () => ({ permits: 0 }),
    ({ permits }) => permits === 0,
  )
  /** A log line for each refusal would cost more than the refusal itself. */
  readonly #refusalLine = new FloodLine((refused) =>
    this.#log.warn({ refused, in_flight: this.#inFlight }, 'overloaded'),
  )
  #inFlight = 0
  #healthChecks = 0
  #isScheduled = false
  #sliceStartMs = 0
  #sliceMs = SLICE_MS
  /** The end of a slice that has left requests in the queue, from which on the loop reads. */
  #sliceEndMs = Infinity
  #batchStartMs = 0
  #batchSize = BATCH_SIZE
  #poll: NodeJS.Timeout | undefined

  constructor(db: Database, log: Logger, limits: LoadShedderLimits) {
    this.#db = db
    this.#log = log
    this.#limits = limits
  }

  /**
   * True when a request would be admitted now. A caller may hold as many permits as are free
   * (dynamic threshold, Choudhury and Hahne, 1998): one caller alone gets half of them, and some
   * are always left for another.
   *
   * @param bytes of its head and its body
   */
  hasCapacity(isHealthCheck: boolean, caller: Caller, bytes = 0): boolean {
    const { maxInFlight } = this.#limits
    const free = maxInFlight - this.#inFlight - weightOf(bytes) + 1
    if (isHealthCheck && this.#healthChecks < HEALTH_CHECK_PERMITS) return true
    const reserved = caller.isKnown ? 0 : Math.floor(maxInFlight * KNOWN_SHARE)
    const held = this.#shares.find(caller.name)?.permits ?? 0
    if (held >= free - reserved) return false
    return this.#queue.size === 0 || !this.#wouldWaitTooLong(caller)
  }

  /** Admits a request when there is capacity: then it has to be scheduled, and released at last. */
  acquire(isHealthCheck: boolean, caller: Caller, bytes = 0): Permit | undefined {
    if (!this.hasCapacity(isHealthCheck, caller, bytes)) return void this.#refuse()
    const [share, weight] = [this.#shares.of(caller.name), weightOf(bytes)]
    share.permits += weight
    this.#inFlight += weight
    if (isHealthCheck) this.#healthChecks++
    return { isHealthCheck, caller, weight, share }
  }

  /**
   * Counts a permit to the seller whose token has been verified, and no more to the caller.
   *
   * @returns false when the seller holds its share already
   */
  assign(permit: Permit, sellerId: string): boolean {
    const share = this.#shares.of(sellerId)
    if (permit.share === share) return true
    if (share.permits >= this.#limits.maxInFlight * MAX_SELLER_SHARE) return this.#refuse()
    permit.share.permits -= permit.weight
    share.permits += permit.weight
    permit.share = share
    return true
  }

  /**
   * @returns a promise to await before the request is handled, rejected with an ApiError when it
   *   has waited too long; health checks do not wait
   */
  schedule(permit: Permit): Promise<void> | undefined {
    const { isHealthCheck, caller } = permit
    if (isHealthCheck) return undefined
    this.#scheduleTurn()
    return new Promise((start, refuse) => {
      this.#queue.push(caller, { permit, start, refuse, sinceMs: this.#drainRate.timeMs })
    })
  }

  release(permit: Permit): void {
    this.#inFlight -= permit.weight
    if (permit.isHealthCheck) this.#healthChecks--
    permit.share.permits -= permit.weight
    if (!permit.isLate) this.#drainRate.answered()
    if (this.#queue.size > 0) this.#scheduleTurn()
  }

  /**
   * Leaves the connection of an answered request unread while many other requests of its caller
   * wait, if the next one on it will not wait too long.
   */
  answered({ caller }: Permit, request: IncomingMessage): void {
    const { readAhead, maxWaitMs } = this.#limits
    if (this.#queue.size + this.#unread.size < readAhead) return
    const isOnly = this.#unread.isOnly(caller, request)
    const unread = this.#unread.of(caller)
    if (!isOnly || this.#queue.of(caller).length + unread < readAhead) return
    const { socket, complete } = request
    // A connection that is paused has requests that wait for this answer (http/pipeline.ts).
    if (!complete || socket.isPaused()) return
    const waitMs = (this.#queue.ahead(caller) + unread) * this.#drainRate.intervalMs
    if (waitMs < maxWaitMs / 2) this.#unread.pause(caller, socket)
  }

  /** Reads as many connections as have their turn soon. */
  #readNext(): void {
    if (this.#unread.size === 0) return
    const { readAhead } = this.#limits
    this.#unread.resume((caller) => readAhead - this.#queue.of(caller).length)
  }

  get #isYoung(): boolean {
    return this.#drainRate.total < YOUNG_REQUESTS
  }

  #wouldWaitTooLong(caller: Caller): boolean {
    const { timeMs, intervalMs } = this.#drainRate
    const maxWaitMs = this.#limits.maxWaitMs * (this.#isYoung ? YOUNG_PATIENCE : 1)
    const [oldest] = this.#queue.of(caller)
    if (oldest && timeMs - oldest.sinceMs > maxWaitMs) return true
    // The size of the queue is known at once; the caller's place in it has to be counted.
    return (
      this.#queue.size * intervalMs > maxWaitMs &&
      this.#queue.ahead(caller) * intervalMs > maxWaitMs
    )
  }

  #scheduleTurn(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(this.#takeTurn)
  }

  /** Runs after everything that has arrived in this turn of the event loop was read or refused. */
  readonly #takeTurn = (): void => {
    this.#isScheduled = false
    if (this.#queue.size === 0 && this.#unread.size > 0) return this.#endSlice(performance.now())
    if (this.#queue.size === 0) return
    const nowMs = performance.now()
    this.#drainRate.measure(nowMs)
    if (this.#db.saturated) return this.#pollDatabase()
    const readingMs = nowMs - this.#sliceEndMs
    this.#sliceMs = Math.min(Math.max(SLICE_MS, readingMs), MAX_SLICE_MS)
    this.#sliceStartMs = nowMs
    this.#startBatch(nowMs)
  }

  /**
   * Other work than requests uses the database too, so the end of a request does not show that it
   * is free.
   */
  #pollDatabase(): void {
    this.#sliceEndMs = Infinity
    this.#poll ??= setTimeout(() => {
      this.#poll = undefined
      this.#scheduleTurn()
    }, SATURATED_POLL_MS)
  }

  #startBatch(nowMs: number): void {
    this.#batchStartMs = nowMs
    const lateMs = this.#limits.maxWaitMs * (this.#isYoung ? YOUNG_PATIENCE : LATE)
    for (const { permit, start, refuse, sinceMs } of this.#queue.take(this.#batchSize)) {
      if (this.#drainRate.timeMs - sinceMs <= lateMs) {
        start()
        continue
      }
      permit.isLate = true
      this.#refuse()
      refuse(serviceUnavailable)
    }
    queueMicrotask(this.#afterMicrotasks)
  }

  /** Ticks run when no microtask is left: by then the batch has done what it can do at once. */
  readonly #afterMicrotasks = (): void => process.nextTick(this.#endBatch)

  readonly #endBatch = (): void => {
    const nowMs = performance.now()
    this.#batchSize = nowMs - this.#batchStartMs > MAX_BATCH_MS ? 1 : BATCH_SIZE
    const isOver = nowMs - this.#sliceStartMs >= this.#sliceMs || this.#db.saturated
    if (this.#queue.size > 0 && !isOver) return this.#startBatch(nowMs)
    this.#endSlice(nowMs)
  }

  #endSlice(nowMs: number): void {
    const isLast = this.#queue.size + this.#unread.size === 0
    this.#sliceEndMs = isLast ? Infinity : nowMs
    if (isLast) return this.#drainRate.reset()
    this.#readNext()
    this.#scheduleTurn()
  }

  #refuse(): false {
    this.#refusalLine.add()
    return false
  }
}
