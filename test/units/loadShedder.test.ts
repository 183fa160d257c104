/** Admission of requests, and the moment at which they are started. */
import assert from 'node:assert/strict'
import { pino } from 'pino'
import { test } from 'vitest'
import type { TestContext } from 'vitest'
import type { Database } from '../../db/database.ts'
import { serviceUnavailable } from '../../http/errors.ts'
import type { Caller } from '../../http/fairQueue.ts'
import { LoadShedder, loadShedderLimits } from '../../http/loadShedder.ts'
import type { LoadShedderLimits, Permit } from '../../http/loadShedder.ts'
import { mockFor } from '../support/mockFor.ts'

const stranger = (name: string): Caller => ({ name, isKnown: false })
const ADDRESS = stranger('192.0.2.1')
const CLIENT: Caller = { name: 'client', isKnown: true }

/** After so many answers, a process counts as young no more. */
const YOUNG_REQUESTS = 256

type Admission = { isStarted: boolean; turn: Promise<void>; permit: Permit }

/** A load shedder of a process that has just started. */
function newYoungLoadShedder(limits: Partial<LoadShedderLimits> = {}) {
  const db = { saturated: false }
  const log = pino({ level: 'silent' })
  const loadShedder = new LoadShedder(db as unknown as Database, log, {
    ...loadShedderLimits,
    ...limits,
  })
  const ask = (caller = ADDRESS, isHealthCheck = false, bytes = 0): Admission => {
    const permit = loadShedder.acquire(isHealthCheck, caller, bytes)
    assert.ok(permit, 'it was not admitted')
    const turn = loadShedder.schedule(permit)
    const asked = { isStarted: turn === undefined, turn: Promise.resolve(turn), permit }
    void turn?.then(() => {
      asked.isStarted = true
    })
    return asked
  }
  return { db, loadShedder, ask }
}

/** A load shedder of a process that has answered many requests. */
function newLoadShedder(limits: Partial<LoadShedderLimits> = {}) {
  const shedder = newYoungLoadShedder(limits)
  for (let i = 0; i < YOUNG_REQUESTS; i++) {
    const permit = shedder.loadShedder.acquire(true, ADDRESS)
    assert.ok(permit)
    shedder.loadShedder.release(permit)
  }
  return shedder
}

const times = <Item>(count: number, make: (i: number) => Item) =>
  Array.from({ length: count }, (_, i) => make(i))

const allStarted = (asked: Admission[]) => Promise.all(asked.map(({ turn }) => turn))

const TURNS = 10

const someTurns = async () => {
  for (let i = 0; i < TURNS; i++) await new Promise(setImmediate)
}

/** A clock that stands still; `pass` has time go by, and the load shedder see it. */
function stoppedClock(t: TestContext) {
  mockFor(t).timers.enable({ apis: ['setTimeout'] })
  const clock = {
    nowMs: 1_000,
    async pass(durationMs: number): Promise<void> {
      clock.nowMs += durationMs
      await someTurns()
      mockFor(t).timers.tick(1)
      await someTurns()
    },
  }
  mockFor(t).method(performance, 'now', () => clock.nowMs)
  return clock
}

test('a request is started in the turn in which it arrives', async (t) => {
  stoppedClock(t)
  const { ask } = newLoadShedder()
  const asked = ask()
  await new Promise(setImmediate)
  assert.equal(asked.isStarted, true)
})

test('nothing is started while the database is saturated, and then all in order', async () => {
  const { db, ask } = newLoadShedder()
  db.saturated = true
  const started: number[] = []
  const all = times(3, (i) => ask().turn.then(() => started.push(i)))
  await someTurns()
  assert.deepEqual(started, [])
  // The database takes requests again though none has been released: others use it, too.
  db.saturated = false
  await Promise.all(all)
  assert.deepEqual(started, [0, 1, 2])
})

test('hardly more is started than the database takes', async () => {
  const { db, ask } = newLoadShedder()
  db.saturated = true
  let started = 0
  const all = times(40, () =>
    ask().turn.then(() => {
      started++
      if (started === 2) db.saturated = true
    }),
  )
  await someTurns()
  assert.equal(started, 0)
  db.saturated = false
  await Promise.all(all.slice(0, 2))
  await someTurns()
  assert.ok(started >= 2 && started < 10, `${started} were started`)
  db.saturated = false
  await Promise.all(all)
})

test('a saturated database is asked by a timer, and not in each turn', async (t) => {
  const { db, ask } = newLoadShedder()
  mockFor(t).timers.enable({ apis: ['setTimeout'] })
  const scheduled = mockFor(t).method(globalThis, 'setImmediate')
  db.saturated = true
  const first = ask()
  await someTurns()
  const before = scheduled.mock.callCount()
  await someTurns()
  assert.equal(scheduled.mock.callCount() - before, TURNS, 'it takes turns for nothing')
  db.saturated = false
  mockFor(t).timers.tick(1)
  await first.turn
})

