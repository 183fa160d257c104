/** C5: many payments of one session at once, in the sandbox and at a bank. */
import assert from 'node:assert/strict'
import { Rail } from '../../domain/pix/rounds/rail.ts'
import { createLog } from '../../runtime/logger.ts'
import { engine } from '../support/engine.ts'
import { control, long, property } from '../support/property.ts'
import { INTERVAL_MS, PRICE_MINOR, startRail } from '../support/rail.ts'
import type { RailTest } from '../support/rail.ts'
import type { TestService } from '../support/service.ts'
import { assertNotOpen, pageOf } from '../support/sessions.ts'
import { breakQueries, skipped, replaced } from './support/breakage.ts'
import { completeAnything, shuffled } from './support/endings.ts'

const PAYMENTS = long ? 50 : 10
const ON_PAGE = PAYMENTS / 5
const LONG_MS = 40_000

/** Another process of the same service, at the same bank. */
function secondProcess({ service, vault }: RailTest): Rail {
  const {
    db,
    clock,
    service: { metrics, events },
  } = service
  return new Rail({
    db,
    vault,
    clock,
    log: createLog('silent'),
    metrics,
    events,
    baseUrl: service.url,
    mode: 'sandbox',
    intervalMs: INTERVAL_MS,
  })
}

/** The outcomes of a session's payments, and its events. */
async function recordOf({ sql }: TestService, id: string) {
  const payments = await sql<{ outcome: string; end: string | null }>(
    'select outcome, return_status as "end" from payments where checkout_id = ?',
    id,
  )
  const events = await sql<{ type: string }>(
    `select type from events where data ->> 'id' = ? order by type`,
    id,
  )
  return {
    payments: payments.map(({ outcome, end }) => (end ? `${outcome} ${end}` : outcome)).toSorted(),
    events: events.map(({ type }) => type),
  }
}

/** The buyer presses the buttons of the sandbox, here and on the page. */
async function paidOnceInSandbox(service: TestService): Promise<void> {
  const seller = await service.account()
  const checkout = await seller.checkout()
  const pay = async () => seller.post<'Checkout'>(`/sandbox/checkouts/${checkout.id}/pay`)
  const payOnPage = async () => {
    const raw = new URLSearchParams({ action: 'pay' })
    const { status } = await service.request('POST', pageOf(checkout), { raw })
    assert.ok(status === 200 || status === 303, `${status}`)
    return undefined
  }
  const acts = Array.from({ length: PAYMENTS }, (_, i) => (i < ON_PAGE ? payOnPage : pay))
  const answers = await Promise.all(
    shuffled<() => ReturnType<typeof pay | typeof payOnPage>>(acts).map((act) => act()),
  )
  assert.deepEqual(await recordOf(service, checkout.id), {
    payments: ['settled'],
    events: ['payment.succeeded'],
  })
  const told = answers.filter((answer) => answer !== undefined)
  // The page may have been the first.
  assert.ok(told.filter(({ status }) => status === 200).length <= 1)
  for (const answer of told) if (answer.status !== 200) assertNotOpen(answer)
}

/**
 * Pays a checkout by many transfers, which are announced one by one, all together and not at all.
 */
async function paidOnceAtBank(on: RailTest, payments = PAYMENTS): Promise<void> {
  const rail = await on.another()
  const { service } = rail
  const { checkout, txid } = await rail.charged()
  const all = Array.from({ length: payments }, () => rail.bank.books.pay(txid, PRICE_MINOR))
  const others = <Value>(value: Value) => Array.from({ length: payments - 1 }, () => value)
  const other = secondProcess(rail)
  service.clock.advanceMs(INTERVAL_MS)
  await Promise.all([
    ...shuffled(all).map((pix) => rail.post({ pix: [pix] })),
    rail.post({ pix: all }),
    other.onCallback(rail.seller.seller_id, { txids: [txid], endToEndIds: [], ownIds: [] }),
    other.reconcile(),
    service.service.rail.reconcile(),
  ])
  await Promise.all([service.service.rail.idle(), other.idle()])
  await rail.reconcile()
  await other.stop()
  assert.deepEqual(await recordOf(service, checkout.id), {
    payments: [...others('returned done'), 'settled'],
    events: [...others('payment.reversed'), 'payment.succeeded'],
  })
  assert.equal((await rail.read(checkout)).status, 'completed')
  const back = all.map(({ devolucoes = [] }) => devolucoes.length).toSorted()
  assert.deepEqual(back, [0, ...others(1)])
  await rail.assertMoneyAccountedFor()
}

const start = () => startRail({ logLevel: 'silent' })

property('C5', async () => {
  const rail = await start()
  const end_ms = performance.now() + (long ? LONG_MS : 0)
  let rounds = 0
  do {
    await paidOnceInSandbox(rail.service)
    await paidOnceAtBank(rail)
    rounds++
  } while (performance.now() < end_ms)
  return (
    `${rounds} × ${PAYMENTS} at once in the sandbox and ${rounds} × ${PAYMENTS} transfers: ` +
    `each time one completion and one event, ${rounds * (PAYMENTS - 1)} sent back`
  )
})

/** Starts a service whose database does not keep a second payment out. */
async function startLax(): Promise<RailTest> {
  const rail = await start()
  await rail.service.sql('drop index payments_one_settles')
  return rail
}

control('C5', 'a settlement in the sandbox does not look at the status', async () => {
  const { service } = await startLax()
  breakQueries(service.db, { complete_open_checkout: replaced(completeAnything) })
  await paidOnceInSandbox(service)
})

control('C5', 'a transfer is received by what was read before', async () => {
  const rail = await startLax()
  breakQueries(rail.service.db, {
    complete_open_checkout: replaced(completeAnything),
    lock_checkout: (step) => ({
      step,
      rows: (found) => found.map((row) => ({ ...(row as object), status: 'open' })),
    }),
  })
  await paidOnceAtBank(rail, 5)
})

control('C5', 'a transfer is received as often as it is reported', async () => {
  const rail = await start()
  await rail.service.sql(
    engine === 'sqlite'
      ? 'drop index payments_end_to_end_id'
      : 'alter table payments drop constraint payments_end_to_end_id',
  )
  breakQueries(rail.service.db, {
    payment_by_end_to_end_id: skipped,
    settled_payments_of_checkout: skipped,
    returned_payments_of_checkout: skipped,
  })
  await paidOnceAtBank(rail, 5)
})
