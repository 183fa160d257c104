/** The site of the docs in a browser: what partners look for, and whether all can read it. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import {
  barriers,
  Buyer,
  openBrowser,
  overflowOf,
  picture,
} from '../../../test/support/chromium.ts'
import { temporaryFolder } from '../../../test/support/commandLine.ts'
import { long } from '../../../test/support/property.ts'
import { startService } from '../../../test/support/service.ts'
import { serveFolder } from '../../../test/support/staticFolder.ts'

const made = fileURLToPath(new URL('../../../generated/docs/', import.meta.url))
const root = fileURLToPath(new URL('../../..', import.meta.url))
const browser = await openBrowser()
const service = await startService()
const reader = await Buyer.with(browser, [service.url])
// One for all tasks: what all pages load is fetched and compiled once.
const portuguese = await Buyer.with(browser, [service.url], { language: 'pt-BR' })

const pages = readdirSync(made, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.html'))

/** A reader at the first page, whose clicks are counted. */
class Partner {
  readonly page: Page
  clicks = 0

  constructor(page: Page) {
    this.page = page
  }

  async click(selector: string, text?: string): Promise<void> {
    this.clicks += 1
    const all = this.page.locator(selector)
    await (text === undefined ? all : all.filter({ hasText: text })).first().click()
  }

  /** Types words, and takes the result that has this title. */
  async search(words: string, title: string): Promise<void> {
    await this.page.locator('.find input').fill(words)
    const results = this.page.locator('#found a')
    await results.first().waitFor()
    const titles = await results.locator('.title').allInnerTexts()
    assert.ok(titles.slice(0, 5).includes(title), `${words}: ${titles.join(' · ')}`)
    const before = this.page.url()
    await this.click(`#found a:has(.title:text-is("${title}"))`)
    await this.page.waitForURL((url) => url.href !== before)
  }

  /** Opens a section of the menu, and follows a link in it. */
  async menu(section: string, link: string): Promise<void> {
    await this.click('.menu summary', section)
    await this.click('.menu a', link)
  }

  async sees(selector: string, text: string): Promise<void> {
    await this.page.locator(selector).filter({ hasText: text, visible: true }).first().waitFor()
  }
}

const CLICKS = 3

const tasks: Record<string, (partner: Partner) => Promise<void>> = {
  'devolver metade de um pagamento': async (partner) => {
    await partner.search('devolver metade de um pagamento', 'Devolver um pagamento')
    await partner.sees('.fields dt', 'amount_minor')
  },
  'descobrir por que recebi 409': async (partner) => {
    await partner.search('409', 'Códigos de erro: 409')
    await partner.click('main li a', 'checkout_not_open')
    await partner.sees('main strong', 'O que fazer:')
  },
  'verificar a assinatura de um webhook em PHP': async (partner) => {
    await partner.search('verificar assinatura PHP', 'Verifique a assinatura: PHP')
    await partner.sees('pre', 'StandardWebhooks\\Webhook')
  },
  'receber por boleto': async (partner) => {
    await partner.search('boleto', 'Formas de pagamento')
    await partner.sees('td', 'Um checkout, que fica aberto por 24 horas')
  },
  'mostrar o Pix copia e cola no caixa': async (partner) => {
    await partner.search('copia e cola', 'Obter o código Pix de um checkout')
    await partner.sees('.endpoint', 'getCheckoutPix')
  },
  'exportar o extrato do mês em OFX': async (partner) => {
    await partner.menu('Conciliar', 'Conciliação e extrato')
    await partner.sees('h2', 'Exportar o extrato')
  },
  'ligar o Banco Inter': async (partner) => {
    await partner.search('inter', 'Conectar o seu banco')
    await partner.sees('td', 'Banco Inter')
  },
  'repetir uma requisição sem cobrar duas vezes': async (partner) => {
    await partner.menu('Entrar em produção', 'Repetições e idempotência')
    await partner.sees('main strong', 'Idempotency-Key')
  },
  'vender por um link no WhatsApp': async (partner) => {
    await partner.search('whatsapp', 'Links de pagamento')
    await partner.sees('pre', '/v1/payment_links')
  },
  'apagar os dados de um cliente que invoca a LGPD': async (partner) => {
    await partner.search('LGPD', 'Apagar um cliente')
    await partner.sees('.endpoint', 'eraseCustomer')
  },
  'testar a devolução no console, com o corpo preenchido': async (partner) => {
    await partner.search('estorno', 'Devolver um pagamento')
    await partner.click('a.button', 'Testar no console')
    const { page } = partner
    await page.locator('option[value=createRefund]').waitFor({ state: 'attached' })
    assert.equal(await page.locator('#console select').inputValue(), 'createRefund')
    assert.match(await page.locator('#console textarea').inputValue(), /"amount_minor": \d+/)
  },
}

