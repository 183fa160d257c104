/** Who is let in, and when it is whose turn. */
import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { pino } from 'pino'
import type { Database } from '../db/database.ts'
import { Admission, admissionLimits } from '../runtime/admission.ts'
import type { AdmissionLimits } from '../runtime/admission.ts'

type Pressed = { congested: boolean }

function admitting(limits: Partial<AdmissionLimits> = {}) {
  const db: Pressed = { congested: false }
  const log = pino({ level: 'silent' })
  const admission = new Admission(db as unknown as Database, log, { ...admissionLimits, ...limits })
  /** Begins a request, and says when it was its turn. */
  const ask = (vital = false): { begun: boolean; turn: Promise<void> } => {
    assert.ok(admission.enter(vital), 'it was not let in')
    const asked = { begun: false, turn: Promise.resolve() }
    const turn = admission.turn(performance.now(), vital)
    if (!turn) asked.begun = true
    else {
      asked.turn = turn.then(() => {
        asked.begun = true
      })
    }
    return asked
  }
  return { db, admission, ask }
}

const TURNS = 10

const someTurns = async () => {
  for (let i = 0; i < TURNS; i++) await new Promise(setImmediate)
}

test('while the database has enough to do, nothing is begun, and then all in turn', async () => {
  const { db, ask } = admitting()
  db.congested = true
  const begun: number[] = []
  const all = Array.from({ length: 3 }, (_, i) => ask().turn.then(() => begun.push(i)))
  await someTurns()
  assert.deepEqual(begun, [])
  // It has room again though no request has been answered: others use it, too.
  db.congested = false
  await Promise.all(all)
  assert.deepEqual(begun, [0, 1, 2])
})

test('hardly more is begun than the database takes', async () => {
  const { db, ask } = admitting()
  db.congested = true
  let begun = 0
  const all = Array.from({ length: 40 }, () => ask().turn.then(() => {
    begun++
    if (begun === 2) db.congested = true
  }))
  await someTurns()
  assert.equal(begun, 0)
  db.congested = false
  await Promise.all(all.slice(0, 2))
  await someTurns()
  assert.ok(begun >= 2 && begun < 10, `${begun} were begun`)
  db.congested = false
  await Promise.all(all)
})

test('while the database has enough to do, the event loop is left to others', async (t) => {
  const { db, ask } = admitting()
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const scheduled = t.mock.method(globalThis, 'setImmediate')
  db.congested = true
  const first = ask()
  await someTurns()
  const own = scheduled.mock.callCount()
  await someTurns()
  assert.equal(scheduled.mock.callCount() - own, TURNS, 'it takes turns for nothing')
  db.congested = false
  t.mock.timers.tick(1)
  await first.turn
})

test('whoever asks whether the service lives does not wait for the database', async () => {
  const { db, ask } = admitting()
  db.congested = true
  const other = ask()
  assert.equal(other.begun, false)
  assert.equal(ask(true).begun, true)
  db.congested = false
  await other.turn
})

test('nobody else is let in when the first who waits has waited too long', async (t) => {
  const { db, admission, ask } = admitting({ wait_ms: 1_000 })
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const isLookedAgain = async () => {
    await someTurns()
    t.mock.timers.tick(1)
    await someTurns()
  }
  let now_ms = 0
  const clock = mock.method(performance, 'now', () => now_ms)
  db.congested = true
  const first = ask()
  now_ms = 1_000
  await isLookedAgain()
  assert.ok(admission.hasRoom(false))
  now_ms = 1_001
  assert.ok(admission.hasRoom(false), 'what held up the whole process may be over')
  await isLookedAgain()
  assert.equal(admission.hasRoom(false), false)
  assert.equal(admission.enter(false), false)
  assert.ok(admission.hasRoom(true), 'whether it lives can still be asked')
  db.congested = false
  await isLookedAgain()
  await first.turn
  assert.ok(admission.hasRoom(false))
  clock.mock.restore()
})

test('when the whole process was held up, nobody is refused for it', async () => {
  const { db, admission, ask } = admitting({ wait_ms: 1_000 })
  let now_ms = 0
  const clock = mock.method(performance, 'now', () => now_ms)
  ask()
  db.congested = true
  const waiting = Array.from({ length: 12 }, () => ask())
  await someTurns()
  now_ms += 10_000
  admission.leave(undefined)
  db.congested = false
  await Promise.all(waiting.map(({ turn }) => turn))
  db.congested = true
  const next = Array.from({ length: 12 }, () => ask())
  assert.ok(admission.hasRoom(false))
  db.congested = false
  await Promise.all(next.map(({ turn }) => turn))
  clock.mock.restore()
})

test('nobody is let in who would wait too long by what answers have lately taken', async () => {
  const { db, admission, ask } = admitting({ wait_ms: 1_000 })
  let now_ms = 0
  const clock = mock.method(performance, 'now', () => now_ms)
  const under_way = Array.from({ length: 40 }, () => ask())
  assert.ok(under_way.every(({ begun }) => begun))
  db.congested = true
  const waiting = Array.from({ length: 12 }, () => ask())
  await someTurns()
  // One answer in 100 ms, again and again: twelve who wait would take longer than a second.
  for (const _ of under_way) {
    now_ms += 100
    admission.leave(undefined)
    await someTurns()
    if (now_ms < 900) assert.ok(admission.hasRoom(false))
  }
  assert.equal(admission.hasRoom(false), false)
  now_ms = 0
  assert.equal(admission.hasRoom(false), false, 'it is not the first one\'s wait that says so')
  db.congested = false
  await Promise.all(waiting.map(({ turn }) => turn))
  assert.ok(admission.hasRoom(false))
  clock.mock.restore()
})
