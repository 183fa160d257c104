import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertRefused } from '../support/refused.ts'
import { START, startService } from '../support/service.ts'

const service = await startService()

test('tells the time by which resources are dated', async () => {
  const seller = await service.account()
  const { status, body } = await seller.get<'Clock'>('/sandbox/clock')
  assert.equal(status, 200)
  assert.deepEqual(body, { object: 'clock', now: START })
  assert.equal((await seller.customer()).created_at, body.now)
})

test("the sandbox's own clock is the machine's until it is advanced, and runs", async () => {
  const on = await startService({ real_clock: true })
  const seller = await on.account()
  const read = async () => {
    const { body } = await seller.get<'Clock'>('/sandbox/clock')
    assert.match(body.now, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    return Date.parse(body.now)
  }
  const before_ms = Date.now()
  const first_ms = await read()
  const second_ms = await read()
  const after_ms = Date.now()
  const inOrder = [before_ms, first_ms, second_ms, after_ms]
  assert.deepEqual(
    inOrder,
    inOrder.toSorted((a, b) => a - b),
  )
})

test('refuses query parameters', async () => {
  const seller = await service.account()
  assertRefused(await seller.get('/sandbox/clock?at=x'), 'invalid_request', 'at')
})
