import assert from 'node:assert/strict'
import { test } from 'vitest'
import { changeSellerStatus } from '../../domain/auth/sellers.ts'
import { FORM, linkOf, pageOfLink, press, sessionOf } from '../support/paymentLinks.ts'
import { assertRefused } from '../support/refused.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'

const service = await startService()
const seller = await service.account()

const custom_amount = { min_minor: 100, max_minor: 100_000_000 }
const CPF = '529.982.247-25'

const sessionsOf = async (by: TestAccount) =>
  (await by.get<'CheckoutList'>('/v1/checkouts?limit=100')).body.data

const customersOf = async (by: TestAccount) =>
  (await by.get<'CustomerList'>('/v1/customers?limit=100')).body.data

test('opens a session of the link, for 30 minutes, and leads to its page', async () => {
  const success_url = 'https://loja.example/obrigado'
  const link = await linkOf(seller, { success_url, metadata: { campanha: 'outono' } })
  const answer = await press(service, link)
  assert.equal(answer.status, 303)
  assert.match(answer.headers.get('location') ?? '', /^\/pay\/[\w-]{51}$/)
  const session = await sessionOf(seller, answer)
  const { status, amount_total_minor, metadata, customer_id, external_id, cancel_at } = session
  assert.deepEqual(
    { status, amount_total_minor, metadata, customer_id, external_id, cancel_at },
    {
      status: 'open',
      amount_total_minor: 4990,
      metadata: { payment_link_id: link.id },
      customer_id: null,
      external_id: null,
      cancel_at: new Date(service.clock.now().getTime() + 30 * 60 * 1000).toISOString(),
    },
  )
  assert.equal(session.success_url, success_url)
  const page = await service.request('GET', answer.headers.get('location') ?? '')
  assert.match(page.text, /Caneca/)
})

test('keeps the language that was chosen', async () => {
  const link = await linkOf(seller)
  const chosen = { url: link.url }
  const headers = { 'content-type': FORM }
  const path = `${pageOfLink(chosen)}?lang=en`
  const answer = await service.request('POST', path, { raw: '', headers })
  assert.match(answer.headers.get('location') ?? '', /^\/pay\/[\w-]{51}\?lang=en$/)
})

test('counts a session that was paid, and no other', async () => {
  const link = await linkOf(seller)
  const count = async () =>
    (await seller.get<'PaymentLink'>(`/v1/payment_links/${link.id}`)).body.payments_count
  const paid = await sessionOf(seller, await press(service, link))
  const canceled = await sessionOf(seller, await press(service, link))
  await seller.post(`/v1/checkouts/${canceled.id}/cancel`)
  assert.equal(await count(), 0)
  await seller.post(`/sandbox/checkouts/${paid.id}/pay`)
  assert.equal(await count(), 1)
  await seller.post(`/sandbox/checkouts/${paid.id}/pay`)
  assert.equal(await count(), 1)
})

test('is known by the link, whatever the metadata of a session say', async () => {
  const link = await linkOf(seller, { max_payments: 1 })
  const forged = await seller.checkout({ metadata: { payment_link_id: link.id } })
  assert.equal((await press(service, link)).status, 303)
  await seller.post(`/sandbox/checkouts/${forged.id}/pay`)
  const { body } = await seller.get<'PaymentLink'>(`/v1/payment_links/${link.id}`)
  assert.equal(body.payments_count, 0)
})

test('takes the price that an offer has now, and the quantity of the buyer', async () => {
  const { default_offer } = await seller.product()
  const link = await linkOf(seller, {
    items: [
      { offer_id: default_offer?.id },
      { name: 'Cartão', unit_amount_minor: 100, quantity: 7 },
      { name: 'Frete', unit_amount_minor: 1000, quantity: 2, kind: 'shipping' },
    ],
    quantity: { min: 1, max: 9 },
  })
  const { line_items, amount_total_minor } = await sessionOf(
    seller,
    await press(service, link, { quantity: '3' }),
  )
  assert.deepEqual(
    line_items.map(({ quantity }) => quantity),
    [3, 3, 2],
  )
  assert.equal(amount_total_minor, 3 * 4990 + 3 * 100 + 2000)
})

