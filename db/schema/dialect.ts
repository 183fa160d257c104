import { sqliteCore } from '../sqlite/drizzle.ts'

const { check, foreignKey, index, integer, primaryKey, sqliteTable, text, unique, uniqueIndex } =
  sqliteCore

/**
 * The vocabulary in which the schema is written once. PostgreSQL offers the same words; the queries
 * are typed by this one.
 */
export const sqlite = {
  table: sqliteTable,
  text: () => text(),
  /** A text that can hold only the named values. */
  oneOf: <const Values extends readonly [string, ...string[]]>(values: Values) =>
    text({ enum: values }),
  /** Whole numbers up to 2^53 - 1: amounts in minor units, counts, milliseconds. */
  integer: () => integer(),
  boolean: () => integer({ mode: 'boolean' }),
  /** Any JSON, read back with its keys in the order in which they came. */
  json: <Value>() => text({ mode: 'json' }).$type<Value>(),
  primaryKey,
  foreignKey,
  unique,
  uniqueIndex,
  index,
  check,
}

export type Dialect = typeof sqlite
