import { setTimeout as wait } from 'node:timers/promises'
import type SQLite from 'better-sqlite3'
import type { RunOptions } from '../database.ts'
import type { Transaction } from '../query.ts'
import { corruptionBy, isLocked, translateError } from './errors.ts'
import { EndingFailed } from './statements.ts'
import type { SqliteStatements } from './statements.ts'

/** A batch takes no further transaction after this, so that the event loop is not held for long. */
export const BATCH_DURATION_MS = 5

/** A batch stays open for at most so many event-loop turns. */
const MAX_OPEN_TURNS = 4

/** How long another process may hold the write lock before the callers that wait are rejected. */
const LOCK_TIMEOUT_MS = 5_000

/** A transaction that can wait is committed with the next batch, or after so long. */
const CAN_WAIT_MS = 500

/** The pause before the write lock is tried again; other requests are served meanwhile. */
const LOCK_RETRY_MS = 1

const commands = {
  begin: 'begin immediate',
  commit: 'commit',
  rollback: 'rollback',
  setSavepoint: 'savepoint one_of_batch',
  rollbackToSavepoint: 'rollback to one_of_batch',
  releaseSavepoint: 'release one_of_batch',
}

type PendingTransaction = {
  /**
   * Runs the body inside the batch's transaction.
   *
   * @returns settles the caller's promise, once the batch is durable
   * @throws BatchMustRollBack
   */
  attempt(): () => void
  reject(error: unknown): void
}

/** A body has failed after it wrote something, and there is no savepoint to roll back to. */
class BatchMustRollBack extends Error {}

/** Callbacks of the database around the commits of batches. */
export type BatchHooks = {
  /** Called after each commit, before it is acknowledged. @throws when it may be lost */
  verifyCommit(): void
  /** Called when the callers of a batch have been answered. */
  afterBatch(): void
  /** Called with the error that no transaction of a batch survived. */
  onError(error: unknown): void
}

/**
 * Group commit: transactions that are waiting at the same time are committed together, with one
 * fsync for all of them, and each caller is answered after that. There is no timer; a batch is what
 * has arrived while the one before it was committed. See docs/database.md, "Batches".
 *
 * Most bodies succeed, or fail before they write. When one fails after it has written, the batch is
 * rolled back and run again with a savepoint around each body. A savepoint for each body from the
 * start would make SQLite copy every page before it is changed.
 */
export class BatchWriter {
  readonly #client: SQLite.Database
  readonly #statements: SqliteStatements
  readonly #durationMs: number
  readonly #hooks: BatchHooks
  readonly #commands: Record<keyof typeof commands, SQLite.Statement>
  #queue: PendingTransaction[] = []
  #scheduled = false
  /** The next batch is run again after a rollback, so each of its bodies gets a savepoint. */
  #usesSavepoints = false
  /** Since when another process has been holding the write lock. */
  #lockedSinceMs: number | undefined
  readonly #totals = { batches: 0, batchesRolledBack: 0, transactions: 0, commitMs: 0 }

  /** @param durationMs how long a batch may take before it is committed, full or not */
  constructor(
    client: SQLite.Database,
    statements: SqliteStatements,
    { durationMs, ...hooks }: BatchHooks & { durationMs: number },
  ) {
    this.#client = client
    this.#statements = statements
    this.#durationMs = durationMs
    this.#hooks = hooks
    const prepared = Object.entries(commands).map(([name, text]) => [name, client.prepare(text)])
    this.#commands = Object.fromEntries(prepared)
  }

  /** Runs a transaction in one of the next batches; `Database.run` has the terms. */
  run<Result>(
    body: () => Transaction<Result>,
    { canWait = false }: RunOptions = {},
  ): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    this.#queue.push({ attempt: () => this.#attempt(body, resolve, reject), reject })
    if (canWait) setTimeout(() => this.#schedule(), CAN_WAIT_MS)
    else this.#schedule()
    return promise
  }

  stats() {
    const { batches, batchesRolledBack, transactions, commitMs } = this.#totals
    return {
      commit_groups_total: batches,
      commit_groups_undone_total: batchesRolledBack,
      transactions_total: transactions,
      commit_seconds_total: commitMs / 1000,
      transactions_waiting: this.#queue.length,
    }
  }

