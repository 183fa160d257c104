import assert from 'node:assert/strict'
import { test } from 'vitest'
import { signIn } from '../support/dashboard.ts'
import { putRefunds } from '../support/refunded.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const HOME = '/dashboard/home'

/** The figures of today, of the week and of the month. */
const figuresIn = (html: string) =>
  [...html.matchAll(/<strong class="money">([^<]+)<\/strong>/g)].map(([, value = '']) =>
    value.replaceAll('\u00a0', ' '),
  )

test('home sums today, the week and the month, each against the period before', async () => {
  const on = await startService()
  const seller = await on.account()
  await seller.payment()
  on.clock.advanceMs(3 * 24 * 60 * 60_000)
  const later = await on.login(seller)
  const { id } = await later.payment()
  await later.payment()
  await later.refund(id, { amount_minor: 1000 })
  const owner = await signIn(later)
  const { html } = await owner.get(HOME)
  assert.deepEqual(figuresIn(html), ['R$ 99,80', 'R$ 149,70', 'R$ 149,70'])
  assert.match(html, /Hoje · 2 pagamentos · R\$\u00a010,00 devolvidos/)
  assert.match(html, /Nada no período anterior/)
  on.clock.advanceMs(24 * 60 * 60_000)
  const next = await on.login(seller)
  await next.payment()
  const again = await signIn(next)
  assert.match((await again.get(HOME)).html, /[-−]50\s?% em relação ao período anterior/)
})

test('the chart has a bar and a row for each of 31 days', async () => {
  const seller = await service.account()
  await seller.payment()
  const owner = await signIn(seller)
  const { html } = await owner.get(HOME)
  assert.equal(html.match(/<rect class="column"/g)?.length, 31)
  assert.equal(html.match(/<th scope="row">/g)?.length, 31)
  assert.match(html, /<th scope="row">2 de março de 2026<\/th><td class="number">R\$\s49,90/)
})

test('what failed is pointed at, with the way to it', async () => {
  const seller = await service.account()
  const { id, checkout_id } = await seller.payment()
  const owner = await signIn(seller)
  assert.match((await owner.get(HOME)).html, /Nada precisa de atenção/)
  const at = '2026-03-02T12:00:00.000Z'
  await putRefunds(seller, checkout_id, [{ amount_minor: 1, status: 'failed', at }])
  const { html } = await owner.get(HOME)
  assert.match(html, /Há devoluções que falharam/)
  assert.ok(html.includes(`href="/dashboard/payments/${id}"`))
})

test('what failed more than 30 days ago is pointed at no more', async () => {
  const seller = await service.account()
  const { checkout_id } = await seller.payment()
  const owner = await signIn(seller)
  const refund = { amount_minor: 1, status: 'failed' } as const
  await putRefunds(seller, checkout_id, [{ ...refund, at: '2026-01-30T12:00:00.000Z' }])
  assert.match((await owner.get(HOME)).html, /Nada precisa de atenção/)
  await putRefunds(seller, checkout_id, [{ ...refund, at: '2026-02-01T12:00:00.000Z' }])
  assert.match((await owner.get(HOME)).html, /Há devoluções que falharam/)
})

test('in the sandbox a test checkout is one button away, in live mode there is none', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  assert.match((await owner.get(HOME)).html, /Crie um produto/)
  const { default_offer } = await seller.product()
  // These are newer, and no checkout takes them.
  await seller.product({ type: 'recurring', billing_interval: 'month' })
  await seller.product({ currency: 'USD' })
  const offer_id = default_offer?.id ?? ''
  assert.ok((await owner.get(HOME)).html.includes(`value="${offer_id}"`))
  const { status, location } = await owner.submit(HOME, HOME, { offer_id })
  assert.equal(status, 303)
  assert.match(location ?? '', /^\/dashboard\/checkouts\/checkout_[^?]+\?done=checkout_created$/)
  assert.equal((await owner.get(location ?? '')).status, 200)
  const viewer = await signIn(seller, 'viewer')
  assert.doesNotMatch((await viewer.get(HOME)).html, /Abrir uma cobrança de teste/)
  const live = await startService({ mode: 'live', secretKey: Buffer.alloc(32, 1) })
  const there = await signIn(await live.account())
  assert.doesNotMatch((await there.get(HOME)).html, /cobrança de teste|Crie um produto/)
})