test('a health check does not wait for the database', async () => {
  const { db, ask } = newLoadShedder()
  db.saturated = true
  const other = ask()
  assert.equal(other.isStarted, false)
  assert.equal(ask(ADDRESS, true).isStarted, true)
  db.saturated = false
  await other.turn
})

test('nothing more of a caller is admitted when its first request waits too long', async (t) => {
  const { db, loadShedder, ask } = newLoadShedder({ maxWaitMs: 1_000 })
  const clock = stoppedClock(t)
  db.saturated = true
  const first = ask()
  await clock.pass(0)
  for (let i = 0; i < 10; i++) await clock.pass(100)
  assert.ok(loadShedder.hasCapacity(false, ADDRESS))
  await clock.pass(1)
  assert.equal(loadShedder.hasCapacity(false, ADDRESS), false)
  assert.equal(loadShedder.acquire(false, ADDRESS), undefined)
  assert.ok(loadShedder.hasCapacity(true, ADDRESS), 'health checks are still admitted')
  db.saturated = false
  await clock.pass(1)
  await first.turn
  assert.ok(loadShedder.hasCapacity(false, ADDRESS))
})

/** Has requests wait while others are answered, at these intervals. */
async function backlogAfter(t: TestContext, intervalsMs: number[], count = 40) {
  const shedder = newLoadShedder({ maxWaitMs: 1_000 })
  const { db, loadShedder, ask } = shedder
  const clock = stoppedClock(t)
  const underWay = intervalsMs.map(() => ask())
  await clock.pass(1)
  await allStarted(underWay)
  db.saturated = true
  const waiting = times(count, () => ask())
  await clock.pass(0)
  for (const [i, intervalMs] of intervalsMs.entries()) {
    const permit = underWay[i]?.permit
    assert.ok(permit)
    loadShedder.release(permit)
    await clock.pass(intervalMs)
  }
  const drain = async () => {
    db.saturated = false
    while (waiting.some(({ isStarted }) => !isStarted)) await clock.pass(1)
  }
  return { ...shedder, clock, drain }
}

test('a request that would wait too long, by the latest intervals, is refused', async (t) => {
  // Forty would wait for four seconds, though the first of them has not yet waited for one.
  const intervalsMs = times(9, () => 100)
  const { loadShedder, ask, clock, drain } = await backlogAfter(t, intervalsMs)
  assert.equal(loadShedder.hasCapacity(false, ADDRESS), false)
  assert.ok(loadShedder.hasCapacity(false, stranger('192.0.2.2')), 'others wait for less')
  await drain()
  // The former intervals mean nothing once the backlog is gone: as many are admitted again.
  const again = times(40, () => ask())
  while (again.some(({ isStarted }) => !isStarted)) await clock.pass(1)
})

test('of a burst, what has waited twice as long as it may is refused', async (t) => {
  const { loadShedder } = newLoadShedder({ maxWaitMs: 1_000 })
  const clock = stoppedClock(t)
  const waits: Record<'started' | 'refused', number[]> = { started: [], refused: [] }
  const startMs = clock.nowMs
  // Nothing is known of how long they take: all are admitted.
  for (let i = 0; i < 200; i++) {
    const permit = loadShedder.acquire(false, CLIENT)
    assert.ok(permit)
    loadShedder.schedule(permit)?.then(
      () => {
        waits.started.push(clock.nowMs - startMs)
        clock.nowMs += 50
        loadShedder.release(permit)
      },
      (error: unknown) => {
        assert.equal(error, serviceUnavailable)
        waits.refused.push(clock.nowMs - startMs)
        loadShedder.release(permit)
      },
    )
  }
  while (waits.started.length + waits.refused.length < 200) await new Promise(setImmediate)
  // Eight of the first batch count as one pause.
  assert.ok(Math.max(...waits.started) <= 2_500, `${Math.max(...waits.started)}`)
  assert.ok(waits.started.length >= 40, `${waits.started.length}`)
  assert.ok(waits.refused.length >= 100, `${waits.refused.length}`)
})

test('a request that would not wait too long is admitted', async (t) => {
  const intervalsMs = times(9, () => 10)
  const { loadShedder, drain } = await backlogAfter(t, intervalsMs)
  assert.ok(loadShedder.hasCapacity(false, ADDRESS))
  await drain()
})

test('the latest answers count more than those before', async (t) => {
  // Eighty would wait for 0.9 s by the mean of all, and for 4.8 s by that of the last twelve.
  const intervalsMs = [...times(60, () => 2), ...times(12, () => 60)]
  const { loadShedder, drain } = await backlogAfter(t, intervalsMs, 80)
  assert.equal(loadShedder.hasCapacity(false, ADDRESS), false)
  await drain()
})

