/**
 * Merges the search index into one segment, so that nothing of removed entries is left in it:
 * `secure-delete` takes their words out of a segment's pages, but not out of the list of the words
 * with which these pages begin. A merge writes that list anew.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type SQLite from 'better-sqlite3'

/** Pages that one transaction merges: a few milliseconds. */
const STEP_PAGES = 16

/** A step that changes fewer rows had nothing to merge (https://sqlite.org/fts5.html, 6.8). */
const LEAST_CHANGES = 2

/**
 * The time between two merges, in times of what the last one took: a seller that erases without
 * pause has at most a quarter of the time, however large the index of all is.
 */
const REST_RATIO = 3

/** The row of an entry of no object, a segment of its own: a single one would not be merged. */
const MARK_ROWID = -1

/** Runs something in a transaction of its own, among those of others. */
type RunTransaction = <Result>(body: () => Result) => Promise<Result>

export class SearchIndexMerge {
  readonly #client: SQLite.Database
  readonly #run: RunTransaction
  #last: Promise<void> = Promise.resolve()
  /** A pass that has not begun yet, which serves all who ask for one. */
  #waiting: Promise<void> | undefined
  /** When the next merge may begin, by `performance.now`. */
  #nextMs = 0
  readonly #ending = new AbortController()

  constructor(client: SQLite.Database, run: RunTransaction) {
    this.#client = client
    this.#run = run
  }

  /**
   * Merges everything that was committed before this call, in steps of a few milliseconds. About a
   * millisecond of processor time for 1,000 entries. Calls of one rest (REST_RATIO) share a merge.
   *
   * @returns rejects as a transaction does; the next call then begins anew
   */
  pass(): Promise<void> {
    this.#waiting ??= this.#last.then(() => this.#paced())
    this.#last = this.#waiting.catch(() => undefined)
    return this.#waiting
  }

  /** Leaves to the next process that erases whatever is not merged yet. */
  end(): void {
    this.#ending.abort()
  }

  async #paced(): Promise<void> {
    const { signal } = this.#ending
    const restMs = this.#nextMs - performance.now()
    if (restMs > 0) await wait(restMs, undefined, { signal, ref: false }).catch(() => undefined)
    this.#waiting = undefined
    if (signal.aborted) return
    const startMs = performance.now()
    try {
      await this.#merge()
    } finally {
      const endMs = performance.now()
      this.#nextMs = endMs + REST_RATIO * (endMs - startMs)
    }
  }

  async #merge(): Promise<void> {
    await this.#run(() => this.#mark())
    // A negative number begins a merge of all segments, a positive one goes on with it.
    let isMore = await this.#run(() => this.#step(-STEP_PAGES))
    while (isMore) isMore = await this.#run(() => this.#step(STEP_PAGES))
    await this.#run(() => this.#removeMark())
  }

  #mark(): void {
    this.#removeMark()
    this.#client.exec(`
      insert into search_index (rowid, seller_id, object_id, type, words)
      values (${MARK_ROWID}, '', '', '', '.')`)
  }

  #removeMark(): void {
    this.#client.exec(`delete from search_index where rowid = ${MARK_ROWID}`)
  }

  /** @returns whether there may be more to merge */
  #step(pages: number): boolean {
    const before = this.#changes()
    this.#client
      .prepare(`insert into search_index (search_index, rank) values ('merge', ?)`)
      .run(pages)
    return this.#changes() - before >= LEAST_CHANGES
  }

  #changes(): number {
    return this.#client.prepare<[], number>('select total_changes()').pluck().get() ?? 0
  }
}
