/** Each transfer ends in one state, with the money accounted for, whatever the bank does. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { MAX_REFUNDS } from '../../../domain/pix/bank/provider.ts'
import { txidOf } from '../../../domain/pix/bank/txid.ts'
import { codeOf } from '../../../packages/bank/books.ts'
import { PRICE_MINOR, startRail } from '../../support/rail.ts'

const first = await startRail()
// The tests write states into its books that the contract does not have.
first.bank.checks_answers = false

const forged = (txid: string, more: object = {}) => ({
  endToEndId: `E${'9'.repeat(31)}`,
  txid,
  valor: '49.90',
  horario: '2026-03-02T13:12:38.000Z',
  ...more,
})

test('a flood of callbacks about one charge has the bank asked once more at most', async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  const { promise, resolve } = Promise.withResolvers<void>()
  rail.bank.order('GET /cob', { hold: promise }, 1)
  assert.equal(await rail.post({ pix: [forged(txid)] }), 200)
  while (rail.bank.count('GET /cob') === 0) await new Promise(setImmediate)
  // The bank has not answered yet, and each of these is answered all the same.
  for (let i = 0; i < 50; i++) assert.equal(await rail.post({ pix: [forged(txid)] }), 200)
  rail.bank.books.pay(txid, PRICE_MINOR)
  resolve()
  await rail.service.service.rail.idle()
  assert.equal(rail.bank.count('GET /cob'), 2)
  assert.deepEqual(await rail.outcomes(checkout), ['settled'])
})

test('a callback about a charge that does not exist asks no bank', async () => {
  const rail = await first.another()
  await rail.announce(forged('a'.repeat(32)), forged('x'), { ...forged(''), txid: undefined })
  assert.deepEqual(rail.bank.requests, [])
})

for (const amount_minor of [PRICE_MINOR - 1, PRICE_MINOR + 1, 1, PRICE_MINOR * 100]) {
  test(`${amount_minor} instead of ${PRICE_MINOR} goes back; the checkout stays open`, async () => {
    const rail = await first.another()
    const { checkout, txid } = await rail.charged()
    const pix = await rail.pay(txid, amount_minor)
    assert.equal((await rail.read(checkout)).status, 'open')
    assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount done'])
    assert.equal((await rail.rows('payments'))[0]?.end_to_end_id, pix.endToEndId)
    assert.deepEqual(await rail.events(), ['payment.reversed'])
    await rail.assertMoneyAccountedFor()
  })
}

test('a checkout canceled while its charge is made has it canceled all the same', async () => {
  const rail = await first.another()
  const { promise, resolve } = Promise.withResolvers<void>()
  rail.bank.order('PUT /cob', { hold: promise })
  const checkout = await rail.seller.checkout()
  assert.equal(await rail.glance(checkout), null)
  while (rail.bank.count('PUT /cob') === 0) await new Promise(setImmediate)
  const seller = await rail.service.login(rail.seller)
  await seller.post(`/v1/checkouts/${checkout.id}/cancel`)
  // The bank has been asked about the charge, and does not know it yet.
  while (rail.bank.count('GET /cob') === 0) await new Promise(setImmediate)
  resolve()
  await rail.service.service.rail.idle()
  const { status } = rail.bank.books.charges.get(txidOf(checkout.id)) ?? {}
  assert.equal(status, 'REMOVIDA_PELO_USUARIO_RECEBEDOR')
  rail.bank.books.pay(txidOf(checkout.id), PRICE_MINOR)
  await rail.reconcile()
  assert.deepEqual(await rail.outcomes(checkout), ['canceled done'])
  await rail.assertMoneyAccountedFor()
})

test('a checkout paid in the sandbox has its charge canceled, and late money back', async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  const answer = await rail.seller.post(`/sandbox/checkouts/${checkout.id}/pay`)
  assert.equal(answer.status, 200)
  await rail.service.service.rail.idle()
  const { status } = rail.bank.books.charges.get(txid) ?? {}
  assert.equal(status, 'REMOVIDA_PELO_USUARIO_RECEBEDOR')
  await rail.pay(txid)
  assert.deepEqual(await rail.outcomes(checkout), ['settled', 'duplicate done'])
  assert.deepEqual(await rail.events(), ['payment.succeeded', 'payment.reversed'])
})

for (const shows_pix of [true, false]) {
  const how = shows_pix ? 'with' : 'without'
  test(`an id in another case, ${how} its charge: the transfer is the known one`, async () => {
    const rail = await first.another()
    const { checkout, txid } = await rail.charged()
    const pix = await rail.pay(txid)
    rail.bank.books.shows_pix = shows_pix
    const { endToEndId } = pix
    pix.endToEndId = endToEndId.toLowerCase()
    const { books } = rail.bank
    const find = books.find.bind(books)
    books.find = (id) => find(id === pix.endToEndId ? endToEndId : id)
    await rail.reconcile()
    books.takeBack(pix, 1000)
    await rail.announce(pix)
    for (let i = 0; i < 3; i++) await rail.reconcile()
    assert.deepEqual(await rail.outcomes(checkout), ['settled'])
    assert.equal((await rail.read(checkout)).amount_refunded_minor, 1000)
    assert.equal(rail.bank.count('PUT /devolucao'), 0)
    pix.endToEndId = endToEndId
    await rail.assertMoneyAccountedFor()
  })
}

test('two callbacks at once about two transfers: one settles, one goes back', async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  const pix = [rail.bank.books.pay(txid, PRICE_MINOR), rail.bank.books.pay(txid, PRICE_MINOR)]
  await Promise.all(pix.map((one) => rail.announce(one)))
  assert.deepEqual(await rail.outcomes(checkout), ['settled', 'duplicate done'])
  assert.deepEqual(await rail.events(), ['payment.succeeded', 'payment.reversed'])
  await rail.assertMoneyAccountedFor()
})

test('a transfer and a cancellation at once lead to one final state, which stays', async () => {
  const rail = await first.another()
  for (let trial = 0; trial < 5; trial++) {
    const { checkout, txid } = await rail.charged()
    const seller = await rail.service.login(rail.seller)
    const [canceled] = await Promise.all([
      seller.post(`/v1/checkouts/${checkout.id}/cancel`),
      rail.pay(txid),
    ])
    await rail.service.service.rail.idle()
    const { status } = await rail.read(checkout)
    assert.equal(status, canceled.status === 200 ? 'canceled' : 'completed')
    const expected = status === 'canceled' ? 'canceled done' : 'settled'
    assert.deepEqual(await rail.outcomes(checkout), [expected])
    await rail.reconcile()
    assert.equal((await rail.read(checkout)).status, status)
  }
  await rail.assertMoneyAccountedFor()
})

test('an overpayment goes back even when the bank has returned the difference', async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  const pix = rail.bank.books.pay(txid, PRICE_MINOR + 1000)
  rail.bank.books.takeBack(pix, 1000)
  await rail.announce(pix)
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount done'])
  await rail.assertMoneyAccountedFor()
})

test('a transfer that the bank has returned already completes nothing', async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  const pix = rail.bank.books.pay(txid, PRICE_MINOR)
  const devolucao = {
    id: pix.endToEndId,
    rtrId: 'D'.repeat(32),
    valor: pix.valor,
    horario: {},
    status: 'DEVOLVIDO' as const,
  }
  pix.devolucoes = [devolucao]
  await rail.announce(pix)
  assert.equal((await rail.read(checkout)).status, 'open')
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount done'])
  await rail.assertMoneyAccountedFor()
})

for (const [what, change] of [
  [
    'another txid',
    (body) => {
      body['txid'] = 'a'.repeat(32)
    },
  ],
  [
    'another key',
    (body) => {
      body['chave'] = 'outra@example.com'
    },
  ],
  [
    'a transfer without an amount',
    (body) => {
      delete pixOf(body)['valor']
    },
  ],
  [
    'a transfer of 49.9',
    (body) => {
      pixOf(body)['valor'] = '49.9'
    },
  ],
  [
    'a transfer of the number 49.9',
    (body) => {
      pixOf(body)['valor'] = 49.9
    },
  ],
  [
    'a transfer of nothing',
    (body) => {
      pixOf(body)['valor'] = '0.00'
    },
  ],
  [
    'a transfer of more than a payment can have',
    (body) => {
      pixOf(body)['valor'] = '1000000000.00'
    },
  ],
  [
    'a transfer after the year 9999',
    (body) => {
      pixOf(body)['horario'] = '+010000-01-01T00:00:00Z'
    },
  ],
  [
    'a transfer without an endToEndId',
    (body) => {
      delete pixOf(body)['endToEndId']
    },
  ],
  [
    'a transfer for another txid',
    (body) => {
      pixOf(body)['txid'] = 'b'.repeat(32)
    },
  ],
  [
    'no list of transfers',
    (body) => {
      body['pix'] = 'x'
    },
  ],
] satisfies [string, (body: Record<string, unknown>) => void][]) {
  test(`a bank that answers with ${what} is not believed, and asked again`, async () => {
    const rail = await first.another()
    const { checkout, txid } = await rail.charged()
    rail.bank.order('GET /cob', { change })
    rail.bank.order('GET /pix', 503)
    await rail.pay(txid)
    assert.deepEqual(await rail.read(checkout), checkout)
    assert.deepEqual(await rail.rows('payments'), [])
    rail.bank.recover()
    await rail.reconcile()
    assert.deepEqual(await rail.outcomes(checkout), ['settled'])
    await rail.assertMoneyAccountedFor()
  })
}

function pixOf({ pix }: Record<string, unknown>): Record<string, unknown> {
  const [one] = pix as Record<string, unknown>[]
  assert.ok(one)
  return one
}

test('a transfer that cannot be read does not hold up the one that can', async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  rail.bank.books.pay(txid, PRICE_MINOR)
  const change = (body: Record<string, unknown>) => {
    pixOf(body)['valor'] = null
  }
  rail.bank.order('GET /cob', { change }, 1)
  await rail.pay(txid)
  assert.deepEqual(await rail.outcomes(checkout), ['settled'])
  assert.ok(rail.service.log.some((line) => line.includes('a transfer could not be read')))
  await rail.reconcile()
  assert.deepEqual(await rail.outcomes(checkout), ['settled', 'duplicate done'])
  await rail.assertMoneyAccountedFor()
})

test('a charge with more than a hundred transfers is not believed', async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  for (let i = 0; i < 100; i++) rail.bank.books.pay(txid, PRICE_MINOR)
  await rail.pay(txid)
  assert.deepEqual(await rail.outcomes(checkout), [])
  assert.ok(rail.service.log.some((line) => line.includes('too many transfers')))
})

test('a charge has a hundred recorded transfers at most, reported one after another', async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  const told = async (first: number, end: number) => {
    const change = (body: Record<string, unknown>) => {
      body['pix'] = (body['pix'] as unknown[]).slice(first, end)
    }
    rail.bank.recover()
    rail.bank.order('GET /cob', { change })
    await rail.announce({ txid })
    return (await rail.outcomes(checkout)).length
  }
  for (let i = 0; i < 101; i++) rail.bank.books.pay(txid, PRICE_MINOR)
  assert.equal(await told(0, 60), 60)
  assert.equal(await told(60, 101), 60)
  assert.equal(await told(60, 100), 100)
})

test('the hundred transfers are counted over all charges of a checkout', async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  const told = async (charge: string, count: number) => {
    const change = (body: Record<string, unknown>) => {
      if (body['txid'] === charge) body['pix'] = (body['pix'] as unknown[]).slice(0, count)
    }
    rail.bank.recover()
    rail.bank.order('GET /cob', { change })
    await rail.announce({ txid: charge })
    return (await rail.outcomes(checkout)).length
  }
  for (let i = 0; i < 60; i++) rail.bank.books.pay(txid, 1)
  assert.equal(await told(txid, 60), 60)
  const second = `${txid}2`
  assert.equal(await rail.view(checkout), codeOf(second))
  for (let i = 0; i < 41; i++) rail.bank.books.pay(second, 1)
  assert.equal(await told(second, 41), 60)
  assert.equal(await told(second, 40), 100)
})

test('a transfer has a bounded number of refunds, reported one after another', async () => {
  const rail = await first.another()
  const { txid } = await rail.charged()
  const pix = await rail.pay(txid)
  const takeBack = (count: number) => {
    pix.devolucoes = []
    for (let i = 0; i < count; i++) rail.bank.books.takeBack(pix, 1)
  }
  takeBack(600)
  await rail.announce(pix)
  takeBack(MAX_REFUNDS - 599)
  await rail.announce(pix)
  assert.equal((await rail.rows('refunds')).length, 600)
  assert.ok(rail.service.log.some((line) => line.includes('too many refunds of a transfer')))
  takeBack(MAX_REFUNDS - 600)
  await rail.announce(pix)
  assert.equal((await rail.rows('refunds')).length, MAX_REFUNDS)
})
