import { LRUCache } from 'lru-cache'
import type { QueryDefinition, QueryCall } from '../query.ts'

/** For so long a process goes by what it has found, whatever others write meanwhile. */
export const MAX_STALE_MS = 500

type Rows = unknown[]

/**
 * What `leased` statements have found, for a moment. No clock is compared with another: whoever
 * changes those rows waits for as long as a lease lasts (Gray and Cheriton, 1989).
 */
export class Leases {
  readonly #found = new Map<QueryDefinition, LRUCache<string, Rows>>()

  /** What a step has found, if it may still be gone by. */
  recall({ definition, args }: QueryCall): Rows | undefined {
    if (!definition.leased) return undefined
    return this.#found.get(definition)?.get(JSON.stringify(args))
  }

  /** Remembers what a step finds. That there is nothing is not remembered: it may be made now. */
  async during({ definition, args }: QueryCall, ask: () => Promise<Rows>): Promise<Rows> {
    // A change may be committed as soon as the question has been answered by the server.
    const start = performance.now()
    const rows = await ask()
    const { leased, remembered: max } = definition
    if (!leased || !max || rows.length === 0) return rows
    let found = this.#found.get(definition)
    if (!found) {
      // Without the resolution, the time of a turn's beginning would be taken for now.
      found = new LRUCache({ max, ttl: MAX_STALE_MS, ttlResolution: 0 })
      this.#found.set(definition, found)
    }
    found.set(JSON.stringify(args), rows, { start })
    return rows
  }
}
