/** Returns by the bank itself, or by the seller on the bank's screen, are seen. */
import assert from 'node:assert/strict'
import { mock } from 'node:test'
import { test } from 'vitest'
import { checkDatabase } from '../../../../db/maintenance/check.ts'
import type { Transaction } from '../../../../db/query.ts'
import { addRefund } from '../../../../domain/payments/refunds.ts'
import { WATCH_MS } from '../../../../domain/pix/charges/checkSchedule.ts'
import { MAX_REFUNDS } from '../../../../domain/pix/bank/provider.ts'
import { newDatabase } from '../../../support/engine.ts'
import { PRICE_MINOR, startRail } from '../../../support/rail.ts'
import type { RailTest } from '../../../support/rail.ts'

const databaseUrl = await newDatabase()
const first = await startRail({ databaseUrl })
// The tests write states into its books that the contract does not have.
first.bank.checks_answers = false

const DAY_MS = 24 * 60 * 60 * 1000

async function paid(rail: RailTest) {
  const { checkout, txid } = await rail.charged()
  const pix = await rail.pay(txid)
  assert.deepEqual(await rail.outcomes(checkout), ['settled'])
  return { checkout, txid, pix }
}

async function assertSound(rail: RailTest): Promise<void> {
  await rail.assertMoneyAccountedFor()
  assert.deepEqual(
    (await checkDatabase(databaseUrl)).filter(({ ok }) => !ok),
    [],
  )
}

const refundsOf = async (rail: RailTest) =>
  (await rail.rows('refunds')).map(
    ({ amount_minor, status, origin, nature }) => `${amount_minor} ${status} ${origin} ${nature}`,
  )

test("a return of a sale under the id of its transfer is the bank's", async () => {
  const rail = await first.another()
  const { pix } = await paid(rail)
  rail.bank.books.takeBack(pix, 1000).id = pix.endToEndId
  await rail.announce(pix)
  assert.deepEqual(await refundsOf(rail), ['1000 succeeded bank MED_FRAUDE'])
  await assertSound(rail)
})

test("the bank's own return is recorded with its final amount", async () => {
  const rail = await first.another()
  const { checkout, pix } = await paid(rail)
  const made = rail.bank.books.takeBack(pix, 1000, { status: 'EM_PROCESSAMENTO' })
  await rail.announce(pix)
  made.valor = '15.00'
  await rail.announce(pix)
  assert.deepEqual(await refundsOf(rail), ['1500 pending bank MED_FRAUDE'])
  const [pending] = await rail.rows('refunds')
  // Only an order is asked about by itself.
  assert.equal(pending?.check_at, null)
  made.valor = '20.00'
  made.status = 'DEVOLVIDO'
  await rail.announce(pix)
  assert.deepEqual(await refundsOf(rail), ['2000 succeeded bank MED_FRAUDE'])
  assert.equal((await rail.read(checkout)).amount_refunded_minor, 2000)
  await assertSound(rail)
})

test('returns reported at once count up to the rest of the transfer', async () => {
  const rail = await first.another()
  const { checkout, pix } = await paid(rail)
  const made = rail.bank.books.takeBack(pix, PRICE_MINOR - 700)
  await rail.announce(pix)
  // The bank has forgotten the first one.
  pix.devolucoes = ['MED1', 'MED2'].map((id) => ({ ...made, id, rtrId: id, valor: '5.00' }))
  await rail.announce(pix)
  assert.equal((await rail.read(checkout)).amount_refunded_minor, PRICE_MINOR - 700)
  const broken = (await checkDatabase(databaseUrl)).filter(({ ok }) => !ok)
  assert.deepEqual(broken, [])
})

test('a return without a nature is one of the ordinary kind', async () => {
  const rail = await first.another()
  const { pix } = await paid(rail)
  delete rail.bank.books.takeBack(pix, 1).natureza
  await rail.announce(pix)
  assert.deepEqual(await refundsOf(rail), ['1 succeeded bank ORIGINAL'])
})

