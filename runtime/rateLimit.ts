import { createRequire } from 'node:module'
import type * as Limiters from 'rate-limiter-flexible'
import type { Database } from '../db/database.ts'
import type { PostgresDatabase } from '../db/postgres/database.ts'
import { networkOf } from './network.ts'

/** Each by itself, as the library offers: to load all of them takes longer than SQLite does. */
const load = createRequire(import.meta.url)
const RateLimiterRes: typeof Limiters.RateLimiterRes = load(
  'rate-limiter-flexible/lib/RateLimiterRes.js',
)

/**
 * Windows are counted by the machines' clocks. One that ends later than this after it could have
 * begun now was begun by a clock that was ahead: to wait for its end would refuse its key for days.
 */
const CLOCKS_APART_MS = 5_000

/** What a limiter says of one request. */
export type Allowance = {
  allowed: boolean
  limit: number
  remaining: number
  /** Whole seconds until the window starts again; at least 1. */
  resetSeconds: number
  windowSeconds: number
}

/** Whether the database takes a library's own statements, for all the processes that use it. */
const isServer = (db: Database): db is PostgresDatabase => 'query' in db

/**
 * A limiter that counts for all processes: with PostgreSQL there may be several, and they count in
 * a table; on SQLite there is one, and it counts in its memory.
 */
function limiter(db: Database, keyPrefix: string, points: number, duration: number): Counter {
  const options = { keyPrefix, points, duration }
  if (!isServer(db)) {
    const RateLimiterMemory: typeof Limiters.RateLimiterMemory = load(
      'rate-limiter-flexible/lib/RateLimiterMemory.js',
    )
    return new Counter(new RateLimiterMemory(options))
  }
  const RateLimiterPostgres: typeof Limiters.RateLimiterPostgres = load(
    'rate-limiter-flexible/lib/RateLimiterPostgres.js',
  )
  return new Counter(
    new RateLimiterPostgres({
      ...options,
      storeClient: db,
      storeType: 'client',
      tableName: 'usage_limits',
      tableCreated: true,
      // Whoever is past the limit stays so until the window ends: there is no need to count on.
      inMemoryBlockOnConsumed: points,
    }),
  )
}

type Caller = { resolve(allowance: Allowance): void; reject(error: unknown): void }

/**
 * Counts together whoever comes with the same key while a count of it is under way. A key has one
 * row: all who counted it at once would wait for its lock, each of them with a connection.
 */
class Counter {
  readonly #limiter: Limiters.RateLimiterAbstract
  /** Who comes next, of each key that is being counted. */
  readonly #next = new Map<string, Caller[]>()

  constructor(limiter: Limiters.RateLimiterAbstract) {
    this.#limiter = limiter
  }

  consume(key: string): Promise<Allowance> {
    const { promise, resolve, reject } = Promise.withResolvers<Allowance>()
    const next = this.#next.get(key)
    if (next) next.push({ resolve, reject })
    else void this.#countAll(key, [{ resolve, reject }])
    return promise
  }

  async #countAll(key: string, first: Caller[]): Promise<void> {
    for (let callers = first; callers.length > 0; callers = this.#next.get(key) ?? []) {
      this.#next.set(key, [])
      try {
        const counted = await this.#count(key, callers.length)
        for (const [i, { resolve }] of callers.entries()) resolve(this.#allowance(counted, i))
      } catch (error) {
        for (const { reject } of callers) reject(error)
      }
    }
    this.#next.delete(key)
  }

  /** @returns how many were counted before these in the window, and how long that still lasts */
  async #count(key: string, callers: number): Promise<Counted> {
    const { consumedPoints, msBeforeNext } = await this.#limiter
      .consume(key, callers)
      .catch((reason: unknown) => {
        if (reason instanceof RateLimiterRes) return reason
        throw reason
      })
    if (msBeforeNext > this.#limiter.duration * 1000 + CLOCKS_APART_MS) {
      await this.#limiter.delete(key)
      return this.#count(key, callers)
    }
    // Of a key that is known to be past its limit, nothing is counted any more.
    const before = consumedPoints === 0 ? this.#limiter.points : consumedPoints - callers
    return { before, reset_ms: msBeforeNext }
  }

  #allowance({ before, reset_ms }: Counted, place: number): Allowance {
    const { points: limit, duration: windowSeconds } = this.#limiter
    return {
      allowed: before + place < limit,
      limit,
      remaining: Math.max(0, limit - before - place - 1),
      resetSeconds: Math.max(1, Math.ceil(reset_ms / 1000)),
      windowSeconds,
    }
  }
}

type Counted = { before: number; reset_ms: number }

/**
 * Limits on use. Right credentials are never refused for the wrong ones of others: the address
 * limit is asked only after a secret has been found wrong.
 */
export class RateLimits {
  readonly #requests: Counter | undefined
  readonly #tokens: Counter | undefined
  readonly #failures: Counter

  /**
   * @param requests_per_second for each API client; undefined is no limit
   * @param failures_per_minute wrong credentials from each address
   */
  constructor(
    db: Database,
    {
      requests_per_second,
      failures_per_minute,
    }: {
      requests_per_second: number | undefined
      failures_per_minute: number
    },
  ) {
    const ofClients = (name: string) =>
      requests_per_second === undefined ? undefined : limiter(db, name, requests_per_second, 1)
    this.#requests = ofClients('client')
    this.#tokens = ofClients('token')
    this.#failures = limiter(db, 'address', failures_per_minute, 60)
  }

  /** Counts a request of an API client; undefined when there is no limit. */
  request(client_id: string): Promise<Allowance> | undefined {
    return this.#requests?.consume(client_id)
  }

  /** Counts a token that an API client asks for, apart from what it does with the token. */
  token(client_id: string): Promise<Allowance> | undefined {
    return this.#tokens?.consume(client_id)
  }

  /** Counts wrong credentials from an address. */
  failure(address: string): Promise<Allowance> {
    return this.#failures.consume(networkOf(address))
  }
}

/** What the caller has left, as the IETF draft "RateLimit header fields for HTTP" writes it. */
export function rateLimitHeaders(
  policy: 'client' | 'address',
  allowance: Allowance,
): Record<string, string> {
  const { limit, remaining, resetSeconds, windowSeconds } = allowance
  return {
    RateLimit: `"${policy}";r=${remaining};t=${resetSeconds}`,
    'RateLimit-Policy': `"${policy}";q=${limit};w=${windowSeconds}`,
  }
}
