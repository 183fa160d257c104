/** A wrong amount spends its charge at the bank: the checkout gets another one to be paid by. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { checkDatabase } from '../../../db/maintenance/check.ts'
import { txidOf } from '../../../domain/pix/bank/txid.ts'
import { WATCH_MS } from '../../../domain/pix/charges/checkSchedule.ts'
import type { Bank } from '../../../packages/bank/bank.ts'
import { codeOf } from '../../../packages/bank/books.ts'
import { addBank } from '../../support/bankSettings.ts'
import { newDatabase } from '../../support/engine.ts'
import { bankOf, PRICE_MINOR, startRail } from '../../support/rail.ts'
import type { RailTest } from '../../support/rail.ts'
import { passLifetime } from '../../support/sessions.ts'

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

test('wrong amounts again and again: another charge each time, until the right one', async () => {
  const { rail, checkout, txid } = await wronglyPaid()
  for (const number of [2, 3, 4]) {
    assert.equal(await rail.view(checkout), codeOf(txid + number))
    assert.ok(await rail.payPage(checkout, PRICE_MINOR + number))
  }
  assert.ok(await rail.payPage(checkout))
  assert.equal((await rail.read(checkout)).status, 'completed')
  assert.equal(rail.bank.books.charges.size, 5)
  await assertSound(rail)
})

test('a wrong amount that only the reconciler hears of renews the charge', async () => {
  const rail = await first.another()
  const { checkout } = await rail.charged()
  rail.bank.books.payCode((await rail.view(checkout)) ?? '', 1)
  await rail.reconcile()
  assert.ok(await rail.payPage(checkout))
  assert.equal((await rail.read(checkout)).status, 'completed')
  await assertSound(rail)
})

test('the renewed charge is made once, however often and by however many', async () => {
  const { rail, checkout, second } = await wronglyPaid()
  rail.bank.order('PUT /cob', 'lose', 1)
  const views = await Promise.all(Array.from({ length: 20 }, () => rail.view(checkout)))
  assert.deepEqual(new Set(views), new Set([codeOf(second)]))
  assert.equal(rail.bank.books.charges.size, 2)
})

for (const [how, tell] of [
  ['announced', (rail, pix) => rail.announce(pix)],
  ['found by the reconciler', (rail) => rail.reconcile()],
] satisfies [string, (rail: RailTest, pix: object) => Promise<void>][]) {
  test(`money for the first charge, ${how}: it pays the open checkout`, async () => {
    const { rail, checkout, txid, second } = await wronglyPaid()
    await rail.view(checkout)
    await tell(rail, rail.bank.books.pay(txid, PRICE_MINOR))
    assert.equal((await rail.read(checkout)).status, 'completed')
    await rail.reconcile()
    const { status } = rail.bank.books.charges.get(second) ?? {}
    assert.equal(status, 'REMOVIDA_PELO_USUARIO_RECEBEDOR')
    await assertSound(rail)
  })

  test(`money for the first charge after the second was paid, ${how}: it goes back`, async () => {
    const { rail, checkout, txid } = await wronglyPaid()
    await rail.payPage(checkout)
    await tell(rail, rail.bank.books.pay(txid, PRICE_MINOR))
    const expected = ['wrong_amount done', 'settled', 'duplicate done']
    assert.deepEqual(await rail.outcomes(checkout), expected)
    await assertSound(rail)
  })

  test(`money for the first charge after the end, ${how}: it goes back`, async () => {
    const { rail, checkout, txid } = await wronglyPaid()
    passLifetime(rail.service)
    await tell(rail, rail.bank.books.pay(txid, PRICE_MINOR))
    assert.equal((await rail.read(checkout)).status, 'expired')
    assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount done', 'late done'])
    await assertSound(rail)
  })
}

test('money for a first charge is found even when its checkout is not asked about', async () => {
  const { rail, checkout, txid } = await wronglyPaid()
  passLifetime(rail.service)
  await rail.reconcile(WATCH_MS)
  assert.equal((await rail.rows('charges'))[0]?.status, 'closed')
  await rail.pay(txid)
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount done', 'late done'])
  await assertSound(rail)
})

for (const [what, change] of [
  [
    'shows no transfer yet',
    (body) => {
      delete body['pix']
    },
  ],
  [
    'shows one that cannot be read',
    (body) => {
      for (const pix of body['pix'] as Record<string, unknown>[]) pix['valor'] = null
    },
  ],
] satisfies [string, (body: Record<string, unknown>) => void][]) {
  test(`a bank that says paid and ${what}: the checkout keeps its charge`, async () => {
    const rail = await first.another()
    const { checkout, txid } = await rail.charged()
    rail.bank.order('GET /cob', { change }, 1)
    rail.bank.order(
      'GET /pix',
      {
        change: (body) => {
          body['pix'] = []
        },
      },
      1,
    )
    await rail.pay(txid)
    assert.equal(await rail.view(checkout), codeOf(txid))
    await rail.reconcile()
    assert.deepEqual(await rail.outcomes(checkout), ['settled'])
  })
}

for (const fault of [503, 403, 'drop'] as const) {
  test(`an earlier bank that fails (${fault}) holds up neither the end nor its money`, async () => {
    const { rail, checkout, txid, second } = await wronglyPaid()
    const there = await moved(rail)
    assert.equal(await rail.view(checkout), codeOf(second))
    rail.bank.order('', fault)
    await rail.cancel(checkout)
    const { status } = there.books.charges.get(second) ?? {}
    assert.equal(status, 'REMOVIDA_PELO_USUARIO_RECEBEDOR')
    const isLogged = (line: string) => line.includes('earlier charge not checked')
    assert.ok(rail.service.log.some(isLogged))
    // The bank is away for longer than charges are polled after the end.
    const late = rail.bank.books.pay(txid, PRICE_MINOR)
    await rail.reconcile(WATCH_MS)
    rail.bank.recover()
    rail.bank.order('GET /pix', 403)
    await rail.reconcile(WATCH_MS)
    assert.equal(late.devolucoes?.length, 1)
    assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount done', 'canceled done'])
    await assertSound(rail)
  })
}

test('the bank of one earlier charge fails: another one is asked all the same', async () => {
  const { rail, checkout, txid, second } = await wronglyPaid()
  const there = await moved(rail)
  await rail.view(checkout)
  await rail.announce(there.books.pay(second, 1))
  await moved(rail)
  assert.equal(await rail.view(checkout), codeOf(`${txid}3`))
  there.order('', 503)
  await rail.announce(rail.bank.books.pay(txid, PRICE_MINOR))
  assert.equal((await rail.read(checkout)).status, 'completed')
})

for (const [how, tell] of [
  ['announced', (rail, pix) => rail.announce(pix)],
  ['found by the reconciler', (rail) => rail.reconcile()],
] satisfies [string, (rail: RailTest, pix: object) => Promise<void>][]) {
  test(`money for a removed charge, ${how}, counts after a change of the bank`, async () => {
    const rail = await first.another()
    const { checkout, txid } = await rail.charged()
    rail.bank.books.removeByBank(txid)
    await rail.reconcile()
    const there = await moved(rail)
    assert.equal(await rail.view(checkout), codeOf(`${txid}2`))
    rail.bank.order('GET /pix', 403)
    await tell(rail, rail.bank.books.pay(txid, PRICE_MINOR))
    assert.deepEqual(await rail.outcomes(checkout), ['settled'])
    const { status } = there.books.charges.get(`${txid}2`) ?? {}
    assert.equal(status, 'REMOVIDA_PELO_USUARIO_RECEBEDOR')
    await assertSound(rail)
  })
}

test('money for the first of three charges counts, though the second was removed', async () => {
  const { rail, checkout, txid, second } = await wronglyPaid()
  assert.equal(await rail.view(checkout), codeOf(second))
  rail.bank.books.removeByBank(second)
  await rail.reconcile()
  assert.equal(await rail.view(checkout), codeOf(`${txid}3`))
  await rail.pay(txid)
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount done', 'settled'])
  await assertSound(rail)
})

test('a charge with a transfer that cannot be read is kept: it may be the right one', async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  const change = (body: { pix?: object[] }) => {
    const unread = { ...body.pix?.[0], endToEndId: `E${'0'.repeat(31)}`, valor: 'x' }
    body.pix = [...(body.pix ?? []), unread]
  }
  rail.bank.order('GET /cob', { change })
  await rail.pay(txid, 1)
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount done'])
  assert.equal((await rail.rows('charges'))[0]?.txid, txid)
})

test('the transfer of a second charge is found where its bank does not show it', async () => {
  const { rail, checkout, second } = await wronglyPaid()
  assert.equal(await rail.view(checkout), codeOf(second))
  const change = (body: Record<string, unknown>) => void delete body['pix']
  rail.bank.order('GET /cob', { change })
  await rail.pay(second)
  assert.equal((await rail.read(checkout)).status, 'completed')
})

test('a bank that was left before the checkout is not asked about its charges', async () => {
  const rail = await first.another()
  rail.service.clock.advanceMs(1)
  const there = await moved(rail)
  rail.service.clock.advanceMs(1)
  const seller = await rail.service.login(rail.seller)
  const checkout = await seller.checkout()
  await rail.view(checkout)
  there.books.removeByBank(txidOf(checkout.id))
  await rail.reconcile()
  assert.equal(await rail.view(checkout), codeOf(`${txidOf(checkout.id)}2`))
  await rail.reconcile()
  assert.equal(rail.bank.count('GET /cob'), 0)
})

test('a wrong amount that an older version recorded has its checkout mended, too', async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  await rail.pay(txid, 1)
  const { sql } = rail.service
  const of = rail.seller.seller_id
  const code = codeOf(txid)
  await sql('update payments set txid = null, connection_id = null where seller_id = ?', of)
  await sql('update charges set txid = ?, pix_code = ? where seller_id = ?', txid, code, of)
  await rail.reconcile()
  assert.ok(await rail.payPage(checkout))
  assert.equal((await rail.read(checkout)).status, 'completed')
  await rail.pay(txid)
  const expected = ['wrong_amount done', 'settled', 'duplicate done']
  assert.deepEqual(await rail.outcomes(checkout), expected)
  await assertSound(rail)
})

test('a bank that refuses to end a charge holds up no money for an earlier one', async () => {
  const { rail, checkout, txid } = await wronglyPaid()
  await rail.view(checkout)
  rail.bank.order('PATCH /cob', 400)
  rail.bank.order('GET /pix', 403)
  await rail.cancel(checkout)
  const late = rail.bank.books.pay(txid, PRICE_MINOR)
  await rail.reconcile()
  assert.equal(late.devolucoes?.length, 1)
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount done', 'canceled done'])
  await assertSound(rail)
})
