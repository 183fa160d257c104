/** Bounds of link openings: how much strangers can add by them, and whom they can keep out. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { openingPaces } from '../../domain/links/openings.ts'
import { linkOf, pageOfLink, press } from '../support/paymentLinks.ts'
import { startService } from '../support/service.ts'

const service = await startService({ sellerDailyBytes: 400_000, trustedProxies: ['127.0.0.1'] })

const from = (address: string) => ({ 'x-forwarded-for': address })

const { burst } = openingPaces.address

test('an address that presses on gets a page with 429, and opens no more', async () => {
  const unlimited = await startService({ trustedProxies: ['127.0.0.1'] })
  const seller = await unlimited.account()
  const link = await linkOf(seller)
  const statuses: number[] = []
  for (let i = 0; i < burst + 3; i++) {
    statuses.push((await press(unlimited, link, {}, from('192.0.2.1'))).status)
  }
  assert.deepEqual(
    [statuses.indexOf(429), statuses.filter((status) => status === 303).length],
    [burst, burst],
  )
  const refused = await press(unlimited, link, {}, from('192.0.2.1'))
  assert.equal(refused.headers.get('content-type'), 'text/html; charset=utf-8')
  assert.match(refused.headers.get('retry-after') ?? '', /^[1-6]$/)
  assert.match(refused.text, /Muitas pessoas ao mesmo tempo/)
  const rows = await unlimited.sql('select id from checkouts')
  assert.equal(rows.length, burst)
  // The page can be read on, and another address opens a session.
  assert.equal((await unlimited.request('GET', pageOfLink(link))).status, 200)
  assert.equal((await press(unlimited, link, {}, from('192.0.2.2'))).status, 303)
})

test("strangers who open links cost a seller's own API nothing", async () => {
  const seller = await service.account()
  const link = await linkOf(seller)
  let opened = 0
  const pressFrom = (i: number) => press(service, link, {}, from(`198.51.100.${i}`))
  while ((await pressFrom(opened)).status === 303) opened++
  // A quarter of 400 KB, by 5 KB each.
  assert.ok(opened > 10 && opened < 25, String(opened))
  assert.equal((await seller.post('/v1/checkouts', { offer_id: 'x' })).status, 400)
  await seller.checkout()
  const another = await service.account()
  const other = await linkOf(another)
  assert.equal((await press(service, other, {}, from('203.0.113.1'))).status, 303)
})

test('a form that is refused, and a link that is full, use up nothing', async () => {
  const seller = await service.account()
  const custom_amount = { min_minor: 100, max_minor: 200 }
  const link = await linkOf(seller, { custom_amount })
  const full = await linkOf(seller, { max_payments: 1 })
  const own = from('203.0.113.9')
  await press(service, full, {}, own)
  for (let i = 0; i <= burst; i++) {
    assert.equal((await press(service, link, { amount: 'x' }, own)).status, 400)
    assert.equal((await press(service, full, {}, own)).status, 409)
  }
  assert.equal((await press(service, link, { amount: '1,50' }, own)).status, 303)
})
