import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { TooOld } from '../tooOld.ts'
import { connect } from './client.ts'
import {
  concurrently,
  inTransaction,
  isDropped,
  lastingIndexes,
  migrations,
  newest,
  tablesMadeBy,
} from './migrationSteps.ts'
import type { Migration } from './migrationSteps.ts'

/** The advisory lock under which one process at a time changes the schema; an arbitrary number. */
const LOCK = 7_225_226

/** Finds that lock while a process has it; any role may look. */
export const migrationRunning = {
  name: 'migration_running',
  text: `
    select 1 from pg_locks l join pg_database d on d.oid = l.database
    where l.locktype = 'advisory' and l.granted and d.datname = current_database()
      and l.classid = 0 and l.objid = ${LOCK} and l.objsubid = 1`,
}

/**
 * How often a process asks for that lock while another has it. A statement that waits for it would
 * hold a snapshot, for whose end the other's `create index concurrently` waits in turn.
 */
const LOCK_POLL_MS = 50

/** How long a migration by another process is waited for. */
const OTHERS_TIMEOUT_MS = 3_600_000

/**
 * `alter table` waits until no transaction uses the table, and every later statement waits behind
 * it. So it gives up after this timeout and is retried after a random pause, so many times.
 */
const LOCK_TIMEOUT_MS = 500
const PAUSE_MS = 2_000
const ATTEMPTS = 30

/** How long each wait for older transactions may take where nothing waits behind it. */
const QUIET_LOCK_TIMEOUT_MS = 300_000

/**
 * How soon a server process that works on a long statement notices that its client is gone. Until
 * then it has the lock, and the next process waits for it.
 */
const CLIENT_CHECK_INTERVAL_MS = 100

/** The role lacks a privilege (PostgreSQL, Appendix A). */
const INSUFFICIENT_PRIVILEGE = '42501'

/** The table in which Drizzle's migrator records what it has run, with a column of our own. */
const makeRecords = `
  create schema if not exists drizzle;
  create table if not exists drizzle.__drizzle_migrations
    (id serial primary key, hash text not null, created_at bigint);
  alter table drizzle.__drizzle_migrations
    add column if not exists breaks_older boolean not null default false`

/** A role that may only read and write rows also checks which migrations have run. */
const grantReadOfRecords = `
  grant usage on schema drizzle to public;
  grant select on drizzle.__drizzle_migrations to public`

/** The column is read as JSON: only a program that migrates adds it. */
const readRecords = `
  select max(created_at) as newest,
    max(created_at) filter (where to_jsonb(m) ->> 'breaks_older' = 'true') as breaking
  from drizzle.__drizzle_migrations m`

type Records = { newest: number; breaking: number }

/** When the newest migration of a database was made, and the newest that breaks others. */
async function recordsOf(client: pg.ClientBase): Promise<Records> {
  const { rows } = await client.query<{ recorded: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as recorded",
  )
  if (!rows[0]?.recorded) return { newest: 0, breaking: 0 }
  const records = await client.query<Record<keyof Records, string | null>>(readRecords)
  const [record] = records.rows
  return { newest: Number(record?.newest ?? 0), breaking: Number(record?.breaking ?? 0) }
}

function requireKnown({ breaking }: Records): void {
  if (breaking > newest) throw new TooOld(breaking)
}

type IndexState = { name: string; valid: boolean }

const indexes = `
  select c.relname as name, i.indisvalid and i.indisready as valid
  from pg_index i join pg_class c on c.oid = i.indexrelid
  where c.relnamespace = 'public'::regnamespace`

const unvalidated = `
  select conrelid::regclass::text as owner, conname as name from pg_constraint
  where connamespace = 'public'::regnamespace and not convalidated and conparentid = 0`

async function indexesOf(client: pg.ClientBase): Promise<Map<string, boolean>> {
  const { rows } = await client.query<IndexState>(indexes)
  return new Map(rows.map(({ name, valid }) => [name, valid]))
}

/**
 * True when no index is to be made or dropped and no constraint to be validated, all of which
 * happens outside of the migrations' transactions.
 */
async function isFinished(client: pg.ClientBase): Promise<boolean> {
  const indexes = await indexesOf(client)
  if ([...indexes.keys()].some(isDropped)) return false
  if (!lastingIndexes().every(({ name }) => indexes.get(name))) return false
  return (await client.query(unvalidated)).rows.length === 0
}

/**
 * True when there is nothing to migrate. Needs no privilege to change the schema.
 *
 * @throws TooOld
 */
export async function isUpToDate(client: pg.ClientBase): Promise<boolean> {
  const records = await recordsOf(client)
  requireKnown(records)
  if (records.newest !== newest) return records.newest > newest
  return isFinished(client)
}

/** Lock timeout or deadlock. */
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
    rows: [index],
  } = await client.query<{ holder: string }>(oldest)
  throw new Error(
    'The schema cannot be brought up to date: a table is in use all the time, such ' +
      'as by a backup. End that, or start later. Longest at work is ' +
      `${index?.holder ?? 'none that this role may see'}.`,
  )
}

