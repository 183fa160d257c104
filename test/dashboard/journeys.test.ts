/** From an invitation to a paid, partly refunded checkout, in a real browser. */
import assert from 'node:assert/strict'
import type { BrowserContext, Page } from 'playwright-core'
import { test } from 'vitest'
import { barriers, Buyer, openBrowser } from '../support/chromium.ts'
import { startReceiver } from '../support/receiver.ts'
import { startService } from '../support/service.ts'
import { welcome } from '../../welcome.ts'

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

/** What the first start of a sandbox prints to a newcomer, who opens the invitation. */
async function newcomer() {
  const service = await startService({ hostName: 'localhost' })
  const { baseUrl: origin } = service.service
  const now = service.clock.now()
  const printed = await welcome(service.db, { localUrl: service.url, baseUrl: origin, now })
  const after = (words: string) => new RegExp(`${words} +(\\S+)`).exec(printed ?? '')?.[1] ?? ''
  const [client_id, client_secret] = [after('client_id'), after('client_secret')]
  const seller = await service.login({ seller_id: '', client_id, client_secret })
  const buyer = await Buyer.with(browser, [origin])
  const visit = await buyer.visit(after('Open the dashboard'), (page) =>
    withPasskeys(buyer.context, page),
  )
  return { seller, origin, ...visit }
}

/** Waits for a page and for its script, without which a passkey cannot be asked for. */
async function at(page: Page, name: string): Promise<void> {
  await page.locator(`main[data-page="${name}"]`).waitFor()
  await page.waitForLoadState('load')
}

/** Goes by Tab alone to the element with this name. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let steps = 0; steps < 120; steps++) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate<string>(
      `(() => { const one = document.activeElement
        return (one?.labels?.[0] ?? one)?.textContent?.trim() ?? '' })()`,
    )
    if (name.test(focused)) return
  }
  throw new Error(`No way by Tab to ${name}.`)
}

/** How a newcomer works the pages. */
type Hand = {
  /** Follows the first link, or presses the first button, with this name. */
  use(page: Page, name: RegExp): Promise<void>
  write(page: Page, label: RegExp, text: string): Promise<void>
}

const mouse: Hand = {
  use(page, name) {
    const [link, button] = [page.getByRole('link', { name }), page.getByRole('button', { name })]
    return link.or(button).first().click()
  },
  write: (page, label, text) => page.getByLabel(label).fill(text),
}

const keyboard: Hand = {
  async use(page, name) {
    await tabTo(page, name)
    await page.keyboard.press('Enter')
  },
  async write(page, label, text) {
    await tabTo(page, label)
    await page.keyboard.type(text)
  },
}

/** From the invitation to a refund, its event and its delivery. */
async function journey(hand: Hand): Promise<void> {
  const receiver = await startReceiver()
  const { seller, origin, page, faults, outside } = await newcomer()
  const use = (name: RegExp) => hand.use(page, name)
  const write = (label: RegExp, text: string) => hand.write(page, label, text)
  await at(page, 'join')
  await use(/^Criar passkey e entrar$/)
  await at(page, 'home')
  await use(/^Webhooks$/)
  await at(page, 'webhooks')
  await write(/^Endereço \(URL\)$/, receiver.url)
  await use(/^Adicionar$/)
  await page.getByText('O endereço foi adicionado').first().waitFor()
  await at(page, 'webhooks')
  await use(/^Início$/)
  await at(page, 'home')
  await use(/^Abrir uma cobrança de teste$/)
  await at(page, 'checkout')
  await use(/^Abrir a página de pagamento$/)
  await page.waitForURL(/\/pay\//)
  await use(/^Pagar/)
  await page.getByRole('heading', { name: /Pagamento confirmado/ }).waitFor()
  await page.goto(`${origin}/`)
  await at(page, 'home')
  await use(/^Pagamentos$/)
  await at(page, 'payments')
  await use(/^pay_/)
  await at(page, 'payment')
  await write(/^Valor a devolver$/, '10,00')
  await use(/^Devolver$/)
  await page.getByText('A devolução foi pedida.').waitFor()
  assert.match((await page.locator('.facts').innerText()) ?? '', /Devolvido em parte/)
  // payment.succeeded and refund.succeeded, and the second is the newest.
  await receiver.arrived(2)
  await use(/^Eventos$/)
  await at(page, 'events')
  await use(/^Dinheiro devolvido$/)
  await at(page, 'events')
  assert.match(await page.locator('main').innerText(), /wh_/)
  const { body } = await seller.get<'RefundList'>('/v1/refunds')
  assert.deepEqual(
    body.data.map(({ amount_minor, status }) => [amount_minor, status]),
    [[1000, 'succeeded']],
  )
  assert.deepEqual([faults, outside], [[], []])
}

test('by mouse alone: invitation, webhook, payment, refund, event, delivery', () => journey(mouse))

test('by keyboard alone: invitation, webhook, payment, refund, event, delivery', () =>
  journey(keyboard))

test('by keyboard alone: sign-out and sign-in', async () => {
  const { page, faults } = await newcomer()
  await at(page, 'join')
  await keyboard.use(page, /^Criar passkey e entrar$/)
  await at(page, 'home')
  await keyboard.use(page, /^Sair$/)
  await at(page, 'sign-in')
  await keyboard.use(page, /^Entrar com passkey$/)
  await at(page, 'home')
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
