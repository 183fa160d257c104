/**
 * `npm run test:upgrade`: the program of the version before, from the history, is upgraded to this
 * one under load, rolling, goes back and forward, and is killed at each migration.
 * `-- --checkouts 1000000` fills the database first; `-- --before 0006` takes an older version.
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { knownMigrations } from '../../db/maintenance/snapshot.ts'
import { freePort } from '../../cli/ports.ts'
import { onServer, prepareServer, ROLE, startServer, urlOf } from '../support/postgres.ts'
import { AtBank } from './atBank.ts'
import { multiply } from './bulk.ts'
import { assertCounted, untilNamed } from './counted.ts'
import { HangingReceiver } from './hangingReceiver.ts'
import { Load } from './load.ts'
import { LockWatch } from './lockWatch.ts'
import { commitBefore, FIRST_NEW_MIGRATION, Program, programAt, ROOT } from './oldProgram.ts'
import { assertReadable } from './readable.ts'
import type { Selling } from './selling.ts'
import { sellingAt } from './selling.ts'
import { Subscribing } from './subscribing.ts'

const { values } = parseArgs({
  options: {
    checkouts: { type: 'string', default: '0' },
    before: { type: 'string', default: FIRST_NEW_MIGRATION },
    engine: { type: 'string', default: 'both' },
  },
})
const COUNT = Number(values.checkouts)

/** How long the load goes on in each stage, and how long a repair may take, a row a millisecond. */
const STAGE_MS = COUNT > 0 ? 5_000 : 2_000
const REPAIR_MS = 10_000 + COUNT

const secret = randomBytes(32).toString('base64')
const environmentOf = (databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  SECRET_KEY: secret,
  MODE: 'sandbox',
  RECONCILE_SECONDS: '1',
})

const programs = (databaseUrl: string) => ({
  old: new Program(programAt(commitBefore(values.before)), environmentOf(databaseUrl)),
  current: new Program(ROOT, environmentOf(databaseUrl)),
})

/** Work that goes on during the upgrade: sales, payments at a bank, and hanging deliveries. */
type Open = {
  load: Load
  port: number
  selling: Selling
  atBank: AtBank
  receiver: HangingReceiver
}

/** Begins to sell by the old program. */
async function begin(old: Program): Promise<Open & { stop(): Promise<void> }> {
  const serving = await old.serve(await freePort())
  const { port } = serving
  const selling = await sellingAt(old, port)
  const receiver = new HangingReceiver()
  await receiver.start(old, selling)
  const load = new Load(selling)
  load.ports = [port]
  const atBank = await AtBank.start(old, port, () => load.ports)
  return { load, port, selling, atBank, receiver, stop: () => serving.stop() }
}

/** Ends all that, and says what there was. */
async function end({ load, atBank, receiver }: Open, port: number): Promise<object> {
  await load.stop()
  return { bank: await atBank.stop(port), delivered: await receiver.stop() }
}

type Check = { ok: boolean; checks: { name: string; ok: boolean; broken: string[] }[] }

/** Fails when `db check` still finds something broken after REPAIR_MS. */
async function assertWhole(current: Program): Promise<void> {
  const endMs = performance.now() + REPAIR_MS
  for (;;) {
    const { code, out } = current.run('db', 'check', '--json')
    if (code === 0) return
    const { checks } = JSON.parse(out) as Check
    const broken = checks.filter(({ ok }) => !ok).map(({ name, broken }) => [name, broken.length])
    assert.ok(performance.now() < endMs, `db check ends with ${code}: ${JSON.stringify(broken)}`)
    await wait(500)
  }
}

const report = (name: string, facts: object) => console.log(name, JSON.stringify(facts))

const factsOf = (load: Load) => ({
  paid: load.paid.length,
  longestGapMs: Math.round(load.longestGapMs),
  faults: Object.fromEntries(load.faults),
})

/** One process after the other, as SQLite has it: forward, back and forward. */
async function upgradeOnSqlite(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-upgrade-'))
  const { old, current } = programs(`sqlite:${join(folder, 'balcao.db')}`)
  const first = await begin(old)
  const { load } = first
  load.start()
  await wait(STAGE_MS)
  await first.stop()
  let serving = await current.serve(first.port)
  const plans = await Subscribing.start(first.atBank, current, first.port)
  await plans.authorize(1)
  await plans.refund(first.port)
  await wait(STAGE_MS)
  for (const program of [old, current]) {
    await serving.stop()
    serving = await program.serve(first.port)
    if (program === old) await plans.payUnknown(first.port)
    await wait(STAGE_MS)
  }
  const subscriptions = await plans.assertTaken(first.port)
  const opened = { ...(await end(first, first.port)), subscriptions }
  await assertWhole(current)
  await serving.stop()
  report('sqlite', { ...factsOf(load), ...opened })
  rmSync(folder, { recursive: true })
}

