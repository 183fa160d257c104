import SQLite from 'better-sqlite3'
import { DatabaseUnavailable } from './database.ts'
import type { Database, DatabaseFigures } from './database.ts'
import { sqliteBuilder } from './dialect.ts'
import { Memory } from './memory.ts'
import type { Definition, Steps } from './query.ts'
import { tables } from './schema.ts'
import { openSqliteFile } from './sqlite_file.ts'
import { statements } from './statement.ts'

/** A group takes no further transaction after this, so that the event loop is never held long. */
const GROUP_DURATION_MS = 5

const statementOf = statements(sqliteBuilder, tables)

/** Executes a statement that this connection has prepared. */
type Execute = (args: Record<string, unknown>) => unknown[]

const commands = {
  begin: 'begin immediate',
  commit: 'commit',
  rollback: 'rollback',
  setSavepoint: 'savepoint one_of_group',
  undoSavepoint: 'rollback to one_of_group',
  releaseSavepoint: 'release one_of_group',
}

type Transaction = {
  /**
   * Runs the body inside the group's transaction; alone, it can be undone without the others.
   *
   * @returns what is to be done once the group is durable
   * @throws MustUndo
   */
  attempt(alone: boolean): () => void
  reject(error: unknown): void
}

/** A body has failed after it wrote something, and there is no savepoint to go back to. */
class MustUndo extends Error {}

/** These say that the storage, not the statement, is at fault. */
const unavailable = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|NOMEM)/

/**
 * After these nobody knows what the disk holds. That shared memory found no room to grow is none of
 * them: nothing of what is stored is in there, and it is what a full disk says as well.
 */
const unknown = /^SQLITE_IOERR(?!_SHMSIZE$)/

function translated(error: unknown): unknown {
  if (error instanceof SQLite.SqliteError && unavailable.test(error.code)) {
    return new DatabaseUnavailable(error.code, { cause: error })
  }
  return error
}

/**
 * A database on the file, opened as `openSqliteFile` does.
 *
 * @param group_duration_ms after which a group of transactions is committed, full or not
 */
export function openSqlite(
  path: string,
  { group_duration_ms = GROUP_DURATION_MS } = {},
): SqliteDatabase {
  return new SqliteDatabase(openSqliteFile(path), group_duration_ms)
}

/**
 * One connection. Transactions that wait are committed together, with a single fsync for all, and
 * each is answered after that. There is no timer: a group is whoever arrived during the last one.
 *
 * Most bodies succeed, or refuse before they write. When one fails after it has written, its group
 * is undone and run again, each body then within a savepoint of its own: a savepoint for everybody
 * would make SQLite copy each page that is changed.
 */
export class SqliteDatabase implements Database {
  readonly client: SQLite.Database
  readonly #prepared = new Map<Definition, Execute>()
  readonly #commands: Record<keyof typeof commands, SQLite.Statement>
  readonly #group_duration_ms: number
  readonly #memory: Memory
  readonly #loss = Promise.withResolvers<Error>()
  /**
   * Resolves when a commit met an I/O error. What the disk then holds is unknown, and what is
   * committed after it could be lost with it: the process must end, and open the file anew.
   */
  readonly lost: Promise<Error> = this.#loss.promise
  #broken: DatabaseUnavailable | undefined
  #waiting: Transaction[] = []
  /** How many rows have been written, so that one knows of a body whether it has written any. */
  #written = 0
  #scheduled = false
  /** Whether the transactions of a group are running. */
  #writing = false
  readonly #sums = { groups: 0, groups_undone: 0, transactions: 0, commit_ms: 0 }

  constructor(client: SQLite.Database, group_duration_ms: number) {
    this.client = client
    this.#group_duration_ms = group_duration_ms
    const prepared = Object.entries(commands).map(([name, text]) => [name, client.prepare(text)])
    this.#commands = Object.fromEntries(prepared)
    // It changes with the commits of others (https://sqlite.org/pragma.html#pragma_data_version).
    const version = client.prepare('pragma data_version').pluck()
    this.#memory = new Memory(() => version.get())
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
    const attempt = (alone: boolean) => this.#attempt(body, resolve, reject, alone)
    this.#waiting.push({ attempt, reject })
    this.#schedule()
    return promise
  }

