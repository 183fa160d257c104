import { LRUCache } from 'lru-cache'
import { deepFreeze } from '../deepFreeze.ts'

type Rows = unknown[]

/** Arguments that are longer, in UTF-16 units, are not cached: callers could fill the memory. */
const MAX_KEY_LENGTH = 256

/**
 * The results of queries with `cache`, such as the account behind a token. A result is used again
 * only while the database would return the same: until this process writes to one of its tables, or
 * another process has committed anything.
 */
export class ResultCache {
  readonly #version: () => unknown
  #knownVersion: unknown
  /** The version was read since the last request arrived. */
  #versionChecked = false
  readonly #queries: { tables: string[]; results: LRUCache<string, Rows> }[] = []

  /** @param version returns another value when another connection has committed */
  constructor(version: () => unknown) {
    this.#version = version
  }

  /**
   * Makes the cache of one query.
   *
   * @param tables that the query reads
   * @param max how many results are kept
   * @returns the rows under a key, found and stored when they are missing
   */
  of(tables: string[], max: number): (key: string, find: () => Rows) => Rows {
    const results = new LRUCache<string, Rows>({ max })
    this.#queries.push({ tables, results })
    return (key, find) => {
      this.#dropOutdated()
      let rows = results.get(key)
      if (!rows) {
        rows = deepFreeze(find())
        if (key.length <= MAX_KEY_LENGTH) results.set(key, rows)
      }
      return rows
    }
  }

  /** Has the version read again before the next result is used. */
  checkVersion(): void {
    this.#versionChecked = false
  }

  /** Drops all results that were read from tables to which this connection writes. */
  invalidate(written: string[]): void {
    for (const { tables, results } of this.#queries) {
      if (tables.some((table) => written.includes(table))) results.clear()
    }
  }

  /** Reads the version once for all requests that have arrived, and at least once in each turn. */
  #dropOutdated(): void {
    if (this.#versionChecked) return
    // It fails while another process recovers the log, and is then read by the next result again.
    const version = this.#version()
    this.#versionChecked = true
    setImmediate(() => this.checkVersion())
    if (version === this.#knownVersion) return
    this.#knownVersion = version
    for (const { results } of this.#queries) results.clear()
  }
}
