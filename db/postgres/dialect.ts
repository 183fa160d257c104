import type { Dialect } from '../schema/dialect.ts'
import { pgCore } from './drizzle.ts'

/** Compared byte by byte, as in SQLite, whatever the locale of the database: ids are cursors. */
const pgText = pgCore.customType<{ data: string }>({ dataType: () => 'text collate "C"' })

/** The schema's words. What they make has the same columns as in SQLite, and is cast to say so. */
export const postgres = {
  table: pgCore.pgTable,
  text: () => pgText(),
  oneOf: () => pgText(),
  integer: () => pgCore.bigint({ mode: 'number' }),
  boolean: () => pgCore.boolean(),
  // Not jsonb, which puts keys into an order of its own.
  json: () => pgCore.json(),
  primaryKey: pgCore.primaryKey,
  foreignKey: pgCore.foreignKey,
  unique: pgCore.unique,
  uniqueIndex: pgCore.uniqueIndex,
  index: pgCore.index,
  check: pgCore.check,
} as unknown as Dialect
