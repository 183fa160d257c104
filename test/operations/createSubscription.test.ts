/** Subscriptions and invoices by the API; what time does to them is in test/domain. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { recorderOf } from '../../domain/subscriptions/ports.ts'
import { approveMandate, receiveTransfer, startOn } from '../../domain/subscriptions/bankWords.ts'
import { recordedBy } from '../support/audit.ts'
import { assertRefused } from '../support/refused.ts'
import { unknownId } from '../support/samples.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'
import { Plans } from '../support/subscriptions.ts'

const service = await startService()
const seller = await service.account()
const plans = new Plans(seller, service.clock.now())
const offer_id = await plans.offer()
const customer = { name: 'Ana Souza', email: 'ana@example.com', tax_id: '529.982.247-25' }
const path = '/v1/subscriptions'

const create = (body: object = {}, by: TestAccount = seller) =>
  by.post<'Subscription'>(path, { offer_id, customer, ...body })

async function created(body: object = {}) {
  const answer = await create(body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

const invoicePath = (id: string | null) => `/v1/invoices/${id}`

/** A subscription that is paid and authorised, with the events of the service itself. */
async function active(body: object = {}) {
  const subscription = await created(body)
  const key = { seller_id: seller.seller_id, id: subscription.id }
  const invoice = { ...key, id: subscription.latest_invoice_id ?? '' }
  const now = service.clock.now()
  const books = {
    ...plans.recorder(now).books,
    *keep() {
      return unknownId('pay_')
    },
  }
  const recorder = recorderOf({ events: service.service.events, books }, now)
  const payer = { tax_id: '52998224725', bank_ispb: '99999999' }
  const transfer = plans.transfer()
  await service.db.run(() => startOn(key, recorder))
  await service.db.run(() => receiveTransfer({ ...invoice, transfer }, recorder))
  await service.db.run(() => approveMandate({ ...key, payer }, recorder))
  return subscription
}

/** Makes the first invoice of a subscription the draft that time would make. */
async function draftOf(of: { latest_invoice_id: string | null }, due_on = '2026-04-01') {
  const id = of.latest_invoice_id ?? ''
  await service.sql(
    `update invoices set status = 'draft', collection = 'automatic', due_on = ?,
      period_start = ?, period_end = '2026-05-01' where id = ?`,
    due_on,
    due_on,
    id,
  )
  return id
}

test('createSubscription answers with the copied terms and makes the first invoice', async () => {
  const first_amount_minor = 990
  const terms = { cycles: 12, first_amount_minor, external_id: 'plano-1', metadata: { a: 1 } }
  const urls = { success_url: 'https://loja.example/a', cancel_url: 'https://loja.example/b' }
  const { body } = await create({ ...terms, ...urls, variable: { minimum_limit_minor: 9000 } })
  const { id, customer_id, subscription_url, expires_at, ...rest } = body
  assert.match(id, /^sub_/)
  assert.match(subscription_url, /\/subscribe\/[\w-]+$/)
  const { created_at, updated_at, latest_invoice_id, ...shown } = rest
  assert.equal(Date.parse(expires_at) - Date.parse(created_at), 24 * 60 * 60 * 1000)
  assert.equal(created_at, updated_at)
  assert.deepEqual(shown, {
    object: 'subscription',
    offer_id,
    name: 'Caneca',
    status: 'incomplete',
    currency: 'BRL',
    amount_minor: 4990,
    variable: { minimum_limit_minor: 9000 },
    billing_interval: 'month',
    interval_count: 1,
    retries: true,
    ...terms,
    ...urls,
    starts_on: null,
    next_due_on: null,
    paid_until: null,
    mandate: { id: null, status: 'pending', approved_at: null, payer: null },
    cancellation: null,
    activated_at: null,
    canceled_at: null,
  })
  assert.deepEqual((await seller.get(`${path}/${id}`)).body, body)
  const { body: invoice } = await seller.get<'Invoice'>(invoicePath(latest_invoice_id))
  assert.deepEqual(invoice, {
    id: latest_invoice_id,
    object: 'invoice',
    subscription_id: id,
    customer_id,
    number: 1,
    status: 'open',
    currency: 'BRL',
    amount_minor: first_amount_minor,
    amount_refunded_minor: 0,
    period_start: null,
    period_end: null,
    due_on: null,
    finalizes_at: null,
    collection: 'code',
    txid: latest_invoice_id?.slice('inv_'.length).replaceAll('-', ''),
    end_to_end_id: null,
    payment_id: null,
    attempts: [],
    next_attempt_on: null,
    failure_reason: null,
    void_requested_at: null,
    metadata: { a: 1 },
    paid_at: null,
    created_at,
    updated_at,
  })
})

