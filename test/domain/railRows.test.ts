/** The queries of banks, charges and refunds, on either engine. */
import assert from 'node:assert/strict'
import { mock } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { test } from 'vitest'
import type { Transaction } from '../../db/query.ts'
import { operator } from '../../domain/identity/actor.ts'
import { removeBank, sellersOfPixKey } from '../../domain/pix/connections/bankConnections.ts'
import {
  beginCharge,
  countOpenCharges,
  keepCode,
  renewCharge,
} from '../../domain/pix/charges/charges.ts'
import { onRecord } from '../../domain/pix/rounds/listedRecords.ts'
import { bankBody, connect } from '../support/bankSettings.ts'
import { PRICE_MINOR, startRail } from '../support/rail.ts'

const first = await startRail()

const HOUR_MS = 60 * 60 * 1000

/** Rounds within one moment. */
const ROUNDS = 10

test('a renewed bank is asked at once about charges, returns and refunds', async () => {
  const rail = await first.another()
  const seller = await rail.service.login(rail.seller)
  const sold = await rail.charged()
  await rail.pay(sold.txid)
  const { payment_id } = await rail.read(sold.checkout)
  const open = await rail.charged()
  rail.bank.books.pay(open.txid, PRICE_MINOR)
  rail.bank.order('PUT /devolucao', 503)
  const wrong = await rail.charged()
  await rail.pay(wrong.txid, PRICE_MINOR + 1)
  const refund = await rail.refund(payment_id ?? '')
  rail.bank.recover()
  // A wrong amount has another charge made, which the check of the first one begins.
  const { rail: work } = rail.service.service
  for (let i = 0; i < 2; i++) await work.idle()
  const { status } = await connect(seller, bankBody(rail.bank, { city: 'Recife' }))
  assert.equal(status, 200)
  const states = async () => ({
    open: (await rail.read(open.checkout)).status,
    wrong: await rail.outcomes(wrong.checkout),
    refund: (await rail.readRefund(refund)).status,
  })
  const settled = { open: 'completed', wrong: ['wrong_amount done'], refund: 'succeeded' }
  // No time passes; a round may begin while a check of before ends.
  for (let i = 0; i < ROUNDS && !isDeepStrictEqual(await states(), settled); i++) {
    await rail.reconcile(0)
  }
  assert.deepEqual(await states(), settled)
  await rail.assertMoneyAccountedFor()
})

/** Adds the names of a transaction's queries to those of others. */
function* namingQueries(body: Transaction<unknown>, all: string[][]): Transaction<unknown> {
  const names: string[] = []
  all.push(names)
  for (let step = body.next([]); ; step = body.next(yield step.value)) {
    if (step.done) return step.value
    names.push(step.value.definition.name)
  }
}

test('a payment and the next check of its charge are one transaction', async (t) => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  const { db } = rail.service
  const run = db.run.bind(db)
  const transactions: string[][] = []
  const mocked = mock.method(db, 'run', (body: () => Transaction<unknown>) =>
    run(() => namingQueries(body(), transactions)),
  )
  t.onTestFinished(() => mocked.mock.restore())
  await rail.pay(txid)
  const ours = transactions.filter((names) => names.some((name) => /payment|charge/.test(name)))
  assert.ok(ours.length > 0)
  for (const names of ours) {
    assert.ok(
      ['add_payment', 'postpone_charge'].every((name) => names.includes(name)),
      `${names}`,
    )
  }
  const [charge] = await rail.rows('charges')
  const { completed_at } = await rail.read(checkout)
  assert.equal(charge?.check_at, new Date(Date.parse(completed_at ?? '') + 300_000).toISOString())
})

test('a return that the bank did not carry out is ordered anew', async () => {
  const rail = await first.another()
  rail.bank.books.return_state = 'NAO_REALIZADO'
  const { checkout, txid } = await rail.charged()
  await rail.pay(txid, PRICE_MINOR + 1)
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount failed'])
  rail.bank.books.return_state = 'DEVOLVIDO'
  await rail.reconcile(6 * HOUR_MS)
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount done'])
  await rail.assertMoneyAccountedFor()
})

