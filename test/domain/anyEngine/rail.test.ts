/** A buyer pays through the seller's own bank, over mutual TLS. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { operator } from '../../../domain/identity/actor.ts'
import { CHECKOUT_LIFETIME_MS } from '../../../domain/checkouts/expire.ts'
import { txidOf } from '../../../domain/pix/bank/txid.ts'
import { longestPauseMs } from '../../../domain/pix/charges/checkSchedule.ts'
import { removeBank } from '../../../domain/pix/connections/bankConnections.ts'
import { createEndpoint } from '../../../domain/webhooks/endpoints.ts'
import { codeOf } from '../../../packages/bank/books.ts'
import { addBank } from '../../support/bankSettings.ts'
import { bankOf, INTERVAL_MS, PRICE_MINOR, startRail } from '../../support/rail.ts'
import { answer, startReceiver, verified } from '../../support/receiver.ts'
import { pageOf } from '../../support/sessions.ts'

const first = await startRail()

test('page, charge, transfer, callback: the checkout is completed, with one event', async () => {
  const rail = await first.another()
  const checkout = await rail.seller.checkout()
  const txid = txidOf(checkout.id)
  assert.equal(rail.bank.books.charges.size, 0)

  assert.equal(await rail.view(checkout), codeOf(txid))
  const charge = rail.bank.books.charges.get(txid)
  assert.equal(charge?.status, 'ATIVA')
  assert.deepEqual(charge?.fields['valor'], { original: '49.90' })

  const pix = await rail.pay(txid)
  const paid = await rail.read(checkout)
  assert.equal(paid.status, 'completed')
  assert.equal(paid.completed_at, rail.service.clock.now().toISOString())
  assert.deepEqual(
    (await rail.rows('payments')).map(({ id: _, ...row }) => row),
    [
      {
        seller_id: rail.seller.seller_id,
        checkout_id: checkout.id,
        rail: 'bacen',
        amount_minor: PRICE_MINOR,
        paid_at: pix.horario,
        end_to_end_id: pix.endToEndId,
        txid,
        connection_id: (await rail.rows('charges'))[0]?.connection_id,
        fee_minor: null,
        subscription_id: null,
        invoice_id: null,
        outcome: 'settled',
        return_reason: null,
        return_status: null,
        return_id: null,
        return_check_at: null,
        amount_refunded_minor: 0,
        amount_committed_minor: 0,
        created_at: paid.completed_at,
        updated_at: paid.completed_at,
      },
    ],
  )
  const [event, ...more] = await rail.rows('events')
  assert.deepEqual(more, [])
  assert.equal(event?.type, 'payment.succeeded')
  const transfer = { txid, end_to_end_id: pix.endToEndId }
  assert.deepEqual(JSON.parse(String(event?.data)), { ...paid, ...transfer })
  await rail.assertMoneyAccountedFor()
})

test('payments and refunds reach the seller as signed webhooks', async () => {
  const rail = await first.another()
  const receiver = await startReceiver(answer(200))
  const {
    service,
    vault,
    seller: { seller_id },
  } = rail
  const now = service.clock.now()
  const { url } = receiver
  const endpoint = await createEndpoint(service.db, { seller_id, url, mode: 'sandbox', vault, now })
  const { checkout, txid } = await rail.charged()
  const { endToEndId: end_to_end_id } = await rail.pay(txid)
  const [paid] = await receiver.arrived(1)
  assert.ok(paid)
  const { type, data } = verified(paid, endpoint.secret)
  const told = { ...(await rail.read(checkout)), txid, end_to_end_id }
  assert.deepEqual([type, data], ['payment.succeeded', told])
  await rail.pay(txid)
  const [, ...later] = await receiver.arrived(3)
  const types = later.map((request) => verified(request, endpoint.secret).type)
  assert.deepEqual(types.toSorted(), ['payment.reversed', 'refund.succeeded'])
})

test('one charge is made, however often and by however many the page is opened', async () => {
  const rail = await first.another()
  const checkout = await rail.seller.checkout()
  const views = Array.from({ length: 20 }, () => rail.view(checkout))
  for (const code of await Promise.all(views)) assert.equal(code, codeOf(txidOf(checkout.id)))
  await rail.view(checkout)
  assert.equal(rail.bank.count('PUT /cob'), 1)
  assert.equal(rail.bank.count('POST /token'), 1)
  assert.equal((await rail.rows('charges')).length, 1)
})

test("a charge ends an interval before its checkout, by the bank's own clock", async () => {
  const rail = await first.another()
  const pauseMs = longestPauseMs(INTERVAL_MS)
  for (const passed_ms of [0, 1, 3_600_000, CHECKOUT_LIFETIME_MS - pauseMs - 20_000]) {
    const seller = await rail.service.login(rail.seller)
    const checkout = await seller.checkout()
    rail.service.clock.advanceMs(passed_ms)
    // The bank takes its time: as long as it is waited for.
    const slowly = rail.service.clock.now().getTime() + 10_000
    await rail.view(checkout)
    const charge = rail.bank.books.charges.get(txidOf(checkout.id))
    assert.ok(charge)
    const { expiracao } = charge.fields['calendario'] as { expiracao: number }
    assert.ok(expiracao >= 1)
    assert.ok(slowly + expiracao * 1000 <= Date.parse(checkout.expires_at) - pauseMs)
  }
})

test('a checkout in its last seconds gets no charge any more', async () => {
  const rail = await first.another()
  const checkout = await rail.seller.checkout()
  rail.service.clock.advanceMs(CHECKOUT_LIFETIME_MS - 15_000)
  assert.equal(await rail.view(checkout), null)
  assert.deepEqual(rail.bank.requests, [])
  assert.deepEqual(await rail.rows('charges'), [])
})

test('a bank that gives no code gives a location, and the code is built from it', async () => {
  const rail = await first.another()
  rail.bank.books.gives_code = false
  const checkout = await rail.seller.checkout()
  const location = `pix.example.com/qr/v2/${txidOf(checkout.id)}`
  const length = String(location.length)
  const code = new RegExp(
    '^000201010212' +
      `26${location.length + 22}0014br.gov.bcb.pix25${length}${location}` +
      '52040000' +
      '5303986' +
      '5802BR' +
      '5904Loja' +
      '6009Sao Paulo' +
      '62070503\\*\\*\\*' +
      '6304[0-9A-F]{4}$',
  )
  assert.match((await rail.view(checkout)) ?? '', code)
})

for (const fault of [500, 503, 400, 403, 'drop', 'garble'] as const) {
  test(`a bank that answers ${fault}: a page without a code, and with one later`, async () => {
    const rail = await first.another()
    for (const on of ['PUT /cob', 'GET /cob']) rail.bank.order(on, fault)
    const checkout = await rail.seller.checkout()
    assert.equal(await rail.view(checkout), null)
    assert.match(await rail.page(checkout), /Caneca/)
    assert.equal((await rail.rows('charges'))[0]?.pix_code, null)
    rail.bank.recover()
    assert.equal(await rail.view(checkout), codeOf(txidOf(checkout.id)))
  })
}

test('a bank that does not answer: the page does not wait for it', async () => {
  const rail = await first.another()
  const { promise, resolve } = Promise.withResolvers<void>()
  rail.bank.order('PUT /cob', { hold: promise })
  const checkout = await rail.seller.checkout()
  assert.equal(await rail.glance(checkout), null)
  // The first attempt is still under way: it was not waited for.
  while (rail.bank.count('PUT /cob') === 0) await new Promise(setImmediate)
  assert.deepEqual(rail.bank.books.charges.size, 0)
  // Its answer is kept when it comes after all.
  resolve()
  await rail.service.service.rail.idle()
  assert.equal(await rail.view(checkout), codeOf(txidOf(checkout.id)))
  assert.equal(rail.bank.books.charges.size, 1)
})

test('an answer that was lost: the charge is found again, not made twice', async () => {
  for (const allows_repeats of [false, true]) {
    const rail = await first.another()
    rail.bank.books.allows_repeats = allows_repeats
    rail.bank.order('PUT /cob', 'lose', 1)
    const { checkout, txid } = await rail.charged()
    await rail.pay(txid)
    assert.equal((await rail.read(checkout)).status, 'completed')
    assert.equal(rail.bank.books.charges.size, 1)
  }
})

for (const [what, change] of [
  [
    'another txid',
    (body) => {
      body['txid'] = 'a'.repeat(32)
    },
  ],
  [
    'another amount',
    (body) => {
      body['valor'] = { original: '0.01' }
    },
  ],
  [
    'another key',
    (body) => {
      body['chave'] = 'outra@example.com'
    },
  ],
  [
    'neither a code nor a location',
    (body) => {
      for (const name of ['pixCopiaECola', 'location', 'loc']) delete body[name]
    },
  ],
  [
    'a location that no code has room for',
    (body) => {
      delete body['pixCopiaECola']
      body['location'] = 'x'.repeat(500_000)
    },
  ],
] satisfies [string, (body: Record<string, unknown>) => void][]) {
  test(`a bank that answers with ${what}: no code is shown`, async () => {
    const rail = await first.another()
    rail.bank.order('PUT /cob', { change })
    const checkout = await rail.seller.checkout()
    assert.equal(await rail.view(checkout), null)
    assert.equal((await rail.rows('charges'))[0]?.pix_code, null)
  })
}

test('a page at a bank has no buttons of the sandbox, and does nothing at them', async () => {
  const rail = await first.another()
  const { checkout } = await rail.charged()
  assert.doesNotMatch(await rail.page(checkout), /<form/)
  for (const action of ['pay', 'decline', 'advance']) {
    const raw = new URLSearchParams({ action })
    const answer = await rail.service.request('POST', pageOf(checkout), { raw })
    assert.equal(answer.status, 404)
  }
  assert.deepEqual(await rail.read(checkout), checkout)
  assert.deepEqual(await rail.events(), [])
})

test('live mode: a seller without a bank shows no code, one with a bank its code', async () => {
  const rail = await startRail({ mode: 'live' })
  await rail.charged()
  const other = await rail.service.account()
  const checkout = await other.checkout()
  assert.doesNotMatch(await rail.page(checkout), /<textarea|<form/)
})

test('sandbox mode without a bank: a code of the sandbox, and nothing on record', async () => {
  const { service } = first
  const seller = await service.account()
  const checkout = await seller.checkout()
  const { text } = await service.request('GET', pageOf(checkout))
  assert.match(text, new RegExp(`>000201[^<]*pix\\.balcao\\.example/qr/v2/${txidOf(checkout.id)}`))
  const charges = await service.sql('select * from charges where checkout_id = ?', checkout.id)
  assert.deepEqual(charges, [])
})

test('another bank takes over new charges; the first still settles its own', async () => {
  const rail = await first.another()
  const { seller_id } = rail.seller
  const early = await rail.charged()
  const shown = await rail.charged()
  rail.bank.order('PUT /cob', 503)
  const unshown = await rail.seller.checkout()
  assert.equal(await rail.view(unshown), null)
  rail.bank.recover()

  const second = await bankOf(rail.service)
  const now = rail.service.clock.now()
  await addBank(rail.service.db, rail.vault, { seller_id, settings: second.settings, now })
  assert.equal(await rail.view(unshown), codeOf(txidOf(unshown.id)))
  assert.deepEqual([...second.books.charges.keys()], [txidOf(unshown.id)])
  await rail.pay(early.txid)
  assert.equal((await rail.read(early.checkout)).status, 'completed')

  await removeBank(rail.service.db, { seller_id, actor: operator(), now })
  assert.equal(await rail.view(shown.checkout), codeOf(shown.txid))
  rail.bank.books.pay(shown.txid, PRICE_MINOR)
  await rail.reconcile()
  assert.equal((await rail.read(shown.checkout)).status, 'completed')
  assert.match((await rail.view(await rail.seller.checkout())) ?? '', /pix\.balcao\.example/)
})
