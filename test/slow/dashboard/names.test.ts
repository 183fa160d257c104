/** Lists on a phone, and the buttons that copy ids. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { Buyer, openBrowser } from '../../support/chromium.ts'
import { signIn } from '../../support/dashboard.ts'
import { startService } from '../../support/service.ts'

const browser = await openBrowser()
const service = await startService()
const seller = await service.account()
const owner = await signIn(seller)

test('on a phone 20 payments are at most 2,400 px high, each of two or three lines', async () => {
  const shop = await service.account()
  const customer = await shop.customer()
  for (let n = 0; n < 20; n++) {
    const body = { customer_id: customer.id, external_id: `pedido-${n}` }
    const { id } = await shop.checkout(body)
    await shop.post(`/sandbox/checkouts/${id}/pay`)
  }
  const reader = await signIn(shop)
  const buyer = await Buyer.with(browser, [service.url], { language: 'pt-BR' })
  const { page } = await buyer.visit(`${service.url}/dashboard/payments`, async (tab) => {
    await tab.setViewportSize({ width: 390, height: 844 })
    await tab.setExtraHTTPHeaders({ cookie: reader.cookie })
  })
  const rows = page.locator('.cards tbody tr')
  assert.equal(await rows.count(), 20)
  const height = (await page.locator('.cards').boundingBox())?.height ?? Infinity
  assert.ok(height <= 2400, `${height} px`)
  const whole = await page.evaluate<number>('document.documentElement.scrollHeight')
  assert.ok(whole <= 2400, `${whole} px with what stands around`)
  await buyer.context.close()
})

test('a button copies an id whole, once the script has shown it', async () => {
  const { id } = await seller.payment()
  const buyer = await Buyer.with(browser, [service.url], {
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const { page, faults } = await buyer.visit(`${service.url}/dashboard/payments/${id}`, (tab) =>
    tab.setExtraHTTPHeaders({ cookie: owner.cookie }),
  )
  const button = page.locator(`button[data-copy="${id}"]`)
  await button.click()
  await page.locator(`button[data-copy="${id}"]`, { hasText: 'Copiado' }).waitFor()
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), id)
  assert.deepEqual(faults, [])
  await buyer.context.close()
})

test('without the script no button is shown that could not work', async () => {
  const { id } = await seller.payment()
  const buyer = await Buyer.with(browser, [service.url], { scripts: false })
  const { page } = await buyer.visit(`${service.url}/dashboard/payments/${id}`, (tab) =>
    tab.setExtraHTTPHeaders({ cookie: owner.cookie }),
  )
  assert.equal(await page.locator('button[data-copy]:visible').count(), 0)
  assert.ok((await page.locator('main').innerText()).includes(id.slice(-8)))
  await buyer.context.close()
})
