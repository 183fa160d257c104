/** Returns are kept as the bank tells them: their times, and states that are not understood. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { checkDatabase } from '../../db/maintenance/check.ts'
import { newDatabase } from '../support/engine.ts'
import { PRICE_MINOR, startRail } from '../support/rail.ts'
import type { RailTest } from '../support/rail.ts'

const databaseUrl = await newDatabase()
const first = await startRail({ databaseUrl })
// The tests write by hand what banks show otherwise than the contract has it.
first.bank.checks_answers = false

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

type Fields = Record<string, unknown>

async function settled(rail: RailTest) {
  const { checkout, txid } = await rail.charged()
  const pix = await rail.pay(txid)
  const { payment_id } = await rail.read(checkout)
  return { checkout, txid, pix, payment_id: payment_id ?? '' }
}

/** Every return is settled at the bank at a time that it writes so. */
function settleAt(rail: RailTest, liquidacao: string): void {
  const { books } = rail.bank
  const perform = books.perform.bind(books)
  books.perform = (name, params, asked) => {
    const answer = perform(name, params, asked)
    const written = (key: string, value: unknown) => (key === 'liquidacao' ? liquidacao : value)
    return {
      ...answer,
      body: JSON.parse(JSON.stringify(answer.body), written) as typeof answer.body,
    }
  }
}

const daysOf = ({ service, seller }: RailTest) =>
  service.sql<{ date: string; amount_refunded_minor: number }>(
    `select date, amount_refunded_minor from daily_totals
      where seller_id = ? and refunds_count > 0`,
    seller.seller_id,
  )

const dayOf = (moment: Date) =>
  new Date(moment.getTime() - 180 * MINUTE_MS).toISOString().slice(0, 10)

async function assertBooksWhole(): Promise<void> {
  assert.deepEqual(
    (await checkDatabase(databaseUrl)).filter(({ ok }) => !ok),
    [],
  )
}

test('a return that is heard of on the next day stands in the day of its end', async () => {
  const rail = await first.another()
  const { pix } = await settled(rail)
  const ended = rail.service.clock.advanceMs(10 * MINUTE_MS)
  rail.bank.books.takeBack(pix, 1000)
  settleAt(rail, ended.toISOString())
  await rail.reconcile(DAY_MS)
  const [refund] = await rail.rows('refunds')
  assert.equal(refund?.completed_at, ended.toISOString())
  assert.deepEqual(await daysOf(rail), [{ date: dayOf(ended), amount_refunded_minor: 1000 }])
  await assertBooksWhole()
})

test('a refund of a seller is completed when the bank says that it settled it', async () => {
  const rail = await first.another()
  const { payment_id } = await settled(rail)
  const ended = rail.service.clock.now()
  rail.service.clock.advanceMs(10 * MINUTE_MS)
  settleAt(rail, ended.toISOString())
  const refund = await rail.refund(payment_id, { amount_minor: 500 })
  assert.equal((await rail.readRefund(refund)).completed_at, ended.toISOString())
  await assertBooksWhole()
})

test('a refund of money that settles nothing is completed likewise', async () => {
  const rail = await first.another()
  const { txid } = await rail.charged()
  rail.bank.order('PUT /devolucao', 503)
  await rail.pay(txid, PRICE_MINOR + 1)
  const ended = rail.service.clock.advanceMs(MINUTE_MS)
  rail.bank.recover()
  settleAt(rail, ended.toISOString())
  await rail.reconcile()
  const [refund] = await rail.rows('refunds')
  assert.deepEqual([refund?.origin, refund?.completed_at], ['automatic', ended.toISOString()])
})