for (const [end, status, events] of [
  ['DEVOLVIDO', 'succeeded', ['payment.succeeded', 'payment.reversed']],
  ['NAO_REALIZADO', 'failed', ['payment.succeeded']],
] as const) {
  test(`a return that is being processed is followed until it is ${end}`, async () => {
    const rail = await first.another()
    const { pix } = await paid(rail)
    rail.bank.books.takeBack(pix, 1000, { status: 'EM_PROCESSAMENTO' })
    await rail.announce(pix)
    assert.deepEqual(await refundsOf(rail), ['1000 pending bank MED_FRAUDE'])
    assert.deepEqual(await rail.events(), ['payment.succeeded'])
    rail.bank.books.endReturns(end)
    await rail.announce(pix)
    await rail.announce(pix)
    assert.deepEqual(await refundsOf(rail), [`1000 ${status} bank MED_FRAUDE`])
    assert.deepEqual(await rail.events(), events)
    await assertSound(rail)
  })
}

test('a return without a callback is found, through 90 days, by a handful of checks', async () => {
  const rail = await first.another()
  const { pix } = await paid(rail)
  rail.bank.requests.length = 0
  await rail.reconcile(WATCH_MS)
  rail.bank.books.takeBack(pix, 1000)
  let days = 2
  for (; (await refundsOf(rail)).length === 0 && days < 90; days++) await rail.reconcile(DAY_MS)
  assert.ok(days <= 5, `${days}`)
  rail.bank.books.takeBack(pix, 500)
  for (; days < 91; days++) await rail.reconcile(DAY_MS)
  assert.equal((await rail.events()).length, 3)
  assert.ok(rail.bank.count('GET /cob') < 16, `${rail.bank.count('GET /cob')}`)
  assert.equal((await rail.rows('charges'))[0]?.status, 'closed')
  await assertSound(rail)
})

test('a transfer that its charge does not show is asked about by itself', async () => {
  for (const forget of [false, true]) {
    const rail = await first.another()
    const { pix } = await paid(rail)
    rail.bank.books.shows_pix = false
    if (forget) rail.bank.order('GET /cob', 404)
    rail.bank.books.takeBack(pix, 1000)
    await rail.announce(pix)
    assert.deepEqual(await refundsOf(rail), ['1000 succeeded bank MED_FRAUDE'])
    await assertSound(rail)
  }
})

test('a transfer whose charge was forgotten once paid is asked about for 90 days', async () => {
  const rail = await first.another()
  const { pix } = await paid(rail)
  rail.bank.order('GET /cob', 404)
  rail.bank.order('GET /pix', 403)
  for (let day = 0; day < 60; day += 3) await rail.reconcile(3 * DAY_MS)
  rail.bank.books.takeBack(pix, 1000)
  for (let day = 60; day < 90; day += 3) await rail.reconcile(3 * DAY_MS)
  assert.deepEqual(await refundsOf(rail), ['1000 succeeded bank MED_FRAUDE'])
  await assertSound(rail)
})

test('an order is on record over the amount that was left when it was given', async () => {
  const rail = await first.another()
  rail.bank.order('PUT /devolucao', 503)
  const { txid } = await rail.charged()
  const pix = await rail.pay(txid, 30)
  assert.deepEqual(await refundsOf(rail), ['30 pending automatic ORIGINAL'])
  rail.bank.recover()
  rail.bank.books.return_state = 'EM_PROCESSAMENTO'
  rail.bank.books.takeBack(pix, 10)
  await rail.reconcile()
  const both = ['10 succeeded bank MED_FRAUDE', '20 pending automatic ORIGINAL']
  assert.deepEqual((await refundsOf(rail)).toSorted(), both)
})

