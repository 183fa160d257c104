/** Migrations run beside a service that works, and go on where they were ended. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { test } from 'vitest'
import { checkDatabase } from '../../../db/maintenance/check.ts'
import { knownMigrations } from '../../../db/maintenance/snapshot.ts'
import { openDatabase } from '../../../db/open.ts'
import { lastingIndexes, migrations, stepOf } from '../../../db/postgres/migrationSteps.ts'
import { newEmptyDatabase, sqlOn } from '../../support/engine.ts'
import { startOlder } from '../../support/olderVersions.ts'
import { long } from '../../support/property.ts'

const known = knownMigrations.postgres

/** The statements from one end to the next: each start looks through all migrations again. */
const STEP = long ? 5 : 60

/** A database of an earlier version. */
async function older(tag: string) {
  const url = await newEmptyDatabase()
  await startOlder(url, known.findIndex((one) => one.startsWith(tag)) + 1)
  return { url, sql: await sqlOn(url) }
}

async function assertWhole(url: string): Promise<void> {
  const checks = await checkDatabase(url)
  assert.deepEqual(
    checks.filter(({ ok }) => !ok),
    [],
  )
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

test('an index is made while others write to its table, and behind no lock of it', async () => {
  // The newest, so that no migration waits for the table itself.
  const { url, sql } = await older(known.at(-1) ?? '')
  await sql('drop index checkouts_ended')
  const [writer, other] = [await connected(url), await connected(url)]
  await writer.query("begin; update checkouts set updated_at = 't'")
  const opening = openDatabase(url)
  const waiting = `select 1 from pg_stat_activity where datname = current_database()
    and application_name = 'balcao migrate' and wait_event_type = 'Lock'
    and query like 'CREATE INDEX%' `
  while ((await sql(waiting)).length === 0) await new Promise(setImmediate)
  // This update would wait for as long as the first writer does not end.
  await other.query("set lock_timeout = 1; update checkouts set updated_at = 'u'")
  await writer.query('commit')
  await (await opening).close()
  for (const client of [writer, other]) await client.end()
  await assertWhole(url)
})

test('a service knows that another process is changing the schema', async () => {
  const { url, sql } = await older('0029')
  const service = await openDatabase(url)
  assert.equal(await service.isMigrating(), false)
  await sql('drop index checkouts_ended')
  const writer = await connected(url)
  await writer.query("begin; update checkouts set updated_at = 't'")
  const opening = openDatabase(url)
  while (!(await service.isMigrating())) await new Promise(setImmediate)
  await writer.query('commit')
  await (await opening).close()
  assert.equal(await service.isMigrating(), false)
  await Promise.all([writer.end(), service.close()])
})

test('a migration that ends at any of its statements goes on at the next start', async () => {
  const { url, sql } = await older('0003')
  await sql('create table ends (after bigint)')
  await sql('create sequence statements')
  await sql('grant all on ends, statements to public')
  await sql(`create function ended() returns event_trigger language plpgsql as $$
    begin
      if nextval('statements') > (select after from ends) then raise 'it ends here'; end if;
    end $$`)
  await sql('create event trigger ended on ddl_command_end execute function ended()')
  let ends = 0
  for (let after = 3; ; after += STEP) {
    await sql('delete from ends')
    await sql('insert into ends values (?)', after)
    await sql('alter sequence statements restart')
    const opened = await openDatabase(url).catch(({ message }: Error) => message)
    if (typeof opened !== 'string') {
      await opened.close()
      break
    }
    assert.equal(opened, 'it ends here')
    ends++
  }
  assert.ok(ends > 1, `${ends}`)
  await sql('drop event trigger ended')
  await sql('drop table ends')
  await assertWhole(url)
})

test('an index that was made halfway is made anew, and one that is missing is made', async () => {
  const { url, sql } = await older('0027')
  await sql(`update pg_index set indisvalid = false where indexrelid = 'checkouts_ended'::regclass`)
  await sql('drop index payments_paid')
  await sql('create index offers_of_product_dropped_0016 on offers (seller_id)')
  await (await openDatabase(url)).close()
  await assertWhole(url)
  const rows = await sql<{ name: string }>(
    `select indexname as name from pg_indexes where schemaname = 'public'`,
  )
  const names = rows.map(({ name }) => name)
  assert.ok(names.includes('payments_paid'))
  assert.ok(!names.some((name) => name.includes('_dropped_')))
})

test('no index is made that a later migration drops', async () => {
  const { url, sql } = await older('0005')
  await sql('create table made (name text)')
  await sql('grant all on made to public')
  await sql(`create function note() returns event_trigger language plpgsql as $$
    begin insert into made select object_identity from pg_event_trigger_ddl_commands()
      where command_tag = 'CREATE INDEX'; end $$`)
  await sql('create event trigger noted on ddl_command_end execute function note()')
  await (await openDatabase(url)).close()
  const made = (await sql<{ name: string }>('select name from made')).map(({ name }) =>
    name.replace('public.', ''),
  )
  const lasting = lastingIndexes().map(({ name }) => name)
  const dropped = migrations().flatMap(({ steps }) =>
    steps.flatMap((step) => (step.kind === 'dropIndex' ? [step.name] : [])),
  )
  assert.ok(made.includes('checkouts_ended'))
  assert.deepEqual(
    made.filter((name) => dropped.includes(name) && !lasting.includes(name)),
    [],
  )
})

test('a second db migrate waits for the first, says so, and ends well', async () => {
  const { url } = await older('0026')
  const first = await connected(url)
  await first.query('select pg_advisory_lock(7225226)')
  const env = { ...process.env, DATABASE_URL: url }
  const words = ['cli/cli.ts', 'db', 'migrate', '--json']
  const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'exit')
  const out = text(child.stdout)
  const [told] = (await once(child.stderr, 'data')) as [Buffer]
  assert.match(String(told), /^Waiting: another process is changing the schema[^\n]*\.\n$/)
  await first.end()
  const waiting = known.slice(known.findIndex((tag) => tag.startsWith('0026')) + 1)
  assert.deepEqual([(await ended)[0], JSON.parse(await out).applied], [0, waiting])
})

test('a statement of a form whose locks are not known is no migration', () => {
  for (const statement of ['VACUUM checkouts', 'ALTER TABLE "a" ALTER COLUMN "b" TYPE text']) {
    assert.throws(() => stepOf(statement), /^Error: No migration may have this statement/)
  }
})
