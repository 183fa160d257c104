/** A bank's list of transfers is read page by page, up to a bound. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { Bacen } from '../../domain/pix/bank/bacen/bacen.ts'
import { MAX_PAGES } from '../../domain/pix/bank/options.ts'
import { AnswerTooLong } from '../../domain/pix/bank/provider.ts'
import { startBank } from '../support/bank.ts'
import type { Bank } from '../../packages/bank/bank.ts'

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

test('an empty list that claims a hundred pages costs one request', async (t) => {
  const { bank, line } = await paidBank(0)
  t.onTestFinished(() => line.close())
  bank.books.list.emptyPagesSaid = 100
  assert.deepEqual(await line.readTransfers(txidOf(0), within), { transfers: [], unclear: [] })
  assert.equal(bank.count('GET /pix'), 1)
})

test('a page that comes twice is the last, however many are claimed', async (t) => {
  const { bank, line } = await paidBank(1)
  t.onTestFinished(() => line.close())
  bank.books.list.repeatsLastPage = true
  bank.books.list.pagesSaid = 100
  const { transfers } = await line.readTransfers(txidOf(0), within)
  assert.equal(transfers.length, 1)
  assert.equal(bank.count('GET /pix'), 2)
})

test('a period has whole seconds of Brasília, and nothing at its edges is lost', async (t) => {
  const { bank, line } = await paidBank(1)
  t.onTestFinished(() => line.close())
  bank.books.list.findsByOffsetOnly = true
  bank.books.list.wantsWholeSeconds = true
  for (const [fromMs, toMs] of [
    [0, 999],
    [-1, 0],
    [0, 0],
  ] as const) {
    const period = { from: new Date(now.getTime() + fromMs), to: new Date(now.getTime() + toMs) }
    assert.equal((await line.readTransfers(txidOf(0), period)).transfers.length, 1)
    assert.equal((await line.listTransfers({ ...period, page: 0 }))?.count, 1)
  }
})

for (const [what, change] of [
  ['more than 1,000 items', { pix: Array.from({ length: 1_001 }, () => ({})) }],
  ['more than 1 MiB', { pix: [{ infoPagador: 'x'.repeat(1024 * 1024) }] }],
] as const) {
  for (const compresses of [false, true]) {
    const how = compresses ? ', compressed' : ''
    test(`a page of ${what}${how} is too long, and is asked for once`, async (t) => {
      const { bank, line } = await paidBank(0)
      t.onTestFinished(() => line.close())
      bank.compresses = compresses
      bank.order('GET /pix', { change: (body) => void Object.assign(body, change) })
      await assert.rejects(line.listTransfers({ ...within, page: 0 }), AnswerTooLong)
      assert.equal(bank.count('GET /pix'), 1)
    })
  }
}
