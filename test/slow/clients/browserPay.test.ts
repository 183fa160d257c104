/** The hosted page while a buyer pays: their actions, and the updates that it makes by itself. */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { Buyer, heading, openBrowser, openShop, press } from '../../support/chromium.ts'
import { startService } from '../../support/service.ts'
import { passLifetime } from '../../support/sessions.ts'

const browser = await openBrowser()
const shop = await openShop()
const service = await startService()
const seller = await service.account('Ateliê da Rua')
const origins = [service.url, shop.origin]
const buyer = await Buyer.with(browser, origins, {
  permissions: ['clipboard-read', 'clipboard-write'],
})

const urls = {
  success_url: `${shop.origin}/obrigado?pedido=1`,
  cancel_url: `${shop.origin}/carrinho`,
}

const pay = (id: string) => seller.post(`/sandbox/checkouts/${id}/pay`)
const statusOf = async (id: string) =>
  (await seller.get<'Checkout'>(`/v1/checkouts/${id}`)).body.status

/** Lets no news through but what the page asks for. */
const withoutStream = (page: Page) => page.route('**/events', (route) => route.abort())
/** Lets no news through at all. */
const withoutNews = (page: Page) => page.route(/\/(events|status)$/, (route) => route.abort())

/** A buyer in whose browser time moves by `page.clock` only. */
async function patientBuyer(origins: string[]): Promise<Buyer> {
  const permissions = ['clipboard-read', 'clipboard-write']
  const buyer = await Buyer.with(browser, origins, { permissions })
  await buyer.context.clock.install({ time: 0 })
  await buyer.context.clock.pauseAt(1_000)
  return buyer
}

const patient = await patientBuyer(origins)

test('a payment shows by itself, as the stream tells it', async () => {
  const { id, checkout_url } = await seller.checkout()
  const { page, faults, requests } = await patient.visit(checkout_url)
  await heading(page, 'Pague com Pix R$ 49,90')
  await pay(id)
  await heading(page, 'Pagamento confirmado')
  assert.equal(await page.title(), 'Pagamento confirmado · Ateliê da Rua')
  // The page is read aloud from its heading.
  assert.equal(await page.evaluate('document.activeElement.tagName'), 'H1')
  const page_twice = [checkout_url, `${checkout_url}/events`, checkout_url]
  assert.deepEqual(
    requests,
    page_twice.map((url) => `GET ${url}`),
  )
  assert.deepEqual(faults, [])
  await page.close()
})

test('a payment shows by itself where no stream gets through', async () => {
  const { id, checkout_url } = await seller.checkout()
  const { page } = await patient.visit(checkout_url, withoutStream)
  await pay(id)
  await page.clock.runFor(2_000)
  await heading(page, 'Pagamento confirmado')
  await page.close()
})

/** Puts the page behind another tab, or in front again. */
const setHidden = (page: Page, hidden: boolean) =>
  page.evaluate(`
    Object.defineProperty(document, 'hidden', { configurable: true, value: ${hidden} });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`)

test('a tab that is not looked at holds no connection, and catches up when it is', async () => {
  const { id, checkout_url } = await seller.checkout()
  const { page, requests } = await patient.visit(checkout_url)
  const cut = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/events'))
  await setHidden(page, true)
  await cut
  await pay(id)
  await setHidden(page, false)
  await heading(page, 'Pagamento confirmado')
  assert.ok(requests.includes(`GET ${checkout_url}/status`))
  await page.close()
})

test('a payment in one tab shows in the other', async () => {
  const { id, checkout_url } = await seller.checkout()
  const { page: first } = await buyer.visit(checkout_url)
  const { page: second } = await buyer.visit(checkout_url)
  await press(second, 'Pagar')
  await heading(second, 'Pagamento confirmado')
  await heading(first, 'Pagamento confirmado')
  assert.equal(await statusOf(id), 'completed')
  await first.close()
  await second.close()
})