test("an accepted order keeps its amount when the bank's own return fails", async () => {
  const rail = await first.another()
  rail.bank.order('PUT /devolucao', 503)
  const { checkout, txid } = await rail.charged()
  const pix = await rail.pay(txid, 30)
  rail.bank.recover()
  rail.bank.books.return_state = 'EM_PROCESSAMENTO'
  const own = rail.bank.books.takeBack(pix, 10, { status: 'EM_PROCESSAMENTO' })
  await rail.reconcile()
  Object.assign(own, { status: 'NAO_REALIZADO' })
  for (let round = 0; round < 2; round++) {
    await rail.reconcile()
    const both = ['10 failed bank MED_FRAUDE', '20 pending automatic ORIGINAL']
    assert.deepEqual((await refundsOf(rail)).toSorted(), both)
  }
  rail.bank.books.return_state = 'DEVOLVIDO'
  rail.bank.books.endReturns('DEVOLVIDO')
  for (let round = 0; round < 2; round++) await rail.reconcile()
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount done'])
  assert.deepEqual(
    pix.devolucoes?.map(({ valor, status }) => `${valor} ${status}`),
    ['0.10 NAO_REALIZADO', '0.20 DEVOLVIDO', '0.10 DEVOLVIDO'],
  )
  await assertSound(rail)
})

test('a return of the whole by the bank is waited for, and ordered when it fails', async () => {
  const rail = await first.another()
  rail.bank.order('PUT /devolucao', 503)
  const { checkout, txid } = await rail.charged()
  const pix = await rail.pay(txid, 10)
  rail.bank.recover()
  rail.bank.books.takeBack(pix, 10, { status: 'EM_PROCESSAMENTO' })
  await rail.reconcile()
  await rail.reconcile()
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount waiting'])
  rail.bank.books.endReturns('NAO_REALIZADO')
  await rail.reconcile()
  await rail.reconcile()
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount done'])
  assert.deepEqual(
    pix.devolucoes?.map(({ status }) => status),
    ['NAO_REALIZADO', 'DEVOLVIDO'],
  )
  assert.deepEqual(await rail.events(), ['payment.reversed'])
  await assertSound(rail)
})

/** Has 10 minor units taken back by the bank, so that the rest is ordered and sent back. */
async function sentBackInPart() {
  const rail = await first.another()
  const counted: string[] = []
  rail.service.service.metrics.money = (state) => void counted.push(state)
  rail.bank.order('PUT /devolucao', 503)
  const { checkout, txid } = await rail.charged()
  const pix = await rail.pay(txid, 30)
  rail.bank.recover()
  rail.bank.books.takeBack(pix, 10, { status: 'EM_PROCESSAMENTO' })
  await rail.reconcile()
  const ordered = () =>
    pix.devolucoes?.map(({ id, valor }) => `${id.replace(pix.endToEndId, '#')} ${valor}`).slice(1)
  const failures = () => counted.filter((state) => state === 'return_failed').length
  return { rail, checkout, pix, ordered, failures }
}

test("a refund that waits for the bank's own return is no failure", async () => {
  const { rail, checkout, pix, ordered, failures } = await sentBackInPart()
  for (let round = 0; round < 2; round++) {
    assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount waiting'])
    assert.deepEqual(ordered(), ['# 0.20'])
    await rail.reconcile()
  }
  assert.deepEqual(await rail.events(), [])
  rail.bank.books.endReturns('DEVOLVIDO')
  await rail.reconcile()
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount done'])
  assert.deepEqual(await rail.events(), ['payment.reversed'])
  assert.deepEqual(ordered(), ['# 0.20'])
  assert.equal(failures(), 0)
  const complaints = rail.service.log.filter(
    (line) => line.includes('did not send a transfer back') && line.includes(pix.endToEndId),
  )
  assert.deepEqual(complaints, [])
  await assertSound(rail)
})

test("the rest is ordered under another id when the bank's own return fails", async () => {
  const { rail, checkout, ordered, failures } = await sentBackInPart()
  rail.bank.books.endReturns('NAO_REALIZADO')
  await rail.reconcile()
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount done'])
  assert.deepEqual(ordered(), ['# 0.20', '#2 0.10'])
  assert.deepEqual(await rail.events(), ['payment.reversed'])
  assert.equal(failures(), 0)
  await assertSound(rail)
})