test('createSubscription refuses each field by its own code, and makes nothing', async () => {
  const once = await plans.offer({ type: 'one_time', billing_interval: undefined })
  const daily = await plans.offer({ billing_interval: 'day' })
  const refusals = [
    [{ cycles: 1 }, 'invalid_cycles', 'cycles'],
    [{ cycles: 1000 }, 'invalid_cycles', 'cycles'],
    [{ starts_on: '2026-02-30' }, 'invalid_starts_on', 'starts_on'],
    [{ starts_on: '2020-01-01' }, 'invalid_starts_on', 'starts_on'],
    [
      { starts_on: '2026-03-20', first_amount_minor: 1 },
      'invalid_first_amount',
      'first_amount_minor',
    ],
    [{ first_amount_minor: 0 }, 'invalid_request', 'first_amount_minor'],
    [{ offer_id: once }, 'recurring_offer_required', 'offer_id'],
    [{ offer_id: daily }, 'billing_interval_not_supported', 'offer_id'],
    [{ offer_id: unknownId('offer_') }, 'offer_not_found', 'offer_id'],
    [{ customer: { ...customer, tax_id: '1' } }, 'customer_tax_id_required', 'customer.tax_id'],
    [{ customer: undefined }, 'invalid_request', 'customer'],
    [{ customer_id: unknownId('cus_') }, 'invalid_request', 'customer'],
    [{ customer: undefined, customer_id: unknownId('cus_') }, 'customer_not_found', 'customer_id'],
    [{ external_id: '' }, 'invalid_external_id', 'external_id'],
    [{ success_url: 'https://a:b@loja.example' }, 'invalid_success_url', 'success_url'],
    [{ cancel_url: 'x' }, 'invalid_cancel_url', 'cancel_url'],
    [{ quantity: 2 }, 'invalid_request', 'quantity'],
  ] as const
  for (const [body, code, param] of refusals) assertRefused(await create(body), code, param)
  const { id } = await created({ external_id: 'plano-2' })
  const again = await create({ external_id: 'plano-2' })
  assertRefused(again, 'subscription_external_id_already_exists', 'external_id')
  assert.equal(again.body.error?.existing_id, id)
})

test('createSubscription needs scopes of its own, which `all` does not contain', async () => {
  assertRefused(await create({}, await seller.restrictedTo(['all'])), 'insufficient_scope')
  const selling = await seller.restrictedTo(['subscriptions:write'])
  assertRefused(await create({}, selling), 'insufficient_scope')
  const both = await seller.restrictedTo(['subscriptions:write', 'customers:write'])
  assert.equal((await create({}, both)).status, 201)
})

test('a repeat by Idempotency-Key gives the first subscription', async () => {
  const key = { 'idempotency-key': crypto.randomUUID() }
  const [first, second] = [
    await seller.post<'Subscription'>(path, { offer_id, customer }, key),
    await seller.post<'Subscription'>(path, { offer_id, customer }, key),
  ]
  assert.deepEqual(second.body, first.body)
})

test('without a bank nothing recurring is sold in live mode', async () => {
  const live = await startService({ mode: 'live' })
  const shop = await live.account()
  const monthly = await new Plans(shop).offer()
  const answer = await create({ offer_id: monthly }, shop)
  assertRefused(answer, 'subscriptions_unavailable')
  assert.match(answer.text, /Nenhum banco/)
  const { body } = await shop.get<'SubscriptionList'>(path)
  assert.deepEqual(body.data, [])
})

