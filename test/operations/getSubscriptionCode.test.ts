/** The code of a subscription, as its seller shows it; codes of a bank are tried in test/rail/. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { components } from '../../generated/types.ts'
import { assertRefused } from '../support/refused.ts'
import { startService } from '../support/service.ts'
import { Plans } from '../support/subscriptions.ts'

type Subscription = components['schemas']['Subscription']

const service = await startService()
let seller = await service.account()
const offer_id = await new Plans(seller, service.clock.now()).offer()
const customer = { name: 'Ana Souza', email: 'ana@example.com', tax_id: '529.982.247-25' }

const sell = async (body: object = {}) =>
  (await seller.post<'Subscription'>('/v1/subscriptions', { offer_id, customer, ...body })).body
const read = async (id: string) =>
  (await seller.get<'Subscription'>(`/v1/subscriptions/${id}`)).body
const code = (id: string) => seller.get<'SubscriptionCode'>(`/v1/subscriptions/${id}/code`)
const play = (path: string) => seller.post(`/sandbox/${path}`, {})
const dayOf = (at: string) => new Date(Date.parse(at) - 3 * 3600 * 1000).toISOString().slice(0, 10)

async function advanceDays(days: number): Promise<void> {
  await seller.post('/sandbox/clock/advance', { seconds: days * 24 * 3600 })
  seller = await service.login(seller)
}

const txidOf = (id: string | null) => (id ?? '').slice('inv_'.length).replaceAll('-', '')

async function assertCode(subscription: Subscription, invoice_id: string | null): Promise<string> {
  const { status, body } = await code(subscription.id)
  assert.equal(status, 200)
  const { code: text, qr_code_svg, qr_code_png, txid, expires_at, ...named } = body
  const { id: subscription_id } = subscription
  const expected = { object: 'subscription_code', subscription_id, invoice_id, status: 'ready' }
  assert.deepEqual(named, expected)
  assert.match(text ?? '', /^000201/)
  assert.match(qr_code_svg ?? '', /^<svg/)
  assert.equal(
    Buffer.from(qr_code_png ?? '', 'base64')
      .subarray(1, 4)
      .toString(),
    'PNG',
  )
  assert.ok(expires_at > service.clock.now().toISOString())
  return txid ?? ''
}

test('a code that pays and authorises starts the subscription on the day it is made', async () => {
  const sold = await sell()
  assert.equal(sold.starts_on, null)
  await advanceDays(0.5)
  assert.equal(await assertCode(sold, sold.latest_invoice_id), txidOf(sold.latest_invoice_id))
  const started = await read(sold.id)
  assert.equal(started.starts_on, dayOf(service.clock.now().toISOString()))
  await assertCode(sold, sold.latest_invoice_id)
  assert.deepEqual(await read(sold.id), started)
  await play(`subscriptions/${sold.id}/authorize`)
  assertRefused(await code(sold.id), 'subscription_code_not_available')
})

test('a code of a subscription that starts later authorises, and pays nothing', async () => {
  const now = service.clock.now()
  const starts_on = dayOf(new Date(now.getTime() + 10 * 24 * 3600 * 1000).toISOString())
  const sold = await sell({ starts_on })
  assert.equal(await assertCode(sold, null), '')
  assert.equal((await read(sold.id)).starts_on, starts_on)
})

test('while past_due the code pays the newest invoice that could not be debited', async () => {
  const { id } = await sell({ retries: false })
  await play(`subscriptions/${id}/authorize`)
  await advanceDays(27)
  const { latest_invoice_id } = await read(id)
  await play(`invoices/${latest_invoice_id}/fail`)
  const failed = await read(id)
  assert.equal(failed.status, 'past_due')
  assert.notEqual(await assertCode(failed, latest_invoice_id), '')
  await play(`invoices/${latest_invoice_id}/pay`)
  assert.equal((await read(id)).status, 'active')
  assertRefused(await code(id), 'subscription_code_not_available')
})

test('the code of a suspended or ended subscription, or of another account, is none', async () => {
  const { id } = await sell()
  await seller.post(`/v1/subscriptions/${id}/cancel`, {})
  assertRefused(await code(id), 'subscription_code_not_available')
  const other = await service.account()
  const foreign = await other.get(`/v1/subscriptions/${id}/code`)
  assertRefused(foreign, 'subscription_not_found')
})