  /** Commits every transaction that is waiting. */
  async drain(): Promise<void> {
    while (this.#queue.length > 0) {
      this.#commitBatch()
      if (this.#lockedSinceMs !== undefined) await wait(LOCK_RETRY_MS)
    }
  }

  /** Rejects every transaction that is waiting. */
  rejectAll(error: Error): void {
    for (const transaction of this.#queue.splice(0)) transaction.reject(error)
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    if (this.#lockedSinceMs !== undefined) setTimeout(this.#next, LOCK_RETRY_MS)
    else setImmediate(this.#gather, 0, MAX_OPEN_TURNS)
  }

  /**
   * Requests that arrive together may start one event-loop turn apart, so the batch stays open
   * while each turn adds to it.
   */
  readonly #gather = (gathered: number, turnsLeft: number): void => {
    const { length } = this.#queue
    if (length === gathered || turnsLeft === 0) this.#next()
    else setImmediate(this.#gather, length, turnsLeft - 1)
  }

  readonly #next = (): void => {
    this.#scheduled = false
    if (this.#queue.length === 0) return
    this.#commitBatch()
    if (this.#queue.length > 0) this.#schedule()
  }

  #commitBatch(): void {
    const batch: PendingTransaction[] = []
    let answers: (() => void)[]
    try {
      if (!this.#begin()) return
      answers = this.#commit(this.#take(batch))
      this.#hooks.verifyCommit()
    } catch (error) {
      if (error instanceof BatchMustRollBack) this.#retryWithSavepoints(batch)
      else this.#abandon(batch, error)
      return
    }
    for (const answer of answers) answer()
    this.#hooks.afterBatch()
  }

  /**
   * @returns whether the write lock could be taken
   * @throws when another process has been holding it for too long
   */
  #begin(): boolean {
    this.#statements.endReading()
    try {
      this.#commands.begin.run()
    } catch (error) {
      const nowMs = performance.now()
      const sinceMs = this.#lockedSinceMs ?? nowMs
      const waits = isLocked(error) && nowMs - sinceMs <= LOCK_TIMEOUT_MS
      this.#lockedSinceMs = waits ? sinceMs : undefined
      if (!waits) throw error
      return false
    }
    this.#lockedSinceMs = undefined
    return true
  }

  /** Moves transactions from the queue into the batch until that has taken long enough. */
  *#take(batch: PendingTransaction[]): Iterable<PendingTransaction> {
    const endMs = performance.now() + this.#durationMs
    do {
      const transaction = this.#queue.shift()
      if (!transaction) return
      batch.push(transaction)
      yield transaction
    } while (performance.now() < endMs)
  }

  #commit(batch: Iterable<PendingTransaction>): (() => void)[] {
    this.#statements.writing = true
    this.#statements.beginBatch({ endsTogether: !this.#usesSavepoints })
    try {
      const answers = Array.from(batch, (transaction) => transaction.attempt())
      this.#statements.endBatch()
      const startMs = performance.now()
      this.#commands.commit.run()
      this.#totals.commitMs += performance.now() - startMs
      this.#totals.batches++
      this.#totals.transactions += answers.length
      this.#usesSavepoints = false
      return answers
    } catch (error) {
      if (this.#mustRollBack(error)) throw new BatchMustRollBack('An ending failed.')
      throw error instanceof EndingFailed ? error.cause : error
    } finally {
      this.#statements.writing = false
    }
  }

  /** True when each body is to be run again with an end of its own, to see which of them failed. */
  #mustRollBack(error: unknown): boolean {
    return error instanceof EndingFailed && this.#client.inTransaction && !corruptionBy(error.cause)
  }

  #retryWithSavepoints(batch: PendingTransaction[]): void {
    this.#commands.rollback.run()
    this.#totals.batchesRolledBack++
    this.#usesSavepoints = true
    this.#queue.unshift(...batch)
  }

  /** Rejects the batch; or, when it could not even begin, every transaction that is waiting. */
  #abandon(batch: PendingTransaction[], error: unknown): void {
    if (this.#client.inTransaction) this.#commands.rollback.run()
    const rejected = batch.length === 0 ? this.#queue.splice(0) : batch
    for (const transaction of rejected) transaction.reject(translateError(error))
    this.#hooks.onError(error)
  }

  #attempt<Result>(
    body: () => Transaction<Result>,
    resolve: (result: Result) => void,
    reject: (error: unknown) => void,
  ): () => void {
    const usesSavepoint = this.#usesSavepoints
    const { setSavepoint, rollbackToSavepoint, releaseSavepoint } = this.#commands
    const writtenBefore = this.#statements.written
    if (usesSavepoint) setSavepoint.run()
    try {
      const { result, effects } = this.#statements.write(body)
      if (usesSavepoint) releaseSavepoint.run()
      return () => {
        try {
          for (const effect of effects) effect()
          resolve(result)
        } catch (error) {
          reject(error)
        }
      }
    } catch (error) {
      // On some errors SQLite rolls back the whole transaction, and the batch has failed.
      if (error instanceof EndingFailed || !this.#client.inTransaction || corruptionBy(error))
        throw error
      if (usesSavepoint) {
        rollbackToSavepoint.run()
        releaseSavepoint.run()
      } else if (this.#statements.written > writtenBefore) {
        throw new BatchMustRollBack('A body failed after it had written.')
      }
      return () => reject(translateError(error))
    }
  }
}