test('cancelSubscription ends it once, with its reason, and voids what is open', async () => {
  const { id, latest_invoice_id } = await created()
  const cancel = (body?: object) => seller.post<'Subscription'>(`${path}/${id}/cancel`, body)
  const { status, body } = await cancel({ reason: 'Mudança de plano' })
  assert.deepEqual([status, body.status, body.mandate.status], [200, 'canceled', 'canceled'])
  assert.deepEqual(body.cancellation, {
    by: 'seller',
    reason: 'Mudança de plano',
    code: null,
    at: body.canceled_at,
  })
  assertRefused(await cancel(), 'subscription_already_ended')
  const { body: invoice } = await seller.get<'Invoice'>(invoicePath(latest_invoice_id))
  assert.equal(invoice.status, 'void')
})

test('updateInvoice changes the amount of a draft of a variable subscription alone', async () => {
  const [variable, fixed] = [await created({ variable: {} }), await created()]
  const patch = (id: string | null, amount_minor = 7350) =>
    seller.patch<'Invoice'>(invoicePath(id), { amount_minor })
  assertRefused(await patch(variable.latest_invoice_id), 'invoice_not_draft')
  const draft = await draftOf(variable)
  const { status, body } = await patch(draft)
  assert.deepEqual([status, body.amount_minor, body.status], [200, 7350, 'draft'])
  assertRefused(await patch(await draftOf(fixed)), 'subscription_amount_fixed')
  assertRefused(await patch(draft, 0), 'invalid_request', 'amount_minor')
  assertRefused(await patch(unknownId('inv_')), 'invoice_not_found')
})

test('voidInvoice voids a draft at once, and nothing that the buyer pays by code', async () => {
  const subscription = await created()
  const id = subscription.latest_invoice_id ?? ''
  const call = () => seller.post<'Invoice'>(`${invoicePath(id)}/void`)
  assertRefused(await call(), 'invoice_not_voidable')
  await draftOf(subscription)
  const { status, body } = await call()
  assert.deepEqual([status, body.status], [200, 'void'])
  assertRefused(await call(), 'invoice_not_voidable')
})

test('the audit trail has who sold, repriced, voided and canceled', async () => {
  const told = await recordedBy(seller, async () => {
    const subscription = await created({ variable: {} })
    const id = await draftOf(subscription)
    for (const amount_minor of [7350, 7350]) await seller.patch(invoicePath(id), { amount_minor })
    await seller.post(`${invoicePath(id)}/void`)
    await seller.post(`${path}/${subscription.id}/cancel`)
  })
  const recorded = told.map(({ action, changes }) => [action, changes.map(({ field }) => field)])
  assert.deepEqual(recorded.toSorted(), [
    ['invoice.updated', ['amount_minor']],
    ['invoice.voided', []],
    ['subscription.canceled', []],
    ['subscription.created', ['name', 'amount_minor', 'currency']],
  ])
})

test('getSubscription and getInvoice find nothing of another account', async () => {
  const { id, latest_invoice_id } = await active()
  const other = await service.account()
  assertRefused(await other.get(`${path}/${id}`), 'subscription_not_found')
  assertRefused(await other.post(`${path}/${id}/cancel`), 'subscription_not_found')
  assertRefused(await other.get(invoicePath(latest_invoice_id)), 'invoice_not_found')
  assertRefused(await other.post(`${invoicePath(latest_invoice_id)}/void`), 'invoice_not_found')
  for (const list of [path, '/v1/invoices', `/v1/events?subscription_id=${id}`]) {
    assert.deepEqual((await other.get<'EventList'>(list)).body.data, [], list)
  }
  assertRefused(await other.get(`${path}?starting_after=${id}`), 'invalid_cursor', 'starting_after')
})

test('GET /v1/events finds the events of a subscription and its invoices, once each', async () => {
  const { id, latest_invoice_id } = await active()
  await seller.post(`${path}/${id}/cancel`)
  const of = `/v1/events?subscription_id=${id}`
  const { body } = await seller.get<'EventList'>(of)
  const types = body.data.map(({ type }) => type)
  assert.deepEqual(types, ['subscription.canceled', 'subscription.activated', 'invoice.paid'])
  const [canceled, , paid] = body.data
  assert.deepEqual(canceled?.data, (await seller.get(`${path}/${id}`)).body)
  assert.deepEqual(paid?.data, (await seller.get(invoicePath(latest_invoice_id))).body)
  const { body: one } = await seller.get<'EventList'>(`${of}&type=invoice.paid`)
  assert.deepEqual(one.data, [paid])
  const both = `${of}&checkout_id=${unknownId('checkout_')}`
  assert.deepEqual((await seller.get<'EventList'>(both)).body.data, [])
})

