/**
 * Rows that processes of older versions left are mended, by a running service and by `db repair`.
 */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { checkDatabase } from '../../db/maintenance/check.ts'
import { repairSweeps } from '../../domain/repair/running.ts'
import { repairDatabase } from '../../domain/repair/whole.ts'
import { createLog } from '../../runtime/logger.ts'
import { Sweeper } from '../../runtime/sweeper.ts'
import { trailOf } from '../support/audit.ts'
import { engine, newDatabase } from '../support/engine.ts'
import { linkOf, press, sessionOf } from '../support/paymentLinks.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'

const databaseUrl = await newDatabase()
const service = await startService({ databaseUrl })
const { db, clock, sql } = service
// It would mend between two steps of a test.
await service.service.repairer.stop()

/** A round of a running service, which comes every few seconds. */
function round(): Promise<boolean> {
  // Makes reads see what another connection has written within this turn of the event loop.
  db.beginRequest()
  const log = createLog('error', { write: (line) => assert.fail(line) })
  return new Sweeper({ db, clock, log, sweeps: repairSweeps }).round()
}

/** Repairs as the command does. */
const repair = () =>
  repairDatabase(db, { databaseUrl, actor: { type: 'operator', name: 'ana' }, now: clock.now() })

const nothing = {
  payment_id: 0,
  amount_refunded_minor: 0,
  daily_totals: 0,
  cancel_at: 0,
  payments_count: 0,
  invited_by: 0,
  audit_heads: 0,
}

async function broken(): Promise<string[]> {
  const checks = await checkDatabase(databaseUrl)
  return checks.filter(({ ok }) => !ok).map(({ name }) => name)
}

/** The failed checks that `db repair` mends. */
async function repairable(): Promise<string[]> {
  const checks = await checkDatabase(databaseUrl)
  return checks.filter((check) => !check.ok && check.repair === 'db repair').map(({ name }) => name)
}

async function settleMany(seller: TestAccount, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let i = 0; i < count; i++) ids.push((await seller.payment()).checkout_id)
  return ids
}

/** Leaves settlements as a process leaves them that knows no `payment_id` and no days. */
async function unname({ seller_id }: TestAccount): Promise<void> {
  await sql('update checkouts set payment_id = null where seller_id = ?', seller_id)
  await sql('delete from daily_totals where seller_id = ?', seller_id)
}

async function dayOf({ seller_id }: TestAccount): Promise<number[]> {
  const [day] = await sql(
    `select sum(payments_count) as paid, sum(amount_minor) as minor, sum(refunds_count) as back,
       sum(amount_refunded_minor) as back_minor from daily_totals where seller_id = ?`,
    seller_id,
  )
  return Object.values(day ?? {}).map(Number)
}

test('a round names the payment of each settlement, and counts it once', async () => {
  const seller = await service.account()
  const ids = await settleMany(seller, 3)
  await unname(seller)
  // Readers find what is not named yet, so nothing is broken.
  assert.deepEqual(await broken(), [])
  await round()
  for (const id of ids) {
    const { body } = await seller.get<'Checkout'>(`/v1/checkouts/${id}`)
    assert.match(String(body.payment_id), /^pay_/)
  }
  assert.deepEqual(await dayOf(seller), [3, 3 * 4990, 0, 0])
  await round()
  assert.deepEqual(await dayOf(seller), [3, 3 * 4990, 0, 0])
  assert.deepEqual(await broken(), [])
  const last = (await trailOf(seller)).at(-1)
  assert.deepEqual(
    [last?.action, last?.actor.type, last?.changes],
    ['seller.repaired', 'system', [{ field: 'payment_id', after: 3 }]],
  )
})

test('processes that repair at once mend each settlement once', async () => {
  const seller = await service.account()
  await settleMany(seller, 5)
  await unname(seller)
  const done = await Promise.all([round(), round(), repair(), repair()])
  assert.equal(done.length, 4)
  assert.deepEqual(await dayOf(seller), [5, 5 * 4990, 0, 0])
  assert.deepEqual(await broken(), [])
})

