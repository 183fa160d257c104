import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertRefused } from '../support/refused.ts'
import { startService } from '../support/service.ts'
import { endedSessions, pageOf } from '../support/sessions.ts'

const service = await startService()
const seller = await service.account()

const statusOf = (path: string) => service.request<'PaymentStatus'>('GET', `${path}/status`)

test('tells a holder of the page its status and its end, and nothing else', async () => {
  const checkout = await seller.checkout({ metadata: { secret: 'x' } })
  const { status, headers, body } = await statusOf(pageOf(checkout))
  assert.equal(status, 200)
  assert.equal(headers.get('cache-control'), 'no-store')
  const { expires_at } = checkout
  assert.deepEqual(body, { object: 'payment_status', status: 'open', expires_at, code_ready: true })
})

test('tells each state that a session can end in', async () => {
  const on = await startService()
  for (const session of (await endedSessions(on)).sessions) {
    const path = `${pageOf(session)}/status`
    const { body } = await on.request<'PaymentStatus'>('GET', path)
    assert.equal(body.status, session.status)
  }
})

test('does not know a token of no page', async () => {
  const checkout = await seller.checkout()
  const page = pageOf(checkout)
  for (const path of [
    '/pay/x',
    `/pay/${checkout.id}`,
    page.slice(0, -1),
    `${page}=`,
    '/pay/%00',
    '/pay/%E0%A4%A',
    `/pay/${'A'.repeat(51)}`,
    `/pay/${'A'.repeat(5000)}`,
  ])
    assertRefused(await statusOf(path), 'checkout_not_found')
})
