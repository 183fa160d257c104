/** Compares the figures with the targets, and prints both. */
import type { ColdStart } from './coldStart.ts'
import type { Measured, Results } from './measure.ts'
import { median } from './median.ts'
import { titles } from './requests.ts'
import type { ComparedId, OperationId } from './requests.ts'
import { ours, oursTwice, postgresFloor } from './servers.ts'

/** A target: a ratio of requests per second. */
type Bar = {
  of: string
  against: string
  operations: OperationId[]
  at_least: number
  /** With fewer cores the target is not judged. */
  cores?: number
}

/** The verdict on a target; `reached` is undefined where this machine or run cannot tell. */
export type Verdict = { subject: string; found: string; bar: string; reached: boolean | undefined }

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })

const reads: OperationId[] = ['getCustomer', 'listCheckouts']
const writes: ComparedId[] = ['createCustomer', 'createCheckout', 'updateOffer']

const against = (id: string, read: number, write: number): Bar[] => [
  { of: ours.id, against: id, operations: reads, at_least: read },
  { of: ours.id, against: id, operations: writes, at_least: write },
]

const sqliteBars: Bar[] = [...against('floor', 0.8, 0.8), ...against('fastifyTuned', 1, 4)]

/** Two processes, the database and the load each want a core of their own. */
const CORES_FOR_TWO = 4

const postgresBars: Bar[] = [
  ...against(postgresFloor.id, 0.8, 0.8),
  {
    of: oursTwice.id,
    against: ours.id,
    operations: [...reads, ...writes],
    at_least: 1.6,
    cores: CORES_FOR_TWO,
  },
]

/** The load was what held a server back when it was busy for more of the time than this. */
const BUSY = 0.9

type Figure = keyof Measured['figures'][number]

/** The median over the rounds of one figure. */
export const medianOf = (name: Figure, { figures }: Measured) =>
  median(figures.map((one) => one[name]))

const measuredOf = (all: Measured[], id: string, operation: OperationId) =>
  all.find((one) => one.program.id === id && one.operation === operation)

function judged(all: Measured[], bars: Bar[], { cores }: Results): Verdict[] {
  return bars.flatMap((bar) =>
    bar.operations.flatMap((operation) => {
      const [one, other] = [bar.of, bar.against].map((id) => measuredOf(all, id, operation))
      if (!one || !other) return []
      const figure = 'requests_per_second'
      const ratio = medianOf(figure, one) / medianOf(figure, other)
      return [
        {
          subject: `${one.program.title} / ${other.program.title}, ${titles[operation]}`,
          found: `${ratio.toFixed(2)}×`,
          bar: `≥ ${bar.at_least}×`,
          reached: cores < (bar.cores ?? 0) ? undefined : ratio >= bar.at_least,
        },
      ]
    }),
  )
}

/** A start of ours against one of the peer with six operations and no contract. */
function judgedStarts({ cold_starts }: Results): Verdict[] {
  const [own, other] = [ours.id, 'fastifyTuned'].map((id) =>
    median(cold_starts.find(({ program }) => program.id === id)?.durations_ms ?? []),
  )
  const ratio = (own ?? NaN) / (other ?? NaN)
  return [
    {
      subject: 'Balcão / Fastify, tuned, start to first answer',
      found: `${ratio.toFixed(2)}×`,
      bar: '≤ 1.1×',
      reached: ratio <= 1.1,
    },
  ]
}

/** Each item is checked, drawn up and stored. */
function judgedCarts({ carts }: Results): Verdict[] {
  const [one, three] = carts.map((measured) => medianOf('requests_per_second', measured))
  const ratio = (three ?? NaN) / (one ?? NaN)
  return [
    {
      subject: `${titles.createCartCheckout} / ${titles.createCheckout}`,
      found: `${ratio.toFixed(2)}×`,
      bar: '≥ 0.8×',
      reached: ratio >= 0.8,
    },
  ]
}

