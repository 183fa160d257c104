/** Transfers without a callback are found in the bank's list, however badly the bank keeps it. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { operator } from '../../../domain/identity/actor.ts'
import { CHECKOUT_LIFETIME_MS } from '../../../domain/checkouts/expire.ts'
import { removeBank } from '../../../domain/pix/connections/bankConnections.ts'
import { SETTLED_WATCH_MS } from '../../../domain/pix/charges/checkSchedule.ts'
import { MAX_TRANSFERS } from '../../../domain/pix/bank/provider.ts'
import { POLLS_A_MINUTE } from '../../../domain/pix/rounds/pollBudget.ts'
import { Rail } from '../../../domain/pix/rounds/rail.ts'
import { createLog } from '../../../runtime/logger.ts'
import { Refusal } from '../../../packages/bank/books.ts'
import type { Pix } from '../../../packages/bank/books.ts'
import { addBank } from '../../support/bankSettings.ts'
import { bankOf, INTERVAL_MS, PRICE_MINOR, startRail } from '../../support/rail.ts'
import type { RailTest } from '../../support/rail.ts'

const first = await startRail()
// The tests write states into its books that the contract does not have.
first.bank.checks_answers = false

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

type Body = Record<string, unknown>

/** Ends the polls of charges, so that a transfer is found by a list alone. */
const stopPolls = ({ service, seller }: RailTest) =>
  service.sql("update charges set status = 'closed' where seller_id = ?", seller.seller_id)

async function paid(rail: RailTest) {
  const { checkout, txid } = await rail.charged()
  return { checkout, txid, pix: await rail.pay(txid) }
}

/** Time passes in rounds that are long apart. */
async function passDays(rail: RailTest, days: number): Promise<void> {
  for (let day = 0; day < days; day++) await rail.reconcile(DAY_MS)
}

const refundsOf = async (rail: RailTest) =>
  (await rail.rows('refunds')).map(
    ({ amount_minor, status, origin, nature }) => `${amount_minor} ${status} ${origin} ${nature}`,
  )

async function listedUntil({ service, seller }: RailTest): Promise<string | null> {
  const statement = 'select listed_until from bank_connections where seller_id = ?'
  const [row] = await service.sql<{ listed_until: string | null }>(statement, seller.seller_id)
  return row?.listed_until ?? null
}

function anotherProcess({ service, vault }: RailTest): Rail {
  const { db, clock, url: baseUrl } = service
  const { metrics, events } = service.service
  const parts = { db, clock, vault, log: createLog('silent'), metrics, events, baseUrl }
  return new Rail({ ...parts, mode: 'sandbox', intervalMs: INTERVAL_MS })
}

const lists = ({ bank }: RailTest) => bank.count('GET /pix')

for (const announced of [false, true]) {
  const how = announced ? 'with' : 'without'
  test(`returns of the bank, days later, are found in one interval ${how} a callback`, async () => {
    const rail = await first.another()
    const { checkout, pix } = await paid(rail)
    await passDays(rail, 5)
    await stopPolls(rail)
    const expected: string[] = []
    for (const [amount_minor, natureza] of [
      [1000, 'MED_FRAUDE'],
      [500, 'ORIGINAL'],
      [PRICE_MINOR - 1500, 'MED_OPERACIONAL'],
    ] as const) {
      rail.bank.books.takeBack(pix, amount_minor, { natureza })
      if (announced) await rail.announce(pix)
      await rail.reconcile(INTERVAL_MS)
      expected.push(`${amount_minor} succeeded bank ${natureza}`)
      assert.deepEqual(await refundsOf(rail), expected)
      assert.equal((await rail.events()).length, 1 + expected.length)
      await rail.reconcile(INTERVAL_MS)
      assert.equal((await rail.events()).length, 1 + expected.length)
    }
    assert.equal((await rail.read(checkout)).status, 'completed')
    await rail.assertMoneyAccountedFor()
  })
}

