import type pg from 'pg'
import { isUnusable } from './errors.ts'
import type { PostgresPool } from './pool.ts'

/** How many reads share a connection at most. */
const MAX_READS = 8

/** Fewer reads share a connection when together they would take longer than this. */
const TARGET_DURATION_MS = 10

/** After a read that took so long, such as at a node that is down, reads are not shared. */
const STUCK_MS = 1_000
const UNSHARED_MS = 5_000

type QueuedRead = {
  /** Settles the caller's promise; rejects only when the connection cannot be used any more. */
  start: (client: pg.ClientBase) => Promise<void>
  reject: (error: unknown) => void
}

/**
 * Reads that run at the same time share a connection. Their statements are sent in one write and
 * the results arrive in one read; each of these system calls takes as long as everything else that
 * the process does for a read. PostgreSQL executes the statements of a connection in order, so the
 * number of reads is limited by the time that they take. See docs/database.md, "Shared reads".
 */
export class SharedReads {
  readonly #pool: PostgresPool
  /** The reads that go out together as soon as there is a connection. */
  #waiting: QueuedRead[] = []
  /** How many reads share a connection at present, and until when none do. */
  #limit = 1
  #unsharedUntilMs = 0

  constructor(pool: PostgresPool) {
    this.#pool = pool
  }

  /**
   * Runs statements outside a transaction, on a connection that is shared with the reads that come
   * before it is available. An error of one of them does not affect the others.
   *
   * @throws DatabaseUnavailable when there is no connection
   */
  run<Result>(work: (client: pg.ClientBase) => Promise<Result>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const start = (client: pg.ClientBase) =>
      work(client).then(resolve, (error: unknown) => {
        reject(error)
        if (isUnusable(error)) throw error
      })
    if (this.#waiting.length >= this.#limit) this.#waiting = []
    if (this.#waiting.push({ start, reject }) === 1) this.#runTogether(this.#waiting)
    return promise
  }

  #runTogether(reads: QueuedRead[]): void {
    const done = this.#pool.use(async (client) => {
      if (this.#waiting === reads) this.#waiting = []
      const startMs = performance.now()
      const {
        connection: { stream },
      } = client as pg.Client
      stream.cork()
      const started = reads.map(({ start }) => start(client))
      stream.uncork()
      const results = await Promise.allSettled(started)
      this.#adjustLimit(performance.now() - startMs, reads.length)
      for (const result of results) if (result.status === 'rejected') throw result.reason
    })
    done.catch((error: unknown) => {
      if (this.#waiting === reads) this.#waiting = []
      for (const { reject } of reads) reject(error)
    })
  }

  /** Sets the limit by how long the last reads took; it grows at most twofold each time. */
  #adjustLimit(durationMs: number, reads: number): void {
    const nowMs = performance.now()
    if (durationMs >= STUCK_MS) this.#unsharedUntilMs = nowMs + UNSHARED_MS
    const most = nowMs < this.#unsharedUntilMs ? 1 : Math.min(MAX_READS, this.#limit * 2)
    const withinTarget = Math.floor((TARGET_DURATION_MS * reads) / durationMs)
    this.#limit = Math.max(1, Math.min(most, withinTarget))
  }
}
