/** Processor time of test files: a line for each file of a run, kept until the next run's end. */
import { appendFileSync, copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const fileName = 'costs.jsonl'
const lastRun = join(root, 'node_modules/.cache/balcao-tests')

/** Processor time of a test file on an engine, in seconds. */
export type Cost = { file: string; engine: string; seconds: number }

/**
 * Processor time of this process and of its children that have ended, in seconds. Only Linux tells
 * of children (proc(5), `/proc/self/stat`), in hundredths of a second.
 */
export function processorTime(): number {
  const stat = '/proc/self/stat'
  if (!existsSync(stat)) {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  }
  // The program's name, in brackets, may hold spaces.
  const [, rest = ''] = /.*\) (.*)/s.exec(readFileSync(stat, 'utf8')) ?? []
  const [utime, stime, cutime, cstime] = rest.split(' ').slice(11, 15).map(Number)
  return ((utime ?? 0) + (stime ?? 0) + (cutime ?? 0) + (cstime ?? 0)) / 100
}

/** Notes the cost of a test file that has ended. */
export function noteCost(path: string, seconds: number): void {
  const folder = process.env['TEST_RUN_FOLDER']
  if (!folder) return
  const cost: Cost = {
    file: relative(root, path),
    engine: process.env['TEST_ENGINE'] ?? 'sqlite',
    seconds,
  }
  appendFileSync(join(folder, fileName), `${JSON.stringify(cost)}\n`)
}

/** Keeps the costs of a run that ends. */
export function keepCosts(runFolder: string): void {
  const costs = join(runFolder, fileName)
  if (!existsSync(costs)) return
  mkdirSync(lastRun, { recursive: true })
  copyFileSync(costs, join(lastRun, fileName))
}

/** Costs of the last run, and of the files of this one that have ended. */
export function knownCosts(): Cost[] {
  const folders = [lastRun, process.env['TEST_RUN_FOLDER'] ?? lastRun]
  const lines = folders
    .map((folder) => join(folder, fileName))
    .filter((path) => existsSync(path))
    .flatMap((path) => readFileSync(path, 'utf8').trimEnd().split('\n'))
  return lines.map((line) => JSON.parse(line) as Cost)
}
