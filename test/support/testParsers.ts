/** Parsers that misbehave, for the threads of a `ParserPool`. */
import { threadId } from 'node:worker_threads'
import { asTask } from '../../runtime/parserPool.ts'

export const testParsers = {
  threadOf: (_: string): number => threadId,
  /** Takes so much processor time. */
  spin(ms: number): number {
    const before = process.threadCpuUsage()
    let usedMs = 0
    while (usedMs < ms) usedMs = process.threadCpuUsage(before).user / 1_000
    return threadId
  },
  /** Waits for a thread of the test, which holds `gate`. */
  hold(gate: Int32Array): number {
    Atomics.add(gate, 1, 1)
    Atomics.notify(gate, 1)
    Atomics.wait(gate, 0, 0)
    return threadId
  },
  fill(): void {
    const all: object[] = []
    for (;;) all.push({ all })
  },
  fail(): never {
    throw new Error('it fails')
  },
}

export const threadOf = asTask(testParsers.threadOf)
export const spin = asTask(testParsers.spin)
export const hold = asTask(testParsers.hold)
export const fill = asTask(testParsers.fill)
export const fail = asTask(testParsers.fail)
