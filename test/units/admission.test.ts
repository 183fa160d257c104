/** Who is let in, and when it is whose turn. */
import assert from 'node:assert/strict'
import { pino } from 'pino'
import { test } from 'vitest'
import type { TestContext } from 'vitest'
import type { Database } from '../../db/database.ts'
import { LoadShedder, loadShedderLimits } from '../../http/loadShedder.ts'
import type { LoadShedderLimits, Caller, Place } from '../../http/loadShedder.ts'
import { mockFor } from '../support/mockFor.ts'

const stranger = (name: string): Caller => ({ name, isKnown: false })
const ADDRESS = stranger('192.0.2.1')

type Pressed = { saturated: boolean }

function admitting(limits: Partial<LoadShedderLimits> = {}) {
  const db: Pressed = { saturated: false }
  const log = pino({ level: 'silent' })
  const loadShedder = new LoadShedder(db as unknown as Database, log, {
    ...loadShedderLimits,
    ...limits,
  })
  /** Begins a request, and says when it was its turn. */
  const ask = (
    vital = false,
    from = ADDRESS,
  ): { begun: boolean; turn: Promise<void>; place: Place } => {
    const place = loadShedder.enter(vital, from)
    assert.ok(place, 'it was not let in')
    const turn = loadShedder.turn(place)
    const asked = { begun: turn === undefined, turn: Promise.resolve(turn), place }
    void turn?.then(() => {
      asked.begun = true
    })
    return asked
  }
  return { db, loadShedder, ask }
}

const TURNS = 10

const someTurns = async () => {
  for (let i = 0; i < TURNS; i++) await new Promise(setImmediate)
}

test('whoever comes is begun in the same turn, but for those who come with others', async () => {
  const { loadShedder, ask } = admitting()
  const first = ask()
  await new Promise(setImmediate)
  assert.equal(first.begun, true)
  loadShedder.connected()
  const second = ask()
  await new Promise(setImmediate)
  assert.equal(second.begun, false)
  await second.turn
})

test('while the database has enough to do, nothing is begun, and then all in turn', async () => {
  const { db, ask } = admitting()
  db.saturated = true
  const begun: number[] = []
  const all = Array.from({ length: 3 }, (_, i) => ask().turn.then(() => begun.push(i)))
  await someTurns()
  assert.deepEqual(begun, [])
  // It has room again though no request has been answered: others use it, too.
  db.saturated = false
  await Promise.all(all)
  assert.deepEqual(begun, [0, 1, 2])
})

test('hardly more is begun than the database takes', async () => {
  const { db, ask } = admitting()
  db.saturated = true
  let begun = 0
  const all = Array.from({ length: 40 }, () =>
    ask().turn.then(() => {
      begun++
      if (begun === 2) db.saturated = true
    }),
  )
  await someTurns()
  assert.equal(begun, 0)
  db.saturated = false
  await Promise.all(all.slice(0, 2))
  await someTurns()
  assert.ok(begun >= 2 && begun < 10, `${begun} were begun`)
  db.saturated = false
  await Promise.all(all)
})

test('while the database has enough to do, the event loop is left to others', async (t) => {
  const { db, ask } = admitting()
  mockFor(t).timers.enable({ apis: ['setTimeout'] })
  const scheduled = mockFor(t).method(globalThis, 'setImmediate')
  db.saturated = true
  const first = ask()
  await someTurns()
  const own = scheduled.mock.callCount()
  await someTurns()
  assert.equal(scheduled.mock.callCount() - own, TURNS, 'it takes turns for nothing')
  db.saturated = false
  mockFor(t).timers.tick(1)
  await first.turn
})

test('whoever asks whether the service lives does not wait for the database', async () => {
  const { db, ask } = admitting()
  db.saturated = true
  const other = ask()
  assert.equal(other.begun, false)
  assert.equal(ask(true).begun, true)
  db.saturated = false
  await other.turn
})

/** Has time go by, and it looked at who waits. */
function timeOf(t: TestContext) {
  mockFor(t).timers.enable({ apis: ['setTimeout'] })
  const time = { now_ms: 0, pass }
  mockFor(t).method(performance, 'now', () => time.now_ms)
  async function pass(duration_ms: number): Promise<void> {
    time.now_ms += duration_ms
    await someTurns()
    mockFor(t).timers.tick(1)
    await someTurns()
  }
  return time
}

test('nobody else is let in when the first who waits has waited too long', async (t) => {
  const { db, loadShedder, ask } = admitting({ wait_ms: 1_000 })
  const time = timeOf(t)
  db.saturated = true
  const first = ask()
  for (let i = 0; i < 10; i++) await time.pass(100)
  assert.ok(loadShedder.hasRoom(false, ADDRESS))
  await time.pass(1)
  assert.equal(loadShedder.hasRoom(false, ADDRESS), false)
  assert.equal(loadShedder.enter(false, ADDRESS), undefined)
  assert.ok(loadShedder.hasRoom(true, ADDRESS), 'whether it lives can still be asked')
  db.saturated = false
  await time.pass(1)
  await first.turn
  assert.ok(loadShedder.hasRoom(false, ADDRESS))
})

