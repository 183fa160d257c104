import { LRUCache } from 'lru-cache'
import { deepFreeze } from '../deepFreeze.ts'
import type { QueryCall, QueryDefinition } from '../query.ts'

type Rows = unknown[]

/**
 * The results of queries with `cache.staleMs`, each for that long. PostgreSQL does not tell when
 * another process changes the rows, so a process that changes them waits until every cached result
 * has expired (leases: Gray and Cheriton, 1989). No clocks are compared: each process measures with
 * its own monotonic clock.
 */
export class ResultCache {
  readonly #queries = new Map<QueryDefinition, LRUCache<string, Rows>>()

  /** The result of a query, unless it is missing or has expired. */
  get({ definition, args }: QueryCall): Rows | undefined {
    if (!definition.cache?.staleMs) return undefined
    return this.#queries.get(definition)?.get(JSON.stringify(args))
  }

  /** Runs a query and keeps its result. An empty one is not kept: the rows may be created now. */
  async fill({ definition, args }: QueryCall, find: () => Promise<Rows>): Promise<Rows> {
    // The rows may be changed as soon as the server has read them, which is before they arrive.
    const start = performance.now()
    const rows = await find()
    const { max, staleMs } = definition.cache ?? {}
    if (!max || !staleMs || rows.length === 0) return rows
    let results = this.#queries.get(definition)
    if (!results) {
      // Any other resolution would take the beginning of an event-loop turn for the present time.
      results = new LRUCache({ max, ttl: staleMs, ttlResolution: 0 })
      this.#queries.set(definition, results)
    }
    results.set(JSON.stringify(args), deepFreeze(rows), { start })
    return rows
  }
}
