import assert from 'node:assert/strict'
import { test } from 'vitest'
import { changeSellerStatus } from '../../domain/auth/sellers.ts'
import { linkOf, openPage, pageOfLink, press } from '../support/paymentLinks.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const seller = await service.account('Loja da Ana')

type Link = Awaited<ReturnType<typeof linkOf>>
const get = (link: Pick<Link, 'url'>, query = '', headers: Record<string, string> = {}) =>
  service.request('GET', pageOfLink(link) + query, { headers })

/** The text of a page. */
const words = (html: string) =>
  html
    .replace(/<(style|script|svg)[\s\S]*?<\/\1>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/[\s\u00a0]+/g, ' ')

const states = async () =>
  (await service.sql('select status, count(*) as count from checkouts group by status')) as object[]

test('shows what is sold, by whom, for how much, and a button; opens nothing', async () => {
  const link = await linkOf(seller, { name: 'Caneca de cerâmica' })
  const { status, headers, text } = await get(link)
  assert.equal(status, 200)
  assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
  assert.match(words(text), /Loja da Ana .*Caneca de cerâmica .*Total R\$ 49,90 .*Pagar com Pix/)
  assert.match(text, new RegExp(`<form class="fields" method="post" action="${pageOfLink(link)}`))
  assert.deepEqual(await states(), [])
})

test('speaks the language of the browser, and the one that was chosen', async () => {
  const link = await linkOf(seller)
  const asked = async (query: string, language?: string) => {
    const headers: Record<string, string> = language ? { 'accept-language': language } : {}
    const answer = await get(link, query, headers)
    return [answer.headers.get('content-language'), /<html lang="([^"]*)"/.exec(answer.text)?.[1]]
  }
  assert.deepEqual(await asked(''), ['pt-BR', 'pt-BR'])
  assert.deepEqual(await asked('', 'en-GB,pt;q=0.5'), ['en', 'en'])
  assert.deepEqual(await asked('', 'es-MX'), ['es', 'es'])
  assert.deepEqual(await asked('?lang=es&utm=x', 'en'), ['es', 'es'])
})

test('asks for what the link collects, with the bounds of what is typed', async () => {
  const link = await linkOf(seller, {
    custom_amount: { min_minor: 500, max_minor: 100_000 },
    collect: ['phone', 'tax_id', 'email', 'name'],
  })
  const { text } = await get(link)
  const fields = [...text.matchAll(/<input id="(\w+)"/g)].map(([, name]) => name)
  assert.deepEqual(fields, ['amount', 'name', 'email', 'tax_id', 'phone'])
  assert.match(words(text), /Entre R\$ 5,00 e R\$ 1\.000,00\./)
  const many = await linkOf(seller, { quantity: { min: 2, max: 5 } })
  const shown = (await get(many)).text
  assert.match(shown, /<input id="quantity"[^>]*value="2"/)
  assert.match(words(shown), /A partir de R\$ 99,80 .*Entre 2 e 5\./)
})

test('has the headers of the hosted page, byte for byte', async () => {
  const checkout = await seller.checkout()
  const hosted = await service.request('GET', new URL(checkout.checkout_url).pathname)
  const page = await get(await linkOf(seller))
  const own = new Set(['content-length', 'date', 'x-request-id'])
  const kept = (headers: Headers) => [...headers].filter(([name]) => !own.has(name))
  assert.deepEqual(kept(page.headers), kept(hosted.headers))
})

test('says that a link is over: by its seller, by its time, by its last payment', async () => {
  const ended = await linkOf(seller)
  await seller.patch(`/v1/payment_links/${ended.id}`, { active: false })
  const past = await linkOf(seller, { ends_at: service.clock.now().toISOString() })
  const sold = await linkOf(seller, { max_payments: 1 })
  const paid = await press(service, sold)
  const path = paid.headers.get('location') ?? ''
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  await service.request('POST', path, { raw: 'action=pay', headers })
  for (const link of [ended, past, sold]) {
    const { status, text } = await get(link)
    assert.equal(status, 200)
    assert.match(words(text), /Este link foi encerrado/)
    assert.doesNotMatch(text, /<form|Tentar de novo/)
  }
})

test('says that an offer is not on sale any more, and that a seller is suspended', async () => {
  const own = await service.account('Loja suspensa')
  const product = await own.product()
  const items = [{ offer_id: product.default_offer?.id }]
  const link = await linkOf(own, { items })
  assert.match(words((await get(link)).text), /Pagar com Pix/)
  await own.patch(`/v1/products/${product.id}`, { status: 'archived' })
  const unsold = await get(link)
  assert.deepEqual([unsold.status, /<form/.test(unsold.text)], [200, false])
  assert.match(words(unsold.text), /Isto não está à venda no momento/)
  await own.patch(`/v1/products/${product.id}`, { status: 'active' })
  const by = { id: own.seller_id, status: 'suspended', now: service.clock.now() } as const
  await changeSellerStatus(service.db, by)
  const suspended = await get(link)
  assert.deepEqual([suspended.status, /<form/.test(suspended.text)], [200, false])
  assert.match(words(suspended.text), /Esta loja não recebe pagamentos no momento/)
})

test('no token of another kind opens a page, nor one with a letter changed', async () => {
  const link = await linkOf(seller)
  const token = pageOfLink(link).slice('/l/'.length)
  const checkout = await seller.checkout()
  const others = [
    new URL(checkout.checkout_url).pathname.slice('/pay/'.length),
    token.slice(0, -1),
    `${token.slice(0, 40)}${token[40] === 'A' ? 'B' : 'A'}${token.slice(41)}`,
    'x',
    '%00',
    link.id,
  ]
  for (const other of others) {
    const { status, text } = await service.request('GET', `/l/${other}`)
    assert.equal(status, 404, other)
    assert.match(text, /Pagamento não encontrado/)
  }
  assert.equal((await service.request('GET', `/pay/${token}`)).status, 404)
})

test('escapes what a seller writes, and stays light with a hundred long items', async () => {
  const evil = '<script>alert(1)</script>"\'&'
  const items = Array.from({ length: 100 }, (_, n) => ({
    name: `${n} ${evil}`.padEnd(160, '&'),
    unit_amount_minor: 1,
    description: '<b>'.repeat(100),
  }))
  const link = await linkOf(seller, { name: evil, items })
  const { text } = await get(link)
  assert.doesNotMatch(text, /<script>alert|<b>/)
  assert.ok(Buffer.byteLength(text) < 80 * 1024, String(Buffer.byteLength(text)))
  const alone = await linkOf(seller, { name: 'x', items: [{ ...items[0], quantity: 3 }] })
  assert.doesNotMatch((await get(alone)).text, /<script>alert|<b>/)
})

test('says that all is taken for the moment, and offers to try again', async () => {
  const link = await linkOf(seller, { max_payments: 1 })
  await openPage(service, await press(service, link))
  const { status, text } = await get(link)
  assert.equal(status, 200)
  assert.match(words(text), /Tudo reservado no momento .*Tentar de novo/)
  await service.clock.advance(30 * 60)
  assert.match(words((await get(link)).text), /Tudo reservado/)
  // A millisecond past its end the session is canceled by the read, and its place is free.
  service.clock.advanceMs(1)
  assert.match(words((await get(link)).text), /Pagar com Pix/)
})
