/** A bank that does not answer is not asked: its circuit breaker is open. */
import assert from 'node:assert/strict'
import { mock } from 'node:test'
import { test } from 'vitest'
import { Breaker } from '../../domain/pix/connections/breaker.ts'
import type { BreakerState } from '../../domain/pix/connections/breaker.ts'
import { BankError } from '../../domain/pix/bank/provider.ts'
import type { PixProvider } from '../../domain/pix/bank/provider.ts'

const silence = new BankError('unavailable', 'It did not answer.')

let now_ms = 0
mock.method(performance, 'now', () => now_ms)

/** A bank behind a breaker, whose next answers the test decides. */
function guarded(firstPauseMs = 1_000) {
  now_ms = 0
  const changes: BreakerState[] = []
  const breaker = new Breaker(firstPauseMs, (state) => void changes.push(state))
  const answer = { asked: 0, next: async (): Promise<unknown> => undefined }
  const recurring = new Breaker(firstPauseMs, () => undefined)
  const request = () => {
    answer.asked++
    return answer.next()
  }
  const methods = { cancelCharge: request, askRecurring: request } as unknown as PixProvider
  const bank = breaker.wrap(methods, recurring)
  const ask = () =>
    bank.cancelCharge('x').then(
      () => 'answered',
      (error: Error) => error,
    )
  const pass = (ms: number) => {
    now_ms += ms
  }
  return { breaker, recurring, bank, changes, answer, ask, pass }
}

const fail = (error: Error) => async () => {
  throw error
}

test('opens after three exchanges in a row without an answer, and then asks nothing', async () => {
  const { breaker, changes, answer, ask } = guarded()
  answer.next = fail(silence)
  for (let i = 0; i < 2; i++) await ask()
  answer.next = async () => undefined
  await ask()
  answer.next = fail(silence)
  for (let i = 0; i < 3; i++) {
    assert.equal(breaker.state, 'closed')
    await ask()
  }
  assert.equal(breaker.state, 'open')
  const { asked } = answer
  const refused = await ask()
  assert.ok(refused instanceof BankError && refused.kind === 'unavailable')
  assert.equal(answer.asked, asked)
  assert.deepEqual(changes, ['open'])
})

test('a bank is away while requests fail, and not once it is left', async () => {
  const { breaker, answer, ask, pass } = guarded()
  answer.next = fail(silence)
  for (let i = 0; i < 2; i++) await ask()
  assert.equal(breaker.isAway, false)
  await ask()
  assert.equal(breaker.isAway, true)
  for (let i = 0; i < 20; i++) {
    pass(30_000)
    await ask()
    assert.equal(breaker.isAway, true)
  }
  pass(5 * 60_000)
  assert.equal(breaker.isAway, false)
  await ask()
  answer.next = async () => undefined
  pass(30_000)
  assert.equal(await ask(), 'answered')
  assert.equal(breaker.isAway, false)
})

test('one exchange tries after the pause; the pause doubles, up to 30 s', async () => {
  const { breaker, changes, answer, ask, pass } = guarded()
  answer.next = fail(silence)
  for (let i = 0; i < 3; i++) await ask()
  for (const pause_ms of [1, 2, 4, 8, 16, 30, 30].map((seconds) => seconds * 1000)) {
    pass(pause_ms - 1)
    assert.equal(breaker.state, 'open')
    pass(1)
    assert.equal(breaker.state, 'half_open')
    const { asked } = answer
    await Promise.all([ask(), ask(), ask()])
    assert.equal(answer.asked, asked + 1)
  }
  pass(30_000)
  answer.next = async () => undefined
  assert.equal(await ask(), 'answered')
  assert.equal(breaker.state, 'closed')
  assert.deepEqual(changes, ['open', 'closed'])
})

test("a refusal is an answer; silence and an error of the bank's server are none", async () => {
  for (const [error, state] of [
    [new BankError('refused', 'No.', { status: 400 }), 'closed'],
    [new BankError('unreadable', 'What?'), 'closed'],
    [new BankError('unavailable', 'Not you.', { status: 403 }), 'closed'],
    [new BankError('unavailable', 'Later.', { status: 429 }), 'closed'],
    [new BankError('unavailable', 'Failed.', { status: 503 }), 'open'],
    [silence, 'open'],
  ] as const) {
    const { breaker, answer, ask } = guarded()
    answer.next = fail(error)
    for (let i = 0; i < 5; i++) await ask()
    assert.equal(breaker.state, state, error.message)
  }
})

test('a late answer to an exchange from before it opened closes it', async () => {
  const { breaker, answer, ask } = guarded()
  const { promise, resolve } = Promise.withResolvers<void>()
  answer.next = () => promise
  const early = ask()
  answer.next = fail(silence)
  for (let i = 0; i < 4; i++) await ask()
  assert.equal(breaker.state, 'open')
  resolve()
  assert.equal(await early, 'answered')
  assert.equal(breaker.state, 'closed')
})

test('a refusal between two failures keeps it closed', async () => {
  const { breaker, answer, ask } = guarded()
  for (const error of [silence, silence, new BankError('refused', 'No.'), silence, silence]) {
    answer.next = fail(error)
    await ask()
  }
  assert.equal(breaker.state, 'closed')
})

test('a late failure of an exchange from before it opened prolongs nothing', async () => {
  const { breaker, changes, answer, ask, pass } = guarded()
  const early = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const asked = early.map(({ promise }) => {
    answer.next = () => promise
    return ask()
  })
  answer.next = fail(silence)
  for (let i = 0; i < 3; i++) await ask()
  pass(500)
  early[0]?.reject(silence)
  await asked[0]
  pass(500)
  assert.equal(breaker.state, 'half_open')
  const trial = Promise.withResolvers<void>()
  answer.next = () => trial.promise
  const trying = ask()
  early[1]?.reject(silence)
  await asked[1]
  // The one that tries is still under way, and no other may.
  assert.equal(breaker.state, 'open')
  trial.resolve()
  assert.equal(await trying, 'answered')
  assert.deepEqual(changes, ['open', 'closed'])
})

test('without a pause it never opens', async () => {
  const { breaker, answer, ask } = guarded(0)
  answer.next = fail(silence)
  for (let i = 0; i < 9; i++) await ask()
  assert.equal(breaker.state, 'closed')
  assert.equal(answer.asked, 9)
})

test('a bank that fails in Pix Automático alone is asked all else', async () => {
  const { breaker, recurring, bank, answer, ask } = guarded()
  answer.next = fail(silence)
  const order = () => bank.askRecurring?.({ method: 'GET', path: '/rec/x' }).catch(() => undefined)
  for (let i = 0; i < 5; i++) await order()
  assert.deepEqual([breaker.state, recurring.state, answer.asked], ['closed', 'open', 3])
  answer.next = async () => undefined
  assert.equal(await ask(), 'answered')
  assert.equal(recurring.state, 'open')
  answer.next = fail(silence)
  for (let i = 0; i < 3; i++) await ask()
  assert.equal(breaker.state, 'open')
})
