/** Money at the seller's key that belongs to no charge: found by the list, and in the statement. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { startRail } from '../support/rail.ts'
import type { RailTest } from '../support/rail.ts'
import { entriesOf, sumOf } from '../support/statement.ts'
import type { StatementEntry } from '../support/statement.ts'

const first = await startRail()

const DAY_MS = 24 * 60 * 60 * 1000
const FOREIGN_TXID = 'caixa42pedido1899outroPrograma'

async function unmatched(rail: RailTest): Promise<StatementEntry[]> {
  return entriesOf(await rail.service.login(rail.seller), { type: 'unmatched' })
}

const shown = (entries: StatementEntry[]) =>
  entries.map(({ amount_minor, txid, description }) => `${amount_minor} ${txid} ${description}`)

/** The statement sums to the bank's books, to the cent. */
async function assertIsTheBanks(rail: RailTest): Promise<void> {
  const { received_minor, returned_minor } = rail.bank.books.sums()
  const entries = await entriesOf(await rail.service.login(rail.seller))
  assert.equal(sumOf(entries), received_minor - returned_minor)
}

test('money without a charge is an entry, at a seller who has no charge yet', async () => {
  const rail = await first.another()
  rail.bank.books.receiveOther(1234)
  rail.service.clock.advanceMs(1)
  const pix = rail.bank.books.receiveOther(99, {
    txid: FOREIGN_TXID,
    infoPagador: 'aluguel\nde março',
  })
  await rail.reconcile()
  const entries = await unmatched(rail)
  assert.deepEqual(shown(entries), [`99 ${FOREIGN_TXID} aluguel de março`, '1234 null '])
  const [entry] = entries
  assert.match(entry?.id ?? '', /^transfer_/)
  assert.deepEqual(
    [entry?.end_to_end_id, entry?.occurred_at, entry?.payment_id, entry?.checkout_id],
    [pix.endToEndId, pix.horario, null, null],
  )
  await rail.reconcile()
  assert.equal((await unmatched(rail)).length, 2)
  await assertIsTheBanks(rail)
})

test('a return at the bank is an entry of its own, however late it comes', async () => {
  const rail = await first.another()
  const { books } = rail.bank
  const pix = books.receiveOther(5000)
  await rail.reconcile()
  books.takeBack(pix, 1500, { natureza: 'ORIGINAL' })
  const pending = books.takeBack(pix, 700, { status: 'EM_PROCESSAMENTO' })
  for (let day = 0; day < 3; day++) await rail.reconcile(DAY_MS)
  assert.deepEqual(shown(await unmatched(rail)), ['-1500 null ', '5000 null '])
  books.endReturn(pix.endToEndId, pending.id, 'DEVOLVIDO')
  books.takeBack(pix, 100, { status: 'NAO_REALIZADO' })
  await rail.reconcile(DAY_MS)
  assert.deepEqual(shown(await unmatched(rail)), ['-700 null ', '-1500 null ', '5000 null '])
  await assertIsTheBanks(rail)
})

test('sales, their refunds and money without a charge sum to the books of the bank', async () => {
  const rail = await first.another()
  const { books } = rail.bank
  const { txid } = await rail.charged()
  await rail.pay(txid)
  const [payment] = await rail.rows('payments')
  await rail.refund(payment?.id ?? '', { amount_minor: 990 })
  books.takeBack(books.receiveOther(333), 33)
  await rail.reconcile()
  await rail.pay(txid)
  await rail.reconcile()
  assert.deepEqual(shown(await unmatched(rail)).toSorted(), ['-33 null ', '333 null '])
  await assertIsTheBanks(rail)
  await rail.assertMoneyAccountedFor()
  assert.equal(
    books.others().every(({ devolucoes = [] }) => devolucoes.length === 1),
    true,
  )
})

test('money that came before the connection, or to another key, is no entry', async () => {
  const rail = await first.another()
  const { books } = rail.bank
  const early = books.receiveOther(100)
  early.horario = new Date(Date.parse(early.horario) - 1).toISOString()
  const elsewhere = books.receiveOther(200)
  elsewhere.chave = 'outra@example.com'
  const silent = books.receiveOther(300)
  delete silent.chave
  await rail.reconcile()
  assert.deepEqual(shown(await unmatched(rail)), ['300 null '])
})
