/**
 * An afternoon in the real WooCommerce, in a browser: a buyer in each checkout, the mail, and the
 * owner's settings and refund. With `SCREENSHOTS` each page is kept as a picture.
 */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { cleanUp } from '../../../../test/support/atEnd.ts'
import { Buyer, openBrowser, overflowOf, picture } from '../../../../test/support/chromium.ts'
import { until } from '../../test/support/until.ts'
import { whenIs } from './world.ts'
import type { World } from './world.ts'
import type { Order } from './order.ts'

const PHONE = { width: 390, height: 844 }

const PERSON = {
  first_name: 'Ana',
  last_name: 'Souza',
  address_1: 'Rua das Flores, 10',
  city: 'São Paulo',
  postcode: '01310-100',
  phone: '+5511987654321',
}

/** A buyer's browser with one of the product in the cart, at the checkout on a page. */
async function atCheckout({ proxy, product }: World, path: string, isPhone: boolean) {
  const buyer = await Buyer.with(await openBrowser(), [proxy.url])
  const { page, faults } = await buyer.visit(`${proxy.url}/?add-to-cart=${product}`)
  if (isPhone) await page.setViewportSize(PHONE)
  await page.goto(new URL(path, proxy.url).href)
  return { page, faults }
}

/** The thank-you page, paid while it is open. */
async function payOpenPage(world: World, page: Page, name: string): Promise<Order> {
  const { shop, service } = world
  const code = page.getByLabel('Código Pix (copia e cola)')
  await code.waitFor()
  const checkout = await service.newest()
  const { code: expected } = await service.api.getCheckoutPix({ path: { checkoutId: checkout.id } })
  assert.equal(await code.inputValue(), expected)
  const size = page.viewportSize()
  const box = await code.boundingBox()
  assert.ok(box && size && box.y + box.height < size.height, 'the code is on the first screen')
  assert.equal(await overflowOf(page), 0)
  await picture(page, `${name}-thankyou`)
  await service.pay(checkout.id)
  await page.getByText('O seu Pix chegou').waitFor()
  await picture(page, `${name}-paid`)
  return whenIs(world, await shop.show({ id: Number(checkout.metadata['order_id']) }), 'processing')
}

/** @returns the paid order */
async function blockCheckout(world: World): Promise<Order> {
  const { page } = await atCheckout(world, '/checkout/', true)
  await page.locator('#email').fill('blocos@cliente.example')
  await page.getByLabel('CPF ou CNPJ (opcional)').fill('529.982.247-25')
  for (const [name, value] of Object.entries(PERSON)) {
    await page.locator(`#billing-${name}`).fill(value)
  }
  const state = page.locator('select#billing-state')
  if (await state.count()) await state.selectOption('SP')
  await page.getByText('Pague em segundos.').waitFor()
  await picture(page, 'block-checkout')
  const button = page.locator('.wc-block-components-checkout-place-order-button')
  await until('the order is placed', async () => {
    // WooCommerce passes over a click while it sends what was typed.
    await button.click({ timeout: 1_000 }).catch(() => undefined)
    return page.url().includes('order-received')
  })
  const order = await payOpenPage(world, page, 'block')
  const { data } = await world.service.api.listCustomers({
    query: { email: 'blocos@cliente.example' },
  })
  assert.deepEqual(
    data.map(({ tax_id }) => tax_id),
    ['52998224725'],
  )
  return order
}

async function classicCheckout(world: World): Promise<Order> {
  const content = '[woocommerce_checkout]'
  const path = new URL(await world.shop.wordpress.do<string>('page', { content })).pathname
  const { page } = await atCheckout(world, path, false)
  for (const [name, value] of Object.entries(PERSON)) {
    await page.locator(`#billing_${name}`).fill(value)
  }
  await page.locator('#billing_email').fill('navegador@cliente.example')
  await page.getByLabel('CPF ou CNPJ').fill('529.982.247-26')
  await page.locator('#place_order').click()
  await page.getByText('Este CPF ou CNPJ não é válido').waitFor()
  await page.getByLabel('CPF ou CNPJ').fill('529.982.247-25')
  await picture(page, 'classic-checkout')
  await page.locator('#place_order').click()
  return payOpenPage(world, page, 'classic')
}

/** The mail of an order, as a mail program shows it. */
async function mail({ shop, product, proxy }: World): Promise<void> {
  const email = 'correio@cliente.example'
  await shop.sold({ products: [[product, 1]], email })
  const buyer = await Buyer.with(await openBrowser(), [proxy.url])
  const { page } = await buyer.visit(proxy.url)
  const sent = shop.wordpress.mails().find(({ to }) => to === email)
  await page.setViewportSize(PHONE)
  await page.setContent(sent?.message ?? '')
  const image = `document.querySelector('img[alt="QR code do Pix"]')`
  await page.waitForFunction(`${image}.naturalWidth > 0`)
  await picture(page, 'mail')
}

async function signedIn({ proxy }: World): Promise<Page> {
  const buyer = await Buyer.with(await openBrowser(), [proxy.url])
  const { page } = await buyer.visit(`${proxy.url}/wp-login.php`)
  await page.locator('#user_login').fill('admin')
  await page.locator('#user_pass').fill('admin-pass')
  await page.locator('#wp-submit').click()
  await page.waitForURL(/wp-admin/)
  return page
}

/** The owner reads the settings, and refunds one line of an order on its page. */
async function refundByLine(world: World, { id }: Order): Promise<void> {
  const { shop, proxy } = world
  const page = await signedIn(world)
  await page.goto(`${proxy.url}/wp-admin/admin.php?page=wc-settings&tab=checkout&section=balcao`)
  await picture(page, 'settings')
  // WooCommerce 11 has a game for a shop's first order, over the whole page.
  await page.addLocatorHandler(page.locator('#woo-egg-overlay'), (game) =>
    game.getByText("Don't show again").click(),
  )
  await page.goto(await shop.wordpress.do<string>('edit', { order: id }))
  const link = page.locator('.woocommerce-order-data__meta a')
  assert.match((await link.getAttribute('href')) ?? '', /\/dashboard\/payments\/pay_/)
  await page.locator('button.refund-items').click()
  await page.locator('#order_line_items .refund_line_total').first().fill('19,90')
  await page.locator('#order_line_items .refund_line_total').first().press('Tab')
  page.on('dialog', (dialog) => void dialog.accept())
  await picture(page, 'refund')
  await page.locator('button.do-api-refund').click()
  const refunded = await until('the refund is there', async () => {
    const order = await shop.show({ id })
    return order.refunds.length > 0 ? order : undefined
  })
  assert.deepEqual(
    refunded.refunds.map(({ amount }) => Number(amount)),
    [19.9],
  )
  await page.goto(await shop.wordpress.do<string>('edit', { order: id }))
  await picture(page, 'refunded')
}

export async function afternoon(world: World): Promise<void> {
  const { steps } = world
  steps.atEnd(cleanUp)
  const order = await steps.step('a phone buys in the block checkout', () => blockCheckout(world))
  await steps.step('a desktop buys in the classic checkout', () => classicCheckout(world))
  await steps.step('the mail shows code and picture', () => mail(world))
  await steps.step('the owner refunds a line on the order’s page', () => refundByLine(world, order))
}