/** Every target, and whether it was reached. */
export const verdicts = (results: Results): Verdict[] => [
  ...judged(results.sqlite, sqliteBars, results),
  ...judged(results.postgres, postgresBars, results),
  ...judgedCarts(results),
  ...judgedStarts(results),
]

const short = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })

function table(rows: string[][]): string {
  const widths = rows[0]?.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0))) ?? []
  const line = (row: string[]) =>
    row
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join('  ')
  return rows.map(line).join('\n')
}

/** One row for each server, one column for each operation. */
function figuresTable(all: Measured[]): string {
  const operations = [...new Set(all.map(({ operation }) => operation))]
  const programs = [...new Map(all.map(({ program }) => [program.id, program])).values()]
  const cell = (one: Measured | undefined) => {
    if (!one) return ''
    const rate = whole.format(medianOf('requests_per_second', one))
    return `${rate} (${short.format(medianOf('p99_ms', one))})`
  }
  return table([
    ['', ...operations.map((id) => titles[id])],
    ...programs.map(({ id, title }) => [
      title,
      ...operations.map((operation) => cell(measuredOf(all, id, operation))),
    ]),
  ])
}

function startsTable(all: ColdStart[]): string {
  const rows = all.map(({ program, durations_ms }) => [
    program.title,
    `${whole.format(median(durations_ms))} ms`,
  ])
  return table([['', 'start to first answer'], ...rows])
}

function verdictTable(all: Verdict[]): string {
  const said = ({ reached }: Verdict) =>
    reached === undefined ? 'not judged here' : reached ? 'reached' : 'NOT REACHED'
  return table(all.map((one) => [one.subject, one.found, one.bar, said(one)]))
}

/** Names ratios that may flatter the slower server, because the load could not go faster. */
function boundByLoad(all: Measured[]): string[] {
  return all
    .filter((one) => medianOf('load_busy', one) > BUSY)
    .map(
      ({ program, operation }) =>
        `The load was busy all the time: ${program.title}, ${titles[operation]}.`,
    )
}

/** The report as it is printed. */
export function report(results: Results): string {
  const { node, cores, connections, rounds, seconds, compared, commit_ms } = results
  const { sqlite, postgres } = results
  const all = verdicts(results)
  const missed = all.filter(({ reached }) => reached === false).length
  return [
    `${compared} requests were answered alike by all. Then, ${rounds} rounds of ${seconds} s each:`,
    `medians of requests per second, and of p99 in ms. ${connections} connections, every answer` +
      ` 2xx. Node.js ${node}, ${cores} cores. No server logs requests.`,
    `SQLite, WAL, synchronous=FULL: one commit by itself takes ${short.format(commit_ms)} ms here`,
    figuresTable(sqlite),
    figuresTable(results.carts),
    'PostgreSQL',
    figuresTable(postgres),
    startsTable(results.cold_starts),
    'Targets. Two processes are judged on four cores.',
    verdictTable(all),
    ...boundByLoad([...sqlite, ...postgres]),
    missed === 0 ? 'Every figure is reached.' : `${missed} of ${all.length} are not reached.`,
  ].join('\n\n')
}

/** The part of the results that is kept in git: medians, and every verdict. */
export function record(results: Results): object {
  const kept = (all: Measured[]) =>
    all.map((one) => ({
      server: one.program.title,
      operation: one.operation,
      requests_per_second: Math.round(medianOf('requests_per_second', one)),
      p99_ms: Math.round(medianOf('p99_ms', one)),
    }))
  const { sqlite, postgres, cold_starts, ...rest } = results
  return {
    ...rest,
    sqlite: kept(sqlite),
    carts: kept(results.carts),
    postgres: kept(postgres),
    starts: cold_starts.map(({ program, durations_ms }) => ({
      server: program.title,
      duration_ms: Math.round(median(durations_ms)),
    })),
    verdicts: verdicts(results),
  }
}
