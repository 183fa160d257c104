import type { Dialect } from '../sqlite/dialect.ts'
import { pgCore } from './drizzle.ts'

/** Compared byte by byte as in SQLite, whatever the database's locale: ids are cursors. */
const pgText = pgCore.customType<{ data: string }>({ dataType: () => 'text collate "C"' })

/** The vocabulary of db/schema/ for PostgreSQL. It makes the same columns and is cast to say so. */
export const postgres = {
  table: pgCore.pgTable,
  text: () => pgText(),
  id: () => pgText().notNull(),
  hash: () => pgText().notNull(),
  oneOf: () => pgText(),
  integer: () => pgCore.bigint({ mode: 'number' }),
  boolean: () => pgCore.boolean(),
  // Not jsonb, which does not keep the order of keys.
  json: () => pgCore.json(),
  primaryKey: pgCore.primaryKey,
  foreignKey: pgCore.foreignKey,
  unique: pgCore.unique,
  uniqueIndex: pgCore.uniqueIndex,
  index: pgCore.index,
  check: pgCore.check,
} as unknown as Dialect
