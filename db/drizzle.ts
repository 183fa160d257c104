/**
 * Drizzle, loaded as CommonJS. As ES modules its parts take more than a second to load: at each of
 * them Node reads the package's whole list of exports again.
 */
import { createRequire } from 'node:module'

const load = createRequire(import.meta.url)

export const {
  and, asc, count, desc, eq, getTableColumns, getTableName, gt, gte, inArray, isNull, lt, lte, ne,
  or, sql,
} = load('drizzle-orm') as typeof import('drizzle-orm')
export const { DrizzleQueryError } =
  load('drizzle-orm/errors') as typeof import('drizzle-orm/errors')
export const sqliteCore = load('drizzle-orm/sqlite-core') as typeof import('drizzle-orm/sqlite-core')
export const pgCore = load('drizzle-orm/pg-core') as typeof import('drizzle-orm/pg-core')
export const { drizzle: drizzleSqlite } =
  load('drizzle-orm/better-sqlite3') as typeof import('drizzle-orm/better-sqlite3')
export const { migrate: migrateSqlite } =
  load('drizzle-orm/better-sqlite3/migrator') as typeof import('drizzle-orm/better-sqlite3/migrator')
export const { drizzle: drizzlePostgres } =
  load('drizzle-orm/node-postgres') as typeof import('drizzle-orm/node-postgres')
export const { migrate: migratePostgres } =
  load('drizzle-orm/node-postgres/migrator') as typeof import('drizzle-orm/node-postgres/migrator')
