/** Callbacks of anonymous callers cost little, and no bank is asked for one again and again. */
import assert from 'node:assert/strict'
import { mock } from 'node:test'
import { afterEach, test } from 'vitest'
import type { Transaction } from '../../db/query.ts'
import { startRail } from '../support/rail.ts'
import type { RailTest } from '../support/rail.ts'
import { unknownId } from '../support/samples.ts'
import { pageOf } from '../support/sessions.ts'

const first = await startRail()

afterEach(() => mock.restoreAll())

const transfer = (txid: string) => ({
  endToEndId: `E${'9'.repeat(31)}`,
  txid,
  valor: '49.90',
  horario: '2026-03-02T13:12:38.000Z',
})

const randomTxid = () => crypto.randomUUID().replaceAll('-', '')

const post = ({ service }: RailTest, seller_id: string, txids: string[]) =>
  service.request('POST', `/pix/${seller_id}/pix`, { json: { pix: txids.map(transfer) } })

const postRecurring = ({ service, seller }: RailTest, of: 'rec' | 'cobr', json: object) =>
  service.request('POST', `/pix/${seller.seller_id}/${of}`, { json })

/** The names of the statements that the service reads with from now on. */
function statementsOf({ service: { db } }: RailTest): string[] {
  const read = db.read.bind(db)
  const names: string[] = []
  mock.method(db, 'read', (body: () => Transaction<unknown>) =>
    read(function* () {
      const steps = body()
      let next = steps.next([])
      while (!next.done) {
        const { name } = next.value.definition
        // Deliveries are looked for in the background.
        if (/bank|charge|invoice|recurrence/.test(name)) names.push(name)
        next = steps.next(yield next.value)
      }
      return next.value
    }),
  )
  return names
}

test('a callback costs as many statements for one charge as for hundreds', async () => {
  const rail = await first.another()
  const { txid } = await rail.charged()
  const txids = Array.from({ length: 400 }, randomTxid)
  const names = statementsOf(rail)
  const { status } = await post(rail, rail.seller.seller_id, txids)
  assert.equal(status, 200)
  const reads = ['any_bank_connection', 'charges_of_checkouts', 'invoices_of_charges']
  assert.deepEqual(names, reads)
  mock.restoreAll()
  await post(rail, rail.seller.seller_id, [...txids, txid, txid])
  await rail.service.service.rail.idle()
  assert.equal(rail.bank.count('GET /cob'), 1)
})

test('a callback of Pix Automático costs one statement, however much it names', async () => {
  const names = statementsOf(first)
  const idRecs = Array.from({ length: 400 }, () => `RR${randomTxid().slice(0, 27)}`)
  await postRecurring(first, 'rec', { recs: idRecs.map((idRec) => ({ idRec })) })
  assert.deepEqual(names.splice(0), ['subscriptions_of_recurrences'])
  const txids = Array.from({ length: 400 }, randomTxid)
  await postRecurring(first, 'cobr', { cobsr: txids.map((txid) => ({ txid })) })
  assert.deepEqual(names.splice(0), ['invoices_of_charges'])
})

test('a seller who is unknown or never had a bank costs one statement', async () => {
  const { seller_id } = await first.service.account()
  const names = statementsOf(first)
  for (const id of [seller_id, unknownId('seller_')]) {
    const { status, text } = await post(first, id, Array.from({ length: 400 }, randomTxid))
    assert.deepEqual([status, text], [200, '{}'])
    assert.deepEqual(names.splice(0), ['any_bank_connection'])
  }
})

test('a txid that cannot be ours costs no statement', async () => {
  const names = statementsOf(first)
  const foreign = [
    'x',
    'A'.repeat(32),
    'z'.repeat(32),
    'a'.repeat(31),
    'a'.repeat(36),
    `${'a'.repeat(32)}b`,
    `${'a'.repeat(32)}\n`,
    `${'a'.repeat(31)}é`,
  ]
  const { status } = await post(first, first.seller.seller_id, foreign)
  assert.equal(status, 200)
  assert.deepEqual(names, [])
})

