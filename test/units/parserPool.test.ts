import assert from 'node:assert/strict'
import { test } from 'vitest'
import { ParserPool, ParsingEnded, ParsingRefused } from '../../runtime/parserPool.ts'
import type { ParserPoolOptions } from '../../runtime/parserPool.ts'
import { atEnd } from '../support/atEnd.ts'
import type { testParsers } from '../support/testParsers.ts'

const file = new URL('../support/testParsers.ts', import.meta.url)

/** The bank of one seller takes long; the time of the machine decides nothing. */
const LONG_MS = 60_000

function poolWith(options: Partial<ParserPoolOptions> = {}) {
  const failed: unknown[] = []
  const log = { error: (facts: object) => void failed.push(facts) }
  const pool = new ParserPool<typeof testParsers>(file, { log, limitMs: LONG_MS, ...options })
  atEnd(() => pool.close())
  return { pool, failed }
}

/** Opened, it lets those go on who wait for it. */
class Gate {
  readonly cells = new Int32Array(new SharedArrayBuffer(8))

  async reachedBy(count: number): Promise<void> {
    while (Atomics.load(this.cells, 1) < count) await new Promise((resolve) => setTimeout(resolve))
  }

  open(): void {
    Atomics.store(this.cells, 0, 1)
    Atomics.notify(this.cells, 0)
  }
}

test('parses in another thread', async () => {
  const { pool } = poolWith()
  assert.ok((await pool.run('a', 'threadOf', 'x')) > 0)
})

test('a task past its time is ended with its thread, and the next one gets another', async () => {
  const { pool, failed } = poolWith({ limitMs: 1_000, burstMs: LONG_MS })
  const first = await pool.run('a', 'threadOf', 'x')
  await assert.rejects(pool.run('a', 'spin', LONG_MS), ParsingEnded)
  assert.notEqual(await pool.run('a', 'threadOf', 'x'), first)
  assert.deepEqual(failed, [])
})

test('the start of a thread is not the time of its first task', async () => {
  const slow = new URL('../support/slowParsers.ts', import.meta.url)
  const log = { error: () => assert.fail('The thread has failed.') }
  const pool = new ParserPool<typeof testParsers>(slow, { log, limitMs: 1_000 })
  atEnd(() => pool.close())
  assert.ok((await pool.run('a', 'threadOf', 'x')) > 0)
})

test('a task that fills its memory is ended, and the process lives', async () => {
  const { pool } = poolWith()
  await assert.rejects(pool.run('a', 'fill'), ParsingEnded)
  assert.ok((await pool.run('b', 'threadOf', 'x')) > 0)
})

test("a parser's error reaches the caller as it was thrown", async () => {
  const { pool } = poolWith()
  await assert.rejects(pool.run('a', 'fail'), { name: 'Error', message: 'it fails' })
})

test("an owner that has used up its budget waits, and another's tasks do not", async () => {
  const { pool } = poolWith({ burstMs: 100, shareOfTime: 0 })
  await pool.run('a', 'spin', 200)
  await assert.rejects(pool.run('a', 'threadOf', 'x'), ParsingRefused)
  assert.ok((await pool.run('b', 'threadOf', 'x')) > 0)
})

test('the budget comes back with the time', async () => {
  const { pool } = poolWith({ burstMs: 100, shareOfTime: 1_000 })
  await pool.run('a', 'spin', 200)
  const again = () => pool.run('a', 'threadOf', 'x').catch((error: unknown) => error)
  let outcome = await again()
  while (outcome instanceof ParsingRefused) outcome = await again()
  assert.ok(Number(outcome) > 0)
})

test('a task that was ended has cost its whole time', async () => {
  const { pool } = poolWith({ limitMs: 500, burstMs: 400, shareOfTime: 0 })
  await assert.rejects(pool.run('a', 'spin', LONG_MS), ParsingEnded)
  await assert.rejects(pool.run('a', 'threadOf', 'x'), ParsingRefused)
})

test("a task's time does not count while it waits for other tasks", async () => {
  const { pool } = poolWith({ limitMs: 500, shareOfTime: 0 })
  const others = ['a', 'b'].map((owner) => pool.run(owner, 'spin', LONG_MS))
  const last = pool.run('c', 'threadOf', 'x')
  await Promise.all(others.map((other) => assert.rejects(other, ParsingEnded)))
  assert.ok((await last) > 0)
})

test('an owner has one task at a time, so that others have a thread', async () => {
  const { pool } = poolWith()
  const gate = new Gate()
  const held = [0, 1, 2].map(() => pool.run('a', 'hold', gate.cells))
  await gate.reachedBy(1)
  assert.ok((await pool.run('b', 'threadOf', 'x')) > 0)
  assert.equal(Atomics.load(gate.cells, 1), 1)
  gate.open()
  assert.equal((await Promise.all(held)).length, 3)
})

test("a bounded number of an owner's tasks waits", async () => {
  const { pool } = poolWith()
  const gate = new Gate()
  const tasks = Array.from({ length: 40 }, () => pool.run('a', 'hold', gate.cells))
  const outcomes = Promise.allSettled(tasks)
  await gate.reachedBy(1)
  gate.open()
  const refused = (await outcomes).filter(({ status }) => status === 'rejected')
  assert.equal(refused.length, 8)
  for (const one of refused) {
    assert.ok((one as PromiseRejectedResult).reason instanceof ParsingRefused)
  }
  assert.ok((await pool.run('a', 'threadOf', 'x')) > 0)
})

test('closed, it leaves no task open', async () => {
  const { pool } = poolWith()
  const gate = new Gate()
  const held = Promise.allSettled([pool.run('a', 'hold', gate.cells)])
  await gate.reachedBy(1)
  await pool.close()
  const [one] = await held
  assert.equal(one?.status, 'rejected')
})
