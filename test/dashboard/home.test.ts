import assert from 'node:assert/strict'
import { test } from 'vitest'
import { topOf } from '../../dashboard/pages/homeChart.ts'
import { signIn } from '../support/dashboard.ts'
import { putRefunds } from '../support/refunded.ts'
import { startRail } from '../support/rail.ts'
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
  assert.match((await again.get(HOME)).html, /[-−]50\s?% em relação a ontem até 09:00/)
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
  assert.doesNotMatch((await owner.get(HOME)).html, /atenção/)
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
  assert.doesNotMatch((await owner.get(HOME)).html, /atenção/)
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

test('today is compared with the day before up to this time, and not with all of it', async () => {
  const on = await startService()
  const seller = await on.account()
  await seller.payment()
  on.clock.advanceMs(60 * 60_000)
  const later = await on.login(seller)
  await later.payment()
  await later.payment()
  on.clock.advanceMs(23 * 60 * 60_000 + 60_000)
  const next = await on.login(seller)
  await next.payment()
  const { html } = await (await signIn(next)).get(HOME)
  assert.match(html, /0\s?% em relação a ontem até 09:01/)
})

test('the axis has values, and one large day leaves the others visible', async () => {
  assert.equal(topOf([4990, 18990, 603300, 24000]), 50000)
  assert.equal(topOf([4990, 18990, 24000]), 25000)
  assert.equal(topOf([0, 0]), 1)
  const on = await startService()
  const seller = await on.account()
  await seller.payment()
  on.clock.advanceMs(24 * 60 * 60_000)
  const later = await on.login(seller)
  const items = [{ name: 'Hotel', unit_amount_minor: 603300 }]
  const { body } = await later.post<'Checkout'>('/v1/cart_checkouts', { items })
  await later.post(`/sandbox/checkouts/${body.id}/pay`)
  const { html } = await (await signIn(later)).get(HOME)
  const heights = [...html.matchAll(/class="column"[^>]* height="([^"]+)"/g)]
  const [small = 0, large = 0] = heights
    .map(([, height]) => Number(height))
    .filter((one) => one > 0)
  assert.ok(small > 40 && large === 160, `${small} ${large}`)
  assert.match(html, /Fora da escala: 3 de março de 2026, R\$\s6\.033,00/)
  assert.match(html, /<ul class="scale small"[^>]*>\s*<li>R\$\s100</)
})

test('the checklist stands until all is done, for those who can do it', async () => {
  const rail = await startRail()
  const { seller } = rail
  const owner = await signIn(seller)
  const left = async () => {
    const { html } = await owner.get(HOME)
    const [, list = ''] = /<ol class="card checklist">([\s\S]*?)<\/ol>/.exec(html) ?? []
    return [...list.matchAll(/<a href="\/dashboard\/([^"]+)"/g)].map(([, page]) => page)
  }
  const steps = ['products', 'webhooks', 'team', 'new-checkout']
  assert.deepEqual(await left(), steps)
  await seller.product()
  assert.deepEqual(await left(), steps.slice(1))
  await seller.webhookEndpoint()
  assert.deepEqual(await left(), steps.slice(2))
  await signIn(seller)
  assert.deepEqual(await left(), steps.slice(3))
  const { txid } = await rail.charged()
  await rail.pay(txid)
  assert.deepEqual(await left(), [])
  assert.doesNotMatch((await owner.get(HOME)).html, /Para começar/)
  const fresh = await rail.service.account()
  const finance = await signIn(fresh, 'finance')
  assert.doesNotMatch((await finance.get(HOME)).html, /Para começar/)
  assert.match((await (await signIn(fresh)).get(HOME)).html, /Para começar: [01] de 6/)
})
