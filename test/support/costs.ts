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

/** The most that a file of `npm test` should take of a processor, in seconds (CONTRIBUTING.md). */
const MOST_S = 4

/** Files that `npm test` runs on SQLite alone (`vitest.config.ts`). */
const onEither = /^test\/(operations|http|rail)\/|\/anyEngine\//

const isQuick = ({ file, engine }: Cost) =>
  file.startsWith('test/') &&
  !file.startsWith('test/slow/') &&
  !(engine === 'postgres' && onEither.test(file))

/** Names files of `npm test` that took too long, the dearest first. */
export const dearFiles = (costs: Cost[]): string[] =>
  costs
    .filter((cost) => isQuick(cost) && cost.seconds > MOST_S)
    .toSorted((a, b) => b.seconds - a.seconds)
    .map(({ file, engine, seconds }) => `${file} on ${engine}: ${seconds.toFixed(1)} s`)

/**
 * Keeps the costs of a run that ends, and prints its dear files. No run fails for them: beside
 * other work, and on another machine, a file takes several times as long.
 */
export function keepCosts(runFolder: string): void {
  const costs = join(runFolder, fileName)
  if (!existsSync(costs)) return
  mkdirSync(lastRun, { recursive: true })
  copyFileSync(costs, join(lastRun, fileName))
  const lines = readFileSync(costs, 'utf8').trimEnd().split('\n')
  const dear = dearFiles(lines.map((line) => JSON.parse(line) as Cost))
  if (dear.length === 0) return
  console.error(`Over ${MOST_S} s of a processor, outside of test/slow/:\n  ${dear.join('\n  ')}`)
}
