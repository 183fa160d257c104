/** Work in the background is bounded, and no group of it holds up another. */
import assert from 'node:assert/strict'
import { mock } from 'node:test'
import { afterEach, test } from 'vitest'
import { TaskQueue } from '../../runtime/taskQueue.ts'

/** Lets everything happen that waits for no timer. */
const settle = () => new Promise(setImmediate)

/** Adds tasks that run until they are told to end. */
function holding(tasks: TaskQueue) {
  const runs: { key: string; end: () => void }[] = []
  const add = (key: string, group = 'loja') => {
    const run = () => new Promise<void>((end) => runs.push({ key, end }))
    return tasks.add(key, { group, run })
  }
  return { add, runs, keys: () => runs.map(({ key }) => key) }
}

function mockTimers(): void {
  mock.timers.enable({ apis: ['setTimeout'] })
}

afterEach(() => mock.timers.reset())

test('calls while a task runs or rests lead to one more run, after the pause', async () => {
  mockTimers()
  const { add, runs } = holding(new TaskQueue({ pauseMs: 2_000 }))
  for (let i = 0; i < 10; i++) assert.ok(add('a'))
  await settle()
  for (let i = 0; i < 10; i++) assert.ok(add('a'))
  runs[0]?.end()
  await settle()
  for (let i = 0; i < 10; i++) assert.ok(add('a'))
  mock.timers.tick(1_999)
  await settle()
  assert.equal(runs.length, 1)
  mock.timers.tick(1)
  await settle()
  assert.equal(runs.length, 2)
  runs[1]?.end()
  await settle()
  mock.timers.tick(10_000)
  await settle()
  assert.equal(runs.length, 2)
})

test('the pause of one key does not hold up another', async () => {
  const tasks = new TaskQueue({ pauseMs: 600_000 })
  const { add, runs, keys } = holding(tasks)
  add('a')
  await settle()
  runs[0]?.end()
  await tasks.idle()
  add('a')
  add('b')
  await settle()
  assert.deepEqual(keys(), ['a', 'b'])
  runs[1]?.end()
  await tasks.close()
})

test('groups whose tasks hang leave room for the others', async () => {
  mockTimers()
  const { add, keys } = holding(new TaskQueue())
  for (let group = 0; group < 20; group++) {
    for (let i = 0; i < 8; i++) add(`${group} ${i}`, `hung ${group}`)
  }
  add('well', 'well')
  await settle()
  assert.equal(keys().length, 64)
  for (let i = 0; i < 2; i++) {
    mock.timers.tick(250)
    await settle()
  }
  assert.ok(keys().includes('well'))
})

test('eight tasks of a group run at once, and a thousand wait', async () => {
  const { add, runs } = holding(new TaskQueue())
  const taken = Array.from({ length: 1_200 }, (_, i) => add(`${i}`))
  await settle()
  assert.equal(runs.length, 8)
  assert.equal(taken.filter(Boolean).length, 1_008)
  assert.ok(add('other', 'other'))
})

test('groups take turns', async () => {
  const tasks = new TaskQueue({ running: 2 })
  const { add, runs, keys } = holding(tasks)
  for (let i = 0; i < 4; i++) add(`many ${i}`, 'many')
  add('few', 'few')
  await settle()
  for (const next of [0, 1, 2]) {
    runs[next]?.end()
    await settle()
  }
  assert.deepEqual(keys(), ['many 0', 'many 1', 'many 2', 'few', 'many 3'])
})

test('a queue is idle when nothing is to run; closed, it forgets what waits', async () => {
  const tasks = new TaskQueue()
  const { add, runs } = holding(tasks)
  await tasks.idle()
  for (let i = 0; i < 12; i++) add(`${i}`)
  await settle()
  add('0')
  let idle = false
  const closed = tasks.close().then(() => {
    idle = true
  })
  assert.equal(add('late'), false)
  for (const { end } of runs.slice(1)) end()
  await settle()
  assert.equal(idle, false)
  runs[0]?.end()
  await closed
  assert.equal(runs.length, 8)
})