/** Whether there is room while forty wait, after answers at such intervals to those before. */
async function hasRoomAfter(t: TestContext, intervals_ms: number[]): Promise<boolean> {
  const { db, loadShedder, ask } = admitting({ wait_ms: 1_000 })
  const time = timeOf(t)
  const under_way = intervals_ms.map(() => ask())
  await time.pass(1)
  await Promise.all(under_way.map(({ turn }) => turn))
  db.saturated = true
  const waiting = Array.from({ length: 40 }, () => ask())
  await time.pass(1)
  for (const [i, interval_ms] of intervals_ms.entries()) {
    const place = under_way[i]?.place
    assert.ok(place)
    loadShedder.leave(place)
    await time.pass(interval_ms)
  }
  const hasRoom = loadShedder.hasRoom(false, ADDRESS)
  db.saturated = false
  while (waiting.some(({ begun }) => !begun)) await time.pass(1)
  await time.pass(1)
  // What answers have taken then says nothing any more: as many are let in again.
  const again = Array.from({ length: 40 }, () => ask())
  while (again.some(({ begun }) => !begun)) await time.pass(1)
  return hasRoom
}

test('nobody is let in who would wait too long by what answers have lately taken', async (t) => {
  // Forty would wait for four seconds, though the first of them has not yet waited for one.
  assert.equal(
    await hasRoomAfter(
      t,
      Array.from({ length: 9 }, () => 100),
    ),
    false,
  )
})

test('whoever would not wait too long is let in', async (t) => {
  assert.equal(
    await hasRoomAfter(
      t,
      Array.from({ length: 9 }, () => 10),
    ),
    true,
  )
})

test('when the whole process was held up, nobody is refused for it', async (t) => {
  assert.equal(await hasRoomAfter(t, [10, 10, 10, 10, 10, 10, 10, 10, 10_000]), true)
})

test('a few are begun at once, and one by one what takes long', async (t) => {
  const { ask } = admitting()
  const time = timeOf(t)
  /** @returns how many were begun at once at most */
  const begun = async (duration_ms: number) => {
    const asked = Array.from({ length: 32 }, () => ask())
    let together = 0
    let most = 0
    for (const { turn } of asked) {
      void turn.then(() => {
        time.now_ms += duration_ms
        most = Math.max(most, ++together)
        // Ticks come after all that follows upon one callback, and before the next one.
        process.nextTick(() => {
          together = 0
        })
      })
    }
    while (asked.some((one) => !one.begun)) await time.pass(0)
    return most
  }
  assert.equal(await begun(0.01), 8)
  assert.equal(await begun(5), 8)
  assert.equal(await begun(5), 1)
})

test('networks take turns, however many requests of one wait', async () => {
  const { db, ask } = admitting()
  db.saturated = true
  const begun: string[] = []
  const come = (from: Caller, count: number) =>
    Array.from({ length: count }, () => ask(false, from).turn.then(() => begun.push(from.name)))
  const all = [
    ...come(stranger('a'), 50),
    ...come(stranger('b'), 2),
    ...come(stranger('c'), 1),
    ...come({ name: 'client', isKnown: true }, 3),
  ]
  await someTurns()
  db.saturated = false
  await Promise.all(all)
  // Whose client is known takes turns with all strangers together.
  assert.deepEqual(begun.slice(0, 9), ['client', 'a', 'client', 'b', 'client', 'c', 'a', 'b', 'a'])
})

test('a flood leaves places free for the next network, and for the next', async () => {
  const { db, loadShedder, ask } = admitting({ in_flight: 100 })
  db.saturated = true
  const fill = (from: Caller) => {
    const asked = []
    while (loadShedder.hasRoom(false, from)) asked.push(ask(false, from))
    return asked
  }
  const floods = ['a', 'b', 'c'].map((name) => fill(stranger(name)))
  assert.deepEqual(
    floods.map(({ length }) => length),
    [38, 19, 9],
  )
  assert.ok(loadShedder.hasRoom(false, stranger('d')))
  assert.equal(fill({ name: 'client', isKnown: true }).length, 17)
  db.saturated = false
  await Promise.all(floods.flat().map(({ turn }) => turn))
})

test('a request whose client is sure counts to the client and no more to its caller', async () => {
  const { loadShedder, ask } = admitting({ in_flight: 10 })
  const asked = Array.from({ length: 4 }, () => ask())
  assert.equal(loadShedder.hasRoom(false, ADDRESS), false)
  await Promise.all(asked.map(({ turn }) => turn))
  for (const { place } of asked) assert.ok(loadShedder.enterAs(place, 'client'))
  assert.ok(loadShedder.hasRoom(false, ADDRESS))
  const more = [ask(), ask()]
  await Promise.all(more.map(({ turn }) => turn))
  assert.deepEqual(
    more.map(({ place }) => loadShedder.enterAs(place, 'client')),
    [true, false],
  )
  for (const { place } of [...asked, ...more]) loadShedder.leave(place)
  assert.ok(loadShedder.enterAs(ask().place, 'client'))
})

test('who would not wait for long behind a flood is let in', async (t) => {
  const { db, loadShedder, ask } = admitting({ wait_ms: 1_000 })
  const time = timeOf(t)
  const under_way = Array.from({ length: 9 }, () => ask())
  await time.pass(1)
  db.saturated = true
  const waiting = Array.from({ length: 40 }, () => ask())
  await time.pass(1)
  for (const { place } of under_way) {
    loadShedder.leave(place)
    await time.pass(100)
  }
  assert.equal(loadShedder.hasRoom(false, ADDRESS), false)
  assert.ok(loadShedder.hasRoom(false, stranger('192.0.2.2')))
  db.saturated = false
  while (waiting.some(({ begun }) => !begun)) await time.pass(1)
})
