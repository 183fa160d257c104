/** Search over subscriptions, their invoices and the money of these, on either engine. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { repairSweeps } from '../../domain/repair/running.ts'
import type { Scope } from '../../domain/identity/scopes.ts'
import { createLog } from '../../runtime/logger.ts'
import { Sweeper } from '../../runtime/sweeper.ts'
import { engine } from '../support/engine.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'

const service = await startService()
const { db, clock, sql } = service
// It would fill in terms between two steps of a test.
await service.service.repairer.stop()

const ANA = { name: 'Ana Souza', email: 'ana@example.com', tax_id: '529.982.247-25' }

/** Sells a plan to Ana, who pays and authorises it. */
async function sell(seller: TestAccount, body: object = {}) {
  const recurring = { type: 'recurring', billing_interval: 'month' }
  const default_offer = { amount_minor: 4990, currency: 'BRL', ...recurring }
  const product = { name: 'Clube do Pão', default_offer }
  const { body: plan } = await seller.post<'Product'>('/v1/products', product)
  const order = { offer_id: plan.default_offer?.id, customer: ANA, cycles: 12, ...body }
  const made = await seller.post<'Subscription'>('/v1/subscriptions', order)
  assert.equal(made.status, 201, made.text)
  const path = `/sandbox/subscriptions/${made.body.id}/authorize`
  const { body: subscription, text } = await seller.post<'Subscription'>(path)
  const invoiceId = subscription.latest_invoice_id
  const { body: invoice } = await seller.get<'Invoice'>(`/v1/invoices/${invoiceId}`)
  assert.equal(invoice.status, 'paid', text)
  const { end_to_end_id, payment_id, txid } = invoice
  assert.ok(end_to_end_id && payment_id)
  return { subscription, invoice, end_to_end_id, payment_id, txid }
}

async function find(seller: TestAccount, q: string) {
  const path = `/v1/search?${new URLSearchParams({ q })}`
  const { status, body, text } = await seller.get<'SearchResultList'>(path)
  assert.equal(status, 200, text)
  return body.data
}

const idsOf = async (seller: TestAccount, q: string) => (await find(seller, q)).map(({ id }) => id)

/** The txid of the code by which an invoice is paid that the bank could not debit. */
const codeTxid = (txid: string) => `${txid.slice(0, 12)}8${txid.slice(13)}`

test('a subscription is found by its name and its reference, and says who bought', async () => {
  const seller = await service.account()
  const { subscription } = await sell(seller, { external_id: 'Socio-77/b' })
  const { id, created_at } = subscription
  const expected = {
    object: 'search_result',
    type: 'subscription',
    id,
    title: 'Clube do Pão',
    subtitle: 'Socio-77/b',
    buyer: 'Ana Souza',
    tax_id: null,
    status: 'active',
    amount_minor: 4990,
    created_at,
  }
  for (const q of ['socio-77', 'SÓCIO 77 B', '77/b', id, id.toUpperCase()]) {
    assert.deepEqual(await find(seller, q), [expected], q)
  }
  for (const q of ['clube', 'pao', 'clube pao']) {
    const found = await find(seller, q)
    assert.deepEqual(
      found.map(({ type }) => type),
      ['subscription', 'product'],
      q,
    )
    assert.deepEqual(found[0], expected, q)
  }
  for (const q of ['lube', 'socio-78', 'socio-77-bis', `${id.slice(0, -1)}g`]) {
    assert.deepEqual(await idsOf(seller, q), [], q)
  }
  // As of a checkout, its buyer is found by the name.
  assert.deepEqual(await idsOf(seller, 'ana souza'), [subscription.customer_id])
})

test('a subscription is found by the idRec of its bank, letter for letter', async () => {
  const seller = await service.account()
  const { subscription } = await sell(seller)
  const idRec = 'RR1234567820260302abcDEFGHijk'
  assert.deepEqual(await idsOf(seller, idRec), [])
  await sql('update subscriptions set recurrence_id = ? where id = ?', idRec, subscription.id)
  assert.deepEqual(await idsOf(seller, ` ${idRec} `), [subscription.id])
  for (const q of [idRec.toLowerCase(), idRec.slice(0, -1), `${idRec}l`]) {
    assert.deepEqual(await idsOf(seller, q), [], q)
  }
})

test('an invoice is found by its id, both of its txids and the transfer that paid it', async () => {
  const seller = await service.account()
  const { invoice, payment_id, end_to_end_id, txid } = await sell(seller, { external_id: 's-1' })
  const result = {
    object: 'search_result',
    title: 'Clube do Pão 1/12',
    subtitle: 's-1',
    buyer: 'Ana Souza',
    tax_id: null,
    amount_minor: 4990,
  }
  const { id, created_at } = invoice
  const paid = { ...result, type: 'invoice', id, status: 'paid', created_at }
  assert.deepEqual(await find(seller, id), [paid])
  const code = codeTxid(txid)
  assert.deepEqual(await find(seller, code), [paid])
  for (const q of [txid, txid.toUpperCase(), code, end_to_end_id]) {
    if (q === code) await sql('update payments set txid = ? where id = ?', code, payment_id)
    const [found, payment, ...others] = await find(seller, q)
    assert.deepEqual([found, others], [paid, []], q)
    assert.deepEqual(
      { ...payment, created_at },
      { ...result, type: 'payment', id: payment_id, status: 'succeeded', created_at },
    )
  }
  assert.deepEqual(await idsOf(seller, code.replace(/.$/, 'g')), [])
})

