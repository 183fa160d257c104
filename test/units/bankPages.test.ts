/** A bank's list of transfers is read page by page, up to a bound. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { Bacen, MAX_PAGES } from '../../domain/pix/bank/bacen.ts'
import { startBank } from '../support/bank.ts'
import type { Bank } from '../../scripts/bank/bank.ts'

const now = new Date('2026-03-02T12:00:00.000Z')
const within = { from: new Date(now.getTime() - 1000), to: now }
const txidOf = (number: number) => String(number).padStart(32, 'a')

/** A bank that does not filter its list by txid, with so many paid charges. */
async function paidBank(charges: number) {
  const bank = await startBank(() => now)
  bank.books.filters_by_txid = false
  bank.books.page_size = 2
  const line = new Bacen(bank.settings)
  for (let number = 0; number < charges; number++) {
    bank.books.perform('PUT /cob', [txidOf(number)], {
      chave: bank.pix_key,
      calendario: { expiracao: 60 },
      valor: { original: '1.00' },
    })
    bank.books.pay(txidOf(number), 100)
  }
  return { bank, line }
}

const idsOf = (bank: Bank, txid: string) =>
  bank.books
    .transfers()
    .filter((one) => one.txid === txid)
    .map((one) => one.endToEndId)

test('a transfer on the last page of several is found', async (t) => {
  const { bank, line } = await paidBank(5)
  t.onTestFinished(() => line.close())
  const { transfers, unclear } = await line.readTransfers(txidOf(4), within)
  assert.deepEqual(
    transfers.map((one) => one.end_to_end_id),
    idsOf(bank, txidOf(4)),
  )
  assert.deepEqual(unclear, [])
  assert.equal(bank.count('GET /pix'), 3)
})

test('a bank that says nothing of pages is asked once', async (t) => {
  const { bank, line } = await paidBank(5)
  t.onTestFinished(() => line.close())
  bank.order('GET /pix', { change: (body) => void delete body['parametros'] })
  const { transfers, unclear } = await line.readTransfers(txidOf(0), within)
  assert.deepEqual([transfers.length, unclear.length], [1, 0])
  assert.equal(bank.count('GET /pix'), 1)
})

test('a list without an end is read up to the bound, and said to be incomplete', async (t) => {
  const { bank, line } = await paidBank(MAX_PAGES * 2 + 1)
  t.onTestFinished(() => line.close())
  const { transfers, unclear } = await line.readTransfers(txidOf(MAX_PAGES * 2), within)
  assert.deepEqual(transfers, [])
  assert.deepEqual(unclear, [
    `GET /pix lists ${MAX_PAGES + 1} pages, of which ${MAX_PAGES} were read`,
  ])
  assert.equal(bank.count('GET /pix'), MAX_PAGES)
})

test('a page that cannot be had fails the whole list', async (t) => {
  const { bank, line } = await paidBank(5)
  t.onTestFinished(() => line.close())
  bank.order('GET /pix', { hold: Promise.resolve() }, 1)
  bank.order('GET /pix', 503)
  await assert.rejects(line.readTransfers(txidOf(0), within), /GET \/pix was answered 503/)
})
