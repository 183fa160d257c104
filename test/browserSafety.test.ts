/** What a page must not do, whatever a seller writes; and that these tests would notice. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { barriers, Buyer, heading, openBrowser, openShop, overflowOf } from './chromium.ts'
import { startService } from './service.ts'
import { pageOf } from './sessions.ts'

const browser = await openBrowser()
const shop = await openShop()
const service = await startService()
const buyer = await Buyer.with(browser, [service.url, shop.origin])

const isHit = (page: Page) => page.evaluate<boolean>('"hit" in globalThis')

/** Each would set `hit` if it were taken for anything but text. */
const attacks = {
  'a script': '</script><script>globalThis.hit = 1</script>',
  'an attribute': `" autofocus onfocus="globalThis.hit = 1" ' onfocus='globalThis.hit = 1`,
  'an image': '"><img src=/x onerror="globalThis.hit = 1">',
  'the end of every element': '</title></style></textarea></svg><svg onload="globalThis.hit = 1">',
  'a template of the server': '<% globalThis.hit = 1 %><%~ globalThis.hit = 1 %>',
  'a template of a browser': '{{globalThis.hit = 1}}${globalThis.hit = 1}`;globalThis.hit = 1//',
  'a comment': '--><!--<script>globalThis.hit = 1</script>',
  'text that is escaped already': '&lt;b&gt;caneca&lt;/b&gt; &amp;amp; &#60;i&#62; \\u003cb\\u003e',
}

/** An open session in whose every text of the seller stands the same. */
async function sellAll(text: string) {
  const seller = await service.account(text)
  const product = await seller.post<'Product'>('/v1/products', {
    name: text,
    description: text,
    default_offer: { name: text, amount_minor: 4990, currency: 'BRL' },
  })
  const offer_id = product.body.default_offer?.id
  const checkout = await seller.post<'Checkout'>('/v1/checkouts', {
    offer_id,
    cancel_url: `${shop.origin}/?x='onfocus='globalThis.hit=1&lt;&y=%22%3E%3Cscript%3E`,
    external_id: text,
    metadata: { [text]: text },
  })
  assert.equal(checkout.status, 201, checkout.text)
  return { seller, checkout: checkout.body }
}

for (const [what, text] of Object.entries(attacks)) {
  test(`a seller who writes ${what} writes text`, async () => {
    const { seller, checkout } = await sellAll(text)
    const { page, faults, requests } = await buyer.visit(checkout.checkout_url)
    const shown = async (selector: string) =>
      (await page.locator(selector).allTextContents()).map((found) => found.trim())
    assert.deepEqual(await shown('header .name, .product, .offer, .description'), [
      text, text, text, text,
    ])
    assert.equal(await page.title(), `Aguardando pagamento · ${text}`)
    const href = new URL(checkout.cancel_url ?? '').href
    assert.equal(await page.locator('header a').getAttribute('href'), href)
    assert.equal(await page.locator('img, iframe, object, embed, base').count(), 0)
    assert.equal(await isHit(page), false)
    await seller.post(`/sandbox/checkouts/${checkout.id}/pay`)
    await heading(page, 'Pagamento confirmado')
    assert.deepEqual((await shown('dd')).slice(1, 3), [text, text])
    assert.equal(await isHit(page), false)
    assert.equal('hit' in globalThis, false)
    const others = requests.filter((request) => !request.includes(pageOf(checkout)))
    assert.deepEqual(others, [])
    assert.deepEqual(faults, [])
    await page.close()
  })
}

/** What an intruder on the page would try. */
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
    const { page } = await buyer.visit(checkout_url, (page) => page.addInitScript(
      'addEventListener("securitypolicyviolation", () => { globalThis.stopped = true })'))
    await page.evaluate(code).catch(() => undefined)
    const stopped = page.waitForFunction('globalThis.stopped')
    await stopped.catch(() => assert.fail(`nothing stopped an attempt to ${what}`))
    assert.equal(await isHit(page), false, what)
    assert.equal(page.url(), checkout_url, what)
    await page.close()
  }
  assert.deepEqual(shop.visits.filter(({ path }) => path.startsWith('/roubo')), [])
})

test('the page cannot be put into a frame of another site', async () => {
  const { checkout_url } = await (await service.account()).checkout()
  shop.pages['/moldura'] = `<!doctype html><iframe src="${checkout_url}"></iframe>`
  const { page, faults } = await buyer.visit(`${shop.origin}/moldura`)
  assert.match(faults.join(), /frame-ancestors 'none'/)
  assert.deepEqual(await page.frames()[1]?.locator('h1').allTextContents(), [])
  await page.close()
})

test('the policy is strict in every state', async () => {
  const seller = await service.account()
  const [open, paid] = [await seller.checkout(), await seller.checkout()]
  await seller.post(`/sandbox/checkouts/${paid.id}/pay`)
  for (const path of [pageOf(open), pageOf(paid), `/pay/${'A'.repeat(43)}`]) {
    const { headers } = await service.request('GET', path)
    const policy = headers.get('content-security-policy') ?? ''
    assert.match(policy, /^default-src 'none'; style-src 'sha256-\S+'; script-src 'sha256-\S+'; /)
    assert.doesNotMatch(policy, /unsafe|\*|https?:/)
    assert.match(policy, /form-action 'self'; base-uri 'none'; frame-ancestors 'none'/)
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('cache-control'), 'no-store')
  }
})

test('in live mode there is no trace of the sandbox', async () => {
  const live = await startService({ mode: 'live', secret_key: Buffer.alloc(32, 1) })
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
  assert.deepEqual(requests, [
    `GET ${shop.origin}/ruim`, 'GET http://outside.example/x.png',
  ])
  assert.deepEqual(outside, ['http://outside.example/x.png'])
  assert.deepEqual(faults.filter((fault) => !fault.startsWith('Failed to load')), ['grita', 'cai'])
  assert.equal(await isHit(page), true)
  assert.ok(await overflowOf(page) > 0)
  const found = new Set((await barriers(page)).map((barrier) => barrier.split(':', 1)[0]))
  assert.deepEqual(found, new Set(['color-contrast', 'html-has-lang', 'image-alt']))
  await page.close()
})