test('reads amounts as people type them', async () => {
  const link = await linkOf(seller, { name: 'Doação', custom_amount })
  const amounts: [string, number, string?][] = [
    ['49,90', 4990],
    ['49.90', 4990],
    ['R$ 49,90', 4990],
    ['49 R$', 4900],
    ['1.234,56', 123_456],
    ['1,234.56', 123_456],
    ['1.234', 123_400],
    ['1,234', 123_400, 'en'],
    ['  50 ', 5000],
    ['49,9', 4990],
    ['R$\u00a01.000,00', 100_000],
    ['BRL 12,00', 1200],
  ]
  for (const [amount, minor, language = 'pt-BR'] of amounts) {
    const answer = await press(service, link, { amount }, { 'accept-language': language })
    const { amount_total_minor, line_items } = await sessionOf(seller, answer)
    assert.deepEqual([amount_total_minor, line_items[0]?.name], [minor, 'Doação'], amount)
  }
})

test('an amount out of bounds gives the page again, with the text that was typed', async () => {
  const own = await service.account()
  const link = await linkOf(own, { custom_amount })
  const odd = [
    '',
    ' ',
    '0',
    '0,99',
    '-1',
    '1e9',
    '٤٩',
    '0.99',
    '0,001',
    '1,234',
    '1.23.4',
    '1_000',
    '0x64',
    'Infinity',
    'NaN',
    '1000000,01',
    '999999999999999999999',
    '5;5',
    '5\u00005',
    'R$',
    '<script>',
  ]
  for (const amount of odd) {
    const { status, text, headers } = await press(service, link, { amount })
    assert.equal(status, 400, amount)
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
    assert.match(text, /id="amount-error">Escreva um valor como 49,90\. Entre R\$\s1,00 e R\$/)
    assert.match(text, /aria-invalid="true" aria-describedby="amount-error"/)
    assert.doesNotMatch(text, /<script>alert|value="<script/)
  }
  const shown = await press(service, link, { amount: '1,2"><i>' })
  assert.match(shown.text, /value="1,2&quot;&gt;&lt;i&gt;"/)
  assert.deepEqual(await sessionsOf(own), [])
})

test('a quantity is a whole number between the bounds', async () => {
  const own = await service.account()
  const link = await linkOf(own, { quantity: { min: 2, max: 5 } })
  for (const quantity of ['', '1', '6', '2,5', '2.0', '+3', '-3', '1e1', '٣', 'x', '00000003']) {
    const { status, text } = await press(service, link, { quantity })
    assert.equal(status, 400, quantity)
    assert.match(text, /id="quantity-error"/)
  }
  assert.deepEqual(await sessionsOf(own), [])
  assert.equal((await press(service, link, { quantity: ' 5 ' })).status, 303)
})

test("the buyer's data is checked by field, and right values are kept", async () => {
  const own = await service.account()
  const link = await linkOf(own, { collect: ['name', 'email', 'tax_id', 'phone'] })
  const right = { name: 'Ana', email: 'ana@example.com', tax_id: CPF, phone: '+55 11 99999-8888' }
  const wrong: [string, string][] = [
    ['name', ''],
    ['name', '\u200b'],
    ['name', 'A\u0000na'],
    ['name', 'x'.repeat(161)],
    ['email', ''],
    ['email', 'ana'],
    ['email', 'ana@exa mple.com'],
    ['email', 'anã@example.com'],
    ['email', `${'x'.repeat(65)}@example.com`],
    ['tax_id', ''],
    ['tax_id', '529.982.247-26'],
    ['tax_id', '111.111.111-11'],
    ['tax_id', '12.ABC.345/01DE-36'],
    ['tax_id', '123'],
    ['phone', ''],
    ['phone', '1234567'],
    ['phone', 'ligue para mim'],
    ['phone', '1'.repeat(16)],
  ]
  for (const [field, typed] of wrong) {
    const { status, text } = await press(service, link, { ...right, [field]: typed })
    assert.equal(status, 400, `${field} ${typed}`)
    const errors = [...text.matchAll(/id="(\w+)-error"/g)].map(([, name]) => name)
    assert.deepEqual(errors, [field], typed)
    for (const [name, value] of Object.entries(right)) {
      if (name !== field) assert.ok(text.includes(`value="${value}"`), name)
    }
  }
  assert.deepEqual([await sessionsOf(own), await customersOf(own)], [[], []])
  // A CNPJ has had letters since July 2026.
  const letters = { ...right, tax_id: '12.ABC.345/01DE-35' }
  assert.equal((await press(service, link, letters)).status, 303)
})

test('keeps a buyer with an e-mail as a customer, once', async () => {
  const own = await service.account()
  const link = await linkOf(own, { collect: ['email', 'name', 'tax_id'] })
  const typed = { name: ' Ana Souza ', email: 'Ana@Example.com', tax_id: CPF }
  const first = await sessionOf(own, await press(service, link, typed))
  const second = await sessionOf(own, await press(service, link, { ...typed, name: 'Outra' }))
  const [customer, ...others] = await customersOf(own)
  assert.deepEqual(others, [])
  assert.deepEqual(
    [customer?.name, customer?.email, customer?.tax_id, customer?.phone, customer?.source],
    ['Ana Souza', 'ana@example.com', CPF, null, 'payment_link'],
  )
  const buyer = { name: 'Ana Souza', email: 'Ana@Example.com', tax_id: CPF, phone: null }
  assert.deepEqual([first.buyer, second.buyer], [buyer, { ...buyer, name: 'Outra' }])
  assert.deepEqual([first.customer_id, second.customer_id], [customer?.id, customer?.id])
})

test('the e-mail of an inactive customer opens a session without a customer', async () => {
  const own = await service.account()
  const { id, email } = await own.customer()
  await own.patch(`/v1/customers/${id}`, { status: 'inactive' })
  const link = await linkOf(own, { collect: ['email'] })
  const session = await sessionOf(own, await press(service, link, { email }))
  assert.equal(session.customer_id, null)
  assert.equal((await customersOf(own)).length, 1)
})

test('an e-mail alone names its customer; a name alone stays with the session', async () => {
  const own = await service.account()
  const byMail = await linkOf(own, { collect: ['email'] })
  const session = await sessionOf(own, await press(service, byMail, { email: 'a@example.com' }))
  const [customer] = await customersOf(own)
  assert.deepEqual([customer?.id, customer?.name], [session.customer_id, 'a@example.com'])
  const byName = await linkOf(own, { collect: ['name'] })
  const other = await sessionOf(own, await press(service, byName, { name: 'Bia' }))
  assert.deepEqual([other.customer_id, other.metadata], [null, { payment_link_id: byName.id }])
  assert.deepEqual(other.buyer, { name: 'Bia', email: null, tax_id: null, phone: null })
})

test('an erased customer leaves nothing that was typed in its sessions', async () => {
  const own = await service.account()
  const link = await linkOf(own, { collect: ['name', 'email'] })
  const typed = { name: 'Ana', email: 'ana@example.com' }
  const session = await sessionOf(own, await press(service, link, typed))
  await own.post(`/sandbox/checkouts/${session.id}/pay`)
  await own.post(`/v1/customers/${session.customer_id}/erase`)
  const { body } = await own.get<'Checkout'>(`/v1/checkouts/${session.id}`)
  assert.equal(body.buyer, null)
  const events = await own.get<'EventList'>('/v1/events')
  assert.doesNotMatch(events.text, /Ana|ana@example/)
})

test('a field that the link does not ask for is passed over', async () => {
  const own = await service.account()
  const link = await linkOf(own)
  const typed = { amount: '0,01', quantity: '99', email: 'x', name: 'Ana', tax_id: '1', phone: '2' }
  const session = await sessionOf(own, await press(service, link, typed))
  assert.deepEqual(
    [session.amount_total_minor, session.customer_id, session.buyer],
    [4990, null, null],
  )
})

test('a form that no page of ours sends is refused before anything is opened', async () => {
  const own = await service.account()
  const link = await linkOf(own, { custom_amount })
  const send = (raw: string, type = FORM) =>
    service.request('POST', pageOfLink(link), { raw, headers: { 'content-type': type } })
  assertRefused(await send('amount=5&amount=1'), 'invalid_request', 'amount')
  assertRefused(await send('amount=5&price=1'), 'invalid_request', 'price')
  assertRefused(await send(`amount=${'5'.repeat(1025)}`), 'invalid_request', 'amount')
  assertRefused(await send('{"amount":"5"}', 'application/json'), 'invalid_request')
  assertRefused(await send(`amount=5&name=${'x'.repeat(8192)}`), 'request_too_large')
  assert.deepEqual(await sessionsOf(own), [])
})

test('a link that opens nothing says so with 409', async () => {
  const own = await service.account()
  const link = await linkOf(own, { max_payments: 1 })
  await press(service, link)
  const full = await press(service, link)
  assert.equal(full.status, 409)
  assert.match(full.text, /Tudo reservado no momento/)
  await own.patch(`/v1/payment_links/${link.id}`, { active: false })
  const over = await press(service, link)
  assert.equal(over.status, 409)
  assert.match(over.text, /Este link foi encerrado/)
  const other = await linkOf(own)
  const by = { id: own.seller_id, status: 'suspended', now: service.clock.now() } as const
  await changeSellerStatus(service.db, by)
  const suspended = await press(service, other)
  assert.equal(suspended.status, 409)
  assert.match(suspended.text, /Esta loja não recebe pagamentos no momento/)
  assert.equal(
    (await service.sql('select id from checkouts where seller_id = ?', own.seller_id)).length,
    1,
  )
})

test('an unknown token is a page with 404', async () => {
  const answer = await press(service, { url: 'http://x/l/x' })
  assert.equal(answer.status, 404)
  assert.match(answer.text, /Pagamento não encontrado/)
})

test('the place of a session that was canceled is free at once', async () => {
  const own = await service.account()
  const link = await linkOf(own, { max_payments: 1 })
  const first = await sessionOf(own, await press(service, link))
  assert.equal((await press(service, link)).status, 409)
  await own.post(`/v1/checkouts/${first.id}/cancel`)
  const second = await sessionOf(own, await press(service, link))
  await service.clock.advance(30 * 60)
  service.clock.advanceMs(1)
  assert.equal((await press(service, link)).status, 303)
  const again = await service.login(own)
  const { body } = await again.get<'Checkout'>(`/v1/checkouts/${second.id}`)
  assert.equal(body.status, 'canceled')
})

/** The cookie of an answer as a browser sends it again. */
const cookieFrom = ({ headers }: { headers: Headers }) => ({
  cookie: (headers.get('set-cookie') ?? '').split(';')[0] ?? '',
})

test('the same browser gets its own open session again, also of a link that is full', async () => {
  const own = await service.account()
  const link = await linkOf(own, { max_payments: 1, collect: ['name'] })
  const first = await press(service, link, { name: 'Ana' })
  const path = pageOfLink(link)
  assert.match(
    first.headers.get('set-cookie') ?? '',
    new RegExp(`^balcao_session=[\\w-]{51}; Path=${path}; Max-Age=1800; HttpOnly; SameSite=Lax$`),
  )
  const browser = cookieFrom(first)
  const page = await service.request('GET', path, { headers: browser })
  assert.match(page.text, /Pagar com Pix/)
  assert.match((await service.request('GET', path)).text, /Tudo reservado/)
  const again = await press(service, link, { name: 'Ana' }, browser)
  assert.deepEqual(
    [again.status, again.headers.get('location')],
    [303, first.headers.get('location')],
  )
  assert.equal((await sessionsOf(own)).length, 1)
  // A cookie of another link, or of nothing, finds no session.
  const other = await linkOf(own, { max_payments: 1, collect: ['name'] })
  assert.equal((await press(service, other, { name: 'Ana' }, browser)).status, 303)
  const nobody = { cookie: 'balcao_session=x' }
  assert.equal((await press(service, link, { name: 'Ana' }, nobody)).status, 409)
})

test('another amount or buyer cancels the session of before, and takes its place', async () => {
  const own = await service.account()
  const link = await linkOf(own, { custom_amount, collect: ['name'], max_payments: 1 })
  const first = await press(service, link, { amount: '10,00', name: 'Ana' })
  const second = await press(service, link, { amount: '20,00', name: 'Ana' }, cookieFrom(first))
  const third = await press(service, link, { amount: '20,00', name: 'Bia' }, cookieFrom(second))
  const sessions = [first, second, third].map((pressed) => sessionOf(own, pressed))
  assert.deepEqual(
    (await Promise.all(sessions)).map(({ status, amount_total_minor }) => [
      status,
      amount_total_minor,
    ]),
    [
      ['canceled', 1000],
      ['canceled', 2000],
      ['open', 2000],
    ],
  )
  await own.patch(`/v1/payment_links/${link.id}`, { active: false })
  const ended = await press(service, link, { amount: '30,00', name: 'Bia' }, cookieFrom(third))
  assert.equal(ended.status, 409)
  assert.equal((await sessionOf(own, third)).status, 'open')
})
