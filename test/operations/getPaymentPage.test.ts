import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'vitest'
import { putRefunds } from '../support/refunded.ts'
import type { Refunded } from '../support/refunded.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'
import { endedSessions, pageOf } from '../support/sessions.ts'

const service = await startService()
const seller = await service.account('Padaria Pão Quente')

const get = (path: string, headers: Record<string, string> = {}) =>
  service.request('GET', path, { headers })

/** A session of a product that is described in full. */
async function described(by: TestAccount, more: object = {}, product: object = {}) {
  const { body } = await by.post<'Product'>('/v1/products', {
    name: 'Caneca azul',
    description: 'De 300 ml',
    default_offer: {
      name: 'À vista',
      amount_minor: 123_456,
      compare_at_amount_minor: 200_000,
      currency: 'BRL',
    },
    ...product,
  })
  return by.checkout({ offer_id: body.default_offer?.id, ...more })
}

/** The visible text: without style, script and tags. */
const visible = (html: string) =>
  html
    .replace(/<(style|script)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')

test('shows who sells what for how much, and the code that pays it', async () => {
  const { status, headers, text } = await get(pageOf(await described(seller)))
  assert.equal(status, 200)
  assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
  const shown = visible(text)
  for (const words of [
    'Padaria Pão Quente',
    'Caneca azul',
    'De 300 ml',
    'À vista',
    'R$ 1.234,56',
    'R$ 2.000,00',
    'Pague com Pix',
    'Aguardando o pagamento',
    '24:00:00',
    '3 de março de 2026',
    '09:00',
  ])
    assert.ok(shown.includes(words), `${words} in ${shown}`)
  assert.match(text, /<textarea[^>]*>000201\d*26\d\d0014br\.gov\.bcb\.pix[^<]*6304[0-9A-F]{4}</)
  assert.match(text, /<svg class="qr"/)
})

test("shows nothing that is not the buyer's business", async () => {
  const customer = await seller.customer()
  const checkout = await described(
    seller,
    {
      customer_id: customer.id,
      external_id: 'interno-1',
      metadata: { margem: 'confidencial-1' },
    },
    { metadata: { custo: 'confidencial-2' } },
  )
  const { text } = await get(pageOf(checkout))
  for (const secret of [
    checkout.id,
    customer.id,
    customer.email,
    'interno-1',
    'confidencial-1',
    'confidencial-2',
    seller.client_id,
    seller.seller_id,
  ])
    assert.ok(!text.includes(secret), secret)
})

test('may load nothing, run nothing and be framed by nothing but itself', async () => {
  const { headers, text } = await get(pageOf(await seller.checkout()))
  const policy = headers.get('content-security-policy') ?? ''
  const rules = policy.split('; ')
  for (const rule of [
    "default-src 'none'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ])
    assert.ok(rules.includes(rule), rule)
  assert.doesNotMatch(policy, /unsafe|\*|https?:|strict-dynamic/)
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  assert.equal(headers.get('x-frame-options'), 'DENY')
  assert.equal(headers.get('referrer-policy'), 'same-origin')
  assert.equal(headers.get('x-robots-tag'), 'noindex')
  assert.match(headers.get('x-request-id') ?? '', /./)
  assert.equal(headers.get('set-cookie'), null)
  assert.doesNotMatch(text, /\s(src|on\w+|style)=/)
  assert.doesNotMatch(text, /<(iframe|object|embed|base|link(?! rel="icon" href="data:))/)
})

test('its inline style and script are those that the policy lets in by hash', async () => {
  const { headers, text } = await get(pageOf(await seller.checkout()))
  const policy = headers.get('content-security-policy') ?? ''
  for (const tag of ['style', 'script']) {
    const inline = [...text.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))]
    assert.equal(inline.length, 1)
    const bytes = new TextEncoder().encode(inline[0]?.[1])
    const digest = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('base64')
    assert.ok(policy.includes(`${tag}-src 'sha256-${digest}'`), tag)
  }
})

const languages = [
  ['pt-BR', 'Pague com Pix', ['pt-BR', 'pt', 'pt-PT', 'PT', 'pt;q=0.9, en;q=0.8']],
  ['en', 'Pay with Pix', ['en', 'en-GB', 'en-US,en;q=0.9,pt;q=0.1', 'de, en;q=0.5', 'EN']],
  ['es', 'Pague con Pix', ['es', 'es-MX', 'fr;q=1, es;q=0.7, en;q=0.6']],
  ['pt-BR', 'Pague com Pix', ['', '*', 'de', 'ja,zh;q=0.5', 'x'.repeat(500), ';;q=,', 'en;q=0']],
] as const

for (const [locale, words, wishes] of languages) {
  test(`is in ${locale} for Accept-Language ${wishes.join(' | ').slice(0, 60)}`, async () => {
    const page = pageOf(await seller.checkout())
    for (const wish of wishes) {
      const { headers, text } = await get(page, { 'accept-language': wish })
      assert.match(text, new RegExp(`<html lang="${locale}">`), wish)
      assert.ok(visible(text).includes(words), wish)
      assert.equal(headers.get('content-language'), locale)
      assert.match(headers.get('vary') ?? '', /Accept-Language/i)
    }
  })
}

test('reads only the beginning of a long Accept-Language', async () => {
  const page = pageOf(await seller.checkout())
  const others = 'x,'.repeat(1_000)
  for (const [wish, locale] of [
    [`en,${others}`, 'en'],
    [`${others}en`, 'pt-BR'],
  ] as const) {
    const { text } = await get(page, { 'accept-language': wish })
    assert.match(text, new RegExp(`<html lang="${locale}">`))
  }
})

test('?lang= goes before Accept-Language, unless it names none of ours', async () => {
  const page = pageOf(await seller.checkout())
  for (const [lang, locale] of [
    ['pt-BR', 'pt-BR'],
    ['en', 'en'],
    ['es', 'es'],
    ['EN', 'en'],
    ['pt', 'pt-BR'],
    ['de', 'es'],
    ['', 'es'],
    ['__proto__', 'es'],
    ['x'.repeat(36), 'es'],
    ['%00', 'es'],
    ['%E0%A4%A', 'es'],
    ['en&lang=pt-BR', 'en'],
  ] as const) {
    const { text } = await get(`${page}?lang=${lang}`, { 'accept-language': 'es' })
    assert.match(text, new RegExp(`<html lang="${locale}">`), lang)
  }
})

test('is in Portuguese for a browser that wishes nothing', async () => {
  const { text } = await get(pageOf(await seller.checkout()))
  assert.match(text, /<html lang="pt-BR">/)
})

const script = '"><script>alert(1)</script>\'&<img src=x onerror=alert(1)>{{1}}<%= 1 %>`${1}'

test('every text of the seller is shown as text', async () => {
  const shop = await service.account(script)
  const checkout = await described(
    shop,
    {
      external_id: `Pedido ${script}`,
      success_url: "https://a.example/?'onclick='alert(1)",
      cancel_url: "https://a.example/'onclick='alert(1)",
    },
    {
      name: `Nome ${script}`,
      description: `Descrição ${script}`,
      default_offer: { name: `Oferta ${script}`, amount_minor: 1, currency: 'BRL' },
    },
  )
  const open = await get(pageOf(checkout))
  await shop.post(`/sandbox/checkouts/${checkout.id}/pay`)
  const paid = await get(pageOf(checkout))
  for (const { text } of [open, paid]) {
    assert.doesNotMatch(text, /<script>alert|<img|<%=|'onclick=/)
    const last = text === open.text ? 'Descrição ' : 'Pedido '
    const expected = ['', 'Nome ', 'Oferta ', last]
    for (const before of expected) {
      assert.match(text, new RegExp(`${before}&quot;&gt;&lt;script&gt;alert\\(1\\)`))
    }
  }
  assert.equal(open.text.match(/<script>/g)?.length, 1)
})

test('a long description is all there', async () => {
  const description = `${'Linha longa. '.repeat(150)}Fim.`
  const { text } = await get(pageOf(await described(seller, {}, { description })))
  assert.ok(text.includes(description))
})

test('offers to go back to cancel_url while open, and to success_url once paid', async () => {
  const checkout = await seller.checkout({
    success_url: 'HTTPS://loja.example/obrigado?a=1&b=%C3%BC',
    cancel_url: 'https://loja.example/carrinho',
  })
  const success = 'href="https://loja.example/obrigado?a=1&amp;b=%C3%BC"'
  const open = await get(pageOf(checkout))
  assert.ok(open.text.includes('href="https://loja.example/carrinho"'))
  assert.ok(!open.text.includes('obrigado'))
  await seller.post(`/sandbox/checkouts/${checkout.id}/pay`)
  const paid = await get(pageOf(checkout))
  assert.ok(paid.text.includes(success))
  assert.match(paid.text, /http-equiv="refresh" content="\d+;url=https:\/\/loja\.example\/obrigado/)
  assert.ok(!paid.text.includes('carrinho'))
})

test('leads to the encoded form of an address with accents, given back as sent', async () => {
  const success_url = 'HTTPS://Açaí.com.br/ok/João?n=João#é'
  const checkout = await seller.checkout({ success_url })
  assert.equal(checkout.success_url, success_url)
  await seller.post(`/sandbox/checkouts/${checkout.id}/pay`)
  const { text } = await get(pageOf(checkout))
  assert.ok(text.includes('href="https://xn--aa-4iaz.com.br/ok/Jo%C3%A3o?n=Jo%C3%A3o#%C3%A9"'))
  assert.ok(text.includes(';url=https://xn--aa-4iaz.com.br/ok/Jo%C3%A3o?n=Jo%C3%A3o#%C3%A9"'))
})

test('without addresses to return to it offers none', async () => {
  const checkout = await seller.checkout()
  const open = await get(pageOf(checkout))
  await seller.post(`/sandbox/checkouts/${checkout.id}/pay`)
  const paid = await get(pageOf(checkout))
  for (const { text } of [open, paid]) {
    // The only link outside is the chat in which a receipt may be shared.
    assert.doesNotMatch(text.replace('https://wa.me/', ''), /href="https?:/)
  }
  assert.ok(visible(paid.text).includes('Já pode fechar esta página.'))
})

test('says how each session ended, and asks for no more money', async () => {
  const on = await startService()
  const { sessions } = await endedSessions(on)
  const titles = ['Pagamento confirmado', 'Pagamento cancelado', 'Pagamento expirado']
  for (const [i, session] of sessions.entries()) {
    const { status, headers, text } = await on.request('GET', pageOf(session))
    assert.equal(status, 200)
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.ok(visible(text).includes(titles[i] ?? 'none'))
    assert.doesNotMatch(text, /br\.gov\.bcb\.pix|<form|<svg class="qr"/)
  }
})

/** A session that is paid at a quarter past ten in the evening, in Brasília. */
async function paidAtNight(more: object = {}) {
  const on = await startService()
  on.clock.advanceMs(Date.parse('2026-03-03T01:15:00.000Z') - on.clock.now().getTime())
  const shop = await on.account('Padaria Pão Quente')
  const checkout = await described(shop, { external_id: 'pedido-1042', ...more })
  await shop.post(`/sandbox/checkouts/${checkout.id}/pay`)
  const show = async (query = '') => (await on.request('GET', pageOf(checkout) + query)).text
  const refund = (refunds: Refunded[]) => putRefunds(shop, checkout.id, refunds)
  const { body } = await shop.get<'Checkout'>(`/v1/checkouts/${checkout.id}`)
  const payment = async () => (await shop.get<'Payment'>(`/v1/payments/${body.payment_id}`)).body
  return { on, checkout: body, show, refund, payment }
}

/** The facts of a page: `label: value`. */
const factsIn = (html: string) =>
  [...html.matchAll(/<dt>([\s\S]*?)<\/dt>\s*<dd>([\s\S]*?)<\/dd>/g)].map((pair) =>
    pair
      .slice(1)
      .map((part) => visible(part).trim())
      .join(': '),
  )

const receipts = {
  'pt-BR': (id: string, endToEndId: string) => [
    'Valor: R$ 1.234,56',
    'Vendedor: Padaria Pão Quente',
    'Produto: Caneca azul',
    'Oferta: À vista',
    'Pago em: 2 de março de 2026 às 22:15 (horário de Brasília)',
    'Forma de pagamento: Pix',
    'Referência: pedido-1042',
    `ID da transação Pix: ${endToEndId}`,
    `ID do pagamento: ${id}`,
  ],
  en: (id: string, endToEndId: string) => [
    'Amount: R$1,234.56',
    'Seller: Padaria Pão Quente',
    'Product: Caneca azul',
    'Offer: À vista',
    'Paid on: March 2, 2026 at 10:15 PM (Brasília time)',
    'Payment method: Pix',
    'Reference: pedido-1042',
    `Pix transaction ID: ${endToEndId}`,
    `Payment ID: ${id}`,
  ],
  es: (id: string, endToEndId: string) => [
    'Importe: 1234,56 R$',
    'Vendedor: Padaria Pão Quente',
    'Producto: Caneca azul',
    'Oferta: À vista',
    'Pagado el: 2 de marzo de 2026 a las 22:15 (hora de Brasilia)',
    'Forma de pago: Pix',
    'Referencia: pedido-1042',
    `ID de la transacción Pix: ${endToEndId}`,
    `ID del pago: ${id}`,
  ],
}

test('once paid, the page is a receipt, in each language', async () => {
  const { checkout, show, payment } = await paidAtNight()
  const { id, end_to_end_id } = await payment()
  assert.equal(id, checkout.payment_id)
  for (const [language, facts] of Object.entries(receipts)) {
    const text = await show(`?lang=${language}`)
    assert.deepEqual(factsIn(text), facts(id, end_to_end_id ?? ''))
    assert.match(text, /<time datetime="2026-03-03T01:15:00.000Z">/)
  }
  const shown = visible(await show())
  for (const words of [
    'Comprovante de pagamento',
    'Imprima ou salve esta página como comprovante. O link continua valendo.',
    'Pagamento de teste: nenhum dinheiro foi movido.',
  ])
    assert.ok(shown.includes(words), `${words} in ${shown}`)
  assert.ok(!shown.includes('Devoluções'))
})

test('a receipt of a transfer has its end-to-end id, and is no test', async () => {
  const { on, checkout, show } = await paidAtNight()
  const end_to_end_id = 'E99999004202603030114abcDEF12345'
  await on.sql(
    "update payments set rail = 'bacen', end_to_end_id = ?, paid_at = ? where id = ?",
    end_to_end_id,
    '2026-03-03T01:14:59.000Z',
    checkout.payment_id,
  )
  const text = await show()
  const facts = factsIn(text)
  assert.ok(facts.includes(`ID da transação Pix: ${end_to_end_id}`))
  // The bank's time of the transfer counts, and not that at which it became known.
  assert.ok(facts.includes('Pago em: 2 de março de 2026 às 22:14 (horário de Brasília)'))
  assert.doesNotMatch(visible(text), /teste/i)
})

test('a receipt has nothing of the customer', async () => {
  const person = { name: 'Zuleica Quadros', email: 'zuleica@example.com', tax_id: '52998224725' }
  const { body: customer } = await seller.post<'Customer'>('/v1/customers', person)
  const metadata = { margem: 'confidencial-1' }
  const checkout = await described(seller, { customer_id: customer.id, metadata })
  await seller.post(`/sandbox/checkouts/${checkout.id}/pay`)
  const { text } = await get(pageOf(checkout))
  const secrets = [...Object.values(person), customer.id, checkout.id, metadata.margem]
  for (const secret of secrets) assert.ok(!text.includes(secret), secret)
})

test('a receipt shows what has gone back and what is on its way, the newest first', async () => {
  const { show, refund } = await paidAtNight()
  await refund([
    { amount_minor: 10_000, status: 'succeeded', at: '2026-03-04T12:00:00.000Z' },
    { amount_minor: 77, status: 'failed', at: '2026-03-05T12:00:00.000Z' },
    // The day is Brasília's.
    { amount_minor: 2050, status: 'succeeded', at: '2026-03-07T02:00:00.000Z' },
    { amount_minor: 333, status: 'pending', at: '2026-03-08T12:00:00.000Z' },
  ])
  const text = await show()
  assert.deepEqual(factsIn(text).slice(9), [
    'Total devolvido: R$ 120,50',
    '8 de março de 2026 A caminho: R$ 3,33',
    '6 de março de 2026 Devolvido: R$ 20,50',
    '4 de março de 2026 Devolvido: R$ 100,00',
  ])
  assert.match(visible(text), /Pagamento confirmado.*Comprovante de pagamento.*Devoluções/)
  assert.doesNotMatch(text, /mais antigas/)
  const english = ['Total refunded: R$120.50', 'March 8, 2026 On its way: R$3.33']
  assert.deepEqual(factsIn(await show('?lang=en')).slice(9, 11), english)
  const spanish = ['Total devuelto: 120,50 R$', '8 de marzo de 2026 En camino: 3,33 R$']
  assert.deepEqual(factsIn(await show('?lang=es')).slice(9, 11), spanish)
})

test('a receipt says so when all has gone back', async () => {
  const { show, refund } = await paidAtNight({ success_url: 'https://loja.example/obrigado' })
  await refund([{ amount_minor: 123_456, status: 'succeeded', at: '2026-03-04T12:00:00.000Z' }])
  const text = await show()
  assert.match(text, /<title>Pagamento devolvido · Padaria Pão Quente<\/title>/)
  assert.match(visible(text), /O valor inteiro deste pagamento foi devolvido\./)
  assert.doesNotMatch(visible(text), /Pagamento confirmado|Está tudo certo/)
  assert.ok(factsIn(text).includes('Total devolvido: R$ 1.234,56'))
  assert.ok(text.includes('href="https://loja.example/obrigado"'))
  assert.doesNotMatch(text, /http-equiv="refresh"/)
})

test('a receipt lists the ten newest refunds, however many there are', async () => {
  const { show, refund } = await paidAtNight()
  const at = '2026-03-04T12:00:00.000Z'
  const one = (amount_minor: number): Refunded => ({ amount_minor, status: 'succeeded', at })
  await refund(Array.from({ length: 12 }, (_, i) => one(i + 1)))
  const text = await show()
  const listed = factsIn(text).filter((fact) => fact.includes('Devolvido:'))
  assert.deepEqual(
    listed.map((fact) => fact.slice(-4)),
    ['0,12', '0,11', '0,10', '0,09', '0,08', '0,07', '0,06', '0,05', '0,04', '0,03'],
  )
  assert.ok(factsIn(text).includes('Total devolvido: R$ 0,78'))
  assert.match(visible(text), /As devoluções mais antigas não estão na lista/)
})

test('refunds that failed hide no money that has gone back, however many they are', async () => {
  const { show, refund } = await paidAtNight()
  const at = '2026-03-03T12:00:00.000Z'
  const failed: Refunded[] = Array(60).fill({ amount_minor: 5, status: 'failed', at })
  await refund([{ amount_minor: 200, status: 'succeeded', at }, ...failed])
  const text = await show()
  assert.deepEqual(factsIn(text).slice(9), ['Total devolvido: R$ 2,00'])
  assert.match(visible(text), /As devoluções mais antigas não estão na lista/)
})

test('a session that was not paid is no receipt', async () => {
  const on = await startService()
  const { sessions } = await endedSessions(on)
  const open = await (await on.account()).checkout({ external_id: 'interno-1' })
  for (const session of [...sessions.slice(1), open]) {
    const { text } = await on.request('GET', pageOf(session))
    assert.doesNotMatch(visible(text), /Comprovante|Devoluções|ID do pagamento|interno-1/)
  }
})

test('leads back to the shop by itself just after the payment, and later by a link', async () => {
  const { on, show } = await paidAtNight({ success_url: 'https://loja.example/obrigado' })
  const link = 'href="https://loja.example/obrigado"'
  const isLeading = (text: string) => /http-equiv="refresh"|data-after-ms/.test(text)
  const first = await show('?lang=en')
  assert.ok(first.includes(link) && isLeading(first))
  const [, stay = ''] = /<noscript>\s*<a class="plain" href="([^"]*)"/.exec(first) ?? []
  const staying = await show(stay.replace('&amp;', '&'))
  assert.ok(staying.includes(link) && !isLeading(staying))
  // A buyer who stays can still choose another language.
  assert.match(staying, /<html lang="en">[\s\S]*href="\?lang=es&amp;stay=1"/)
  on.clock.advanceMs(10 * 60 * 1000 - 1)
  assert.ok(isLeading(await show()))
  on.clock.advanceMs(1)
  const later = await show()
  assert.ok(later.includes(link) && !isLeading(later))
})

test('in sandbox mode says so, and offers to pay, be declined and let it expire', async () => {
  const { text } = await get(pageOf(await seller.checkout()))
  assert.match(visible(text), /Ambiente de testes/)
  const buttons = [...text.matchAll(/<button name="action" value="(\w+)"/g)].map(([, name]) => name)
  assert.deepEqual(buttons, ['pay', 'decline', 'expire'])
})

test('the page of a session from before tokens had a time in them still opens', async () => {
  const { id } = await seller.checkout()
  const uuid = Buffer.from(seller.seller_id.replace('seller_', '').replaceAll('-', ''), 'hex')
  const token = Buffer.concat([uuid, randomBytes(16)]).toString('base64url')
  await service.sql('update checkouts set page_token = ? where id = ?', token, id)
  assert.equal((await get(`/pay/${token}`)).status, 200)
})

test('an address of no page is a 404 page, which tells nothing', async () => {
  const checkout = await seller.checkout()
  const token = checkout.checkout_url.slice(-51)
  const bytes = Buffer.from(token, 'base64url')
  bytes[37] = (bytes[37] ?? 0) ^ 1
  const pages = []
  for (const junk of [
    'x',
    checkout.id,
    seller.seller_id,
    token.slice(0, -1),
    `${token}A`,
    `${token}=`,
    `%20${token}`,
    token.toLowerCase(),
    bytes.toString('base64url'),
    'A'.repeat(51),
    'A'.repeat(10_000),
    '%00',
    '%E0%A4%A',
    '..%2f..%2fetc%2fpasswd',
    '__proto__',
    '%F0%9F%92%B8',
    "'%20or%201=1--",
    '*',
    'not_found',
  ]) {
    const { status, headers, text } = await get(`/pay/${junk}`)
    assert.equal(status, 404, junk)
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
    assert.doesNotMatch(headers.get('content-security-policy') ?? 'unsafe', /unsafe/)
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.match(visible(text), /Pagamento não encontrado/)
    pages.push(text)
  }
  assert.equal(new Set(pages).size, 1)
  const english = await get('/pay/x', { 'accept-language': 'en' })
  assert.match(english.text, /Payment not found/)
})

test('a 503 is a page for a browser', async () => {
  const full = await startService({}, { maxInFlight: 0 })
  const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
  for (const method of ['GET', 'POST'] as const) {
    const { status, headers, text } = await full.request(method, '/pay/x', { headers: asBrowser })
    assert.deepEqual([status, headers.get('retry-after')], [503, '1'])
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
    assert.doesNotMatch(headers.get('content-security-policy') ?? 'unsafe', /unsafe/)
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.match(headers.get('x-request-id') ?? '', /^req_/)
    assert.match(visible(text), /indisponível agora.*não pague outra vez.*Tentar de novo/s)
    assert.match(text, /<a class="button" href="">/)
  }
  const english = await full.request('GET', '/pay/x?ref=%&lang=en', { headers: asBrowser })
  assert.match(english.text, /<html lang="en">/)
})

test('a 503 is an error object for a program', async () => {
  const full = await startService({}, { maxInFlight: 0 })
  const asked = [
    await full.request('GET', '/pay/x'),
    await full.request('GET', '/dashboard/home'),
    await full.request('GET', '/pay/x/status', { headers: { accept: 'text/html' } }),
  ]
  for (const { status, body } of asked) {
    assert.deepEqual([status, body.error.code], [503, 'service_unavailable'])
  }
})

test('query parameters that it does not know are ignored', async () => {
  const page = pageOf(await seller.checkout())
  const { text } = await get(page)
  const others = '?utm_source=a&fbclid=b&__proto__=c&other=d&x%5By%5D=z&&=&status=completed'
  const answer = await get(page + others)
  assert.deepEqual([answer.status, answer.text], [200, text])
  for (const query of ['ref=1&ref=2', 'a[]=1&a[]=2', 'desconto=50%', '%E0%A4=1', 'a=%00']) {
    assert.equal((await get(`${page}?${query}`)).status, 200, query)
  }
})

test('shows a page whatever the values of its own query parameters', async () => {
  const page = pageOf(await seller.checkout())
  const { status, text } = await get(`${page}?declined=11&stay=%00&stay=1&lang=%ff`)
  assert.equal(status, 200)
  assert.match(text, /^<!doctype html>/)
})
