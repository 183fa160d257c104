import { createRequire } from 'node:module'
import type SQLite from 'better-sqlite3'
import { moduleFile } from '../moduleFile.ts'
import { statements as generated } from '../../generated/statements.sqlite.js'
import type { AuditSeals } from '../auditChain.ts'
import { LongPage, rowMaker } from '../longJson.ts'
import { AUDIT_SEALS, EARLIER_ENDINGS, TransactionEnd } from '../query.ts'
import type { Effect, QueryDefinition, Transaction } from '../query.ts'
import { statementLookup, whole } from '../statement.ts'
import type { Argument } from '../statement.ts'
import { ResultCache } from './resultCache.ts'

const load = createRequire(import.meta.url)

/** SQLite has no booleans, and its driver takes none. */
export const given: Argument = (value, name) =>
  typeof value === 'boolean' ? Number(value) : whole(value, name)

const statementOf = statementLookup(generated, given, () => {
  const { buildForSqlite }: typeof import('./builder.ts') = load(moduleFile('./builder'))
  return buildForSqlite
})

/** A failure of the last statements of a batch; `cause` has the error. */
export class EndingFailed extends Error {}

/** Executes a statement that is prepared on the connection, and returns its rows. */
type Execute = (args: Record<string, unknown>) => unknown[]

/** The statements of one connection; each is prepared when it is first run. */
export class SqliteStatements {
  /** How many rows have been written, to see whether a transaction body has written any. */
  written = 0
  /** A write transaction is open. */
  writing = false
  /** `Database.auditSeals` */
  auditSeals: AuditSeals | undefined
  /** A read transaction is open; below, its end is scheduled. */
  #reading = false
  #endScheduled = false
  readonly #client: SQLite.Database
  readonly #begin: SQLite.Statement
  readonly #end: SQLite.Statement
  readonly #prepared = new Map<QueryDefinition, Execute>()
  /** Of the transaction body that is running. */
  #transactionEnd = new TransactionEnd()
  /** Of the batch that is running, unless its transactions are to be undone one by one. */
  #batchEnd: TransactionEnd | undefined
  readonly #cache: ResultCache

  constructor(client: SQLite.Database) {
    this.#client = client
    this.#begin = client.prepare('begin deferred')
    this.#end = client.prepare('end')
    // It changes when another connection has committed
    // (https://sqlite.org/pragma.html#pragma_data_version).
    const version = client.prepare('pragma data_version').pluck()
    this.#cache = new ResultCache(() => version.get())
  }

  /** A request has arrived: its reads must see what other connections have committed by now. */
  beginRequest(): void {
    this.endReading()
    this.#cache.checkVersion()
  }

  /**
   * Runs a body that only reads. All reads of one event-loop turn share a read transaction, which
   * ends early when a request arrives or something is committed: to take and release SQLite's locks
   * for each read took a quarter of the time of reading one row.
   */
  read<Result>(body: () => Transaction<Result>): Result {
    if (!this.#reading) {
      this.#begin.run()
      this.#reading = true
      this.#scheduleEnd()
    }
    try {
      return this.run(body)
    } catch (error) {
      // SQLite ends the transaction by itself on some errors.
      this.#reading = this.#client.inTransaction
      throw error
    }
  }

  /** Ends the read transaction; to be called before the connection is used for anything else. */
  endReading(): void {
    if (!this.#reading) return
    this.#reading = false
    try {
      this.#end.run()
    } catch {
      // The file is damaged, which the read that found the damage has reported already.
      if (this.#client.inTransaction) this.#client.exec('rollback')
    }
  }

  #scheduleEnd(): void {
    if (this.#endScheduled) return
    this.#endScheduled = true
    setImmediate(() => {
      this.#endScheduled = false
      this.endReading()
    })
  }

  /** Runs the statements of a body, one after another, and returns the body's result. */
  run<Result>(body: () => Transaction<Result>): Result {
    const transaction = body()
    let step = transaction.next([])
    while (!step.done) {
      const { definition, args } = step.value
      step = transaction.next(this.#prepare(definition)(args))
    }
    return step.value
  }

  /**
   * To be called before the first body of a batch.
   *
   * @param endsTogether what its bodies keep for their ends is left to `endBatch`
   */
  beginBatch({ endsTogether }: { endsTogether: boolean }): void {
    this.#batchEnd = endsTogether ? new TransactionEnd() : undefined
  }

  /** Runs what the bodies of the batch have kept for their ends, once for all of them. */
  endBatch(): void {
    const end = this.#batchEnd
    if (!end) return
    try {
      this.run(() => end.statements())
    } catch (error) {
      throw new EndingFailed('What a batch has kept for its end failed.', { cause: error })
    }
  }

  /**
   * Runs a body that writes, and what it has kept for the end of its transaction, unless the batch
   * ends all of its transactions together.
   *
   * @returns also the effects that it wants after the commit
   */
  write<Result>(body: () => Transaction<Result>): { result: Result; effects: Effect[] } {
    const end = new TransactionEnd()
    this.#transactionEnd = end
    const result = this.run(body)
    if (this.#batchEnd) end.leaveTo(this.#batchEnd)
    else this.run(() => end.statements())
    return { result, effects: end.effects }
  }

  /** Reads the long JSON of a page, within the read transaction that has found its rows. */
  #readLong(page: LongPage, { seller_id }: Record<string, unknown>): LongPage {
    for (const { cell, text, ids } of page.wanted()) {
      const values = this.#client.prepare<unknown[], [string, string]>(text).raw()
      page.fill(cell, new Map(values.all(seller_id, JSON.stringify(ids))))
    }
    return page
  }

  #prepare(definition: QueryDefinition): Execute {
    const statement = this.#prepared.get(definition)
    if (statement) return statement
    const { keep } = definition
    if (keep && this.writing) {
      return (args) => {
        keep(this.#transactionEnd, args)
        return []
      }
    }
    if (definition === AUDIT_SEALS && this.writing) return () => [this.auditSeals]
    if (definition === EARLIER_ENDINGS && this.writing) {
      return () => {
        this.endBatch()
        return []
      }
    }
    const { text, tables, values, json, row: whole } = statementOf(definition)
    const prepared = this.#client.prepare<unknown[], unknown[]>(text)
    if (prepared.reader) prepared.raw()
    const row = rowMaker(json, whole)
    const find = (parameters: unknown[]) => prepared.all(parameters).map(row)
    const write = (parameters: unknown[]) =>
      prepared.reader
        ? find(parameters)
        : Array.from({ length: prepared.run(parameters).changes }, () => row([]))
    let execute: Execute = (args) => find(values(args))
    if (definition.lockOnly) {
      execute = () => []
    } else if (definition.endsEarly) {
      execute = (args) => {
        const all = prepared.all(values(args))
        const page = LongPage.of(json, all)
        return page ? this.#readLong(page, args).rows(row) : all.map(row)
      }
    } else if (!prepared.readonly) {
      execute = (args) => {
        this.#cache.invalidate(tables)
        const written = write(values(args))
        this.written += written.length
        return written
      }
    } else if (definition.cache) {
      const cached = this.#cache.of(tables, definition.cache.max)
      execute = (args) => {
        const parameters = values(args)
        // A write transaction sees its own changes, which may yet be rolled back.
        if (this.writing) return find(parameters)
        const [only] = parameters
        const isText = typeof only === 'string' && parameters.length === 1
        return cached(isText ? only : JSON.stringify(parameters), () => find(parameters))
      }
    }
    this.#prepared.set(definition, execute)
    return execute
  }
}