test('a process that is late neither moves, renews nor changes a charge of another', async () => {
  const rail = await first.another()
  const { db, sql } = rail.service
  const { txid } = await rail.charged()
  const [charge] = await rail.rows('charges')
  assert.ok(charge)
  const now = charge.updated_at
  const elsewhere = { ...charge, connection_id: 'bank_2', pix_code: null, latest: now }
  assert.deepEqual(await db.run(() => beginCharge(elsewhere)), [])
  const late = { ...charge, txid: `${txid}2`, newTxid: `${txid}3`, now }
  assert.deepEqual(await db.run(() => renewCharge(late)), [])
  const keep = async (other: { txid?: string; connection_id?: string }): Promise<number> =>
    (await db.run(() => keepCode({ ...charge, ...other, pix_code: 'another', now }))).length
  assert.equal(await keep({}), 0)
  assert.deepEqual(await rail.rows('charges'), [charge])
  // A charge that was begun anew meanwhile has no code yet.
  await sql('update charges set pix_code = null where checkout_id = ?', charge.checkout_id)
  assert.equal(await keep({ txid: `${txid}2` }), 0)
  assert.equal(await keep({ connection_id: 'bank_2' }), 0)
})

test('a listed page reads only those recorded refunds that it shows', async () => {
  const rail = await first.another()
  const { txid } = await rail.charged()
  const pix = await rail.pay(txid)
  for (let i = 0; i < 3; i++) rail.bank.books.takeBack(pix, 1)
  await rail.announce(pix)
  const [payment, refund] = [(await rail.rows('payments'))[0], (await rail.rows('refunds'))[1]]
  assert.ok(payment && refund)
  const { seller_id, id: payment_id, end_to_end_id, amount_minor, paid_at } = payment
  const shown = { ...refund, status: 'done', nature: 'MED_FRAUDE', reason: null } as const
  const listed = (return_id: string) => ({
    txid,
    end_to_end_id: end_to_end_id ?? '',
    transfer: {
      end_to_end_id: end_to_end_id ?? '',
      amount_minor,
      paid_at,
      refunds: [{ ...shown, return_id }],
    },
  })
  const page = [listed(refund.return_id), listed('another'), listed(refund.return_id)]
  const { refunds } = await rail.service.db.read(() => onRecord(seller_id, page))
  const read = [...refunds].map(([id, all]) => [id, all.map((one) => one.id)])
  assert.deepEqual(read, [[payment_id, [refund.id]]])
})

test('the sellers of a Pix key are found in any case, while it is connected', async () => {
  const [one, two] = [await first.another(), await first.another()]
  const { service, bank } = one
  const ids = [one, two].map(({ seller }) => seller.seller_id)
  const pix_key = bank.pix_key.toUpperCase()
  const found = async () => {
    const rows = await service.db.read(() => sellersOfPixKey({ pix_key }))
    return ids.filter((id) => rows.some(({ seller_id }) => seller_id === id))
  }
  assert.deepEqual(await found(), ids)
  const [seller_id = ''] = ids
  await removeBank(service.db, { seller_id, actor: operator(), now: service.clock.now() })
  assert.deepEqual(await found(), ids.slice(1))
})

test('a bank without a charge is renewed in place; open charges are counted', async () => {
  const rail = await first.another()
  const seller = await rail.service.login(rail.seller)
  const { status } = await connect(seller, bankBody(rail.bank, { city: 'Recife' }))
  assert.equal(status, 200)
  const statement = 'select id from bank_connections where seller_id = ?'
  assert.equal((await rail.service.sql(statement, rail.seller.seller_id)).length, 1)
  const counted = async () => {
    const [charge] = await rail.rows('charges')
    assert.ok(charge)
    const { seller_id, connection_id } = charge
    return rail.service.db.read(() => countOpenCharges({ seller_id, connection_id }))
  }
  await rail.charged()
  assert.deepEqual(await counted(), [{ count: 1 }])
  await rail.charged()
  assert.deepEqual(await counted(), [{ count: 2 }])
})
