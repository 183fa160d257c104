import { createRequire } from 'node:module'
import type SQLite from 'better-sqlite3'
import { statements as ahead } from '../../generated/statements.sqlite.js'
import { ResultCache } from '../resultCache.ts'
import { AFTER_COMMIT } from '../query.ts'
import type { Effect, QueryDefinition, Transaction } from '../query.ts'
import { statements } from '../statement.ts'

const load = createRequire(import.meta.url)

const statementOf = statements(ahead, () => {
  const { buildForSqlite }: typeof import('./builder.ts') = load('./builder.ts')
  return buildForSqlite
})

/** Executes a statement that the connection has prepared. */
type Execute = (args: Record<string, unknown>) => unknown[]

/** The statements of one connection, each prepared when it is first needed. */
export class SqliteStatements {
  /** How many rows have been written, so that one knows of a body whether it has written any. */
  written = 0
  /** Whether a transaction is under way. */
  writing = false
  /** What the body that is running wants done after its commit. */
  effects: Effect[] = []
  /** Whether a transaction that only reads is, and whether it is near that it is ended. */
  #reading = false
  #endIsNear = false
  readonly #client: SQLite.Database
  readonly #begin: SQLite.Statement
  readonly #end: SQLite.Statement
  readonly #prepared = new Map<QueryDefinition, Execute>()
  readonly #memory: ResultCache

  constructor(client: SQLite.Database) {
    this.#client = client
    this.#begin = client.prepare('begin deferred')
    this.#end = client.prepare('end')
    // It changes with the commits of others (https://sqlite.org/pragma.html#pragma_data_version).
    const version = client.prepare('pragma data_version').pluck()
    this.#memory = new ResultCache(() => version.get())
  }

  /** A request has arrived, which may know of what other connections have committed. */
  requested(): void {
    this.endReading()
    this.#memory.requested()
  }

  /**
   * Executes a body that only reads. All in one turn of the event loop read in one transaction,
   * while no request arrives and nothing is committed: to take SQLite's locks and to give them back
   * was a quarter of a row's time.
   */
  read<Result>(body: () => Transaction<Result>): Result {
    if (!this.#reading) {
      this.#begin.run()
      this.#reading = true
      this.#endSoon()
    }
    try {
      return this.drive(body)
    } catch (error) {
      // On some faults SQLite has ended it by itself.
      this.#reading = this.#client.inTransaction
      throw error
    }
  }

  /** To be called before the connection is put to another use. */
  endReading(): void {
    if (!this.#reading) return
    this.#reading = false
    try {
      this.#end.run()
    } catch {
      // Of a damaged file: the read that met the damage has failed with it already.
      if (this.#client.inTransaction) this.#client.exec('rollback')
    }
  }

  #endSoon(): void {
    if (this.#endIsNear) return
    this.#endIsNear = true
    setImmediate(() => {
      this.#endIsNear = false
      this.endReading()
    })
  }

  /** Executes the steps of a body, one after another, and returns what it returns. */
  drive<Result>(body: () => Transaction<Result>): Result {
    const steps = body()
    let step = steps.next([])
    while (!step.done) {
      const { definition, args } = step.value
      step = steps.next(this.#prepare(definition)(args))
    }
    return step.value
  }

  #prepare(definition: QueryDefinition): Execute {
    const known = this.#prepared.get(definition)
    if (known) return known
    if (definition === AFTER_COMMIT && this.writing) {
      return ({ effect }) => {
        this.effects.push(effect as Effect)
        return []
      }
    }
    const { text, tables, values, row } = statementOf(definition)
    const prepared = this.#client.prepare<unknown[], unknown[]>(text)
    if (prepared.reader) prepared.raw()
    const find = (given: unknown[]) => prepared.all(given).map(row)
    const write = (given: unknown[]) =>
      prepared.reader
        ? find(given)
        : Array.from({ length: prepared.run(given).changes }, () => row([]))
    let execute: Execute = (args) => find(values(args))
    if (definition.lockOnly) {
      execute = () => []
    } else if (!prepared.readonly) {
      execute = (args) => {
        this.#memory.forget(tables)
        const written = write(values(args))
        this.written += written.length
        return written
      }
    } else if (definition.remembered) {
      const recall = this.#memory.of(tables, definition.remembered)
      execute = (args) => {
        const given = values(args)
        // What a transaction sees of itself may yet be undone.
        if (this.writing) return find(given)
        const [only] = given
        const key = typeof only === 'string' && given.length === 1 ? only : JSON.stringify(given)
        return recall(key, () => find(given))
      }
    }
    this.#prepared.set(definition, execute)
    return execute
  }
}
