/** `db copy`: from the engine that this file runs on to the other one. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { linkSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'vitest'
import { createSeller } from '../../../domain/access/clients.ts'
import { databaseFile } from '../../../db/databaseUrl.ts'
import { checkDatabase } from '../../../db/maintenance/check.ts'
import { copyDatabase } from '../../../db/maintenance/copy.ts'
import type { Copied } from '../../../db/maintenance/copy.ts'
import { BATCH_ROWS } from '../../../db/maintenance/differences.ts'
import { openSnapshot } from '../../../db/maintenance/snapshot.ts'
import { layouts } from '../../../db/maintenance/layout.ts'
import { addBank } from '../../support/bankSettings.ts'
import { originalOf } from '../../support/clones.ts'
import { CommandLine, temporaryFolder } from '../../support/commandLine.ts'
import { engine, newDatabase, openTestDatabase, sqlOn } from '../../support/engine.ts'
import { startFixture } from '../../support/fixture.ts'
import { startService } from '../../support/service.ts'

const victim = fileURLToPath(new URL('../../support/copyVictim.ts', import.meta.url))
const other = engine === 'sqlite' ? 'postgres' : 'sqlite'
const folder = temporaryFolder()
const fixture = await startFixture()
const {
  database_url: from,
  service,
  client: { seller },
  atBank,
} = fixture
const source = await sqlOn(from)
const [to, second] = [await newDatabase(other), await newDatabase(other)]
for (const url of [to, second]) await openTestDatabase(url)
const cli = new CommandLine({})
const copy = (...words: string[]) => cli.run('db', 'copy', '--from', from, '--to', to, ...words)

/** All rows of a database, read without any of the program's own code. */
async function everythingIn(database_url: string): Promise<Record<string, object[]>> {
  const reader = await openSnapshot(database_url)
  const tables: Record<string, object[]> = {}
  for (const { table, columns, key } of layouts) {
    const names = columns.map(({ name }) => name)
    tables[table] = await reader.rows(`select ${names.join()} from ${table} order by ${key.join()}`)
  }
  await reader.close()
  return tables
}

/**
 * Returns a reader whose result differs after every write: PostgreSQL counts writes itself.
 * SQLite's own count also differs when the log of a file is written back, which opening it does.
 */
async function writesTo(database_url: string): Promise<() => Promise<unknown>> {
  if (databaseFile(database_url) !== undefined) return () => everythingIn(database_url)
  const sql = await sqlOn(database_url)
  const newest = layouts.map(({ table }) => `select max(xmin::text::bigint) from ${table}`)
  return () => sql(newest.join(' union all '))
}

/** The tables in which something was done, and how much. */
const done = ({ tables }: Pick<Copied, 'tables'>) =>
  Object.fromEntries(
    tables
      .filter(({ written, deleted }) => written + deleted > 0)
      .map(({ name, written, deleted }) => [name, [written, deleted]]),
  )

/** A product with two offers, of which one is the default. */
async function offersOf(promoted: 'first' | 'second') {
  const product = await seller.product()
  const first = product.default_offer?.id ?? ''
  const { id } = await seller.offer(product.id)
  if (promoted === 'second') await seller.patch(`/v1/offers/${id}`, { is_default: true })
  return {
    promote: (which: 'first' | 'second') =>
      seller.patch(`/v1/offers/${which === 'first' ? first : id}`, { is_default: true }),
  }
}

