import { codeOf, driver } from '../build/statements.ts'
import { sqliteCore } from './drizzle.ts'
import type { QueryDefinition } from '../query.ts'
import { tables } from '../schema/tables.ts'

/**
 * A parameter that the query planner cannot look at. SQLite compiles a statement anew at each
 * execution when its plan depended on a parameter, such as that of a `limit`
 * (https://sqlite.org/c3ref/prepare.html), which takes far longer than to execute it.
 */
class OpaqueParameters extends sqliteCore.SQLiteSyncDialect {
  override escapeParam = () => '+?'
}

/** Drizzle's, for the text of statements only. */
export const sqliteBuilder = new sqliteCore.BaseSQLiteDatabase(
  'sync',
  new OpaqueParameters(),
  driver,
  undefined,
)

/** @returns the code of a statement for SQLite */
export const buildForSqlite = (definition: QueryDefinition): string =>
  codeOf(definition, sqliteBuilder, tables)
