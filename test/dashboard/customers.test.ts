import assert from 'node:assert/strict'
import { test } from 'vitest'
import { hiddenFields, signIn } from '../support/dashboard.ts'
import { startService } from '../support/service.ts'

const service = await startService()

/** Markup, quotes of both kinds, an entity, and an override of the direction of text. */
const HOSTILE = `<script>alert('1')</script>"&amp;\u202e`
const ESCAPED = '&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&quot;&amp;amp;\u202e'

const addressOf = ({ id }: { id: string }) => `/dashboard/customers/${id}`

test('a customer is added by the form of the list, and is in the list then', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  const page = '/dashboard/customers'
  const typed = { name: 'Padaria', email: 'compras@padaria.example', phone: '', tax_id: '' }
  const { status, location } = await owner.submit(page, page, typed)
  assert.equal(status, 303)
  const { body } = await seller.get<'CustomerList'>('/v1/customers')
  const [customer] = body.data
  assert.ok(customer)
  assert.equal(location, `${addressOf(customer)}?done=customer_created`)
  assert.deepEqual(
    [customer.name, customer.email, customer.phone, customer.tax_id],
    ['Padaria', 'compras@padaria.example', null, null],
  )
  const { html } = await owner.get(page)
  assert.match(html, /<main [^>]*data-page="customers"/)
  assert.match(html, new RegExp(`href="${addressOf(customer)}"><bdi>Padaria</bdi>`))
})

test('the form is behind its button, before the list', async () => {
  const { html } = await (await signIn(await service.account())).get('/dashboard/customers')
  assert.match(html, /<details class="new">\s*<summary>Novo cliente<\/summary>\s*<form class="card/)
})

test('a form that is sent twice adds one customer', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  const page = '/dashboard/customers'
  const fields = {
    ...hiddenFields((await owner.get(page)).html, page),
    name: 'Ana',
    email: 'a@b.co',
  }
  const first = await owner.post(page, fields)
  const second = await owner.post(page, fields)
  assert.equal(first.location, second.location)
  const { body } = await seller.get<'CustomerList'>('/v1/customers')
  assert.equal(body.data.length, 1)
})

test("a list has as many rows as its address says, within the API's limit", async () => {
  const seller = await service.account()
  for (let i = 0; i < 3; i++) await seller.customer()
  const viewer = await signIn(seller, 'viewer')
  const rows = ({ html }: { html: string }) => html.match(/<bdi>Ana<\/bdi>/g)?.length
  const first = await viewer.get('/dashboard/customers?limit=2')
  assert.equal(rows(first), 2)
  const next = /rel="next" href="([^"]+)"/.exec(first.html)?.[1] ?? ''
  assert.match(next, /limit=2&amp;starting_after=cus_/)
  assert.equal(rows(await viewer.get(next.replaceAll('&amp;', '&'))), 1)
  for (const limit of ['0', '101', '1e1', 'x']) {
    const { status, html } = await viewer.get(`/dashboard/customers?limit=${limit}`)
    assert.equal(status, 400)
    assert.match(html, /<h1>Filtro inválido<.*href="\/dashboard\/customers">Limpar filtros</s)
  }
})

test('the list is filtered by e-mail, as its operation is', async () => {
  const seller = await service.account()
  const [one, other] = [await seller.customer(), await seller.customer()]
  const viewer = await signIn(seller, 'viewer')
  const { html } = await viewer.get(`/dashboard/customers?email=${one.email.toUpperCase()}`)
  assert.match(html, new RegExp(addressOf(one)))
  assert.doesNotMatch(html, new RegExp(addressOf(other)))
  assert.equal((await viewer.get('/dashboard/customers?email=x')).status, 400)
})

test('a list of more than twenty goes on at its next page', async () => {
  const seller = await service.account()
  const viewer = await signIn(seller, 'viewer')
  const first = await seller.customer()
  for (let i = 0; i < 20; i++) await seller.customer()
  const { html } = await viewer.get('/dashboard/customers')
  assert.doesNotMatch(html, new RegExp(first.id))
  const next = /rel="next" href="([^"]+)"/.exec(html)?.[1] ?? ''
  const last = await viewer.get(next.replaceAll('&amp;', '&'))
  assert.equal(last.status, 200)
  assert.match(last.html, new RegExp(addressOf(first)))
  assert.doesNotMatch(last.html, /rel="next"/)
})