/** Things of which one at most may be so: what they are now, and what changes that. */
async function exclusives() {
  const [down, up] = [await offersOf('first'), await offersOf('second')]
  const { settings } = atBank.bank
  const { seller_id } = atBank.seller
  const now = service.clock.now()
  const added = await addBank(service.db, fixture.vault, { seller_id, settings, now })
  const [payment] = await source<{ id: string }>(
    `select id from payments where seller_id = ? and outcome = 'settled'`,
    seller.seller_id,
  )
  const id = payment?.id ?? ''
  const twin = id.replace('pay_0', 'pay_00')
  await source(
    `insert into payments (seller_id, id, checkout_id, rail, amount_minor, paid_at, outcome,
       return_reason, return_status)
     select seller_id, ?, checkout_id, rail, amount_minor, paid_at,
       'returned', 'duplicate', 'failed'
     from payments where id = ?`,
    twin,
    id,
  )
  await source(
    `insert into refunds (seller_id, id, payment_id, checkout_id, amount_minor, status, origin,
       nature, payment_outcome, return_id, created_at, updated_at)
     select seller_id, ?, id, checkout_id, 1, 'failed', 'bank', 'ORIGINAL', outcome, 'r', paid_at,
       paid_at
     from payments where id = ?`,
    id.replace('pay_', 'refund_'),
    id,
  )
  const { email, ...before } = await seller.user()
  await seller.delete(`/v1/users/${before.id}`)
  const after = await seller.user({ email })
  await source('delete from invitations where user_id = ?', after.id)
  const [older, newer] = [await seller.customer(), await seller.customer()]
  const write = 'update customers set email = ? where id = ?'
  const become = 'update users set status = ? where id = ?'
  const disconnect = 'update bank_connections set disconnected_at'
  const settle = `
    update payments set outcome = ?, return_reason = ?, return_status = ? where id = ?`
  // The later id is the scheduled retry before, the earlier one afterwards.
  for (const another of ['att_2', 'att_3']) {
    await source(
      `insert into attempts (seller_id, id, invoice_id, date, kind, status, created_at, updated_at)
       select seller_id, ?, invoice_id, '2026-03-05', 'first', 'paid', created_at, updated_at
       from attempts where id = 'att_1'`,
      another,
    )
  }
  const attempt = 'update attempts set status = ?, kind = ? where id = ?'
  await source(attempt, 'scheduled', 'retry', 'att_3')
  return async () => {
    await down.promote('second')
    await up.promote('first')
    await source(`${disconnect} = created_at where id = ?`, added.id)
    await source(`${disconnect} = null where seller_id = ? and id <> ?`, seller_id, added.id)
    await source(settle, 'returned', 'duplicate', 'failed', id)
    await source(settle, 'settled', null, null, twin)
    await source('update checkouts set payment_id = ? where payment_id = ?', twin, id)
    await source(attempt, 'paid', 'first', 'att_3')
    await source(attempt, 'scheduled', 'retry', 'att_2')
    await source(become, 'removed', after.id)
    await source(become, 'invited', before.id)
    await source(write, `former.${newer.email}`, newer.id)
    await source(write, newer.email, older.id)
  }
}

/** Two keys that are in one order byte by byte, and in the other one to JavaScript. */
const keys = ['\u{1f600}', '\uffee'] as const

const keep = (key: string) =>
  source(
    `insert into idempotency_keys values (?, ?, 'f', 200, 'null', '2099-01-01T00:00:00.000Z')`,
    seller.seller_id,
    key,
  )

const changeExclusives = await exclusives()
await keep(keys[0])
const original = await originalOf(from)

test('a copy has every row of every table, byte for byte, and keeps every promise', async () => {
  const { differing } = await copyDatabase({ from, to })
  assert.deepEqual(differing, [])
  const [expected, actual] = [await everythingIn(from), await everythingIn(to)]
  assert.deepEqual(
    Object.keys(expected).filter((name) => expected[name]?.length === 0),
    [],
  )
  assert.deepEqual(actual, expected)
})

test('a copy that is run again writes nothing', async () => {
  const writes = await writesTo(to)
  const before = await writes()
  const { tables, differing } = await copyDatabase({ from, to })
  assert.deepEqual(differing, [])
  assert.deepEqual(done({ tables }), {})
  assert.deepEqual(await writes(), before)
  await (await sqlOn(to))('update sandbox_clock set offset_ms = offset_ms + 1')
  assert.notDeepEqual(await writes(), before)
})

