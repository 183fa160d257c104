/** Live mode has nothing of the sandbox: no route, no button, no clock. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { startService } from '../support/service.ts'
import { pageOf } from '../support/sessions.ts'

const service = await startService({ mode: 'live' })
const seller = await service.account()

test('every sandbox path is route_not_found, with a token and without, by any method', async () => {
  const { id } = await seller.checkout()
  const { token } = seller
  for (const path of [
    `/sandbox/checkouts/${id}/pay`,
    `/sandbox/checkouts/${id}/decline`,
    '/sandbox/checkouts/x/pay',
    '/sandbox/subscriptions/x/authorize',
    '/sandbox/invoices/x/pay',
    '/sandbox/clock',
    '/sandbox/clock/advance',
    '/sandbox',
    '/sandbox/nothing',
  ]) {
    for (const [method, options] of [
      ['GET', { token }],
      ['GET', {}],
      ['POST', { token, json: { seconds: 86_400 } }],
      ['POST', {}],
      ['DELETE', { token }],
    ] as const) {
      const { status, headers, body } = await service.request(method, path, options)
      const { type, code, param } = body.error
      const actual = [status, type, code, param]
      assert.deepEqual(actual, [404, 'not_found_error', 'route_not_found', undefined], path)
      assert.equal(headers.get('allow'), null)
      assert.equal(body.error.request_id, headers.get('x-request-id'))
    }
  }
  const { body } = await seller.get<'Checkout'>(`/v1/checkouts/${id}`)
  assert.equal(body.status, 'open')
})

test('the page has no sandbox panel, no badge and no form', async () => {
  const { status, text } = await service.request('GET', pageOf(await seller.checkout()))
  assert.equal(status, 200)
  assert.match(text, /Aguardando o pagamento/)
  assert.doesNotMatch(text, /Ambiente de testes|<form|class="badge"|class="sandbox"|method="post"/)
})

test('the page shows no code that no bank has made', async () => {
  const { text } = await service.request('GET', pageOf(await seller.checkout()))
  assert.doesNotMatch(text, /br\.gov\.bcb\.pix|<svg class="qr"|<textarea/)
  assert.match(text, /ainda não está pronto/)
})

test("the page's sandbox buttons do not exist: a 404 page, and nothing happens", async () => {
  const checkout = await seller.checkout()
  for (const action of ['pay', 'decline', 'advance']) {
    const before = service.clock.now()
    const raw = new URLSearchParams({ action })
    const { status, text } = await service.request('POST', pageOf(checkout), { raw })
    assert.equal(status, 404)
    assert.match(text, /Pagamento não encontrado/)
    assert.deepEqual(service.clock.now(), before)
  }
  assert.deepEqual((await seller.get(`/v1/checkouts/${checkout.id}`)).body, checkout)
})

test('the API itself is the same: a session is opened, read, listed and canceled', async () => {
  const checkout = await seller.checkout()
  assert.deepEqual((await seller.get(`/v1/checkouts/${checkout.id}`)).body, checkout)
  const { body } = await seller.get<'CheckoutList'>('/v1/checkouts?limit=1')
  assert.deepEqual(body.data, [checkout])
  assert.equal((await seller.post(`/v1/checkouts/${checkout.id}/cancel`)).status, 200)
})

test("the service's own clock is the machine's", async () => {
  const on = await startService({ mode: 'live', real_clock: true })
  const before_ms = Date.now()
  const { created_at } = await (await on.account()).customer()
  const at_ms = Date.parse(created_at)
  assert.ok(before_ms <= at_ms && at_ms <= Date.now())
})
