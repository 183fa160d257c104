/** From an invitation to a paid, partly refunded checkout, in a real browser. */
import assert from 'node:assert/strict'
import type { BrowserContext, Page } from 'playwright-core'
import { test } from 'vitest'
import { invite } from '../../domain/people/users.ts'
import { barriers, Buyer, openBrowser } from '../support/chromium.ts'
import { startService } from '../support/service.ts'

const browser = await openBrowser()

/** Gives the browser an authenticator of its own, which approves by itself. */
async function withPasskeys(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** A newcomer with an invitation to a seller that has a product and a receiver of webhooks. */
async function newcomer() {
  const service = await startService({ hostName: 'localhost' })
  const origin = service.service.baseUrl
  const seller = await service.account('Ateliê da Rua')
  await seller.product()
  await seller.webhookEndpoint()
  const { seller_id } = seller
  const now = service.clock.now()
  const email = 'dono@loja.example'
  const invited = await invite(service.db, { seller_id, email, role: 'owner', now })
  const buyer = await Buyer.with(browser, [origin])
  const visit = await buyer.visit(`${origin}/dashboard/join/${invited?.token}`, (page) =>
    withPasskeys(buyer.context, page),
  )
  return { seller, origin, ...visit }
}

/** Waits for a page and for its script, without which a passkey cannot be asked for. */
async function at(page: Page, name: string): Promise<void> {
  await page.locator(`main[data-page="${name}"]`).waitFor()
  await page.waitForLoadState('load')
}

/** Reaches an element by Tab alone, and presses a key on it. */
async function byKeyboard(page: Page, label: RegExp, key: string): Promise<void> {
  for (let steps = 0; steps < 120; steps++) {
    await page.keyboard.press('Tab')
    const name = await page.evaluate<string>(
      `(() => { const one = document.activeElement
        return (one?.labels?.[0] ?? one)?.textContent?.trim() ?? '' })()`,
    )
    if (label.test(name)) return page.keyboard.press(key)
  }
  throw new Error(`No way by Tab to ${label}.`)
}

test('by mouse: invitation, test checkout, payment, refund, event, delivery', async () => {
  const { seller, origin, page, faults, outside } = await newcomer()
  await page.getByRole('button', { name: 'Criar passkey e entrar' }).click()
  await at(page, 'home')
  await page.getByRole('button', { name: 'Abrir uma cobrança de teste' }).click()
  await at(page, 'checkout')
  const [payment] = await Promise.all([
    page.waitForURL(/\/pay\//),
    page.getByRole('link', { name: 'Abrir a página de pagamento' }).click(),
  ])
  void payment
  await page.getByRole('button', { name: /^Pagar/ }).click()
  await page.getByRole('heading', { name: /Pagamento confirmado/ }).waitFor()
  await page.goto(`${origin}/`)
  await at(page, 'home')
  await page.getByRole('link', { name: 'Pagamentos', exact: true }).click()
  await at(page, 'payments')
  await page.locator('td a[href^="/dashboard/payments/"]').first().click()
  await at(page, 'payment')
  await page.getByLabel('Valor a devolver').fill('10,00')
  await page.getByRole('button', { name: 'Devolver' }).click()
  await page.getByText('A devolução foi pedida.').waitFor()
  assert.match((await page.locator('.facts').innerText()) ?? '', /Devolvido em parte/)
  await page.getByRole('link', { name: 'Eventos' }).click()
  await at(page, 'events')
  await page.getByRole('link', { name: 'Dinheiro devolvido' }).first().click()
  await page.getByText('Entregas a webhooks').first().waitFor()
  assert.match(await page.locator('main').innerText(), /wh_/)
  const { body } = await seller.get<'RefundList'>('/v1/refunds')
  assert.deepEqual(
    body.data.map(({ amount_minor, status }) => [amount_minor, status]),
    [[1000, 'succeeded']],
  )
  assert.deepEqual([faults, outside], [[], []])
})

test('by keyboard alone: invitation, refund, sign-out and sign-in', async () => {
  const { seller, origin, page, faults } = await newcomer()
  const { id } = await seller.payment()
  await at(page, 'join')
  await byKeyboard(page, /^Criar passkey e entrar$/, 'Enter')
  await at(page, 'home')
  await byKeyboard(page, /^Pagamentos$/, 'Enter')
  await at(page, 'payments')
  await byKeyboard(page, /^pay_/, 'Enter')
  await at(page, 'payment')
  await byKeyboard(page, /^Valor a devolver$/, '5')
  await page.keyboard.press('Enter')
  await page.getByText('A devolução foi pedida.').waitFor()
  const { body } = await seller.get<'Payment'>(`/v1/payments/${id}`)
  assert.equal(body.amount_refunded_minor, 500)
  await byKeyboard(page, /^Sair$/, 'Enter')
  await at(page, 'sign-in')
  await byKeyboard(page, /^Entrar com passkey$/, 'Enter')
  await at(page, 'home')
  assert.equal(new URL(page.url()).origin, origin)
  assert.deepEqual(faults, [])
})

test('nothing stands in the way of readers, from the invitation to the confirmation', async () => {
  const { seller, origin, page } = await newcomer()
  const { id } = await seller.payment()
  const found: Record<string, string[]> = {}
  const look = async (name: string) => {
    found[name] = await barriers(page)
  }
  await look('join')
  await page.getByRole('button', { name: 'Criar passkey e entrar' }).click()
  await at(page, 'home')
  await look('home')
  await page.goto(`${origin}/dashboard/payments/${id}`)
  await look('payment')
  // The authenticator is gone, so that the page stays and says so.
  await page.evaluate('navigator.credentials.get = () => Promise.reject(new Error("none"))')
  await page.goto(`${origin}/dashboard/sign-in`)
  await look('sign-in')
  assert.deepEqual(found, { join: [], home: [], payment: [], 'sign-in': [] })
})