test('a session of a link that a version before links has settled is counted', async () => {
  const seller = await service.account()
  const link = await linkOf(seller, { max_payments: 2 })
  const { id } = await sessionOf(seller, await press(service, link))
  await seller.post(`/sandbox/checkouts/${id}/pay`)
  await unname(seller)
  await sql('update payment_links set payments_count = 0 where id = ?', link.id)
  assert.ok((await broken()).includes('a link counts its paid sessions'))
  await round()
  const { body } = await seller.get<'PaymentLink'>(`/v1/payment_links/${link.id}`)
  assert.equal(body.payments_count, 1)
  assert.deepEqual(await broken(), [])
})

test('db repair counts a link again beside its settlements, and loses none', async () => {
  const seller = await service.account()
  const link = await linkOf(seller)
  const ids: string[] = []
  for (let i = 0; i < 6; i++) ids.push((await sessionOf(seller, await press(service, link))).id)
  await sql('update payment_links set payments_count = 5 where id = ?', link.id)
  const pay = (id: string) => seller.post(`/sandbox/checkouts/${id}/pay`)
  await Promise.all([...ids.slice(0, 3).map(pay), repair(), ...ids.slice(3).map(pay)])
  await repair()
  const { body } = await seller.get<'PaymentLink'>(`/v1/payment_links/${link.id}`)
  assert.equal(body.payments_count, 6)
  assert.deepEqual(await broken(), [])
})

test('db repair fills in what a search finds of older objects', async () => {
  const seller = await service.account()
  const json = { name: 'Zuleica', email: 'zuleica@example.com' }
  const { id } = (await seller.post<'Customer'>('/v1/customers', json)).body
  const table = engine === 'sqlite' ? 'search_index' : 'search_terms'
  await sql(`delete from ${table} where seller_id = ?`, seller.seller_id)
  await sql("update sellers set search_fill = '' where id = ?", seller.seller_id)
  await repair()
  const { body } = await seller.get<'SearchResultList'>('/v1/search?q=zuleica')
  assert.deepEqual(
    body.data.map((one) => one.id),
    [id],
  )
})

test('a settlement that is refunded before it is named keeps its refund', async () => {
  const seller = await service.account()
  const payment = await seller.payment()
  await unname(seller)
  await seller.refund(payment.id, { amount_minor: 1000 })
  await round()
  const { body } = await seller.get<'Checkout'>(`/v1/checkouts/${payment.checkout_id}`)
  assert.deepEqual([body.payment_id, body.amount_refunded_minor], [payment.id, 1000])
  assert.deepEqual(await dayOf(seller), [1, 4990, 1, 1000])
  assert.deepEqual(await broken(), [])
})

test('a refund that no amount was kept with is counted with its settlement', async () => {
  const seller = await service.account()
  const { seller_id } = seller
  const payment = await seller.payment()
  await seller.refund(payment.id, { amount_minor: 1000 })
  await unname(seller)
  await sql(
    `update payments set amount_refunded_minor = 0, amount_committed_minor = 0
     where seller_id = ?`,
    seller_id,
  )
  await sql('update checkouts set amount_refunded_minor = 0 where seller_id = ?', seller_id)
  await round()
  assert.deepEqual(await dayOf(seller), [1, 4990, 1, 1000])
  assert.deepEqual(await broken(), [])
})

test('money sent back before refunds were rows gets its refund', async () => {
  const seller = await service.account()
  const { seller_id } = seller
  const payment = await seller.payment()
  await sql(
    `update checkouts set status = 'expired', completed_at = null, payment_id = null
     where seller_id = ?`,
    seller_id,
  )
  await sql(
    `update payments set outcome = 'returned', return_reason = 'late', return_status = 'done',
       return_id = 'D1' where seller_id = ?`,
    seller_id,
  )
  await sql('delete from daily_totals where seller_id = ?', seller_id)
  await round()
  const rows = await sql(
    'select id, origin, status, amount_minor from refunds where seller_id = ?',
    seller_id,
  )
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [
      {
        id: payment.id.replace('pay_', 'refund_'),
        origin: 'automatic',
        status: 'succeeded',
        amount_minor: 4990,
      },
    ],
  )
  assert.equal((await dayOf(seller))[0], 0)
  assert.deepEqual({ ...(await repair()), audit_heads: 0 }, nothing)
})

