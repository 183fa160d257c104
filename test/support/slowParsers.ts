/** Parsers whose thread is slow to start, as on a machine that is busy. */
const START_MS = 1_500

Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, START_MS)

export * from './testParsers.ts'
