/**
 * The reads of a bank's lists in one round of the reconciler, and the part left for other sellers.
 */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { markListed } from '../../domain/pix/rounds/listedRecords.ts'
import { POLLS_A_MINUTE } from '../../domain/pix/rounds/pollBudget.ts'
import { PRICE_MINOR, startRail } from '../support/rail.ts'
import type { RailTest } from '../support/rail.ts'

const first = await startRail()

const HOUR_MS = 60 * 60 * 1000

/** The pages of one bank's lists that are read in a minute. */
const PAGES_A_MINUTE = 20
const UNMATCHED_PAGES_A_MINUTE = 5

const lists = ({ bank }: RailTest) => bank.count('GET /pix')

/** The connection of the seller, and up to when its list was read. */
async function connection({ service, seller }: RailTest) {
  const [row] = await service.sql<{ id: string; listed_until: string | null }>(
    'select id, listed_until from bank_connections where seller_id = ?',
    seller.seller_id,
  )
  assert.ok(row)
  return row
}

/** A bank whose lists have one transfer a page, and do not heed this filter. */
async function bankIgnoring(filter: string): Promise<RailTest> {
  const rail = await first.another()
  await rail.charged()
  const { books } = rail.bank
  books.page_size = 1
  books.list.ignores.push(filter)
  return rail
}

const receiveOthers = ({ bank }: RailTest, count: number) => {
  for (let i = 0; i < count; i++) bank.books.receiveOther(100)
}

test('a list has the pages that another leaves, and the third one its own', async () => {
  const rail = await bankIgnoring('devolucaoPresente')
  receiveOthers(rail, 50)
  await rail.reconcile()
  assert.equal(lists(rail), PAGES_A_MINUTE + UNMATCHED_PAGES_A_MINUTE)
})

test('a bank that does not answer is asked for one of its lists in a round', async () => {
  const rail = await first.another()
  await rail.charged()
  rail.bank.order('GET /pix', 503)
  await rail.reconcile()
  const attempts = 2
  assert.equal(lists(rail), attempts)
})

test('windows read while the clock was ahead count up to the present', async () => {
  const rail = await bankIgnoring('txIdPresente')
  receiveOthers(rail, 25)
  rail.service.clock.advanceMs(10 * HOUR_MS)
  await rail.reconcile()
  rail.service.clock.advanceMs(-10 * HOUR_MS)
  assert.equal((await connection(rail)).listed_until, null)
  let until: string | null = null
  for (let round = 0; until === null && round < 5; round++) {
    await rail.reconcile()
    until = (await connection(rail)).listed_until
  }
  assert.ok(until !== null && until <= rail.service.clock.now().toISOString(), `${until}`)
})

test('a process that has read less does not take back what another has read', async () => {
  const rail = await first.another()
  await rail.charged()
  await rail.reconcile()
  const { id, listed_until } = await connection(rail)
  assert.ok(listed_until !== null)
  const now = rail.service.clock.now()
  const until = new Date(Date.parse(listed_until) - HOUR_MS).toISOString()
  const { seller_id } = rail.seller
  await rail.service.db.run(() => markListed({ seller_id, id, until, now: now.toISOString() }))
  assert.equal((await connection(rail)).listed_until, listed_until)
})

test('all listed transfers are settled by the round that reads them, however many', async () => {
  const rail = await first.another()
  const codes: string[] = []
  for (let i = 0; i < POLLS_A_MINUTE + 10; i++) codes.push((await rail.charged()).txid)
  // No charge is polled by itself from now on.
  await rail.service.sql("update charges set status = 'closed'")
  for (const txid of codes) rail.bank.books.pay(txid, PRICE_MINOR)
  const asked = rail.bank.requests.length
  await rail.reconcile()
  assert.equal((await rail.rows('payments')).length, codes.length)
  const further = rail.bank.requests.slice(asked).filter((one) => one !== 'POST /token')
  // The lists of transfers for charges, of those with returns, and of all.
  assert.deepEqual(further, ['GET /pix', 'GET /pix', 'GET /pix'])
})

test('listed transfers that cannot be read are polled within the budget of polls', async () => {
  const rail = await first.another()
  const codes: string[] = []
  for (let i = 0; i < POLLS_A_MINUTE + 10; i++) codes.push((await rail.charged()).txid)
  await rail.service.sql("update charges set status = 'closed'")
  for (const txid of codes) rail.bank.books.pay(txid, PRICE_MINOR)
  const change = (body: Record<string, unknown>) => {
    for (const pix of body['pix'] as Record<string, unknown>[]) pix['horario'] = ''
  }
  rail.bank.order('GET /pix', { change })
  const asked = rail.bank.requests.length
  await rail.reconcile()
  const polls = rail.bank.requests.slice(asked).filter((one) => one !== 'POST /token').length
  assert.ok(polls <= POLLS_A_MINUTE + 1, `${polls}`)
  await rail.reconcile()
  assert.equal((await rail.rows('payments')).length, codes.length)
})
