import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import SQLite from 'better-sqlite3'
import type { Place } from './place.ts'

/** From this length on, the log is written back and begun anew: 16 MiB. */
export const LOG_PAGES = 4_000

/** A log that took more than this, behind a long reader, gives its space back. */
export const MAX_LOG_BYTES = 64 * 1024 * 1024

/** A log that could not be begun anew is tried again after this, and one that failed later. */
const RETRY_MS = 100
const RETRY_FAILED_MS = 1_000

/**
 * What came of writing the log back: it is done; or but for a little, which is quickly done where
 * nobody writes; or readers need the rest. Or an error.
 */
export type Checkpointed =
  | { state: 'done' | 'nearly' | 'blocked' }
  | { code: string; message: string }

/** How long the log is, and how much of it is in the file: -1 where another connection is at it. */
export type Progress = { busy: number; log: number; checkpointed: number }

type Mode = 'NOOP' | 'PASSIVE' | 'RESTART' | 'TRUNCATE'

/** Makes one in this mode (https://sqlite.org/pragma.html#pragma_wal_checkpoint). */
export const checkpoint = (client: SQLite.Database, mode: Mode): Progress =>
  client.prepare(`pragma wal_checkpoint(${mode})`).get() as Progress

/**
 * Writes the write-ahead log back into the file, in a thread of its own. SQLite would do it within
 * a commit, which then has two more syncs and hundreds of pages to write, while all requests wait;
 * and behind a reader of some minutes, which keeps the log from beginning anew, all that has come
 * together meanwhile. The connection that commits only looks how long the log is.
 *
 * One that fails for want of space loses nothing: it is told, and tried again. After an I/O error
 * nobody knows what the file holds. SQLite's own checkpoints would pass over it, and let the log
 * begin anew once a later sync succeeds, which says nothing of what failed before.
 */
export class Checkpoints {
  readonly #client: SQLite.Database
  readonly #places: Place[]
  readonly #onFailure: (error: Error) => void
  #thread: Worker | undefined
  /** Whether the thread is at work, or is to be left alone for a moment. */
  #busy = false
  /** Whether so little is left that it can be done between two commits. */
  #nearly = false
  #halted = false
  #retry: NodeJS.Timeout | undefined
  readonly #sums = { made: 0, failed: 0 }

  /**
   * @param client the connection that commits
   * @param places of its files
   * @param onFailure is told the error
   */
  constructor(client: SQLite.Database, places: Place[], onFailure: (error: Error) => void) {
    this.#client = client
    this.#places = places
    this.#onFailure = onFailure
  }

  /** To be told of each commit, before anything else is begun. */
  committed(): void {
    if (this.#client.memory || this.#halted || (this.#busy && !this.#nearly)) return
    try {
      if (this.#nearly) this.#finish()
      else if (checkpoint(this.#client, 'NOOP').log >= LOG_PAGES) this.begin()
    } catch (error) {
      this.#fail(error as Error)
    }
  }

  /** Has the thread write the log back, unless it is at it already. */
  begin(): void {
    if (this.#busy || this.#halted || this.#client.memory) return
    this.#busy = true
    this.#work()
  }

  figures() {
    return { checkpoints_total: this.#sums.made, checkpoints_failed_total: this.#sums.failed }
  }

  /** Begins no other. */
  halt(): void {
    this.#halted = true
    this.#nearly = false
    clearTimeout(this.#retry)
  }

  /** Begins no other, waits for the one under way, and for the thread to close its connection. */
  async end(): Promise<void> {
    this.halt()
    const thread = this.#thread
    if (!thread) return
    thread.ref()
    thread.postMessage('end')
    await once(thread, 'exit')
  }

  #work(): void {
    this.#nearly = false
    this.#thread ??= this.#start()
    this.#thread.postMessage('checkpoint')
  }

  #start(): Worker {
    const file = new URL('checkpointThread.ts', import.meta.url)
    const thread = new Worker(file, {
      workerData: this.#places,
      execArgv: [],
      trackUnmanagedFds: false,
    })
    thread.on('message', (result: Checkpointed) => this.#done(result))
    thread.once('error', (error: NodeJS.ErrnoException) => {
      this.#thread = undefined
      this.#done({ code: error.code ?? error.name, message: error.message })
    })
    // Whoever is done otherwise need not wait for it; a listener for messages would keep it.
    thread.unref()
    return thread
  }

  #done(result: Checkpointed): void {
    if ('code' in result) return this.#fail(new SQLite.SqliteError(result.message, result.code))
    this.#sums.made++
    this.#nearly = result.state === 'nearly' && !this.#halted
    if (result.state === 'done') this.#busy = false
    else this.#again(RETRY_MS)
  }

  /**
   * Right after a commit the lock to write is free, which the thread may never get. It
   * looks again in a moment, for space to be given back: that is too long to be done here.
   */
  #finish(): void {
    this.#nearly = false
    if (checkpoint(this.#client, 'RESTART').busy === 0) this.#sums.made++
  }

  #fail(error: Error): void {
    this.#sums.failed++
    this.#busy = true
    this.#again(RETRY_FAILED_MS)
    this.#onFailure(error)
  }

  #again(pause_ms: number): void {
    clearTimeout(this.#retry)
    if (this.#halted) return
    this.#retry = setTimeout(() => this.#work(), pause_ms).unref()
  }
}
