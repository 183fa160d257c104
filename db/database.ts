import type { AuditSeals } from './auditChain.ts'
import type { Transaction } from './query.ts'

/**
 * The database does not answer, is full or is busy for too long. Nothing was stored, unless it was
 * the commit that failed: when its connection breaks, its sync fails, no standby confirms it or the
 * file was replaced, the outcome is unknown, so a retry must be idempotent. The API answers 503.
 */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'

  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    // The calling code is not at fault, and an outage would log its stack for each request.
    this.stack = `DatabaseUnavailable: ${message}`
  }
}

/** Writes one line to the operator's log. */
export type Warn = (facts: object, message: string) => void

/** Measurements of an engine: counters since it was opened (`…_total`) and gauges. */
export type DatabaseStats = Record<string, number>

/** How long `Database.expunge` waits for reads that are under way. */
export const EXPUNGE_WAIT_MS = 2_000

/**
 * `canWait`: no request waits for the commit, and a crash may undo it, so it comes up to half a
 * second later, with another one (SQLite), or is durable that much later (PostgreSQL).
 */
export type RunOptions = { canWait?: boolean }

/** The interface of the database for handlers and domain code; the same for both engines. */
export type QueryRunner = {
  /**
   * Runs statements that only read. They see everything that was committed before the event loop
   * began its present turn or before the last request arrived, and everything this process has
   * committed; a query with `cache.staleMs` may be older by that much.
   *
   * The generator function of a request is made once, at the top of its file, here and in `run`: V8
   * makes a hidden class for each generator function, which took a fifth of the time of a read.
   *
   * @returns the result itself on SQLite, which has it at once: awaiting a promise of it would cost
   *   event-loop turns
   * @throws DatabaseUnavailable when there is no answer; without a promise, it is thrown at once
   */
  read<Result>(body: () => Transaction<Result>): Result | Promise<Result>

  /**
   * Runs one transaction and resolves after its commit is durable. An error thrown by the body
   * rolls the transaction back and rejects with that error. A body may be run more than once, so it
   * must do nothing but run statements.
   *
   * @param options without effect on PostgreSQL, which has no batches
   * @throws DatabaseUnavailable when the transaction could not be committed
   */
  run<Result>(body: () => Transaction<Result>, options?: RunOptions): Promise<Result>
}

/** The database as the process that opened it knows it. */
export type Database = QueryRunner & {
  /**
   * Resolves when it is unknown what is stored, so that the process must end and open the database
   * anew. It never resolves on PostgreSQL, where recovery is the server's work.
   */
  readonly failed: Promise<Error>

  /**
   * Seals the audit trail in this process' transactions; set once SECRET_KEY is known to be that of
   * the database. Without it, changes are recorded and their seals are left to other processes.
   */
  auditSeals: AuditSeals | undefined

  /** Names this process in its claims; null where it is not known which processes have ended. */
  readonly processName: string | null

  /** True when a process that has made a claim under this name has ended. */
  hasEnded(processName: string): boolean

  /** True while work that is started now would only wait for a connection; never on SQLite. */
  readonly saturated: boolean

  /** True while a process changes the schema; never on SQLite, where no other works meanwhile. */
  isMigrating(): Promise<boolean>

  /** Counters and gauges for the metrics, the same names at each call. */
  stats(): DatabaseStats

  /**
   * To be called for each request when it arrives: its reads must see what other processes had
   * committed by then, so an open read transaction ends and cached results are checked again.
   */
  beginRequest(): void

  /**
   * Resolves when no process uses a cached result that is older than this call. To be awaited after
   * a write that must hold at once everywhere, such as the revocation of a client.
   */
  waitForCacheExpiry(): Promise<void>

  /**
   * Removes data that was overwritten or deleted before this call from the files beside the
   * database, as far as this is up to the engine: on SQLite from the write-ahead log. To be awaited
   * before an erasure is confirmed. While a long read needs the log, it resolves after
   * EXPUNGE_WAIT_MS, and goes on in the background.
   */
  expunge(): Promise<void>

  /** Finishes the transactions under way, then closes. */
  close(): Promise<void>
}
