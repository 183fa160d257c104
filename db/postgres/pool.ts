import pg from 'pg'
import { DatabaseUnavailable } from '../database.ts'
import type { Warn } from '../database.ts'
import { connectionOf } from './connection.ts'
import { isUnusable, translateError } from './errors.ts'
import { requirePrimary } from './session.ts'

/** How long a connection may take to be made, or to become free. */
const CONNECT_TIMEOUT_MS = 5_000

/**
 * How long a statement may run, or wait for a lock, before the server cancels it, and how long the
 * transaction of a process that vanished holds its locks.
 */
const timeouts = { statementMs: 10_000, lockMs: 5_000, idleInTransactionMs: 15_000 }

/** A connection is given up when the server has not answered for so long. */
const ANSWER_TIMEOUT_MS = 15_000

/** How often the server is checked again while it is used. */
const CHECK_INTERVAL_MS = 1_000

/** During an outage one request in each such pause tries to connect; the others are rejected. */
const MIN_PAUSE_MS = 25
const MAX_PAUSE_MS = 400

/** How many may wait for a connection; further ones are rejected at once. */
const MAX_WAITING = 1_000

const IDLE_MS = 60_000

/** The server, the database or the role has all connections that it may have (Appendix A). */
const TOO_MANY_CONNECTIONS = '53300'

/** After that refusal a pool makes do for so long with the connections that it has. */
const REFUSED_MS = 1_000

const options: pg.PoolConfig = {
  onConnect: (client) => requirePrimary(client, timeouts),
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  idleTimeoutMillis: IDLE_MS,
  query_timeout: ANSWER_TIMEOUT_MS,
  keepAlive: true,
  pipeline: true,
  application_name: 'balcao',
}

/** A period without a primary: the error for all requests but the one that is trying to connect. */
type NoPrimary = {
  error: DatabaseUnavailable
  pauseMs: number
  untilMs: number
  isRetrying: boolean
}

/** A bounded number of connections to the primary, whichever of the hosts that is. */
export class PostgresPool {
  readonly #urls: string[]
  readonly #pools: pg.Pool[]
  /** How many connections each of them has lent. */
  readonly #lent: number[]
  readonly #size: number
  readonly #warn: Warn
  /** The index of the host that was the primary when it was last seen. */
  #current = 0
  #noPrimary: NoPrimary | undefined
  /** When the server was last checked on one of its connections. */
  #checkedMs = performance.now()
  /** How many have, or wait for, a connection; and what `close` does when there are none. */
  #borrowers = 0
  #onLastReturn: (() => void) | undefined
  #closed: Promise<void> | undefined

