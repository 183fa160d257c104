/** A page that is left open: what it does while networks, banks and clocks fail. */
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { changeSellerStatus } from '../../domain/auth/sellers.ts'
import { Buyer, heading, openBrowser } from '../support/chromium.ts'
import { startService } from '../support/service.ts'

const browser = await openBrowser()
const service = await startService()
const seller = await service.account('Ateliê da Rua')

/** In whose browser time moves by `page.clock` only. */
const buyer = await Buyer.with(browser, [service.url])
await buyer.context.clock.install({ time: 0 })
await buyer.context.clock.pauseAt(1_000)

const pay = (id: string) => seller.post(`/sandbox/checkouts/${id}/pay`)

/** Lets no news through but what the page asks for. */
const withoutStream = (page: Page) => page.route('**/events', (route) => route.abort())

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
