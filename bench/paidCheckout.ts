/**
 * `npm run bench:sale`: what a whole paid checkout costs the process of the service, at 20 a second:
 * token, checkout, hosted page, charge at the bank over mutual TLS, callback, settlement, signed
 * event, read. `--before PATH` measures another work tree in turn with this one; `--profile` shows
 * where the time goes, and makes it longer.
 */
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { phasesOf } from './sale/phases.ts'
import { profiling, selfTimes } from './sale/selfTimes.ts'
import { openShop } from './sale/shop.ts'
import type { Stand } from './sale/shop.ts'
import { startBank, startReceiver } from './sale/world.ts'
import { ours, serviceOf } from './servers.ts'
import type { Program } from './servers.ts'

const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    profile: { type: 'boolean', default: false },
    'per-second': { type: 'string', default: '20' },
    rounds: { type: 'string', default: '3' },
    cold: { type: 'string', default: '200' },
    'warm-up': { type: 'string', default: '400' },
    warm: { type: 'string', default: '400' },
  },
})

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130))

const data = fileURLToPath(new URL('../data', import.meta.url))
mkdirSync(data, { recursive: true })
const folder = mkdtempSync(join(data, 'bench-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

const profilesOf = ({ id }: Program) => join(folder, `profiles-${id}`)

async function standOf(of: Program): Promise<Stand> {
  const more = values.profile ? profiling(profilesOf(of)) : []
  const program = { ...of, options: [...(of.options ?? []), ...more] }
  const place = {
    DATABASE_URL: `sqlite:${join(folder, `${program.id}.db`)}`,
    SECRET_KEY: randomBytes(32).toString('base64'),
  }
  const [bank, receiver] = await Promise.all([startBank(), startReceiver(folder)])
  return openShop(program, place, { bank, receiver })
}

const programs = [ours]
if (values.before) programs.push(serviceOf(resolve(values.before), 'before', 'Before'))
const plan = {
  per_second: Number(values['per-second']),
  cold: Number(values.cold),
  warm_up: Number(values['warm-up']),
  warm: Number(values.warm),
}
const stands: [Program, Stand][] = []
for (const program of programs) stands.push([program, await standOf(program)])
for (let round = 0; round < Number(values.rounds); round++) {
  for (const [program, stand] of stands) {
    const found = await phasesOf(stand, plan)
    console.log(program.title, JSON.stringify(found, null, 1))
    if (values.profile) {
      console.log(selfTimes(profilesOf(program), program.tree ?? '', found.warm.window))
      rmSync(profilesOf(program), { recursive: true })
    }
  }
}
process.exit()