test('a copy that is run again after changes brings over these and no more', async () => {
  await copyDatabase({ from, to })
  await seller.customer()
  await changeExclusives()
  await source('delete from idempotency_keys where key <> ?', keys[0])
  await keep(keys[1])
  const copied = await copyDatabase({ from, to })
  assert.deepEqual(copied.differing, [])
  assert.deepEqual(done(copied), {
    customers: [3, 0],
    offers: [4, 0],
    bank_connections: [2, 0],
    checkouts: [1, 0],
    payments: [2, 0],
    idempotency_keys: [1, 1],
    search_terms: [7, 0],
    users: [2, 0],
    audit_events: [4, 0],
    audit_heads: [1, 0],
    attempts: [2, 0],
  })
  assert.deepEqual(await everythingIn(to), await everythingIn(from))
})

test('the source may be in use, and the copy is of one moment', async () => {
  const acknowledged = [(await seller.customer()).id, (await seller.customer()).id]
  let ended = false
  const copying = copy('--json').finally(() => {
    ended = true
  })
  let during = 0
  while (!ended) {
    const { id } = await seller.checkout()
    await seller.post(`/sandbox/checkouts/${id}/pay`)
    during++
  }
  assert.ok(during > 0)
  const { code, out, err } = await copying
  assert.deepEqual([code, err], [0, ''])
  assert.equal((JSON.parse(out) as { verified: boolean }).verified, true)
  const sql = await sqlOn(to)
  for (const id of acknowledged) {
    assert.equal((await sql('select id from customers where id = ?', id)).length, 1)
  }
  // Half of what was written together, such as a session without its payment, would break these.
  const checks = await checkDatabase(to)
  assert.deepEqual(
    checks.filter(({ ok, name }) => !ok && !name.startsWith('every id')),
    [],
  )
})

/** A database with so many customers. */
async function longDatabase(count: number, on?: 'sqlite' | 'postgres'): Promise<string> {
  const database_url = await newDatabase(on)
  const { seller_id } = await createSeller(await openTestDatabase(database_url), {
    name: 'Loja',
    now: service.clock.now(),
  })
  const sql = await sqlOn(database_url)
  const columns =
    '(seller_id, id, name, email, phone, tax_id, status, metadata, created_at, updated_at)'
  const rows = Array.from(
    { length: count },
    (_, i) =>
      `('${seller_id}', 'cus_${i}', 'Ana', '${i}@x.example', null, null, 'active', '{}', 't', 't')`,
  )
  while (rows.length > 0)
    await sql(`insert into customers ${columns} values ${rows.splice(0, 500).join()}`)
  return database_url
}

test('a copy that was cut off between any two batches goes on where it was', async () => {
  const batches = 4
  const long = await longDatabase(batches * BATCH_ROWS + 1)
  const target = await newDatabase(other)
  const sql = await sqlOn(target)
  for (let batch = 1; batch <= batches; batch++) {
    const child = spawn(process.execPath, [victim, long, target, String(batch)], {
      stdio: 'inherit',
    })
    assert.deepEqual(await once(child, 'exit'), [null, 'SIGKILL'])
    const [row] = await sql<{ n: number }>('select count(*) as n from customers')
    assert.equal(row?.n, batch * BATCH_ROWS)
  }
  const copied = await copyDatabase({ from: long, to: target })
  assert.deepEqual(copied.differing, [])
  assert.deepEqual(done(copied), {
    customers: [1, 0],
    api_clients: [1, 0],
    audit_events: [2, 0],
    audit_heads: [1, 0],
  })
  assert.deepEqual(await everythingIn(target), await everythingIn(long))
})

