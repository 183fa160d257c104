import { fileURLToPath } from 'node:url'
import { drizzlePostgres, migratePostgres } from './drizzle.ts'
import { connect } from './postgres_client.ts'

const folder = fileURLToPath(new URL('migrations/postgres', import.meta.url))

/** Names the lock under which one process at a time changes the schema; any number will do. */
const LOCK = 7_225_226

/** Brings the schema up to date; of processes that start at once, the others wait for the first. */
export async function bringPostgresUpToDate(connectionString: string): Promise<void> {
  const client = await connect({ connectionString, application_name: 'balcao migrate' })
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await migratePostgres(drizzlePostgres(client), { migrationsFolder: folder })
  } finally {
    // It ends the session, and the lock with it.
    await client.end()
  }
}
