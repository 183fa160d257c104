/** C4 at a bank: transfers, right and wrong, race cancellation and expiry; no money is lost. */
import assert from 'node:assert/strict'
import { CHECKOUT_LIFETIME_MS } from '../../../domain/checkouts/expire.ts'
import { checkoutOf } from '../../../domain/pix/bank/txid.ts'
import { control, long, property } from '../../support/property.ts'
import { PRICE_MINOR, startRail } from '../../support/rail.ts'
import type { RailTest } from '../../support/rail.ts'
import type { Answer, TestAccount } from '../../support/service.ts'
import { assertNotOpen, pageOf } from '../../support/sessions.ts'
import { breakQueries, skipped, replaced } from '../../guarantees/support/breakage.ts'
import {
  below,
  completeAnything,
  recordTransitions,
  runAll,
  seed,
  shuffled,
  transitionsOf,
  Witness,
} from '../../guarantees/support/endings.ts'

const SESSIONS = long ? 64 : 12
const BATCHES = 3
const LONG_MS = 60_000
const AT_ONCE = 12
const EDGE_MS = 3

/** A page that comes without a code is opened so often. */
const VIEWS = 20

/** Returns that had to wait for another round are done after these. */
const ROUNDS = 3

type Checkout = Awaited<ReturnType<TestAccount['checkout']>>
type Trial = { checkout: Checkout; txid: string; witness: Witness }

const amount = () => (below(4) === 0 ? PRICE_MINOR - 1 - below(100) : PRICE_MINOR)

/** The events that may befall a session whose code a buyer has. */
function actsOn(rail: RailTest, seller: TestAccount, { checkout, txid }: Trial) {
  const transfer = async () => {
    const pix = rail.bank.books.pay(txid, amount())
    assert.equal(await rail.post({ pix: [pix] }), 200)
    return undefined
  }
  return [
    transfer,
    transfer,
    // The bank does not tell of it.
    async () => void rail.bank.books.pay(txid, amount()),
    async () => {
      const answer = await seller.post<'Checkout'>(`/v1/checkouts/${checkout.id}/cancel`)
      if (answer.status !== 200) return void assertNotOpen(answer as Answer<unknown>)
      return answer.body.status
    },
    async () => (await seller.get<'Checkout'>(`/v1/checkouts/${checkout.id}`)).body.status,
    async () => {
      assert.equal((await rail.service.request('GET', pageOf(checkout))).status, 200)
      return undefined
    },
  ]
}

/** Every transfer that arrived at the bank for the session, whichever charge it paid. */
const arrivedFor = (rail: RailTest, { id }: Checkout) =>
  rail.bank.books.transfers().filter(({ txid }) => checkoutOf(txid) === id)

async function assertEnd(rail: RailTest, { checkout, witness }: Trial): Promise<string> {
  const { status } = await rail.read(checkout)
  assert.deepEqual(await transitionsOf(rail.service.sql, checkout.id), [`open → ${status}`])
  witness.assertConsistent(status)
  const statement = `select end_to_end_id, outcome, return_status from payments
    where seller_id = ? and checkout_id = ? order by end_to_end_id`
  const key = [rail.seller.seller_id, checkout.id]
  const payments = await rail.service.sql<Record<string, string>>(statement, ...key)
  const arrived = arrivedFor(rail, checkout)
  const ids = arrived.map(({ endToEndId }) => endToEndId).toSorted()
  assert.deepEqual(
    payments.map(({ end_to_end_id }) => end_to_end_id),
    ids,
  )
  const kept = payments.filter(({ outcome }) => outcome === 'settled')
  assert.equal(kept.length, status === 'completed' ? 1 : 0)
  for (const { endToEndId, valor, devolucoes = [] } of arrived) {
    const back = devolucoes.map((one) => [one.valor, one.status])
    const isKept = kept[0]?.['end_to_end_id'] === endToEndId
    assert.deepEqual(back, isKept ? [] : [[valor, 'DEVOLVIDO']])
  }
  return status
}

