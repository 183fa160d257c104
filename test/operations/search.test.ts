import assert from 'node:assert/strict'
import { test } from 'vitest'
import { linkOf } from '../support/paymentLinks.ts'
import { assertRefused } from '../support/refused.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'

const service = await startService()

type SearchHit = { type: string; id: string; title: string; subtitle: string | null }

async function find(seller: TestAccount, q: string) {
  const { status, body, text } = await seller.get<'SearchResultList'>(
    `/v1/search?${new URLSearchParams({ q })}`,
  )
  assert.equal(status, 200, text)
  return body.data
}

const ids = async (seller: TestAccount, q: string) =>
  (await find(seller, q)).map(({ id }: SearchHit) => id)

const customer = async (seller: TestAccount, body: object) => {
  const email = `${crypto.randomUUID()}@x.example`
  const made = await seller.post<'Customer'>('/v1/customers', { name: 'Ana', email, ...body })
  assert.equal(made.status, 201, made.text)
  return made.body
}

async function productNamed(seller: TestAccount, name: string, amount_minor = 4990) {
  const default_offer = { amount_minor, currency: 'BRL' }
  return (await seller.post<'Product'>('/v1/products', { name, default_offer })).body
}

test('finds each type by a word, with its title, subtitle, status and amount', async () => {
  const seller = await service.account()
  const ana = await customer(seller, { name: 'Ana Grão', email: 'ana@grao.example' })
  const product = await productNamed(seller, 'Grão de café')
  const link = await linkOf(seller, { name: 'Grão avulso' })
  const checkout = await seller.checkout({ external_id: 'grao-1042' })
  const { body: paid } = await seller.post<'Checkout'>(`/sandbox/checkouts/${checkout.id}/pay`)
  const refund = await seller.refund(paid.payment_id ?? '', {
    amount_minor: 1990,
    external_id: 'grao-volta',
  })
  const found = await find(seller, 'grão')
  const result = (type: string, { id, created_at }: { id: string; created_at: string }) => ({
    object: 'search_result',
    type,
    id,
    created_at,
    buyer: null,
    tax_id: null,
  })
  const [item] = checkout.line_items
  assert.deepEqual(found, [
    {
      ...result('customer', ana),
      title: 'Ana Grão',
      subtitle: 'ana@grao.example',
      tax_id: ana.tax_id,
      status: 'active',
      amount_minor: null,
    },
    {
      ...result('checkout', checkout),
      title: item?.name,
      subtitle: 'grao-1042',
      status: 'completed',
      amount_minor: checkout.amount_total_minor,
    },
    {
      ...result('refund', refund),
      title: item?.name,
      subtitle: 'grao-volta',
      status: 'succeeded',
      amount_minor: 1990,
    },
    {
      ...result('product', product),
      title: 'Grão de café',
      subtitle: product.description || null,
      status: 'active',
      amount_minor: product.default_offer?.amount_minor,
    },
    {
      ...result('payment_link', link),
      title: 'Grão avulso',
      subtitle: null,
      status: 'active',
      amount_minor: null,
    },
  ])
})

test('finds by the beginning of any word, whatever the capitals and accents', async () => {
  const seller = await service.account()
  const { id } = await customer(seller, {
    name: 'José António d’Ávila Conceição',
    email: 'Jose.Avila+loja@Padaria.example',
  })
  const found = [
    ...['José', 'jose', 'JOSÉ ANT', 'anton', 'ávila', 'AVILA conc', 'conceicao', 'jose conceição'],
    ...['jose.avila', 'jose.avila+loja@padaria.example', 'padaria', 'avila+lo', 'ant jos'],
    ...['j', '  josé   antónio ', 'conc jose'],
  ]
  for (const q of found) assert.deepEqual(await ids(seller, q), [id], q)
  for (const q of ['osé', 'nton', 'maria', 'jose maria', 'adaria', '--', '@', '%', '_', "'"]) {
    assert.deepEqual(await ids(seller, q), [], q)
  }
})

test('finds by tax id and phone in any spelling', async () => {
  const seller = await service.account()
  const cpf = await customer(seller, { tax_id: '123.456.789-09', phone: '+5511912345678' })
  const cnpj = await customer(seller, { tax_id: '12abc34501de35', phone: '+14155550123' })
  for (const q of ['12345678909', '123.456.789-09', '123 456 789 09', '123.456']) {
    assert.deepEqual(await ids(seller, q), [cpf.id], q)
  }
  for (const q of ['12.ABC.345/01DE-35', '12abc34501de35', '12ABC34501DE35']) {
    assert.deepEqual(await ids(seller, q), [cnpj.id], q)
  }
  const spellings = ['+55 11 91234-5678', '(11) 91234-5678', '11912345678', '+55 11 9']
  for (const q of [...spellings, '011 91234-5678', '005511912345678', '55 (11) 91234 5678']) {
    assert.deepEqual(await ids(seller, q), [cpf.id], q)
  }
  for (const q of ['+1 (415) 555-0123', '14155550123', '0014155550123']) {
    assert.deepEqual(await ids(seller, q), [cnpj.id], q)
  }
  assert.deepEqual(await ids(seller, '12345678900'), [])
})