test('an order for the rest that fails, too, counts as a failure, once', async () => {
  const { rail, checkout, ordered, failures } = await sentBackInPart()
  rail.bank.books.endReturns('NAO_REALIZADO')
  rail.bank.books.return_state = 'NAO_REALIZADO'
  for (let time = 0; time < 3; time++) await rail.reconcile(DAY_MS / 4)
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount failed'])
  assert.deepEqual(ordered(), ['# 0.20', '#2 0.10', '#3 0.10', '#4 0.10'])
  assert.equal(failures(), 1)
})

test('a refund that waits goes on when its charge is not asked about any more', async () => {
  const { rail, checkout } = await sentBackInPart()
  await rail.service.sql(
    "update charges set status = 'closed' where seller_id = ?",
    rail.seller.seller_id,
  )
  rail.bank.books.endReturns('DEVOLVIDO')
  await rail.reconcile()
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount done'])
  await assertSound(rail)
})

test('a bank that tells of another return of the whole each time is believed once', async () => {
  const rail = await first.another()
  const { pix } = await paid(rail)
  for (let time = 0; time < 2; time++) {
    pix.devolucoes = []
    rail.bank.books.takeBack(pix, PRICE_MINOR)
    await rail.announce(pix)
  }
  assert.deepEqual(await refundsOf(rail), [`${PRICE_MINOR} succeeded bank MED_FRAUDE`])
  assert.ok(rail.service.log.some((line) => line.includes('more went back than arrived')))
  const unsound = (await checkDatabase(databaseUrl)).filter(({ ok }) => !ok)
  assert.deepEqual(unsound, [])
})

test('a bank is believed up to a bound of returns, also while a refund waits', async () => {
  const rail = await first.another()
  rail.bank.order('PUT /devolucao', 503)
  const { checkout, txid } = await rail.charged()
  const pix = await rail.pay(txid, 3_000)
  rail.bank.recover()
  const takeBack = (count: number) => {
    for (let i = 0; i < count; i++) {
      rail.bank.books.takeBack(pix, 1, { status: 'EM_PROCESSAMENTO' })
    }
  }
  takeBack(1)
  await rail.reconcile()
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount waiting'])
  const change = "update charges set status = 'closed' where seller_id = ?"
  await rail.service.sql(change, rail.seller.seller_id)
  pix.devolucoes = []
  takeBack(MAX_REFUNDS)
  await rail.reconcile()
  // The one that was there before, and the order of what was left.
  assert.equal((await rail.rows('refunds')).length, 2)
})

test('a bank that says that it sent back more often is not believed', async () => {
  const rail = await first.another()
  const { pix } = await paid(rail)
  for (let i = 0; i <= MAX_REFUNDS; i++) rail.bank.books.takeBack(pix, 1)
  await rail.announce(pix)
  assert.deepEqual(await refundsOf(rail), [])
  assert.ok(rail.service.log.some((line) => line.includes('too many refunds')))
})

test('refunds reported at once: a transaction records a few, and a check logs a few', async () => {
  const rail = await first.another()
  const { pix } = await paid(rail)
  for (let i = 0; i < 50; i++) rail.bank.books.takeBack(pix, 1)
  const { db, log } = rail.service
  const recorded: number[] = []
  const run = db.run.bind(db)
  const counted = function* <Result>(body: () => Transaction<Result>): Transaction<Result> {
    const steps = body()
    let [next, refunds] = [steps.next([]), 0]
    while (!next.done) {
      if (next.value.definition.name === 'add_refund') refunds++
      next = steps.next(yield next.value)
    }
    if (refunds > 0) recorded.push(refunds)
    return next.value
  }
  const running = mock.method(db, 'run', (body: () => Transaction<unknown>) =>
    run(() => counted(body)),
  )
  const before = log.length
  await rail.announce(pix)
  running.mock.restore()
  assert.deepEqual(recorded, [20, 20, 10])
  const logged = log.slice(before).filter((line) => line.includes('of a transfer recorded'))
  const singly = logged.filter((line) => line.includes('return_id'))
  assert.deepEqual([singly.length, logged.length], [10, 11])
})

