/** The processor time of a process, as Linux counts it. */
import { readdirSync, readFileSync } from 'node:fs'

/** User and system time of all threads that run, to the nanosecond. */
export function processorTimeMs(pid: number): number {
  let nanoseconds = 0
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    // One that has just ended is left out.
    const [onProcessor = '0'] = read(`/proc/${pid}/task/${thread}/schedstat`).split(' ')
    nanoseconds += Number(onProcessor)
  }
  return nanoseconds / 1e6
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (/^(ENOENT|ESRCH)$/.test((error as NodeJS.ErrnoException).code ?? '')) return '0'
    throw error
  }
}
