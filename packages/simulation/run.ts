/** `npm run simulate`: the whole life of money in one process, on simulated time, with faults. */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { simulatedProviders } from '../bank/providers.ts'
import type { ProviderName } from '../bank/providers.ts'
import { faultKinds } from './faults.ts'
import type { FaultKind } from './faults.ts'
import { commandOf, shrink } from './shrink.ts'
import { World } from './world.ts'
import type { SimulationResult } from './world.ts'
import { Threads, traceOf, runsOf } from './worlds.ts'
import type { Run } from './worlds.ts'

const options = {
  seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 32)) },
  checkouts: { type: 'string', default: '1000' },
  threads: { type: 'string', default: String(availableParallelism()) },
  only: { type: 'string' },
  without: { type: 'string' },
  provider: { type: 'string' },
  trace: { type: 'boolean', default: false },
} as const

/** Exit 1 would say that the books differ. */
function badUsage(line: string): never {
  console.error(line)
  process.exit(2)
}

function refuse(name: string, expected: string): never {
  badUsage(`--${name}: ${expected}`)
}

function readOptions() {
  try {
    return parseArgs({ options }).values
  } catch (error) {
    return badUsage((error as Error).message.replaceAll('\n', ' '))
  }
}

const values = readOptions()

function wholeNumber(name: string, value: string, least: number): number {
  const number = Number(value)
  if (value !== '' && Number.isSafeInteger(number) && number >= least) return number
  return refuse(name, `a whole number from ${least} on is expected.`)
}

const isKind = (name: string): name is FaultKind => faultKinds.includes(name as FaultKind)

const isProvider = (name: string): name is ProviderName => Object.hasOwn(simulatedProviders, name)

/** The checkouts and the kinds of faults to which the command narrows the runs, and their bank. */
function narrowed(): Pick<Run, 'only' | 'without' | 'provider'> {
  const without = values.without?.split(',') ?? []
  if (!without.every(isKind)) refuse('without', `some of ${faultKinds.join(',')} are expected.`)
  const only = values.only?.split(',').map((number) => wholeNumber('only', number, 0))
  const { provider } = values
  if (provider !== undefined && !isProvider(provider)) {
    return refuse('provider', `one of ${Object.keys(simulatedProviders).join(',')} is expected.`)
  }
  return {
    ...(only && { only }),
    ...(without.length > 0 && { without }),
    ...(provider && { provider }),
  }
}

const report = ({ seed, checkouts, ...options }: Run, onLine?: (line: string) => void) =>
  new World(seed, { ...options, onLine }).run(checkouts)

/** Prints the smallest run with a difference, and its trace. */
async function explain(run: Run): Promise<void> {
  const smallest = await shrink(run, async (one) => (await report(one)).differences.length > 0)
  console.error(`\n${commandOf(smallest)}`)
  const { differences } = await report(smallest, console.error)
  for (const difference of differences) console.error(difference)
}

async function runAll(runs: Run[], threads: number): Promise<SimulationResult[]> {
  const onLine = values.trace ? console.error : undefined
  const [first] = runs
  if (first && runs.length === 1) return [await report(first, onLine)]
  const pool = new Threads(Math.min(threads, runs.length))
  const outcomes = await pool.run(runs)
  await pool.end()
  return outcomes
}

const seed = wholeNumber('seed', values.seed, 0)
const checkouts = wholeNumber('checkouts', values.checkouts, 1)
const threads = wholeNumber('threads', values.threads, 1)
const runs = runsOf(seed, checkouts).map((run) => ({ ...run, ...narrowed() }))
const outcomes = await runAll(runs, threads)
const differences = outcomes.flatMap((outcome) => outcome.differences)
const faults = outcomes.reduce((sum, outcome) => sum + outcome.faults, 0)
for (const difference of differences) console.error(difference)
const failed = runs[outcomes.findIndex((outcome) => outcome.differences.length > 0)]
if (failed && !values.trace) await explain(failed)
const figures = { seed, checkouts, faults, differences: differences.length }
console.log(JSON.stringify({ ...figures, trace_sha256: traceOf(outcomes) }))
process.exitCode = differences.length > 0 ? 1 : 0
