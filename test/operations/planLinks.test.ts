import assert from 'node:assert/strict'
import { test } from 'vitest'
import { linkOf, pageOfLink, press } from '../support/paymentLinks.ts'
import { assertRefused } from '../support/refused.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'

const service = await startService()
const seller = await service.account('Clube do Café')

const buyer = { name: 'Ana', email: 'ana@example.com', tax_id: '529.982.247-25' }
const OTHER_CPF = '111.444.777-35'

const offerOf = async (by: TestAccount, more: object = {}) => {
  const recurring = { type: 'recurring', billing_interval: 'month', ...more }
  const { default_offer } = await by.product(recurring)
  return default_offer?.id ?? ''
}

const planLink = async (by: TestAccount = seller, more: object = {}) =>
  linkOf(by, { items: [{ offer_id: await offerOf(by) }], ...more })

type SubscriptionRow = {
  status: string
  customer_id: string
  metadata: string
  success_url: string
}

const subscriptionsOf = (by: TestAccount) =>
  service.sql<SubscriptionRow>('select * from subscriptions where seller_id = ?', by.seller_id)

const customersOf = async (by: TestAccount) =>
  (await by.get<'CustomerList'>('/v1/customers?limit=100')).body.data

test('createPaymentLink takes a recurring offer alone, and asks who is debited', async () => {
  const link = await planLink()
  assert.deepEqual(link.collect, ['name', 'email', 'tax_id'])
  const offer_id = await offerOf(seller)
  const daily = await offerOf(seller, { billing_interval: 'day' })
  const items = [{ offer_id }]
  const mug = { name: 'Caneca', unit_amount_minor: 4990 }
  for (const [body, code, param] of [
    [{ items: [...items, mug] }, 'recurring_item_must_be_alone', 'items.0.offer_id'],
    [{ items: [{ offer_id: daily }] }, 'billing_interval_not_supported', 'items.0.offer_id'],
    [{ items, max_payments: 5 }, 'invalid_request', 'max_payments'],
    [{ items, quantity: { min: 1, max: 2 } }, 'invalid_request', 'quantity'],
    [{ items: [{ offer_id, quantity: 2 }] }, 'invalid_request', 'items.0.quantity'],
    [{ items, collect: ['phone'] }, 'invalid_request', 'collect'],
  ] as const) {
    assertRefused(await seller.post('/v1/payment_links', { name: 'Plano', ...body }), code, param)
  }
})

test('updatePaymentLink limits no payments of a link that is subscribed to', async () => {
  const { id } = await planLink()
  const path = `/v1/payment_links/${id}`
  assertRefused(await seller.patch(path, { max_payments: 3 }), 'invalid_request', 'max_payments')
  assert.equal((await seller.patch(path, { max_payments: null, name: 'Novo' })).status, 200)
})

test('getPaymentLinkPage says the terms before anything is typed', async () => {
  const { text } = await service.request('GET', pageOfLink(await planLink()))
  for (const words of ['R$ 49,90 por mês', 'Até você cancelar', 'até as 22h do dia anterior'])
    assert.ok(text.replaceAll('\u00a0', ' ').includes(words), words)
  assert.match(text, /name="tax_id"/)
})

test('openPaymentLink opens a subscription, and the same browser gets it again', async () => {
  const own = await service.account()
  const link = await planLink(own, { success_url: 'https://loja.example/obrigado' })
  const answer = await press(service, link, buyer)
  assert.equal(answer.status, 303, answer.text)
  const location = answer.headers.get('location') ?? ''
  assert.match(location, /^\/subscribe\/[\w-]{51}$/)
  const [opened] = await subscriptionsOf(own)
  assert.ok(opened)
  assert.deepEqual([opened.status, opened.success_url], ['incomplete', link.success_url])
  assert.match(JSON.stringify(opened.metadata), new RegExp(link.id))
  const [customer] = await customersOf(own)
  assert.deepEqual([customer?.id, customer?.source], [opened.customer_id, 'payment_link'])
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const again = await press(service, link, buyer, { cookie })
  assert.equal(again.headers.get('location'), location)
  const other = await press(service, link, { ...buyer, email: 'bia@example.com' }, { cookie })
  assert.notEqual(other.headers.get('location'), location)
  assert.equal((await subscriptionsOf(own)).length, 2)
})

test('openPaymentLink changes no customer whom the seller has made', async () => {
  const own = await service.account()
  const link = await planLink(own)
  for (const tax_id of [undefined, OTHER_CPF]) {
    const email = `ana${tax_id ?? ''}@example.com`
    const { body } = await own.post<'Customer'>('/v1/customers', { name: 'Ana', email, tax_id })
    const { status, text } = await press(service, link, { ...buyer, email })
    assert.equal(status, 400)
    assert.match(text, /id="email-error">Este e-mail já tem cadastro com outros dados/)
    const after = await own.get<'Customer'>(`/v1/customers/${body.id}`)
    assert.deepEqual(after.body, body)
  }
  assert.deepEqual(await subscriptionsOf(own), [])
})

test('openPaymentLink checks each field, and opens nothing for a wrong one', async () => {
  const own = await service.account()
  const link = await planLink(own)
  for (const [field, typed] of [
    ['name', ''],
    ['email', 'ana'],
    ['tax_id', '529.982.247-26'],
  ] as const) {
    const { status, text } = await press(service, link, { ...buyer, [field]: typed })
    assert.equal(status, 400)
    assert.match(text, new RegExp(`id="${field}-error"`))
  }
  assert.deepEqual(await subscriptionsOf(own), [])
  assert.deepEqual(await customersOf(own), [])
})

test('openPaymentLink of an offer that is sold no more says so', async () => {
  const own = await service.account()
  const { default_offer, id } = await own.product({ type: 'recurring', billing_interval: 'month' })
  const link = await linkOf(own, { items: [{ offer_id: default_offer?.id }] })
  await own.patch(`/v1/products/${id}`, { status: 'archived' })
  const { status, text } = await press(service, link, buyer)
  assert.equal(status, 409)
  assert.match(text, /Isto não está à venda/)
})
