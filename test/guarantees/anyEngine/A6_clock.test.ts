/** A6: a machine's clock that jumps both ways, and callers who advance the sandbox's to its end. */
import assert from 'node:assert/strict'
import type { TestContext } from 'vitest'
import type { Database } from '../../../db/database.ts'
import { sql } from '../../../db/operators.ts'
import { query } from '../../../db/query.ts'
import type { Arguments } from '../../../db/query.ts'
import { LATEST_MS, SystemClock } from '../../../runtime/clock.ts'
import { newDatabase } from '../../support/engine.ts'
import { control, long, property } from '../../support/property.ts'
import { startService } from '../../support/service.ts'
import type { TestAccount } from '../../support/service.ts'
import { randomOf } from '../../../packages/simulation/random.ts'
import { breakQueries, replaced } from '../support/breakage.ts'
import { mockFor } from '../../support/mockFor.ts'

const DAY_MS = 86_400_000
const JUMPS = long ? 200 : 12
const ROUNDS = long ? 20 : 2
const CALLERS = 200
const STEP_SECONDS = 4

const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)

const timeOf = async (seller: TestAccount) =>
  Date.parse((await seller.get<'Clock'>('/sandbox/clock')).body.now)

/** The machine is ahead for a moment, by up to ten years, again and again; then back for good. */
async function jumpsHaveNoEffect(t: TestContext): Promise<string> {
  const service = await startService({ real_clock: true })
  const seller = await service.account()
  const draw = randomOf(seed)
  const machine = Date.now
  let set_ms = 0
  mockFor(t).method(Date, 'now', () => machine() + set_ms)
  const { id } = await seller.checkout()
  const body = { name: 'Caneca', default_offer: { amount_minor: 4990, currency: 'BRL' } }
  const key = { 'idempotency-key': crypto.randomUUID() }
  const first = await seller.post<'Product'>('/v1/products', body, key)
  for (let i = 0; i < JUMPS; i++) {
    set_ms = Math.round(6_000 * ((3_650 * DAY_MS) / 6_000) ** draw())
    const at = `${set_ms} ms ahead (SEED=${seed})`
    const checkout = await seller.get<'Checkout'>(`/v1/checkouts/${id}`)
    assert.deepEqual([checkout.status, checkout.body.status], [200, 'open'], at)
    const again = await seller.post<'Product'>('/v1/products', body, key)
    assert.equal(again.body.id, first.body.id, at)
    set_ms = 0
    const off_ms = (await timeOf(seller)) - machine()
    assert.ok(Math.abs(off_ms) <= 5_000, `${off_ms} ms off after ${at}`)
  }
  const lines = service.log.filter((line) => line.includes('was set ahead'))
  assert.equal(lines.length, JUMPS, 'one line for each jump')
  set_ms = -2 * DAY_MS
  const off_ms = (await timeOf(seller)) - machine() + 2 * DAY_MS
  assert.ok(Math.abs(off_ms) <= 5_000, `${off_ms} ms off after the machine went back`)
  return `${JUMPS} jumps ahead had no effect, one back was followed at once`
}

/** Callers at once advance the clock to its end, and none of them beyond. */
async function keepsItsEnd(areForgotten = false): Promise<string> {
  let served = 0
  for (let round = 0; round < ROUNDS; round++) {
    const service = await startService({ real_clock: true, databaseUrl: await newDatabase() })
    if (areForgotten) forgetOthers(service.db)
    const first = await service.account()
    const started_ms = Date.now()
    const offset_ms = LATEST_MS - started_ms - CALLERS * STEP_SECONDS * 500
    await service.sql('insert into sandbox_clock values (1, ?)', offset_ms)
    const seller = await service.login(first)
    const answers = await Promise.all(
      Array.from({ length: CALLERS }, () =>
        seller.post('/sandbox/clock/advance', { seconds: STEP_SECONDS }),
      ),
    )
    const [row] = await service.sql<{ offset_ms: number }>('select offset_ms from sandbox_clock')
    // The clock was there at the latest when each of them asked: what has passed since is not
    // theirs.
    assert.ok(Number(row?.offset_ms) + started_ms <= LATEST_MS, 'the clock is past its end')
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 400]))
    assert.equal((await seller.checkout()).status, 'open')
    served += answers.length
  }
  return `${served} advances at once, none past the end`
}

const addToAny = query(
  'test_add_to_any_clock_offset',
  (db, { sandbox_clock: t }, args: Arguments<{ from_ms: number; to_ms: number }>) =>
    db
      .update(t)
      .set({ offset_ms: sql`${t.offset_ms} + ${args.to_ms} - ${args.from_ms}` })
      .returning(),
)

/** Each caller goes by the clock as the first has read it, and moves it wherever it is by then. */
function forgetOthers(db: Database): void {
  let first: unknown[] | undefined
  breakQueries(db, {
    stored_clock_offset: (step) => ({ step, rows: (found) => (first ??= found) }),
    move_clock_offset: replaced(addToAny),
  })
}

property('A6', async (t) => `${await jumpsHaveNoEffect(t)}; ${await keepsItsEnd()}`)

control('A6', 'time never goes back', async (t) => {
  let last_ms = 0
  mockFor(t).method(SystemClock.prototype, 'now', () => {
    last_ms = Math.max(last_ms, Date.now())
    return new Date(last_ms)
  })
  await jumpsHaveNoEffect(t)
})

control('A6', 'callers move the clock by what others have left behind', () => keepsItsEnd(true))
