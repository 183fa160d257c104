/** The buyer's browser on the thank-you page. */
import assert from 'node:assert/strict'
import { cleanUp } from '../../../../test/support/atEnd.ts'
import {
  Buyer,
  barriers,
  openBrowser,
  overflowOf,
  picture,
} from '../../../../test/support/chromium.ts'
import { until } from '../../test/support/until.ts'
import type { World } from './world.ts'

async function withScript({ shop, service, product, proxy }: World): Promise<void> {
  const browser = await openBrowser()
  const order = await shop.sold({ products: [[product, 1]] })
  const { code } = await service.api.getCheckoutPix({ path: { checkoutId: order.checkout_id } })
  const buyer = await Buyer.with(browser, [proxy.url])
  const { page, faults } = await buyer.visit(order.page)
  await page.getByRole('button', { name: 'Copiar código' }).click()
  await page.getByRole('button', { name: 'Copiado' }).waitFor()
  assert.equal(await page.getByLabel('Código Pix (copia e cola)').inputValue(), code)
  await picture(page, 'woocommerce')
  const found = (await barriers(page)).filter((line) => line.includes('balcao'))
  assert.deepEqual(found, [])
  await page.setViewportSize({ width: 360, height: 740 })
  assert.equal(await overflowOf(page), 0)
  await picture(page, 'woocommerce-phone')
  await service.pay(order.checkout_id)
  await page.getByText('O seu Pix chegou').waitFor()
  await picture(page, 'woocommerce-paid')
  assert.deepEqual(faults, [])
}

async function withoutScript({ shop, service, product, proxy }: World): Promise<void> {
  const browser = await openBrowser()
  const order = await shop.sold({ products: [[product, 1]] })
  const buyer = await Buyer.with(browser, [proxy.url], { scripts: false })
  const { page } = await buyer.visit(order.page)
  assert.equal(await page.getByRole('button', { name: 'Copiar código' }).isVisible(), false)
  await service.pay(order.checkout_id)
  await until('the order is paid', async () => (await shop.show(order)).paid)
  await page.getByRole('link', { name: 'Já paguei: verificar de novo' }).click()
  await page.getByText('O seu Pix chegou').waitFor()
}

export async function browsers(world: World): Promise<void> {
  const { steps } = world
  steps.atEnd(cleanUp)
  await steps.step('the page copies the code and shows the payment by itself', () =>
    withScript(world),
  )
  await steps.step('without scripts a link shows it', () => withoutScript(world))
}