/** Makes the target itself do something else with a customer when it is inserted. */
async function spoil(id: string, { sqlite, postgres }: { sqlite: string; postgres: string }) {
  const sql = await sqlOn(to)
  if (other === 'sqlite') {
    await sql(`create trigger spoil ${sqlite}`)
    return () => sql('drop trigger spoil')
  }
  await sql(`
    create function spoil() returns trigger language plpgsql as
      $$ begin if new.id = '${id}' then ${postgres}; end if; return new; end $$;
    create trigger spoil before insert on customers for each row execute function spoil()`)
  return () => sql('drop trigger spoil on customers; drop function spoil()')
}

test('a row that did not arrive as it was is noticed, and put right by the next run', async () => {
  const ways: [fault: string, of: (id: string) => { sqlite: string; postgres: string }][] = [
    [
      'differs in name',
      (id) => ({
        sqlite: `after insert on customers when new.id = '${id}' begin
        update customers set name = 'Anna' where id = new.id; end`,
        postgres: `new.name := 'Anna'`,
      }),
    ],
    [
      'differs in metadata',
      (id) => ({
        sqlite: `after insert on customers when new.id = '${id}' begin
        update customers set metadata = '{ }' where id = new.id; end`,
        postgres: `new.metadata := '{ }'`,
      }),
    ],
    [
      'is missing',
      (id) => ({
        sqlite: `before insert on customers when new.id = '${id}' begin
        select raise(ignore); end`,
        postgres: 'return null',
      }),
    ],
    [
      'is not in the source',
      (id) => ({
        sqlite: `after insert on customers when new.id = '${id}' begin
        update customers set id = 'cus_1' where id = new.id; end`,
        postgres: `new.id = 'cus_1'`,
      }),
    ],
  ]
  for (const [fault, of] of ways) {
    const { id } = await seller.customer()
    const heal = await spoil(id, of(id))
    const { code, out, err } = await copy('--json')
    assert.equal(code, 1)
    assert.equal((JSON.parse(out) as { verified: boolean }).verified, false)
    assert.match(readFileSync(cli.logOf(to), 'utf8'), /"db copy",.*"complete":false/)
    assert.match(err, /^The target differs from the source: customers [^\n]+\n$/)
    assert.ok(err.includes(fault), err)
    await heal()
    assert.deepEqual((await copyDatabase({ from, to, replaceTarget: true })).differing, [])
  }
})

test('a copy that fails halfway stands in the command log, and so does the next', async () => {
  const logged = () =>
    readFileSync(cli.logOf(to), 'utf8')
      .trimEnd()
      .split('\n')
      .slice(before)
      .map((line) => (JSON.parse(line) as { complete: boolean }).complete)
  await copy()
  const before = readFileSync(cli.logOf(to), 'utf8').trimEnd().split('\n').length
  const { id } = await seller.customer()
  const heal = await spoil(id, {
    sqlite: `before insert on customers when new.id = '${id}' begin
      select raise(abort, 'no room'); end`,
    postgres: `raise exception 'no room'`,
  })
  const { code, out, err } = await copy('--json')
  assert.deepEqual([code, out], [1, ''])
  assert.match(err, /no room\n$/)
  assert.deepEqual(logged(), [false])
  await heal()
  assert.equal((await copy()).code, 0)
  assert.deepEqual(logged(), [false, false, true])
})

/** Everything that could be written to a database by a copy that is then refused. */
async function assertRefused(of: { from: string; to: string }, reason: RegExp): Promise<void> {
  const writes = await writesTo(of.to)
  const before = await writes()
  const line = await cli.refused('db', 'copy', '--from', of.from, '--to', of.to)
  assert.match(line, reason)
  assert.deepEqual(await writes(), before)
}

const record = { sqlite: '__drizzle_migrations', postgres: 'drizzle.__drizzle_migrations' }