test('the refund of a process that announced none needs no event', async () => {
  const seller = await service.account()
  const { seller_id } = seller
  const sold = await seller.payment()
  await seller.refund(sold.id, {})
  const payment = await seller.payment()
  await sql(
    `update checkouts set status = 'expired', completed_at = null, payment_id = null
     where seller_id = ? and id = ?`,
    ...[seller_id, payment.checkout_id],
  )
  await sql(
    `update payments set outcome = 'returned', return_reason = 'late', return_status = 'done',
       return_id = 'D1' where seller_id = ? and id = ?`,
    ...[seller_id, payment.id],
  )
  await round()
  await repair()
  const [refund] = await sql('select status from refunds where payment_id = ?', payment.id)
  assert.equal(refund?.['status'], 'succeeded')
  assert.ok(!(await broken()).includes('each refund that succeeded has one event'))
})

test('a completed checkout that no payment settles is left, and holds up no other', async () => {
  const seller = await service.account()
  const [orphan] = await settleMany(seller, 2)
  await unname(seller)
  await sql(`update payments set outcome = 'returned' where checkout_id = ?`, orphan)
  await round()
  const rows = await sql(
    'select id from checkouts where seller_id = ? and payment_id is null',
    seller.seller_id,
  )
  assert.deepEqual(
    rows.map(({ id }) => id),
    [orphan],
  )
  await sql(`update payments set outcome = 'settled' where checkout_id = ?`, orphan)
  await round()
  assert.deepEqual(await dayOf(seller), [2, 2 * 4990, 0, 0])
})

test('db repair mends each fault that db check says it does, and then finds none', async () => {
  const seller = await service.account()
  const { seller_id } = seller
  const payment = await seller.payment()
  await seller.refund(payment.id, { amount_minor: 1000 })
  const { id: late } = await seller.checkout()
  await seller.post(`/sandbox/checkouts/${late}/pay`)
  await sql(
    `update daily_totals set payments_count = payments_count + 1, amount_refunded_minor = 7
     where seller_id = ?`,
    seller_id,
  )
  await sql('update payments set amount_committed_minor = 3 where id = ?', payment.id)
  await sql('update checkouts set amount_refunded_minor = 3 where id = ?', payment.checkout_id)
  await sql(
    `update checkouts set completed_at = expires_at, cancel_at = ? where id = ?`,
    clock.advanceMs(1).toISOString(),
    late,
  )
  const link = await linkOf(seller)
  await sql('update payment_links set payments_count = 7 where id = ?', link.id)
  assert.equal((await repairable()).length, 6)
  const repairs = await repair()
  assert.deepEqual(await repairable(), [])
  const { audit_heads: _, ...mended } = repairs
  assert.deepEqual(mended, {
    payment_id: 1,
    amount_refunded_minor: 1,
    daily_totals: 1,
    cancel_at: 1,
    payments_count: 1,
    invited_by: 0,
  })
  const { audit_heads: __, ...again } = await repair()
  assert.deepEqual(again, {
    ...mended,
    payment_id: 0,
    amount_refunded_minor: 0,
    daily_totals: 0,
    cancel_at: 0,
    payments_count: 0,
  })
  const amounts = ['amount_refunded_minor', 'payment_id', 'daily_totals']
  const actions = (await trailOf(seller)).filter(({ action }) => action === 'seller.repaired')
  assert.deepEqual(
    actions.map(({ actor, changes }) => [actor.name, changes[0]?.field]),
    ['cancel_at', 'payments_count', ...amounts].map((field) => ['ana', field]),
  )
})
