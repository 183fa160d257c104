/** Money that belongs to no charge: one row for one transfer, whatever happens beside it. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { formerPayers, recordUnmatched } from '../../domain/pix/transfers/unmatched.ts'
import { createLog } from '../../runtime/logger.ts'
import { Sweeper } from '../../runtime/sweeper.ts'
import { INTERVAL_MS, PRICE_MINOR, startRail } from '../support/rail.ts'
import type { RailTest } from '../support/rail.ts'
import { secondProcess } from '../support/railProcess.ts'
import { entriesOf, sumOf } from '../support/statement.ts'

const first = await startRail()
// A test shows a payer as some banks do, beyond the contract.
first.bank.checks_answers = false

const DAY_MS = 24 * 60 * 60 * 1000

type TransferRow = { return_id: string; amount_minor: number; description: string | null }

const rowsOf = ({ service, seller }: RailTest) =>
  service.sql<TransferRow>(
    `select return_id, amount_minor, description from transfers where seller_id = ?
      order by amount_minor desc`,
    seller.seller_id,
  )

const amountsOf = async (rail: RailTest) =>
  (await rowsOf(rail)).map(({ amount_minor }) => Number(amount_minor))

async function assertIsTheBanks(rail: RailTest): Promise<void> {
  const { received_minor, returned_minor } = rail.bank.books.sums()
  const entries = await entriesOf(await rail.service.login(rail.seller))
  assert.equal(sumOf(entries), received_minor - returned_minor)
}

test('processes that read the list at once record each transfer and each return once', async () => {
  const rail = await first.another()
  const { books } = rail.bank
  for (let i = 0; i < 30; i++) {
    const pix = books.receiveOther(1000 + i)
    if (i % 3 === 0) books.takeBack(pix, 1 + i)
  }
  const others = [secondProcess(rail), secondProcess(rail)]
  rail.service.clock.advanceMs(INTERVAL_MS)
  await Promise.all([rail.service.service.rail, ...others].map((one) => one.reconcile()))
  await Promise.all(others.map((one) => one.stop()))
  assert.equal((await rowsOf(rail)).length, 40)
  await assertIsTheBanks(rail)
})

test('answers that are lost or broken lose nothing and double nothing', async () => {
  const rail = await first.another()
  const { books } = rail.bank
  books.page_size = 2
  for (let i = 0; i < 9; i++) books.takeBack(books.receiveOther(500 + i), 100 + i)
  for (const fault of ['lose', 'drop', 503, 'garble'] as const) {
    rail.bank.order('GET /pix', fault, 1)
    await rail.reconcile()
  }
  for (let round = 0; round < 6; round++) await rail.reconcile(DAY_MS)
  assert.equal((await rowsOf(rail)).length, 18)
  await assertIsTheBanks(rail)
})

test('a flood of cents is read over several rounds, at most 5 pages in each', async () => {
  const rail = await first.another()
  const { books } = rail.bank
  books.page_size = 10
  for (let i = 0; i < 120; i++) books.receiveOther(1)
  const { txid } = await rail.charged()
  await rail.pay(txid)
  let rounds = 0
  for (; (await rowsOf(rail)).length < 120; rounds++) {
    assert.ok(rounds < 20)
    const asked = rail.bank.count('GET /pix')
    await rail.reconcile()
    // A page of each of the two other lists beside them.
    assert.ok(rail.bank.count('GET /pix') - asked <= 7)
  }
  assert.ok(rounds > 1)
  await assertIsTheBanks(rail)
})

test('a payment under the same id, in any case, takes the place of unmatched money', async () => {
  const rail = await first.another()
  const { db, clock } = rail.service
  const { seller_id } = rail.seller
  const { txid } = await rail.charged()
  const pix = await rail.pay(txid)
  const end_to_end_id = pix.endToEndId.toUpperCase()
  const transfer = { end_to_end_id, amount_minor: PRICE_MINOR, paid_at: pix.horario, refunds: [] }
  const transfers = [{ txid: '', end_to_end_id, transfer }]
  await recordUnmatched(db, { seller_id, transfers, now: clock.now() })
  assert.deepEqual(await amountsOf(rail), [PRICE_MINOR])
  const seller = await rail.service.login(rail.seller)
  assert.deepEqual(
    (await entriesOf(seller)).map(({ type }) => type),
    ['payment'],
  )
  const found = async (q: string) => {
    const { body } = await seller.get<'SearchResultList'>(`/v1/search?q=${q}`)
    return body.data.map(({ type }) => type)
  }
  assert.deepEqual(await found(end_to_end_id), ['payment'])
  assert.ok(!(await found('49,90')).includes('transfer'))
  const file = await seller.get('/v1/statement_entries/export?format=ofx')
  assert.match(file.text, /<BALAMT>49\.90<\/BALAMT>/)
})

test('unmatched money is found by its end-to-end id in any case, and by its amount', async () => {
  const rail = await first.another()
  const { endToEndId } = rail.bank.books.receiveOther(12_345)
  await rail.reconcile()
  const seller = await rail.service.login(rail.seller)
  for (const q of [endToEndId.toLowerCase(), endToEndId.toUpperCase(), '123,45']) {
    const { body } = await seller.get<'SearchResultList'>(`/v1/search?q=${q}`)
    assert.deepEqual(
      body.data.map(({ type }) => type),
      ['transfer'],
      q,
    )
  }
})

test('a transfer of a charge is no unmatched money while its checks fail', async () => {
  const rail = await first.another()
  const { txid } = await rail.charged()
  rail.bank.books.pay(txid, PRICE_MINOR)
  rail.bank.order('GET /pix', {
    change: (body) => {
      for (const pix of (body['pix'] ?? []) as Record<string, unknown>[]) {
        pix['devolucoes'] = [{ id: 'x', valor: 'none', status: 'DEVOLVIDO' }]
      }
    },
  })
  await rail.reconcile()
  rail.bank.recover()
  await rail.reconcile()
  assert.deepEqual(await rowsOf(rail), [])
  await rail.assertMoneyAccountedFor()
})

test('a payer is forgotten after 90 days, and is not read again', async () => {
  const rail = await first.another()
  const { service } = rail
  const pix = rail.bank.books.receiveOther(700, { infoPagador: 'aluguel' })
  Object.assign(pix, { pagador: { nome: 'Rosa\nLima', cpf: '52998224725' } })
  await rail.reconcile()
  const said = async () => (await rowsOf(rail)).map(({ description }) => description)
  assert.deepEqual(await said(), ['Rosa Lima: aluguel'])
  const log = createLog('error', { write: (line) => assert.fail(line) })
  const sweep = () =>
    new Sweeper({ db: service.db, clock: service.clock, log, sweeps: [formerPayers] }).round()
  service.clock.advanceMs(90 * DAY_MS - INTERVAL_MS)
  await sweep()
  assert.deepEqual(await said(), ['Rosa Lima: aluguel'])
  service.clock.advanceMs(1)
  await sweep()
  assert.deepEqual(await said(), [null])
  await service.sql(
    'update bank_connections set unmatched_listed_until = null where seller_id = ?',
    rail.seller.seller_id,
  )
  await rail.reconcile()
  assert.deepEqual(await said(), [null])
})

test('money of before an upgrade is found from the connection on, of 90 days', async () => {
  const rail = await first.another()
  rail.bank.books.receiveOther(100)
  await rail.service.sql(
    'update bank_connections set unmatched_listed_until = ? where seller_id = ?',
    rail.service.clock.advanceMs(40 * DAY_MS).toISOString(),
    rail.seller.seller_id,
  )
  rail.bank.books.receiveOther(200)
  await rail.reconcile()
  assert.deepEqual(await amountsOf(rail), [200])
  // An older process never writes how far the list of all was read.
  await rail.service.sql(
    `update bank_connections set unmatched_listed_until = null, listed_until = ?
      where seller_id = ?`,
    rail.service.clock.now().toISOString(),
    rail.seller.seller_id,
  )
  await rail.reconcile()
  assert.deepEqual(await amountsOf(rail), [200, 100])
})