test('a return is found through 90 days, and followed until it is done', async () => {
  const rail = await first.another()
  const { pix } = await paid(rail)
  await passDays(rail, 88)
  await stopPolls(rail)
  rail.bank.books.takeBack(pix, 1000, { status: 'EM_PROCESSAMENTO' })
  await rail.reconcile()
  assert.deepEqual(await refundsOf(rail), ['1000 pending bank MED_FRAUDE'])
  rail.bank.books.endReturns('DEVOLVIDO')
  await rail.reconcile()
  assert.deepEqual(await refundsOf(rail), ['1000 succeeded bank MED_FRAUDE'])
  assert.deepEqual(await rail.events(), ['payment.succeeded', 'payment.reversed'])
  await rail.assertMoneyAccountedFor()
})

test('a transfer that enters the list late is found, and a known one costs nothing', async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  await rail.reconcile()
  await stopPolls(rail)
  const hidden = rail.bank.books.pay(txid, PRICE_MINOR)
  const hide = (body: Body) => {
    body['pix'] = []
  }
  rail.bank.order('GET /pix', { change: hide })
  for (let i = 0; i < 5; i++) await rail.reconcile()
  assert.deepEqual(await rail.outcomes(checkout), [])
  rail.bank.recover()
  await rail.reconcile()
  assert.equal((await rail.rows('payments'))[0]?.end_to_end_id, hidden.endToEndId)
  await stopPolls(rail)
  const asked = rail.bank.requests.length
  await rail.reconcile()
  const further = rail.bank.requests.slice(asked).filter((one) => one !== 'POST /token')
  assert.deepEqual(further, ['GET /pix', 'GET /pix', 'GET /pix'])
})

test('transfers on many pages are all found in one round', async () => {
  const rail = await first.another()
  rail.bank.books.page_size = 2
  const all = []
  for (let i = 0; i < 9; i++) all.push(await rail.charged())
  await stopPolls(rail)
  for (const { txid } of all) rail.bank.books.pay(txid, PRICE_MINOR)
  await rail.reconcile(INTERVAL_MS)
  for (const { checkout } of all) assert.deepEqual(await rail.outcomes(checkout), ['settled'])
  await rail.assertMoneyAccountedFor()
})

for (const [what, be, rounds] of [
  ['refuses the filter by txid', ({ bank }) => bank.books.list.refuses.push('txIdPresente'), 1],
  [
    'heeds no filter',
    ({ bank }) => {
      bank.books.list.ignores.push('txIdPresente', 'devolucaoPresente')
    },
    1,
  ],
  [
    'says that there is one page',
    ({ bank }) => {
      bank.books.list.pagesSaid = 1
    },
    1,
  ],
  [
    'says that there are a million pages',
    ({ bank }) => {
      bank.books.list.pagesSaid = 1_000_000
    },
    1,
  ],
  [
    'repeats its last page for ever',
    ({ bank }) => {
      bank.books.list.repeatsLastPage = true
      bank.books.list.pagesSaid = 1_000_000
    },
    1,
  ],
  [
    'says nothing of pages',
    ({ bank }) => {
      bank.order('GET /pix', { change: (body) => void delete body['parametros'] })
      bank.books.page_size = 100
    },
    1,
  ],
  [
    'lists five days at once and no more',
    ({ bank }) => {
      bank.books.list.maxSpanMs = 5 * DAY_MS
    },
    4,
  ],
  [
    'gives the first page only',
    ({ bank }) => {
      bank.books.list.ignores.push('paginacao.paginaAtual')
    },
    8,
  ],
] satisfies [string, (rail: RailTest) => void, number][]) {
  test(`a bank that ${what}: all is found`, async () => {
    const rail = await first.another()
    rail.bank.books.page_size = 2
    const settled = []
    for (let i = 0; i < 3; i++) {
      settled.push(await paid(rail))
      await rail.reconcile(3 * DAY_MS)
    }
    const { checkout, txid } = await rail.charged()
    be(rail)
    await stopPolls(rail)
    rail.bank.books.pay(txid, PRICE_MINOR)
    for (const { pix } of settled) rail.bank.books.takeBack(pix, 1000)
    const asked = rail.bank.requests.length
    for (let i = 0; i < rounds; i++) await rail.reconcile(INTERVAL_MS)
    assert.deepEqual(await rail.outcomes(checkout), ['settled'])
    assert.equal((await refundsOf(rail)).length, 3)
    assert.ok(rail.bank.requests.length - asked <= rounds * POLLS_A_MINUTE)
    await rail.assertMoneyAccountedFor()
  })
}

