/** Hints and questions that come to nothing are repeated, and not for ever. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { CHECKOUT_LIFETIME_MS } from '../../../domain/checkouts/expire.ts'
import { txidOf } from '../../../domain/pix/bank/txid.ts'
import { nextInTrouble } from '../../../domain/pix/charges/checkSchedule.ts'
import { codeOf } from '../../../packages/bank/books.ts'
import { INTERVAL_MS, PRICE_MINOR, startRail } from '../../support/rail.ts'

const first = await startRail()

const HOUR_MS = 60 * 60 * 1000

test('CONCLUIDA without pix settles by what the bank lists', async () => {
  const rail = await first.another()
  rail.bank.books.shows_pix = false
  const { checkout, txid } = await rail.charged()
  await rail.pay(txid)
  assert.deepEqual(await rail.outcomes(checkout), ['settled'])
  await rail.assertMoneyAccountedFor()
})

test("transfers of others that a bank lists are not taken for the checkout's", async () => {
  const rail = await first.another()
  rail.bank.books.shows_pix = false
  const [one, other] = [await rail.charged(), await rail.charged()]
  const pix = rail.bank.books.pay(other.txid, PRICE_MINOR)
  const charge = rail.bank.books.charges.get(one.txid)
  assert.ok(charge)
  charge.status = 'CONCLUIDA'
  rail.bank.order('GET /pix', {
    change: (body) => {
      body['pix'] = [pix, { ...pix, txid: null }]
    },
  })
  await rail.announce({ txid: one.txid })
  assert.deepEqual(await rail.outcomes(one.checkout), [])
})

test('a token that ended early is renewed, though the bank says 403', async () => {
  const rail = await first.another()
  rail.bank.ended_status = 403
  const { checkout, txid } = await rail.charged()
  rail.bank.endTokens()
  await rail.pay(txid)
  assert.deepEqual(await rail.outcomes(checkout), ['settled'])
  assert.equal(rail.bank.count('POST /token'), 2)
})

test('pauses of checks in trouble double, and end after 48 hours', () => {
  const since = new Date('2026-03-02T12:00:00.000Z')
  const pace = (ms: number) => ({ now: new Date(since.getTime() + ms), intervalMs: INTERVAL_MS })
  const next = (ms: number) => nextInTrouble(since, pace(ms))
  assert.equal(next(0)?.getTime(), since.getTime() + INTERVAL_MS)
  assert.equal(next(HOUR_MS)?.getTime(), since.getTime() + 2 * HOUR_MS)
  assert.equal(next(48 * HOUR_MS), undefined)
})

test('a charge whose answer was lost is found, and not asked for again', async () => {
  const rail = await first.another()
  rail.bank.books.allows_repeats = true
  rail.bank.order('PUT /cob', 'lose')
  rail.bank.order('GET /cob', 503)
  const checkout = await rail.seller.checkout()
  assert.equal(await rail.view(checkout), null)
  const asked = rail.bank.count('PUT /cob')
  rail.bank.recover()
  rail.service.clock.advanceMs(HOUR_MS)
  assert.equal(await rail.view(checkout), codeOf(txidOf(checkout.id)))
  assert.equal(rail.bank.count('PUT /cob'), asked)
})

test("a transfer in time by the bank's clock settles, though heard of after the end", async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  rail.service.clock.advanceMs(CHECKOUT_LIFETIME_MS)
  const pix = rail.bank.books.pay(txid, PRICE_MINOR)
  rail.service.clock.advanceMs(60_000)
  await rail.announce(pix)
  const { status, completed_at, updated_at } = await rail.read(checkout)
  assert.deepEqual([status, completed_at], ['completed', pix.horario])
  assert.equal(updated_at, rail.service.clock.now().toISOString(), 'when it was heard of')
  assert.deepEqual(await rail.outcomes(checkout), ['settled'])
  await rail.assertMoneyAccountedFor()
})

test('no checkout is completed before it was opened, though the bank says so', async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  const pix = rail.bank.books.pay(txid, PRICE_MINOR)
  pix.horario = new Date(Date.parse(checkout.created_at) - 60_000).toISOString()
  rail.service.clock.advanceMs(CHECKOUT_LIFETIME_MS + 60_000)
  await rail.announce(pix)
  const { status, completed_at } = await rail.read(checkout)
  assert.deepEqual([status, completed_at], ['completed', checkout.created_at])
})

test('a transfer in time goes back when the seller was told of the end before', async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  rail.service.clock.advanceMs(CHECKOUT_LIFETIME_MS)
  const pix = rail.bank.books.pay(txid, PRICE_MINOR)
  rail.service.clock.advanceMs(60_000)
  assert.equal((await rail.read(checkout)).status, 'expired')
  await rail.announce(pix)
  assert.deepEqual(await rail.outcomes(checkout), ['late done'])
  await rail.assertMoneyAccountedFor()
})
