import { sqliteCore } from './drizzle.ts'
import { driver } from './statement.ts'

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

/**
 * A parameter that the query planner cannot look at. SQLite compiles a statement anew at each
 * execution when its plan depended on a parameter, such as that of a `limit`
 * (https://sqlite.org/c3ref/prepare.html), which takes far longer than to execute it.
 */
class OpaqueParameters extends sqliteCore.SQLiteSyncDialect {
  override escapeParam = () => '+?'
}

/** Builds statements for SQLite. */
export const sqliteBuilder =
  new sqliteCore.BaseSQLiteDatabase('sync', new OpaqueParameters(), driver, undefined)