for (const [what, be] of [
  ['refuses to filter by returns', ({ bank }) => bank.books.list.refuses.push('devolucaoPresente')],
  ['refuses the list', ({ bank }) => bank.order('GET /pix', 400)],
  ['forbids the list', ({ bank }) => bank.order('GET /pix', 403)],
  ['has no list', ({ bank }) => bank.order('GET /pix', 404)],
  ['fails to list', ({ bank }) => bank.order('GET /pix', 503)],
  ['lists rubbish', ({ bank }) => bank.order('GET /pix', 'garble')],
] satisfies [string, (rail: RailTest) => void][]) {
  test(`a bank that ${what}: polls of its charges go on, and it is seldom asked`, async () => {
    const rail = await first.another()
    const { pix } = await paid(rail)
    be(rail)
    for (let i = 0; i < 3; i++) await rail.reconcile()
    const asked = lists(rail)
    for (let i = 0; i < 10; i++) await rail.reconcile()
    // Each round reads no more than a page of each list, in two attempts, or two tokens.
    assert.ok(lists(rail) - asked <= 30, `${lists(rail) - asked}`)
    rail.bank.books.takeBack(pix, 1000)
    for (let i = 0; (await refundsOf(rail)).length === 0 && i < 12; i++) await rail.reconcile()
    assert.deepEqual(await refundsOf(rail), ['1000 succeeded bank MED_FRAUDE'])
    rail.bank.recover()
    rail.bank.books.list.refuses.length = 0
    await rail.reconcile(6 * HOUR_MS)
    await stopPolls(rail)
    rail.bank.books.takeBack(pix, 500)
    await rail.reconcile()
    assert.equal((await refundsOf(rail)).length, 2)
    await rail.assertMoneyAccountedFor()
  })
}

test('a clock that was hours ahead hides nothing that arrives while all is down', async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  await rail.reconcile()
  await stopPolls(rail)
  await rail.reconcile(10 * HOUR_MS)
  rail.service.clock.advanceMs(-10 * HOUR_MS)
  rail.bank.books.pay(txid, PRICE_MINOR)
  rail.service.clock.advanceMs(3 * HOUR_MS)
  const restarted = anotherProcess(rail)
  await restarted.reconcile()
  assert.deepEqual(await rail.outcomes(checkout), ['settled'])
  assert.equal(await listedUntil(rail), rail.service.clock.now().toISOString())
  await restarted.stop()
  await rail.assertMoneyAccountedFor()
})

test('a bank that failed while the clock was hours ahead is asked once it is right', async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  await rail.reconcile()
  await stopPolls(rail)
  rail.bank.order('GET /pix', 503)
  await rail.reconcile(10 * HOUR_MS)
  rail.bank.recover()
  rail.service.clock.advanceMs(-10 * HOUR_MS)
  rail.bank.books.pay(txid, PRICE_MINOR)
  await rail.reconcile()
  assert.deepEqual(await rail.outcomes(checkout), ['settled'])
  await rail.assertMoneyAccountedFor()
})

test('an empty list that is answered 404 is not taken to be read', async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  await rail.reconcile()
  const before = await listedUntil(rail)
  assert.notEqual(before, null)
  rail.bank.order('GET /pix', 404)
  await stopPolls(rail)
  rail.bank.books.pay(txid, PRICE_MINOR)
  for (let i = 0; i < 20; i++) await rail.reconcile()
  assert.equal(await listedUntil(rail), before)
  rail.bank.recover()
  await rail.reconcile()
  assert.deepEqual(await rail.outcomes(checkout), ['settled'])
})