/** Runs statements in one transaction. */
async function transact(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    // If this fails as well, the connection is lost, and the server rolls back by itself.
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

async function record(client: pg.Client, { hash, when, breaksOlder }: Migration): Promise<void> {
  await client.query(
    'insert into drizzle.__drizzle_migrations (hash, created_at, breaks_older) values ($1, $2, $3)',
    [hash, when, breaksOlder],
  )
}

/** Does work again while it waits for too long for a table that is in use. */
async function retrying(
  client: pg.Client,
  attempts: number,
  work: () => Promise<void>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!isLockConflict(error)) throw error
      if (attempt >= attempts) return failOnLock(client)
      await wait(PAUSE_MS * (0.5 + Math.random()))
    }
  }
}

/** Makes the whole schema of an empty database, in one transaction. */
async function makeSchema(client: pg.Client): Promise<void> {
  await transact(client, async () => {
    await client.query(makeRecords)
    for (const migration of migrations()) {
      for (const step of migration.steps) {
        await client.query(step.kind === 'dropIndex' ? `drop index "${step.name}"` : step.text)
      }
      await record(client, migration)
    }
    // A process that was killed between the two would leave a schema that is up to date, whose
    // records the role of the service may not read.
    await client.query(grantReadOfRecords)
  })
}

/** Runs the migrations that a database has not had, each in a transaction that records it. */
async function alterTables(client: pg.Client, applied: number, attempts: number): Promise<void> {
  const pending = migrations().filter(({ when }) => when > applied)
  const fresh = tablesMadeBy(pending)
  await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`)
  for (const migration of pending) {
    await retrying(client, attempts, () =>
      transact(client, async () => {
        await client.query(makeRecords)
        for (const statement of inTransaction(migration, fresh)) await client.query(statement)
        await record(client, migration)
        await client.query(grantReadOfRecords)
      }),
    )
  }
}

/** Makes each index that is missing, while its table is written to. */
async function makeIndexes(client: pg.Client): Promise<void> {
  const indexes = await indexesOf(client)
  for (const index of lastingIndexes()) {
    if (indexes.get(index.name)) continue
    // The index is invalid: an earlier attempt to make it was interrupted.
    if (indexes.has(index.name)) await client.query(`drop index concurrently "${index.name}"`)
    await client.query(concurrently(index))
  }
}

async function dropIndexes(client: pg.Client): Promise<void> {
  for (const name of (await indexesOf(client)).keys()) {
    if (isDropped(name)) await client.query(`drop index concurrently if exists "${name}"`)
  }
}

/** Checks the rows that were there before their constraint, while others write. */
async function validateConstraints(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ owner: string; name: string }>(unvalidated)
  for (const { owner, name } of rows) {
    await client.query(`alter table ${owner} validate constraint "${name}"`)
  }
}

async function finish(client: pg.Client): Promise<void> {
  await client.query(`set lock_timeout = ${QUIET_LOCK_TIMEOUT_MS}`)
  await retrying(client, 1, async () => {
    await makeIndexes(client)
    await validateConstraints(client)
    await dropIndexes(client)
  })
}

/** Waits until no other process changes the schema. */
async function lock(client: pg.Client, onWait: () => void): Promise<void> {
  const endMs = performance.now() + OTHERS_TIMEOUT_MS
  for (let isTold = false; ; ) {
    const { rows } = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_lock($1) as locked',
      [LOCK],
    )
    if (rows[0]?.locked) return
    if (performance.now() > endMs) {
      throw new Error(
        `Another process has been changing the schema for ${OTHERS_TIMEOUT_MS / 1000} s.`,
      )
    }
    if (!isTold) onWait()
    isTold = true
    await wait(LOCK_POLL_MS)
  }
}

export type MigrationOptions = {
  /** How often a migration that meets a table in use is tried. */
  attempts?: number
  /** Called once when another process is changing the schema, and is waited for. */
  onWait?: (() => void) | undefined
}

async function bringUpToDate(
  client: pg.Client,
  { attempts = ATTEMPTS, onWait = () => undefined }: MigrationOptions,
): Promise<void> {
  if (await isUpToDate(client)) return
  // Not on every platform; there, a statement that is under way goes on to its end.
  await client
    .query(`set client_connection_check_interval = ${CLIENT_CHECK_INTERVAL_MS}`)
    .catch(() => undefined)
  await lock(client, onWait)
  const records = await recordsOf(client)
  requireKnown(records)
  if (records.newest > newest) return
  if (records.newest === 0) return makeSchema(client)
  await alterTables(client, records.newest, attempts)
  await finish(client)
}

/**
 * Brings the schema up to date while other processes use it. Of several that start at once, one
 * does it and the others wait. Ended halfway, it goes on at the next start.
 *
 * @throws when a table was in use at each attempt, or when the role may not change the schema
 */
export async function bringPostgresUpToDate(
  connectionString: string,
  options: MigrationOptions = {},
): Promise<void> {
  const client = await connect({ connectionString, application_name: 'balcao migrate' })
  try {
    await bringUpToDate(client, options)
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
