import type { Placeholder, SQL } from 'drizzle-orm'
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { and, desc, eq, getTableColumns, lt, requireComparable, sql } from './operators.ts'
import type { AuditSeals } from './auditChain.ts'
import type { Tables } from './schema/tables.ts'

/** Drizzle's query builder, typed by its SQLite dialect. */
export type Builder = Omit<BetterSQLite3Database, 'transaction' | 'run' | 'all' | 'get' | 'values'>

/** The arguments of a query while it is being built: one placeholder for each. */
export type Arguments<Args> = { [Name in keyof Args]-?: Args[Name] & Placeholder }

/** A statement that returns rows. */
export type Select<Row> = { prepare(): { all(args?: Record<string, unknown>): Row[] } }

/** A statement that writes and returns no rows. */
export type Write = { prepare(): { run(args?: Record<string, unknown>): unknown } }

/** An empty object in place of each row that was written by a statement without `returning`. */
export type AffectedRow = Record<never, never>

/** The largest `staleMs` of a query, which `Database.waitForCacheExpiry` waits for. */
export const MAX_STALE_MS = 500

/** How the results of a query are cached; docs/database.md, "The result cache". */
export type CacheOptions = {
  /** How many results are kept, one for each combination of arguments. */
  readonly max: number
  /**
   * For how long a result may be used although another process may have changed it, at most
   * `MAX_STALE_MS`. Only for queries whose every change awaits `Database.waitForCacheExpiry`.
   * Without it, only an engine that notices every change (SQLite) caches the query.
   */
  readonly staleMs?: number
}

export type QueryOptions = {
  readonly cache?: CacheOptions
  /** The query is run for its row lock alone. SQLite skips it: it has one writer anyway. */
  readonly lockOnly?: boolean
  /** The query is of the search index, which PostgreSQL does not have: it sends nothing there. */
  readonly sqliteOnly?: boolean
  /** The rows end early, by `PAGE_BYTES` of JSON; see `listQuery`. */
  readonly endsEarly?: true
}

/** A statement that an engine prepares once for each connection, under its name. */
export type QueryDefinition = QueryOptions & {
  readonly name: string
  readonly build: (db: Builder, tables: Tables) => Select<unknown> | Write
  /** The source of the query; compared with that of the generated statement. */
  readonly source: string
  /** Sends no statement: keeps its arguments for the end of the transaction. */
  readonly keep?: (end: TransactionEnd, args: Record<string, unknown>) => void
}

/** One statement to run, as the body of a transaction yields it to the engine. */
export type QueryCall = {
  readonly definition: QueryDefinition
  readonly args: Record<string, unknown>
}

/** A part of a transaction that ends with a `Result`; it can do nothing but run statements. */
export type Transaction<Result> = Generator<QueryCall, Result, unknown[]>

/** Something to do once a transaction is durable. When it throws, nothing of that is undone. */
export type Effect = () => void

/** The last statements of a transaction, for all items that its body has kept for them. */
type Ending = (items: unknown[]) => Transaction<void>

/** Everything that the body of a transaction has kept for its end. */
export class TransactionEnd {
  /** Called after the commit, in order. */
  readonly effects: Effect[] = []
  readonly #items = new Map<Ending, unknown[]>()

  add(ending: Ending, item: unknown): void {
    const items = this.#items.get(ending)
    if (items) items.push(item)
    else this.#items.set(ending, [item])
  }