test('finds by any id, txid and end-to-end id, and by an amount', async () => {
  const seller = await service.account()
  const { id: customerId } = await customer(seller, {})
  const product = await productNamed(seller, 'Bule', 14937)
  const link = await linkOf(seller)
  const offer_id = product.default_offer?.id ?? ''
  const { body: checkout } = await seller.post<'Checkout'>('/v1/checkouts', { offer_id })
  const { body: paid } = await seller.post<'Checkout'>(`/sandbox/checkouts/${checkout.id}/pay`)
  const payment_id = paid.payment_id ?? ''
  const refund = await seller.refund(payment_id, { amount_minor: 1234 })
  for (const id of [customerId, product.id, link.id, checkout.id, payment_id, refund.id]) {
    assert.deepEqual(await ids(seller, id), [id])
    assert.deepEqual(await ids(seller, ` ${id.toUpperCase()} `), [id])
  }
  assert.deepEqual(await ids(seller, offer_id), [product.id])
  const { body: payment } = await seller.get<'Payment'>(`/v1/payments/${payment_id}`)
  assert.deepEqual(await ids(seller, payment.end_to_end_id ?? ''), [payment_id])
  const txid = checkout.id.slice('checkout_'.length).replaceAll('-', '')
  assert.deepEqual(await ids(seller, txid), [checkout.id, payment_id])
  for (const q of ['149,37', '149.37', 'R$ 149,37', 'r$149,37']) {
    assert.deepEqual(await ids(seller, q), [checkout.id, payment_id], q)
  }
  assert.deepEqual(await ids(seller, '12,34'), [refund.id])
  for (const q of ['149', '14937', '149,3', '149,371', '1.49,37']) {
    assert.deepEqual(await ids(seller, q), [], q)
  }
})

test('a session is found by every word of its reference, a cart by its items', async () => {
  const seller = await service.account()
  const checkout = await seller.checkout({ external_id: 'Pedido-2026/1042.b' })
  const { body: cart } = await seller.post<'Checkout'>('/v1/cart_checkouts', {
    items: [
      { name: 'Conserto de relógio', unit_amount_minor: 4990 },
      { name: 'Frete', unit_amount_minor: 990, kind: 'shipping' },
    ],
  })
  for (const q of ['pedido', '2026', '1042', 'PEDIDO-2026/10', '2026/1042', 'b']) {
    assert.deepEqual(await ids(seller, q), [checkout.id], q)
  }
  assert.deepEqual(await ids(seller, 'relogio'), [cart.id])
  assert.deepEqual(await ids(seller, 'frete'), [])
  assert.equal((await find(seller, 'conserto'))[0]?.title, 'Conserto de relógio + 1')
})

test('a renamed object is found by its new name alone', async () => {
  const seller = await service.account()
  const ana = await customer(seller, { name: 'Ana Velha', phone: '+5511912345678' })
  await seller.patch(`/v1/customers/${ana.id}`, { name: 'Ana Nova', phone: null })
  const product = await productNamed(seller, 'Caneca velha')
  await seller.patch(`/v1/products/${product.id}`, { name: 'Caneca nova' })
  const link = await linkOf(seller, { name: 'Link velho' })
  await seller.patch(`/v1/payment_links/${link.id}`, { name: 'Link novo' })
  assert.deepEqual(await ids(seller, 'velh'), [])
  assert.deepEqual(await ids(seller, '1191234'), [])
  assert.deepEqual(await ids(seller, 'nov'), [ana.id, product.id, link.id])
})

test('gives at most twenty results, and each type its share of them', async () => {
  const seller = await service.account()
  const names = Array.from({ length: 25 }, (_, i) => `Caneca ${i}`)
  for (const name of names) await customer(seller, { name })
  const product = await productNamed(seller, 'Caneca')
  const found = await find(seller, 'caneca')
  assert.equal(found.length, 20)
  assert.ok(found.some(({ id }: SearchHit) => id === product.id))
  assert.equal(new Set(found.map(({ id }: SearchHit) => id)).size, 20)
})

test('finds nothing of another account, nor that it is there', async () => {
  const [seller, other] = [await service.account(), await service.account()]
  const theirs = await customer(seller, { name: 'Única', tax_id: '123.456.789-09' })
  const checkout = await seller.checkout({ external_id: 'unica-1' })
  const { body: paid } = await seller.post<'Checkout'>(`/sandbox/checkouts/${checkout.id}/pay`)
  const txid = checkout.id.slice('checkout_'.length).replaceAll('-', '')
  const typed = [theirs.id, checkout.id, paid.payment_id ?? '', txid, 'unica', '12345678909']
  for (const q of typed) assert.deepEqual(await ids(other, q), [], q)
})