test('a tab that missed the payment cannot undo it', async () => {
  for (const button of ['Pagar', 'Recusar', 'Deixar expirar']) {
    const { id, checkout_url } = await seller.checkout()
    const { page } = await buyer.visit(checkout_url, withoutNews)
    await pay(id)
    await press(page, button)
    await heading(page, 'Pagamento confirmado')
    assert.equal(await statusOf(id), 'completed')
    await page.close()
  }
})

test('after the payment the buyer goes on to success_url, which learns no address', async () => {
  const { checkout_url } = await seller.checkout(urls)
  const { page, faults } = await patient.visit(checkout_url)
  await press(page, 'Pagar')
  await heading(page, 'Pagamento confirmado')
  await page.clock.runFor(3_000)
  await page.waitForURL(urls.success_url)
  assert.deepEqual(shop.visits.at(-1), { path: '/obrigado?pedido=1', referer: undefined })
  assert.deepEqual(faults, [])
  await page.close()
})

test('a buyer who wants to stay stays, until they go on', async () => {
  const { id, checkout_url } = await seller.checkout(urls)
  await pay(id)
  const { page } = await patient.visit(checkout_url)
  await page.clock.runFor(2_900)
  await press(page, 'Ficar nesta página')
  await page.clock.runFor(60_000)
  assert.equal(page.url(), `${checkout_url}?stay=1`)
  assert.equal(await page.locator('#spoken').textContent(), 'Você continua nesta página.')
  assert.equal(await page.getByText('Você voltará à loja').isVisible(), false)
  await page.keyboard.press('Enter')
  await page.waitForURL(urls.success_url)
  await page.close()
})

test('a declined payment says so, and can be paid afterwards', async () => {
  const { id, checkout_url } = await seller.checkout()
  const { page, faults } = await buyer.visit(checkout_url)
  const notice = page.getByRole('alert')
  assert.equal(await notice.count(), 0)
  await press(page, 'Recusar')
  await notice.getByText('O pagamento foi recusado').waitFor()
  await heading(page, 'Pague com Pix R$ 49,90')
  assert.equal(await statusOf(id), 'open')
  await press(page, 'Pagar')
  await heading(page, 'Pagamento confirmado')
  assert.equal(await statusOf(id), 'completed')
  assert.equal(await notice.count(), 0)
  assert.deepEqual(faults, [])
  await page.close()
})

test('a cancellation shows by itself, with the way back to cancel_url', async () => {
  const { id, checkout_url } = await seller.checkout(urls)
  const { page, faults } = await buyer.visit(checkout_url)
  await seller.post(`/v1/checkouts/${id}/cancel`)
  await heading(page, 'Pagamento cancelado')
  assert.equal(await page.getByRole('button').count(), 0)
  await page.getByRole('link', { name: 'Voltar à loja' }).click()
  await page.waitForURL(urls.cancel_url)
  assert.deepEqual(shop.visits.at(-1), { path: '/carrinho', referer: undefined })
  assert.deepEqual(faults, [])
  await page.close()
})

test('an open page has the way back to cancel_url, and none without one', async () => {
  const link = (page: Page) => page.getByRole('link', { name: 'Voltar à loja' })
  const { page } = await buyer.visit((await seller.checkout(urls)).checkout_url)
  await link(page).click()
  await page.waitForURL(urls.cancel_url)
  await page.goto((await seller.checkout()).checkout_url)
  assert.equal(await link(page).count(), 0)
  await page.close()
})

test('the countdown counts, says when little is left, and ends on the finished page', async () => {
  const own = await startService()
  const { checkout_url } = await (await own.account()).checkout()
  const visitor = await patientBuyer([own.url])
  const { page } = await visitor.visit(checkout_url, withoutStream)
  const clock = page.getByRole('timer')
  const left = async (expected: string) => assert.equal(await clock.textContent(), expected)
  const said = async (expected: string) => {
    await page.clock.runFor(50)
    assert.equal(await page.locator('#spoken').textContent(), expected)
  }
  await left('24:00:00')
  await page.clock.runFor(61_000)
  await left('23:58:59')
  await said('')
  await page.clock.fastForward('23:53:59')
  await left('00:04:59')
  await said('Faltam 5 minutos para pagar.')
  await page.clock.fastForward('04:00')
  await left('00:00:59')
  await said('Falta 1 minuto para pagar.')
  passLifetime(own)
  await page.clock.fastForward('01:00')
  await page.clock.resume()
  await heading(page, 'Pagamento expirado')
  await visitor.context.close()
})

