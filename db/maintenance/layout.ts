import { sqliteCore } from '../sqlite/drizzle.ts'
import { tables } from '../schema/tables.ts'

export type Column = { name: string; type: 'string' | 'number' | 'boolean' | 'json' }

/** Columns of a table that name a row of another one. */
export type Reference = { columns: string[]; table: string; foreign_columns: string[] }

/** What the schema says of a table, for those who work on whole tables and not on rows. */
export type Layout = {
  table: string
  /** Those of the primary key first, in its order. */
  columns: Column[]
  key: string[]
  references: Reference[]
  /** Whether its key begins with the seller, so that it can be distributed by seller. */
  of_seller: boolean
  /** Unique indexes that hold for some of its rows only. */
  partial_indexes: string[]
}

const { getTableConfig } = sqliteCore

type Config = ReturnType<typeof getTableConfig>

const types = ['string', 'number', 'boolean', 'json'] as const

function columnOf({ name, dataType }: Config['columns'][number]): Column {
  const type = types.find((one) => one === dataType)
  if (!type) throw new Error(`The column ${name} is of the type ${dataType}.`)
  return { name, type }
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
        foreign_columns: foreignColumns.map((column) => column.name),
      }
    }),
    of_seller: key[0] === 'seller_id',
    partial_indexes: indexes
      .filter(({ config }) => config.unique && config.where)
      .map(({ config }) => config.name),
  }
}

function inOrder(all: Layout[]): Layout[] {
  const ordered: Layout[] = []
  while (ordered.length < all.length) {
    const done = new Set(ordered.map(({ table }) => table))
    const ready = all.filter(
      ({ table, references }) => !done.has(table) && references.every((one) => done.has(one.table)),
    )
    if (ready.length === 0) throw new Error('Tables refer to each other in a circle.')
    ordered.push(...ready)
  }
  return ordered
}

/** Every table, each one after those that it refers to. */
export const layouts: readonly Layout[] = inOrder(
  Object.values(tables).map((table) => layoutOf(getTableConfig(table))),
)