test('a charge has a hundred recorded transfers at most, named by a list', async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  await stopPolls(rail)
  let invented = 0
  const invent = (body: Body) => {
    body['pix'] = Array.from({ length: 100 }, () => ({
      endToEndId: `E${String(++invented).padStart(31, '0')}`,
      // Half of them for a charge that the checkout never had.
      txid: invented % 2 ? txid : `${txid}9`,
      valor: '1.00',
      horario: rail.service.clock.now().toISOString(),
    }))
    body['parametros'] = { paginacao: { quantidadeDePaginas: 1e9, itensPorPagina: 100 } }
  }
  rail.bank.order('GET /pix', { change: invent })
  rail.bank.order('PUT /devolucao', 503)
  const rounds = 3
  for (let i = 0; i < rounds; i++) {
    const asked = ['GET /pix', 'GET /cob', 'GET /pix/e2eid'].map((on) => rail.bank.count(on))
    await rail.reconcile()
    const now = ['GET /pix', 'GET /cob', 'GET /pix/e2eid'].map((on) => rail.bank.count(on))
    const [lists = 0, charges = 0, transfers = 0] = now.map((count, at) => count - (asked[at] ?? 0))
    assert.ok(lists + charges <= POLLS_A_MINUTE)
    // A check of the charge asks about each of its transfers, and no other request does.
    assert.ok(charges <= 2 && transfers <= charges * MAX_TRANSFERS, `${charges} ${transfers}`)
  }
  const payments = await rail.rows('payments')
  assert.equal(payments.length, MAX_TRANSFERS)
  assert.deepEqual(new Set(payments.map((payment) => payment.txid)), new Set([txid]))
  assert.equal((await rail.outcomes(checkout)).includes('settled'), false)
  const refused = rail.service.log.filter((line) => line.includes('listed transfer not recorded'))
  assert.ok(refused.length > 0 && refused.length <= 5 * rounds, `${refused.length}`)
})

test('a listed transfer settles without a request about it, at its own bank only', async () => {
  const rail = await first.another()
  const all = [await rail.charged(), await rail.charged()]
  await stopPolls(rail)
  for (const { txid } of all) rail.bank.books.pay(txid, PRICE_MINOR)
  const { service, vault, seller } = rail
  const other = await bankOf(service)
  const { seller_id } = seller
  const now = service.clock.now()
  await addBank(service.db, vault, { seller_id, settings: other.settings, now })
  const known = rail.bank.books.transfers()
  other.order('GET /pix', { change: (body: Body) => void (body['pix'] = known) })
  rail.bank.order('GET /pix', 503)
  await rail.reconcile()
  assert.deepEqual(await rail.rows('payments'), [])
  rail.bank.recover()
  const asked = rail.bank.requests.length
  await rail.reconcile()
  const further = rail.bank.requests.slice(asked).filter((one) => one !== 'POST /token')
  assert.deepEqual(new Set(further), new Set(['GET /pix']))
  for (const { checkout } of all) assert.deepEqual(await rail.outcomes(checkout), ['settled'])
  await rail.assertMoneyAccountedFor()
})

test('a further transfer for a charge that is shown without any is found', async () => {
  const rail = await first.another()
  rail.bank.books.shows_pix = false
  const paid = await rail.charged()
  await rail.pay(paid.txid)
  const wrong = await rail.charged()
  await rail.pay(wrong.txid, 1)
  await rail.view(wrong.checkout)
  rail.bank.books.pay(paid.txid, PRICE_MINOR)
  rail.bank.books.pay(wrong.txid, PRICE_MINOR)
  await rail.reconcile()
  assert.deepEqual(await rail.outcomes(paid.checkout), ['settled', 'duplicate done'])
  assert.deepEqual(await rail.outcomes(wrong.checkout), ['wrong_amount done', 'settled'])
  await rail.assertMoneyAccountedFor()
})

