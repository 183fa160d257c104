/** The processor time of a process, as Linux counts it. */
import { readdirSync, readFileSync } from 'node:fs'

/** User and system time of the threads that run, by their name, in milliseconds. */
export type ProcessorTimes = Record<string, number>

/** The time used until now, to the nanosecond; a thread that has ended is left out. */
export function processorTimes(pid: number): ProcessorTimes {
  const times: ProcessorTimes = {}
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const folder = `/proc/${pid}/task/${thread}`
    const name = read(`${folder}/comm`).trim()
    const [nanoseconds = '0'] = read(`${folder}/schedstat`).split(' ')
    times[name] = (times[name] ?? 0) + Number(nanoseconds) / 1e6
  }
  return times
}

export const totalOf = (times: ProcessorTimes): number =>
  Object.values(times).reduce((total, one) => total + one, 0)

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (/^(ENOENT|ESRCH)$/.test((error as NodeJS.ErrnoException).code ?? '')) return '0'
    throw error
  }
}