test('refuses to copy a database to itself, by whatever names', async () => {
  const same = /They are the same database\.$/
  await assertRefused({ from, to: from }, same)
  const file = databaseFile(from)
  if (file === undefined) return assertRefused({ from, to: `${from}?application_name=x` }, same)
  for (const [name, make] of Object.entries({ symbolic: symlinkSync, hard: linkSync })) {
    const link = join(folder, name)
    make(file, link)
    const writes = await writesTo(from)
    const before = await writes()
    assert.match(await cli.refused('db', 'copy', '--from', from, '--to', `sqlite:${link}`), same)
    assert.deepEqual(await writes(), before)
    // Another name for the database would have left files of that name.
    assert.deepEqual(
      readdirSync(folder).filter((one) => one.startsWith(`${name}-`)),
      [],
    )
  }
})

test('refuses a source that is older or newer than the program, and a newer target', async () => {
  const table = record[engine]
  const insert = `(hash, created_at) values ('', 9000000000000)`
  const older = await original.copy(`delete from ${table}`)
  await assertRefused({ from: older, to }, /The source's schema: it is empty, .*Run db migrate/)
  const newer = await original.copy(`insert into ${table} ${insert}`)
  await assertRefused({ from: newer, to }, /The source's schema: it is unknown_9000000000000, /)
  const sql = await sqlOn(second)
  await sql(`insert into ${record[other]} ${insert}`)
  await assertRefused({ from, to: second }, /The target's schema: it is unknown_9000000000000, /)
  await sql(`delete from ${record[other]} where created_at = 9000000000000`)
})

test('refuses a target with a seller of its own, or a row changed there later', async () => {
  await copyDatabase({ from, to })
  const sql = await sqlOn(to)
  const [product] = await sql<{ id: string; last: string }>(
    'select id, updated_at as last from products limit 1',
  )
  const change = 'update products set updated_at = ? where id = ?'
  await sql(change, '2099-01-01T00:00:00.000Z', product?.id)
  const changed = /1 row of products changed later than in the source \(seller_\S+ prod_[^,)]+\)/
  await assertRefused({ from, to }, changed)
  await sql(change, product?.last, product?.id)
  assert.deepEqual(done(await copyDatabase({ from, to })), {})
  await sql(`insert into sellers (id, name, status, default_currency, created_at, updated_at)
    values ('seller_1', 'Loja', 'active', 'BRL', 't', 't')`)
  await assertRefused({ from, to }, /1 row of sellers of its own \(seller_1\)/)
  await sql(`delete from sellers where id = 'seller_1'`)
})

/** The target is served for a while, and paid there; then the source is written to, the last. */
async function paidInTarget(count: number): Promise<void> {
  await copyDatabase({ from, to })
  const { secret_key } = fixture
  const copied = await startService({
    databaseUrl: to,
    secretKey: secret_key,
    baseUrl: service.url,
  })
  copied.clock.advanceMs(service.clock.now().getTime() - copied.clock.now().getTime())
  const there = await copied.login(seller)
  for (let i = 0; i < count; i++) {
    const { id } = await there.checkout()
    assert.equal((await there.post(`/sandbox/checkouts/${id}/pay`)).status, 200)
  }
  await copied.close()
  service.clock.advanceMs(60_000)
  await (await service.login(seller)).customer()
}

test('payments that only the target has are deleted when that is asked for, only', async () => {
  await paidInTarget(5)
  const before = await everythingIn(to)
  const paid = /5 rows of payments of its own \(seller_\S+ pay_[^)]+, …\).*--replace-target/
  await assertRefused({ from, to }, paid)
  assert.deepEqual(await everythingIn(to), before)
  const { code, out } = await copy('--json', '--replace-target')
  assert.equal(code, 0)
  const { payments } = done(JSON.parse(out) as Pick<Copied, 'tables'>)
  assert.deepEqual(payments, [0, 5])
  assert.deepEqual(await everythingIn(to), await everythingIn(from))
})

test('rows that the source has deleted by itself are no reason to refuse', async () => {
  const [own, forgotten] = ['key_2099', 'key_0']
  const sql = await sqlOn(to)
  const add = (kid: string, created_at: string) =>
    sql(
      `insert into signing_keys (kid, public_jwk, private_jwk_sealed, created_at)
      values (?, '{}', '', ?)`,
      kid,
      created_at,
    )
  const until = (expires_at: string) =>
    sql(
      `insert into idempotency_keys values (?, 'gone', 'f', 200, 'null', ?)`,
      seller.seller_id,
      expires_at,
    )
  await copyDatabase({ from, to })
  await add(forgotten, '2000-01-01T00:00:00.000Z')
  await until('2000-01-01T00:00:00.000Z')
  await sql(
    `insert into passkeys select seller_id, id || '0', user_id, credential_id || '0', public_key,
       counter, transports, name, created_at, last_used_at
     from passkeys limit 1`,
  )
  assert.deepEqual(done(await copyDatabase({ from, to })), {
    signing_keys: [0, 1],
    idempotency_keys: [0, 1],
    passkeys: [0, 1],
  })
  await add(own, '2099-01-01T00:00:00.000Z')
  await assertRefused({ from, to }, /1 row of signing_keys of its own \(key_2099\)/)
  await sql('delete from signing_keys where kid = ?', own)
  await until('2099-01-01T00:00:00.000Z')
  await assertRefused({ from, to }, /1 row of idempotency_keys of its own/)
  await sql(`delete from idempotency_keys where key = 'gone'`)
})

test('the log of a file that is copied to stays short, and is gone at the end', async () => {
  const long = await longDatabase(10 * BATCH_ROWS, 'postgres')
  const url = await newDatabase('sqlite')
  const file = databaseFile(url) ?? ''
  const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0
  let longest = 0
  // Where another connection has the file open, SQLite leaves the log there at the end.
  await openTestDatabase(url)
  await copyDatabase({ from: long, to: url }, () => {
    longest = Math.max(longest, sizeOf(`${file}-wal`))
  })
  assert.ok(longest < sizeOf(file), `${longest} bytes beside ${sizeOf(file)}`)
  assert.equal(sizeOf(`${file}-wal`), 0)
})

test('refuses a source that is not there, and one of this process only', async () => {
  await assertRefused({ from: 'sqlite:missing/none.db', to }, /^There is no database at /)
  const missing = cli.refused('db', 'copy', '--from', `${from}_missing`, '--to', to)
  assert.match(await missing, /^There is no database at |does not exist$/)
  await assertRefused({ from: 'sqlite::memory:', to }, /is not a file that commands can share\.$/)
  const nowhere = cli.refused('db', 'copy', '--from', from, '--to', 'sqlite::memory:')
  assert.match(await nowhere, /is not a file that commands can share\.$/)
})

test('without two addresses, or with one that is none, it is bad usage', async () => {
  assert.match(await cli.badUsage('db', 'copy', '--from', from), /--to <url>/)
  assert.match(await cli.badUsage('db', 'copy', '--to', to), /--from <url>/)
  for (const url of ['mysql://localhost/x', 'data/balcao.db', 'sqlite:']) {
    const line = await cli.badUsage('db', 'copy', '--from', url, '--to', to)
    assert.match(line, /is sqlite:PATH or postgres:/)
  }
})

test('shows a person how far it is, what was done and what has to go along', async () => {
  const { code, out, err } = await copy()
  assert.equal(code, 0)
  assert.match(err, /^copying sellers: \d+ rows$/m)
  assert.match(err, /^verifying payments: \d+ rows$/m)
  assert.match(out, /^customers +\d+ +0 +0$/m)
  assert.match(out, /^Verified row by row\.$/m)
  assert.match(out, /SECRET_KEY/)
  for (const text of [out, err]) assert.doesNotMatch(text, /:\/\/[^/]*:(?!\*\*\*)[^/]*@/)
})
