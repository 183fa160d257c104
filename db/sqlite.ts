import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import SQLite from 'better-sqlite3'
import { DatabaseUnavailable } from './database.ts'
import type { Database } from './database.ts'
import { drizzleSqlite, migrateSqlite } from './drizzle.ts'
import type { Definition, Steps } from './query.ts'
import { tables } from './schema.ts'
import { statements } from './statement.ts'

/** How long another process may hold the write lock before a request is answered with 503. */
const BUSY_TIMEOUT_MS = 5_000

/** A group takes no further transaction after this, so that the event loop is never held long. */
const GROUP_DURATION_MS = 5

const migrations = fileURLToPath(new URL('migrations/sqlite', import.meta.url))

const statementOf = statements('sqlite', tables)

/** Executes a statement that this connection has prepared. */
type Execute = (args: Record<string, unknown>) => unknown[]
type Transaction = { attempt(): () => void; reject(error: unknown): void }

/** These say that the storage, not the statement, is at fault. */
const unavailable = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|NOMEM)/

function translated(error: unknown): unknown {
  if (error instanceof SQLite.SqliteError && unavailable.test(error.code)) {
    return new DatabaseUnavailable(error.code, { cause: error })
  }
  return error
}

/**
 * Opens the file, makes it when it is missing, and brings its schema up to date.
 *
 * @param path of the database file, or `:memory:`
 * @param group_duration_ms after which a group of transactions is committed, full or not
 * @throws when the file does not keep what was acknowledged (journal or synchronous mode)
 */
export function openSqlite(
  path: string,
  { group_duration_ms = GROUP_DURATION_MS } = {},
): SqliteDatabase {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true })
  const client = new SQLite(path, { timeout: BUSY_TIMEOUT_MS })
  // The bindings are compiled to relax WAL to NORMAL, which loses commits on a power cut.
  client.pragma('journal_mode = WAL')
  client.pragma('synchronous = FULL')
  client.pragma('foreign_keys = ON')
  const journal = client.pragma('journal_mode', { simple: true })
  const synchronous = client.pragma('synchronous', { simple: true })
  if (synchronous !== 2 || (journal !== 'wal' && path !== ':memory:')) {
    client.close()
    throw new Error(`${path}: journal_mode ${journal}, synchronous ${synchronous}; not durable.`)
  }
  bringUpToDate(client)
  return new SqliteDatabase(client, group_duration_ms)
}

function bringUpToDate(client: SQLite.Database): void {
  const run = () => migrateSqlite(drizzleSqlite(client), { migrationsFolder: migrations })
  try {
    run()
  } catch {
    // Another process may have done the same in between; what is really wrong fails again.
    run()
  }
}

/**
 * One connection. Transactions that wait are committed together, with a single fsync for all, and
 * each is answered after that. There is no timer: a group is whoever arrived during the last one.
 */
export class SqliteDatabase implements Database {
  readonly client: SQLite.Database
  readonly #prepared = new Map<Definition, Execute>()
  readonly #savepoint: { set: SQLite.Statement; undo: SQLite.Statement; release: SQLite.Statement }
  readonly #group_duration_ms: number
  readonly #loss = Promise.withResolvers<Error>()
  /**
   * Resolves when a commit met an I/O error. What the disk then holds is unknown, and what is
   * committed after it could be lost with it: the process must end, and open the file anew.
   */
  readonly lost: Promise<Error> = this.#loss.promise
  #broken: DatabaseUnavailable | undefined
  #waiting: Transaction[] = []
  #scheduled = false

  constructor(client: SQLite.Database, group_duration_ms: number) {
    this.client = client
    this.#group_duration_ms = group_duration_ms
    this.#savepoint = {
      set: client.prepare('savepoint one_of_group'),
      undo: client.prepare('rollback to one_of_group'),
      release: client.prepare('release one_of_group'),
    }
  }

  async read<Result>(body: () => Steps<Result>): Promise<Result> {
    try {
      return this.#drive(body)
    } catch (error) {
      throw translated(error)
    }
  }

  run<Result>(body: () => Steps<Result>): Promise<Result> {
    if (this.#broken) return Promise.reject(this.#broken)
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    this.#waiting.push({ attempt: () => this.#attempt(body, resolve, reject), reject })
    this.#schedule()
    return promise
  }

  async close(): Promise<void> {
    while (this.#waiting.length > 0) this.#commitGroup()
    this.client.close()
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      this.#commitGroup()
      if (this.#waiting.length > 0) this.#schedule()
    })
  }

  #commitGroup(): void {
    const group: Transaction[] = []
    const answers: (() => void)[] = []
    try {
      this.client.exec('begin immediate')
      const end_ms = performance.now() + this.#group_duration_ms
      do {
        const transaction = this.#waiting.shift()
        if (!transaction) break
        group.push(transaction)
        answers.push(transaction.attempt())
      } while (performance.now() < end_ms)
      this.client.exec('commit')
    } catch (error) {
      this.#abandon(group, error)
      return
    }
    for (const answer of answers) answer()
  }

  /** Nothing of the group is stored; without the lock or the disk, nothing of those who wait. */
  #abandon(group: Transaction[], error: unknown): void {
    if (error instanceof SQLite.SqliteError && error.code.startsWith('SQLITE_IOERR')) {
      this.#broken = new DatabaseUnavailable(error.code, { cause: error })
      this.#loss.resolve(this.#broken)
    }
    if (this.client.inTransaction) this.client.exec('rollback')
    const all = this.#broken !== undefined || group.length === 0
    const losers = all ? [...group, ...this.#waiting.splice(0)] : group
    for (const transaction of losers) transaction.reject(translated(error))
  }

  /** Runs one body inside the group; returns what is to be done once the group is durable. */
  #attempt<Result>(
    body: () => Steps<Result>,
    resolve: (result: Result) => void,
    reject: (error: unknown) => void,
  ): () => void {
    this.#savepoint.set.run()
    try {
      const result = this.#drive(body)
      this.#savepoint.release.run()
      return () => resolve(result)
    } catch (error) {
      // On some faults SQLite has ended the whole transaction by itself: then the group is lost.
      if (!this.client.inTransaction) throw error
      this.#savepoint.undo.run()
      this.#savepoint.release.run()
      return () => reject(translated(error))
    }
  }

  #drive<Result>(body: () => Steps<Result>): Result {
    const steps = body()
    let step = steps.next([])
    while (!step.done) {
      const { definition, args } = step.value
      step = steps.next(this.#prepare(definition)(args))
    }
    return step.value
  }

  #prepare(definition: Definition): Execute {
    let execute = this.#prepared.get(definition)
    if (!execute) {
      const { text, values, row } = statementOf(definition)
      const prepared = this.client.prepare<unknown[], unknown[]>(text).raw()
      execute = (args) => prepared.all(values(args)).map(row)
      this.#prepared.set(definition, execute)
    }
    return execute
  }
}
