/**
 * Drizzle, loaded as CommonJS. Its ES modules take more than half of the time of a start: at each
 * of them Node reads the package's long list of exports anew.
 */
import { createRequire } from 'node:module'
import { provideOperators } from '../operators.ts'

const load = createRequire(import.meta.url)

const orm = load('drizzle-orm') as typeof import('drizzle-orm')
provideOperators(orm)

export const { Column, getTableName, is, noopDecoder, Param, Placeholder, sql } = orm

export const sqliteCore = load(
  'drizzle-orm/sqlite-core',
) as typeof import('drizzle-orm/sqlite-core')
export const { readMigrationFiles } = load(
  'drizzle-orm/migrator',
) as typeof import('drizzle-orm/migrator')