for (const [task, carryOut] of Object.entries(tasks)) {
  test(`a partner who wants to ${task} gets there from /docs in three clicks`, async () => {
    const { page, faults, outside } = await portuguese.visit(`${service.url}/docs`)
    const partner = new Partner(page)
    await carryOut(partner)
    assert.ok(partner.clicks <= CLICKS, `${partner.clicks} clicks`)
    assert.deepEqual([faults, outside], [[], []])
    await page.close()
  })
}

const shown = [
  '',
  '/guides/first-payment-in-five-minutes',
  '/guides/moving-to-balcao',
  '/chapters/events',
  '/operations/createCartCheckout',
  '/events/payment.reversed',
  '/objects/Checkout',
  '/errors',
  '/errors/checkout_not_open',
  '/operations',
  '/objects',
  '/changelog',
]

for (const [turn, scheme] of (['light', 'dark'] as const).entries()) {
  test(`nobody is shut out of the pages in ${scheme}`, async () => {
    const { page, faults } = await reader.visit(`${service.url}/docs/en`)
    await page.emulateMedia({ colorScheme: scheme })
    // A scheme changes colours and nothing else.
    const rule = long || scheme === 'light' ? 'all' : 'colours'
    for (const [i, language] of ['en', 'pt-BR'].entries()) {
      // In the short form a page is shown in each scheme, in another language each time.
      for (const path of shown.filter((_, k) => long || (k + turn) % 2 === i)) {
        await page.goto(`${service.url}/docs/${language}${path}`)
        assert.deepEqual(await barriers(page, { rule }), [], `${language}${path}`)
      }
    }
    await page.goto(`${service.url}/docs/console-en`)
    assert.deepEqual(await barriers(page, { rule }), [], 'console')
    await page.locator('.find input').fill('refund')
    await page.locator('#found a').first().waitFor()
    assert.deepEqual(await barriers(page, { rule }), [], 'search')
    await picture(page, `docs-search-${scheme}`)
    assert.deepEqual(faults, [])
    await page.close()
  })
}

const PAGE_BYTES = 400 * 1024
const PAGE_PIXELS = 30_000
const SITE_BYTES = 12 * 1024 * 1024