test("a seller's callbacks take a part of the places, others' the rest", async () => {
  const [rail, other] = [await first.another(), await first.another()]
  const { db } = rail.service
  const { promise, resolve } = Promise.withResolvers<void>()
  const { seller_id } = rail.seller
  const read = db.read.bind(db)
  let held = 0
  mock.method(db, 'read', async (body: () => Transaction<unknown>) => {
    const { done, value } = body().next([])
    const isHeld = !done && value.args['seller_id'] === seller_id
    if (isHeld) held++
    if (isHeld) await promise
    return read(body)
  })
  const txids = [randomTxid()]
  const taken = Array.from({ length: 64 }, () => post(rail, seller_id, txids))
  while (held < 64) await new Promise(setImmediate)
  const refused = await post(rail, seller_id, txids)
  assert.deepEqual([refused.status, refused.body.error.code], [503, 'service_unavailable'])
  assert.equal(refused.headers.get('retry-after'), '1')
  assert.equal((await post(other, other.seller.seller_id, txids)).status, 200)
  resolve()
  for (const { status } of await Promise.all(taken)) assert.equal(status, 200)
  assert.equal((await post(rail, seller_id, txids)).status, 200)
})

test('a charge is looked at once, and once more when the pause is over', async () => {
  const checkPauseMs = 200
  const rail = await startRail({}, { checkPauseMs })
  const { txid } = await rail.charged()
  const { seller_id } = rail.seller
  const start_ms = performance.now()
  for (let i = 0; i < 50; i++) assert.equal((await post(rail, seller_id, [txid])).status, 200)
  await rail.service.service.rail.idle()
  const looks = rail.bank.count('GET /cob')
  assert.ok(looks >= 2, 'nothing is lost')
  const most = 1 + (performance.now() - start_ms) / checkPauseMs
  assert.ok(looks <= most, `${looks} looks`)
})

test('in the pause of one charge, the next is looked at', async () => {
  const rail = await startRail({}, { checkPauseMs: 600_000 })
  const charges = [await rail.charged(), await rail.charged()]
  for (const [looked, { txid }] of charges.entries()) {
    for (let i = 0; i < 20; i++) await post(rail, rail.seller.seller_id, [txid])
    while (rail.bank.count('GET /cob') === looked) await new Promise(setImmediate)
  }
  assert.equal(rail.bank.count('GET /cob'), 2)
})

test('pages that wait for a bank take no places of other requests', async () => {
  // The pages of one network could hold 38 of a hundred permits.
  const rail = await startRail({}, { maxInFlight: 100 })
  const well = await rail.another()
  const { promise, resolve } = Promise.withResolvers<void>()
  rail.bank.order('', { hold: promise })
  try {
    const checkouts = []
    for (let i = 0; i < 60; i++) checkouts.push(await rail.seller.checkout())
    const pages = []
    for (const checkout of checkouts) {
      pages.push(rail.service.request('GET', pageOf(checkout)))
      assert.equal((await well.seller.get('/v1/me')).status, 200)
    }
    // A refused page fails the test, though others would still wait.
    await Promise.all(pages.map(async (page) => assert.equal((await page).status, 200)))
  } finally {
    resolve()
  }
  await rail.service.service.rail.idle()
})

test('a bank that does not answer is not asked for each page that is opened', async () => {
  const rail = await startRail({}, { bankPauseMs: 600_000 })
  rail.bank.order('', 'drop')
  for (let i = 0; i < 5; i++) assert.equal(await rail.view(await rail.seller.checkout()), null)
  assert.match(await rail.page(await rail.seller.checkout()), /ainda não está pronto/)
  // Each of three charges is asked for twice, and looked for twice.
  assert.equal(rail.bank.requests.length, 12)
  const left = rail.service.log.filter((line) => line.includes('circuit breaker open'))
  assert.ok(left.some((line) => line.includes('bank does not answer: circuit breaker open')))
})

test('a page that was opened before there was a code gets it when there is one', async () => {
  const rail = await first.another()
  const { promise, resolve } = Promise.withResolvers<void>()
  rail.bank.order('PUT /cob', { hold: promise })
  const checkout = await rail.seller.checkout()
  const page = await rail.page(checkout)
  assert.match(page, /data-no-code/)
  assert.match(page, /está sendo gerado/)
  assert.match(page, /<meta http-equiv="refresh" content="2">/)
  const { body } = await fetch(`${checkout.checkout_url}/events`)
  const chunks = body?.pipeThrough(new TextDecoderStream()).getReader()
  const next = async () => JSON.parse((await chunks?.read())?.value?.slice('data: '.length) ?? '')
  assert.deepEqual(await next(), {
    object: 'payment_status',
    status: 'open',
    expires_at: checkout.expires_at,
    code_ready: false,
  })
  const status = () => rail.service.request<'PaymentStatus'>('GET', `${pageOf(checkout)}/status`)
  assert.equal((await status()).body.code_ready, false)
  resolve()
  assert.equal((await next()).code_ready, true)
  assert.equal((await status()).body.code_ready, true)
  assert.notEqual(await rail.glance(checkout), null)
  await chunks?.cancel()
})
