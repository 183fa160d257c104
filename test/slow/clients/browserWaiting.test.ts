/** A page that is left open: what it does while networks, banks and clocks fail. */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { changeSellerStatus } from '../../../domain/auth/sellers.ts'
import { Buyer, heading, openBrowser, openShop, press } from '../../support/chromium.ts'
import { startService } from '../../support/service.ts'

const browser = await openBrowser()
const shop = await openShop()
const service = await startService()
const live = await startService({ mode: 'live', secretKey: Buffer.alloc(32, 1) })
const seller = await service.account('Ateliê da Rua')

/** In whose browser time moves by `page.clock` only. */
const buyer = await Buyer.with(browser, [service.url, live.url, shop.origin])
await buyer.context.clock.install({ time: 0 })
await buyer.context.clock.pauseAt(1_000)

const pay = (id: string) => seller.post(`/sandbox/checkouts/${id}/pay`)

/** Lets no news through but what the page asks for. */
const withoutStream = (page: Page) => page.route('**/events', (route) => route.abort())

/** Marks the document, so that it is known whether it has been loaded again. */
const mark = (page: Page) => page.evaluate('globalThis.mark = 1')
const isMarked = (page: Page) => page.evaluate<boolean>('"mark" in globalThis')

test('a code that pays nothing any more is shown no longer', async () => {
  const owner = await service.account()
  const { checkout_url } = await owner.checkout()
  const { page } = await buyer.visit(checkout_url, withoutStream)
  const set = (status: 'active' | 'suspended') =>
    changeSellerStatus(service.db, { id: owner.seller_id, status, now: service.clock.now() })
  await set('suspended')
  await page.clock.runFor(2_000)
  await heading(page, 'Esta loja não recebe pagamentos no momento', 2)
  await set('active')
  await page.clock.runFor(2_000)
  await page.getByLabel('Pix copia e cola').waitFor()
  await page.close()
})

test('a request that is never answered does not keep the page from asking again', async () => {
  const { id, checkout_url } = await seller.checkout()
  const { page } = await buyer.visit(checkout_url, async (page) => {
    await withoutStream(page)
    await page.route('**/status', () => undefined, { times: 1 })
  })
  const unanswered = page.waitForRequest('**/status')
  await page.clock.runFor(2_000)
  await unanswered
  await pay(id)
  const given_up = page.waitForEvent('requestfailed')
  await page.clock.runFor(15_000)
  await given_up
  await page.clock.runFor(4_000)
  await heading(page, 'Pagamento confirmado')
  await page.close()
})

for (const [what, status] of Object.entries({ 'no network': 0, 'an overloaded service': 503 })) {
  test(`a page that waits for its code outlives ${what}`, async () => {
    const owner = await live.account()
    const { id, checkout_url } = await owner.checkout()
    const { page } = await buyer.visit(checkout_url, withoutStream)
    await mark(page)
    await page.route(`${checkout_url}**`, (route) =>
      status === 0 ? route.abort() : route.fulfill({ status, body: '{}' }),
    )
    const asked = page.waitForRequest(checkout_url)
    await page.clock.runFor(5_000)
    await asked
    await page.clock.runFor(5_000)
    assert.equal(await isMarked(page), true)
    await page.unroute(`${checkout_url}**`)
    await owner.post(`/v1/checkouts/${id}/cancel`)
    await page.clock.runFor(20_000)
    await heading(page, 'Pagamento cancelado')
    await page.close()
  })
}

test('a page that waits for its code is not read out again while it stays the same', async () => {
  const { checkout_url } = await (await live.account()).checkout()
  const { page } = await buyer.visit(checkout_url, withoutStream)
  await mark(page)
  for (let turn = 0; turn < 3; turn++) {
    const asked = page.waitForEvent('requestfinished', (request) => request.url() === checkout_url)
    await page.clock.runFor(5_000)
    await asked
    await heading(page, 'O código Pix ainda não está pronto', 2)
  }
  assert.equal(await isMarked(page), true)
  await page.close()
})

test('a clock of the device that is put right by hours ends no page before its time', async () => {
  const { checkout_url } = await seller.checkout()
  const { page } = await buyer.visit(checkout_url, withoutStream)
  let isLoaded = false
  page.once('load', () => (isLoaded = true))
  await page.clock.fastForward('25:00:00')
  while (!isLoaded) await page.clock.runFor(1_000)
  assert.match((await page.getByRole('timer').textContent()) ?? '', /^(24:00|23:59):/)
  await heading(page, 'Pague com Pix R$ 49,90')
  await page.close()
})

test('a device that wakes past the end does not say that there is time left', async () => {
  const { checkout_url } = await seller.checkout()
  const { page } = await buyer.visit(checkout_url, (page) =>
    page.route(/\/(events|status)$/, (route) => route.abort()),
  )
  await page.clock.fastForward('25:00:00')
  await page.clock.runFor(50)
  assert.equal(await page.getByRole('timer').textContent(), '00:00:00')
  assert.equal(await page.locator('#spoken').textContent(), '')
  await page.close()
})

test('who stays is not led away by a shop that is slow to answer', async () => {
  const { id, checkout_url } = await seller.checkout({ success_url: `${shop.origin}/lenta` })
  await pay(id)
  const { page } = await buyer.visit(checkout_url, (page) =>
    page.addInitScript(`addEventListener('beforeunload', () => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => document.getElementById('stay').click()
      port2.postMessage('after the page has begun to leave')
    })`),
  )
  await page.route('**/lenta', () => undefined)
  const stopped = page.waitForEvent('requestfailed')
  await page.clock.runFor(3_000)
  await stopped
  await heading(page, 'Pagamento confirmado')
  await page.close()
})

test('who stays does so through a reload and in another language', async () => {
  const { id, checkout_url } = await seller.checkout({ success_url: `${shop.origin}/obrigado` })
  await pay(id)
  const { page, requests } = await buyer.visit(checkout_url)
  await press(page, 'Ficar nesta página')
  await page.reload()
  await page.clock.runFor(60_000)
  await page.goto(checkout_url)
  await press(page, 'Ficar nesta página')
  await page.getByRole('link', { name: 'English' }).click()
  await heading(page, 'Payment confirmed')
  await page.clock.runFor(60_000)
  assert.deepEqual(await page.getByRole('button').allTextContents(), ['Print'])
  assert.deepEqual(
    requests.filter((request) => request.includes(shop.origin)),
    [],
  )
  await page.close()
})
