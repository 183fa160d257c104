/** Where the time of a process goes, from V8's CPU profile of its main thread. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A part of a V8 CPU profile; times are in microseconds. */
type Profile = {
  startTime: number
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[]
  samples: number[]
  timeDeltas: number[]
}

/** A window of time, on the monotonic clock that processes share. */
export type Window = { from_us: number; until_us: number }

export const now_us = (): number => Number(process.hrtime.bigint() / 1000n)

/** Options of Node.js that have it write profiles into a folder. */
export const profiling = (folder: string): string[] => [
  '--cpu-prof',
  `--cpu-prof-dir=${folder}`,
  '--cpu-prof-interval=200',
]

const SHOWN = 25

/** The file that a folder of node_modules or of the work tree stands for. */
function groupOf(file: string): string {
  if (file === '') return '(engine and native code)'
  const library = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]
  if (library !== undefined) return `node_modules/${library}`
  return file.startsWith('node:') ? 'node:' : file.split('/').slice(0, 2).join('/')
}

function table(durations: Map<string, number>, total_us: number): string[] {
  return [...durations]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, SHOWN)
    .map(([name, us]) => `${((us / total_us) * 100).toFixed(1).padStart(6)}%  ${name}`)
}

/** The time of each function's own in a window, of a profile. */
function* timesIn(profile: Profile, { from_us, until_us }: Window) {
  const frames = new Map(profile.nodes.map((node) => [node.id, node.callFrame]))
  let at_us = profile.startTime
  for (const [i, id] of profile.samples.entries()) {
    const duration_us = profile.timeDeltas[i] ?? 0
    at_us += duration_us
    const frame = frames.get(id)
    const isIn = at_us >= from_us && at_us <= until_us
    if (frame && isIn && frame.functionName !== '(idle)') yield { frame, duration_us }
  }
}

function hotSpots(profile: Profile, tree: string, window: Window): string {
  const byFunction = new Map<string, number>()
  const byGroup = new Map<string, number>()
  let total_us = 0
  const add = (to: Map<string, number>, name: string, us: number) =>
    to.set(name, (to.get(name) ?? 0) + us)
  for (const { frame, duration_us } of timesIn(profile, window)) {
    total_us += duration_us
    const file = frame.url.replace(`file://${tree}/`, '')
    const name = frame.functionName || '(anonymous)'
    add(byFunction, `${name} ${file}:${frame.lineNumber + 1}`, duration_us)
    add(byGroup, groupOf(file), duration_us)
  }
  const head = `${Math.round(total_us / 1000)} ms`
  return [head, ...table(byGroup, total_us), '', ...table(byFunction, total_us)].join('\n')
}

/**
 * The functions with the most time of their own in a window, and the same by folder: of each thread
 * of the process that was started last. Waiting for the disk counts as well.
 */
export function selfTimes(folder: string, tree: string, window: Window): string {
  const files = readdirSync(folder).toSorted()
  const started = files.at(-1)?.split('.').slice(0, 4).join('.') ?? ''
  return files
    .filter((name) => name.startsWith(`${started}.`))
    .map((name) => {
      const profile = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Profile
      return `thread ${name.split('.')[4]}: ${hotSpots(profile, tree, window)}\n`
    })
    .join('\n')
}
