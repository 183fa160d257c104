/** M3: money that the bank takes back, or the seller at its screen, in part, told of or not. */
import assert from 'node:assert/strict'
import { mock } from 'node:test'
import { afterEach } from 'vitest'
import { Listings } from '../../../domain/pix/rounds/listings.ts'
import { TransferSync } from '../../../domain/pix/transfers/transferSync.ts'
import { control, long, property } from '../../support/property.ts'
import { INTERVAL_MS, PRICE_MINOR, startRail } from '../../support/rail.ts'
import type { RailTest } from '../../support/rail.ts'
import { breakQueries, skipped } from '../support/breakage.ts'
import { below, seed, shuffled } from '../support/endings.ts'

const SESSIONS = long ? 60 : 6
const LONG_MS = 40_000

/** The rounds, each later than the one before, after which everything was looked at. */
const ROUNDS = 10

const natures = ['MED_FRAUDE', 'MED_OPERACIONAL', 'ORIGINAL', 'RETIRADA', undefined]

/** The bank takes something back of a transfer, as much as it may, and tells of it or does not. */
async function takeBack(
  rail: RailTest,
  endToEndId: string,
  tells = () => below(2) === 0,
): Promise<void> {
  const { books } = rail.bank
  const left_minor = books.balances().get(endToEndId) ?? 0
  const underWay = books.returns().some(({ status }) => status === 'EM_PROCESSAMENTO')
  if (left_minor === 0 || underWay) return
  const natureza = natures[below(natures.length)]
  const status = below(3) === 0 ? 'EM_PROCESSAMENTO' : 'DEVOLVIDO'
  const amount_minor = below(3) === 0 ? left_minor : 1 + below(left_minor)
  const made = books.takeBack({ endToEndId }, amount_minor, { status })
  if (natureza === undefined) delete made.natureza
  else made.natureza = natureza
  const pix = books.transfers().find((one) => one.endToEndId === endToEndId)
  if (pix && tells()) await rail.announce(pix)
  const end = below(2) === 0 ? 'DEVOLVIDO' : 'NAO_REALIZADO'
  if (status === 'EM_PROCESSAMENTO') books.endReturns(end)
  if (pix && tells() && below(3) === 0) await Promise.all([rail.announce(pix), rail.announce(pix)])
}

/** Days later, one interval is enough, whether the bank tells of it or not. */
async function seesInOneInterval(rail: RailTest, untouched: string, others: string[]) {
  const paid = [untouched, ...others]
  // This transfer is always taken back, and never announced.
  rail.bank.books.takeBack({ endToEndId: untouched }, 1, { status: 'DEVOLVIDO' })
  for (const told of [false, true, false, true]) {
    for (const id of shuffled(paid)) await takeBack(rail, id, () => told)
    await rail.reconcile(INTERVAL_MS)
    await rail.assertMoneyAccountedFor()
  }
}

async function seesAll(first: RailTest): Promise<number> {
  const rail = await first.another()
  const untouched = (await rail.pay((await rail.charged()).txid)).endToEndId
  const paid: string[] = []
  for (let i = 1; i < SESSIONS; i++) {
    const { txid } = await rail.charged()
    // A part of the money settles nothing, and is on its way back when the bank takes it, too.
    const amount_minor = below(4) === 0 ? PRICE_MINOR + 1 : PRICE_MINOR
    if (amount_minor !== PRICE_MINOR) rail.bank.order('PUT /devolucao', 503)
    paid.push((await rail.pay(txid, amount_minor)).endToEndId)
    rail.bank.recover()
  }
  for (const id of shuffled([...paid, ...paid])) await takeBack(rail, id)
  for (let round = 0; round < ROUNDS; round++) await rail.reconcile(INTERVAL_MS * 2 ** round)
  await rail.assertMoneyAccountedFor()
  await seesInOneInterval(rail, untouched, paid)
  const refunds = await rail.rows('refunds')
  assert.deepEqual(
    refunds.filter(({ status }) => status === 'pending'),
    [],
  )
  // The rounds of later runs have nothing to do with these.
  const close = `update charges set status = 'closed' where seller_id = ?`
  await rail.service.sql(close, rail.seller.seller_id)
  return refunds.filter(({ origin }) => origin === 'bank').length
}

afterEach(() => mock.restoreAll())

async function start() {
  const rail = await startRail({ logLevel: 'silent' })
  // Banks tell of returns in forms that their contract does not have.
  rail.bank.checks_answers = false
  return rail
}

property('M3', async () => {
  const rail = await start()
  const end_ms = performance.now() + (long ? LONG_MS : 0)
  let [runs, seen] = [0, 0]
  do {
    seen += await seesAll(rail)
    runs++
  } while (performance.now() < end_ms)
  assert.ok(seen > 0)
  return (
    `${runs * SESSIONS} transfers, ${seen} returns that the bank made by itself: each ` +
    `recorded and announced once, days later within one interval (seed ${seed})`
  )
})

control('M3', 'a known transfer is not compared again', async () => {
  const rail = await start()
  mock.method(TransferSync.prototype, 'compare', async () => undefined)
  await seesAll(rail)
})

control('M3', 'a return is announced as often as it is seen', async () => {
  const rail = await start()
  breakQueries(rail.service.db, {
    refunds_of_payment: skipped,
    refund_by_return_id: skipped,
    add_refund: (step) => ({ step, rows: () => [step.args] }),
  })
  await seesAll(rail)
})

control('M3', "the bank's list is not read", async () => {
  const rail = await start()
  mock.method(Listings.prototype, 'round', async () => undefined)
  await seesAll(rail)
})
