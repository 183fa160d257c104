/** M4: whatever has happened, the bank's books and ours say the same of every transfer. */
import assert from 'node:assert/strict'
import { checkDatabase } from '../../../db/maintenance/check.ts'
import { newDatabase } from '../../support/engine.ts'
import { control, long, property } from '../../support/property.ts'
import { INTERVAL_MS, PRICE_MINOR, startRail } from '../../support/rail.ts'
import type { RailTest } from '../../support/rail.ts'
import { below, seed, shuffled } from '../support/endings.ts'

const SESSIONS = long ? 200 : 8

/** The rounds, each later than the one before, after which everything was looked at. */
const ROUNDS = 10

const faults = [503, 'drop', 'lose', 'garble'] as const

/** Sessions are paid, rightly and wrongly, canceled, and money goes back, at a bank with faults. */
async function trade(rail: RailTest): Promise<void> {
  for (let i = 0; i < SESSIONS; i++) {
    const { checkout, txid } = await rail.charged()
    const fault = faults[below(faults.length * 2)]
    const on = shuffled(['GET /cob', 'PUT /devolucao', 'GET /devolucao'])[0] ?? ''
    if (fault) rail.bank.order(on, fault, 1 + below(3))
    if (below(6) === 0) await rail.cancel(checkout)
    const pix = rail.bank.books.pay(txid, PRICE_MINOR + (below(5) === 0 ? 1 : 0))
    if (below(4) === 0) rail.bank.books.pay(txid, PRICE_MINOR)
    if (below(2) === 0) await rail.announce(pix)
    const left_minor = rail.bank.books.balances().get(pix.endToEndId) ?? 0
    const standing = pix.devolucoes?.some(({ status }) => status !== 'NAO_REALIZADO')
    if (left_minor > 1 && !standing && below(3) === 0) {
      rail.bank.books.takeBack(pix, 1 + below(left_minor - 1))
    }
  }
  rail.bank.recover()
  for (let round = 0; round < ROUNDS; round++) await rail.reconcile(INTERVAL_MS * 2 ** round)
}

property('M4', async () => {
  const databaseUrl = await newDatabase()
  const rail = await startRail({ databaseUrl, logLevel: 'silent' })
  await trade(rail)
  await rail.assertMoneyAccountedFor()
  assert.deepEqual(
    (await checkDatabase(databaseUrl)).filter(({ ok }) => !ok),
    [],
  )
  const { received_minor, returned_minor } = rail.bank.books.sums()
  return (
    `${rail.bank.books.transfers().length} transfers of ${received_minor} centavos, ` +
    `${rail.bank.books.returns().length} returns of ${returned_minor}: equal to the cent ` +
    `(seed ${seed})`
  )
})

for (const [what, statement] of [
  [
    'a refund is a cent less than what went back',
    `update refunds set amount_minor =
    amount_minor - 1 where id = (select min(id) from refunds where status = 'succeeded')`,
  ],
  [
    'a transfer is not on record',
    `update payments set end_to_end_id = null, rail = 'sandbox'
    where id = (select min(id) from payments)`,
  ],
  [
    'a return was not announced',
    `update events set type = 'payment.declined'
    where id = (select min(id) from events where type = 'payment.reversed')`,
  ],
] as const) {
  control('M4', what, async () => {
    const rail = await startRail({ logLevel: 'silent' })
    const { txid } = await rail.charged()
    const pix = await rail.pay(txid)
    rail.bank.books.takeBack(pix, 1000)
    await rail.announce(pix)
    await rail.assertMoneyAccountedFor()
    await rail.service.sql(statement)
    await rail.assertMoneyAccountedFor()
  })
}
