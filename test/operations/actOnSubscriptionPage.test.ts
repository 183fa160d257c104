import assert from 'node:assert/strict'
import { test } from 'vitest'
import { approveMandate, receiveTransfer, startOn } from '../../domain/subscriptions/bankWords.ts'
import type { Subscription } from '../../domain/subscriptions/rows.ts'
import { addDays, dayOf } from '../../runtime/brasilia.ts'
import { person } from '../support/person.ts'
import { assertRefused } from '../support/refused.ts'
import { startService } from '../support/service.ts'
import { Plans } from '../support/subscriptions.ts'

const service = await startService()
const seller = await service.account('Clube do Café')
const plans = new Plans(seller, service.clock.now())
const FORM = 'application/x-www-form-urlencoded'

const pathOf = ({ page_token }: Subscription) => `/subscribe/${page_token}`

const send = (path: string, body: string, headers: Record<string, string> = {}) =>
  service.request('POST', path, { raw: body, headers: { 'content-type': FORM, ...headers } })

const statusIn = (html: string) =>
  /<main[^>]* data-page="subscribe" data-status="([\w-]+)"/.exec(html)?.[1]

/** The status that the page says after a form was sent. */
async function statusAfter(of: Subscription, body: string) {
  const { status, headers } = await send(pathOf(of), body)
  assert.deepEqual([status, headers.get('location')], [303, pathOf(of)])
  return statusIn((await service.request('GET', pathOf(of))).text)
}

/** An active subscription, as the bank's words make it. */
async function active(): Promise<Subscription> {
  const opened = await plans.open()
  const { seller_id, id } = opened
  await plans.run((recorder) => startOn({ seller_id, id }, recorder))
  const invoice = await plans.invoice(opened, 1)
  const transfer = plans.transfer()
  await plans.run((recorder) => receiveTransfer({ seller_id, id: invoice.id, transfer }, recorder))
  const payer = { tax_id: person.tax_id, bank_ispb: null }
  await plans.run((recorder) => approveMandate({ seller_id, id, payer }, recorder))
  return plans.read(opened)
}

const eventsOf = async ({ id }: Subscription) => {
  const { body } = await seller.get<'EventList'>(`/v1/events?subscription_id=${id}&limit=100`)
  return body.data.map(({ type }) => type)
}

test('cancel asks once more, then cancels; a second time changes nothing', async () => {
  const subscription = await active()
  const path = pathOf(subscription)
  const asked = await send(path, 'action=cancel')
  assert.equal(asked.status, 200)
  assert.equal(statusIn(asked.text), 'active')
  assert.match(asked.text, /name="confirm" value="yes"/)
  assert.deepEqual(await plans.read(subscription), subscription)
  const both = await Promise.all([1, 2].map(() => send(path, 'action=cancel&confirm=yes')))
  assert.deepEqual(
    both.map(({ status }) => status),
    [303, 303],
  )
  const canceled = await plans.read(subscription)
  assert.deepEqual([canceled.status, canceled.cancellation?.by], ['canceled', 'buyer'])
  assert.deepEqual(await eventsOf(subscription), ['subscription.canceled'])
  assert.equal(await statusAfter(subscription, 'action=cancel'), 'canceled')
})

test('reading never cancels, whatever the address says', async () => {
  const subscription = await active()
  for (const method of ['GET', 'HEAD']) {
    const path = `${pathOf(subscription)}?action=cancel&confirm=yes`
    assert.equal((await service.request(method, path)).status, 200)
  }
  assert.deepEqual(await plans.read(subscription), subscription)
})

test('a form of another site needs the token, as everybody does', async () => {
  const subscription = await active()
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  for (const token of [subscription.id, 'A'.repeat(51), 'x']) {
    const { status, text } = await send(`/subscribe/${token}`, 'action=cancel&confirm=yes', headers)
    assert.equal(status, 404)
    assert.match(text, /Assinatura não encontrada/)
  }
  assert.deepEqual(await plans.read(subscription), subscription)
  const shown = await service.request('GET', pathOf(subscription))
  assert.equal(shown.headers.get('set-cookie'), null)
})

test('a form that the page does not have is the page again, and changes nothing', async () => {
  const subscription = await active()
  const path = pathOf(subscription)
  for (const body of [
    '',
    'action=',
    'action=CANCEL',
    'action=refund',
    'action=cancel&confirm=no',
  ]) {
    const { status, headers, text } = await send(path, body)
    assert.equal(status, 400, body)
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
    assert.match(text, /role="alert"/)
    assert.equal(statusIn(text), 'active')
  }
  for (const [body, param] of [
    ['action=cancel&amount=1', 'amount'],
    ['action=cancel&action=pay', 'action'],
    [`action=${'x'.repeat(33)}`, 'action'],
  ] as const)
    assertRefused(await send(path, body), 'invalid_request', param)
  assertRefused(await send(path, `invoice=${'1'.repeat(5000)}`), 'request_too_large')
  assert.deepEqual(await plans.read(subscription), subscription)
})

test('the buttons of the sandbox authorise an incomplete one, or refuse to', async () => {
  const starts_on = addDays(dayOf(plans.now), 10)
  const [authorized, refused] = [await plans.open({ starts_on }), await plans.open()]
  assert.equal(await statusAfter(authorized, 'action=authorize'), 'active')
  assert.equal(await statusAfter(authorized, 'action=authorize'), 'active')
  assert.equal(await statusAfter(refused, 'action=refuse'), 'expired')
  assert.equal(await statusAfter(refused, 'action=authorize'), 'expired')
})

test('where a bank debits, the buttons of the sandbox are no forms of the page', async () => {
  const subscription = await plans.open({}, 'bank_1')
  for (const action of ['authorize', 'pay', 'refuse', 'fail']) {
    const { status, text } = await send(pathOf(subscription), `action=${action}`)
    assert.equal(status, 400)
    assert.doesNotMatch(text, /Ambiente de testes/)
  }
  assert.deepEqual(await plans.read(subscription), subscription)
})

test('keeps the language that the reader chose', async () => {
  const subscription = await active()
  const path = `${pathOf(subscription)}?lang=en`
  const asked = await send(path, 'action=cancel')
  assert.match(asked.text, /Cancel this subscription\?/)
  const { headers } = await send(path, 'action=cancel&confirm=yes')
  assert.equal(headers.get('location'), path)
})

test('a button of the sandbox has the debit of an invoice fail', async () => {
  const subscription = await active()
  const due = new Date(`${subscription.next_due_on}T03:00:00.000Z`)
  service.clock.advanceMs(due.getTime() - 5 * 86_400_000 - service.clock.now().getTime())
  await plans.passTo(service.clock.now())
  assert.equal(await statusAfter(subscription, 'action=fail&invoice=2'), 'past_due')
  const { text } = await service.request('GET', pathOf(subscription))
  assert.match(text, /não havia saldo suficiente na conta/)
  assert.match(text, /name="invoice" value="2"/)
  assert.equal(await statusAfter(subscription, 'action=fail&invoice=99'), 'past_due')
})
