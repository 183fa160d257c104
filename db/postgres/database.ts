import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { AuditSeals } from '../auditChain.ts'
import { DatabaseUnavailable } from '../database.ts'
import type { Database, DatabaseStats, RunOptions } from '../database.ts'
import { AUDIT_SEALS, EARLIER_ENDINGS, MAX_STALE_MS, TransactionEnd } from '../query.ts'
import type { Effect, QueryCall, Transaction } from '../query.ts'
import { Conflict, ConnectionLost, isRolledBack, translateError } from './errors.ts'
import { migrationRunning } from './migrations.ts'
import type { PostgresPool } from './pool.ts'
import { ResultCache } from './resultCache.ts'
import { SharedReads } from './sharedReads.ts'
import { begin, commit, execute, rollback } from './statements.ts'

/** A transaction that conflicts with others is retried so often, and for so long. */
const MAX_ATTEMPTS = 8
const RETRY_TIMEOUT_MS = 5_000

/** The longest pause before the first retry, doubled each time; the pause itself is random. */
const RETRY_PAUSE_MS = 5

/** A process may be suspended between checking that a result is fresh and answering with it. */
const CACHE_MARGIN_MS = 50

/** A pool of connections to one primary; each transaction has one of them for itself. */
export class PostgresDatabase implements Database {
  readonly failed = new Promise<never>(() => undefined)
  auditSeals: AuditSeals | undefined
  readonly #pool: PostgresPool
  readonly #sharedReads: SharedReads
  readonly #cache = new ResultCache()

  constructor(pool: PostgresPool) {
    this.#pool = pool
    this.#sharedReads = new SharedReads(pool)
  }

  /** A claim ends with its time: no lock tells which processes on other machines have ended. */
  readonly processName = null

  hasEnded(): boolean {
    return false
  }

  get saturated(): boolean {
    return this.#pool.saturated
  }

  /** The server sees every commit; cached results may be stale by `cache.staleMs` anyway. */
  beginRequest(): void {}

  read<Result>(body: () => Transaction<Result>): Promise<Result> {
    // A connection that the server closed while it was idle is replaced: reading twice is harmless.
    const mayRetry = (error: unknown) => isRolledBack(error) || error instanceof ConnectionLost
    return this.#retrying(() => this.#read(body), mayRetry)
  }

  async run<Result>(body: () => Transaction<Result>, options: RunOptions = {}): Promise<Result> {
    const { result, effects } = await this.#retrying(
      () => this.#pool.use((client) => this.#transact(client, body, options)),
      isRolledBack,
    )
    for (const effect of effects) effect()
    return result
  }

  /** Sends a statement that is none of the program's queries, such as one of a library. */
  query(statement: pg.QueryConfig): Promise<pg.QueryResult> {
    const send = (client: pg.ClientBase) =>
      client.query(statement).catch((error: unknown) => {
        throw translateError(error, statement.name ?? 'a statement')
      })
    return this.#retrying(() => this.#pool.use(send), isRolledBack)
  }

  waitForCacheExpiry(): Promise<void> {
    return wait(MAX_STALE_MS + CACHE_MARGIN_MS)
  }

  /** Old versions of rows are the server's to remove, by its vacuum (docs/operations.md). */
  expunge(): Promise<void> {
    return Promise.resolve()
  }

  async isMigrating(): Promise<boolean> {
    return (await this.query(migrationRunning)).rows.length > 0
  }

  stats(): DatabaseStats {
    return this.#pool.stats()
  }

  close(): Promise<void> {
    return this.#pool.close()
  }

  /** Does the work again while it fails in a way that leaves nothing behind. */
  async #retrying<Result>(
    work: () => Promise<Result>,
    mayRetry: (error: unknown) => boolean,
  ): Promise<Result> {
    const endMs = performance.now() + RETRY_TIMEOUT_MS
    for (let attempt = 1; ; attempt++) {
      try {
        return await work()
      } catch (error) {
        const isLast = attempt === MAX_ATTEMPTS || performance.now() > endMs
        if (isLast || !mayRetry(error))
          throw error instanceof Conflict ? new DatabaseUnavailable(error.message) : error
        await wait(Math.random() * RETRY_PAUSE_MS * 2 ** attempt)
      }
    }
  }

  /** @returns also what is to be done after the commit; an attempt that fails leaves none */
  async #transact<Result>(
    client: pg.ClientBase,
    body: () => Transaction<Result>,
    options: RunOptions,
  ): Promise<{ result: Result; effects: Effect[] }> {
    await begin(client, options)
    const end = new TransactionEnd()
    let result: Result
    try {
      result = await this.#write(client, body(), end)
      await this.#write(client, end.statements(), end)
    } catch (error) {
      // The server rolls back by itself when a connection is lost.
      if (!(error instanceof ConnectionLost)) await rollback(client)
      throw error
    }
    await commit(client)
    return { result, effects: end.effects }
  }

  /** Runs the statements of a transaction, and keeps what is for its end. */
  async #write<Result>(
    client: pg.ClientBase,
    statements: Transaction<Result>,
    end: TransactionEnd,
  ): Promise<Result> {
    let step = statements.next([])
    while (!step.done) {
      const { definition, args } = step.value
      if (definition.keep) {
        definition.keep(end, args)
        step = statements.next([])
      } else if (definition === EARLIER_ENDINGS) {
        step = statements.next([])
      } else if (definition === AUDIT_SEALS) {
        step = statements.next([this.auditSeals])
      } else {
        step = statements.next(await execute(client, step.value))
      }
    }
    return step.value
  }

  /** Takes a connection at the first statement whose result is not cached. */
  async #read<Result>(body: () => Transaction<Result>): Promise<Result> {
    const transaction = body()
    let step = transaction.next([])
    while (!step.done) {
      const rows = this.#cache.get(step.value)
      if (!rows) break
      step = transaction.next(rows)
    }
    if (step.done) return step.value
    return this.#sharedReads.run(async (client) => {
      while (!step.done) step = transaction.next(await this.#execute(client, step.value))
      return step.value
    })
  }

  #execute(client: pg.ClientBase, call: QueryCall): Promise<unknown[]> {
    if (!call.definition.cache?.staleMs) return execute(client, call)
    return this.#cache.fill(call, () => execute(client, call))
  }
}
