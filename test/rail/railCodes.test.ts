/** The code of a checkout by API, from a bank that is slow, refuses, or is asked by many. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { ChargeAttempts } from '../../domain/pix/charges/chargeAttempts.ts'
import { txidOf } from '../../domain/pix/bank/txid.ts'
import { systemTimers } from '../../runtime/timers.ts'
import { codeOf } from '../../packages/bank/books.ts'
import { startRail } from '../support/rail.ts'
import type { RailTest } from '../support/rail.ts'

const first = await startRail()

async function opened(rail: RailTest) {
  const seller = await rail.service.login(rail.seller)
  const checkout = await seller.checkout()
  const ask = async () => (await seller.get<'PixCode'>(`/v1/checkouts/${checkout.id}/pix`)).body
  return { seller, checkout, txid: txidOf(checkout.id), ask }
}

test('getCheckoutPix has the charge made, once, and the page shows the same code', async () => {
  const rail = await first.another()
  const { checkout, txid, ask } = await opened(rail)
  const { status, code, txid: shown } = await ask()
  assert.deepEqual([status, code, shown], ['ready', codeOf(txid), txid])
  assert.equal(await rail.glance(checkout), code)
  assert.deepEqual(await ask(), await ask())
  assert.equal(rail.bank.count('PUT /cob'), 1)
})

test('fifty who ask at once have one charge made, and few of them wait for it', async () => {
  const rail = await first.another()
  const { txid, ask } = await opened(rail)
  const { promise, resolve } = Promise.withResolvers<void>()
  rail.bank.order('PUT /cob', { hold: promise }, 1)
  const places = 16
  const answers: Awaited<ReturnType<typeof ask>>[] = []
  const allBeyond = Promise.withResolvers<void>()
  const asked = Array.from({ length: 50 }, async () => {
    answers.push(await ask())
    if (answers.length === 50 - places) allBeyond.resolve()
  })
  // Requests beyond the places for waiting are answered while the bank is still silent.
  await allBeyond.promise
  for (const early of answers) assert.deepEqual([early.status, early.code], ['pending', null])
  resolve()
  await Promise.all(asked)
  const codes = answers.splice(50 - places).map(({ code }) => code)
  assert.deepEqual(codes, Array<string>(places).fill(codeOf(txid)))
  assert.equal((await ask()).code, codeOf(txid))
  assert.equal(rail.bank.count('PUT /cob'), 1)
})

test('a charge that a bank refuses is unavailable, with its txid, and can be retried', async () => {
  const rail = await first.another()
  const { txid, ask } = await opened(rail)
  // The second is for the same charge without its details.
  rail.bank.order('PUT /cob', 400, 2)
  const { status, code, txid: shown } = await ask()
  assert.deepEqual([status, code, shown], ['unavailable', null, txid])
  await rail.service.service.rail.idle()
  assert.equal((await ask()).status, 'ready')
})

test('a payment by a code that no page has shown settles its checkout', async () => {
  const rail = await first.another()
  const { checkout, txid, ask } = await opened(rail)
  await ask()
  await rail.announce(rail.bank.books.pay(txid, checkout.amount_total_minor))
  assert.equal((await rail.read(checkout)).status, 'completed')
})

/** Timers that a test lets run out. */
function timersByHand() {
  const waiting = new Set<() => void>()
  const after = (_ms: number, run: () => void) => {
    waiting.add(run)
    return () => void waiting.delete(run)
  }
  const runOut = () => {
    for (const run of waiting) run()
  }
  return { timers: { ...systemTimers, after }, runOut, waiting }
}

test('a wait ends with its attempt or its time, and leaves nothing behind', async () => {
  const { timers, runOut, waiting } = timersByHand()
  const attempts = new ChargeAttempts(timers)
  const nothing = () => {}
  const over = attempts.next('seller', 'a', nothing)
  runOut()
  assert.equal(await over, 'over')
  assert.equal(await attempts.next('seller', 'a', () => attempts.end('a', 'created')), 'created')
  const failed = attempts.next('seller', 'b', nothing)
  attempts.end('b', 'failed')
  assert.equal(await failed, 'failed')
  assert.equal(waiting.size, 0)
})

test('places for waiting are given back, and one seller takes a part of them', async () => {
  const { timers, runOut } = timersByHand()
  const attempts = new ChargeAttempts(timers)
  const begun: string[] = []
  const wait = (seller: string, n: number) =>
    attempts.next(seller, `${n}`, () => begun.push(seller))
  const some = Array.from({ length: 16 }, (_, n) => wait('one', n))
  assert.equal(await wait('one', 16), 'over')
  const other = wait('other', 17)
  runOut()
  assert.deepEqual(new Set(await Promise.all([...some, other])), new Set(['over']))
  assert.equal(begun.length, 18)
  const again = wait('one', 18)
  attempts.end('18', 'created')
  assert.equal(await again, 'created')
})
