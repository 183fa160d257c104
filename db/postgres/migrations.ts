import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import journal from '../migrations/postgres/meta/_journal.json' with { type: 'json' }
import { connect } from './client.ts'

const folder = fileURLToPath(new URL('../migrations/postgres', import.meta.url))

/** Names the lock under which one process at a time changes the schema; any number will do. */
const LOCK = 7_225_226

/** What a role is told that may not do something (PostgreSQL, Appendix A). */
const INSUFFICIENT_PRIVILEGE = '42501'

/** A role that may only read and write rows looks as well how far the schema is. */
const letAllSeeHowFarItIs = `
  grant usage on schema drizzle to public;
  grant select on drizzle.__drizzle_migrations to public`

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

async function bringUpToDate(client: pg.Client): Promise<void> {
  if (await isUpToDate(client)) return
  const { drizzlePostgres, migratePostgres } = await import('./drizzle.ts')
  await client.query('select pg_advisory_lock($1)', [LOCK])
  await migratePostgres(drizzlePostgres(client), { migrationsFolder: folder })
  await client.query(letAllSeeHowFarItIs)
}

/**
 * Brings the schema up to date; of processes that start at once, the others wait for the first.
 *
 * @throws when it is not up to date and the role may not change it
 */
export async function bringPostgresUpToDate(connectionString: string): Promise<void> {
  const client = await connect({ connectionString, application_name: 'balcao migrate' })
  try {
    await bringUpToDate(client)
  } catch (error) {
    // Drizzle tells of a statement, and the server of the reason.
    const { cause = error } = error as Error
    const { code, message } = cause as Error & { code?: string }
    if (code !== INSUFFICIENT_PRIVILEGE) throw error
    throw new Error(`the schema is not up to date, and this role may not change it (${message}): ` +
      'let its owner run `db migrate`')
  } finally {
    // It ends the session, and the lock with it.
    await client.end()
  }
}
