import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertRefused } from '../support/refused.ts'
import { metadataSamples, trimmedNames } from '../support/samples.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const seller = await service.account()

const update = (id: string, body: unknown, by = seller) =>
  by.patch<'Customer'>(`/v1/customers/${id}`, body)

const stored = async (id: string) => (await seller.get<'Customer'>(`/v1/customers/${id}`)).body

/** A customer with a value in every field. */
async function full() {
  const { body } = await seller.post<'Customer'>('/v1/customers', {
    name: 'Padaria Pão Quente',
    email: `${crypto.randomUUID()}@padaria.example`,
    phone: '+551133334444',
    tax_id: '12.345.678/0001-95',
    metadata: { erp: '1042' },
  })
  return body
}

const changes: Record<string, unknown> = {
  name: 'Confeitaria Doce',
  email: 'doce@example.com',
  phone: '+551122223333',
  tax_id: '529.982.247-25',
  metadata: { crm: '7' },
  status: 'inactive',
}
for (const [field, value] of Object.entries(changes)) {
  test(`changes ${field} alone, and the moment of the last change`, async () => {
    const customer = await full()
    const updated_at = service.clock.advanceMs(1_500).toISOString()
    const { status, body } = await update(customer.id, { [field]: value })
    assert.equal(status, 200)
    assert.deepEqual(body, { ...customer, [field]: value, updated_at })
    assert.deepEqual(await stored(customer.id), body)
    // The next customer may have the address.
    await update(customer.id, { email: customer.email })
  })
}

test('changes everything that can be changed in one request', async () => {
  const customer = await full()
  const { status, body } = await update(customer.id, changes)
  assert.equal(status, 200)
  assert.deepEqual(body, { ...customer, ...changes })
  await update(customer.id, { email: customer.email })
})

test('null removes the phone and the tax number, and nothing else can be removed', async () => {
  const customer = await full()
  const { body } = await update(customer.id, { phone: null, tax_id: null })
  assert.deepEqual(body, { ...customer, phone: null, tax_id: null })
  for (const field of ['name', 'email', 'metadata', 'status']) {
    assertRefused(await update(customer.id, { [field]: null }), 'invalid_request', field)
  }
  assert.deepEqual(await stored(customer.id), body)
})

test('keeps phone and tax_id exactly as they were sent', async () => {
  const { id } = await full()
  for (const text of ['12345678909', '123.456.789-09', ' (11) 9 ', '☎️']) {
    const { body } = await update(id, { phone: text, tax_id: text })
    assert.deepEqual([body.phone, body.tax_id], [text, text])
  }
})

test('stores the name trimmed, and the e-mail in lower case', async () => {
  const { id } = await full()
  for (const [sent, kept] of trimmedNames) {
    assert.equal((await update(id, { name: sent })).body.name, kept)
  }
  const email = `Compras+${id}@Padaria.Example`
  assert.equal((await update(id, { email })).body.email, email.toLowerCase())
})

test('refuses a name in which nothing can be seen, and changes nothing', async () => {
  const customer = await full()
  const answer = await update(customer.id, { name: ' \u200b', status: 'inactive' })
  assertRefused(answer, 'invalid_customer_name', 'name')
  assert.deepEqual(await stored(customer.id), customer)
})

test('refuses an e-mail that another customer has, in any case, and changes nothing', async () => {
  const [customer, other] = [await full(), await full()]
  for (const email of [other.email, other.email.toUpperCase()]) {
    const answer = await update(customer.id, { email, name: 'Outra' })
    assertRefused(answer, 'customer_email_already_exists', 'email')
  }
  assert.deepEqual(await stored(customer.id), customer)
})

test('takes the e-mail that the customer has already, and one that was given up', async () => {
  const [customer, other] = [await full(), await full()]
  assert.equal((await update(customer.id, { email: customer.email.toUpperCase() })).status, 200)
  await update(other.id, { email: `free-${other.email}` })
  assert.equal((await update(customer.id, { email: other.email })).status, 200)
  const taken = await seller.post('/v1/customers', { name: 'Ana', email: other.email })
  assertRefused(taken, 'customer_email_already_exists', 'email')
})

test('an inactive customer cannot buy, and an active one can again', async () => {
  const { id } = await full()
  const offer_id = (await seller.product()).default_offer?.id
  const open = () => seller.post('/v1/checkouts', { offer_id, customer_id: id })
  await update(id, { status: 'inactive' })
  assertRefused(await open(), 'customer_not_found', 'customer_id')
  await update(id, { status: 'active' })
  assert.equal((await open()).status, 201)
})

test('replaces metadata by what is sent', async () => {
  const { id } = await full()
  const text = metadataSamples['keys out of order'] ?? ''
  const { body } = await update(id, { metadata: JSON.parse(text) })
  assert.equal(JSON.stringify(body.metadata), text)
  assert.deepEqual(await stored(id), body)
})

test('needs at least one field', async () => {
  assertRefused(await update((await full()).id, {}), 'invalid_request')
})
