/** The page of a subscription in a real browser: read, heard, and cancelled without a mouse. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import {
  barriers,
  Buyer,
  heading,
  openBrowser,
  overflowOf,
  picture,
  press,
  walk,
} from '../../support/chromium.ts'
import { startService } from '../../support/service.ts'

const service = await startService()
const account = await service.account('Clube do Café')
/** With a token of the time to which the clock was moved. */
const login = () => service.login(account)
const browser = await openBrowser()

const widths = [320, 1280]
const languages = ['Português', 'English', 'Español']
const customer = { name: 'Ana Souza', email: 'ana@example.com', tax_id: '529.982.247-25' }
const year = { billing_interval: 'year', amount_minor: 99_999_999_999 }

async function opened(terms: object = {}, { name = 'Café do mês', offer = {} } = {}) {
  const seller = await login()
  const recurring = { amount_minor: 4990, currency: 'BRL', type: 'recurring' }
  const default_offer = { ...recurring, billing_interval: 'month', ...offer }
  const product = await seller.post<'Product'>('/v1/products', { name, default_offer })
  const body = { offer_id: product.body.default_offer?.id, customer, ...terms }
  const made = await seller.post<'Subscription'>('/v1/subscriptions', body)
  assert.equal(made.status, 201, made.text)
  return made.body
}

const play = async (id: string, what: string, body: object = {}) =>
  (await login()).post(`/sandbox/subscriptions/${id}/${what}`, body)

async function active(terms: object = {}, of: Parameters<typeof opened>[1] = {}) {
  const subscription = await opened(terms, of)
  await play(subscription.id, 'authorize')
  return subscription
}

/** The page of a subscription in each state, and its heading. */
const states: Record<string, () => Promise<{ subscription_url: string }>> = {
  incomplete: opened,
  'incomplete, with the longest texts': () =>
    opened(
      { first_amount_minor: 1, variable: { minimum_limit_minor: 99_999_999_999 } },
      {
        name: 'W'.repeat(160),
        offer: year,
      },
    ),
  active,
  'active, with the longest texts': () =>
    active({ success_url: 'https://loja.example/a' }, { name: 'W'.repeat(160), offer: year }),
  'past due, with a code': async () => {
    const subscription = await active({ retries: false })
    await (await login()).post('/sandbox/clock/advance', { seconds: 26 * 24 * 60 * 60 })
    const seller = await login()
    const { body } = await seller.get<'Subscription'>(`/v1/subscriptions/${subscription.id}`)
    const failed = await seller.post(`/sandbox/invoices/${body.latest_invoice_id}/fail`)
    assert.equal(failed.status, 200, failed.text)
    return subscription
  },
  'paid and not authorized': async () => {
    const subscription = await opened()
    await play(subscription.id, 'authorize', { approved: false })
    return subscription
  },
  canceled: async () => {
    const subscription = await active({ cancel_url: 'https://loja.example/planos' })
    await (await login()).post(`/v1/subscriptions/${subscription.id}/cancel`)
    return subscription
  },
  refused: async () => {
    const subscription = await opened()
    await play(subscription.id, 'refuse')
    return subscription
  },
}

const buyer = await Buyer.with(browser, [service.url])

for (const [state, make] of Object.entries(states)) {
  test(`${state}: fits a phone and a desk, and has no barrier in light and dark`, async () => {
    const { subscription_url } = await make()
    const { page, faults, outside } = await buyer.visit(subscription_url)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        assert.deepEqual(await barriers(page), [], `${colorScheme} ${width}`)
        assert.equal(await overflowOf(page), 0, `${width}`)
        await picture(page, `subscribe-${state}-${colorScheme}-${width}`)
      }
    }
    assert.deepEqual([faults, outside], [[], []])
    await page.close()
  })
}

test('without script a buyer authorises, reads the receipt and cancels in two steps', async () => {
  const { id, subscription_url } = await opened()
  const plain = await Buyer.with(browser, [service.url], { scripts: false })
  const { page, faults } = await plain.visit(subscription_url)
  const statusNow = async () =>
    (await (await login()).get<'Subscription'>(`/v1/subscriptions/${id}`)).body.status
  await press(page, 'Pagar e autorizar')
  await page.getByRole('link', { name: /comprovante/i }).click()
  await page.getByText('Comprovante de pagamento').waitFor()
  await page.goBack()
  await press(page, 'Cancelar assinatura')
  await heading(page, 'Cancelar esta assinatura?')
  assert.equal(await statusNow(), 'active')
  await press(page, 'Sim, cancelar')
  await heading(page, 'Assinatura cancelada')
  assert.equal(await statusNow(), 'canceled')
  assert.deepEqual(faults, [])
  await plain.context.close()
})

test('the keyboard reaches every control, shows where, and cancels', async () => {
  const { subscription_url } = await active()
  const { page } = await buyer.visit(subscription_url)
  const stops = ['Condições da assinatura', 'Comprovante', 'Cancelar assinatura', ...languages]
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await page.reload()
    assert.deepEqual(await walk(page), { stops, unmarked: [] })
  }
  await page.getByRole('button', { name: 'Cancelar assinatura' }).focus()
  await page.keyboard.press('Enter')
  await heading(page, 'Cancelar esta assinatura?')
  assert.deepEqual(await barriers(page), [])
  await picture(page, 'subscribe-cancel')
  // The heading has the focus, so that the next stop is the answer.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await heading(page, 'Assinatura cancelada')
  await page.close()
})
