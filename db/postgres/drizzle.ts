/** Drizzle for PostgreSQL, loaded as CommonJS like the rest of it, and only when it is needed. */
import { createRequire } from 'node:module'
import type * as OrmPostgres from 'drizzle-orm/node-postgres'
import type * as PostgresMigrator from 'drizzle-orm/node-postgres/migrator'

const load = createRequire(import.meta.url)

export const pgCore = load('drizzle-orm/pg-core') as typeof import('drizzle-orm/pg-core')
export const { drizzle: drizzlePostgres } = load('drizzle-orm/node-postgres') as typeof OrmPostgres
export const { migrate: migratePostgres } = load(
  'drizzle-orm/node-postgres/migrator',
) as typeof PostgresMigrator
