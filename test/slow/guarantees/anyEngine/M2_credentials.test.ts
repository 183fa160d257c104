/** A bank's credentials and address change while charges are open and returns are owed. */
import assert from 'node:assert/strict'
import { operator } from '../../../../domain/identity/actor.ts'
import { Bacen } from '../../../../domain/pix/bank/bacen/bacen.ts'
import type { BankSettings } from '../../../../domain/pix/bank/options.ts'
import { POLLS_A_MINUTE } from '../../../../domain/pix/rounds/pollBudget.ts'
import {
  connectBank,
  connectionsAt,
  connectionsBy,
  renewBank,
} from '../../../../domain/pix/connections/renewal.ts'
import { addBank } from '../../../support/bankSettings.ts'
import { control, long, property } from '../../../support/property.ts'
import { PRICE_MINOR, startRail } from '../../../support/rail.ts'
import type { RailTest } from '../../../support/rail.ts'
import { breakQueries } from '../../../guarantees/support/breakage.ts'

const CHARGES = long ? 300 : 6
const RETURNS = long ? 50 : 3
/** The seller's own refunds. */
const REFUNDS = 1
const AT_ONCE = 10

/** The reconciler's interval is the shorter time here: a claim lasts longer. */
const INTERVAL_SECONDS = 30

/** A bank is polled 60 times a minute: more charges than that take several intervals. */
const INTERVALS =
  CHARGES <= POLLS_A_MINUTE ? 1 : Math.ceil((CHARGES * 60) / (POLLS_A_MINUTE * INTERVAL_SECONDS))

type Change = (rail: RailTest, settings: BankSettings) => Promise<unknown>

async function inGroups(count: number, work: () => Promise<unknown>): Promise<void> {
  for (let done = 0; done < count; done += AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - done) }, work))
  }
}

/** Renews a connection as the command line does, after a trial of the new settings. */
const renewed =
  (how: typeof renewBank | typeof connectBank): Change =>
  async ({ service, vault, seller: { seller_id } }, settings) => {
    const { db, clock } = service
    const { pix_key } = settings
    const bank = new Bacen(settings)
    const known = await connectionsAt(bank, await connectionsBy(db, { seller_id, pix_key }), db)
    bank.close()
    const by = { actor: operator(), now: clock.now() }
    await how(db, vault, { seller_id, settings, known, ...by })
  }

/** Adds a connection as `psp connect` did before: the former one keeps its settings. */
const added: Change = ({ service: { db, clock }, vault, seller: { seller_id } }, settings) =>
  addBank(db, vault, { seller_id, settings, now: clock.now() })

/**
 * Open charges, half of which are paid unheard; transfers that are to go back, and one that its
 * seller gives back, ordered so long ago that the bank is seldom asked about it.
 */
async function fill(rail: RailTest): Promise<string[]> {
  const txids: string[] = []
  await orderRefund(rail)
  await inGroups(CHARGES, async () => void txids.push((await rail.charged()).txid))
  rail.bank.order('PUT /devolucao', 503)
  await inGroups(RETURNS, async () => {
    const { checkout, txid } = await rail.charged()
    await rail.cancel(checkout)
    await rail.pay(txid)
  })
  rail.bank.recover()
  for (const [i, txid] of txids.entries()) if (i % 2 === 0) rail.bank.books.pay(txid, PRICE_MINOR)
  return txids.filter((_, i) => i % 2 !== 0)
}

async function orderRefund(rail: RailTest): Promise<void> {
  await rail.pay((await rail.charged()).txid)
  const [payment] = await rail.rows('payments')
  rail.bank.order('PUT /devolucao', 503)
  await rail.refund(payment?.id ?? '')
  await rail.reconcile(24 * 60 * 60 * 1000)
  rail.bank.recover()
}

/** Rounds until so many intervals have passed. */
async function passIntervals({ service }: RailTest, count: number): Promise<void> {
  for (let passed = 0; passed < count; passed++) {
    service.clock.advanceMs(INTERVAL_SECONDS * 1000)
    await service.service.rail.reconcile()
  }
}

/** The transfers at the bank that are still not settled or sent back. */
async function lost(rail: RailTest): Promise<{ unsettled: number; unreturned: number }> {
  const payments = await rail.rows('payments')
  const arrived = rail.bank.books.transfers().length
  const done = rail.bank.books.returns().filter(({ status }) => status === 'DEVOLVIDO').length
  const owed = payments.filter(({ outcome }) => outcome === 'returned').length + REFUNDS
  return { unsettled: arrived - payments.length, unreturned: owed - done }
}

async function during(rail: RailTest, refuse: (rail: RailTest) => unknown, change: Change) {
  const unpaid = await fill(rail)
  await refuse(rail)
  // The bank refuses what it is asked with the old credentials: all of it has failed once.
  await passIntervals(rail, 1)
  assert.ok((await lost(rail)).unsettled > 0)
  await change(rail, rail.bank.settings)
  await passIntervals(rail, INTERVALS)
  assert.deepEqual(await lost(rail), { unsettled: 0, unreturned: 0 })
  // Charges that were open and are paid only now are heard of, by a callback as by the reconciler.
  for (const [i, txid] of unpaid.entries()) {
    const pix = rail.bank.books.pay(txid, PRICE_MINOR)
    if (i % 2 === 0) await rail.announce(pix)
  }
  // Payments that were settled just now are asked about as well.
  await passIntervals(rail, 2 * INTERVALS)
  assert.deepEqual(await lost(rail), { unsettled: 0, unreturned: 0 })
  await rail.assertMoneyAccountedFor()
  const { checkout, txid } = await rail.charged()
  await rail.pay(txid)
  assert.equal((await rail.read(checkout)).status, 'completed')
}

const refusals = {
  certificate: ({ bank }: RailTest) => bank.replaceCertificate(),
  secret: ({ bank }: RailTest) => {
    bank.client_secret = 'renovado'
    bank.endTokens()
  },
  address: ({ bank }: RailTest) => bank.move(),
}

const start = () => startRail({ reconcileSeconds: INTERVAL_SECONDS })

property('M2', async () => {
  const first = await start()
  for (const refuse of Object.values(refusals)) {
    await during(await first.another(), refuse, renewed(renewBank))
  }
  await during(await first.another(), refusals.certificate, renewed(connectBank))
  const changes = Object.keys(refusals).length + 1
  return (
    `${changes} changes, each with ${CHARGES} open charges and ${RETURNS} owed returns: ` +
    `0 lost, all within ${INTERVALS} intervals of ${INTERVAL_SECONDS} s`
  )
})

control('M2', 'a new certificate makes another connection', async () => {
  await during(await start(), refusals.certificate, added)
})

control('M2', 'a process goes on with the settings that it knows', async () => {
  const rail = await start()
  const known = new Map<unknown, unknown[]>()
  breakQueries(rail.service.db, {
    bank_connection_by_id: (step) => ({
      step,
      rows: (found) => {
        const id = step.args['id']
        if (!known.has(id)) known.set(id, found)
        return known.get(id) ?? found
      },
    }),
  })
  await during(rail, refusals.certificate, renewed(connectBank))
})