/** Beside each other, rolling: forward, back and forward. */
async function upgradeOnPostgres(databaseUrl: string, superuserUrl: string): Promise<void> {
  const { old, current } = programs(databaseUrl)
  const first = await begin(old)
  const { load } = first
  load.start()
  await wait(STAGE_MS)
  const watch = await LockWatch.start(superuserUrl)
  const walBefore = await watch.walBytes()
  if (COUNT > 0) {
    await onServer(superuserUrl, (client) => multiply(client, load.paid[0] ?? '', COUNT))
    report('filled', { checkouts: COUNT })
  }
  const walFilled = await watch.walBytes()
  load.longestGapMs = 0
  const second = await current.serve(await freePort())
  if (COUNT > 0) {
    const { selling } = first
    await assertReadable(current, { selling, port: second.port, count: COUNT })
  }
  const wal = (await watch.walBytes()) - walFilled
  const upgraded = { ...factsOf(load), startMs: Math.round(second.startMs), ...watch.facts(), wal }
  report('postgres, upgraded', upgraded)
  load.ports = [first.port, second.port]
  const plans = await Subscribing.start(first.atBank, current, second.port)
  await plans.authorize(1)
  await wait(STAGE_MS)
  load.ports = [second.port]
  await wait(500)
  await first.stop()
  await wait(STAGE_MS)
  // Back, and forward again.
  const third = await old.serve(await freePort())
  load.ports = [third.port]
  await plans.refund(second.port)
  await second.stop()
  await plans.payUnknown(third.port)
  await wait(STAGE_MS)
  const fourth = await current.serve(await freePort())
  load.ports = [third.port, fourth.port]
  await wait(STAGE_MS)
  load.ports = [fourth.port]
  await wait(500)
  await third.stop()
  const subscriptions = await plans.assertTaken(fourth.port)
  const opened = { ...(await end(first, fourth.port)), subscriptions }
  const stopped = performance.now()
  await assertWhole(current)
  await untilNamed(superuserUrl, REPAIR_MS)
  await assertWhole(current)
  const wholeMs = Math.round(performance.now() - stopped)
  await fourth.stop()
  await watch.end()
  await assertCounted(superuserUrl, load)
  const facts = { ...factsOf(load), ...opened, ...watch.facts(), wholeMs }
  report('postgres', { ...facts, wal: walBefore && wal })
}

/** A migration that is killed once a database has so many of its steps is taken up again. */
async function killAtEach(server_url: string, superuserUrl: string): Promise<void> {
  const known = knownMigrations.postgres
  const first = known.findIndex((one) => one.startsWith(values.before))
  const servedMs: number[] = []
  const usualMs: number[] = []
  for (let at = first; at < known.length; at++) {
    const name = `killed_${at}`
    await onServer(server_url, async (client) => {
      const of = new URL(superuserUrl).pathname.slice(1)
      await client.query(`create database ${name} template ${of} owner ${ROLE}`)
    })
    const { current } = programs(urlOf(server_url, name, ROLE))
    const child = current.begin('db', 'migrate')
    await onServer(urlOf(server_url, name), async (client) => {
      const count = 'select count(*)::int as n from drizzle.__drizzle_migrations'
      const isThere = async () => ((await client.query(count)).rows[0] as { n: number }).n > at
      while (child.exitCode === null && !(await isThere())) await wait(1)
    })
    child.kill('SIGKILL')
    const serving = await current.serve(await freePort())
    servedMs.push(Math.round(serving.startMs))
    await serving.stop()
    await assertWhole(current)
    const again = await current.serve(await freePort())
    usualMs.push(Math.round(again.startMs))
    await again.stop()
  }
  report('killed at each migration', { servedMs, usualMs })
}

async function onPostgres(): Promise<void> {
  const server = await startServer(['autovacuum=on', 'max_wal_size=4GB', 'synchronous_commit=on'])
  try {
    await prepareServer(server.url)
    const make = (name: string) =>
      onServer(server.url, (client: pg.Client) =>
        client.query(`create database ${name} owner ${ROLE}`),
      )
    if (COUNT === 0) {
      await make('template_old')
      const { old } = programs(urlOf(server.url, 'template_old', ROLE))
      const filled = await begin(old)
      filled.load.start()
      await wait(STAGE_MS)
      await end(filled, filled.port)
      await filled.stop()
      await killAtEach(server.url, urlOf(server.url, 'template_old'))
    }
    await make('upgraded')
    await upgradeOnPostgres(urlOf(server.url, 'upgraded', ROLE), urlOf(server.url, 'upgraded'))
  } finally {
    await server.remove()
  }
}

if (values.engine !== 'postgres' && COUNT === 0) await upgradeOnSqlite()
if (values.engine !== 'sqlite') await onPostgres()
