import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** What a limiter says of one request. */
export type Allowance = {
  allowed: boolean
  limit: number
  remaining: number
  /** Whole seconds until the window starts again; at least 1. */
  reset_seconds: number
  window_seconds: number
}

/**
 * Limits on use. Right credentials are never refused for the wrong ones of others: the address
 * limit is asked only after a secret has been found wrong.
 */
export class Limits {
  readonly #requests: RateLimiterMemory | undefined
  readonly #failures: RateLimiterMemory

  /**
   * @param requests_per_second for each API client; undefined is no limit
   * @param failures_per_minute wrong credentials from each address
   */
  constructor(requests_per_second: number | undefined, failures_per_minute: number) {
    this.#requests = requests_per_second === undefined
      ? undefined
      : new RateLimiterMemory({ points: requests_per_second, duration: 1 })
    this.#failures = new RateLimiterMemory({ points: failures_per_minute, duration: 60 })
  }

  /** Counts a request of an API client; undefined when there is no limit. */
  async request(client_id: string): Promise<Allowance | undefined> {
    return this.#requests && consume(this.#requests, client_id)
  }

  /** Counts wrong credentials from an address. */
  failure(address: string): Promise<Allowance> {
    return consume(this.#failures, address)
  }
}

async function consume(limiter: RateLimiterMemory, key: string): Promise<Allowance> {
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
