/** Containment of an intruder's code on the page, and controls that these tests would notice. */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { barriers, Buyer, openBrowser, openShop, overflowOf } from '../../support/chromium.ts'
import { startService } from '../../support/service.ts'

const browser = await openBrowser()
const shop = await openShop()
const service = await startService()
const buyer = await Buyer.with(browser, [service.url, shop.origin])

const isHit = (page: Page) => page.evaluate<boolean>('"hit" in globalThis')

/** Attempts of a script that got into the page. */
const intrusions = {
  'run a script': `document.body.append(
    Object.assign(document.createElement('script'), { text: 'globalThis.hit = 1' }))`,
  'run a handler': `document.body.insertAdjacentHTML('beforeend', '<p onclick="hit = 1">')`,
  'run a text': `setTimeout('globalThis.hit = 1')`,
  'style an element': `document.body.setAttribute('style', 'opacity: 0')`,
  'load a picture': `new Image().src = '${shop.origin}/roubo'`,
  'send data away': `fetch('${shop.origin}/roubo').catch(() => {})`,
  'send a form away': `(() => {
    const form = document.createElement('form')
    form.action = '${shop.origin}/roubo'
    document.body.append(form)
    form.submit()
  })()`,
  'change the base of links': `document.head.append(
    Object.assign(document.createElement('base'), { href: '${shop.origin}/roubo/' }))`,
  'frame a page': `document.body.append(
    Object.assign(document.createElement('iframe'), { src: '${shop.origin}/roubo' }))`,
}

test('a script that got into the page could do nothing', async () => {
  const { checkout_url } = await (await service.account()).checkout()
  for (const [what, code] of Object.entries(intrusions)) {
    const { page } = await buyer.visit(checkout_url, (page) =>
      page.addInitScript(
        'addEventListener("securitypolicyviolation", () => { globalThis.stopped = true })',
      ),
    )
    await page.evaluate(code).catch(() => undefined)
    const stopped = page.waitForFunction('globalThis.stopped')
    await stopped.catch(() => assert.fail(`nothing stopped an attempt to ${what}`))
    assert.equal(await isHit(page), false, what)
    assert.equal(page.url(), checkout_url, what)
    await page.close()
  }
  assert.deepEqual(
    shop.visits.filter(({ path }) => path.startsWith('/roubo')),
    [],
  )
})

test('the page cannot be put into a frame of another site', async () => {
  const { checkout_url } = await (await service.account()).checkout()
  shop.pages['/moldura'] = `<!doctype html><iframe src="${checkout_url}"></iframe>`
  const { page, faults } = await buyer.visit(`${shop.origin}/moldura`)
  assert.match(faults.join(), /frame-ancestors 'none'/)
  assert.deepEqual(await page.frames()[1]?.locator('h1').allTextContents(), [])
  await page.close()
})

test('in live mode there is no trace of the sandbox', async () => {
  const live = await startService({ mode: 'live', secretKey: Buffer.alloc(32, 1) })
  const seller = await live.account()
  const { id, checkout_url } = await seller.checkout()
  const visitor = await Buyer.with(browser, [live.url])
  const { page } = await visitor.visit(checkout_url)
  for (const [language, words] of Object.entries({ pt: /teste/i, en: /test/i, es: /prueba/i })) {
    await page.goto(`${checkout_url}?lang=${language}`)
    assert.doesNotMatch(await page.locator('body').innerText(), words)
    assert.equal(await page.locator('form, .sandbox, .badge').count(), 0)
  }
  await visitor.context.close()
  const raw = new URLSearchParams({ action: 'pay' })
  assert.equal((await live.request('POST', new URL(checkout_url).pathname, { raw })).status, 404)
  assert.equal((await seller.get<'Checkout'>(`/v1/checkouts/${id}`)).body.status, 'open')
})

test('a page with every fault is noticed', async () => {
  shop.pages['/ruim'] = `<!doctype html>
    <title>Ruim</title>
    <div style="width: 2000px; color: #999; background: #aaa">larga</div>
    <img src="http://outside.example/x.png">
    <script>globalThis.hit = 1; console.error('grita'); throw new Error('cai')</script>`
  const { page, faults, requests, outside } = await buyer.visit(`${shop.origin}/ruim`)
  assert.deepEqual(requests, [`GET ${shop.origin}/ruim`, 'GET http://outside.example/x.png'])
  assert.deepEqual(outside, ['http://outside.example/x.png'])
  assert.deepEqual(
    faults.filter((fault) => !fault.startsWith('Failed to load')),
    ['grita', 'cai'],
  )
  assert.equal(await isHit(page), true)
  assert.ok((await overflowOf(page)) > 0)
  const found = new Set((await barriers(page)).map((barrier) => barrier.split(':', 1)[0]))
  assert.deepEqual(found, new Set(['color-contrast', 'html-has-lang', 'image-alt']))
  await page.close()
})