for (const [what, offMs] of [
  ['before its payment', -DAY_MS],
  ['in the future', DAY_MS],
] as const) {
  test(`a return settled ${what}, by its bank, is dated when it was heard of`, async () => {
    const rail = await first.another()
    const { pix } = await settled(rail)
    rail.bank.books.takeBack(pix, 1000)
    settleAt(rail, new Date(rail.service.clock.now().getTime() + offMs).toISOString())
    await rail.reconcile()
    const [refund] = await rail.rows('refunds')
    assert.equal(refund?.completed_at, rail.service.clock.now().toISOString())
    await assertBooksWhole()
  })
}

test('a return in a state of a later contract hides nothing, and is followed', async () => {
  const rail = await first.another()
  const { checkout, pix, payment_id } = await settled(rail)
  const { books } = rail.bank
  const odd = books.takeBack(pix, 1000, { status: 'EM_PROCESSAMENTO' })
  books.takeBack(pix, 500)
  Object.assign(odd, { status: 'EM_ANALISE' })
  await rail.reconcile()
  const found = async () =>
    (await rail.rows('refunds')).map(({ amount_minor, status }) => `${amount_minor} ${status}`)
  assert.deepEqual(await found(), ['1000 pending', '500 succeeded'])
  // Its amount counts as on its way: no more is refunded than what is left beside it.
  const seller = await rail.service.login(rail.seller)
  const refused = await seller.post(`/v1/payments/${payment_id}/refunds`, {
    amount_minor: PRICE_MINOR - 500,
  })
  assert.equal(refused.status, 409)
  Object.assign(odd, { status: 'NAO_REALIZADO' })
  await rail.reconcile()
  assert.deepEqual(await found(), ['1000 failed', '500 succeeded'])
  assert.equal((await rail.read(checkout)).amount_refunded_minor, 500)
  await rail.assertMoneyAccountedFor()
})

for (const [what, spoil] of [
  ['an amount', (made: Fields) => delete made['valor']],
  ['an amount in the form of the contract', (made: Fields) => (made['valor'] = '10.0')],
  ['an id', (made: Fields) => delete made['id'] && delete made['rtrId']],
] as const) {
  test(`a return without ${what} hides no other one, and is logged`, async () => {
    const rail = await first.another()
    const { checkout, pix } = await settled(rail)
    const odd = rail.bank.books.takeBack(pix, 1000)
    rail.bank.books.takeBack(pix, 500)
    spoil(odd)
    await rail.reconcile()
    const found = (await rail.rows('refunds')).map(({ amount_minor }) => amount_minor)
    assert.deepEqual(found, [500])
    assert.equal((await rail.read(checkout)).amount_refunded_minor, 500)
    assert.ok(rail.service.log.some((line) => line.includes('a transfer could not be read')))
  })
}

test('a transfer that is not on record waits until all of its returns can be read', async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  const pix = rail.bank.books.pay(txid, PRICE_MINOR)
  const odd = rail.bank.books.takeBack(pix, 1000)
  const { valor } = odd
  odd.valor = '10'
  await rail.announce(pix)
  await rail.reconcile()
  assert.deepEqual(await rail.outcomes(checkout), [])
  assert.equal(rail.bank.count('PUT /devolucao'), 0)
  odd.valor = valor
  await rail.reconcile()
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount done'])
  await rail.assertMoneyAccountedFor()
})

test('a refused order has not failed while one of the returns is unclear', async () => {
  const rail = await first.another()
  const { pix, payment_id } = await settled(rail)
  rail.bank.order('PUT /devolucao', 'lose', 1)
  rail.bank.order('GET /devolucao', 404)
  rail.bank.order('GET /pix/e2eid', {
    change: (body) => {
      for (const made of body['devolucoes'] as Fields[]) delete made['valor']
    },
  })
  const refund = await rail.refund(payment_id, { amount_minor: 500 })
  assert.equal(pix.devolucoes?.length, 1)
  assert.equal((await rail.readRefund(refund)).status, 'pending')
  rail.bank.recover()
  await rail.reconcile()
  assert.equal((await rail.readRefund(refund)).status, 'succeeded')
})