  figures(): DatabaseFigures {
    const { groups, groups_undone, transactions, commit_ms } = this.#sums
    return {
      commit_groups_total: groups,
      commit_groups_undone_total: groups_undone,
      transactions_total: transactions,
      commit_seconds_total: commit_ms / 1000,
      transactions_waiting: this.#waiting.length,
    }
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
    let answers: (() => void)[]
    try {
      try {
        answers = this.#commitTogether(this.#arrived(group), { alone: false })
      } catch (error) {
        if (!(error instanceof MustUndo)) throw error
        this.#commands.rollback.run()
        this.#sums.groups_undone++
        answers = this.#commitTogether(group, { alone: true })
      }
    } catch (error) {
      this.#abandon(group, error)
      return
    }
    for (const answer of answers) answer()
  }

  /** Takes whoever waits, and puts them into the group, until that has taken long enough. */
  *#arrived(group: Transaction[]): Iterable<Transaction> {
    const end_ms = performance.now() + this.#group_duration_ms
    do {
      const transaction = this.#waiting.shift()
      if (!transaction) return
      group.push(transaction)
      yield transaction
    } while (performance.now() < end_ms)
  }

  #commitTogether(group: Iterable<Transaction>, { alone }: { alone: boolean }): (() => void)[] {
    this.#commands.begin.run()
    this.#writing = true
    try {
      const answers = Array.from(group, (transaction) => transaction.attempt(alone))
      const start_ms = performance.now()
      this.#commands.commit.run()
      this.#sums.commit_ms += performance.now() - start_ms
      this.#sums.groups++
      this.#sums.transactions += answers.length
      return answers
    } finally {
      this.#writing = false
    }
  }

  /** Nothing of the group is stored; without the lock or the disk, nothing of those who wait. */
  #abandon(group: Transaction[], error: unknown): void {
    if (error instanceof SQLite.SqliteError && unknown.test(error.code)) {
      this.#broken = new DatabaseUnavailable(error.code, { cause: error })
      this.#loss.resolve(this.#broken)
    }
    if (this.client.inTransaction) this.#commands.rollback.run()
    const all = this.#broken !== undefined || group.length === 0
    const losers = all ? [...group, ...this.#waiting.splice(0)] : group
    for (const transaction of losers) transaction.reject(translated(error))
  }

  #attempt<Result>(
    body: () => Steps<Result>,
    resolve: (result: Result) => void,
    reject: (error: unknown) => void,
    alone: boolean,
  ): () => void {
    const { setSavepoint, undoSavepoint, releaseSavepoint } = this.#commands
    const written_before = this.#written
    if (alone) setSavepoint.run()
    try {
      const result = this.#drive(body)
      if (alone) releaseSavepoint.run()
      return () => resolve(result)
    } catch (error) {
      // On some faults SQLite has ended the whole transaction by itself: then the group is lost.
      if (!this.client.inTransaction) throw error
      if (alone) {
        undoSavepoint.run()
        releaseSavepoint.run()
      } else if (this.#written > written_before) {
        throw new MustUndo('A body failed after it had written.')
      }
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
    const known = this.#prepared.get(definition)
    if (known) return known
    const { text, tables, values, row } = statementOf(definition)
    const prepared = this.client.prepare<unknown[], unknown[]>(text).raw()
    const find = (given: unknown[]) => prepared.all(given).map(row)
    let execute: Execute = (args) => find(values(args))
    if (!prepared.readonly) {
      execute = (args) => {
        this.#memory.forget(tables)
        const written = prepared.all(values(args))
        this.#written += written.length
        return written.map(row)
      }
    } else if (definition.remembered) {
      const recall = this.#memory.of(tables, definition.remembered)
      execute = (args) => {
        const given = values(args)
        // What a transaction sees of itself may yet be undone.
        if (this.#writing) return find(given)
        return recall(JSON.stringify(given), () => find(given))
      }
    }
    this.#prepared.set(definition, execute)
    return execute
  }
}
