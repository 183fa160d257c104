import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import journal from '../migrations/postgres/meta/_journal.json' with { type: 'json' }
import { connect } from './client.ts'

const folder = fileURLToPath(new URL('../migrations/postgres', import.meta.url))

/** The advisory lock under which one process at a time changes the schema; an arbitrary number. */
const LOCK = 7_225_226

/** How long a migration by another process is waited for. */
const OTHERS_TIMEOUT_MS = 300_000

/**
 * `alter table` waits until no transaction uses the table, and every later statement waits behind
 * it. So it gives up after this timeout and is retried after a random pause, so many times.
 */
const LOCK_TIMEOUT_MS = 500
const PAUSE_MS = 2_000
const ATTEMPTS = 30

/** The role lacks a privilege (PostgreSQL, Appendix A). */
const INSUFFICIENT_PRIVILEGE = '42501'

/** The table in which Drizzle's migrator records what it has run. */
const makeRecords = `
  create schema if not exists drizzle;
  create table if not exists drizzle.__drizzle_migrations
    (id serial primary key, hash text not null, created_at bigint)`

/** A role that may only read and write rows also checks which migrations have run. */
const grantReadOfRecords = `
  grant usage on schema drizzle to public;
  grant select on drizzle.__drizzle_migrations to public`

const newest = journal.entries.at(-1)?.when ?? 0

/** When the newest migration was made that a database has had. */
async function newestApplied(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ recorded: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as recorded",
  )
  if (!rows[0]?.recorded) return 0
  const applied = await client.query<{ newest: string | null }>(
    'select max(created_at) as newest from drizzle.__drizzle_migrations',
  )
  return Number(applied.rows[0]?.newest ?? 0)
}

/** Whether there is nothing to migrate. Needs no privilege to change the schema. */
export const isUpToDate = async (client: pg.ClientBase): Promise<boolean> =>
  (await newestApplied(client)) >= newest

/** Whether a statement failed with a lock timeout or a deadlock. */
const isLockConflict = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && ['55P03', '40P01'].includes(error.code ?? '')

/** The oldest transaction, which most likely holds the lock. */
const oldest = `
  select format('process %s (%s), in a transaction since %s', pid, application_name,
    to_char(xact_start, 'YYYY-MM-DD HH24:MI:SS TZ')) as holder
  from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
  order by xact_start limit 1`

async function failOnLock(client: pg.Client): Promise<never> {
  const {
    rows: [found],
  } = await client.query<{ holder: string }>(oldest)
  throw new Error(
    'The schema cannot be brought up to date: a table is in use all the time, such ' +
      'as by a backup. End that, or start later. Longest at work is ' +
      `${found?.holder ?? 'none that this role may see'}.`,
  )
}

/**
 * Runs the migrations that a database has not had, in one transaction with the grant: a process
 * that was killed between the two would leave a schema that is up to date, whose records the role
 * of the service may not read.
 */
async function migrateAtOnce(client: pg.Client): Promise<void> {
  const { readMigrationFiles } = await import('./drizzle.ts')
  await client.query('begin')
  try {
    await client.query(makeRecords)
    const applied = await newestApplied(client)
    for (const { folderMillis, hash, sql } of readMigrationFiles({ migrationsFolder: folder })) {
      if (folderMillis <= applied) continue
      for (const statement of sql) await client.query(statement)
      const record = 'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)'
      await client.query(record, [hash, folderMillis])
    }
    await client.query(grantReadOfRecords)
    await client.query('commit')
  } catch (error) {
    // If this fails as well, the connection is lost, and the server rolls back by itself.
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** The same again while it waits for too long for a table that is in use. */
async function migrate(client: pg.Client, attempts: number): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await migrateAtOnce(client)
    } catch (error) {
      if (!isLockConflict(error)) throw error
      if (attempt === attempts) return failOnLock(client)
      await wait(PAUSE_MS * (0.5 + Math.random()))
    }
  }
}

async function bringUpToDate(client: pg.Client, attempts: number): Promise<void> {
  if (await isUpToDate(client)) return
  await client.query(`set lock_timeout = ${OTHERS_TIMEOUT_MS}`)
  await client.query('select pg_advisory_lock($1)', [LOCK]).catch((error: unknown) => {
    if (!isLockConflict(error)) throw error
    throw new Error(
      `Another process has been changing the schema for ${OTHERS_TIMEOUT_MS / 1000} s.`,
    )
  })
  await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`)
  await migrate(client, attempts)
}

/**
 * Brings the schema up to date. Of several processes that start at once, one migrates and the
 * others wait.
 *
 * @param attempts how often a migration that meets a table in use is tried
 * @throws when a table was in use at each attempt, or when the role may not change the schema
 */
export async function bringPostgresUpToDate(
  connectionString: string,
  { attempts = ATTEMPTS } = {},
): Promise<void> {
  const client = await connect({ connectionString, application_name: 'balcao migrate' })
  try {
    await bringUpToDate(client, attempts)
  } catch (error) {
    const { code, message } = error as Error & { code?: string }
    if (code !== INSUFFICIENT_PRIVILEGE) throw error
    throw new Error(
      `the schema is not up to date, and this role may not change it (${message}): ` +
        'let its owner run `db migrate`',
    )
  } finally {
    // The advisory lock ends with the session.
    await client.end()
  }
}