test('a refund of an invoice says the plan, the period and the buyer', async () => {
  const seller = await service.account()
  const { payment_id } = await sell(seller, { cycles: null })
  const refund = await seller.refund(payment_id, { amount_minor: 990, external_id: 'volta-1' })
  assert.deepEqual(
    (await find(seller, 'volta-1')).map((hit) => [hit.id, hit.title, hit.buyer, hit.subtitle]),
    [[refund.id, 'Clube do Pão 1', 'Ana Souza', 'volta-1']],
  )
})

test('the customers of an end-to-end id are those of subscriptions, too', async () => {
  const seller = await service.account()
  const { subscription, end_to_end_id } = await sell(seller)
  const path = `/v1/customers?${new URLSearchParams({ q: end_to_end_id })}`
  const { body } = await seller.get<'CustomerList'>(path)
  assert.deepEqual(
    body.data.map(({ id }) => id),
    [subscription.customer_id],
  )
})

/** All that is typed to find a subscription or its invoice. */
async function everyQuery(seller: TestAccount) {
  const sold = await sell(seller, { external_id: 'socio-77' })
  const { subscription, invoice, end_to_end_id, txid } = sold
  const idRec = 'RN1234567820260302abcDEFGHijk'
  await sql('update subscriptions set recurrence_id = ? where id = ?', idRec, subscription.id)
  const typed = ['socio-77', 'clube', idRec, subscription.id, invoice.id, txid, codeTxid(txid)]
  return { ...sold, typed: [...typed, end_to_end_id, '49,90'] }
}

test('nothing of a subscription is found from another account', async () => {
  const { typed } = await everyQuery(await service.account())
  const other = await service.account()
  for (const q of typed) assert.deepEqual(await idsOf(other, q), [], q)
})

test('without subscriptions:read neither type is found, nor takes a place', async () => {
  const seller = await service.account()
  const { typed, payment_id, txid } = await everyQuery(seller)
  const scopes: Scope[] = ['checkouts:read', 'customers:read']
  const readers = [await seller.restrictedTo(scopes), await seller.restrictedTo(['all'])]
  const reader = await seller.restrictedTo([...scopes, 'subscriptions:read'])
  const typesOf = async (by: TestAccount, q: string) =>
    (await find(by, q)).map(({ type }) => type).filter((type) => /subscr|invoice/.test(type))
  for (const q of typed.slice(0, -1)) {
    assert.notDeepEqual(await typesOf(reader, q), [], q)
    for (const by of readers) assert.deepEqual(await typesOf(by, q), [], q)
  }
  // The money is in the lists of payments, which need no more than the search.
  for (const q of [txid, ...typed.slice(-2)]) {
    for (const by of readers) assert.deepEqual(await idsOf(by, q), [payment_id], q)
  }
  for (let i = 0; i < 20; i++) await seller.checkout({ external_id: `socio-${i}` })
  const [all, some] = [await find(reader, 'socio'), await find(readers[0] ?? seller, 'socio')]
  assert.deepEqual([all.length, some.length], [20, 20])
  assert.equal(all.filter(({ type }) => type === 'subscription').length, 1)
  assert.ok(some.every(({ type }) => type === 'checkout'))
})

test('subscriptions of an older version are found once their terms are filled in', async () => {
  const seller = await service.account()
  const { seller_id } = seller
  const { subscription } = await sell(seller, { external_id: 'socio-77' })
  const table = engine === 'sqlite' ? 'search_index' : 'search_terms'
  await sql(`delete from ${table} where seller_id = ?`, seller_id)
  assert.deepEqual(await idsOf(seller, 'socio-77'), [])
  // As the migration has it: customers, who come first, are filled in already.
  await sql("update sellers set search_fill = ' 1 5 ' where id = ?", seller_id)
  db.beginRequest()
  const log = createLog('error', { write: (line) => assert.fail(line) })
  const sweeper = new Sweeper({ db, clock, log, sweeps: repairSweeps })
  while (await sweeper.round());
  for (const q of ['socio-77', 'clube']) {
    assert.deepEqual(await idsOf(seller, q), [subscription.id], q)
  }
  assert.deepEqual(await idsOf(seller, 'ana'), [])
})

test('an erased buyer is found by no word, and the subscription names nobody', async () => {
  const seller = await service.account()
  const { subscription, invoice } = await sell(seller, { external_id: 'socio-77' })
  await seller.post(`/v1/customers/${subscription.customer_id}/erase`)
  for (const q of ['ana souza', 'souza', '52998224725']) {
    assert.deepEqual(await idsOf(seller, q), [], q)
  }
  const [found] = await find(seller, 'socio-77')
  assert.deepEqual([found?.id, found?.status], [subscription.id, 'canceled'])
  const texts = JSON.stringify([found, await find(seller, invoice.id)])
  assert.doesNotMatch(texts, /ana|souza|529/i)
})