  /**
   * @param size how many connections are held at most
   * @param warn called when a server has no further connection, at most once a second
   */
  constructor(urls: string[], size: number, warn: Warn = () => undefined) {
    this.#urls = urls
    this.#size = size
    this.#warn = warn
    this.#lent = urls.map(() => 0)
    this.#pools = urls.map((url, index) => {
      const pool = new pg.Pool({ ...options, ...connectionOf(url), max: size })
      // A broken connection rejects its queries; on an idle one there is nothing to report.
      pool.on('error', () => undefined)
      pool.on('connect', (client) => client.on('error', () => undefined))
      const count = (change: number) => () => {
        this.#lent[index] = (this.#lent[index] ?? 0) + change
      }
      pool.on('acquire', count(1)).on('release', count(-1))
      return pool
    })
  }

  /**
   * True while at least as many callers wait for a connection as the pool has connections, so that
   * none will be idle soon.
   */
  get saturated(): boolean {
    const pool = this.#pools[this.#current]
    return pool !== undefined && pool.waitingCount >= pool.options.max
  }

  /** The URL of the primary. */
  primary(): Promise<string> {
    return this.use(async () => this.#urls[this.#current] ?? '')
  }

  /**
   * Lends a connection for as long as the work takes.
   *
   * @throws DatabaseUnavailable when there is none
   */
  async use<Result>(work: (client: pg.ClientBase) => Promise<Result>): Promise<Result> {
    if (this.#closed) throw new DatabaseUnavailable('It was closed.')
    this.#borrowers++
    let client: pg.PoolClient | undefined
    let broken = false
    try {
      client = await this.#acquire()
      const check = this.#checkAgain(client)
      const result = await work(client)
      await check
      return result
    } catch (error) {
      broken = isUnusable(error)
      throw error
    } finally {
      // A rollback that is canceled leaves the transaction open: whatever came next would fail.
      client?.release(broken || client.getTransactionStatus() !== 'I')
      if (--this.#borrowers === 0) this.#onLastReturn?.()
    }
  }

  /**
   * Checks the server once in each interval. The check is sent together with the work, whose result
   * does not count when the server no longer keeps the commits that it acknowledges.
   */
  #checkAgain(client: pg.ClientBase): Promise<void> | undefined {
    const nowMs = performance.now()
    if (nowMs - this.#checkedMs < CHECK_INTERVAL_MS) return undefined
    this.#checkedMs = nowMs
    const check = requirePrimary(client, timeouts).catch((error: unknown) => {
      this.#checkedMs = 0
      throw translateError(error, 'the primary')
    })
    // It is awaited after the work, which may fail first.
    check.catch(() => undefined)
    return check
  }

  /**
   * The connections, how many of them are idle, and how many callers wait for one. A caller that
   * has just asked gets an idle one in the same turn of the event loop, and does not wait.
   */
  stats() {
    const sum = (of: (pool: pg.Pool) => number) =>
      this.#pools.reduce((total, pool) => total + of(pool), 0)
    return {
      connections: sum((pool) => pool.totalCount),
      connections_idle: sum((pool) => pool.idleCount),
      transactions_waiting: sum((pool) => Math.max(0, pool.waitingCount - pool.idleCount)),
    }
  }

  /** Waits until every connection has been returned, then closes them. */
  close(): Promise<void> {
    this.#closed ??= (async () => {
      // `end` of pg.Pool would never settle the promises of those that wait for a connection.
      if (this.#borrowers > 0) await new Promise<void>((resolve) => (this.#onLastReturn = resolve))
      await Promise.all(this.#pools.map((pool) => pool.end()))
    })()
    return this.#closed
  }

  async #acquire(): Promise<pg.PoolClient> {
    const noPrimary = this.#noPrimary
    if (noPrimary) {
      if (noPrimary.isRetrying || performance.now() < noPrimary.untilMs) throw noPrimary.error
      noPrimary.isRetrying = true
    }
    const failures: string[] = []
    for (const _ of this.#pools) {
      const index = this.#current
      try {
        const client = await this.#connect(index)
        this.#noPrimary = undefined
        return client
      } catch (error) {
        if (error instanceof DatabaseUnavailable) {
          if (noPrimary) noPrimary.isRetrying = false
          throw error
        }
        failures.push(this.#describe(index, error as Error))
        // Of several callers that find a host down, the first moves on to the next host for all.
        if (this.#current === index) this.#current = (index + 1) % this.#pools.length
      }
    }
    throw this.#pauseAfter(failures.join('; '))
  }

  /** Why a host cannot be used; with several hosts, each of them has its own reason. */
  #describe(index: number, error: Error & { code?: string }): string {
    // For a name with several addresses, the driver's error has a code only.
    const reason = error.message || error.code
    const host = URL.parse(this.#urls[index] ?? '')?.host ?? ''
    return this.#urls.length > 1 ? `${host}: ${reason}` : String(reason)
  }

  /** @throws DatabaseUnavailable when all connections are busy for too long */
  async #connect(index: number): Promise<pg.PoolClient> {
    const pool = this.#pools[index]
    if (!pool) throw new Error('There is no such host.')
    if (pool.waitingCount >= MAX_WAITING) throw new DatabaseUnavailable('too many wait')
    try {
      return await pool.connect()
    } catch (error) {
      if (this.#shrinkPool(index, error)) return this.#connect(index)
      // The connection that failed occupied a place in the pool, so not all of them are lent then.
      const busy = (this.#lent[index] ?? 0) >= pool.options.max
      throw busy ? new DatabaseUnavailable((error as Error).message) : error
    }
  }

  /**
   * Lowers the pool's size for a while when the server refuses another connection (53300). Returns
   * true when the pool has others, for one of which the caller can wait.
   */
  #shrinkPool(index: number, error: unknown): boolean {
    const [pool, lent = 0] = [this.#pools[index], this.#lent[index]]
    const { code, message } = error as { code?: string; message: string }
    const isRefused = code === TOO_MANY_CONNECTIONS
    // `totalCount` includes those that are being made, and may be refused as well.
    const most = pool && isRefused ? pool.idleCount + lent : 0
    if (!pool || most === 0) return false
    if (pool.options.max === this.#size) {
      this.#warn({ connections: most, reason: message }, 'connection refused')
    }
    pool.options.max = most
    setTimeout(() => (pool.options.max = this.#size), REFUSED_MS).unref()
    return true
  }

  #pauseAfter(reason: string): DatabaseUnavailable {
    const lastMs = this.#noPrimary?.pauseMs ?? 0
    const pauseMs = Math.min(Math.max(lastMs * 2, MIN_PAUSE_MS), MAX_PAUSE_MS)
    const untilMs = performance.now() + pauseMs * (0.5 + Math.random() / 2)
    const error = new DatabaseUnavailable(`No primary answers: ${reason}`)
    this.#noPrimary = { error, pauseMs, untilMs, isRetrying: false }
    return error
  }
}
