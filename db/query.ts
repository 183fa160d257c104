import type { Placeholder, SQL } from 'drizzle-orm'
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { sql } from './operators.ts'
import type { Tables } from './schema/tables.ts'

/** What queries are written against: Drizzle's builder, typed by the SQLite dialect. */
export type Builder = Omit<BetterSQLite3Database, 'transaction' | 'run' | 'all' | 'get' | 'values'>

/** The arguments of a query while it is being built: one placeholder for each. */
export type Arguments<Args> = { [Name in keyof Args]-?: Args[Name] & Placeholder }

type Statement<Row> = { prepare(): { all(args?: Record<string, unknown>): Row[] } }

/** A statement that writes, and gives nothing back. */
type Write = { prepare(): { run(args?: Record<string, unknown>): unknown } }

/** Stands for a row that was written by a statement that gives nothing back. */
export type AffectedRow = Record<never, never>

/** A statement that an engine prepares once for each connection and keeps under its name. */
export type QueryDefinition = {
  readonly name: string
  readonly build: (db: Builder, tables: Tables) => Statement<unknown> | Write
  /** How many of its results may be remembered, until a table that it reads is written. */
  readonly remembered?: number
  /** Whether whoever changes what it finds waits for `Database.waitForCacheExpiry`. */
  readonly leased?: boolean
  /** Whether it finds nothing that anybody looks at, and is there for its lock. */
  readonly lockOnly?: boolean
}

/** What the body of a transaction yields to the engine: one statement to be run. */
export type QueryCall = {
  readonly definition: QueryDefinition
  readonly args: Record<string, unknown>
}

/** A piece of a transaction that ends with a `Result`; it can do nothing but run statements. */
export type Transaction<Result> = Generator<QueryCall, Result, unknown[]>

/** Something to do once a transaction is durable. When it throws, nothing of that is undone. */
export type Effect = () => void

/** The definition by which an engine tells `afterCommit` from a statement: it sends nothing. */
export const AFTER_COMMIT: QueryDefinition = {
  name: 'after_commit',
  build: () => {
    throw new Error('afterCommit belongs to a transaction that writes.')
  },
}

/**
 * Has something done once the transaction under way is durable: `yield* afterCommit(() => …)`.
 * A body that fails, or that is rolled back and run again, leaves none of its effects behind, so
 * each happens once for a commit and never without one.
 *
 * @param effect called after the commit, before the caller of `Database.run` goes on
 */
export function* afterCommit(effect: Effect): Transaction<void> {
  yield { definition: AFTER_COMMIT, args: { effect } }
}

const definitions = new Map<string, QueryDefinition>()

/** Every statement of what has been loaded of the program. */
export const everyQueryDefinition = (): readonly QueryDefinition[] => [...definitions.values()]

const placeholders = new Proxy({}, { get: (_, name) => sql.placeholder(String(name)) })

type Options = { remembered?: number; leased?: boolean; lockOnly?: boolean }

/**
 * Declares a statement, at the top of the file that uses it. The result is called with the
 * statement's arguments inside a transaction: `const [row] = yield* customerById({ … })`.
 *
 * A statement that writes need not give back what it has written: then there is an empty object for
 * each row. To return them takes SQLite a third of the time of an `insert`.
 *
 * @param name unique in the program; PostgreSQL prepares the statement under it
 * @param build makes the statement from placeholders; called once for each engine
 * @param remembered of how many different arguments an engine that sees every change may remember
 *   the result, and give the same rows again, for as long as it would find the same
 * @param leased whether an engine that does not see every change may do so for a moment, too: only
 *   where each change of those rows awaits `Database.waitForCacheExpiry` before it is announced
 * @param lockOnly that an engine in which a transaction that writes is alone passes it over
 */
export function query<Args extends object, Row>(
  name: string,
  build: (db: Builder, tables: Tables, args: Arguments<Args>) => Statement<Row>,
  options?: Options,
): (args: Args) => Transaction<Row[]>
export function query<Args extends object>(
  name: string,
  build: (db: Builder, tables: Tables, args: Arguments<Args>) => Write,
  options?: Options,
): (args: Args) => Transaction<AffectedRow[]>
export function query<Args extends object>(
  name: string,
  build: (db: Builder, tables: Tables, args: Arguments<Args>) => Statement<unknown> | Write,
  { remembered = 0, leased = false, lockOnly = false }: Options = {},
): (args: Args) => Transaction<unknown[]> {
  if (definitions.has(name)) throw new Error(`Two queries are named ${name}.`)
  const definition: QueryDefinition = {
    name,
    build: (db, tables) => build(db, tables, placeholders as Arguments<Args>),
    remembered,
    leased,
    lockOnly,
  }
  definitions.set(name, definition)
  return function* (args) {
    return yield { definition, args: args as Record<string, unknown> }
  }
}

/** One placeholder for each column of a table, for `insert(table).values(everyColumn(table))`. */
export function everyColumn<Table extends { $inferInsert: object }>(table: Table) {
  const columns = Object.keys(table).filter((name) => name !== 'enableRLS')
  return Object.fromEntries(columns.map((name) => [name, sql.placeholder(name)])) as Arguments<
    Table['$inferInsert']
  >
}

/** Has SQLite's driver store a list as JSON, as such a column is (`db/build/statements.ts`). */
const asJson = { columnType: 'SQLiteTextJson', mapToDriverValue: JSON.stringify }

/** Whether a column has one of a list's values. The list is one parameter, however long it is. */
export function isAnyOf(column: SQLiteColumn, list: unknown[] & Placeholder): SQL {
  if (!column.columnType.startsWith('SQLite')) return sql`${column} = any(${list})`
  return sql`${column} in (select value from json_each(${sql.param(list, asJson)}))`
}

type Lockable<Selected> = {
  for?: (strength: 'no key update', config?: { skipLocked: true }) => Selected
}

/**
 * Locks the rows that a statement finds until the transaction ends. On SQLite that needs no words:
 * there, a transaction that writes is alone.
 */
export function locked<Selected extends object>(selected: Selected): Selected {
  return (selected as Lockable<Selected>).for?.('no key update') ?? selected
}

/** The same, for the rows that no other transaction has locked: it passes over the others. */
export function lockedUnlessTaken<Selected extends object>(selected: Selected): Selected {
  return (selected as Lockable<Selected>).for?.('no key update', { skipLocked: true }) ?? selected
}
