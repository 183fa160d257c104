/** `npm run simulate`: the whole life of money in one process, on simulated time, with faults. */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { simulatedProviders } from '../bank/providers.ts'
import type { ProviderName } from '../bank/providers.ts'
import { faultKinds } from './faults.ts'
import type { FaultKind } from './faults.ts'
import { commandOf, shrink } from './shrink.ts'
import type { SimulationResult } from './world.ts'
import type { Run, Sold } from './worlds.ts'

/** The checkouts of a run that says nothing. */
const DEFAULT = '1000'

const options = {
  seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 32)) },
  checkouts: { type: 'string' },
  mandates: { type: 'string' },
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

/** The numbers, the kinds of faults and the bank to which the command narrows the runs. */
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

/** The things that are sold, and how many of them. */
function soldIn({ checkouts, mandates, provider }: typeof values): { sold: Sold; count: number } {
  if (mandates === undefined) {
    return { sold: 'checkouts', count: wholeNumber('checkouts', checkouts ?? DEFAULT, 1) }
  }
  if (checkouts !== undefined) refuse('mandates', 'they are simulated without checkouts.')
  if (provider !== undefined) refuse('provider', "mandates are of the contract's bank.")
  return { sold: 'mandates', count: wholeNumber('mandates', mandates, 1) }
}

const seed = wholeNumber('seed', values.seed, 0)
const { sold, count } = soldIn(values)
const threads = wholeNumber('threads', values.threads, 1)
const narrow = narrowed()

// The worlds load the whole service, which bad usage does without.
const { Threads, traceOf, runsOf, worldOf } = await import('./worlds.ts')

const report = (run: Run, onLine?: (line: string) => void) =>
  worldOf(run, { onLine }).run(run.count)

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

const runs = runsOf({ seed, sold, count }).map((run) => ({ ...run, ...narrow }))
const outcomes = await runAll(runs, threads)
const differences = outcomes.flatMap((outcome) => outcome.differences)
const faults = outcomes.reduce((sum, outcome) => sum + outcome.faults, 0)
for (const difference of differences) console.error(difference)
const failed = runs[outcomes.findIndex((outcome) => outcome.differences.length > 0)]
if (failed && !values.trace) await explain(failed)
const figures = { seed, [sold]: count, faults, differences: differences.length }
console.log(JSON.stringify({ ...figures, trace_sha256: traceOf(outcomes) }))
process.exitCode = differences.length > 0 ? 1 : 0
