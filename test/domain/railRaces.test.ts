/** Processes that look after the same charges: rows that one has claimed, another leaves. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { operator } from '../../domain/identity/actor.ts'
import { connectionInUse } from '../../domain/pix/connections/bankConnections.ts'
import { txidOf } from '../../domain/pix/bank/txid.ts'
import { connectBank } from '../../domain/pix/connections/renewal.ts'
import { codeOf } from '../../packages/bank/books.ts'
import { addBank } from '../support/bankSettings.ts'
import { bankOf, INTERVAL_MS, PRICE_MINOR, startRail } from '../support/rail.ts'
import { secondProcess } from '../support/railProcess.ts'

const first = await startRail()

const HOUR_MS = 60 * 60 * 1000

test('several processes at once ask about each charge once', async () => {
  const rail = await first.another()
  for (let i = 0; i < 20; i++) await rail.charged()
  const others = [secondProcess(rail), secondProcess(rail), secondProcess(rail)]
  rail.service.clock.advanceMs(INTERVAL_MS)
  await Promise.all([rail.service.service.rail, ...others].map((one) => one.reconcile()))
  assert.equal(rail.bank.count('GET /cob'), 20)
  await Promise.all(others.map((one) => one.stop()))
})

test('a charge claimed by a process that died is asked about by the next', async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  const dying = secondProcess(rail)
  const { promise, resolve } = Promise.withResolvers<void>()
  rail.bank.order('GET /cob', { hold: promise }, 1)
  rail.service.clock.advanceMs(INTERVAL_MS)
  const round = dying.reconcile()
  while (rail.bank.count('GET /cob') === 0) await new Promise(setImmediate)
  rail.bank.books.pay(txid, PRICE_MINOR)
  await rail.reconcile(0)
  assert.deepEqual(await rail.outcomes(checkout), [])
  // Its claim is forgotten after a minute.
  await rail.reconcile(60_000)
  assert.deepEqual(await rail.outcomes(checkout), ['settled'])
  resolve()
  await dying.stop()
  await round
  assert.deepEqual(await rail.outcomes(checkout), ['settled'])
})

test('several rounds and callbacks at once make one return and one event', async () => {
  const rail = await first.another()
  rail.bank.books.return_state = 'EM_PROCESSAMENTO'
  const { checkout, txid } = await rail.charged()
  const pix = await rail.pay(txid, PRICE_MINOR + 1)
  rail.bank.books.endReturns('DEVOLVIDO')
  const { promise, resolve } = Promise.withResolvers<void>()
  rail.bank.requests.length = 0
  rail.bank.order('GET /cob', { hold: promise })
  const all = [
    rail.reconcile(),
    ...Array.from({ length: 10 }, () => rail.announce(pix)),
    rail.reconcile(),
  ]
  // The round and a callback have both asked, before either is answered.
  while (rail.bank.count('GET /cob') < 2) await new Promise(setImmediate)
  resolve()
  await Promise.all(all)
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount done'])
  assert.equal(pix.devolucoes?.length, 1)
  assert.deepEqual(await rail.events(), ['payment.reversed'])
})

test('two processes that give an order at once give one order', async () => {
  const rail = await first.another()
  const counted: string[] = []
  rail.service.service.metrics.money = (state) => void counted.push(state)
  const { checkout, txid } = await rail.charged()
  const pix = await rail.pay(txid)
  const { payment_id } = await rail.read(checkout)
  const { promise, resolve } = Promise.withResolvers<void>()
  rail.bank.order('PUT /devolucao', { hold: promise })
  const seller = await rail.service.login(rail.seller)
  const made = await seller.refund(payment_id ?? '')
  const rounds = [rail.reconcile(HOUR_MS), rail.reconcile(HOUR_MS)]
  while (rail.bank.count('PUT /devolucao') < 2) await new Promise(setImmediate)
  resolve()
  await Promise.all(rounds)
  await rail.service.service.rail.idle()
  assert.equal((await rail.readRefund(made)).status, 'succeeded')
  assert.equal(pix.devolucoes?.length, 1)
  assert.deepEqual(await rail.refundEvents(), ['refund.succeeded'])
  assert.deepEqual(counted, ['opened', 'completed', 'returned'])
  await rail.assertMoneyAccountedFor()
})

test('a return that is heard of twice at once is not taken for one by the bank', async () => {
  const rail = await first.another()
  const { txid } = await rail.charged()
  const pix = await rail.pay(txid)
  rail.bank.books.takeBack(pix, 1000)
  const { promise, resolve } = Promise.withResolvers<void>()
  rail.bank.requests.length = 0
  rail.bank.order('GET /cob', { hold: promise })
  // The list would tell of it before.
  rail.bank.order('GET /pix', 403)
  const both = [rail.announce(pix), rail.reconcile()]
  while (rail.bank.count('GET /cob') < 2) await new Promise(setImmediate)
  resolve()
  await Promise.all(both)
  assert.equal((await rail.rows('refunds')).length, 1)
  const told = 'the bank takes a refund back that had arrived'
  assert.deepEqual(
    rail.service.log.filter((line) => line.includes(told)),
    [],
  )
})

test('a return that two checks at once find is ordered, counted and announced once', async () => {
  const rail = await first.another()
  const counted: string[] = []
  rail.service.service.metrics.money = (state) => void counted.push(state)
  rail.bank.books.return_state = 'NAO_REALIZADO'
  const { txid } = await rail.charged()
  const { promise, resolve } = Promise.withResolvers<void>()
  rail.bank.order('GET /cob', { hold: promise })
  const pix = rail.bank.books.pay(txid, 30)
  rail.bank.requests.length = 0
  // The list would tell of it before.
  rail.bank.order('GET /pix', 403)
  const both = [rail.announce(pix), rail.reconcile()]
  while (rail.bank.count('GET /cob') < 2) await new Promise(setImmediate)
  resolve()
  await Promise.all(both)
  const told = rail.service.log.filter((line) => line.includes('did not send a transfer back'))
  assert.deepEqual([counted, told.length], [['opened', 'return_failed'], 1])
  assert.equal(rail.bank.count('PUT /devolucao'), 1)
})

test("a code asked for while the seller changes its bank is the present bank's", async () => {
  const rail = await first.another()
  const { service, vault, bank: former, seller } = rail
  const { seller_id } = seller
  const checkout = await (await service.login(seller)).checkout()
  const { promise, resolve } = Promise.withResolvers<void>()
  // The first attempt fails, slowly, with its repetition; the next one waits for it.
  former.order('POST /token', { hold: promise }, 1)
  former.order('PUT /cob', 503, 2)
  await rail.glance(checkout)
  while (former.count('POST /token') === 0) await new Promise(setImmediate)
  await rail.glance(checkout)
  const bank = await bankOf(service)
  await addBank(service.db, vault, { seller_id, settings: bank.settings, now: service.clock.now() })
  resolve()
  await service.service.rail.idle()
  const code = await rail.view(checkout)
  assert.deepEqual([...bank.books.charges.keys()], [txidOf(checkout.id)])
  assert.deepEqual([...former.books.charges.keys()], [])
  assert.equal(code, codeOf(txidOf(checkout.id)))
})

test('a check that fails while its bank is renewed does not put off the next one', async () => {
  const rail = await first.another()
  const { db, clock, sql } = rail.service
  const { seller_id } = rail.seller
  const { txid } = await rail.charged()
  const since = new Date(clock.now().getTime() - 40 * HOUR_MS).toISOString()
  await sql('update charges set trouble_since = ? where seller_id = ?', since, seller_id)
  const { promise, resolve } = Promise.withResolvers<void>()
  rail.bank.order('GET /cob', { hold: promise }, 1)
  const checked = rail.reconcile()
  while (rail.bank.count('GET /cob') === 0) await new Promise(setImmediate)
  // The bank has forgotten the charge, and the seller renews the connection.
  rail.bank.books.charges.delete(txid)
  const known = await db.read(() => connectionInUse({ seller_id }))
  const now = clock.now()
  const { settings } = rail.bank
  await connectBank(db, rail.vault, { seller_id, settings, known, actor: operator(), now })
  resolve()
  await checked
  const [charge] = await rail.rows('charges')
  assert.equal(charge?.check_at, now.toISOString())
})
