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
import { freePort } from '../../scripts/ports.ts'
import { onServer, prepareServer, ROLE, startServer, urlOf } from '../support/postgres.ts'
import { multiply } from './bulk.ts'
import { Load } from './load.ts'
import { LockWatch } from './lockWatch.ts'
import { commitBefore, FIRST_NEW_MIGRATION, Program, programAt, ROOT } from './oldProgram.ts'

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
})

type Seller = { id: string; client: { client_id: string; client_secret: string } }

const programs = (databaseUrl: string) => ({
  old: new Program(programAt(commitBefore(values.before)), environmentOf(databaseUrl)),
  current: new Program(ROOT, environmentOf(databaseUrl)),
})

/** Fills a database by the old program; returns the load that goes on with it. */
async function begin(old: Program): Promise<{ load: Load; port: number; stop(): Promise<void> }> {
  const made = old.json<Record<string, unknown>>('sellers', 'create', '--name', 'Loja')
  const found = (made['client'] ?? made) as Seller['client']
  const serving = await old.serve(await freePort())
  const { port } = serving
  const login = await fetch(`http://127.0.0.1:${port}/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${found.client_id}:${found.client_secret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  const { access_token } = (await login.json()) as { access_token: string }
  const product = await fetch(`http://127.0.0.1:${port}/v1/products`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Caneca', default_offer: { amount_minor: 100, currency: 'BRL' } }),
  })
  const { default_offer } = (await product.json()) as { default_offer: { id: string } }
  const load = new Load({ client: found, offer_id: default_offer.id })
  return { load, port, stop: () => serving.stop() }
}

type Check = { ok: boolean; checks: { name: string; ok: boolean; broken: string[] }[] }

/** What `db check` still finds once there was time for a repair. */
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
  load.ports = [first.port]
  load.start()
  await wait(STAGE_MS)
  await first.stop()
  let serving = await current.serve(first.port)
  await wait(STAGE_MS)
  for (const program of [old, current]) {
    await serving.stop()
    serving = await program.serve(first.port)
    await wait(STAGE_MS)
  }
  await load.stop()
  await assertWhole(current)
  await serving.stop()
  report('sqlite', factsOf(load))
  rmSync(folder, { recursive: true })
}

/** Beside each other, rolling: forward, back and forward. */
async function upgradeOnPostgres(databaseUrl: string, superuserUrl: string): Promise<void> {
  const { old, current } = programs(databaseUrl)
  const first = await begin(old)
  const { load } = first
  load.ports = [first.port]
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
  const wal = (await watch.walBytes()) - walFilled
  const upgraded = { ...factsOf(load), startMs: Math.round(second.startMs), ...watch.facts(), wal }
  report('postgres, upgraded', upgraded)
  load.ports = [first.port, second.port]
  await wait(STAGE_MS)
  load.ports = [second.port]
  await wait(500)
  await first.stop()
  await wait(STAGE_MS)
  // Back, and forward again.
  const third = await old.serve(await freePort())
  load.ports = [third.port]
  await wait(500)
  await second.stop()
  await wait(STAGE_MS)
  const fourth = await current.serve(await freePort())
  load.ports = [third.port, fourth.port]
  await wait(STAGE_MS)
  load.ports = [fourth.port]
  await wait(500)
  await third.stop()
  await load.stop()
  const stopped = performance.now()
  await assertWhole(current)
  const wholeMs = Math.round(performance.now() - stopped)
  await fourth.stop()
  await watch.end()
  await assertCounted(superuserUrl, load)
  report('postgres', { ...factsOf(load), ...watch.facts(), wholeMs, wal: walBefore && wal })
}

/** Every sale that was acknowledged names its payment, and stands in the sums. */
async function assertCounted(url: string, load: Load): Promise<void> {
  await onServer(url, async (client) => {
    const named = await client.query(
      'select 1 from checkouts where id = any($1) and payment_id is not null',
      [load.paid],
    )
    assert.equal(named.rowCount, load.paid.length, 'a sale is lost, or names no payment')
    const { rows } = await client.query<{ n: string; days: string }>(`
      select (select count(*) from payments where outcome = 'settled') as n,
        (select sum(payments_count) from daily_totals) as days`)
    assert.equal(rows[0]?.n, rows[0]?.days, 'the days do not count each payment once')
  })
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
      filled.load.ports = [filled.port]
      filled.load.start()
      await wait(STAGE_MS)
      await filled.load.stop()
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
