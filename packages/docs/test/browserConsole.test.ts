/** The docs' console, by which a reader tries requests on the sandbox that serves the docs. */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import {
  barriers,
  Buyer,
  openBrowser,
  overflowOf,
  picture,
  press,
} from '../../../test/support/chromium.ts'
import { startService } from '../../../test/support/service.ts'

const browser = await openBrowser()
const service = await startService()
const reader = await Buyer.with(browser, [service.url])
const seller = await service.account()

const open = async (language: string, operation: string) => {
  const visit = await reader.visit(`${service.url}/docs/console-${language}#${operation}`)
  await visit.page.locator('select[name=operation] option').first().waitFor({ state: 'attached' })
  return visit
}

type Client = { client_id: string; client_secret: string }

/** Fills in the credentials of a client. */
async function enter(page: Page, client: Client = seller): Promise<void> {
  await page.locator('[name=client_id]').fill(client.client_id)
  await page.locator('[name=client_secret]').fill(client.client_secret)
}

/** Sends what the form holds, and returns the answer. */
async function send(page: Page, status: number, name = 'Enviar'): Promise<{ id: string }> {
  await press(page, name)
  await page.locator('output', { hasText: `${status} · req_` }).waitFor()
  return JSON.parse(await page.locator('pre').innerText()) as { id: string }
}

test('a product is made, and read by the id that the answer brought', async () => {
  const { page, faults, outside } = await open('pt-BR', 'createProduct')
  await enter(page)
  const product = await send(page, 201)
  await page.locator('[name=operation]').selectOption('getProduct')
  assert.equal(await page.locator('[name=path]').inputValue(), `/v1/products/${product.id}`)
  assert.equal((await send(page, 200)).id, product.id)
  assert.equal((await seller.get<'Product'>(`/v1/products/${product.id}`)).status, 200)
  assert.deepEqual([faults, outside], [[], []])
})

test('a wrong secret is told, and the right one then works', async () => {
  const { page } = await open('en', 'getAccount')
  await enter(page, { ...seller, client_secret: 'wrong' })
  await send(page, 401, 'Send')
  await enter(page)
  await send(page, 200, 'Send')
})

test('credentials go to no other host', async () => {
  const { page, outside } = await open('en', 'getAccount')
  await enter(page)
  await page.locator('[name=path]').fill('https://elsewhere.example/v1/me')
  await press(page, 'Send')
  await page.locator('output', { hasText: 'https://elsewhere.example' }).waitFor()
  assert.deepEqual(outside, [])
})

test('in live mode nothing is sent but the request for a token', async () => {
  const live = await startService({ mode: 'live' })
  const { page, requests } = await (await Buyer.with(browser, [live.url])).visit(
    `${live.url}/docs/console-pt-BR#createProduct`,
  )
  await page.locator('select[name=operation] option').first().waitFor({ state: 'attached' })
  await enter(page, await live.account())
  await press(page, 'Enviar')
  await page.locator('#live:not([hidden])').waitFor()
  assert.ok(!requests.some((request) => request.includes('/v1/')))
})

test('nothing is sent until it is known that the service is a sandbox', async () => {
  const { page, requests } = await open('pt-BR', 'createProduct')
  // As a proxy answers for a service that is away, in live mode too.
  await page.route('**/sandbox/clock', (route) => route.fulfill({ status: 502, body: '' }))
  await enter(page)
  await press(page, 'Enviar')
  await page.locator('output', { hasText: /^\d/ }).waitFor()
  assert.ok(!requests.some((request) => request.includes('/v1/')))
})

for (const language of ['pt-BR', 'en']) {
  test(`the console in ${language} fits a phone, and has no barriers`, async () => {
    const { page, faults } = await open(language, 'createCheckout')
    await page.setViewportSize({ width: 390, height: 844 })
    assert.equal(await overflowOf(page), 0)
    assert.deepEqual(await barriers(page), [])
    assert.deepEqual(faults, [])
    await picture(page, `console-${language}`)
  })
}
