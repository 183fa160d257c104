import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import SQLite from 'better-sqlite3'

/** After so many transactions the thread has something to do. */
const EVERY_TRANSACTIONS = 1_000

/** From this length on, the log is to begin anew. */
const LOG_PAGES = 6_000

/** What came of a checkpoint: how long the log was and what is left, or SQLite's code. */
export type Checkpointed = { log_pages: number; left_pages: number } | { code: string }

/** One row of `pragma wal_checkpoint` (https://sqlite.org/pragma.html#pragma_wal_checkpoint). */
type Progress = { log: number; checkpointed: number }

/**
 * Moves what was committed from SQLite's write-ahead log into the file, without ever waiting for a
 * lock.
 */
export function checkpoint(client: SQLite.Database): Checkpointed {
  try {
    const [{ log, checkpointed }] = client.pragma('wal_checkpoint(PASSIVE)') as [Progress]
    return { log_pages: log, left_pages: log - checkpointed }
  } catch (error) {
    if (!(error instanceof SQLite.SqliteError)) throw error
    return { code: error.code }
  }
}

/**
 * Checkpoints in a thread of their own. SQLite makes them within a commit, which then has two more
 * syncs and hundreds of pages to write, while everybody waits. While somebody writes, the thread
 * never quite comes to the log's end; so when the log is long, the little that is left is done by
 * the connection itself, and the next commit begins the log anew. While others read or write, it
 * may have to be tried again. Where the thread cannot do its work, the connection does all of it.
 *
 * One that fails for want of space loses nothing: it is counted, and the next one does its work.
 * After an I/O error nobody knows what the file holds. SQLite's own checkpoints would pass over it,
 * and let the log begin anew once a later sync succeeds, which says nothing of what failed before.
 */
export class Checkpoints {
  readonly #client: SQLite.Database
  readonly #onFailure: (code: string) => void
  #thread: Worker | undefined
  #transactions = 0
  #underWay = false
  #toBeFinished = false
  readonly #sums = { made: 0, failed: 0 }

  /**
   * @param client the connection that commits
   * @param onFailure is told SQLite's code
   */
  constructor(client: SQLite.Database, onFailure: (code: string) => void) {
    this.#client = client
    this.#onFailure = onFailure
    client.pragma('wal_autocheckpoint = 0')
  }

  /** To be told of each commit, and of how many transactions, before anything else is begun. */
  committed(transactions: number): void {
    if (this.#toBeFinished) this.#finish()
    this.#transactions += transactions
    if (this.#transactions >= EVERY_TRANSACTIONS) this.begin()
  }

  /** Has the thread make one, unless it is at one already. */
  begin(): void {
    if (this.#underWay || this.#client.memory) return
    this.#transactions = 0
    this.#underWay = true
    this.#thread ??= this.#start()
    this.#thread.postMessage('checkpoint')
  }

  figures() {
    return { checkpoints_total: this.#sums.made, checkpoints_failed_total: this.#sums.failed }
  }

  /** Waits for the one under way, and for the thread to close its connection. */
  async end(): Promise<void> {
    const thread = this.#thread
    if (!thread) return
    thread.ref()
    thread.postMessage('end')
    await once(thread, 'exit')
  }

  #start(): Worker {
    const file = new URL('checkpoint_thread.ts', import.meta.url)
    const thread = new Worker(file, { workerData: this.#client.name, execArgv: [] })
    thread.on('message', (done: Checkpointed) => this.#done(done))
    thread.once('error', (error) => {
      this.#thread = undefined
      this.#done({ code: (error as NodeJS.ErrnoException).code ?? error.name })
    })
    // Whoever is done otherwise need not wait for it; a listener for messages would keep it.
    thread.unref()
    return thread
  }

  #done(done: Checkpointed): void {
    this.#underWay = false
    this.#toBeFinished = 'code' in done || done.log_pages >= LOG_PAGES
    this.#count(done)
  }

  #finish(): void {
    const done = checkpoint(this.#client)
    this.#toBeFinished = !('code' in done) && done.left_pages > 0
    this.#count(done)
  }

  #count(done: Checkpointed): void {
    if (!('code' in done)) return void this.#sums.made++
    this.#sums.failed++
    this.#onFailure(done.code)
  }
}
