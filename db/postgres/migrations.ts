import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import journal from '../migrations/postgres/meta/_journal.json' with { type: 'json' }
import { connect } from './client.ts'

const folder = fileURLToPath(new URL('../migrations/postgres', import.meta.url))

/** Names the lock under which one process at a time changes the schema; any number will do. */
const LOCK = 7_225_226

const newest = journal.entries.at(-1)?.when ?? 0

/** Whether nothing is to be done, which a role that may not change the schema can find out too. */
async function isUpToDate(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ recorded: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as recorded")
  if (!rows[0]?.recorded) return false
  const applied = await client.query<{ newest: string | null }>(
    'select max(created_at) as newest from drizzle.__drizzle_migrations')
  return Number(applied.rows[0]?.newest ?? 0) >= newest
}

/** Brings the schema up to date; of processes that start at once, the others wait for the first. */
export async function bringPostgresUpToDate(connectionString: string): Promise<void> {
  const client = await connect({ connectionString, application_name: 'balcao migrate' })
  try {
    if (await isUpToDate(client)) return
    const { drizzlePostgres, migratePostgres } = await import('./drizzle.ts')
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await migratePostgres(drizzlePostgres(client), { migrationsFolder: folder })
  } finally {
    // It ends the session, and the lock with it.
    await client.end()
  }
}
