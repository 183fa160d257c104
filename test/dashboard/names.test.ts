/** People's words: lists and headings name what has a name, and a phone shows cards. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { ApiError } from '../../contract/apiError.ts'
import { readEach } from '../../dashboard/names.ts'
import { Buyer, openBrowser } from '../support/chromium.ts'
import { signIn } from '../support/dashboard.ts'
import { filledPages } from '../support/dashboardPages.ts'
import { startService } from '../support/service.ts'

const browser = await openBrowser()
const service = await startService()
const seller = await service.account()
const owner = await signIn(seller)
const pages = await filledPages(seller)

/** An id of the API, whole or cut. */
const bareId = /\b[a-z]+_[0-9a-f]{8}(-[0-9a-f]{4}){1,4}/

/** Texts of the cells of each table, and of the headings, as their reader sees them. */
function wordsIn(html: string): string[] {
  const cells = [...html.matchAll(/<td[^>]*>([\s\S]*?)<\/td>/g)]
  const headings = [...html.matchAll(/<h[12][^>]*>([\s\S]*?)<\/h[12]>/g)]
  return [...cells, ...headings].map(([, inner = '']) => inner.replaceAll(/<[^>]*>/g, ''))
}

test('no cell of any list, and no heading of any page, is a bare id', async () => {
  const found: string[] = []
  let cells = 0
  for (const [name, path] of Object.entries(pages)) {
    const { html } = await owner.get(path)
    const words = wordsIn(html)
    cells += words.length
    found.push(...words.filter((one) => bareId.test(one)).map((one) => `${name}: ${one}`))
  }
  assert.ok(cells > 100, `${cells}`)
  assert.deepEqual(found, [])
})

test('a name that the rate limit refuses, or that is gone, is left out', async () => {
  const names = await readEach(['a', 'b', 'c', 'a'], async (id) => {
    if (id === 'b') throw new ApiError('too_many_requests')
    if (id === 'c') throw new ApiError('customer_not_found')
    return id.toUpperCase()
  })
  assert.deepEqual([...names], [['a', 'A']])
  const broken = readEach(['a'], () => Promise.reject(new ApiError('service_unavailable')))
  await assert.rejects(broken, /service_unavailable/)
})

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
