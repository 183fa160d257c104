/**
 * Drizzle, loaded as CommonJS. Its ES modules take more than half of the time of a start: at each
 * of them Node reads the package's long list of exports anew.
 */
import { createRequire } from 'node:module'
import type * as OrmSqlite from 'drizzle-orm/better-sqlite3'
import type * as SqliteMigrator from 'drizzle-orm/better-sqlite3/migrator'

const load = createRequire(import.meta.url)

export const {
  and, asc, Column, count, desc, eq, getTableName, gt, gte, inArray, is, isNull, lt, lte, ne, or,
  Param, Placeholder, sql,
} = load('drizzle-orm') as typeof import('drizzle-orm')

export const { DrizzleQueryError } =
  load('drizzle-orm/errors') as typeof import('drizzle-orm/errors')

export const sqliteCore =
  load('drizzle-orm/sqlite-core') as typeof import('drizzle-orm/sqlite-core')
export const { drizzle: drizzleSqlite } = load('drizzle-orm/better-sqlite3') as typeof OrmSqlite
export const { migrate: migrateSqlite } =
  load('drizzle-orm/better-sqlite3/migrator') as typeof SqliteMigrator
