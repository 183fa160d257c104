/**
 * `npm run bench:profile -- getCustomer …`: where the time of the service goes under the load of an
 * operation, as a flame graph in `flame-getCustomer.svg`; without names, those of the reads and
 * writes.
 */
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { authenticated, fullScale, prepare } from './data.ts'
import { flame, framesOf } from './flame.ts'
import { startLoad } from './measure.ts'
import { operationIds, titles } from './requests.ts'
import type { ComparedId } from './requests.ts'
import { ours, start } from './servers.ts'

/** Runs before the picture is drawn, until frequent code has been compiled. */
const WARM_UP_SECONDS = 4
const SECONDS = 5

const isOperation = (name: string): name is ComparedId =>
  (operationIds as readonly string[]).includes(name)

const named = process.argv.slice(2)
const wanted = named.length > 0 ? named : operationIds.filter((id) => id !== 'issueToken')
const unknown = wanted.find((name) => !isOperation(name))
if (unknown !== undefined) {
  console.error(`${unknown} is none of ${operationIds.join(', ')}.`)
  process.exit(2)
}

const data = fileURLToPath(new URL('../../data', import.meta.url))
mkdirSync(data, { recursive: true })
const folder = mkdtempSync(join(data, 'bench-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130))

const SECRET_KEY = randomBytes(32).toString('base64')
const place = {
  DATABASE_URL: `sqlite:${folder}/prepared.db`,
  BASE_URL: 'https://pagar.loja.example',
  SECRET_KEY,
}
const { accounts } = await prepare(place, fullScale)
const { load, end } = startLoad()

async function draw(operation: ComparedId): Promise<void> {
  const profiles = join(folder, operation)
  const sampled = ['--cpu-prof', `--cpu-prof-dir=${profiles}`, '--cpu-prof-interval=250']
  const options = [...(ours.options ?? []), ...sampled]
  const start_ms = performance.now()
  const { url, stop } = await start({ ...ours, options }, place)
  const callers = await Promise.all(accounts.map((account) => authenticated(url, account)))
  await load({ url, operation, callers, seconds: WARM_UP_SECONDS })
  const elapsed_us = () => (performance.now() - start_ms) * 1000
  const from_us = elapsed_us()
  await load({ url, operation, callers, seconds: SECONDS })
  const until_us = elapsed_us()
  await stop()
  const [file = ''] = readdirSync(profiles)
  const profile = JSON.parse(readFileSync(join(profiles, file), 'utf8')) as Parameters<
    typeof framesOf
  >[0]
  const svg = flame(`${ours.title}: ${titles[operation]}`, framesOf(profile, from_us, until_us))
  writeFileSync(new URL(`flame-${operation}.svg`, import.meta.url), svg)
  console.log(`packages/bench/flame-${operation}.svg`)
}

for (const operation of wanted.filter(isOperation)) await draw(operation)
end()