test('the form of a customer carries what is there, and changes what was typed', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  const metadata = { erp: '1042', tags: ['<b>'] }
  const { body: customer } = await seller.post<'Customer'>('/v1/customers', {
    name: 'Ana',
    email: 'ana@loja.example',
    phone: '+5511999990000',
    tax_id: '529.982.247-25',
    metadata,
  })
  const page = addressOf(customer)
  const { html } = await owner.get(page)
  for (const value of ['Ana', 'ana@loja.example', '+5511999990000', '529.982.247-25']) {
    assert.ok(html.includes(`value="${value}"`), value)
  }
  assert.match(html, /<pre[^>]*><code>[^<]*&quot;erp&quot;: &quot;1042&quot;[^<]*&lt;b&gt;/)
  const changes = { name: 'Ana Maria', email: 'maria@loja.example', status: 'inactive' }
  // A phone that is emptied is removed; a field that a form does not have stays.
  const answer = await owner.submit(page, page, { ...changes, phone: '' })
  assert.equal(answer.location, `${page}?done=customer_updated`)
  const { body } = await seller.get<'Customer'>(`/v1/customers/${customer.id}`)
  const { updated_at, ...rest } = body
  assert.deepEqual(rest, {
    ...Object.fromEntries(Object.entries(customer).filter(([name]) => name !== 'updated_at')),
    ...changes,
    phone: null,
  })
  assert.match((await owner.get(answer.location ?? '')).html, /O cliente foi alterado\./)
})

for (const [locale, problem] of [
  ['pt-BR', 'O nome do cliente não pode ficar em branco.'],
  ['en', 'Give the customer a name.'],
  ['es', 'Escriba el nombre del cliente.'],
] as const) {
  test(`a name that was emptied is refused beside its field, focused (${locale})`, async () => {
    const seller = await service.account()
    const owner = (await signIn(seller)).reading(locale)
    const customer = await seller.customer()
    const page = addressOf(customer)
    const answer = await owner.submit(page, page, { name: '', email: 'novo@loja.example' })
    assert.equal(answer.status, 400)
    assert.match(answer.html, /name="name" value=""[^>]*aria-invalid="true" autofocus/)
    assert.ok(answer.html.includes(problem))
    assert.match(answer.html, /value="novo@loja\.example"/)
    const { body } = await seller.get<'Customer'>(`/v1/customers/${customer.id}`)
    assert.deepEqual(body, customer)
  })
}

test('an e-mail of another customer is refused, and what was typed stays', async () => {
  const seller = await service.account()
  const owner = (await signIn(seller)).reading('en')
  const { email } = await seller.customer()
  const page = '/dashboard/customers'
  const answer = await owner.submit(page, page, { name: 'Bia', email })
  assert.equal(answer.status, 409)
  assert.match(answer.html, /A customer with this e-mail already exists\./)
  assert.match(answer.html, /value="Bia"/)
})

test('a customer is erased once the passkey has confirmed it, and not before', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  const customer = await seller.customer()
  const page = addressOf(customer)
  const action = `${page}/erase`
  const { html } = await owner.get(page)
  assert.match(html, /Não há como desfazer\./)
  const asked = await owner.post(action, hiddenFields(html, action))
  assert.match(asked.html, /data-page="confirm"/)
  assert.ok(asked.html.includes(customer.id))
  const path = `/v1/customers/${customer.id}`
  assert.equal((await seller.get<'Customer'>(path)).body.name, customer.name)

  const answer = await owner.submit(page, action, {})
  assert.equal(answer.location, `${page}?done=customer_erased`)
  const { body } = await seller.get<'Customer'>(path)
  assert.deepEqual([body.name, body.status], ['—', 'inactive'])
  const after = await owner.get(page)
  assert.match(after.html, /Os dados pessoais deste cliente foram apagados\./)
  assert.doesNotMatch(after.html, new RegExp(`action="${page}`))
  const list = await owner.get('/dashboard/customers')
  assert.match(list.html, new RegExp(`href="${page}"><bdi>Dados apagados</bdi>`))
})

test('a form from before the erasure brings nothing of the person back', async () => {
  const seller = await service.account()
  const [owner, colleague] = [await signIn(seller), await signIn(seller, 'developer')]
  const customer = await seller.customer()
  const page = addressOf(customer)
  const { html } = await colleague.get(page)
  await owner.submit(page, `${page}/erase`, {})
  const { name, email } = customer
  const fields = { ...hiddenFields(html, page), name, email, status: 'active' }
  const { status, html: refused } = await colleague.post(page, fields)
  assert.equal(status, 404)
  assert.ok(!refused.includes(email))
  const { body } = await seller.get<'Customer'>(`/v1/customers/${customer.id}`)
  assert.deepEqual([body.name, body.status], ['—', 'inactive'])
})