test('listSubscriptions and listInvoices filter by each field and by several', async () => {
  const shop = await service.account()
  const shopPlans = new Plans(shop, service.clock.now())
  const offers = [await shopPlans.offer(), await shopPlans.offer()]
  const customer_id = await shopPlans.customer()
  const made: { id: string; latest_invoice_id: string | null }[] = []
  for (const [i, body] of [
    { offer_id: offers[0], customer_id },
    { offer_id: offers[1], customer_id, external_id: 'x' },
    { offer_id: offers[1], customer: { ...customer, email: 'b@example.com' } },
  ].entries()) {
    const { body: one } = await shop.post<'Subscription'>(path, body)
    await draftOf(one, `2026-04-0${i + 1}`)
    made.push(one)
  }
  await shop.post(`${path}/${made[2]?.id}/cancel`)
  const subscriptions = async (query: string) => {
    const { status, body, text } = await shop.get<'SubscriptionList'>(`${path}?${query}`)
    assert.equal(status, 200, text)
    return body.data.map(({ id }) => made.findIndex((one) => one.id === id))
  }
  const invoices = async (query: string) => {
    const { status, body, text } = await shop.get<'InvoiceList'>(`/v1/invoices?${query}`)
    assert.equal(status, 200, text)
    return body.data.map(({ id }) => made.findIndex((one) => one.latest_invoice_id === id))
  }
  const [first, second, third] = made.map(({ id }) => id)
  for (const [query, expected] of [
    ['', [2, 1, 0]],
    ['limit=2', [2, 1]],
    [`starting_after=${second}`, [0]],
    ['status=incomplete', [1, 0]],
    [`customer_id=${customer_id}`, [1, 0]],
    [`customer_id=${customer_id}&offer_id=${offers[1]}`, [1]],
    [`offer_id=${offers[1]}`, [2, 1]],
    [`offer_id=${offers[1]}&status=canceled`, [2]],
    ['external_id=x', [1]],
    [`external_id=x&offer_id=${offers[0]}`, []],
    ['created_from=2030-01-01T00:00:00Z', []],
    ['created_to=2030-01-01T00:00:00Z', [2, 1, 0]],
  ] as const) {
    assert.deepEqual(await subscriptions(query), expected, query)
  }
  for (const [query, expected] of [
    ['', [2, 1, 0]],
    ['status=draft', [1, 0]],
    ['status=void', [2]],
    [`subscription_id=${first}`, [0]],
    [`subscription_id=${first}&due_from=2026-04-02`, []],
    [`customer_id=${customer_id}`, [1, 0]],
    [`customer_id=${customer_id}&subscription_id=${third}`, []],
    ['due_from=2026-04-02', [2, 1]],
    ['due_to=2026-04-02', [1, 0]],
    ['due_from=2026-04-02&due_to=2026-04-02', [1]],
    [`due_from=2026-04-02&customer_id=${customer_id}`, [1]],
    ['due_from=2026-04-01&status=draft', [1, 0]],
    [`due_from=2026-04-01&starting_after=${made[1]?.latest_invoice_id}`, [0]],
    [`starting_after=${made[1]?.latest_invoice_id}`, [0]],
  ] as const) {
    assert.deepEqual(await invoices(query), expected, query)
  }
  assertRefused(await shop.get('/v1/invoices?due_from=2026-02-30'), 'invalid_request', 'due_from')
})

test('checkouts and carts still refuse a recurring offer', async () => {
  const single = await seller.post('/v1/checkouts', { offer_id })
  assertRefused(single, 'recurring_checkout_not_supported', 'offer_id')
  const cart = await seller.post('/v1/cart_checkouts', { items: [{ offer_id }] })
  assertRefused(cart, 'recurring_checkout_not_supported', 'items.0.offer_id')
})

test('getInvoice refuses an id that is none', async () => {
  assertRefused(await seller.get('/v1/invoices/x'), 'invalid_invoice_id', 'invoiceId')
})

test('listInvoices refuses an id that is none', async () => {
  const answer = await seller.get('/v1/invoices?subscription_id=x')
  assertRefused(answer, 'invalid_subscription_id', 'subscription_id')
})
