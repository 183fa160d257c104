/** The sandbox's buyer and bank of a subscription: the five operations that play them. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertRefused } from '../support/refused.ts'
import { startService } from '../support/service.ts'
import type { components } from '../../generated/types.ts'
import { Plans } from '../support/subscriptions.ts'

type Subscription = components['schemas']['Subscription']

const service = await startService()
let seller = await service.account()
const offer_id = await new Plans(seller, service.clock.now()).offer()
const customer = { name: 'Ana Souza', email: 'ana@example.com', tax_id: '529.982.247-25' }

const play = (id: string, action: string, body?: object) =>
  seller.post<'Subscription'>(`/sandbox/subscriptions/${id}/${action}`, body)
const playInvoice = (id: string, action: string, body?: object) =>
  seller.post<'Invoice'>(`/sandbox/invoices/${id}/${action}`, body)
const invoiceOf = async ({ latest_invoice_id }: Subscription) =>
  (await seller.get<'Invoice'>(`/v1/invoices/${latest_invoice_id}`)).body

async function opened(body: object = {}): Promise<Subscription> {
  const answer = await seller.post<'Subscription'>('/v1/subscriptions', {
    offer_id,
    customer,
    ...body,
  })
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

async function authorized(): Promise<Subscription> {
  const { status, body, text } = await play((await opened()).id, 'authorize')
  assert.equal(status, 200, text)
  return body
}

/** The second invoice of a new subscription, open on the sixth day before it is due. */
async function second(): Promise<{ id: string; subscription: Subscription }> {
  const { id } = await authorized()
  await seller.post('/sandbox/clock/advance', { seconds: 27 * 24 * 60 * 60 })
  seller = await service.login(seller)
  const { body } = await seller.get<'Subscription'>(`/v1/subscriptions/${id}`)
  const invoice = await invoiceOf(body)
  assert.deepEqual([invoice.number, invoice.status], [2, 'open'])
  return { id: invoice.id, subscription: body }
}

const dayNow = () =>
  new Date(service.clock.now().getTime() - 3 * 60 * 60 * 1000).toISOString().slice(0, 10)

test('sandboxAuthorizeSubscription pays the first period and authorises the rest', async () => {
  const subscription = await opened()
  const { status, body } = await play(subscription.id, 'authorize', {})
  assert.equal(status, 200)
  const today = dayNow()
  const now = service.clock.now().toISOString()
  assert.deepEqual([body.status, body.starts_on, body.activated_at], ['active', today, now])
  const payer = { tax_id: '529.982.247-25', bank_ispb: '99999999' }
  assert.deepEqual(body.mandate, { id: null, status: 'approved', approved_at: now, payer })
  const invoice = await invoiceOf(body)
  assert.deepEqual([invoice.number, invoice.status, invoice.paid_at], [1, 'paid', now])
  assert.equal(body.paid_until, invoice.period_end)
  assert.match(invoice.payment_id ?? '', /^pay_/)
  assert.deepEqual((await seller.get(`/v1/subscriptions/${body.id}`)).body, body)
  assertRefused(await play(body.id, 'authorize'), 'subscription_not_incomplete')
  assertRefused(await play(body.id, 'refuse'), 'subscription_not_incomplete')
})

test('sandboxAuthorizeSubscription may only pay, and another call approves', async () => {
  const { id } = await opened()
  const { body: paid } = await play(id, 'authorize', { approved: false })
  assert.deepEqual([paid.status, paid.mandate.status], ['incomplete', 'pending'])
  const invoice = await invoiceOf(paid)
  assert.deepEqual([invoice.status, paid.paid_until], ['paid', invoice.period_end])
  const { body } = await play(id, 'authorize')
  assert.deepEqual([body.status, body.mandate.status], ['active', 'approved'])
  assert.deepEqual(await invoiceOf(body), invoice)
})

test('sandboxRefuseSubscription expires it, and its first invoice is void', async () => {
  const { body } = await play((await opened()).id, 'refuse')
  assert.deepEqual([body.status, body.mandate.status], ['expired', 'rejected'])
  assert.equal((await invoiceOf(body)).status, 'void')
  assertRefused(await play(body.id, 'refuse'), 'subscription_not_incomplete')
  assertRefused(await playInvoice(body.latest_invoice_id ?? '', 'pay'), 'invoice_not_open')
})

