import { idFormOf } from '../sqlite/dialect.ts'
import type { IdForm } from '../sqlite/dialect.ts'
import { sqliteCore } from '../sqlite/drizzle.ts'
import { tables } from '../schema/tables.ts'

export type Column = {
  name: string
  type: 'string' | 'number' | 'boolean' | 'json'
  idForm?: IdForm
}

/** A foreign key. */
export type Reference = { columns: string[]; table: string; foreignColumns: string[] }

/** A table as the schema defines it, for work on whole tables. */
export type Layout = {
  table: string
  /** The columns of the primary key come first, in its order. */
  columns: Column[]
  key: string[]
  references: Reference[]
  /**
   * True when the primary key begins with the seller, so that the table can be distributed by it.
   */
  ofSeller: boolean
  /** Unique indexes with a `where` clause. */
  partialIndexes: string[]
}

const { getTableConfig } = sqliteCore

type Config = ReturnType<typeof getTableConfig>

const types = ['string', 'number', 'boolean', 'json'] as const

function columnOf(column: Config['columns'][number]): Column {
  const { name, dataType } = column
  const type = types.find((candidate) => candidate === dataType)
  if (!type) throw new Error(`The column ${name} is of the type ${dataType}.`)
  const idForm = idFormOf(column)
  return idForm ? { name, type, idForm } : { name, type }
}

function layoutOf({ name, columns, primaryKeys, foreignKeys, indexes }: Config): Layout {
  const own = columns.filter((column) => column.primary)
  const key = (primaryKeys[0]?.columns ?? own).map((column) => column.name)
  const others = columns.filter((column) => !key.includes(column.name))
  return {
    table: name,
    columns: [...(primaryKeys[0]?.columns ?? own), ...others].map(columnOf),
    key,
    references: foreignKeys.map((foreignKey) => {
      const { columns, foreignTable, foreignColumns } = foreignKey.reference()
      return {
        columns: columns.map((column) => column.name),
        table: getTableConfig(foreignTable).name,
        foreignColumns: foreignColumns.map((column) => column.name),
      }
    }),
    ofSeller: key[0] === 'seller_id',
    partialIndexes: indexes
      .filter(({ config }) => config.unique && config.where)
      .map(({ config }) => config.name),
  }
}

function inOrder(all: Layout[]): Layout[] {
  const ordered: Layout[] = []
  while (ordered.length < all.length) {
    const done = new Set(ordered.map(({ table }) => table))
    const ready = all.filter(
      ({ table, references }) =>
        !done.has(table) && references.every((reference) => done.has(reference.table)),
    )
    if (ready.length === 0) throw new Error('The foreign keys form a cycle.')
    ordered.push(...ready)
  }
  return ordered
}

/** Every table, after the tables that its foreign keys refer to. */
export const layouts: readonly Layout[] = inOrder(
  Object.values(tables).map((table) => layoutOf(getTableConfig(table))),
)
