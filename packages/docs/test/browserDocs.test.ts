/** The reference on one page as a partner reads it in a browser. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { operationsOf, readContract } from '../../../contract/document.ts'
import { redocPortuguese } from '../redoc.ts'
import { barriers, Buyer, openBrowser, overflowOf } from '../../../test/support/chromium.ts'
import type { Visit } from '../../../test/support/chromium.ts'
import { temporaryFolder } from '../../../test/support/commandLine.ts'
import { long } from '../../../test/support/property.ts'
import { startService } from '../../../test/support/service.ts'
import { serveFolder } from '../../../test/support/staticFolder.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const contract = readContract()
const browser = await openBrowser()
const service = await startService()
const exported = temporaryFolder()
execFileSync(process.execPath, ['packages/docs/export.ts', exported], { cwd: root })
const folder = await serveFolder(exported)
const reader = await Buyer.with(browser, [service.url, folder], { language: 'en' })

/** Opens the docs and waits until all of them are there. */
async function read(url: string): Promise<Visit> {
  const visit = await reader.visit(url)
  await visit.page.locator('[id="tag/Changelog"]').waitFor()
  return visit
}

/** The sentences of the contract that are plain text. */
function* sentencesOf(node: unknown): Generator<string> {
  if (typeof node !== 'object' || node === null) return
  for (const [name, child] of Object.entries(node)) {
    const isSentence = typeof child === 'string' && /^(summary|description)$/.test(name)
    if (!isSentence) yield* sentencesOf(child)
    else if (/^[^`*\n]+$/.test(child)) yield child
  }
}

/** Searches, and waits for a result that says this. */
async function find(page: Page, words: string, found: string): Promise<void> {
  await page.getByPlaceholder('Search...').fill(words)
  const results = page.locator('[data-role="search:results"] [role="menuitem"]')
  await results.filter({ hasText: found }).first().waitFor()
}

const visit = await read(`${service.url}/docs/reference`)
const portuguese = await read(`${service.url}/docs/pt-BR/reference`)
const visits = { English: visit, Portuguese: portuguese }

test('the reference loads nothing from elsewhere and breaks no rule of its policy', async () => {
  const files = ['/reference', '/style.css', '/redoc.js', '/start.js', '/document.en.json']
  assert.deepEqual(
    visit.requests,
    files.map((file) => `GET ${service.url}/docs${file}`),
  )
  const others = [
    '/pt-BR/reference',
    '/style.css',
    '/redoc.js',
    '/start.js',
    '/document.pt-BR.json',
  ]
  assert.deepEqual(
    portuguese.requests,
    others.map((file) => `GET ${service.url}/docs${file}`),
  )
  assert.deepEqual([...visit.faults, ...portuguese.faults], [])
})

for (const [language, { page }] of Object.entries(visits)) {
  test(`every operation and code has an address of its own in ${language}`, async () => {
    const ids = new Set(
      await page.evaluate<string[]>('[...document.querySelectorAll("[id]")].map(({ id }) => id)'),
    )
    for (const { operation } of operationsOf(contract)) {
      assert.ok(ids.has(`operation/${operation.operationId}`), operation.operationId)
    }
    const end = language === 'English' ? '(token-endpoint)' : '(endpoint-de-tokens)'
    for (const { value } of Object.values(contract.components.examples)) {
      const { error } = value as { error: string | { code: string } }
      const name = typeof error === 'string' ? `${error}-${end}` : error.code
      assert.ok(ids.has(`tag/Error-codes/${name}`), name)
    }
  })

  test(`no link within the docs in ${language} leads nowhere`, async () => {
    const dead = await page.evaluate<string[]>(`
      [...document.querySelectorAll('.api-content a[href*="#"]')]
        .map(({ hash }) => decodeURIComponent(hash.slice(1)))
        .filter((id) => !document.getElementById(id))`)
    assert.deepEqual(dead, [])
  })
}

test('the docs in Portuguese say nothing in English', async () => {
  const said = new Set(
    await portuguese.page.evaluate<string[]>(`(() => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const texts = []
      while (walker.nextNode()) {
        // Programs and values are in no language of people.
        const { parentElement, data } = walker.currentNode
        if (!parentElement.closest('pre, code')) texts.push(data.trim())
      }
      return texts
    })()`),
  )
  const { labels, words } = redocPortuguese
  // `items` is the name of a field, too.
  const others = Object.keys(words).filter((english) => english !== 'items')
  for (const english of others) assert.ok(!said.has(english.trim()), english)
  for (const label of ['Autorização:', 'Parâmetros de consulta', 'obrigatório', 'Recolher tudo']) {
    assert.ok(said.has(label), label)
  }
  assert.ok(said.has(labels.responseSamples))
  const { components, paths } = contract as unknown as Record<string, object>
  for (const sentence of sentencesOf([components, paths])) {
    assert.ok(!said.has(sentence), sentence)
  }
  // Words of English that are no word of Portuguese, and no name of a field.
  const english = /\b(the|and|or|with|this|which|when|your|of|are|not|it|objects|case|property)\b/
  assert.deepEqual(
    [...said].filter((text) => english.test(text)),
    [],
  )
  await portuguese.page.getByPlaceholder('Buscar...').fill('devolver um pagamento')
  const results = portuguese.page.locator('[data-role="search:results"] [role="menuitem"]')
  await results.filter({ hasText: 'Devolver um pagamento' }).first().waitFor()
  await portuguese.page.getByPlaceholder('Buscar...').fill('')
})

test('each language leads to the other', async () => {
  const [other] = await Promise.all([
    portuguese.page.locator('#languages a[lang]').getAttribute('href'),
    visit.page.locator('#languages a[lang="pt-BR"]').waitFor(),
  ])
  assert.equal(other, '/docs/en/reference')
})

test('the search finds guides, operations, events and error codes', async () => {
  for (const [words, found] of [
    ['idempotency', 'Retries and idempotency'],
    ['open a checkout', 'Open a checkout'],
    ['reversed', 'A payment was reversed'],
    ['customer_not_found', 'customer_not_found'],
    ['/v1/offers', 'Read an offer'],
  ] as const)
    await find(visit.page, words, found)
  await visit.page.getByPlaceholder('Search...').fill('')
})

test('the menu shows where the reader is', async () => {
  const { page } = visit
  await page.evaluate('location.hash = "#tag/Error-codes/checkout_not_open"')
  await page.locator('.menu-content .active', { hasText: 'checkout_not_open' }).waitFor()
  await page.evaluate(`new Promise((seen) => {
    const look = ([{ isIntersecting }]) => isIntersecting && seen()
    new IntersectionObserver(look).observe(document.querySelector('.menu-content .active'))
  })`)
})

test('an operation shows its samples in six languages', async () => {
  const tabs = visit.page.locator('[id="tag/Checkouts/operation/createCheckout"] [role="tab"]')
  const names = (await tabs.allInnerTexts()).slice(0, 6)
  assert.deepEqual(names, ['curl', 'TypeScript', 'Python', 'PHP', 'Java', 'Go'])
})

test('a reader by keyboard sees which button has the focus', async () => {
  // Focus is shown for a key, and not for a press of the mouse.
  await visit.page.keyboard.press('Tab')
  const hidden = await visit.page.evaluate<string[]>(`
    [...document.querySelectorAll('[id="tag/Customers/operation/createCustomer"] button')]
      .filter((button) => button.checkVisibility())
      .filter((button) => (button.focus(), getComputedStyle(button).outlineStyle === 'none'))
      .map(({ textContent }) => textContent)`)
  assert.deepEqual(hidden, [])
})

test('each text of an operation stands out from its ground', async () => {
  const { page } = visit
  const of = '[id="tag/Customers/operation/createCustomer"]'
  // One operation alone in the document: axe-core walks through all of it.
  const aside = await page.evaluateHandle(`(() => {
    const aside = []
    const content = document.querySelector('.api-content')
    for (let one = document.querySelector('${of}'); one !== content; one = one.parentElement) {
      for (const other of [...one.parentElement.children].filter((child) => child !== one)) {
        const mark = document.createComment('')
        other.replaceWith(mark)
        aside.push(() => mark.replaceWith(other))
      }
    }
    return () => aside.forEach((putBack) => putBack())
  })()`)
  assert.ok((await page.locator(of).innerText()).length > 100)
  assert.deepEqual(await barriers(page, { rule: 'colours', of }), [])
  await aside.evaluate((putBack: () => void) => putBack())
})

for (const [language, shown] of Object.entries(visits)) {
  for (const [name, width] of [
    ['desktop', 1280],
    ['phone', 390],
  ] as const) {
    test(`on a ${name} the docs in ${language} are as wide as the window`, async () => {
      await shown.page.setViewportSize({ width, height: 844 })
      assert.equal(await overflowOf(shown.page), 0)
      assert.deepEqual(shown.faults, [])
    })
  }
}

test('the folder of npm run docs shows the same, from any path of any web server', async () => {
  const root = `${folder}/balcao/`
  const { page, requests, outside, faults } = await read(
    `${root}en/reference.html#operation/getClock`,
  )
  const own = requests.map((request) => request.replace(`GET ${root}`, ''))
  const files = ['style.css', 'redoc.js', 'start.js', 'document.en.json']
  assert.deepEqual(own, ['en/reference.html', ...files])
  assert.deepEqual([outside, faults], [[], []])
  assert.equal((await fetch(`${root}console.js`)).status, 404)
  const links = page.locator('.api-info a[href*="/openapi"]')
  assert.equal(await links.count(), 2)
  for (const link of await links.all()) {
    const address = new URL((await link.getAttribute('href')) ?? '', page.url())
    assert.equal((await fetch(address)).status, 200)
  }
  for (const list of ['llms.txt', 'pt-BR/llms.txt']) {
    const pages = [...(await (await fetch(root + list)).text()).matchAll(/\]\(([^)]+)\)/g)]
    assert.ok(pages.length > 200)
    for (const [, link = ''] of pages) {
      assert.equal((await fetch(new URL(link, root + list))).status, 200, link)
    }
  }
  const other = await page.locator('#languages a[lang]').getAttribute('href')
  assert.equal(other, '../pt-BR/reference.html')
  // To draw the reference once more takes most of this test.
  if (long) {
    const translated = await read(`${root}pt-BR/reference.html`)
    assert.deepEqual([translated.outside, translated.faults], [[], []])
  }
  // And the address within the docs is where it opens.
  await page.waitForFunction(
    'Math.abs(document.getElementById("operation/getClock").getBoundingClientRect().top) < 200',
  )
})
