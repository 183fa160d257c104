/**
 * The queries that are alike for every table: a row by its key, locked or not, a new row, some of a
 * row's columns. Table and columns are given by their names, and typed by the schema:
 *
 *     const thingById = query('thing_by_id', rowByKey('things'))
 *
 * The key is `(seller_id, id)` unless other columns are named.
 */
import type { Placeholder, SQL } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { and, eq } from './operators.ts'
import { everyColumn, forUpdate } from './query.ts'
import type { Arguments, Build, Builder, Select, Write } from './query.ts'
import type { Row, Tables } from './schema/tables.ts'

type Name = keyof Tables
type Column<Table extends Name> = keyof Row<Table> & string
type Id<Table extends Name> = Column<Table> & ('seller_id' | 'id')
type Values = Record<string, Placeholder>

/** Parts of a query of one table and some of its columns. */
type Parts = {
  db: Builder
  table: SQLiteTable
  /** The condition that a row has the key. */
  hasKey: SQL | undefined
  /** The arguments for the columns. */
  values: Values
}

/** Makes the function that builds such a query; what it is made for is part of its source. */
function builder<Args, Statement>(
  name: Name,
  { key, columns = [] }: { key: readonly string[]; columns?: readonly string[] },
  build: (parts: Parts) => unknown,
): Build<Args, Statement> {
  const names = key.length > 0 ? key : ['seller_id', 'id']
  const ofTable = (db: Builder, tables: Tables, args: Arguments<Args>) => {
    const table = tables[name] as unknown as SQLiteTable & Record<string, SQLiteColumn>
    const given = args as unknown as Values
    const conditions = names.map((column) => eq(table[column] as SQLiteColumn, given[column]))
    const values = Object.fromEntries(columns.map((column) => [column, given[column]])) as Values
    return build({ db, table, hasKey: and(...conditions), values }) as Statement
  }
  const madeFor = String(build) + JSON.stringify([name, names, columns])
  return Object.assign(ofTable, { madeFor })
}

/** The row with this key. */
export const rowByKey = <Table extends Name, Key extends Column<Table> = Id<Table>>(
  name: Table,
  ...key: Key[]
): Build<Pick<Row<Table>, Key>, Select<Row<Table>>> =>
  builder(name, { key }, ({ db, table, hasKey }) => db.select().from(table).where(hasKey))

/** The same row, locked until the transaction ends. */
export const lockRow = <Table extends Name, Key extends Column<Table> = Id<Table>>(
  name: Table,
  ...key: Key[]
): Build<Pick<Row<Table>, Key>, Select<Row<Table>>> =>
  builder(name, { key }, ({ db, table, hasKey }) =>
    forUpdate(db.select().from(table).where(hasKey)),
  )

/** Adds a row, with a value for each of its columns. */
export const addRow = <Table extends Name>(name: Table): Build<Row<Table>, Write> =>
  builder(name, { key: [] }, ({ db, table }) => db.insert(table).values(everyColumn(table)))

/** Sets these columns of the row with this key. */
export const setColumns = <
  Table extends Name,
  Set extends Column<Table>,
  Key extends Column<Table> = Id<Table>,
>(
  name: Table,
  columns: readonly Set[],
  ...key: Key[]
): Build<Pick<Row<Table>, NoInfer<Key | Set>>, Write> =>
  builder(name, { key, columns }, ({ db, table, hasKey, values }) =>
    db.update(table).set(values).where(hasKey),
  )

/** Deletes the row with this key. */
export const deleteRow = <Table extends Name, Key extends Column<Table> = Id<Table>>(
  name: Table,
  ...key: Key[]
): Build<Pick<Row<Table>, Key>, Write> =>
  builder(name, { key }, ({ db, table, hasKey }) => db.delete(table).where(hasKey))