test('nothing is refused because the whole process stood still', async (t) => {
  const intervalsMs = [...times(8, () => 10), 10_000]
  const { loadShedder, drain } = await backlogAfter(t, intervalsMs)
  assert.ok(loadShedder.hasCapacity(false, ADDRESS))
  await drain()
})

test('a pause is little of the time in which many were answered', async (t) => {
  // By the last 32 answers alone, three hundred would wait for more than a second.
  const intervalsMs = [...times(300, () => 0.5), 100]
  const { loadShedder, drain } = await backlogAfter(t, intervalsMs, 300)
  assert.ok(loadShedder.hasCapacity(false, ADDRESS))
  await drain()
})

/** Requests come 20 a second; the first take long, as code does that is not compiled. */
async function refusedAt20(t: TestContext, { loadShedder }: ReturnType<typeof newLoadShedder>) {
  const clock = stoppedClock(t)
  const startMs = clock.nowMs
  let [arrived, answered, refused] = [0, 0, 0]
  const arrive = () => {
    arrived++
    const permit = loadShedder.acquire(false, ADDRESS)
    if (!permit) return void refused++
    void loadShedder.schedule(permit)?.then(() => {
      clock.nowMs += answered++ < 20 ? 150 : 10
      loadShedder.release(permit)
    })
  }
  while (answered + refused < 200) {
    while (arrived < 200 && arrived * 50 <= clock.nowMs - startMs) arrive()
    clock.nowMs += 1
    await new Promise(setImmediate)
  }
  return refused
}

test('a young process refuses nothing at 20 requests a second, slow as it is', async (t) => {
  assert.equal(await refusedAt20(t, newYoungLoadShedder()), 0)
})

test('a process that is as slow later refuses what would wait too long', async (t) => {
  assert.ok((await refusedAt20(t, newLoadShedder())) > 0)
})

test('after long reading, requests are started for as long, up to 25 ms', async (t) => {
  const { loadShedder, ask } = newLoadShedder()
  const clock = stoppedClock(t)
  /** @returns how many are started after each reading, of requests that take 2 ms */
  const startedAfter = async (readingMs: number) => {
    const asked = times(200, () => ask())
    let started = 0
    for (const { turn, permit } of asked) {
      void turn.then(() => {
        clock.nowMs += 2
        loadShedder.release(permit)
        started++
      })
    }
    const counts: number[] = []
    while (started < asked.length) {
      const before = started
      await new Promise(setImmediate)
      counts.push(started - before)
      clock.nowMs += readingMs
    }
    // The first are a batch of eight, those after it come one by one.
    return counts.slice(2, 6)
  }
  assert.deepEqual(await startedAfter(0), [3, 3, 3, 3])
  assert.deepEqual(await startedAfter(15), [8, 8, 8, 8])
  assert.deepEqual(await startedAfter(1_000), [13, 13, 13, 13])
})

test('requests are started in batches, and one by one when they take long', async (t) => {
  const { ask } = newLoadShedder()
  const clock = stoppedClock(t)
  /** @returns the size of the largest batch */
  const largestBatch = async (durationMs: number) => {
    const asked = times(32, () => ask())
    let [batch, largest] = [0, 0]
    for (const { turn } of asked) {
      void turn.then(() => {
        clock.nowMs += durationMs
        largest = Math.max(largest, ++batch)
        // Ticks run after all microtasks of a batch, and before the next batch.
        process.nextTick(() => {
          batch = 0
        })
      })
    }
    while (asked.some(({ isStarted }) => !isStarted)) await clock.pass(0)
    return largest
  }
  assert.equal(await largestBatch(0.01), 8)
  assert.equal(await largestBatch(5), 8)
  assert.equal(await largestBatch(5), 1)
})

test('callers take turns, however many requests of one wait', async () => {
  const { db, ask } = newLoadShedder()
  db.saturated = true
  const started: string[] = []
  const arrive = (caller: Caller, count: number) =>
    times(count, () => ask(caller).turn.then(() => started.push(caller.name)))
  const all = [
    ...arrive(stranger('a'), 50),
    ...arrive(stranger('b'), 2),
    ...arrive(stranger('c'), 1),
    ...arrive(CLIENT, 3),
  ]
  await someTurns()
  db.saturated = false
  await Promise.all(all)
  // Known clients take turns with all strangers together: none of them waits for a stranger's.
  const expected = ['client', 'client', 'client', 'a', 'b', 'c', 'a', 'b', 'a']
  assert.deepEqual(started.slice(0, 9), expected)
})

