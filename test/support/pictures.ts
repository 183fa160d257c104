/** Makes the pictures of the README anew: `node test/support/pictures.ts`. */
import { fileURLToPath } from 'node:url'
import { cleanUp } from './atEnd.ts'
import { Buyer, openBrowser } from './chromium.ts'
import { signIn } from './dashboard.ts'
import { startService } from './service.ts'

const folder = fileURLToPath(new URL('../../docs/pictures/', import.meta.url))

const browser = await openBrowser()
const service = await startService({ real_clock: true })
const reader = await Buyer.with(browser, [service.url], { language: 'en' })

async function picturePaymentPage(): Promise<void> {
  const seller = await service.account('Cerâmica do Vale')
  const { body: product } = await seller.post<'Product'>('/v1/products', {
    name: 'Caneca de cerâmica',
    description: 'Caneca de 300 ml, queimada a 1.200 °C.',
    default_offer: { amount_minor: 4990, compare_at_amount_minor: 5990, currency: 'BRL' },
  })
  const { body: checkout } = await seller.post<'Checkout'>('/v1/checkouts', {
    offer_id: product.default_offer?.id,
    cancel_url: 'https://loja.example/carrinho',
  })
  const { page } = await reader.visit(`${checkout.checkout_url}?lang=en`, (page) =>
    page.setViewportSize({ width: 1220, height: 740 }),
  )
  await page.screenshot({ path: `${folder}payment.png` })
}

async function pictureDocs(): Promise<void> {
  const place = 'tag/Checkouts/operation/createCheckout'
  const { page } = await reader.visit(`${service.url}/docs#${place}`, (page) =>
    page.setViewportSize({ width: 1220, height: 590 }),
  )
  await page.locator('.menu-content .active', { hasText: 'Open a checkout' }).waitFor()
  await page.evaluate(`document.getElementById('${place}').scrollIntoView()`)
  await page.screenshot({ path: `${folder}docs.png` })
}

/** Four weeks of sales, as the dashboard's home shows them. */
async function pictureDashboard(): Promise<void> {
  const on = await startService()
  const seller = await on.account('Cerâmica do Vale')
  const { default_offer } = await seller.product()
  const offer_id = default_offer?.id
  for (let day = 0; day < 45; day++) {
    const today = await on.login(seller)
    for (let sale = 0; sale < 2 + ((day * 7) % 5); sale++) {
      const { body } = await today.post<'Checkout'>('/v1/checkouts', { offer_id })
      await today.post(`/sandbox/checkouts/${body.id}/pay`)
    }
    if (day < 44) on.clock.advanceMs(24 * 60 * 60 * 1000)
  }
  const owner = await signIn(await on.login(seller))
  const visitor = await Buyer.with(browser, [on.url], { language: 'en' })
  const { page } = await visitor.visit(`${on.url}/dashboard/home`, async (page) => {
    await page.setViewportSize({ width: 1220, height: 740 })
    await page.setExtraHTTPHeaders({ cookie: owner.cookie })
  })
  await page.screenshot({ path: `${folder}dashboard.png` })
}

await picturePaymentPage()
await pictureDashboard()
await pictureDocs()
await cleanUp()
