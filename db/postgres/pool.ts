import pg from 'pg'
import { DatabaseUnavailable } from '../database.ts'
import type { DatabaseStats } from '../database.ts'
import { isSpent, translated } from './errors.ts'
import { requirePrimary } from './session.ts'

/** How long a connection may take to be made, or to become free. */
const CONNECT_TIMEOUT_MS = 5_000

/**
 * How long a statement may run, and wait for a lock, before the server ends it; and how long a
 * transaction whose process went away without a word holds its locks.
 */
const limits = { statement_ms: 10_000, lock_ms: 5_000, idle_in_transaction_ms: 15_000 }

/** After this nothing is expected from the other end: the connection is given up. */
const ANSWER_TIMEOUT_MS = 15_000

/** So often the primary is looked at again while it is used. */
const LOOK_INTERVAL_MS = 1_000

/** While the database is away, one request in so long tries it, and the others are refused. */
const SHORTEST_PAUSE_MS = 25
const LONGEST_PAUSE_MS = 400

/**
 * So many who only read share a connection at most. Their statements go to the server in one write,
 * and their answers come in one: each by itself takes as long as all else that is done for it.
 * There are fewer when these would take longer than this, so that nobody waits for long pages.
 */
const MOST_TOGETHER = 8
const TOGETHER_MS = 10

/** What takes this long is stuck, such as at a node that is away: for a while each reads alone. */
const STUCK_MS = 1_000
const ALONE_MS = 5_000

/** So many may wait for a connection; whoever comes then is told at once. */
const MAX_WAITING = 1_000

const IDLE_MS = 60_000

const options: pg.PoolConfig = {
  onConnect: (client) => requirePrimary(client, limits),
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  idleTimeoutMillis: IDLE_MS,
  query_timeout: ANSWER_TIMEOUT_MS,
  keepAlive: true,
  pipeline: true,
  application_name: 'balcao',
}

/** What is known while no host answers as the primary. */
type Absence = { error: DatabaseUnavailable; pause_ms: number; until_ms: number; tried: boolean }

/** Somebody who reads, and has all of the answer in a promise of his own. */
type Reader = { read: (client: pg.ClientBase) => Promise<void>; reject: (error: unknown) => void }

/** Connections to whichever of the hosts is the primary, a bounded number of them. */
export class PostgresPool {
  readonly #urls: string[]
  readonly #pools: pg.Pool[]
  /** The host that was the primary when it was last seen. */
  #current = 0
  #absence: Absence | undefined
  /** When the primary was looked at last, on one of its connections. */
  #looked_ms = performance.now()
  /** How many have, or wait for, a connection; and who waits until nobody does. */
  #borrowers = 0
  #lastReturned: (() => void) | undefined
  /** Who reads together next, as soon as there is a connection. */
  #readers: Reader[] = []
  /** How many of them share a connection, and until when each has one alone. */
  #together = 1
  #alone_until_ms = 0
  #closed: Promise<void> | undefined