test('a session past its end is shown so before anything has marked it', async () => {
  const on = await startService()
  const first = await on.account()
  await first.checkout({ external_id: 'tarde' })
  on.clock.advanceMs(24 * 60 * 60 * 1000 + 1)
  const of = await on.login(first)
  assert.deepEqual(
    (await find(of, 'tarde')).map(({ status }: { status: string }) => status),
    ['expired'],
  )
})

test('refuses an empty search, and a token that may not read both', async () => {
  const seller = await service.account()
  for (const q of ['', ' ', '\u3000']) {
    assertRefused(await seller.get(`/v1/search?q=${encodeURIComponent(q)}`), 'invalid_request', 'q')
  }
  assertRefused(await seller.get('/v1/search'), 'invalid_request', 'q')
  for (const scope of ['checkouts:read', 'customers:read'] as const) {
    const reader = await service.account('Loja', [scope])
    assertRefused(await reader.get('/v1/search?q=x'), 'insufficient_scope')
  }
})

test('the longest and oddest texts are taken, stored and searched', async () => {
  const seller = await service.account()
  const odd = [
    'a '.repeat(80),
    '\u{1f600}'.repeat(80),
    'ﬁ'.repeat(160),
    `${'x'.repeat(63)}\u{1d4d0}`,
    'İ'.repeat(100),
    `${'\u0301'.repeat(100)}a`,
  ]
  for (const name of odd) {
    const { id } = await customer(seller, { name })
    assert.ok(Array.isArray(await ids(seller, name)), id)
  }
})

test('a domain is found with and without @, an address by its beginning', async () => {
  const seller = await service.account()
  // A word of the domain that is one of the name, too, and one that is not.
  const named = await customer(seller, { name: 'Padoca da Ana', email: 'contato@padoca.com.br' })
  const other = await customer(seller, { name: 'Rui', email: 'rui@filial.padoca.com.br' })
  await customer(seller, { name: 'Zé', email: 'ze@outra.com.br' })
  const both = [named.id, other.id].sort()
  const found: [string, string[]][] = [
    ['padoca.com.br', both],
    ['@padoca.com.br', both],
    ['PADOCA.com', both],
    ['@Padoca.COM', both],
    ['contato@padoca', [named.id]],
    ['contato@padoca.com.br', [named.id]],
    ['rui@filial.pad', [other.id]],
    ['@filial.padoca.com.br', [other.id]],
    ['contato@filial', []],
  ]
  for (const [q, wanted] of found) {
    assert.deepEqual((await ids(seller, q)).sort(), wanted, q)
    const list = await seller.get<'CustomerList'>(`/v1/customers?${new URLSearchParams({ q })}`)
    assert.deepEqual(list.body.data.map(({ id }) => id).sort(), wanted, q)
  }
})

test('an end-to-end id is found in any case, in both searches', async () => {
  const seller = await service.account()
  const { id: customer_id } = await customer(seller, {})
  const { id } = await seller.checkout({ customer_id })
  const { body } = await seller.post<'Checkout'>(`/sandbox/checkouts/${id}/pay`)
  const mixed = 'E12345678202603021200aBcDeFgHiJ1'
  const paid = body.payment_id ?? ''
  await service.sql('update payments set end_to_end_id = ? where id = ?', mixed, paid)
  for (const q of [mixed, mixed.toLowerCase(), mixed.toUpperCase(), ` ${mixed.toUpperCase()} `]) {
    assert.deepEqual(await ids(seller, q), [paid], q)
    const list = await seller.get<'CustomerList'>(`/v1/customers?${new URLSearchParams({ q })}`)
    assert.deepEqual(
      list.body.data.map((one) => one.id),
      [customer_id],
      q,
    )
  }
  assert.deepEqual(await ids(seller, `${mixed.slice(0, -1)}2`), [])
})

test('hits say who bought, a customer its CPF or CNPJ', async () => {
  const seller = await service.account()
  const buyer = await customer(seller, { name: 'Débora', tax_id: '12345678909' })
  const { id } = await seller.checkout({ customer_id: buyer.id, external_id: 'pedido-1477' })
  const { body } = await seller.post<'Checkout'>(`/sandbox/checkouts/${id}/pay`)
  const more = { amount_minor: 490, external_id: 'pedido-1477-troca' }
  const refund = await seller.refund(body.payment_id ?? '', more)
  const hits = async (q: string) => {
    const query = new URLSearchParams({ q })
    const { body: list } = await seller.get<'SearchResultList'>(`/v1/search?${query}`)
    return list.data.map((hit) => [hit.id, hit.buyer, hit.amount_minor, hit.status, hit.tax_id])
  }
  assert.deepEqual(await hits('pedido-1477'), [
    [id, 'Débora', 4990, 'completed', null],
    [refund.id, 'Débora', 490, 'succeeded', null],
  ])
  assert.deepEqual(await hits(body.payment_id ?? ''), [
    [body.payment_id, 'Débora', 4990, 'partially_refunded', null],
  ])
  assert.deepEqual(await hits('debora'), [[buyer.id, null, null, 'active', '12345678909']])
})
