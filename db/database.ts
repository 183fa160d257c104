import type { Transaction } from './query.ts'

/**
 * The database does not answer, is full or is busy for too long. Nothing was stored, unless the
 * connection was lost while a commit was on its way: then nobody knows, and a retry must be safe.
 */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'

  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    // It is no fault of the code that meets it, which an outage would write down for each request.
    this.stack = `DatabaseUnavailable: ${message}`
  }
}

/** Tells the operator of something, such as a line of the log does. */
export type Warn = (facts: object, message: string) => void

/** What an engine counts of itself: sums since its opening (`…_total`), and how things stand. */
export type DatabaseFigures = Record<string, number>

/** What rules and handlers are given of it: to read, and to run a transaction. */
export type QueryRunner = Pick<Database, 'read' | 'run'>

/** A database, the same for every engine. */
export interface Database {
  /**
   * Resolves when what is stored has become unknown, and the process must end and open it anew.
   * A database that is a server of its own looks after that itself.
   */
  readonly lost?: Promise<Error>

  /** How it fares, for the metrics. */
  figures?(): DatabaseFigures

  /** Whether it has so much to do that whatever is begun now would only wait for it. */
  readonly saturated?: boolean

  /**
   * To be told of each request when it arrives. What is remembered from before may be older than
   * what the request knows of.
   */
  requested?(): void

  /**
   * Runs statements that only read. They see all that was committed before the event loop began
   * its present turn, or before the last request that has arrived, and all that was committed
   * here; but for what a `leased` one has found a moment ago.
   *
   * On the way of a request, here and in `run`, the body is a generator function that is made once:
   * V8 makes a hidden class for each, which was a fifth of the time of a read.
   *
   * @returns the result, from an engine that has it at once: a promise of it would cost more turns
   */
  read<Result>(body: () => Transaction<Result>): Result | Promise<Result>

  /**
   * Runs one transaction and resolves after its commit is durable. An error thrown by the body
   * undoes all that the body did and rejects with that error. A body may be run more than once, and
   * so does nothing but run statements.
   *
   * @throws DatabaseUnavailable when it could not be committed
   */
  run<Result>(body: () => Transaction<Result>): Promise<Result>

  /**
   * Resolves when nobody, in whatever process, goes by what a `leased` statement found before now.
   * An engine that sees every change has no leases.
   */
  waitForCacheExpiry?(): Promise<void>

  /** Waits for the transactions under way, then closes. */
  close(): Promise<void>
}