  /** Leaves the items, but not the effects, to the end of a batch of transactions. */
  leaveTo(end: TransactionEnd): void {
    for (const [ending, items] of this.#items) for (const item of items) end.add(ending, item)
  }

  /** The last statements, of which most transactions have none. They run once. */
  *statements(): Transaction<void> {
    const endings = [...this.#items]
    this.#items.clear()
    for (const [ending, items] of endings) yield* ending(items)
  }
}

const afterCommitDefinition: QueryDefinition = {
  name: 'after_commit',
  source: '',
  build: () => {
    throw new Error('afterCommit belongs to a transaction that writes.')
  },
  keep: (end, { effect }) => end.effects.push(effect as Effect),
}

/**
 * Has something done once the transaction under way is durable: `yield* afterCommit(() => …)`.
 * A body that fails, or that is rolled back and run again, leaves none of its effects behind, so
 * each happens once for a commit and never without one.
 *
 * @param effect called after the commit, before the caller of `Database.run` goes on
 */
export function* afterCommit(effect: Effect): Transaction<void> {
  yield { definition: afterCommitDefinition, args: { effect } }
}

/**
 * Declares the last statements of transactions: `const record = beforeCommit(write)`. In any place
 * of a body, `yield* record(item)` keeps an item; when the body has ended, `write` runs once with
 * all of them. A lock that many transactions want belongs there: it is held briefly, and nothing is
 * waited for meanwhile. On SQLite `write` runs once for all transactions of a batch.
 *
 * @param ending gets the items in the order in which they were kept, and keeps none itself. What it
 *   throws undoes the transaction
 */
export function beforeCommit<Item extends object>(
  ending: (items: Item[]) => Transaction<void>,
): (item: Item) => Transaction<void> {
  const definition: QueryDefinition = {
    name: 'before_commit',
    source: '',
    build: () => {
      throw new Error('beforeCommit belongs to a transaction that writes.')
    },
    keep: (end, item) => end.add(ending as Ending, item),
  }
  return function* (item) {
    yield { definition, args: item as Record<string, unknown> }
  }
}

/** The definition by which an engine tells `earlierEndings` from a statement: it sends nothing. */
export const EARLIER_ENDINGS: QueryDefinition = {
  name: 'earlier_endings',
  source: '',
  build: () => {
    throw new Error('earlierEndings belongs to a transaction that writes.')
  },
}

/**
 * Has the last statements run of the transactions before this one in its batch (`beforeCommit`), so
 * that this one sees what they have written.
 */
export function* earlierEndings(): Transaction<void> {
  yield { definition: EARLIER_ENDINGS, args: {} }
}

/** The definition by which an engine tells `auditSeals` from a statement: it sends nothing. */
export const AUDIT_SEALS: QueryDefinition = {
  name: 'audit_seals',
  source: '',
  build: () => {
    throw new Error('auditSeals belongs to a transaction that writes.')
  },
}

/**
 * The seals of the audit trail that the database was given (`Database.auditSeals`). A transaction
 * asks for them, so that nothing between the vault and the record of a change passes them on.
 */
export function* auditSeals(): Transaction<AuditSeals | undefined> {
  const [seals] = yield { definition: AUDIT_SEALS, args: {} }
  return seals as AuditSeals | undefined
}

/** Makes a statement of placeholders for its arguments. */
export type Build<Args, Statement> = {
  (db: Builder, tables: Tables, args: Arguments<Args>): Statement
  /** Table and columns of a function that several queries have in common (db/rows.ts). */
  readonly madeFor?: string
}

const definitions = new Map<string, QueryDefinition>()

/** The queries of all modules that have been loaded. */
export const everyQueryDefinition = (): readonly QueryDefinition[] => [...definitions.values()]

const placeholders = new Proxy({}, { get: (_, name) => sql.placeholder(String(name)) })

/**
 * Declares a query, at the top of the file that uses it. The result is called with the query's
 * arguments inside a transaction: `const [row] = yield* customerById({ … })`.
 *
 * A statement that writes need not have a `returning` clause; it then gives an empty object for
 * each row. On SQLite, `returning` takes a third of the time of an `insert`.
 *
 * @param name unique in the program; PostgreSQL prepares the statement under it
 * @param build makes the statement from placeholders. It runs at `npm run generate`, once for each
 *   engine; a running service uses the statements in `generated/`
 */
export function query<Args extends object, Row>(
  name: string,
  build: Build<Args, Select<Row>>,
  options?: QueryOptions,
): (args: Args) => Transaction<Row[]>
export function query<Args extends object>(
  name: string,
  build: Build<Args, Write>,
  options?: QueryOptions,
): (args: Args) => Transaction<AffectedRow[]>
export function query<Args extends object>(
  name: string,
  build: Build<Args, Select<unknown> | Write>,
  options: QueryOptions = {},
): (args: Args) => Transaction<unknown[]> {
  if (definitions.has(name)) throw new Error(`Two queries are named ${name}.`)
  if ((options.cache?.staleMs ?? 0) > MAX_STALE_MS) {
    throw new Error(`${name}: cache.staleMs is more than ${MAX_STALE_MS}.`)
  }
  const definition: QueryDefinition = {
    ...options,
    name,
    build: (db, tables) => build(db, tables, placeholders as Arguments<Args>),
    source: String(build) + (build.madeFor ?? ''),
  }
  definitions.set(name, definition)
  return function* (args) {
    return yield { definition, args: args as Record<string, unknown> }
  }
}

/**
 * Declares a query that reads a page of a list. Its rows end early, with the one by which their
 * JSON comes to `PAGE_BYTES` (db/longJson.ts), and `listPage` says then that there are more. It
 * selects the `id` of each table of which it selects JSON, and its arguments name the seller.
 */
export const listQuery = <Args extends { seller_id: string }, Row>(
  name: string,
  build: Build<Args, Select<Row>>,
): ((args: Args) => Transaction<Row[]>) => query(name, build, { endsEarly: true })

/** One placeholder for each column of a table, for `insert(table).values(everyColumn(table))`. */
export function everyColumn<Table extends { $inferInsert: object }>(table: Table) {
  const columns = Object.keys(table).filter((name) => name !== 'enableRLS')
  return Object.fromEntries(columns.map((name) => [name, sql.placeholder(name)])) as Arguments<
    Table['$inferInsert']
  >
}

/** Stores a list as JSON on SQLite, as a JSON column is stored (db/build/statements.ts). */
const asJson = { columnType: 'SQLiteTextJson', mapToDriverValue: JSON.stringify }

/** A list as one parameter of JSON, for a `sql` template of SQLite. */
export const jsonList = (list: unknown[] & Placeholder): SQL => sql`${sql.param(list, asJson)}`

/** A statement that writes, of a table that Drizzle does not describe: it names none. */
export function writeOf(db: Builder, text: SQL): Write {
  const { dialect } = db as unknown as { dialect: { sqlToQuery(text: SQL): unknown } }
  return { prepare: () => ({ query: dialect.sqlToQuery(text), tables: [] }) } as unknown as Write
}

/**
 * Condition: the column has one of the list's values. The list is one parameter, however long it
 * is.
 */
export function isAnyOf(column: SQLiteColumn, list: unknown[] & Placeholder): SQL {
  requireComparable(column)
  if (!column.columnType.startsWith('SQLite')) return sql`${column} = any(${list})`
  return sql`${column} in (select value from json_each(${sql.param(list, asJson)}))`
}

/** The rows of a list as a source of a select: it is one parameter, however long it is. */
function rowsOf(table: SQLiteTable, columns: SQLiteColumn[], rows: unknown[] & Placeholder) {
  const list = sql.param(rows, asJson)
  const isSqlite = columns.every(({ columnType }) => columnType.startsWith('SQLite'))
  const cell = ({ name, dataType, notNull }: SQLiteColumn) => {
    if (!isSqlite) return sql.identifier(name)
    // Of these two operators of SQLite one gives JSON, the other a text, a number or null.
    if (dataType !== 'json') return sql.raw(`value ->> '${name}'`)
    return sql.raw(notNull ? `value -> '${name}'` : `nullif(value -> '${name}', 'null')`)
  }
  const cells = sql.join(columns.map(cell), sql`, `)
  const source = isSqlite
    ? sql`json_each(${list})`
    : sql`json_populate_recordset(null::${table}, ${list})`
  return sql`select ${cells} from ${source}`
}

/**
 * Condition: the columns have the values of one of the list's rows.
 *
 * @param rows objects with these columns
 */
export function areAnyOf(
  table: SQLiteTable,
  columns: SQLiteColumn[],
  rows: unknown[] & Placeholder,
): SQL {
  for (const column of columns) requireComparable(column)
  return sql`(${sql.join(columns, sql`, `)}) in (${rowsOf(table, columns, rows)})`
}

/**
 * Inserts every row of a list by one statement.
 *
 * @param rows objects with every column of the table
 */
export function insertEach(db: Builder, table: SQLiteTable, rows: unknown[] & Placeholder): Write {
  return db.insert(table).select(rowsOf(table, Object.values(getTableColumns(table)), rows))
}

/** The kinds of columns that hold texts, on either engine. */
const texts: ReadonlySet<string> = new Set(['string', 'custom'])

/**
 * Inserts a row for each value of a list by one statement. Where the other columns are the same in
 * all rows, that takes SQLite half as long as `insertEach`, which has them parsed for each row.
 *
 * @param values those of the other columns
 * @param column of texts, whose values are listed
 */
export function insertList<Table extends SQLiteTable>(
  db: Builder,
  table: Table,
  values: Record<string, Placeholder>,
  [column, list]: [column: SQLiteColumn, list: string[] & Placeholder],
): Write {
  if (!texts.has(column.dataType)) throw new Error(`${column.name} is no column of texts.`)
  const isSqlite = column.columnType.startsWith('SQLite')
  const json = sql.param(list, asJson)
  const source = isSqlite ? sql`json_each(${json})` : sql`json_array_elements_text(${json})`
  const cells = Object.values(getTableColumns(table)).map(({ name }) =>
    name === column.name ? sql.raw('value') : sql`${values[name]}`,
  )
  return db.insert(table).select(sql`select ${sql.join(cells, sql`, `)} from ${source}`)
}

/**
 * A condition for an argument that may be null: then it holds for every row. The argument is a
 * parameter once more, whose type PostgreSQL learns from the cast.
 */
export const whenGiven = (argument: Placeholder, condition: SQL): SQL =>
  sql`(${condition} or cast(${argument} as text) is null)`

type ListedTable = SQLiteTable & { seller_id: SQLiteColumn; id: SQLiteColumn }

/** A seller's page of a list: at most `limit` rows, with ids that sort before `before`. */
export type ListPage = { seller_id: string; before: string; limit: number }

const rowsBefore = (
  db: Builder,
  table: ListedTable,
  args: Arguments<ListPage>,
  conditions: (SQL | undefined)[],
) =>
  db
    .select()
    .from(table as SQLiteTable)
    .where(and(eq(table.seller_id, args.seller_id), ...conditions, lt(table.id, args.before)))

/** A page of a seller's rows that meet the conditions, by id, which is newest first. */
export function pageOf<Table extends ListedTable>(
  db: Builder,
  table: Table,
  args: Arguments<ListPage>,
  ...conditions: (SQL | undefined)[]
): Select<Table['$inferSelect']> {
  return rowsBefore(db, table, args, conditions)
    .orderBy(desc(table.id))
    .limit(args.limit) as unknown as Select<Table['$inferSelect']>
}

/** The same where one row at most meets the conditions, by a unique key: it needs no order. */
export function pageOfOne<Table extends ListedTable>(
  db: Builder,
  table: Table,
  args: Arguments<ListPage>,
  ...conditions: (SQL | undefined)[]
): Select<Table['$inferSelect']> {
  return rowsBefore(db, table, args, conditions).limit(args.limit) as unknown as Select<
    Table['$inferSelect']
  >
}

type Lockable<Selected> = {
  for?: (strength: 'no key update' | 'share', config?: { skipLocked: true }) => Selected
}

/**
 * Locks the selected rows until the transaction ends: `for no key update` on PostgreSQL. SQLite
 * needs no clause, since only one transaction writes at a time.
 */
export function forUpdate<Selected extends object>(selected: Selected): Selected {
  return (selected as Lockable<Selected>).for?.('no key update') ?? selected
}

/**
 * Keeps the selected rows as they are until the transaction ends, without keeping others from the
 * same: `for share` on PostgreSQL.
 */
export function forShare<Selected extends object>(selected: Selected): Selected {
  return (selected as Lockable<Selected>).for?.('share') ?? selected
}

/** As `forUpdate`, passing over rows that another transaction has locked: `skip locked`. */
export function forUpdateSkipLocked<Selected extends object>(selected: Selected): Selected {
  return (selected as Lockable<Selected>).for?.('no key update', { skipLocked: true }) ?? selected
}
