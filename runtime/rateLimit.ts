import { createRequire } from 'node:module'
import type * as Limiters from 'rate-limiter-flexible'
import type { Database } from '../db/database.ts'
import type { PostgresDatabase } from '../db/postgres/database.ts'
import { networkOf } from './network.ts'
import { PointsAhead } from './pointsAhead.ts'
import type { Grant } from './pointsAhead.ts'

/** One limiter at a time: the whole package takes 14 ms to load, about a tenth of a start. */
const load = createRequire(import.meta.url)
const RateLimiterRes: typeof Limiters.RateLimiterRes = load(
  'rate-limiter-flexible/lib/RateLimiterRes.js',
)

/**
 * How far the clocks of two machines may be apart. A window that ends later than a new one would,
 * and this on top, was begun by a clock that ran ahead, and is discarded: waiting for its end could
 * refuse its key for days.
 */
const CLOCKS_APART_MS = 5_000

/** Decision about one request, and what is left of its limit. */
export type Allowance = {
  allowed: boolean
  limit: number
  remaining: number
  /** Whole seconds until the next window begins; at least 1. */
  resetSeconds: number
  windowSeconds: number
}

/** True for PostgreSQL, which runs the limiter's own statements. */
const isServer = (db: Database): db is PostgresDatabase => 'query' in db

/**
 * Makes a limiter that counts for all processes. On PostgreSQL there may be several processes, so
 * they count in a table; on SQLite there is one, which counts in memory.
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
      // A key over its limit stays so until the window ends, so it is not counted further.
      inMemoryBlockOnConsumed: points,
    }),
  )
}

type Caller = { resolve(allowance: Allowance): void; reject(error: unknown): void }

/**
 * Batches the requests of one key: those that arrive while a count of the key is running are
 * counted together by the next one. A key is one row, for whose lock concurrent counts would wait,
 * each with a connection of its own.
 */
class Counter {
  readonly #limiter: Limiters.RateLimiterAbstract
  /** The next batch of each key that is being counted. */
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

  /** Takes several points at once, for one caller at a time. */
  async takeAhead(key: string, points: number): Promise<Grant> {
    const { before, resetMs } = await this.#count(key, points)
    const remaining = Math.max(0, this.#limiter.points - before)
    return { points: Math.min(points, remaining), resetMs, isLast: remaining <= points }
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

  /** @returns how many were counted earlier in the window, and how long the window still lasts */
  async #count(key: string, callers: number): Promise<WindowCount> {
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
    // The limiter reports 0 points for a key over its limit that it does not count any more.
    const before = consumedPoints === 0 ? this.#limiter.points : consumedPoints - callers
    return { before, resetMs: msBeforeNext }
  }

  #allowance({ before, resetMs }: WindowCount, place: number): Allowance {
    const { points: limit, duration: windowSeconds } = this.#limiter
    return {
      allowed: before + place < limit,
      limit,
      remaining: Math.max(0, limit - before - place - 1),
      resetSeconds: Math.max(1, Math.ceil(resetMs / 1000)),
      windowSeconds,
    }
  }
}

type WindowCount = { before: number; resetMs: number }

/** How many test events a seller may have sent a minute, each to a server that it has named. */
const WEBHOOK_TESTS_PER_MINUTE = 60

/** The part of a seller's limit that a process takes at a time. */
const AHEAD_SHARE = 1 / 50

function pointsAhead(db: Database, perSecond: number): PointsAhead {
  const counter = limiter(db, 'seller', perSecond, 1)
  const points = Math.ceil(perSecond * AHEAD_SHARE)
  return new PointsAhead((key) => counter.takeAhead(key, points))
}

/** Callers of a seller that are counted apart: programs must not keep people from stopping them. */
export type SellerCount = 'clients' | 'people' | 'tokens'

/**
 * The rate limits of clients, sellers and addresses. Valid credentials are never refused because
 * of invalid ones: the limit of an address applies only once a secret has been found wrong.
 */
export class RateLimits {
  readonly #requests: Counter | undefined
  readonly #tokens: Counter | undefined
  readonly #sellers: PointsAhead | undefined
  readonly #failures: Counter
  readonly #webhookTests: Counter
  /** Requests per second of each seller's clients together; undefined means no limit. */
  readonly perSeller: number | undefined

  /**
   * @param requestsPerSecond of each API client; undefined means no limit
   * @param requestsPerSeller a second, of all clients of a seller together
   * @param failuresPerMinute wrong credentials from each address
   */
  constructor(
    db: Database,
    {
      requestsPerSecond,
      requestsPerSeller,
      failuresPerMinute,
    }: {
      requestsPerSecond: number | undefined
      requestsPerSeller?: number | undefined
      failuresPerMinute: number
    },
  ) {
    const ofClients = (name: string) =>
      requestsPerSecond === undefined ? undefined : limiter(db, name, requestsPerSecond, 1)
    this.#requests = ofClients('client')
    this.#tokens = ofClients('token')
    this.perSeller = requestsPerSeller
    this.#sellers = requestsPerSeller === undefined ? undefined : pointsAhead(db, requestsPerSeller)
    this.#failures = limiter(db, 'address', failuresPerMinute, 60)
    this.#webhookTests = limiter(db, 'webhook_test', WEBHOOK_TESTS_PER_MINUTE, 60)
  }

  /** Counts a request of an API client; undefined when there is no limit. */
  request(client_id: string): Promise<Allowance> | undefined {
    return this.#requests?.consume(client_id)
  }

  /** Counts a token that is issued to an API client, apart from its requests. */
  token(client_id: string): Promise<Allowance> | undefined {
    return this.#tokens?.consume(client_id)
  }

  /** For how many milliseconds a seller is known to be over its limit; counts nothing. */
  sellerWaitMs(seller_id: string, count: SellerCount): number {
    return this.#sellers ? this.#sellers.waitMs(`${count} ${seller_id}`) : 0
  }

  /**
   * Counts a request of a seller, by whichever of its clients or people.
   *
   * @returns 0, or for how many milliseconds the seller is over its limit
   */
  seller(seller_id: string, count: SellerCount): number | Promise<number> {
    return this.#sellers ? this.#sellers.take(`${count} ${seller_id}`) : 0
  }

  /** Counts a test event of a seller. */
  webhookTest(seller_id: string): Promise<Allowance> {
    return this.#webhookTests.consume(seller_id)
  }

  /** Counts wrong credentials from an address. */
  failure(address: string): Promise<Allowance> {
    return this.#failures.consume(networkOf(address))
  }
}

/** The headers of the IETF draft "RateLimit header fields for HTTP". */
export function rateLimitHeaders(
  policy: 'client' | 'token' | 'address',
  allowance: Allowance,
): Record<string, string> {
  const { limit, remaining, resetSeconds, windowSeconds } = allowance
  return {
    RateLimit: `"${policy}";r=${remaining};t=${resetSeconds}`,
    'RateLimit-Policy': `"${policy}";q=${limit};w=${windowSeconds}`,
  }
}
