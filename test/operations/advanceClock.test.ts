import assert from 'node:assert/strict'
import { test } from 'vitest'
import { LATEST_MS, SandboxClock } from '../../runtime/clock.ts'
import { assertRefused } from '../support/refused.ts'
import { engine, newDatabase } from '../support/engine.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'

const service = await startService()
const path = '/sandbox/clock/advance'
const TEN_YEARS_SECONDS = 315_360_000
const DAY_MS = 86_400_000

/** Lets a test store a row that a version without the check could store. */
const withoutBound =
  engine === 'sqlite'
    ? 'pragma ignore_check_constraints = on'
    : 'alter table sandbox_clock drop constraint sandbox_clock_bounded'

const advance = (seller: TestAccount, seconds: unknown) => seller.post<'Clock'>(path, { seconds })

test('moves the clock forward by whole seconds, and says where it stands', async () => {
  const seller = await service.account()
  const now = new Date(service.clock.now().getTime() + 1000).toISOString()
  const { status, body } = await advance(seller, 1)
  assert.equal(status, 200)
  assert.deepEqual(body, { object: 'clock', now })
  assert.equal((await seller.customer()).created_at, now)
})

test('moves by up to ten years at once', async () => {
  const seller = await service.account()
  const before_ms = service.clock.now().getTime()
  const { body } = await advance(seller, TEN_YEARS_SECONDS)
  assert.equal(Date.parse(body.now), before_ms + TEN_YEARS_SECONDS * 1000)
})

test('ends tokens and sessions as time itself would', async () => {
  const first = await service.account()
  const { id } = await first.checkout()
  await advance(first, 86_401)
  const late = await first.get(`/v1/checkouts/${id}`)
  assert.equal(late.body.error.code, 'invalid_access_token')
  const second = await service.login(first)
  const { body } = await second.get<'Checkout'>(`/v1/checkouts/${id}`)
  assert.equal(body.status, 'expired')
})

test('adds up what callers at once advance, and never goes back', async () => {
  const on = await startService({ real_clock: true })
  const seller = await on.account()
  const before_ms = Date.now()
  const answers = await Promise.all(Array.from({ length: 50 }, () => advance(seller, 2)))
  for (const { status } of answers) assert.equal(status, 200)
  const { body } = await seller.get<'Clock'>('/sandbox/clock')
  const now_ms = Date.parse(body.now)
  assert.ok(now_ms >= before_ms + 100_000 && now_ms <= Date.now() + 100_000)
  for (const answer of answers) assert.ok(Date.parse(answer.body.now) <= now_ms)
  // Another process on this database goes by the stored time.
  const { body: again } = await seller.get<'Clock'>('/sandbox/clock')
  const other_ms = (await new SandboxClock(on.db).now()).getTime()
  assert.ok(other_ms >= Date.parse(again.now))
})

test('refuses to go back, to stand still, and anything that is no number of seconds', async () => {
  const seller = await service.account()
  const before = service.clock.now().toISOString()
  for (const seconds of [
    0,
    -1,
    -86_400,
    0.5,
    1.5,
    TEN_YEARS_SECONDS + 1,
    1e300,
    '60',
    null,
    true,
    [],
    {},
    undefined,
  ])
    assertRefused(await advance(seller, seconds), 'invalid_request', 'seconds')
  const more = await seller.post(path, { seconds: 1, minutes: 1 })
  assertRefused(more, 'invalid_request', 'minutes')
  const { body } = await seller.get<'Clock'>('/sandbox/clock')
  assert.equal(body.now, before)
})

/** A service whose clock stands a little before its end, and an account of it. */
async function nearTheEnd(left_ms: number): Promise<TestAccount> {
  const on = await startService({ real_clock: true, databaseUrl: await newDatabase() })
  const first = await on.account()
  await on.sql('insert into sandbox_clock values (1, ?)', LATEST_MS - left_ms - Date.now())
  return on.login(first)
}

test('refuses to leave the years that a timestamp can name', async () => {
  const seller = await nearTheEnd(2 * DAY_MS)
  assertRefused(await advance(seller, TEN_YEARS_SECONDS), 'invalid_request', 'seconds')
  const { status, body } = await seller.get<'Clock'>('/sandbox/clock')
  assert.equal(status, 200)
  assert.match(body.now, /^9998-12-30T/)
})

test('callers at once do not leave them together', async () => {
  const seller = await nearTheEnd(500_000)
  const answers = await Promise.all(Array.from({ length: 200 }, () => advance(seller, 5)))
  const refused = answers.filter(({ status }) => status !== 200)
  // The machine's own clock goes on for some seconds meanwhile.
  assert.ok(refused.length >= 100 && refused.length <= 110, `${refused.length} refused`)
  for (const one of refused) assertRefused(one, 'invalid_request', 'seconds')
  const { status, body } = await seller.get<'Clock'>('/sandbox/clock')
  assert.equal(status, 200)
  assert.ok(Date.parse(body.now) <= LATEST_MS)
})

test('serves a database whose clock is past its end', async () => {
  const seller = await nearTheEnd(DAY_MS)
  const { sql } = seller.on
  await sql(withoutBound)
  await sql('update sandbox_clock set offset_ms = ?', Number.MAX_SAFE_INTEGER)
  const again = await seller.on.login(seller)
  const { status, body } = await again.get<'Clock'>('/sandbox/clock')
  assert.deepEqual([status, body.now], [200, new Date(LATEST_MS).toISOString()])
  assert.equal((await again.checkout()).status, 'open')
  assertRefused(await advance(again, 1), 'invalid_request', 'seconds')
})

test('refuses a body that is not a JSON object', async () => {
  const { token } = await service.account()
  const headers = { 'content-type': 'application/json' }
  for (const raw of ['', '{"seconds":', '[1]', '1']) {
    assertRefused(await service.request('POST', path, { token, raw, headers }), 'invalid_request')
  }
})