test('no page is long, on a phone or on its way', async () => {
  const sizes = pages.map((name) => ({ name, bytes: statSync(join(made, name)).size }))
  for (const { name, bytes } of sizes) assert.ok(bytes < PAGE_BYTES, `${name}: ${bytes}`)
  // The longest are among the largest, since all have the same menu.
  const sorted = sizes.toSorted((a, b) => b.bytes - a.bytes)
  // A page is about as long in each language.
  const pathOf = (name: string) => name.replace(/^(en|pt-BR)\//, '')
  const ofPaths = new Map(sorted.toReversed().map((one) => [pathOf(one.name), one]))
  const largest = sorted.filter((one) => ofPaths.get(pathOf(one.name)) === one).slice(0, 12)
  const { page, faults } = await reader.visit(`${service.url}/docs`)
  await page.setViewportSize({ width: 390, height: 844 })
  for (const name of [...largest.map((one) => one.name), 'en/changelog.html', 'en/errors.html']) {
    await page.goto(`${service.url}/docs/${name.replace(/\.html$/, '')}`)
    const height = await page.evaluate<number>('document.documentElement.scrollHeight')
    assert.ok(height < PAGE_PIXELS, `${name}: ${height}`)
    assert.equal(await overflowOf(page), 0, name)
  }
  assert.deepEqual(faults, [])
})

test('all of the docs together are small', () => {
  const files = readdirSync(made, { recursive: true, withFileTypes: true })
  const packed = files
    .filter((one) => one.isFile())
    .reduce((sum, one) => sum + gzipSync(readFileSync(join(one.parentPath, one.name))).length, 0)
  assert.ok(packed < SITE_BYTES, String(packed))
})

test('the language of samples is kept, and all of them are there without scripts', async () => {
  const { page } = await reader.visit(`${service.url}/docs/en/operations/createRefund`)

  await page.locator('.languages button', { hasText: 'Python' }).click()
  await page.goto(`${service.url}/docs/en/operations/getPayment`)
  const chosen = page.locator('aside .sample:visible')
  assert.equal(await chosen.count(), 1)
  assert.equal(await chosen.getAttribute('data-sample'), 'Python')
  await page.close()
  const plain = await Buyer.with(browser, [service.url], { scripts: false })
  const without = await plain.visit(`${service.url}/docs/en/operations/getPayment`)
  assert.equal(await without.page.locator('aside .sample:visible').count(), 6)
  await without.page.locator('.menu details details summary').first().click()
  await without.page.getByRole('link', { name: 'Sandbox', exact: true }).first().click()
  await without.page.waitForURL('**/guides/sandbox')
  await plain.context.close()
})

test('a sample is copied as it stands', async () => {
  const permissions = ['clipboard-read', 'clipboard-write']
  const copier = await Buyer.with(browser, [service.url], { permissions, language: 'en' })
  const { page } = await copier.visit(`${service.url}/docs/en/operations/getPayment`)
  await page.locator('aside .chosen .copy').click()
  await page.locator('.copy.done').waitFor()
  const copied = await page.evaluate<string>('navigator.clipboard.readText()')
  assert.equal(copied, await page.locator('aside .chosen pre').innerText())
  assert.ok(copied.startsWith(`curl ${service.url}/v1/payments/`))
  await copier.context.close()
})

test('an address of the docs as they were leads to its place in the reference', async () => {
  const { page } = await reader.visit(`${service.url}/docs/en#operation/getClock`)
  await page.waitForURL('**/docs/en/reference#operation/getClock')
  await page.close()
})

test('every link of the folder of npm run docs leads to a file of it', async () => {
  const folder = temporaryFolder()
  execFileSync(process.execPath, ['packages/docs/export.ts', folder], { cwd: root })
  const files = new Set(
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
      name.replaceAll('\\', '/'),
    ),
  )
  for (const name of files) {
    if (!name.endsWith('.html')) continue
    const html = readFileSync(join(folder, name), 'utf8')
    for (const [, link = ''] of html.matchAll(/ (?:href|src)="([^"#]+)/g)) {
      if (/^https?:/.test(link)) continue
      const { pathname } = new URL(link, `http://any/${name}`)
      assert.ok(files.has(decodeURIComponent(pathname.slice(1))), `${name}: ${link}`)
    }
  }
  const origin = await serveFolder(folder)
  const visitor = await Buyer.with(browser, [origin], { language: 'en' })
  const { page, faults, outside } = await visitor.visit(`${origin}/balcao/`)
  await page.locator('.find input').fill('createRefund')
  await page.locator('#found a').first().click()
  await page.waitForURL('**/balcao/en/operations/createRefund.html')
  assert.equal(await page.locator('[data-needs-service]').count(), 0)
  assert.deepEqual([faults, outside], [[], []])
})
