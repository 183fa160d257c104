import assert from 'node:assert/strict'
import { test } from 'vitest'
import { hiddenFields, signIn } from '../support/dashboard.ts'
import { putRefunds } from '../support/refunded.ts'
import type { Refunded } from '../support/refunded.ts'
import { startService } from '../support/service.ts'

const service = await startService()

test('a part of a payment is refunded by its form, typed as the reader writes money', async () => {
  const seller = await service.account()
  const { id } = await seller.payment()
  const owner = await signIn(seller)
  const page = `/dashboard/payments/${id}`
  const answer = await owner.submit(page, `${page}/refunds`, { amount_minor: '10,00' })
  assert.equal(answer.status, 303)
  const { body } = await seller.get<'Payment'>(`/v1/payments/${id}`)
  assert.equal(body.amount_refunded_minor, 1000)
  assert.match((await owner.get(page)).html, /R\$\s20,00|R\$\s10,00/)
})

test('the amount that is confirmed is refunded, whatever currency is sent', async () => {
  const seller = await service.account()
  const { id } = await seller.payment()
  const owner = await signIn(seller)
  const page = `/dashboard/payments/${id}`
  const action = `${page}/refunds`
  const own = hiddenFields((await owner.get(page)).html, action)
  // Of the currencies' decimals, Kuwait's has three.
  const asked = await owner.post(action, { ...own, amount_minor: '1,00', currency: 'KWD' })
  assert.match(asked.html, /R\$\s1,00/)
  await owner.confirm(asked, action)
  const { body } = await seller.get<'Payment'>(`/v1/payments/${id}`)
  assert.equal(body.amount_refunded_minor, 100)
})

test('what is no amount is refused beside its field, and what was typed stays', async () => {
  const seller = await service.account()
  const { id } = await seller.payment()
  const owner = await signIn(seller)
  const page = `/dashboard/payments/${id}`
  const answer = await owner.submit(page, `${page}/refunds`, { amount_minor: '10.0' })
  assert.equal(answer.status, 400)
  assert.match(answer.html, /value="10\.0"[^>]*aria-invalid="true"/)
  assert.match(answer.html, /Escreva um valor como 49,90\./)
})

test('more refunds than a page has are on the next one', async () => {
  const seller = await service.account()
  const { id, checkout_id } = await seller.payment()
  const at = '2026-03-02T12:00:00.000Z'
  const failed: Refunded = { amount_minor: 1, status: 'failed', at }
  await putRefunds(seller, checkout_id, new Array<Refunded>(21).fill(failed))
  const owner = await signIn(seller)
  const found = async (address: string) => {
    const { html } = await owner.get(address)
    const next = /rel="next" href="([^"]+)"/.exec(html)?.[1]
    return { ids: html.match(/(?<=refunds\/)refund_[0-9a-f-]{36}/g) ?? [], next }
  }
  const first = await found(`/dashboard/payments/${id}`)
  const second = await found(first.next ?? '')
  assert.deepEqual([first.ids.length, second.ids.length, second.next], [20, 1, undefined])
  assert.equal(new Set([...first.ids, ...second.ids]).size, 21)
})

test('a person who may only read sees no form to refund, and its address refuses', async () => {
  const seller = await service.account()
  const { id } = await seller.payment()
  const viewer = await signIn(seller, 'viewer')
  const page = `/dashboard/payments/${id}`
  const { status, html } = await viewer.get(page)
  assert.equal(status, 200)
  assert.doesNotMatch(html, new RegExp(`action="${page}/refunds"`))
  const form_token = /name="form_token" value="([^"]+)"/.exec(html)?.[1] ?? ''
  assert.equal((await viewer.post(`${page}/refunds`, { form_token })).status, 403)
})

test('a refund says what is left, and confirms it to the cent with buyer and order', async () => {
  const seller = await service.account()
  const { id: customer_id } = await seller.customer()
  const { id: checkout_id } = await seller.checkout({ customer_id, external_id: 'pedido 7' })
  const { body: paid } = await seller.post<'Checkout'>(`/sandbox/checkouts/${checkout_id}/pay`)
  const id = paid.payment_id ?? ''
  await seller.refund(id, { amount_minor: 1990 })
  const owner = await signIn(seller)
  const page = `/dashboard/payments/${id}`
  const action = `${page}/refunds`
  const { html } = await owner.get(page)
  assert.match(html, /Podem ser devolvidos R\$\s30,00 de R\$\s49,90/)
  const asked = await owner.post(action, { ...hiddenFields(html, action), amount_minor: '' })
  assert.match(asked.html, /Devolver R\$\s30,00 \(tudo o que resta\) a \u2068Ana\u2069/)
  assert.match(asked.html, /da cobrança \u2068pedido 7\u2069, \u2068Caneca\u2069/)
  // The confirmed amount is not lowered to the rest: the refund is refused.
  await seller.refund(id, { amount_minor: 1000 })
  const late = await owner.confirm(asked, action)
  assert.equal(late.status, 409)
  const { body } = await seller.get<'Payment'>(`/v1/payments/${id}`)
  assert.equal(body.amount_refunded_minor, 2990)
})

test('more than is left is refused before the passkey, beside the amount', async () => {
  const seller = await service.account()
  const { id } = await seller.payment()
  const owner = await signIn(seller)
  const page = `/dashboard/payments/${id}`
  const action = `${page}/refunds`
  const hidden = hiddenFields((await owner.get(page)).html, action)
  const { status, html } = await owner.post(action, { ...hidden, amount_minor: '49,91' })
  assert.equal(status, 400)
  assert.match(html, /name="amount_minor" value="49,91"[^>]*aria-invalid/)
  assert.match(html, /Só restam R\$\s49,90 para devolver/)
  await seller.refund(id)
  assert.doesNotMatch((await owner.get(page)).html, new RegExp(`action="${action}"`))
})
