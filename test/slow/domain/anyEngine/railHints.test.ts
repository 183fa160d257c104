/** Hints and questions that come to nothing are repeated, and not for ever. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { CHECKOUT_LIFETIME_MS } from '../../../../domain/checkouts/expire.ts'
import { txidOf } from '../../../../domain/pix/bank/txid.ts'
import { nextCheck, WATCH_MS } from '../../../../domain/pix/charges/checkSchedule.ts'
import type { Row } from '../../../../db/schema/tables.ts'
import { codeOf } from '../../../../packages/bank/books.ts'
import { INTERVAL_MS, PRICE_MINOR, startRail } from '../../../support/rail.ts'

const first = await startRail()

const HOUR_MS = 60 * 60 * 1000

test('a check after the end of the watch, on a callback, is repeated when it fails', async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  await rail.reconcile(CHECKOUT_LIFETIME_MS + 1)
  await rail.reconcile(WATCH_MS)
  assert.equal((await rail.rows('charges'))[0]?.status, 'closed')
  rail.bank.order('GET /cob', 503)
  await rail.pay(txid)
  assert.deepEqual(await rail.outcomes(checkout), [])
  rail.bank.recover()
  await rail.reconcile()
  assert.deepEqual(await rail.outcomes(checkout), ['late done'])
  await rail.assertMoneyAccountedFor()
})

test('CONCLUIDA without pix settles by a later page of what the bank lists', async () => {
  const rail = await first.another()
  rail.bank.books.shows_pix = false
  rail.bank.books.filters_by_txid = false
  rail.bank.books.page_size = 1
  const [other, one] = [await rail.charged(), await rail.charged()]
  rail.bank.books.pay(other.txid, PRICE_MINOR)
  await rail.pay(one.txid)
  assert.deepEqual(await rail.outcomes(one.checkout), ['settled'])
})

for (const [what, status] of [
  ['refuses to talk about', 400],
  ['has forgotten', 404],
] as const) {
  test(`a charge that the bank ${what} is asked about ever less, and then no more`, async () => {
    const rail = await first.another()
    await rail.charged()
    rail.bank.order('GET /cob', status)
    rail.bank.requests.length = 0
    for (let hours = 0; hours < 100; hours++) await rail.reconcile(HOUR_MS)
    assert.equal((await rail.rows('charges'))[0]?.status, 'closed')
    assert.ok(rail.bank.count('GET /cob') < 12, `${rail.bank.count('GET /cob')}`)
    assert.ok(rail.service.log.some((line) => line.includes('charge given up')))
  })
}

test('an open charge whose page is not viewed is asked about ever less', async () => {
  const start_ms = Date.parse('2026-03-02T12:00:00.000Z')
  const at = (ms: number) => new Date(start_ms + ms)
  const checkout = { status: 'open', expires_at: at(24 * HOUR_MS).toISOString() }
  const charge = { viewed_at: null, created_at: at(0).toISOString() }
  const pause = (ms: number, seen: string | null = null) => {
    const options = { now: at(ms), intervalMs: 30_000 }
    const next = nextCheck(checkout as Row<'checkouts'>, { ...charge, viewed_at: seen }, options)
    return (next?.getTime() ?? 0) - start_ms - ms
  }
  assert.equal(pause(0), 30_000)
  assert.equal(pause(120_000), 30_000)
  assert.equal(pause(8 * 60_000), 120_000)
  assert.equal(pause(2 * HOUR_MS), HOUR_MS / 4)
  assert.equal(pause(2 * HOUR_MS, at(2 * HOUR_MS - 1).toISOString()), 30_000)
  // The end of its code is not missed, nor its own.
  assert.equal(pause(24 * HOUR_MS - 60_000), 27_000)
  assert.equal(pause(24 * HOUR_MS - 33_000), 33_001)
})

test('a view of the page has its charge asked about in the next round', async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  for (let round = 0; round < 8; round++) await rail.reconcile()
  rail.service.clock.advanceMs(INTERVAL_MS / 4)
  rail.bank.books.pay(txid, PRICE_MINOR)
  await rail.reconcile(0)
  assert.deepEqual(await rail.outcomes(checkout), [])
  await rail.view(checkout)
  await rail.reconcile(0)
  assert.deepEqual(await rail.outcomes(checkout), ['settled'])
})

test('a charge that the bank removed is replaced; money for it is still seen', async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  rail.bank.books.removeByBank(txid)
  await rail.reconcile()
  assert.equal(await rail.view(checkout), codeOf(`${txid}2`))
  // Paid in the moment when it was removed.
  await rail.pay(txid)
  assert.deepEqual(await rail.outcomes(checkout), ['settled'])
  assert.equal(rail.bank.books.charges.get(`${txid}2`)?.status, 'REMOVIDA_PELO_USUARIO_RECEBEDOR')
  await rail.assertMoneyAccountedFor()
})

test('a charge that is made again ends before its session, made before or not', async () => {
  const rail = await first.another()
  const lives: number[] = []
  rail.bank.books.onCharge = ({ calendario }) => {
    lives.push((calendario as { expiracao: number }).expiracao)
  }
  rail.bank.order('PUT /cob', 'drop', 100)
  rail.bank.order('GET /cob', 404)
  const checkout = await rail.seller.checkout()
  assert.equal(await rail.view(checkout), null)
  rail.service.clock.advanceMs(HOUR_MS)
  rail.bank.recover()
  const [asked] = await rail.rows('charges')
  await rail.view(checkout)
  assert.deepEqual(lives, [Number(asked?.lifetime_seconds) - HOUR_MS / 1000])
})

test('a charge made at the bank after its checkout was canceled is canceled at once', async () => {
  const rail = await first.another()
  const { promise, resolve } = Promise.withResolvers<void>()
  rail.bank.order('PUT /cob', { hold: promise })
  const checkout = await rail.seller.checkout()
  const viewing = rail.view(checkout)
  while (rail.bank.count('PUT /cob') === 0) await new Promise(setImmediate)
  await rail.service
    .login(rail.seller)
    .then((seller) => seller.post(`/v1/checkouts/${checkout.id}/cancel`))
  while (rail.bank.count('GET /cob') === 0) await new Promise(setImmediate)
  resolve()
  await viewing
  await rail.service.service.rail.idle()
  const charge = rail.bank.books.charges.get(txidOf(checkout.id))
  assert.equal(charge?.status, 'REMOVIDA_PELO_USUARIO_RECEBEDOR')
})

for (const [state, change] of [
  ['none', "status = 'closed'"],
  ['far away', "check_at = '9999-12-31T23:59:59.999Z'"],
]) {
  test(`a check that is cut off is repeated soon, where the next was ${state}`, async () => {
    const rail = await first.another()
    const { checkout, txid } = await rail.charged()
    await rail.service.sql(`update charges set ${change} where checkout_id = ?`, checkout.id)
    const { promise, resolve } = Promise.withResolvers<void>()
    rail.bank.order('GET /cob', { hold: promise })
    await rail.post({ pix: [{ txid }] })
    while (rail.bank.count('GET /cob') === 0) await new Promise(setImmediate)
    const [charge] = await rail.rows('charges')
    const soon = new Date(rail.service.clock.now().getTime() + INTERVAL_MS).toISOString()
    assert.equal(charge?.status, 'open')
    assert.ok(charge.check_at <= soon)
    resolve()
    await rail.service.service.rail.idle()
  })
}

test('an outage of the bank does not begin the time of a charge in trouble anew', async () => {
  const rail = await first.another()
  await rail.charged()
  rail.bank.order('GET /cob', 400)
  await rail.reconcile()
  const [refused] = await rail.rows('charges')
  assert.ok(refused?.trouble_since)
  rail.bank.recover()
  rail.bank.order('GET /cob', 503)
  await rail.reconcile()
  const [away] = await rail.rows('charges')
  assert.equal(away?.trouble_since, refused.trouble_since)
})

test("a transfer heard of in time settles then, though the bank's clock is ahead", async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  rail.service.clock.advanceMs(CHECKOUT_LIFETIME_MS - 60_000)
  const pix = rail.bank.books.pay(txid, PRICE_MINOR)
  const now = rail.service.clock.now()
  pix.horario = new Date(now.getTime() + 120_000).toISOString()
  await rail.announce(pix)
  const { status, completed_at } = await rail.read(checkout)
  assert.deepEqual([status, completed_at], ['completed', now.toISOString()])
  assert.deepEqual(await rail.outcomes(checkout), ['settled'])
})