test('a flood of known clients leaves every second batch to strangers', async () => {
  const { db, ask } = newLoadShedder()
  db.saturated = true
  const started: string[] = []
  const arrive = (caller: Caller, count: number) =>
    times(count, () => ask(caller).turn.then(() => started.push(caller.name)))
  const all = [...arrive(CLIENT, 50), ...arrive(stranger('a'), 10)]
  await someTurns()
  db.saturated = false
  await Promise.all(all)
  assert.equal(started.slice(0, 40).filter((name) => name === 'a').length, 10)
})

test('a flood leaves permits for the next network, and for the next', async () => {
  const { db, loadShedder, ask } = newLoadShedder({ maxInFlight: 100 })
  db.saturated = true
  const fill = (caller: Caller) => {
    const asked = []
    while (loadShedder.hasCapacity(false, caller)) asked.push(ask(caller))
    return asked
  }
  const floods = ['a', 'b', 'c'].map((name) => fill(stranger(name)))
  assert.deepEqual(
    floods.map(({ length }) => length),
    [38, 19, 9],
  )
  assert.ok(loadShedder.hasCapacity(false, stranger('d')))
  assert.equal(fill(CLIENT).length, 17)
  db.saturated = false
  await allStarted(floods.flat())
})

test('a thousand requests of one caller may wait, be it known or not', async () => {
  for (const caller of [CLIENT, ADDRESS]) {
    const { db, ask } = newLoadShedder()
    db.saturated = true
    const asked = times(1_000, () => ask(caller))
    db.saturated = false
    await allStarted(asked)
  }
})

test('a request holds a permit for each 16 KiB of it, and gives all back', async () => {
  const { loadShedder, ask } = newLoadShedder({ maxInFlight: 100 })
  const ofSize = (bytes: number) => {
    const asked: Admission[] = []
    for (;;) {
      const permit = loadShedder.acquire(false, CLIENT, bytes)
      if (!permit) break
      asked.push({ isStarted: true, turn: Promise.resolve(), permit })
    }
    for (const { permit } of asked) loadShedder.release(permit)
    return asked.length
  }
  assert.deepEqual([0, 16_383, 16_384, 64 * 1024, 16_383].map(ofSize), [50, 50, 25, 10, 50])
  const { permit } = ask(CLIENT, false, 64 * 1024)
  assert.ok(loadShedder.assign(permit, 'seller'))
  assert.equal(ofSize(0), 48)
  loadShedder.release(permit)
  assert.equal(ofSize(0), 50)
})

test('a flood of health checks leaves permits to requests, and to health checks', async () => {
  const { loadShedder, ask } = newLoadShedder({ maxInFlight: 100 })
  const flood: Admission[] = []
  while (loadShedder.hasCapacity(true, ADDRESS)) flood.push(ask(ADDRESS, true))
  assert.ok(flood.length < 50, `${flood.length} were admitted`)
  assert.ok(loadShedder.hasCapacity(false, CLIENT))
  assert.ok(loadShedder.hasCapacity(true, stranger('192.0.2.2')))
  for (const { permit } of flood) loadShedder.release(permit)
  assert.ok(loadShedder.hasCapacity(true, ADDRESS))
})

test('a health check finds a permit when requests find none', async () => {
  const { db, loadShedder, ask } = newLoadShedder({ maxInFlight: 100 })
  db.saturated = true
  const others: Admission[] = []
  for (let i = 0; i < 100; i++) {
    const caller: Caller = { name: `client ${i}`, isKnown: true }
    if (loadShedder.hasCapacity(false, caller)) others.push(ask(caller))
  }
  assert.equal(others.length, 100)
  for (let i = 0; i < 16; i++) assert.ok(ask(ADDRESS, true).isStarted)
  assert.equal(loadShedder.hasCapacity(true, ADDRESS), false)
  db.saturated = false
  await allStarted(others)
})

test('a permit counts to the seller once its token is verified', async () => {
  const { loadShedder, ask } = newLoadShedder({ maxInFlight: 10 })
  const asked = times(4, () => ask())
  assert.equal(loadShedder.hasCapacity(false, ADDRESS), false)
  await allStarted(asked)
  for (const { permit } of asked) assert.ok(loadShedder.assign(permit, 'seller'))
  assert.ok(loadShedder.hasCapacity(false, ADDRESS))
  const more = [ask(), ask()]
  await allStarted(more)
  assert.deepEqual(
    more.map(({ permit }) => loadShedder.assign(permit, 'seller')),
    [true, false],
  )
  for (const { permit } of [...asked, ...more]) loadShedder.release(permit)
  assert.ok(loadShedder.assign(ask().permit, 'seller'))
})

test('a released permit can be acquired again', async () => {
  const { loadShedder, ask } = newLoadShedder({ maxInFlight: 10 })
  for (let round = 0; round < 20; round++) {
    const asked = times(3, () => ask(CLIENT))
    await allStarted(asked)
    for (const { permit } of asked) {
      assert.ok(loadShedder.assign(permit, CLIENT.name))
      loadShedder.release(permit)
    }
  }
})
