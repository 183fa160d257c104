/** Databases of every earlier version are brought up to date at the start. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { test } from 'vitest'
import { checkDatabase } from '../../db/maintenance/check.ts'
import { knownMigrations } from '../../db/maintenance/snapshot.ts'
import { openDatabase } from '../../db/open.ts'
import { repairDatabase } from '../../domain/repair/whole.ts'
import {
  engine,
  everythingStored,
  newDatabase,
  newEmptyDatabase,
  openTestDatabase,
  sqlOn,
} from '../support/engine.ts'
import { BREAKS_OLDER } from '../../db/tooOld.ts'
import { CommandLine } from '../support/commandLine.ts'
import { startOlder } from '../support/olderVersions.ts'
import { startService } from '../support/service.ts'

/** The columns, indexes and constraints of every table, in an order of their own. */
const inventory = {
  sqlite: `
    select t.type, t.name as owner, c.name from sqlite_master t, pragma_table_info(t.name) c
    where t.name not like 'sqlite%' and t.name not like '%drizzle%'
    union all
    select t.type, t.name, c.name from sqlite_master t, pragma_index_info(t.name) c
    where t.name not like 'sqlite%' and t.name not like '%drizzle%'
    order by 1, 2, 3`,
  postgres: `
    select c.relkind as type, c.relname as owner, a.attname as name
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and not a.attisdropped
    union all
    select 'constraint', conrelid::regclass::text, pg_get_constraintdef(oid) from pg_constraint
    where connamespace = 'public'::regnamespace
    order by 1, 2, 3`,
}

async function schemaOf(database_url: string): Promise<unknown[]> {
  const rows = await (await sqlOn(database_url))(inventory[engine])
  return rows.map((row) => ({ ...row }))
}

const rows = [
  `insert into sellers (id, name, status, default_currency, created_at, updated_at)
    values ('seller_1', 'Loja', 'active', 'BRL', 't', 't')`,
  `insert into checkouts (seller_id, id, status, currency, amount_total_minor, page_token, metadata,
     line_items, expires_at, completed_at, created_at, updated_at)
   values ('seller_1', 'checkout_1', 'completed', 'BRL', 4990, 'p', '{"b":1,"a":2}', '[]', 't',
     't', 't', 't')`,
  `insert into payments (seller_id, id, checkout_id, rail, amount_minor, paid_at)
   values ('seller_1', 'pay_1', 'checkout_1', 'sandbox', 4990, '2026-03-02T02:59:59.999Z')`,
]

const current_url = await newEmptyDatabase()
await openTestDatabase(current_url)
const current = await schemaOf(current_url)
const known = knownMigrations[engine]
const record = engine === 'sqlite' ? '__drizzle_migrations' : 'drizzle.__drizzle_migrations'

for (const [i, tag] of known.entries()) {
  test(`a database of the version ${tag} keeps its rows`, async () => {
    const database_url = await newEmptyDatabase()
    await startOlder(database_url, i + 1)
    const sql = await sqlOn(database_url)
    for (const row of rows) await sql(row)
    const db = await openDatabase(database_url)
    const now = new Date('2026-03-02T12:00:00.000Z')
    const at = { databaseUrl: database_url, actor: { type: 'system' } as const, now }
    await repairDatabase(db, at)
    await db.close()
    assert.deepEqual(await schemaOf(database_url), current)
    const [payment] = await sql('select amount_minor, outcome from payments')
    assert.deepEqual({ ...payment }, { amount_minor: 4990, outcome: 'settled' })
    const [checkout] = await sql('select metadata from checkouts')
    assert.deepEqual({ ...checkout }, { metadata: '{"b":1,"a":2}' })
    // No version knows another way to write these rows than that of the first one.
    const totals = await sql('select date, payments_count, amount_minor from daily_totals')
    const day = { date: '2026-03-01', payments_count: 1, amount_minor: 4990 }
    assert.deepEqual(
      totals.map((row) => ({ ...row })),
      [day],
    )
    const [named] = await sql('select payment_id from checkouts')
    assert.deepEqual({ ...named }, { payment_id: 'pay_1' })
    const whole = (await checkDatabase(database_url)).filter(({ ok, repair }) => !ok && repair)
    assert.deepEqual(whole, [])
  })
}

test('a sandbox clock that is past its end is brought back to it', async () => {
  const database_url = await newEmptyDatabase()
  await startOlder(database_url, known.indexOf('0002_charges_renewed') + 1)
  const sql = await sqlOn(database_url)
  await sql('insert into sandbox_clock values (1, 9000000000000000)')
  await (await openDatabase(database_url)).close()
  const [clock] = await sql('select offset_ms from sandbox_clock')
  assert.deepEqual({ ...clock }, { offset_ms: 251_603_539_200_000 })
})

