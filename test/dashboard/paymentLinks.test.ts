/** The pages of payment links: what they make, show, change, end and print. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { hiddenFields, signIn } from '../support/dashboard.ts'
import { linkOf, pageOfLink, press, sessionOf } from '../support/paymentLinks.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'

const service = await startService()

const LIST = '/dashboard/payment-links'
const HOSTILE = `<script>alert('1')</script>"&`
const ESCAPED = '&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&quot;&amp;'

const newest = async (seller: TestAccount) => {
  const { body } = await seller.get<'PaymentLinkList'>('/v1/payment_links?limit=1')
  assert.ok(body.data[0])
  return body.data[0]
}

test('a link is made for an amount, for an offer, and for what the buyer types', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  const limits = { max_payments: '12', ends_at: '2026-04-30', collect: 'email' }
  const { location } = await owner.submit(LIST, LIST, {
    name: 'Oficina',
    'items.0.unit_amount_minor': '1.180,00',
    'quantity.min': '1',
    'quantity.max': '3',
    ...limits,
  })
  const made = await newest(seller)
  assert.equal(location, `${LIST}/${made.id}?done=link_created`)
  const { name, items, quantity, collect, max_payments, ends_at, success_url } = made
  assert.deepEqual(
    { name, quantity, collect, max_payments, ends_at, success_url },
    {
      name: 'Oficina',
      quantity: { min: 1, max: 3 },
      collect: ['email'],
      max_payments: 12,
      ends_at: '2026-05-01T03:00:00.000Z',
      success_url: null,
    },
  )
  assert.partialDeepStrictEqual(items, [{ name: 'Oficina', unit_amount_minor: 118_000 }])
  const offer = (await seller.product()).default_offer
  await owner.submit(LIST, LIST, { name: 'Caneca', 'items.0.offer_id': offer?.id ?? '' })
  assert.deepEqual((await newest(seller)).items, [{ offer_id: offer?.id, quantity: 1 }])
  await owner.submit(LIST, `${LIST}/open`, {
    name: 'Doação',
    'custom_amount.min_minor': '5,00',
    'custom_amount.max_minor': '1.000,00',
  })
  const open = await newest(seller)
  assert.deepEqual(open.custom_amount, { min_minor: 500, max_minor: 100_000 })
  const { html } = await owner.get(LIST)
  assert.match(html, /<main [^>]*data-page="payment-links"/)
  assert.match(html, /Valor livre: R\$\s5,00 – R\$\s1\.000,00/)
})

test('what is wrong is said beside its field, and what was typed stays', async () => {
  const owner = await signIn(await service.account())
  const { status, html } = await owner.submit(LIST, LIST, {
    name: 'Oficina',
    'items.0.unit_amount_minor': 'grátis',
  })
  assert.equal(status, 400)
  assert.match(html, /Escreva um valor como 49,90\./)
  assert.match(html, /value="grátis"/)
  const wrong = await owner.submit(LIST, `${LIST}/open`, {
    name: 'Doação',
    'custom_amount.min_minor': '5,00',
    'custom_amount.max_minor': '4,00',
  })
  assert.equal(wrong.status, 400)
})

test('a last day that no calendar has is refused, and no link is made', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  for (const ends_at of ['2027-02-31', '2027-02-29', '2027-13-01']) {
    const fields = { name: 'Oficina', 'items.0.unit_amount_minor': '10,00', ends_at }
    assert.equal((await owner.submit(LIST, LIST, fields)).status, 400, ends_at)
  }
  assert.deepEqual((await seller.get<'PaymentLinkList'>('/v1/payment_links')).body.data, [])
})

test('one link shows what it is, how many were paid, and its QR code', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  const link = await linkOf(seller, { name: HOSTILE, max_payments: 2 })
  const page = (await press(service, link)).headers.get('location') ?? ''
  await service.request('POST', page, { raw: new URLSearchParams({ action: 'pay' }) })
  const { html } = await owner.get(`${LIST}/${link.id}`)
  assert.match(html, /<main [^>]*data-page="payment-link"/)
  assert.ok(html.includes(ESCAPED) && !html.includes(HOSTILE))
  assert.ok(html.includes(link.url))
  assert.match(html, /1 \/ 2/)
  assert.match(html, /class="card poster">[\s\S]*<svg xmlns="/)
  for (const [locale, words] of [
    ['pt-BR', 'QR Code para imprimir'],
    ['en', 'Printable QR code'],
    ['es', 'Código QR para imprimir'],
  ] as const) {
    assert.ok((await owner.reading(locale).get(`${LIST}/${link.id}`)).html.includes(words))
  }
})

test('a session shows what was typed, and its customer that nobody has confirmed it', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  const link = await linkOf(seller, { collect: ['name', 'email', 'tax_id'] })
  const typed = { name: 'Ana', email: 'ana@example.com', tax_id: '529.982.247-25' }
  const session = await sessionOf(seller, await press(service, link, typed))
  const page = await owner.get(`/dashboard/checkouts/${session.id}`)
  assert.match(page.html, /Digitado no link[\s\S]*Ana · ana@example\.com · 529\.982\.247-25/)
  const customer = await owner.get(`/dashboard/customers/${session.customer_id}`)
  assert.match(customer.html, /Digitado num link de pagamento, sem confirmação/)
})

test('a link is changed, ended and resumed; an hour that the API has set stays', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  const ends_at = '2026-05-01T15:30:00.000Z'
  const link = await linkOf(seller, { max_payments: 2, ends_at })
  const address = `${LIST}/${link.id}`
  const read = async () => (await seller.get<'PaymentLink'>(`/v1/payment_links/${link.id}`)).body
  await owner.submit(address, address, {
    name: 'Outro',
    max_payments: '',
    ends_at: '2026-05-01',
    success_url: '',
  })
  const changed = await read()
  assert.deepEqual([changed.name, changed.max_payments, changed.ends_at], ['Outro', null, ends_at])
  const { status } = await owner.submit(address, address, { name: 'Outro', max_payments: 'muitos' })
  assert.equal(status, 400)
  await owner.submit(address, `${address}/active`, { active: 'false' })
  assert.equal((await read()).active, false)
  assert.match((await service.request('GET', pageOfLink(link))).text, /Este link foi encerrado/)
  await owner.submit(address, `${address}/active`, { active: 'true' })
  assert.equal((await read()).active, true)
})

test('a passkey confirms where the buyers of a link are sent', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  const link = await linkOf(seller)
  const address = `${LIST}/${link.id}`
  const success_url = 'https://outra.example/'
  const read = async () => (await seller.get<'PaymentLink'>(`/v1/payment_links/${link.id}`)).body
  const hidden = hiddenFields((await owner.get(address)).html, address)
  const asked = await owner.post(address, { ...hidden, name: 'Outro', success_url })
  assert.match(asked.html, /data-page="confirm"/)
  assert.deepEqual(await read(), link)
  await owner.confirm(asked, address)
  assert.deepEqual([(await read()).name, (await read()).success_url], ['Outro', success_url])
})

test('who may only read sees links and no form', async () => {
  const seller = await service.account()
  const link = await linkOf(seller)
  const viewer = await signIn(seller, 'viewer')
  for (const page of [LIST, `${LIST}/${link.id}`]) {
    const { status, html } = await viewer.get(page)
    assert.equal(status, 200)
    assert.doesNotMatch(html, /action="\/dashboard\/payment-links/)
  }
})