test('a bank that refuses one order after another is given a few in each attempt', async () => {
  const rail = await first.another()
  const { books } = rail.bank
  const perform = books.perform.bind(books)
  // Just before each order the bank sends one more centavo back by itself.
  mock.method(books, 'perform', (...asked: Parameters<typeof perform>) => {
    const [name, [endToEndId = '']] = asked
    if (name === 'PUT /devolucao') books.takeBack({ endToEndId }, 1)
    return perform(...asked)
  })
  const { checkout, txid } = await rail.charged()
  await rail.pay(txid, 30)
  assert.equal(rail.bank.count('PUT /devolucao'), 5)
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount waiting'])
  mock.restoreAll()
  await rail.reconcile()
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount done'])
  assert.deepEqual(await rail.events(), ['payment.reversed'])
  await assertSound(rail)
})

test('a transfer has a bounded number of recorded refunds, also while one waits', async () => {
  const { rail, pix } = await sentBackInPart()
  const { sql } = rail.service
  await sql(`update charges set status = 'closed' where seller_id = ?`, rail.seller.seller_id)
  const [kept = []] = [pix.devolucoes]
  const [own] = kept
  assert.ok(own)
  let number = 0
  const told = async (count: number) => {
    const failed = { ...own, valor: '0.01', status: 'NAO_REALIZADO' as const }
    const others = Array.from({ length: count }, () => ({ ...failed, id: `x${number++}` }))
    pix.devolucoes = [...kept, ...others]
    await rail.reconcile()
    return (await rail.rows('refunds')).length
  }
  assert.equal(await told(600), 602)
  assert.equal(await told(MAX_REFUNDS - 601), 602)
  assert.equal(await told(MAX_REFUNDS - 602), MAX_REFUNDS)
})

test('a checkout with two thousand refunds takes no more of them from a bank', async () => {
  const rail = await first.another()
  const { pix, txid } = await paid(rail)
  await rail.pay(txid)
  const [returned] = await rail.rows('refunds')
  assert.ok(returned)
  const { metadata: _, ...row } = returned
  await rail.service.db.run(function* () {
    for (let i = 1; i < 1_999; i++) {
      yield* addRefund({ ...row, metadata: null, id: `${row.id}${i}`, return_id: `x${i}` })
    }
  })
  const told = async () => {
    rail.bank.books.takeBack(pix, 1)
    await rail.announce(pix)
    return (await rail.rows('refunds')).length
  }
  assert.equal(await told(), 2_000)
  assert.equal(await told(), 2_000)
  // These refunds belong to no transfer, as later checks of this database would notice.
  const { sql } = rail.service
  await sql(`delete from refunds where seller_id = ? and return_id like 'x%'`, row.seller_id)
})

test('refunds reported under ids of our orders are ours up to the rest', async () => {
  const rail = await first.another()
  rail.bank.order('PUT /devolucao', 503)
  rail.bank.order('GET /devolucao', 503)
  const { txid } = await rail.charged()
  const pix = await rail.pay(txid, 30)
  const made = rail.bank.books.takeBack(pix, 30, { status: 'EM_PROCESSAMENTO' })
  pix.devolucoes = [2, 3].map((number) => ({ ...made, id: `${pix.endToEndId}${number}` }))
  await rail.announce(pix)
  await rail.reconcile()
  const refunds = await rail.rows('refunds')
  const told = refunds.map(({ origin, status }) => `${origin} ${status}`)
  assert.deepEqual(told, ['automatic failed', 'bank pending', 'bank pending'])
  const broken = (await checkDatabase(databaseUrl)).filter(({ ok }) => !ok)
  assert.deepEqual(broken, [])
})
