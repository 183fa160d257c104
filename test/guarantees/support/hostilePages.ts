/** Hosted pages of a seller who writes the same hostile text everywhere. */
import assert from 'node:assert/strict'
import { mock } from 'node:test'
import type { Page } from 'playwright-core'
import type { Visit } from '../../support/chromium.ts'
import type { TestAccount, TestService } from '../../support/service.ts'

/** Each would set `hit` if it were taken for anything but text. */
export const attacks: Record<string, string> = {
  'a script': '</script><script>globalThis.hit = 1</script>',
  'an attribute': `" autofocus onfocus="globalThis.hit = 1" ' onfocus='globalThis.hit = 1`,
  'an image': '"><img src=/x onerror="globalThis.hit = 1">',
  'the end of every element': '</title></style></textarea></svg><svg onload="globalThis.hit = 1">',
  'a template of the server': '<% globalThis.hit = 1 %><%~ globalThis.hit = 1 %>',
  'a template of a browser': '{{globalThis.hit = 1}}${globalThis.hit = 1}`;globalThis.hit = 1//',
  'a comment': '--><!--<script>globalThis.hit = 1</script>',
  'text that is escaped already': '&lt;b&gt;caneca&lt;/b&gt; &amp;amp; &#60;i&#62; \\u003cb\\u003e',
}

export const states = [
  'open',
  'declined',
  'without a code',
  "with a code of the bank's",
  'completed',
  'canceled',
  'expired',
  'not found',
] as const

export type State = (typeof states)[number]

/** The languages, and how a page of each is titled that is open. */
export const languages = ['pt-BR', 'en', 'es'] as const

const hostileUrl = (origin: string) =>
  `${origin}/?x='onfocus='globalThis.hit=1&lt;&y=%22%3E%3Cscript%3Ehit=1%3C/script%3E`

/** A session in whose every text of the seller, and of a customer, stands the same. */
export async function hostileSession(
  service: TestService,
  text: string,
  shop: string,
): Promise<{ seller: TestAccount; id: string; url: string }> {
  const seller = await service.account(text)
  const email = `${crypto.randomUUID()}@example.com`
  const person = { name: text, email, phone: text.slice(0, 32), tax_id: text.slice(0, 32) }
  const customer = await seller.post<'Customer'>('/v1/customers', {
    ...person,
    metadata: { [text]: text },
  })
  const product = await seller.post<'Product'>('/v1/products', {
    name: text,
    description: text,
    metadata: { [text]: text },
    default_offer: { name: text, amount_minor: 4990, currency: 'BRL' },
  })
  const checkout = await seller.post<'Checkout'>('/v1/checkouts', {
    offer_id: product.body.default_offer?.id,
    customer_id: customer.body.id,
    cancel_url: hostileUrl(shop),
    success_url: hostileUrl(shop),
    external_id: text,
    metadata: { [text]: text },
  })
  assert.equal(checkout.status, 201, checkout.text)
  const { id, checkout_url: url } = checkout.body
  return { seller, id, url }
}

/** Brings a session into a state, and gives the address of its page there. */
export async function pageIn(
  state: State,
  { seller, id, url }: Awaited<ReturnType<typeof hostileSession>>,
  text: string,
): Promise<string> {
  const {
    sql,
    service: { rail },
  } = seller.on
  mock.restoreAll()
  if (state === 'completed') await seller.post(`/sandbox/checkouts/${id}/pay`)
  if (state === 'canceled') await seller.post(`/v1/checkouts/${id}/cancel`)
  if (state === 'expired') await sql("update checkouts set status = 'expired' where id = ?", id)
  if (state === 'without a code' || state === "with a code of the bank's") {
    const pix_code = state === 'without a code' ? null : text
    mock.method(rail, 'paymentMethod', async () => ({ rail: 'bacen', pix_code, isComing: false }))
    mock.method(rail, 'codeOf', async () => ({
      isReady: pix_code !== null,
      pix_code: pix_code ?? undefined,
    }))
  }
  if (state === 'declined') return `${url}?declined=1&x=${encodeURIComponent(text)}`
  if (state === 'not found') return `${url.slice(0, -51)}${encodeURIComponent(text)}`
  return `${url}?x=${encodeURIComponent(text)}`
}

/** Finds the parts of a page that this service never writes: elements, attributes, addresses. */
const foreign = `[...document.querySelectorAll('*')].filter((element) =>
  /^(img|iframe|object|embed|base|b|i|applet|frame|link)$/i.test(element.localName)
    && element.getAttribute('rel') !== 'icon'
  || [...element.attributes].some(({ name, value }) =>
    /^on|^style$|^autofocus.+|^srcdoc$/i.test(name) || /^\\s*(javascript|vbscript):/i.test(value))
  || element.localName === 'script' && element.hasAttribute('src')
).map((element) => element.outerHTML.slice(0, 200))`

const count = (page: Page, selector: string) => page.locator(selector).count()

/** Asserts that the page shows the text as text, and that nothing of it has run. */
export async function assertOnlyText({ page, faults }: Visit, state: State, text: string) {
  assert.deepEqual(
    faults.filter((one) => !/status of 404/.test(one)),
    [],
  )
  assert.equal(await page.evaluate<boolean>('"hit" in globalThis'), false, 'a script has run')
  assert.deepEqual(await page.evaluate<string[]>(foreign), [])
  assert.ok((await count(page, 'script')) <= 1, 'there is more than one script')
  assert.equal(await count(page, 'style'), 1)
  assert.equal('hit' in globalThis, false, 'a script has run at the service')
  if (state === 'not found') return
  const shown = async (selector: string) =>
    (await page.locator(selector).allTextContents()).map((found) => found.trim())
  const final = ['completed', 'canceled', 'expired'].includes(state)
  const places = final ? 'header .name, dd bdi' : 'header .name, .product, .offer, .description'
  // Seller, product and description or reference; an offer of the product's name is not named.
  const times = state === 'completed' ? 4 : 3
  assert.deepEqual(await shown(places), Array(times).fill(text))
  assert.ok((await page.title()).endsWith(` · ${text}`))
  if (state === "with a code of the bank's") {
    assert.equal(await page.locator('textarea').inputValue(), text)
  }
}
