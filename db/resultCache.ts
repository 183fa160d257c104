import { LRUCache } from 'lru-cache'

type Rows = unknown[]

/** Longer arguments are not remembered: a caller could fill memory with them. */
const LONGEST_KEY = 256

/**
 * Results that are asked for over and over, such as the account behind a token. They are given
 * again only while the database would give the same.
 */
export class ResultCache {
  readonly #version: () => unknown
  #known_version: unknown
  /** Whether the version has been looked at since the newest request has arrived. */
  #isCurrent = false
  readonly #results: { tables: string[]; results: LRUCache<string, Rows> }[] = []

  /** @param version differs from the last one when another connection may have committed */
  constructor(version: () => unknown) {
    this.#version = version
  }

  /** Remembers the results of one statement, so many of them. */
  of(tables: string[], max: number): (key: string, find: () => Rows) => Rows {
    const results = new LRUCache<string, Rows>({ max })
    this.#results.push({ tables, results })
    return (key, find) => {
      this.#forgetOlder()
      let rows = results.get(key)
      if (!rows) {
        rows = find()
        if (key.length <= LONGEST_KEY) results.set(key, rows)
      }
      return rows
    }
  }

  /** A request has arrived, which may know of what others have committed before it was sent. */
  requested(): void {
    this.#isCurrent = false
  }

  /** Forgets what was read from tables that this connection writes. */
  forget(written: string[]): void {
    for (const { tables, results } of this.#results) {
      if (tables.some((table) => written.includes(table))) results.clear()
    }
  }

  /** Looks at the version once for all requests that have arrived, and once in a turn at least. */
  #forgetOlder(): void {
    if (this.#isCurrent) return
    this.#isCurrent = true
    setImmediate(() => this.requested())
    const version = this.#version()
    if (version === this.#known_version) return
    this.#known_version = version
    for (const { results } of this.#results) results.clear()
  }
}
