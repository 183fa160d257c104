import { sqliteCore } from './drizzle.ts'

const { check, foreignKey, index, integer, primaryKey, sqliteTable, text, unique, uniqueIndex } =
  sqliteCore

/**
 * The vocabulary of db/schema/, for SQLite. PostgreSQL has the same words (db/postgres/dialect.ts);
 * the types of queries and rows come from this one.
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
  /** Any JSON; keys keep their order. */
  json: <Value>() => text({ mode: 'json' }).$type<Value>(),
  primaryKey,
  foreignKey,
  unique,
  uniqueIndex,
  index,
  check,
}

export type Dialect = typeof sqlite
