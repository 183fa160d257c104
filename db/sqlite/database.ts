import { setTimeout as wait } from 'node:timers/promises'
import type SQLite from 'better-sqlite3'
import { EXPUNGE_WAIT_MS } from '../database.ts'
import type { Database, DatabaseStats, DatabaseUnavailable, RunOptions } from '../database.ts'
import type { AuditSeals } from '../auditChain.ts'
import type { Transaction } from '../query.ts'
import { BATCH_DURATION_MS, BatchWriter } from './batches.ts'
import { Checkpoints } from './checkpoints.ts'
import { corruptionBy, failureBy, isLocked, translateError } from './errors.ts'
import { displacement, openFilesOf } from './openFiles.ts'
import type { OpenFile } from './openFiles.ts'
import { ProcessLock } from './processLock.ts'
import { SearchIndexMerge } from './searchIndexMerge.ts'
import { SqliteStatements } from './statements.ts'

/** How long a read waits for another process that is recovering the write-ahead log. */
const RECOVERY_TIMEOUT_MS = 5_000
const RECOVERY_RETRY_MS = 1

/** How often the database checks that its files are still at their paths. */
const FILE_CHECK_INTERVAL_MS = 1_000

/** Called with an error of background work that will be retried. */
export type OnFailure = (error: Error) => void

export type SqliteOptions = {
  /** After so long a batch of transactions is committed, full or not. */
  batchDurationMs?: number
  onFailure?: OnFailure | undefined
}

/**
 * One connection to an SQLite file: reads of one event-loop turn share a transaction, writes are
 * committed in batches, and a thread writes the log back into the file.
 *
 * SQLite's own waiting for the locks of other processes is off, since it would block the event loop
 * and with it every request. Work that finds the file locked is tried again a moment later.
 */
export class SqliteDatabase implements Database {
  readonly client: SQLite.Database
  readonly checkpoints: Checkpoints
  /** There is no connection to wait for. */
  readonly saturated = false
  readonly #statements: SqliteStatements
  readonly #batches: BatchWriter
  readonly #searchIndex: SearchIndexMerge
  readonly #onFailure: OnFailure
  readonly #files: OpenFile[]
  readonly #fileCheck: NodeJS.Timeout
  /** Made with the first claim: a command that claims nothing leaves no trace. */
  #processLock: ProcessLock | undefined
  readonly #failed = Promise.withResolvers<Error>()
  /**
   * Resolves when a commit or a checkpoint met an I/O error, the file is damaged, or another file
   * has taken its place. The stored state is unknown then, and later commits could be lost with it:
   * the process must end and open the file anew.
   */
  readonly failed: Promise<Error> = this.#failed.promise
  #failure: DatabaseUnavailable | undefined

  constructor(
    client: SQLite.Database,
    { batchDurationMs = BATCH_DURATION_MS, onFailure = () => undefined }: SqliteOptions,
  ) {
    this.client = client
    this.#onFailure = onFailure
    client.pragma('busy_timeout = 0')
    this.#files = client.memory ? [] : openFilesOf(client.name)
    this.checkpoints = new Checkpoints(client, this.#files, (error) => {
      if (!this.#failOn(error)) onFailure(error)
    })
    this.#fileCheck = setInterval(() => this.#checkFiles(), FILE_CHECK_INTERVAL_MS).unref()
    this.#statements = new SqliteStatements(client)
    this.#batches = new BatchWriter(client, this.#statements, {
      durationMs: batchDurationMs,
      verifyCommit: () => {
        const error = displacement(this.#files.slice(0, 1))
        if (error) throw error
      },
      afterBatch: () => {
        // An effect of a commit may have read already, and no checkpoint runs beside an open read.
        this.#statements.endReading()
        this.checkpoints.afterCommit()
      },
      onError: (error) => void this.#failOn(error),
    })
    this.#searchIndex = new SearchIndexMerge(client, (body) =>
      this.run(function* () {
        return body()
      }),
    )
  }

  get processName(): string | null {
    if (this.client.memory) return null
    try {
      this.#processLock ??= new ProcessLock(this.client.name)
    } catch {
      // As on a full disk: a claim without a name ends with its time.
    }
    return this.#processLock?.name ?? null
  }

  hasEnded(processName: string): boolean {
    return this.processName !== null && this.#processLock?.hasEnded(processName) === true
  }

  get auditSeals(): AuditSeals | undefined {
    return this.#statements.auditSeals
  }

  set auditSeals(seals: AuditSeals | undefined) {
    this.#statements.auditSeals = seals
  }

  beginRequest(): void {
    this.#statements.beginRequest()
  }

  read<Result>(body: () => Transaction<Result>): Result | Promise<Result> {
    try {
      return this.#statements.read(body)
    } catch (error) {
      if (isLocked(error)) return this.#retryRead(body)
      const corruption = corruptionBy(error)
      if (corruption) this.#fail(corruption)
      throw translateError(error)
    }
  }

  /** In WAL mode a read meets a lock only after another process was killed while it wrote. */
  async #retryRead<Result>(body: () => Transaction<Result>): Promise<Result> {
    const endMs = performance.now() + RECOVERY_TIMEOUT_MS
    for (;;) {
      await wait(RECOVERY_RETRY_MS)
      try {
        return this.#statements.read(body)
      } catch (error) {
        if (!isLocked(error) || performance.now() > endMs) throw translateError(error)
      }
    }
  }

  run<Result>(body: () => Transaction<Result>, options?: RunOptions): Promise<Result> {
    return this.#failure ? Promise.reject(this.#failure) : this.#batches.run(body, options)
  }

  stats(): DatabaseStats {
    return { ...this.#batches.stats(), ...this.checkpoints.stats() }
  }

  isMigrating(): Promise<boolean> {
    return Promise.resolve(false)
  }

  /** Every process sees each change of the file at once (`ResultCache`). */
  waitForCacheExpiry(): Promise<void> {
    return Promise.resolve()
  }

  async expunge(): Promise<void> {
    this.#statements.endReading()
    const ending = new AbortController()
    const { signal } = ending
    // It also keeps the process running meanwhile, which the thread does not.
    const limit = wait(EXPUNGE_WAIT_MS, undefined, { signal }).catch(() => undefined)
    await Promise.race([this.#mergeAndTruncate(), limit])
    ending.abort()
  }

  async #mergeAndTruncate(): Promise<void> {
    // The next erasure merges again what could not be merged now.
    await this.#searchIndex.pass().catch(this.#onFailure)
    await this.checkpoints.truncate()
  }

  async close(): Promise<void> {
    this.#searchIndex.end()
    this.#statements.endReading()
    await this.#batches.drain()
    clearInterval(this.#fileCheck)
    this.#checkFiles()
    await this.checkpoints.end()
    this.#processLock?.release()
    // To close it would checkpoint, and after a failure only the log may be intact.
    if (!this.#failure) this.client.close()
  }

  #checkFiles(): void {
    const error = displacement(this.#files)
    if (error) this.#fail(error)
  }

  /** @returns whether the error means that the process must end */
  #failOn(error: unknown): boolean {
    const failure = failureBy(error, this.client.name)
    if (failure) this.#fail(failure)
    return failure !== undefined
  }

  /** Acknowledges nothing any more. */
  #fail(failure: DatabaseUnavailable): void {
    this.#failure = failure
    this.checkpoints.halt()
    this.#failed.resolve(failure)
    this.#batches.rejectAll(failure)
  }
}