test('a transfer that stays unconfirmed is asked about now and then', async () => {
  const rail = await first.another()
  const { txid } = await rail.charged()
  const invented = { endToEndId: `E${'1'.repeat(31)}`, txid, valor: '1.00', horario: '' }
  const change = (body: Body) => {
    body['pix'] = [invented]
  }
  rail.bank.order('GET /pix', { change })
  const rounds = 12
  let asked = 0
  for (let i = 0; i < rounds; i++) {
    await stopPolls(rail)
    const before = rail.bank.count('GET /cob')
    await rail.reconcile()
    asked += rail.bank.count('GET /cob') - before
  }
  // Every quarter of an hour; a check that found nothing polls the charge once more.
  assert.ok(asked >= 2 && asked <= rounds, `${asked}`)
})

/** The bank answers so about these charges, and lists them without a time, until they are none. */
function failFor(rail: RailTest, status: number, txids: string[]): void {
  const { books } = rail.bank
  const perform = books.perform.bind(books)
  books.perform = (name, params, asked) => {
    const isBad = name === 'GET /cob' && txids.includes(params[0] ?? '')
    if (isBad) throw new Refusal(status, 'Falha')
    const answer = perform(name, params, asked)
    if (name !== 'GET /pix') return answer
    const pix = (answer.body['pix'] as Pix[]).map((one) =>
      txids.includes(one.txid) ? { ...one, horario: '' } : one,
    )
    return { ...answer, body: { ...answer.body, pix } }
  }
}

/** Money for checkouts that were canceled so long ago that no charge of theirs is polled. */
async function lateMoney(rail: RailTest, count: number) {
  const all = []
  for (let i = 0; i < count; i++) all.push(await rail.charged())
  for (const { checkout } of all) await rail.cancel(checkout)
  await passDays(rail, 5)
  for (const { txid } of all) {
    rail.bank.books.pay(txid, PRICE_MINOR)
    rail.service.clock.advanceMs(1)
  }
  return all
}

const returned = async (rail: RailTest) =>
  (await rail.rows('payments')).filter(({ return_status }) => return_status === 'done').length

for (const status of [500, 403]) {
  test(`a charge answered ${status} holds up no other, and is found when it is shown`, async () => {
    const rail = await first.another()
    const [bad, ...others] = await lateMoney(rail, 3)
    assert.ok(bad)
    const failing = [bad.txid]
    failFor(rail, status, failing)
    for (let i = 0; i < 2; i++) await rail.reconcile(INTERVAL_MS)
    assert.equal(await returned(rail), others.length)
    assert.deepEqual(await rail.outcomes(bad.checkout), [])
    // The list has been read far beyond it when the bank shows it again.
    await passDays(rail, 3)
    failing.pop()
    for (let i = 0; i < 2; i++) await rail.reconcile(DAY_MS)
    assert.deepEqual(await rail.outcomes(bad.checkout), ['canceled done'])
    await rail.assertMoneyAccountedFor()
  })
}

test('money by an earlier charge that is not shown at first is found when it is', async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  rail.bank.books.removeByBank(txid)
  await rail.reconcile()
  assert.notEqual(await rail.view(checkout), null)
  await rail.cancel(checkout)
  await passDays(rail, 5)
  rail.bank.books.pay(txid, PRICE_MINOR)
  const failing = [txid]
  failFor(rail, 500, failing)
  for (let i = 0; i < 2; i++) await rail.reconcile(INTERVAL_MS)
  assert.deepEqual(await rail.outcomes(checkout), [])
  // The list has been read far beyond it when the bank shows it again.
  await passDays(rail, 3)
  failing.pop()
  for (let i = 0; i < 2; i++) await rail.reconcile(DAY_MS)
  assert.deepEqual(await rail.outcomes(checkout), ['canceled done'])
  await rail.assertMoneyAccountedFor()
})

test('a bank that shows no charge is asked about five in a round, and none is lost', async () => {
  const rail = await first.another()
  const all = await lateMoney(rail, 8)
  const before = await listedUntil(rail)
  const failing = all.map(({ txid }) => txid)
  failFor(rail, 403, failing)
  const asked = rail.bank.count('GET /cob')
  await rail.reconcile(INTERVAL_MS)
  // Each with the token in force and with a new one.
  assert.equal(rail.bank.count('GET /cob') - asked, 10)
  assert.equal(await listedUntil(rail), before)
  await rail.reconcile(INTERVAL_MS)
  await passDays(rail, 1)
  failing.length = 0
  for (let i = 0; i < 2; i++) await rail.reconcile(DAY_MS)
  assert.equal(await returned(rail), all.length)
  await rail.assertMoneyAccountedFor()
})

