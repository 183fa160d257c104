/**
 * `npm run bench:sale`: the processor time of whole paid checkouts, 20 a second: token, session,
 * page, charge at the bank over mutual TLS, callback, settlement, signed event, read. Beside
 * it the same by hand; `--before PATH` adds another work tree, in turn with this one. `--profile`
 * shows where the time of warm sales goes, and makes them take longer.
 */
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import {
  newNameOf,
  onServer,
  prepareServer,
  startServer,
  urlOf,
} from '../../test/support/postgres.ts'
import { phasesOf } from './sale/phases.ts'
import type { Phases, Plan } from './sale/phases.ts'
import { saleReport } from './sale/report.ts'
import { profiling, selfTimes } from './sale/selfTimes.ts'
import { openByHand, openShop } from './sale/shop.ts'
import type { Stand } from './sale/shop.ts'
import { startBank, startReceiver } from './sale/world.ts'
import { ours, saleByHand, serviceOf } from './servers.ts'
import type { Program } from './servers.ts'

const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    engine: { type: 'string', default: 'both' },
    stay: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
    'per-second': { type: 'string', default: '20' },
    rounds: { type: 'string', default: '3' },
    cold: { type: 'string', default: '200' },
    'warm-up': { type: 'string', default: '400' },
    warm: { type: 'string', default: '400' },
  },
})
const plan: Plan = {
  per_second: Number(values['per-second']),
  cold: Number(values.cold),
  warm_up: Number(values['warm-up']),
  warm: Number(values.warm),
}
const rounds = Number(values.rounds)

// `exit` ends the child processes and removes the temporary files, too.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130))

const data = fileURLToPath(new URL('../../data', import.meta.url))
mkdirSync(data, { recursive: true })
const folder = mkdtempSync(join(data, 'bench-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

const programs = [ours, saleByHand]
if (values.before) programs.push(serviceOf(resolve(values.before), 'before', 'before'))

/** A database for each program, and the counts of its server. */
type Databases = {
  create(name: string): Promise<string>
  counts?: () => Promise<Record<string, number>>
}

const profilesOf = ({ id }: Program) => join(folder, `profiles-${id}`)

async function standOf(of: Program, { create, counts }: Databases): Promise<Stand> {
  const more = values.profile ? profiling(profilesOf(of)) : []
  const program = { ...of, options: [...(of.options ?? []), ...more] }
  const place = {
    DATABASE_URL: await create(newNameOf(of.id.toLowerCase())),
    SECRET_KEY: randomBytes(32).toString('base64'),
  }
  const [bank, receiver] = await Promise.all([startBank(), startReceiver(folder)])
  const site = { place, bank, receiver, areBuyersStaying: values.stay }
  const counting = { ...site, ...(counts && { serverCounts: counts }) }
  return of === saleByHand ? openByHand(program, counting) : openShop(program, counting)
}

/** Each round measures every program, and begins with another one. */
async function measure(engine: string, databases: Databases): Promise<void> {
  const all: { program: Program; stand: Stand; rounds: Phases[] }[] = []
  for (const program of programs) {
    all.push({ program, stand: await standOf(program, databases), rounds: [] })
  }
  for (let round = 0; round < rounds; round++) {
    const first = round % all.length
    for (const one of [...all.slice(first), ...all.slice(0, first)]) {
      const found = await phasesOf(one.stand, plan)
      one.rounds.push(found)
      if (!values.profile) continue
      const { program } = one
      const profiles = profilesOf(program)
      console.log(program.title, selfTimes(profiles, program.tree ?? '', found.warm.window))
      rmSync(profiles, { recursive: true })
    }
    console.error(`${engine}: round ${round + 1} of ${rounds}`)
  }
  console.log(`${saleReport(engine, all)}\n`)
}

/**
 * Each transaction that writes takes a number, and its commit is synced, but for counts of requests
 * in a table without a log.
 */
const SYNCED = `
  select pg_snapshot_xmax(pg_current_snapshot())::text::int - (
    select coalesce(sum(calls), 0)::int from pg_stat_statements where query ~ 'usage_limits'
  ) as commits`

async function onPostgres(): Promise<void> {
  const server = await startServer()
  try {
    await prepareServer(server.url)
    await measure('PostgreSQL', {
      async create(name) {
        await onServer(server.url, (client) => client.query(`create database ${name}`))
        return urlOf(server.url, name)
      },
      counts: () =>
        onServer(server.url, async (client) => {
          return (await client.query<{ commits: number }>(SYNCED)).rows[0] ?? {}
        }),
    })
  } finally {
    await server.remove()
  }
}

if (values.engine !== 'postgres') {
  await measure('SQLite', { create: async (name) => `sqlite:${join(folder, `${name}.db`)}` })
}
if (values.engine !== 'sqlite') await onPostgres()
process.exit()
