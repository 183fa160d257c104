import type { Steps } from './query.ts'

/** The database does not answer, is full or is busy for too long; nothing was stored. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

/** What handlers know of the database; the same for every engine. */
export interface Database {
  /** Runs statements that only read. Each one sees all that was committed before it. */
  read<Result>(body: () => Steps<Result>): Promise<Result>

  /**
   * Runs one transaction and resolves after its commit is durable. An error thrown by the body
   * undoes all that the body did and rejects with that error.
   *
   * @throws DatabaseUnavailable when it could not be committed
   */
  run<Result>(body: () => Steps<Result>): Promise<Result>

  /** Waits for the transactions under way, then closes. */
  close(): Promise<void>
}
