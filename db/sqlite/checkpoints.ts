import { Worker } from 'node:worker_threads'
import SQLite from 'better-sqlite3'
import { moduleFile } from '../moduleFile.ts'
import type { OpenFile } from './openFiles.ts'

/**
 * From this length on the log is written back and restarted: 62 MiB in pages of 4 KiB. A page that
 * was changed many times is in the log as often, and is written into the file once, so a longer log
 * is less work.
 */
export const MAX_LOG_PAGES = 16_000

/** A log file that grew beyond this while a long read was open is truncated. */
export const MAX_LOG_BYTES = 128 * 1024 * 1024

/** The most pages that the committing connection writes back by itself, in a few milliseconds. */
export const MAX_OWN_PAGES = 4_000

/** The pause before another attempt when the log could not be restarted, and after an error. */
const RETRY_MS = 100
const RETRY_FAILED_MS = 1_000

/**
 * The outcome of a checkpoint: `done`, `nearly` (all is written back, and the next write may
 * restart the log), `blocked` by readers or another process, or an error.
 */
export type CheckpointResult =
  | { state: 'done' | 'nearly' | 'blocked' }
  | { code: string; message: string }

/** How many pages the log has, and how many of them are in the file; -1 while it is locked. */
export type LogProgress = { busy: number; log: number; checkpointed: number }

type Mode = 'NOOP' | 'PASSIVE' | 'RESTART' | 'TRUNCATE'

const prepare = (client: SQLite.Database, mode: Mode) =>
  client.prepare<[], LogProgress>(`pragma wal_checkpoint(${mode})`)

/** Runs a checkpoint in this mode (https://sqlite.org/pragma.html#pragma_wal_checkpoint). */
export const checkpoint = (client: SQLite.Database, mode: Mode): LogProgress =>
  prepare(client, mode).get() as LogProgress

/**
 * Writes SQLite's write-ahead log back into the database file, on a thread of its own. SQLite's
 * automatic checkpoint would run inside a commit, which would then wait for two more syncs and for
 * hundreds of page writes, with all requests behind it; and after a read of some minutes, which
 * keeps the log from being restarted, for everything that was written meanwhile. Here the writing
 * connection only checks the length of the log. See docs/database.md, "Checkpoints".
 *
 * A checkpoint that fails for lack of space loses nothing; it is reported and retried. After an I/O
 * error the content of the file is unknown. SQLite's automatic checkpoint would ignore the error
 * and restart the log after a later sync that succeeds, which proves nothing about what failed.
 */
export class Checkpoints {
  readonly #client: SQLite.Database
  /** Prepared once, since it is run after each commit: to prepare it takes twice as long. */
  readonly #progress: SQLite.Statement<[], LogProgress>
  readonly #files: OpenFile[]
  readonly #onFailure: (error: Error) => void
  #thread: Worker | undefined
  /** The thread is working, or pausing before another attempt. */
  #busy = false
  /** So little of the log is left that it can be done between two commits. */
  #nearlyDone = false
  #halted = false
  #retry: NodeJS.Timeout | undefined
  /** Called once the log was truncated; those at the front since the thread has begun to work. */
  #truncations: (() => void)[] = []
  #begunTruncations = 0
  readonly #totals = { done: 0, failed: 0 }

  /**
   * @param client the connection that commits
   * @param files that it has open
   * @param onFailure called with the error of a checkpoint
   */
  constructor(client: SQLite.Database, files: OpenFile[], onFailure: (error: Error) => void) {
    this.#client = client
    this.#progress = prepare(client, 'NOOP')
    this.#files = files
    this.#onFailure = onFailure
  }

