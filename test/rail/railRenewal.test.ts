/** A wrong amount spends its charge at the bank: the checkout gets another one to be paid by. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { checkDatabase } from '../../db/maintenance/check.ts'
import { checkoutOf, nextTxid, txidOf } from '../../domain/pix/bank/txid.ts'
import type { Bank } from '../../packages/bank/bank.ts'
import { codeOf } from '../../packages/bank/books.ts'
import { addBank } from '../support/bankSettings.ts'
import { newDatabase } from '../support/engine.ts'
import { bankOf, PRICE_MINOR, startRail } from '../support/rail.ts'
import type { RailTest } from '../support/rail.ts'

const databaseUrl = await newDatabase()
const first = await startRail({ databaseUrl })

/** Leads the seller's buyers to another bank from now on. */
async function moved({ service, vault, seller: { seller_id } }: RailTest): Promise<Bank> {
  const bank = await bankOf(service)
  const { settings } = bank
  await addBank(service.db, vault, { seller_id, settings, now: service.clock.now() })
  return bank
}

/** A checkout whose first charge was spent by one centavo. */
async function wronglyPaid(on: RailTest = first) {
  const rail = await on.another()
  const { checkout, txid } = await rail.charged()
  const wrong = await rail.payPage(checkout, 1)
  assert.ok(wrong)
  assert.equal((await rail.read(checkout)).status, 'open')
  return { rail, checkout, txid, wrong, second: `${txid}2` }
}

async function assertSound(rail: RailTest): Promise<void> {
  await rail.assertMoneyAccountedFor()
  const broken = (await checkDatabase(databaseUrl)).filter(({ ok }) => !ok)
  assert.deepEqual(broken, [])
}

test('after a wrong amount the page shows another charge, and paying that completes', async () => {
  const { rail, checkout, txid, second } = await wronglyPaid()
  // No bank lets the first one be paid again.
  assert.equal(rail.bank.books.payCode(codeOf(txid), PRICE_MINOR), undefined)
  assert.equal(await rail.view(checkout), codeOf(second))
  assert.ok(await rail.payPage(checkout))
  assert.equal((await rail.read(checkout)).status, 'completed')
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount done', 'settled'])
  assert.deepEqual(await rail.events(), ['payment.reversed', 'payment.succeeded'])
  await assertSound(rail)
})

test('callbacks and rounds at once about one wrong amount renew its charge once', async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  const wrong = rail.bank.books.pay(txid, 1)
  await Promise.all([
    rail.reconcile(),
    ...Array.from({ length: 10 }, () => rail.announce(wrong)),
    rail.reconcile(),
  ])
  assert.equal(await rail.view(checkout), codeOf(`${txid}2`))
  await rail.announce(wrong)
  assert.equal(await rail.view(checkout), codeOf(`${txid}2`))
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount done'])
})

test('a checkout that has ended gets no other charge', async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  await rail.cancel(checkout)
  await rail.pay(txid, 1)
  assert.deepEqual(
    (await rail.rows('charges')).map((charge) => charge.txid),
    [txid],
  )
  assert.deepEqual([...rail.bank.books.charges.keys()], [txid])
})

test('a bank in between: the first sends its money back, the second is paid', async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  rail.bank.order('PUT /devolucao', 503)
  const wrong = await rail.payPage(checkout, 1)
  rail.bank.recover()
  const second = await moved(rail)
  assert.equal(await rail.view(checkout), codeOf(`${txid}2`))
  await rail.reconcile()
  assert.equal(wrong?.devolucoes?.length, 1)
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount done'])
  await rail.announce(second.books.pay(`${txid}2`, PRICE_MINOR))
  assert.equal((await rail.read(checkout)).status, 'completed')
  const late = await rail.pay(txid)
  assert.equal(late.devolucoes?.length, 1)
})

test('money for the charge of an earlier bank is refunded there', async () => {
  const { rail, checkout, txid, second } = await wronglyPaid()
  const there = await moved(rail)
  assert.equal(await rail.view(checkout), codeOf(second))
  const pix = await rail.pay(txid)
  const { status, payment_id } = await rail.read(checkout)
  assert.equal(status, 'completed')
  const made = await rail.refund(payment_id ?? '')
  assert.equal((await rail.readRefund(made)).status, 'succeeded')
  assert.equal(pix.devolucoes?.length, 1)
  assert.equal(there.count('PUT /devolucao'), 0)
  await assertSound(rail)
})

test('the txids of a checkout: letters and digits, 35 at most, each of that checkout', () => {
  const id = 'checkout_0198c0de-0000-7000-8000-00000000abcd'
  const seen = new Set<string>()
  for (let txid: string | undefined = txidOf(id); txid; txid = nextTxid(txid)) {
    assert.match(txid, /^[a-zA-Z0-9]{26,35}$/)
    assert.equal(checkoutOf(txid), id)
    seen.add(txid)
  }
  assert.equal(seen.size, 99)
})
