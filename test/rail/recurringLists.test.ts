/** A bank's lists tell of payers' doings in their apps where no callback does. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Subscription } from '../../domain/subscriptions/rows.ts'
import { addDays } from '../../runtime/brasilia.ts'
import { authorize, cancelSchedule, revoke } from '../../packages/bank/recurring/controls.ts'
import { INTERVAL_MS } from '../support/rail.ts'
import { brasilia } from '../support/subscriptions.ts'
import { CPF, SubscriptionRail } from '../support/subscriptionRail.ts'

const HOUR_MS = 60 * 60 * 1000

const first = await SubscriptionRail.start()

/** A round, and the readings that it causes. */
async function round(at: SubscriptionRail, afterMs = INTERVAL_MS): Promise<void> {
  await at.round(afterMs)
  await at.rail.idle()
}

const idRecOf = ({ recurrence_id }: Subscription): string => recurrence_id ?? assert.fail()

/** Its second invoice is ordered at the bank. */
async function ordered(
  at: SubscriptionRail,
): Promise<{ subscription: Subscription; txid: string }> {
  const opened = await at.authorized()
  const { next_due_on } = await at.plans.read(opened)
  await at.passTo(brasilia(`${addDays(next_due_on ?? '', -6)}T07:00:00`))
  const { txid } = await at.plans.invoice(opened, 2)
  assert.deepEqual(
    at.charges.map((charge) => charge.txid),
    [txid],
  )
  return { subscription: opened, txid }
}

test('a mandate that its payer ends is canceled here within a round', async () => {
  const at = await first.another()
  const opened = await at.authorized()
  await round(at)
  assert.equal((await at.plans.read(opened)).status, 'active')
  revoke(at.bank.books, { idRec: idRecOf(await at.plans.read(opened)) })
  await round(at)
  const { status, cancellation } = await at.plans.read(opened)
  assert.deepEqual([status, cancellation?.by], ['canceled', 'payer'])
})

test('a debit that its payer takes back is noticed within a round', async () => {
  const at = await first.another()
  const { subscription, txid } = await ordered(at)
  cancelSchedule(at.bank.books, { txid })
  await round(at)
  const { status, failure_reason } = await at.plans.invoice(subscription, 2)
  assert.deepEqual([status, failure_reason], ['uncollectible', 'canceled_by_payer'])
  assert.equal((await at.plans.read(subscription)).status, 'past_due')
})

test('a code that is authorised hours after its page activates within a round', async () => {
  const at = await first.another()
  const opened = await at.open()
  const { code } = await at.code(opened)
  await at.passHours(12)
  authorize(at.bank.books, { code, cpf: CPF })
  await round(at)
  assert.equal((await at.plans.read(opened)).status, 'active')
})

test('a list that names an end which the bank does not know ends nothing', async () => {
  const at = await first.another()
  const opened = await at.authorized()
  at.bank.checks_answers = false
  at.bank.order('GET /recs', {
    change: (body) => {
      for (const rec of body['recs'] as { status: string }[]) rec.status = 'CANCELADA'
    },
  })
  const reads = () => at.bank.count('GET /rec')
  await round(at)
  const before = reads()
  // It is read at once, and not in each round.
  await round(at)
  assert.equal(reads(), before)
  await round(at, HOUR_MS)
  assert.equal(reads(), before + 1)
  assert.equal((await at.plans.read(opened)).status, 'active')
})

test('a list of many pages is read to its end, over several rounds', async () => {
  const at = await first.another()
  const opened = await at.authorized()
  const { recurrences } = at.bank.books.recurring.context
  const own = at.recurrences[0] ?? assert.fail()
  // Recurrences of another program at the same account: the list begins with them.
  recurrences.clear()
  for (let i = 0; i < 450; i++) {
    const idRec = `RR00000000202603${String(i).padStart(13, '0')}`
    recurrences.set(idRec, { ...own, idRec, vinculo: { ...own.vinculo, contrato: `outro-${i}` } })
  }
  recurrences.set(own.idRec, own)
  revoke(at.bank.books, { idRec: idRecOf(await at.plans.read(opened)) })
  const pages = () => at.bank.count('GET /recs')
  const before = pages()
  await round(at)
  assert.equal(pages(), before + 2)
  assert.equal((await at.plans.read(opened)).status, 'active')
  await round(at)
  await round(at)
  assert.equal((await at.plans.read(opened)).status, 'canceled')
})

test('a bank that refuses its lists is not asked for them in each round', async () => {
  const at = await first.another()
  const opened = await at.authorized()
  at.bank.checks_answers = false
  at.bank.order('GET /recs', 403)
  const pages = () => at.bank.count('GET /recs')
  const before = pages()
  await round(at)
  const asked = pages()
  assert.ok(asked > before)
  await round(at)
  assert.equal(pages(), asked)
  revoke(at.bank.books, { idRec: idRecOf(await at.plans.read(opened)) })
  await at.passHours(73)
  assert.equal((await at.plans.read(opened)).status, 'canceled')
})
