import { requireDatabaseUrl } from './databaseUrl.ts'
import type { Database, Warn } from './database.ts'
import { openSqlite } from './sqlite/database.ts'
import type { OnFailure } from './sqlite/database.ts'

/** How many connections to PostgreSQL a process holds at most, when it is not told. */
export const POOL_SIZE = 10

/**
 * Opens the database that `DATABASE_URL` names and brings its schema up to date.
 *
 * @param database_url `sqlite:PATH` or `postgres://…`
 * @param pool_size how many connections to PostgreSQL are held at most
 * @param warn is told when PostgreSQL is not available, once a second at most
 * @param onFailure is told what went wrong in SQLite beside the work, and will be tried again
 * @throws when it cannot be reached, or does not keep what was acknowledged
 */
export async function openDatabase(
  database_url: string,
  {
    pool_size = POOL_SIZE,
    warn,
    onFailure,
  }: {
    pool_size?: number
    warn?: Warn
    onFailure?: OnFailure
  } = {},
): Promise<Database> {
  const address = requireDatabaseUrl(database_url)
  if (address.engine === 'sqlite') return openSqlite(address.path, { onFailure })
  // Loaded by those who use it only: it takes a tenth of the time of a start.
  const { openPostgres } = await import('./postgres/database.ts')
  return openPostgres(address.urls, { pool_size, warn })
}