test('a customer who was not erased is shown and can be, whatever the e-mail', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  const { body } = await seller.post<'Customer'>('/v1/customers', {
    name: 'Bia',
    email: 'bia@erased.invalid',
  })
  assert.match((await owner.get('/dashboard/customers')).html, /<bdi>Bia<\/bdi>/)
  const { html } = await owner.get(addressOf(body))
  assert.ok(html.includes(`action="${addressOf(body)}/erase"`))
})

test('a customer leads to its checkouts', async () => {
  const seller = await service.account()
  const customer = await seller.customer()
  const { html } = await (await signIn(seller, 'finance')).get(addressOf(customer))
  assert.ok(html.includes(`href="/dashboard/checkouts?customer_id=${customer.id}"`))
})

test('what a customer is called stays text, in every place', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  const { body: customer } = await seller.post<'Customer'>('/v1/customers', {
    name: HOSTILE,
    email: 'a@loja.example',
    phone: HOSTILE.slice(0, 32),
    tax_id: HOSTILE.slice(0, 32),
    metadata: { [HOSTILE]: HOSTILE },
  })
  const page = addressOf(customer)
  for (const address of ['/dashboard/customers', page]) {
    const { html } = await owner.get(address)
    assert.ok(html.includes(`<bdi>${ESCAPED}</bdi>`))
    assert.doesNotMatch(html, /<script(?! src="\/dashboard\/assets\/)/)
  }
  const typed = { name: HOSTILE, email: HOSTILE, phone: HOSTILE, tax_id: HOSTILE }
  const { status, html } = await owner.submit(page, page, typed)
  assert.equal(status, 400)
  assert.equal(html.split(`value="${ESCAPED}"`).length, 5)
  assert.doesNotMatch(html, /<script(?! src="\/dashboard\/assets\/)/)
})

for (const role of ['finance', 'viewer'] as const) {
  test(`${role} reads customers, sees no form, and its addresses refuse`, async () => {
    const seller = await service.account()
    const person = await signIn(seller, role)
    const customer = await seller.customer()
    const page = addressOf(customer)
    for (const address of ['/dashboard/customers', page]) {
      const { status, html } = await person.get(address)
      assert.equal(status, 200)
      assert.doesNotMatch(html, /action="\/dashboard\/customers/)
    }
    const { html } = await person.get(page)
    const form_token = /name="form_token" value="([^"]+)"/.exec(html)?.[1] ?? ''
    const forged = { form_token, name: 'X', email: 'x@loja.example' }
    for (const address of ['/dashboard/customers', page, `${page}/erase`]) {
      assert.equal((await person.post(address, forged)).status, 403)
    }
    const { body } = await seller.get<'CustomerList'>('/v1/customers')
    assert.deepEqual(body.data, [customer])
  })
}

test('a customer of another account is not found, and not changed', async () => {
  const seller = await service.account()
  const customer = await seller.customer()
  const other = await signIn(await service.account())
  const page = addressOf(customer)
  assert.equal((await other.get(page)).status, 404)
  const own = (await other.get('/dashboard/customers')).html
  const form_token = hiddenFields(own, '/dashboard/customers')['form_token'] ?? ''
  assert.equal((await other.post(page, { form_token, name: 'X' })).status, 404)
  const { body } = await seller.get<'Customer'>(`/v1/customers/${customer.id}`)
  assert.deepEqual(body, customer)
})

test('a customer has their payments and refunds, each leading to its page', async () => {
  const seller = await service.account()
  const customer = await seller.customer()
  const { id } = await seller.checkout({ customer_id: customer.id, external_id: 'pedido 7' })
  const { body } = await seller.post<'Checkout'>(`/sandbox/checkouts/${id}/pay`)
  const more = { amount_minor: 1990, reason: 'Veio quebrado', external_id: 'troca 1' }
  const refund = await seller.refund(body.payment_id ?? '', more)
  const other = await seller.payment()
  const owner = await signIn(seller)
  const { html } = await owner.get(`/dashboard/customers/${customer.id}`)
  const said = html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/[\u00a0\s]+/g, ' ')
  assert.match(said, /Caneca pedido 7 R\$ 49,90 Devolvido em parte/)
  assert.match(said, /Veio quebrado troca 1 R\$ 19,90 Concluída/)
  assert.ok(html.includes(`href="/dashboard/payments/${body.payment_id}"`))
  assert.ok(html.includes(`href="/dashboard/refunds/${refund.id}"`))
  assert.ok(!html.includes(other.id))
})
