/** The page without script, and without a mouse. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import {
  barriers,
  Buyer,
  heading,
  openBrowser,
  openShop,
  picture,
  press,
  walk,
} from '../../support/chromium.ts'
import { startService } from '../../support/service.ts'

const browser = await openBrowser()
const shop = await openShop()
const service = await startService()
const seller = await service.account('Ateliê da Rua')
const origins = [service.url, shop.origin]
const plain = await Buyer.with(browser, origins, { scripts: false })
const scripted = await Buyer.with(browser, origins)

const urls = {
  success_url: `${shop.origin}/obrigado`,
  cancel_url: `${shop.origin}/carrinho`,
}

const statusOf = async (id: string) =>
  (await seller.get<'Checkout'>(`/v1/checkouts/${id}`)).body.status

test('without script the code can be selected whole, and nothing promises more', async () => {
  const { checkout_url } = await seller.checkout()
  const { page, faults, requests } = await plain.visit(checkout_url)
  const field = page.getByLabel('Pix copia e cola')
  const code = await field.inputValue()
  await field.focus()
  await page.keyboard.press('ControlOrMeta+a')
  const selected =
    'document.activeElement.value.slice(...' +
    '[document.activeElement.selectionStart, document.activeElement.selectionEnd])'
  assert.equal(await page.evaluate(selected), code)
  await page.keyboard.type('x')
  assert.equal(await field.inputValue(), code)
  // Buttons that need a script are not shown.
  const buttons = await page.getByRole('button').allInnerTexts()
  assert.deepEqual(buttons, ['Pagar', 'Recusar', 'Deixar expirar'])
  assert.deepEqual(requests, [`GET ${checkout_url}`])
  assert.deepEqual(faults, [])
  await picture(page, 'without script')
  await page.close()
})

test('without script the page refreshes itself, and so shows the payment', async () => {
  const { id, checkout_url } = await seller.checkout()
  const { page } = await plain.visit(checkout_url, (page) =>
    // The same page, but for a wait that is too long for a test.
    page.route(checkout_url, async (route) => {
      const response = await route.fetch()
      const text = await response.text()
      await route.fulfill({ response, body: text.replace('content="15"', 'content="1"') })
    }),
  )
  await heading(page, 'Pague com Pix R$ 49,90')
  await seller.post(`/sandbox/checkouts/${id}/pay`)
  await heading(page, 'Pagamento confirmado')
  await page.close()
})

test('without script the buttons pay, and the paid page leads to success_url', async () => {
  const { id, checkout_url } = await seller.checkout(urls)
  const { page, faults } = await plain.visit(checkout_url)
  await press(page, 'Recusar')
  await page.getByText('O pagamento foi recusado').waitFor()
  assert.equal(await statusOf(id), 'open')
  await press(page, 'Pagar')
  await heading(page, 'Pagamento confirmado')
  assert.equal(await statusOf(id), 'completed')
  const link = page.getByRole('link', { name: 'Continuar na loja' })
  assert.equal(await link.getAttribute('href'), urls.success_url)
  assert.equal(await page.getByRole('button').count(), 0)
  await page.waitForURL(urls.success_url)
  assert.deepEqual(shop.visits.at(-1), { path: '/obrigado', referer: undefined })
  assert.deepEqual(faults, [])
  await page.close()
})

test('without script the reader can stay with the receipt', async () => {
  const { id, checkout_url } = await seller.checkout(urls)
  await seller.post(`/sandbox/checkouts/${id}/pay`)
  const { page, faults } = await plain.visit(checkout_url)
  await page.getByRole('link', { name: 'Ficar nesta página' }).click()
  await page.waitForURL(/stay=1/)
  await heading(page, 'Comprovante de pagamento', 2)
  assert.equal(await page.locator('meta[http-equiv="refresh"]').count(), 0)
  await page.getByRole('link', { name: 'English' }).click()
  await heading(page, 'Payment receipt', 2)
  assert.equal(await page.locator('meta[http-equiv="refresh"]').count(), 0)
  await page.getByRole('link', { name: 'Continue to the store' }).click()
  await page.waitForURL(urls.success_url)
  assert.deepEqual(faults, [])
  await page.close()
})

test('without script the page can expire, and leads back to cancel_url', async () => {
  const own = await startService({ real_clock: true })
  const visitor = await Buyer.with(browser, [own.url, shop.origin], { scripts: false })
  const { checkout_url } = await (await own.account()).checkout(urls)
  const { page } = await visitor.visit(checkout_url)
  await press(page, 'Deixar expirar')
  await heading(page, 'Pagamento expirado')
  await page.getByRole('link', { name: 'Voltar à loja' }).click()
  await page.waitForURL(urls.cancel_url)
  await visitor.context.close()
})

const languages = ['Português', 'English', 'Español']
const described = { name: 'Caneca', description: 'Feita à mão. '.repeat(20) }

/** The page of an open session whose every control is there. */
async function fullPage(): Promise<{ id: string; checkout_url: string }> {
  const default_offer = { amount_minor: 4990, currency: 'BRL' }
  const product = await seller.post<'Product'>('/v1/products', { ...described, default_offer })
  const offer_id = product.body.default_offer?.id
  return (await seller.post<'Checkout'>('/v1/checkouts', { offer_id, ...urls })).body
}

test('the keyboard reaches every control, in the order of reading, and shows where', async () => {
  const { checkout_url } = await fullPage()
  const stops = [
    'Voltar à loja',
    'Descrição',
    'Pix copia e cola',
    'Copiar código Pix',
    'Pagar',
    'Recusar',
    'Deixar expirar',
    ...languages,
  ]
  const { page } = await scripted.visit(checkout_url)
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [320, 1280]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 800 })
      assert.deepEqual(await walk(page), { stops, unmarked: [] })
    }
  }
  const controls = 'a, button, summary, textarea, input, select, [tabindex="0"]'
  assert.equal(await page.locator(controls).count(), stops.length)
  await page.close()
})

test('the keyboard alone reads the description, copies, pays and goes on', async () => {
  const { id, checkout_url } = await fullPage()
  const { page } = await scripted.visit(checkout_url)
  const tabs = async (count: number) => {
    for (let tab = 0; tab < count; tab++) await page.keyboard.press('Tab')
  }
  await tabs(2)
  await page.keyboard.press('Enter')
  await page.getByText('Feita à mão.').waitFor()
  assert.deepEqual(await barriers(page), [])
  await tabs(2)
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Código copiado' }).waitFor()
  await tabs(1)
  await page.keyboard.press('Enter')
  await heading(page, 'Pagamento confirmado')
  assert.equal(await statusOf(id), 'completed')
  // The heading has the focus, so that the next stop is the way on.
  await tabs(1)
  await page.keyboard.press('Enter')
  await page.waitForURL(urls.success_url)
  await page.close()
})

test('the keyboard reaches the way on or back of every finished page', async () => {
  const paid = await seller.checkout({})
  await seller.post(`/sandbox/checkouts/${paid.id}/pay`)
  const canceled = await seller.checkout(urls)
  await seller.post(`/v1/checkouts/${canceled.id}/cancel`)
  const pages = {
    [paid.checkout_url]: ['Imprimir', 'WhatsApp', 'Enviar por e-mail', ...languages],
    [canceled.checkout_url]: ['Voltar à loja', ...languages],
    [`${service.url}/pay/${'A'.repeat(51)}`]: languages,
  }
  for (const [url, stops] of Object.entries(pages)) {
    const { page } = await scripted.visit(url)
    assert.deepEqual(await walk(page), { stops, unmarked: [] })
    await page.close()
  }
})