test('the button that lets time pass ends on the finished page', async () => {
  const own = await startService({ real_clock: true })
  const { checkout_url } = await (await own.account()).checkout(urls)
  const visitor = await Buyer.with(browser, [own.url, shop.origin])
  const { page, faults } = await visitor.visit(checkout_url)
  await press(page, 'Deixar expirar')
  await heading(page, 'Pagamento expirado')
  assert.equal(await page.getByRole('button').count(), 0)
  await page.getByRole('link', { name: 'Voltar à loja' }).click()
  await page.waitForURL(urls.cancel_url)
  assert.deepEqual(faults, [])
  await visitor.context.close()
})

test('the copy button copies the code, and says so to eye and ear', async () => {
  const { checkout_url } = await seller.checkout()
  const { page } = await patient.visit(checkout_url)
  const code = await page.getByLabel('Pix copia e cola').inputValue()
  await press(page, 'Copiar código Pix')
  await page.getByRole('button', { name: 'Código copiado' }).waitFor()
  await page.clock.runFor(50)
  const spoken = await page.getByRole('status').textContent()
  assert.equal(spoken, 'Código copiado. Agora cole no aplicativo do seu banco.')
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), code)
  await page.clock.runFor(4_000)
  await page.getByRole('button', { name: 'Copiar código Pix' }).waitFor()
  await page.close()
})

test('the copy button copies also where the browser has no clipboard to offer', async () => {
  const { page: other } = await buyer.visit(shop.origin)
  await other.evaluate('navigator.clipboard.writeText("")')
  const { checkout_url } = await seller.checkout()
  const { page, faults } = await buyer.visit(checkout_url, (page) =>
    page.addInitScript('Object.defineProperty(navigator, "clipboard", { value: undefined })'),
  )
  await press(page, 'Copiar código Pix')
  await page.getByRole('button', { name: 'Código copiado' }).waitFor()
  await other.bringToFront()
  const code = await page.getByLabel('Pix copia e cola').inputValue()
  assert.equal(await other.evaluate('navigator.clipboard.readText()'), code)
  // Copying the old way selects the field; the keyboard's place is the button all the same.
  assert.equal(await page.evaluate('document.activeElement.id'), 'copy')
  assert.deepEqual(faults, [])
  await page.close()
  await other.close()
})

test('a copy that the browser refuses is not said to be done', async () => {
  const { checkout_url } = await seller.checkout()
  const { page } = await buyer.visit(checkout_url, (page) =>
    page.addInitScript(`
    Object.defineProperty(navigator, "clipboard", { value: undefined })
    document.execCommand = () => false
  `),
  )
  await press(page, 'Copiar código Pix')
  const words = 'Não foi possível copiar. Selecione o código acima e copie.'
  await page.getByRole('button', { name: words }).waitFor()
  await page.getByRole('status').getByText(words).waitFor({ state: 'attached' })
  // The code stands selected, ready to be copied by hand.
  assert.equal(await page.evaluate('document.activeElement.id'), 'code')
  await page.close()
})

test("speaks the browser's language, and keeps the one that the buyer chooses", async () => {
  const { checkout_url } = await seller.checkout()
  const visitor = await Buyer.with(browser, origins, { language: 'es-MX' })
  const { page } = await visitor.visit(checkout_url)
  await heading(page, 'Pague con Pix 49,90 R$')
  await page.getByRole('link', { name: 'English' }).click()
  await heading(page, 'Pay with Pix R$49.90')
  await press(page, 'Decline')
  await page.getByText('The payment was declined').waitFor()
  await press(page, 'Pay')
  await heading(page, 'Payment confirmed')
  await page.getByRole('link', { name: 'Português' }).click()
  await heading(page, 'Pagamento confirmado')
  await visitor.context.close()
})