test("another bank's word about a transfer counts for nothing", async () => {
  const rail = await first.another()
  const { pix } = await paid(rail)
  const { service, vault, seller } = rail
  const other = await bankOf(service)
  const { seller_id } = seller
  const now = service.clock.now()
  await addBank(service.db, vault, { seller_id, settings: other.settings, now })
  await stopPolls(rail)
  rail.bank.order('GET /pix', 503)
  const back = { id: 'x', rtrId: 'x', valor: '10.00', status: 'DEVOLVIDO', natureza: 'ORIGINAL' }
  const change = (body: Body) => {
    body['pix'] = [{ ...pix, devolucoes: [back] }]
  }
  other.order('GET /pix', { change })
  for (let i = 0; i < 3; i++) await rail.reconcile()
  assert.ok(other.count('GET /pix') > 0)
  assert.deepEqual(await rail.rows('refunds'), [])
})

test('a return reported by an id first, and by rtrId alone later, is one', async () => {
  const rail = await first.another()
  const { checkout, pix } = await paid(rail)
  const { payment_id } = await rail.read(checkout)
  await rail.refund(payment_id ?? '', { amount_minor: 500 })
  rail.bank.books.takeBack(pix, 300)
  rail.bank.books.takeBack(pix, 300)
  await rail.reconcile()
  const ids = rail.bank.books.returns().map(({ id }) => id)
  for (const made of rail.bank.books.returns()) Reflect.deleteProperty(made, 'id')
  for (let rounds = 0; rounds < 2; rounds++) await rail.reconcile()
  await rail.announce(pix)
  assert.equal((await refundsOf(rail)).length, 3)
  assert.equal((await rail.read(checkout)).amount_refunded_minor, 1100)
  rail.bank.books.takeBack(pix, 300)
  await rail.announce(pix)
  assert.equal((await rail.read(checkout)).amount_refunded_minor, 1400)
  for (const [i, made] of rail.bank.books.returns().entries()) made.id = ids[i] ?? made.id
  await rail.reconcile()
  await rail.assertMoneyAccountedFor()
})

test('a bank that was disconnected is read for as long as there can be news', async () => {
  const rail = await first.another()
  const { pix } = await paid(rail)
  const { service, vault } = rail
  const { seller_id } = rail.seller
  const gone = { seller_id, actor: operator(), now: service.clock.now() }
  await removeBank(service.db, gone)
  await passDays(rail, 5)
  await stopPolls(rail)
  rail.bank.books.takeBack(pix, 1000)
  await rail.reconcile(INTERVAL_MS)
  assert.deepEqual(await refundsOf(rail), ['1000 succeeded bank MED_FRAUDE'])
  await rail.reconcile(SETTLED_WATCH_MS + 4 * DAY_MS)
  // The other bank's charge is open now, too.
  const next = await bankOf(service)
  const now = service.clock.now()
  await addBank(service.db, vault, { seller_id, settings: next.settings, now })
  await rail.charged()
  const asked = rail.bank.requests.length
  await rail.reconcile()
  assert.equal(next.count('GET /pix'), 3)
  assert.equal(rail.bank.requests.length, asked)
})

test('processes read two lists once in an interval, or twice, and the third once', async () => {
  const rail = await first.another()
  await rail.charged()
  const { service } = rail.service
  const others = Array.from({ length: 3 }, () => anotherProcess(rail))
  rail.service.clock.advanceMs(CHECKOUT_LIFETIME_MS / 2)
  for (const one of [service.rail, ...others]) {
    await one.reconcile()
    rail.service.clock.advanceMs(INTERVAL_MS / 4)
  }
  assert.equal(lists(rail), 5)
  await Promise.all(others.map((one) => one.stop()))
})
