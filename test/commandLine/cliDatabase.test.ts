/** `db check`, `db migrate` and `db repair` as an operator uses them. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'vitest'
import { databaseFile } from '../../db/databaseUrl.ts'
import type { Check } from '../../db/maintenance/check.ts'
import { invariantsOf } from '../../db/maintenance/invariants.ts'
import { knownMigrations } from '../../db/maintenance/snapshot.ts'
import { originalOf } from '../support/clones.ts'
import { CommandLine } from '../support/commandLine.ts'
import { engine, newDatabase, newEmptyDatabase, sqlOn } from '../support/engine.ts'
import { startService } from '../support/service.ts'

type Report = { ok: boolean; checks: Check[] }

const databaseUrl = await newDatabase()
const secretKey = Buffer.alloc(32)
const service = await startService({ databaseUrl, secretKey, real_clock: true })
const cli = new CommandLine({ DATABASE_URL: databaseUrl })
const on = (url: string) => cli.with({ DATABASE_URL: url })

const seller = await service.account()
const customer = await seller.customer()
const completed = await seller.checkout()
await seller.post(`/sandbox/checkouts/${completed.id}/pay`)
const original = await originalOf(databaseUrl)

test('db check finds nothing wrong while the service writes', async () => {
  const checking = cli.json<Report>('db', 'check')
  let checked = false
  const watched = checking.finally(() => {
    checked = true
  })
  while (!checked) {
    const { id } = await seller.checkout()
    await seller.post(`/sandbox/checkouts/${id}/pay`)
  }
  const { ok, checks } = await watched
  assert.equal(ok, true)
  assert.ok(checks.length > invariantsOf(engine).length)
  assert.deepEqual(
    checks.filter((one) => !one.ok || one.broken.length > 0),
    [],
  )
})

test('db check exits 1, prints the report and says in one line what is wrong', async () => {
  const url = await original.spoiled(
    `delete from payments; update customers set email = 'Ana@example.com'`,
  )
  const [json, text] = await Promise.all([
    on(url).run('db', 'check', '--json'),
    on(url).run('db', 'check'),
  ])
  const names = [
    'an e-mail is in lower case and belongs to one customer',
    'a completed checkout is settled by one payment, of its amount',
    'a checkout names the payment that settled it, and what was refunded of that',
    'the totals of the days count each payment that settled a checkout',
    'each completed checkout has one event',
  ]
  assert.deepEqual([json.code, text.code], [1, 1])
  const report = JSON.parse(json.out) as Report
  assert.equal(report.ok, false)
  assert.deepEqual(
    report.checks.filter(({ ok }) => !ok).map(({ name }) => name),
    names,
  )
  for (const { err } of [json, text]) {
    assert.match(err, /^Broken: [^\n]+\n$/)
    assert.ok(err.includes(`${names[0]} (${customer.id})`), err)
    assert.ok(err.includes(`${names[1]} (${completed.id}`), err)
  }
  assert.match(text.out, /^BROKEN {2}an e-mail is in lower case/m)
  assert.match(text.out, /^ok {6}the schema is up to date$/m)
})

test('db check changes nothing in the database', async () => {
  const url = await original.copy()
  const file = databaseFile(url)
  if (file === undefined) {
    const sql = await sqlOn(databaseUrl)
    const name = new URL(url).pathname.slice(1)
    await sql(`alter database ${name} set default_transaction_read_only = on`)
    await on(url).json('db', 'check')
  } else {
    const before = readFileSync(file)
    await on(url).json('db', 'check')
    assert.ok(readFileSync(file).equals(before))
  }
})

test('db check refuses a database that is not there, and does not make it', async () => {
  const missing = `${databaseUrl}_missing`
  const file = databaseFile(missing)
  const reason =
    file === undefined
      ? /^Could not look into .*: No primary answers: .* does not exist\.$/
      : /^There is no database at \S+_missing\.$/
  for (const _ of [1, 2]) {
    const { code, err } = await on(missing).run('db', 'check')
    assert.deepEqual([code, reason.test(err.trim())], [file === undefined ? 3 : 1, true], err)
  }
})

test('db migrate makes the schema once and says what it did', async () => {
  const fresh = on(await newEmptyDatabase())
  const known = knownMigrations[engine]
  const schema = known.at(-1)
  assert.deepEqual(await fresh.json('db', 'migrate'), { applied: known, schema })
  assert.deepEqual(await fresh.json('db', 'migrate'), { applied: [], schema })
  assert.equal(
    await fresh.text('db', 'migrate'),
    `Nothing to do: the schema is ${schema} already.\n`,
  )
  assert.equal((await fresh.json<Report>('db', 'check')).ok, true)
})

test('db repair prints what it has mended, and nothing is left for it', async () => {
  const url = await original.spoiled('update checkouts set payment_id = null')
  const { err } = await on(url).run('db', 'check')
  assert.match(err, /; db repair repairs it[;.]/)
  const { repaired } = await on(url).json<{ repaired: Record<string, number> }>('db', 'repair')
  assert.equal(repaired['payment_id'], 1)
  assert.equal(await on(url).text('db', 'repair'), 'Nothing to repair.\n')
})