  /** @param size how many connections are held at most */
  constructor(urls: string[], size: number) {
    this.#urls = urls
    this.#pools = urls.map((connectionString) => {
      const pool = new pg.Pool({ ...options, connectionString, max: size })
      // A connection that breaks fails whoever waits for its answer; that nobody does is no fault.
      pool.on('error', () => undefined)
      pool.on('connect', (client) => client.on('error', () => undefined))
      return pool
    })
  }

  /** Whether somebody waits for each connection already, so that none will be idle soon. */
  get saturated(): boolean {
    const pool = this.#pools[this.#current]
    return pool !== undefined && pool.waitingCount >= pool.options.max
  }

  /** The address of the primary. */
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
      const look = this.#lookAgain(client)
      const result = await work(client)
      await look
      return result
    } catch (error) {
      broken = isSpent(error)
      throw error
    } finally {
      client?.release(broken)
      if (--this.#borrowers === 0) this.#lastReturned?.()
    }
  }

  /**
   * Lends a connection to somebody who runs no transaction, together with others who come before it
   * is there. What fails for one of them does not fail for another.
   *
   * @throws DatabaseUnavailable when there is none
   */
  share<Result>(work: (client: pg.ClientBase) => Promise<Result>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const read = (client: pg.ClientBase) =>
      work(client).then(resolve, (error: unknown) => {
        reject(error)
        if (isSpent(error)) throw error
      })
    if (this.#readers.length >= this.#together) this.#readers = []
    if (this.#readers.push({ read, reject }) === 1) this.#lendTo(this.#readers)
    return promise
  }

  #lendTo(readers: Reader[]): void {
    const lent = this.use(async (client) => {
      if (this.#readers === readers) this.#readers = []
      const start_ms = performance.now()
      const {
        connection: { stream },
      } = client as pg.Client
      stream.cork()
      const reads = readers.map(({ read }) => read(client))
      stream.uncork()
      const ended = await Promise.allSettled(reads)
      this.#weigh(performance.now() - start_ms, readers.length)
      for (const end of ended) if (end.status === 'rejected') throw end.reason
    })
    lent.catch((error: unknown) => {
      if (this.#readers === readers) this.#readers = []
      for (const { reject } of readers) reject(error)
    })
  }

  /** Learns from those who read last how many may read together. */
  #weigh(duration_ms: number, readers: number): void {
    const now_ms = performance.now()
    if (duration_ms >= STUCK_MS) this.#alone_until_ms = now_ms + ALONE_MS
    const most = now_ms < this.#alone_until_ms ? 1 : Math.min(MOST_TOGETHER, this.#together * 2)
    this.#together = Math.max(1, Math.min(most, Math.floor((TOGETHER_MS * readers) / duration_ms)))
  }

  /**
   * Looks at the primary once in a while: what it is asked goes out together with the work, whose
   * result is not good when the server does not keep it any more.
   */
  #lookAgain(client: pg.ClientBase): Promise<void> | undefined {
    const now_ms = performance.now()
    if (now_ms - this.#looked_ms < LOOK_INTERVAL_MS) return undefined
    this.#looked_ms = now_ms
    const look = requirePrimary(client, limits).catch((error: unknown) => {
      this.#looked_ms = 0
      throw translated(error, 'the primary')
    })
    // It is waited for when the work has ended, which may fail first.
    look.catch(() => undefined)
    return look
  }

  /** How many connections there are and how many are idle, and who waits for one. */
  figures(): DatabaseStats {
    const sum = (of: (pool: pg.Pool) => number) =>
      this.#pools.reduce((total, pool) => total + of(pool), 0)
    return {
      connections: sum((pool) => pool.totalCount),
      connections_idle: sum((pool) => pool.idleCount),
      transactions_waiting: sum((pool) => pool.waitingCount),
    }
  }

  /** Waits for what is under way, then closes every connection. */
  close(): Promise<void> {
    this.#closed ??= (async () => {
      // The pool's own `end` would forget those who still wait for a connection.
      if (this.#borrowers > 0) await new Promise<void>((resolve) => (this.#lastReturned = resolve))
      await Promise.all(this.#pools.map((pool) => pool.end()))
    })()
    return this.#closed
  }

  async #acquire(): Promise<pg.PoolClient> {
    const absence = this.#absence
    if (absence) {
      if (absence.tried || performance.now() < absence.until_ms) throw absence.error
      absence.tried = true
    }
    const failures: string[] = []
    for (const _ of this.#pools) {
      const index = this.#current
      try {
        const client = await this.#connect(index)
        this.#absence = undefined
        return client
      } catch (error) {
        if (error instanceof DatabaseUnavailable) {
          if (absence) absence.tried = false
          throw error
        }
        failures.push(this.#whyNot(index, error as Error))
        // Of those who find a host gone at once, the first moves on, and the others follow it.
        if (this.#current === index) this.#current = (index + 1) % this.#pools.length
      }
    }
    throw this.#noteAbsence(failures.join('; '))
  }

  /** Of several hosts, the one that should be the primary has another reason than its standbys. */
  #whyNot(index: number, error: Error & { code?: string }): string {
    // Of a name with several addresses, the driver gives a code alone.
    const reason = error.message || error.code
    const { host } = new URL(this.#urls[index] ?? '')
    return this.#urls.length > 1 ? `${host}: ${reason}` : String(reason)
  }

  /** @throws DatabaseUnavailable when all connections are busy for too long */
  async #connect(index: number): Promise<pg.PoolClient> {
    const pool = this.#pools[index]
    if (!pool) throw new Error('There is no such host.')
    if (pool.waitingCount >= MAX_WAITING) throw new DatabaseUnavailable('too many wait')
    const busy = pool.totalCount >= pool.options.max && pool.idleCount === 0
    try {
      return await pool.connect()
    } catch (error) {
      throw busy ? new DatabaseUnavailable((error as Error).message) : error
    }
  }

  #noteAbsence(reason: string): DatabaseUnavailable {
    const last_ms = this.#absence?.pause_ms ?? 0
    const pause_ms = Math.min(Math.max(last_ms * 2, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS)
    const until_ms = performance.now() + pause_ms * (0.5 + Math.random() / 2)
    const error = new DatabaseUnavailable(`No primary answers: ${reason}`)
    this.#absence = { error, pause_ms, until_ms, tried: false }
    return error
  }
}