test('sandboxRevokeSubscription cancels by the payer, or by the bank of the payer', async () => {
  assertRefused(await play((await opened()).id, 'revoke'), 'subscription_already_ended')
  for (const [sent, by] of [
    [undefined, 'payer'],
    [{ by: 'payer_bank' }, 'payer_bank'],
  ] as const) {
    const { body } = await play((await authorized()).id, 'revoke', sent)
    assert.deepEqual([body.status, body.mandate.status], ['canceled', 'canceled'])
    assert.equal(body.cancellation?.by, by)
    assertRefused(await play(body.id, 'revoke'), 'subscription_already_ended')
  }
})

test('sandboxPayInvoice debits an open invoice on the day of the call, once', async () => {
  const { id } = await second()
  const { status, body } = await playInvoice(id, 'pay')
  assert.equal(status, 200)
  assert.equal(body.status, 'paid')
  const attempts = body.attempts.map((attempt) => [attempt.date, attempt.kind, attempt.status])
  assert.deepEqual(attempts, [[dayNow(), 'first', 'paid']])
  assert.match(body.end_to_end_id ?? '', /^E[0-9A-Za-z]{31}$/)
  assertRefused(await playInvoice(id, 'pay'), 'invoice_not_open')
  assertRefused(await playInvoice(id, 'fail'), 'invoice_not_open')
})

test('sandboxFailInvoice fails each attempt, and the code pays what is uncollectible', async () => {
  const { id, subscription } = await second()
  const { body: failed } = await playInvoice(id, 'fail', { reason: 'amount_over_limit' })
  assert.deepEqual([failed.status, failed.failure_reason], ['open', 'amount_over_limit'])
  const path = `/v1/subscriptions/${subscription.id}`
  assert.equal((await seller.get<'Subscription'>(path)).body.status, 'past_due')
  for (let retry = 1; retry <= 3; retry++) await playInvoice(id, 'fail')
  const { body } = await seller.get<'Invoice'>(`/v1/invoices/${id}`)
  assert.deepEqual([body.status, body.failure_reason], ['uncollectible', 'insufficient_funds'])
  const kinds = body.attempts.map((attempt) => `${attempt.kind} ${attempt.status}`)
  assert.deepEqual(kinds.toSorted(), ['first failed', ...Array(3).fill('retry failed')])
  assertRefused(await playInvoice(id, 'fail'), 'invoice_not_open')
  const { body: paid } = await playInvoice(id, 'pay')
  assert.equal(paid.status, 'paid')
  assert.equal((await seller.get<'Subscription'>(path)).body.status, 'active')
})

test('sandboxFailInvoice refuses reasons and sides that are none, and unknown fields', async () => {
  const { id, latest_invoice_id } = await opened()
  const fail = (body: object) => playInvoice(latest_invoice_id ?? '', 'fail', body)
  assertRefused(await fail({ reason: 'missed' }), 'invalid_request', 'reason')
  assertRefused(await fail({ amount_minor: 1 }), 'invalid_request', 'amount_minor')
  assertRefused(await play(id, 'revoke', { by: 'seller' }), 'invalid_request', 'by')
  assertRefused(await play(id, 'authorize', { approved: null }), 'invalid_request', 'approved')
  assertRefused(await play('x', 'authorize'), 'invalid_subscription_id', 'subscriptionId')
  assertRefused(await playInvoice('x', 'pay'), 'invalid_invoice_id', 'invoiceId')
})

test('the sandbox plays nothing of another account', async () => {
  const { id, latest_invoice_id } = await opened()
  const other = await service.account()
  for (const action of ['authorize', 'refuse', 'revoke']) {
    const answer = await other.post(`/sandbox/subscriptions/${id}/${action}`)
    assertRefused(answer, 'subscription_not_found')
  }
  for (const action of ['pay', 'fail']) {
    const answer = await other.post(`/sandbox/invoices/${latest_invoice_id}/${action}`)
    assertRefused(answer, 'invoice_not_found')
  }
})
