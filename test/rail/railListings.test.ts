/** Transfers without a callback are found in the bank's list, however badly the bank keeps it. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { handledKey } from '../../domain/pix/rounds/listings.ts'
import { INTERVAL_MS, PRICE_MINOR, startRail } from '../support/rail.ts'
import type { RailTest } from '../support/rail.ts'

const first = await startRail()
// The tests write states into its books that the contract does not have.
first.bank.checks_answers = false

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

type Body = Record<string, unknown>

/** Ends the polls of charges, so that a transfer is found by a list alone. */
const stopPolls = ({ service, seller }: RailTest) =>
  service.sql("update charges set status = 'closed' where seller_id = ?", seller.seller_id)

async function paid(rail: RailTest) {
  const { checkout, txid } = await rail.charged()
  return { checkout, txid, pix: await rail.pay(txid) }
}

/** Time passes in rounds that are long apart. */
async function passDays(rail: RailTest, days: number): Promise<void> {
  for (let day = 0; day < days; day++) await rail.reconcile(DAY_MS)
}

const refundsOf = async (rail: RailTest) =>
  (await rail.rows('refunds')).map(
    ({ amount_minor, status, origin, nature }) => `${amount_minor} ${status} ${origin} ${nature}`,
  )

async function listedUntil({ service, seller }: RailTest): Promise<string | null> {
  const statement = 'select listed_until from bank_connections where seller_id = ?'
  const [row] = await service.sql<{ listed_until: string | null }>(statement, seller.seller_id)
  return row?.listed_until ?? null
}

test('a transfer without a callback is found in one interval, its page seen long ago', async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  for (let hours = 0; hours < 20; hours++) await rail.reconcile(HOUR_MS)
  await stopPolls(rail)
  rail.bank.books.pay(txid, PRICE_MINOR)
  await rail.reconcile(INTERVAL_MS)
  assert.deepEqual(await rail.outcomes(checkout), ['settled'])
  assert.deepEqual(await rail.events(), ['payment.succeeded'])
  await rail.assertMoneyAccountedFor()
})

test('money for a checkout that was canceled days ago is found, and sent back', async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  await rail.cancel(checkout)
  await passDays(rail, 5)
  rail.bank.books.pay(txid, PRICE_MINOR)
  await rail.reconcile(INTERVAL_MS)
  await rail.reconcile(INTERVAL_MS)
  assert.deepEqual(await rail.outcomes(checkout), ['canceled done'])
  await rail.assertMoneyAccountedFor()
})

test('a list too long for one round goes on in the next, until all is read', async () => {
  const rail = await first.another()
  const { books } = rail.bank
  books.page_size = 1
  books.list.ignores.push('txIdPresente')
  const { checkout, txid } = await rail.charged()
  await stopPolls(rail)
  for (let i = 0; i < 25; i++) books.receiveOther(100)
  rail.service.clock.advanceMs(1)
  books.pay(txid, PRICE_MINOR)
  let rounds = 0
  for (; (await rail.rows('payments')).length === 0 && rounds < 10; rounds++) {
    assert.equal(await listedUntil(rail), null)
    await rail.reconcile(INTERVAL_MS)
  }
  assert.ok(rounds >= 2 && rounds <= 4, `${rounds}`)
  assert.deepEqual(await rail.outcomes(checkout), ['settled'])
  for (; (await listedUntil(rail)) === null && rounds < 10; rounds++) await rail.reconcile()
  assert.ok(rounds <= 5, `${rounds}`)
})

test('a transfer on record that is listed for another charge does not pay that one', async () => {
  const rail = await first.another()
  const [sold, other] = [await rail.charged(), await rail.charged()]
  const pix = await rail.pay(other.txid)
  await stopPolls(rail)
  const change = (body: Body) => {
    body['pix'] = [{ ...pix, txid: sold.txid }]
  }
  rail.bank.order('GET /pix', { change })
  for (let i = 0; i < 2; i++) await rail.reconcile()
  assert.deepEqual(await rail.outcomes(sold.checkout), [])
  assert.deepEqual(await rail.outcomes(other.checkout), ['settled'])
})

test('a listed transfer of a wrong amount goes back in that round, with a new charge', async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  await stopPolls(rail)
  rail.bank.books.pay(txid, PRICE_MINOR - 1)
  await rail.reconcile()
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount done'])
  assert.equal((await rail.rows('charges'))[0]?.txid, `${txid}2`)
  await rail.assertMoneyAccountedFor()
})

test('a return over more than arrived is not believed', async () => {
  const rail = await first.another()
  const { pix } = await paid(rail)
  await stopPolls(rail)
  rail.bank.books.takeBack(pix, PRICE_MINOR).valor = '49.91'
  for (let i = 0; i < 3; i++) await rail.reconcile()
  assert.deepEqual(await rail.rows('refunds'), [])
})

test('a listed transfer is remembered in a few bytes, however much the bank lists of it', () => {
  const refunds = Array.from({ length: 1_000 }, (_, number) => ({
    return_id: `MED${number}`,
    amount_minor: 1,
    status: 'failed' as const,
    nature: 'MED_FRAUDE',
    reason: 'x'.repeat(200),
  }))
  const keys = [0, 500].map((first) => handledKey({ txid: 'a' }, refunds.slice(first)))
  assert.deepEqual(
    keys.map(({ length }) => length),
    [44, 44],
  )
  assert.equal(new Set([...keys, handledKey({ txid: 'b' }, refunds)]).size, 3)
})

test('a return reported by rtrId first, and by an id later, is one', async () => {
  const rail = await first.another()
  const { checkout, pix } = await paid(rail)
  const made = rail.bank.books.takeBack(pix, 1000, { status: 'EM_PROCESSAMENTO' })
  const { id } = made
  Reflect.deleteProperty(made, 'id')
  await rail.reconcile()
  assert.deepEqual(await refundsOf(rail), ['1000 pending bank MED_FRAUDE'])
  made.id = id
  await rail.reconcile()
  made.status = 'DEVOLVIDO'
  for (let rounds = 0; rounds < 2; rounds++) await rail.reconcile()
  assert.deepEqual(await refundsOf(rail), ['1000 succeeded bank MED_FRAUDE'])
  assert.equal((await rail.read(checkout)).amount_refunded_minor, 1000)
  assert.deepEqual(await rail.events(), ['payment.succeeded', 'payment.reversed'])
  await rail.announce(pix)
  assert.equal((await refundsOf(rail)).length, 1)
})

test('a bank without a charge is asked for two lists, every five minutes at most', async () => {
  const rail = await first.another()
  await rail.seller.checkout()
  const lists = ['GET /pix', 'GET /pix']
  await rail.reconcile()
  assert.deepEqual(rail.bank.requests, ['POST /token', ...lists])
  for (let minute = 1; minute < 5; minute++) await rail.reconcile(60_000)
  assert.deepEqual(rail.bank.requests, ['POST /token', ...lists])
  await rail.reconcile(60_000)
  assert.deepEqual(
    rail.bank.requests.filter((one) => one !== 'POST /token'),
    [...lists, ...lists],
  )
})
