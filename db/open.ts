import type { Database, Warn } from './database.ts'
import { requireDatabaseUrl } from './databaseUrl.ts'
import type { OnFailure } from './sqlite/database.ts'
import { openSqlite } from './sqlite/open.ts'

/** How many connections to PostgreSQL a process holds at most, unless it is configured. */
export const POOL_SIZE = 10

/**
 * Opens the database that `DATABASE_URL` names and brings its schema up to date.
 *
 * @param databaseUrl `sqlite:PATH` or `postgres://…`
 * @param poolSize how many connections to PostgreSQL are held at most
 * @param warn called when PostgreSQL has no further connection, at most once a second
 * @param onFailure called with a failure of background work on the SQLite file, which is retried
 * @throws when it cannot be reached, or is not configured to keep acknowledged commits
 */
export async function openDatabase(
  databaseUrl: string,
  {
    poolSize = POOL_SIZE,
    warn,
    onFailure,
  }: {
    poolSize?: number
    warn?: Warn
    onFailure?: OnFailure
  } = {},
): Promise<Database> {
  const location = requireDatabaseUrl(databaseUrl)
  if (location.engine === 'sqlite') return openSqlite(location.path, { onFailure })
  // Loaded on demand: the driver takes a tenth of the time of a start.
  const { openPostgres } = await import('./postgres/open.ts')
  return openPostgres(location.urls, { poolSize, warn })
}
