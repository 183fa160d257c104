/** A charge in ten seconds, and its link on the way to the buyer. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { hiddenFields, signIn } from '../support/dashboard.ts'
import type { Visitor } from '../support/dashboard.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'

const service = await startService()
const PAGE = '/dashboard/new-checkout'
const amount = 'items.0.unit_amount_minor'
const description = 'items.0.name'

async function charge(owner: Visitor, fields: Record<string, string>) {
  const { html } = await owner.get(PAGE)
  return owner.post(PAGE, { ...hiddenFields(html, PAGE), ...fields })
}

async function charged(seller: TestAccount, owner: Visitor, fields: Record<string, string>) {
  const { status, location, html } = await charge(owner, fields)
  assert.equal(status, 303, html)
  const [, id = ''] =
    /checkouts\/(checkout_[^?]+)\?done=checkout_created/.exec(location ?? '') ?? []
  return (await seller.get<'Checkout'>(`/v1/checkouts/${id}`)).body
}

test('an amount and a description are enough', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  for (const page of ['/dashboard/home', '/dashboard/checkouts']) {
    assert.ok((await owner.get(page)).html.includes(`href="${PAGE}"`), page)
  }
  const fields = { [amount]: '134,70', [description]: 'Conserto do forno' }
  const checkout = await charged(seller, owner, fields)
  assert.equal(checkout.amount_total_minor, 13470)
  assert.deepEqual(
    checkout.line_items.map(({ name, quantity }) => [name, quantity]),
    [['Conserto do forno', 1]],
  )
})

test('products are charged by their quantities, beside an amount or without one', async () => {
  const seller = await service.account()
  const { default_offer } = await seller.product()
  await seller.product({ type: 'recurring', billing_interval: 'month' })
  const owner = await signIn(seller)
  const { html } = await owner.get(PAGE)
  assert.equal(html.match(/name="quantity\./g)?.length, 1)
  const quantity = { [`quantity.${default_offer?.id}`]: '3' }
  assert.equal((await charged(seller, owner, quantity)).amount_total_minor, 3 * 4990)
  const both = { ...quantity, [amount]: '10,00', [description]: 'Frete' }
  assert.equal((await charged(seller, owner, both)).amount_total_minor, 1000 + 3 * 4990)
})

test('the buyer is one of the list, by name or e-mail, or a new one', async () => {
  const seller = await service.account()
  const { id, email } = await seller.customer()
  const owner = await signIn(seller)
  const { html } = await owner.get(PAGE)
  assert.ok(html.includes(`<option value="Ana &lt;${email}&gt;">`))
  const one = { [amount]: '1,00', [description]: 'Bala' }
  // One who is older than the newest that the field offers, by a part of the name.
  const { body: old } = await seller.post<'Customer'>('/v1/customers', {
    name: 'Antônia Quitéria',
    email: 'antonia@exemplo.com.br',
  })
  for (let i = 0; i < 50; i++) {
    await seller.post('/v1/customers', { name: 'Rui', email: `rui.${i}@exemplo.com.br` })
  }
  assert.equal((await charged(seller, owner, { ...one, buyer: 'quiteria' })).customer_id, old.id)
  for (const buyer of [`Ana <${email}>`, email, 'ana']) {
    assert.equal((await charged(seller, owner, { ...one, buyer })).customer_id, id, buyer)
  }
  const fresh = { 'customer.name': 'Bia', 'customer.email': 'bia@exemplo.com.br' }
  const { customer_id } = await charged(seller, owner, { ...one, ...fresh })
  const { body } = await seller.get<'Customer'>(`/v1/customers/${customer_id}`)
  assert.deepEqual([body.name, body.email], ['Bia', 'bia@exemplo.com.br'])
  await seller.post('/v1/customers', { name: 'Ana', email: 'outra-ana@exemplo.com.br' })
  for (const [buyer, said] of [
    ['Carlos', /Nenhum cliente tem este nome/],
    ['Ana', /mais de um cliente com este nome/],
  ] as const) {
    const refused = await charge(owner, { ...one, buyer })
    assert.equal(refused.status, 400)
    assert.match(refused.html, new RegExp(`name="buyer" value="${buyer}"[^>]*aria-invalid`))
    assert.match(refused.html, said)
  }
})

test('what is missing is said beside its field, in the language of the reader', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  const english = owner.reading('en')
  for (const [reader, fields, field, said] of [
    [owner, {}, amount, 'Escreva o valor, ou escolha produtos.'],
    [owner, { [amount]: '5,00' }, description, 'Escreva o que está sendo cobrado.'],
    [english, { [description]: 'Bread' }, amount, 'Enter an amount.'],
    [owner, { [amount]: '5.0', [description]: 'Pão' }, amount, 'Escreva um valor como 49,90.'],
  ] as const) {
    const { status, html } = await charge(reader, fields)
    assert.equal(status, 400)
    assert.match(html, new RegExp(`name="${field.replaceAll('.', '\\.')}"[^>]*aria-invalid`))
    assert.ok(html.includes(said), said)
  }
  const { body } = await seller.get<'CheckoutList'>('/v1/checkouts')
  assert.deepEqual(body.data, [])
})

test('the link is there to copy, to scan and to send; a paid one is sent no more', async () => {
  const seller = await service.account('Padaria & Café')
  const customer = await seller.customer()
  const { id, checkout_url } = await seller.checkout({ customer_id: customer.id })
  const owner = await signIn(seller)
  const { html } = await owner.get(`/dashboard/checkouts/${id}`)
  assert.ok(html.includes(`data-copy="${checkout_url}"`))
  assert.match(html, /<div class="qr"[^>]*>\s*<svg/)
  const hrefs = [...html.matchAll(/href="((?:https:\/\/wa\.me|mailto:)[^"]+)"/g)].map(
    ([, href = '']) => new URL(href.replaceAll('&amp;', '&')),
  )
  const [whatsapp, mail] = hrefs
  const message = `Cobrança de Padaria & Café: R$\u00a049,90. Pague por Pix aqui: ${checkout_url}`
  assert.equal(whatsapp?.searchParams.get('text'), message)
  assert.equal(mail?.pathname, customer.email)
  assert.equal(mail?.searchParams.get('body'), message)
  await seller.post(`/sandbox/checkouts/${id}/pay`)
  const paid = (await owner.get(`/dashboard/checkouts/${id}`)).html
  assert.doesNotMatch(paid, /wa\.me|mailto:|class="qr"/)
})

test('a person who may only read is led to no form, and its address refuses', async () => {
  const seller = await service.account()
  const viewer = await signIn(seller, 'viewer')
  for (const page of ['/dashboard/home', '/dashboard/checkouts']) {
    const { html } = await viewer.get(page)
    assert.ok(!html.includes(`href="${PAGE}"`), page)
  }
  const { html } = await viewer.get('/dashboard/home')
  const form_token = /name="form_token" value="([^"]+)"/.exec(html)?.[1] ?? ''
  assert.equal((await viewer.post(PAGE, { form_token })).status, 403)
})