async function runBatch(first: RailTest): Promise<{ ends: string[]; returned: number }> {
  const rail = await first.another()
  const { service } = rail
  const { default_offer } = await rail.seller.product()
  const trials = await Promise.all(
    Array.from({ length: SESSIONS }, async (): Promise<Trial> => {
      const body = { offer_id: default_offer?.id }
      const { body: checkout } = await rail.seller.post<'Checkout'>('/v1/checkouts', body)
      // A slow bank gives a page without a code, which has one when it is opened again.
      let code: string | null = null
      for (let i = 0; i < VIEWS && code === null; i++) code = await rail.view(checkout)
      const txid = rail.bank.books.txidOf(code ?? '') ?? ''
      return { checkout, txid, witness: new Witness() }
    }),
  )
  service.clock.advanceMs(CHECKOUT_LIFETIME_MS - EDGE_MS)
  const seller = await service.login(rail.seller)
  const acts = trials.flatMap((trial) =>
    shuffled(actsOn(rail, seller, trial))
      .slice(below(4))
      .map((act) => () => trial.witness.hear(act)),
  )
  const ticks = Array.from({ length: 2 * EDGE_MS }, () => () => service.clock.advanceMs(1))
  const rounds = Array.from({ length: 3 }, () => () => service.service.rail.reconcile())
  await runAll(shuffled<() => unknown>([...acts, ...ticks, ...rounds]), AT_ONCE)
  await service.service.rail.idle()
  for (let round = 0; round < ROUNDS; round++) await rail.reconcile()
  const ends = await Promise.all(trials.map((trial) => assertEnd(rail, trial)))
  // Transfers after the end go back.
  for (const { txid } of trials.slice(0, 4)) await rail.pay(txid)
  await rail.reconcile()
  const again = await Promise.all(trials.map((trial) => assertEnd(rail, trial)))
  assert.deepEqual(again, ends)
  await rail.assertMoneyAccountedFor()
  // The rounds of later batches have nothing to do with these.
  const close = `update charges set status = 'closed' where seller_id = ?`
  await service.sql(close, rail.seller.seller_id)
  return { ends, returned: rail.bank.books.returns().length }
}

async function start(): Promise<RailTest> {
  const rail = await startRail({ logLevel: 'silent' })
  await recordTransitions(rail.service.sql)
  return rail
}

async function assertOneEnd(rail: RailTest, batches = BATCHES): Promise<string> {
  const ends: Record<string, number> = { completed: 0, canceled: 0, expired: 0 }
  const end_ms = performance.now() + (long ? LONG_MS : 0)
  let [trials, returned] = [0, 0]
  for (let batch = 0; batch < batches || performance.now() < end_ms; batch++) {
    const one = await runBatch(rail)
    for (const status of one.ends) ends[status] = (ends[status] ?? 0) + 1
    trials += one.ends.length
    returned += one.returned
  }
  for (const [status, count] of Object.entries(ends)) assert.ok(count > 0, `none ${status}`)
  const counted = Object.entries(ends).map(([status, count]) => `${count} ${status}`)
  return (
    `${trials} trials at a bank, one end each: ${counted.join(', ')}; ` +
    `${returned} transfers sent back, 0 lost (seed ${seed})`
  )
}

property('C4', async () => assertOneEnd(await start()))

control('C4', 'money that came late is recorded and not sent back', async () => {
  const rail = await start()
  breakQueries(rail.service.db, { unfinished_refunds_of_checkout: skipped, claim_refunds: skipped })
  await assertOneEnd(rail, 1)
})

control('C4', 'transfers settle whatever the state of the session', async () => {
  const rail = await start()
  await rail.service.sql('drop index payments_one_settles')
  breakQueries(rail.service.db, {
    complete_open_checkout: replaced(completeAnything),
    lock_checkout: (step) => ({
      step,
      rows: (found) =>
        found.map((row) => ({ ...(row as Checkout), status: 'open', expires_at: '9999' })),
    }),
  })
  await assertOneEnd(rail, 1)
})
