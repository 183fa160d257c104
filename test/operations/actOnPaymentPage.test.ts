import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertRefused } from '../support/refused.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'
import { endedSessions, pageOf } from '../support/sessions.ts'

const service = await startService()
const FORM = 'application/x-www-form-urlencoded'

const send = (path: string, body: string, type = FORM) =>
  service.request('POST', path, { raw: body, headers: { 'content-type': type } })

const read = async (seller: TestAccount, id: string) =>
  (await seller.get<'Checkout'>(`/v1/checkouts/${id}`)).body

test('pay completes the session and leads back to the page, which says so', async () => {
  const seller = await service.account()
  const checkout = await seller.checkout()
  const page = pageOf(checkout)
  const { status, headers, text } = await send(page, 'action=pay')
  assert.deepEqual([status, headers.get('location'), text], [303, page, ''])
  assert.equal(headers.get('cache-control'), 'no-store')
  const now = service.clock.now().toISOString()
  const paid = await read(seller, checkout.id)
  assert.deepEqual(paid, {
    ...checkout,
    status: 'completed',
    payment_id: paid.payment_id,
    completed_at: now,
    updated_at: now,
  })
  const shown = await service.request('GET', headers.get('location') ?? '')
  assert.match(shown.text, /Pagamento confirmado/)
})

test('decline leaves the session open, and the page says that it was declined', async () => {
  const seller = await service.account()
  const checkout = await seller.checkout()
  const page = pageOf(checkout)
  const before = await service.request('GET', page)
  assert.doesNotMatch(before.text, /role="alert"/)
  const { status, headers } = await send(page, 'action=decline')
  assert.equal(status, 303)
  assert.deepEqual(await read(seller, checkout.id), checkout)
  const shown = await service.request('GET', headers.get('location') ?? '')
  assert.match(shown.text, /role="alert"[\s\S]*O pagamento foi recusado/)
  assert.equal((await send(page, 'action=pay')).status, 303)
  assert.equal((await read(seller, checkout.id)).status, 'completed')
})

test('the page has ten declines of a session announced, and the API each one', async () => {
  const seller = await service.account()
  const checkout = await seller.checkout()
  const page = pageOf(checkout)
  const announced = async () => {
    const filter = `checkout_id=${checkout.id}&type=payment.declined&limit=100`
    return (await seller.get<'EventList'>(`/v1/events?${filter}`)).body.data.length
  }
  for (let press = 0; press < 12; press++) {
    const { status, headers } = await send(page, 'action=decline')
    assert.deepEqual([status, headers.get('location')], [303, `${page}?declined=1`])
  }
  assert.equal(await announced(), 10)
  assert.equal((await seller.post(`/sandbox/checkouts/${checkout.id}/decline`)).status, 200)
  assert.equal(await announced(), 11)
  assert.deepEqual(await read(seller, checkout.id), checkout)
})

test('expire ends this session alone, and the clock stays as it is', async () => {
  for (const action of ['expire', 'advance']) {
    const seller = await service.account()
    const [checkout, other] = [await seller.checkout(), await seller.checkout()]
    const now = service.clock.advanceMs(777)
    const page = pageOf(checkout)
    const { status, headers } = await send(page, `action=${action}`)
    assert.equal(status, 303)
    assert.deepEqual(service.clock.now(), now)
    assert.deepEqual(await read(seller, checkout.id), {
      ...checkout,
      status: 'expired',
      updated_at: now.toISOString(),
    })
    assert.deepEqual(await read(seller, other.id), other)
    const shown = await service.request('GET', headers.get('location') ?? '')
    assert.match(shown.text, /Pagamento expirado/)
    assert.ok(shown.text.includes(`datetime="${now.toISOString()}"`), shown.text)
    assert.ok(!shown.text.includes(checkout.expires_at))
  }
})

test('keeps the language that the reader chose', async () => {
  const page = pageOf(await (await service.account()).checkout())
  const declined = await send(`${page}?lang=en`, 'action=decline')
  assert.equal(declined.headers.get('location'), `${page}?lang=en&declined=1`)
  const odd = await send(`${page}?lang=%0d%0aX:%20y`, 'action=decline')
  assert.equal(odd.headers.get('location'), `${page}?lang=%0D%0AX%3A+y&declined=1`)
  assert.equal(odd.headers.get('x'), null)
  const paid = await send(`${page}?lang=es`, 'action=pay')
  assert.equal(paid.headers.get('location'), `${page}?lang=es`)
})

test('leads nowhere but to the page, whatever the request says', async () => {
  const page = pageOf(await (await service.account()).checkout())
  const { headers } = await service.request('POST', `${page}?next=https://evil.example`, {
    raw: 'action=pay',
    headers: { 'content-type': FORM, 'x-forwarded-host': 'evil.example' },
  })
  assert.equal(headers.get('location'), page)
})

test('does nothing to a session that has ended, and shows its page', async () => {
  const { seller, sessions } = await endedSessions(service)
  const titles = ['Pagamento confirmado', 'Pagamento cancelado', 'Pagamento expirado']
  for (const [i, session] of sessions.entries()) {
    for (const action of ['pay', 'decline', 'expire', 'advance']) {
      const now = service.clock.now()
      const { status, headers, text } = await send(pageOf(session), `action=${action}`)
      assert.equal(status, 200)
      assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
      assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/)
      assert.ok(text.includes(titles[i] ?? 'none'))
      assert.deepEqual(service.clock.now(), now)
    }
    assert.deepEqual(await read(seller, session.id), session)
  }
})

test('an address of no page is a 404 page, which does nothing', async () => {
  const { id } = await (await service.account()).checkout()
  for (const token of ['x', id, 'A'.repeat(51), '%00']) {
    const now = service.clock.now()
    const { status, headers, text } = await send(`/pay/${token}`, 'action=expire')
    assert.equal(status, 404)
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
    assert.match(text, /Pagamento não encontrado/)
    assert.deepEqual(service.clock.now(), now)
  }
})

test('refuses a form that the page does not send', async () => {
  const seller = await service.account()
  const checkout = await seller.checkout()
  const page = pageOf(checkout)
  for (const [body, param] of [
    ['', 'action'],
    ['action=', 'action'],
    ['action=refund', 'action'],
    ['action=PAY', 'action'],
    ['action=pay&action=decline', 'action'],
    ['action=pay&amount=1', 'amount'],
    ['action=constructor', 'action'],
  ] as const)
    assertRefused(await send(page, body), 'invalid_request', param)
  for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x']) {
    assertRefused(await send(page, 'action=pay', type), 'invalid_request')
  }
  assert.deepEqual(await read(seller, checkout.id), checkout)
})

test('refuses a form past 64 KiB', async () => {
  const page = pageOf(await (await service.account()).checkout())
  const answer = await send(page, `action=pay&x=${'x'.repeat(64 * 1024)}`)
  assertRefused(answer, 'request_too_large')
})