  /** To be called after each commit, before the connection does anything else. */
  afterCommit(): void {
    if (this.#client.memory || this.#halted || (this.#busy && !this.#nearlyDone)) return
    try {
      if (this.#nearlyDone) this.#finish()
      else if ((this.#progress.get()?.log ?? 0) >= MAX_LOG_PAGES) this.begin()
    } catch (error) {
      this.#fail(error as Error)
    }
  }

  /** Starts a checkpoint on the thread, unless one is under way. */
  begin(): void {
    if (this.#busy || this.#halted || this.#client.memory) return
    this.#busy = true
    this.#work()
  }

  /**
   * Writes the log back and truncates its file, so that no older version of a page is left in it.
   *
   * @returns resolves when what was committed before this call is in the file only; also when there
   *   will be no further checkpoint
   */
  truncate(): Promise<void> {
    if (this.#halted || this.#client.memory) return Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#truncations.push(resolve)
    this.begin()
    return promise
  }

  stats() {
    return { checkpoints_total: this.#totals.done, checkpoints_failed_total: this.#totals.failed }
  }

  /** Starts no further checkpoint. */
  halt(): void {
    this.#halted = true
    this.#nearlyDone = false
    clearTimeout(this.#retry)
    this.#endTruncations(this.#truncations.length)
  }

  /** Starts no further checkpoint, and waits until the thread has closed its connection. */
  async end(): Promise<void> {
    this.halt()
    const thread = this.#thread
    if (!thread) return
    thread.ref()
    thread.postMessage('end')
    // `once` of node:events would reject with an error of the thread, which is counted already.
    await new Promise((resolve) => thread.once('exit', resolve))
  }

  #work(): void {
    this.#nearlyDone = false
    this.#thread ??= this.#start()
    this.#begunTruncations = this.#truncations.length
    this.#thread.postMessage(this.#begunTruncations > 0 ? 'truncate' : 'checkpoint')
  }

  #start(): Worker {
    const file = new URL(moduleFile('checkpointThread'), import.meta.url)
    const thread = new Worker(file, {
      workerData: this.#files,
      execArgv: [],
      trackUnmanagedFds: false,
    })
    thread.on('message', (result: CheckpointResult) => this.#onResult(result))
    thread.once('error', (error: NodeJS.ErrnoException) => {
      this.#thread = undefined
      this.#onResult({ code: error.code ?? error.name, message: error.message })
    })
    // The listener for messages would keep the process running.
    thread.unref()
    return thread
  }

  #onResult(result: CheckpointResult): void {
    if ('code' in result) return this.#fail(new SQLite.SqliteError(result.message, result.code))
    this.#totals.done++
    this.#nearlyDone = result.state === 'nearly' && !this.#halted
    if (result.state !== 'done') return this.#retryAfter(RETRY_MS)
    this.#endTruncations(this.#begunTruncations)
    this.#busy = false
    if (this.#truncations.length > 0) this.begin()
  }

  #endTruncations(count: number): void {
    this.#begunTruncations -= count
    for (const resolve of this.#truncations.splice(0, count)) resolve()
  }

  /**
   * Restarts the log, right after a commit: the write lock is free then, which the thread may never
   * find under load. The thread runs once more afterwards, to truncate a log file that has grown
   * too large; that would take too long here. It also runs once more where too much was committed
   * before its answer arrived.
   */
  #finish(): void {
    this.#nearlyDone = false
    const { log = 0, checkpointed = 0 } = this.#progress.get() ?? {}
    if (log - checkpointed > MAX_OWN_PAGES) {
      clearTimeout(this.#retry)
      return this.#work()
    }
    const count = this.#truncations.length
    if (checkpoint(this.#client, count > 0 ? 'TRUNCATE' : 'RESTART').busy !== 0) return
    this.#totals.done++
    this.#endTruncations(count)
  }

  #fail(error: Error): void {
    this.#totals.failed++
    this.#busy = true
    this.#retryAfter(RETRY_FAILED_MS)
    this.#onFailure(error)
  }

  #retryAfter(pauseMs: number): void {
    clearTimeout(this.#retry)
    if (this.#halted) return
    this.#retry = setTimeout(() => this.#work(), pauseMs).unref()
  }
}
