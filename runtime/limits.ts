import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import type { Database } from '../db/database.ts'
import type { PostgresDatabase } from '../db/postgres/database.ts'

/** What a limiter says of one request. */
export type Allowance = {
  allowed: boolean
  limit: number
  remaining: number
  /** Whole seconds until the window starts again; at least 1. */
  reset_seconds: number
  window_seconds: number
}

/** Whether the database takes a library's own statements, for all the processes that use it. */
const isServer = (db: Database): db is PostgresDatabase => 'query' in db

/**
 * A limiter that counts for all processes: with PostgreSQL there may be several, and they count in
 * a table; on SQLite there is one, and it counts in its memory.
 */
function limiter(db: Database, keyPrefix: string, points: number, duration: number) {
  const options = { keyPrefix, points, duration }
  return isServer(db)
    ? new RateLimiterPostgres({
      ...options,
      storeClient: db,
      storeType: 'client',
      tableName: 'usage_limits',
      tableCreated: true,
      // Whoever is past the limit stays so until the window ends: no need to count on, and to have
      // all that guess from one address wait for one row.
      inMemoryBlockOnConsumed: points,
    })
    : new RateLimiterMemory(options)
}

/** Whoever calls by IPv6 has a whole /64 of addresses to call from. */
function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address
  const [head = '', tail] = address.split('::')
  const left = head.split(':')
  const right = tail === undefined ? [] : tail.split(':')
  const between = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return `${[...left, ...between, ...right].slice(0, 4).join(':')}::/64`
}

/**
 * Limits on use. Right credentials are never refused for the wrong ones of others: the address
 * limit is asked only after a secret has been found wrong.
 */
export class Limits {
  readonly #requests: RateLimiterAbstract | undefined
  readonly #failures: RateLimiterAbstract

  /**
   * @param requests_per_second for each API client; undefined is no limit
   * @param failures_per_minute wrong credentials from each address
   */
  constructor(db: Database, { requests_per_second, failures_per_minute }: {
    requests_per_second: number | undefined
    failures_per_minute: number
  }) {
    this.#requests = requests_per_second === undefined
      ? undefined
      : limiter(db, 'client', requests_per_second, 1)
    this.#failures = limiter(db, 'address', failures_per_minute, 60)
  }

  /** Counts a request of an API client; undefined when there is no limit. */
  request(client_id: string): Promise<Allowance> | undefined {
    return this.#requests && consume(this.#requests, client_id)
  }

  /** Counts wrong credentials from an address. */
  failure(address: string): Promise<Allowance> {
    return consume(this.#failures, networkOf(address))
  }
}

async function consume(limiter: RateLimiterAbstract, key: string): Promise<Allowance> {
  const { result, allowed } = await limiter.consume(key).then(
    (result) => ({ result, allowed: true }),
    (reason: unknown) => {
      if (reason instanceof RateLimiterRes) return { result: reason, allowed: false }
      throw reason
    },
  )
  return {
    allowed,
    limit: limiter.points,
    remaining: result.remainingPoints,
    reset_seconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
    window_seconds: limiter.duration,
  }
}

/** What the caller has left, as the IETF draft "RateLimit header fields for HTTP" writes it. */
export function rateLimitHeaders(
  policy: 'client' | 'address',
  allowance: Allowance,
): Record<string, string> {
  const { limit, remaining, reset_seconds, window_seconds } = allowance
  return {
    RateLimit: `"${policy}";r=${remaining};t=${reset_seconds}`,
    'RateLimit-Policy': `"${policy}";q=${limit};w=${window_seconds}`,
  }
}
