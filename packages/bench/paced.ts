/**
 * `npm run bench:paced -- getCustomer …`: processor time of a request at 100 requests a second, for
 * the service, the floor and tuned Fastify, in the first requests of a process and in later ones,
 * and beside it the requests a second at full load; without names, for every operation. `--before
 * PATH` adds another work tree, in turn with this one.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startServer } from '../../test/support/postgres.ts'
import { fullScale, prepare } from './data.ts'
import { postgresStage, sqliteStage, startLoad } from './measure.ts'
import type { Load, Stage } from './measure.ts'
import { median } from './median.ts'
import { callersOf, measurePaced } from './pacedOperations.ts'
import type { PacedFigures, Subject } from './pacedOperations.ts'
import { operationIds, titles } from './requests.ts'
import type { ComparedId } from './requests.ts'
import { ours, peers, postgresFloor, serviceOf, start } from './servers.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    before: { type: 'string' },
    engine: { type: 'string', default: 'both' },
    rounds: { type: 'string', default: '3' },
  },
})
const isOperation = (name: string): name is ComparedId =>
  (operationIds as readonly string[]).includes(name)
const unknown = positionals.find((name) => !isOperation(name))
if (unknown !== undefined) {
  console.error(`${unknown} is none of ${operationIds.join(', ')}.`)
  process.exit(2)
}
const named = positionals.filter(isOperation)
const rounds = Number(values.rounds)

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130))

const compared = peers.filter(({ id }) => id === 'floor' || id === 'fastifyTuned')
const earlier = values.before ? [serviceOf(resolve(values.before), 'before', 'before')] : []

type Row = { subject: Subject; figures: PacedFigures[] }

const ratio = (one: Row, other: Row, of: keyof PacedFigures) =>
  median(one.figures.map((found, i) => found[of] / (other.figures[i]?.[of] ?? NaN))).toFixed(2)

/** A line for each server, with the ratios of the first one to each other. */
function reportOf(operation: ComparedId, rows: Row[]): string {
  const [first] = rows
  const line = (row: Row) => {
    const middle = (of: keyof PacedFigures) => median(row.figures.map((found) => found[of]))
    const cell = (of: keyof PacedFigures) =>
      `${Math.round(middle(of))}`.padStart(7) +
      (first && row !== first ? ` (${ratio(first, row, of)}×)` : '').padEnd(9)
    const cells = ['cold_us', 'warm_us', 'requests_per_second'] as const
    const refused = row.figures.reduce((total, found) => total + found.refused, 0)
    const { title } = row.subject.program
    return [
      `  ${title.padEnd(24)}`,
      ...cells.map(cell),
      refused > 0 ? `${refused} answered 503` : '',
    ].join('')
  }
  const head = `${titles[operation].padEnd(26)}cold µs         warm µs         requests a second`
  return [head, ...rows.map(line), ''].join('\n')
}

async function measure(engine: string, stage: Stage, load: Load): Promise<void> {
  const place = await stage.prepared()
  const fixture = await prepare(place, fullScale)
  const issuer = { ...ours, id: 'issuer' }
  const subjects: Subject[] = []
  for (const program of stage.programs) {
    subjects.push({ program, place: await stage.copy(program.id) })
  }
  const { url, stop } = await start(issuer, await stage.copy(issuer.id))
  try {
    for (const operation of named.length > 0 ? named : stage.operations) {
      if (!stage.operations.includes(operation)) continue
      const rows: Row[] = subjects.map((subject) => ({ subject, figures: [] }))
      for (let round = 0; round < rounds; round++) {
        const first = round % rows.length
        for (const { subject, figures } of [...rows.slice(first), ...rows.slice(0, first)]) {
          const callers = await callersOf(url, fixture)
          figures.push(await measurePaced(subject, operation, callers, load))
        }
      }
      console.log(`${engine}, ${reportOf(operation, rows)}`)
    }
  } finally {
    await stop()
  }
}

async function onSqlite(load: Load): Promise<void> {
  const data = fileURLToPath(new URL('../../data', import.meta.url))
  mkdirSync(data, { recursive: true })
  const folder = mkdtempSync(join(data, 'bench-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const programs = [ours, ...compared, ...earlier]
  await measure('SQLite', { ...sqliteStage(folder), programs }, load)
}

async function onPostgres(load: Load): Promise<void> {
  const server = await startServer()
  try {
    const programs = [ours, postgresFloor, ...earlier]
    await measure('PostgreSQL', { ...postgresStage(server.url), programs }, load)
  } finally {
    await server.remove()
  }
}

const { load, end } = startLoad()
if (values.engine !== 'postgres') await onSqlite(load)
if (values.engine !== 'sqlite') await onPostgres(load)
end()