/** Processes that start at once. */
const PROCESSES = 4

/** Processes that open a database at the same moment; resolves with their exit codes. */
async function openAtOnce(database_url: string): Promise<unknown[]> {
  const script = `
    import { once } from 'node:events'
import { text } from 'node:stream/consumers'
    import { openDatabase } from ${JSON.stringify(new URL('../../db/open.ts', import.meta.url))}
    console.log('ready')
    await once(process.stdin.resume(), 'end')
    await (await openDatabase(${JSON.stringify(database_url)})).close()`
  const args = ['--input-type=module-typescript', '--eval', script]
  const children = Array.from({ length: PROCESSES }, () =>
    spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] }),
  )
  await Promise.all(children.map((child) => once(child.stdout, 'data')))
  for (const child of children) child.stdin.end()
  return Promise.all(children.map(async (child) => (await once(child, 'exit'))[0] as unknown))
}

test('several processes that bring one database up to date at once all succeed', async () => {
  const [empty, older] = [await newEmptyDatabase(), await newEmptyDatabase()]
  await startOlder(older, 1)
  for (const database_url of [empty, older]) {
    assert.deepEqual(await openAtOnce(database_url), Array(PROCESSES).fill(0))
    assert.deepEqual(await schemaOf(database_url), current)
    const applied = await (await sqlOn(database_url))(`select * from ${record}`)
    assert.equal(applied.length, known.length)
  }
})

test('a program that is older than the schema starts, leaves it as it is and serves', async () => {
  const databaseUrl = await newDatabase()
  const sql = await sqlOn(databaseUrl)
  await sql('alter table customers add column nickname text')
  await sql(`insert into ${record} (hash, created_at) values ('', 9000000000000)`)
  const newer = await schemaOf(databaseUrl)
  const service = await startService({ databaseUrl, secretKey: Buffer.alloc(32) })
  const seller = await service.account()
  const { id } = await seller.customer()
  assert.equal((await seller.get(`/v1/customers/${id}`)).status, 200)
  assert.deepEqual(await schemaOf(databaseUrl), newer)
})

test('a version that may not write to a newer schema ends in a line, writing none', async () => {
  const databaseUrl = await newDatabase()
  const sql = await sqlOn(databaseUrl)
  // The record of a migration whose first line says that older programs must not write.
  assert.match(BREAKS_OLDER, /^-- /)
  await sql(
    `insert into ${record} (hash, created_at, breaks_older) values ('', 9000000000000, ?)`,
    1,
  )
  const before = await everythingStored(databaseUrl)
  const secret = Buffer.alloc(32).toString('base64')
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    SECRET_KEY: secret,
    MODE: 'sandbox',
  }
  const reason = /: its schema is newer: by a migration of 2255-03-14, [^\n]+\n$/
  for (const words of [['server.ts'], ['cli/cli.ts', 'sellers', 'create', '--name', 'Loja']]) {
    const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    const [[code], err] = await Promise.all([once(child, 'exit'), text(child.stderr)])
    assert.deepEqual([code, reason.test(err)], [1, true], err)
  }
  assert.deepEqual(await everythingStored(databaseUrl), before)
})

test('db migrate --plan says what is pending and changes nothing', async () => {
  const database_url = await newEmptyDatabase()
  const ofAccess = known.findIndex((name) => name.startsWith('0024_'))
  const missing = known.slice(ofAccess)
  await startOlder(database_url, ofAccess)
  const cli = new CommandLine({ DATABASE_URL: database_url })
  const before = await schemaOf(database_url)
  type Planned = { name: string; locks: { table: string; mode: string; seconds: number }[] }
  const { pending } = await cli.json<{ pending: Planned[] }>('db', 'migrate', '--plan')
  assert.deepEqual(
    pending.map(({ name }) => name),
    missing,
  )
  const longest = Math.max(...pending.flatMap(({ locks }) => locks.map(({ seconds }) => seconds)))
  assert.ok(longest <= 1, JSON.stringify(pending))
  const [first] = pending
  assert.ok(first?.locks.some(({ table }) => table === 'api_clients'))
  assert.deepEqual(await schemaOf(database_url), before)
  const { applied } = await cli.json<{ applied: string[] }>('db', 'migrate')
  assert.deepEqual(applied, missing)
  assert.deepEqual(await cli.json('db', 'migrate', '--plan'), { pending: [] })
})
