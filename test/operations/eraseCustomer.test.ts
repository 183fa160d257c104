/** Answers of the operation; test/domain/anyEngine/erasure.test.ts shows that nothing is left. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertRefused } from '../support/refused.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const seller = await service.account()

const erase = (id: string, by = seller, body?: unknown) =>
  by.post<'Customer'>(`/v1/customers/${id}/erase`, body)

const stored = async (id: string) => (await seller.get<'Customer'>(`/v1/customers/${id}`)).body

const person = (changes: object = {}) => ({
  name: 'Ana Souza',
  email: `${crypto.randomUUID()}@example.com`,
  phone: '+5511987654321',
  tax_id: '529.982.247-25',
  metadata: { apelido: 'Aninha' },
  ...changes,
})

async function customer(changes: object = {}) {
  const { body } = await seller.post<'Customer'>('/v1/customers', person(changes))
  return body
}

/** The rest of a customer, once erased at this moment. */
const left = ({ id, created_at }: { id: string; created_at: string }, updated_at: string) => ({
  id,
  object: 'customer',
  name: '—',
  email: `${id.slice('cus_'.length)}@erased.invalid`,
  phone: null,
  tax_id: null,
  status: 'inactive',
  source: 'api',
  metadata: {},
  created_at,
  updated_at,
})

test('leaves an inactive customer without personal data', async () => {
  const before = await customer()
  const now = service.clock.advanceMs(1_500).toISOString()
  const { status, body } = await erase(before.id)
  assert.equal(status, 200)
  assert.deepEqual(body, left(before, now))
  assert.deepEqual(await stored(before.id), body)
})

test('a repetition answers the same, and changes nothing', async () => {
  const { id } = await customer()
  const { body } = await erase(id)
  service.clock.advanceMs(1_500)
  const again = await erase(id, seller, {})
  assert.deepEqual([again.status, again.body], [200, body])
})

test('an erased customer cannot buy, and its e-mail is free again', async () => {
  const { id, email } = await customer()
  const offer_id = (await seller.product()).default_offer?.id
  await erase(id)
  const sale = await seller.post('/v1/checkouts', { offer_id, customer_id: id })
  assertRefused(sale, 'customer_not_found', 'customer_id')
  assert.equal((await seller.post('/v1/customers', person({ email }))).status, 201)
})

test('an open checkout of an erased customer can still be paid', async () => {
  const { id } = await customer()
  const checkout = await seller.checkout({ customer_id: id, metadata: { a: 1 } })
  await erase(id)
  const { status, body } = await seller.post<'Checkout'>(`/sandbox/checkouts/${checkout.id}/pay`)
  assert.deepEqual([status, body.status, body.customer_id], [200, 'completed', id])
  assert.deepEqual(body.metadata, {})
})

test('an erased customer can be changed, and erased again', async () => {
  const before = await customer()
  await erase(before.id)
  const { phone, ...rest } = person()
  const changes = { ...rest, status: 'active' }
  const { body } = await seller.patch<'Customer'>(`/v1/customers/${before.id}`, changes)
  assert.deepEqual([body.name, body.email, body.status], [rest.name, rest.email, 'active'])
  const checkout = await seller.checkout({ customer_id: before.id, metadata: { a: 1 } })
  const now = service.clock.advanceMs(1_500).toISOString()
  assert.deepEqual((await erase(before.id)).body, left(before, now))
  const { body: read } = await seller.get<'Checkout'>(`/v1/checkouts/${checkout.id}`)
  assert.deepEqual(read.metadata, {})
})

test('new data of an erased customer stays after the second round', async () => {
  const { id } = await customer()
  const before = await seller.checkout({ customer_id: id, metadata: { a: 1 } })
  await erase(id)
  await seller.patch(`/v1/customers/${id}`, { name: 'Bia Lima', status: 'active' })
  const cancel_url = 'https://loja.example/carrinho'
  const sale = { customer_id: id, cancel_url, metadata: { a: 2 } }
  const opened = [await seller.checkout(sale), await seller.checkout(sale)]
  service.clock.advanceMs(60_000)
  await service.service.sweeper.round()
  const read = async (one: string) => (await seller.get<'Checkout'>(`/v1/checkouts/${one}`)).body
  assert.deepEqual(await Promise.all(opened.map((one) => read(one.id))), opened)
  assert.deepEqual((await read(before.id)).metadata, {})
})

test('new data of an erased customer goes when it is erased again', async () => {
  const { id } = await customer()
  await erase(id)
  await seller.patch(`/v1/customers/${id}`, { status: 'active' })
  const opened = await seller.checkout({ customer_id: id, metadata: { a: 1 } })
  await seller.patch(`/v1/customers/${id}`, { status: 'inactive' })
  await erase(id)
  const { body } = await seller.get<'Checkout'>(`/v1/checkouts/${opened.id}`)
  assert.deepEqual(body.metadata, {})
})

test('a customer who has the erased address already keeps it', async () => {
  const { id } = await customer()
  const email = `${id.slice('cus_'.length)}@erased.invalid`
  const other = await customer({ email })
  const { status, body } = await erase(id)
  assert.equal(status, 200)
  assert.match(body.email, /^[0-9a-f-]{36}\.[0-9a-f-]{36}@erased\.invalid$/)
  assert.equal((await stored(other.id)).email, email)
  assert.deepEqual((await erase(id)).body, body)
})

test('no checkout that is opened during the erasure keeps anything', async () => {
  const offer_id = (await seller.product()).default_offer?.id
  for (let round = 0; round < 5; round++) {
    const { id } = await customer()
    const sale = { offer_id, customer_id: id, metadata: { nome: 'Ana Souza' } }
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, () => seller.post<'Checkout'>('/v1/checkouts', sale)),
      erase(id),
      ...Array.from({ length: 8 }, () => seller.post<'Checkout'>('/v1/checkouts', sale)),
    ])
    const rows = await service.sql<{ metadata: string }>(
      'select metadata from checkouts where customer_id = ?',
      id,
    )
    const opened = answers.filter(({ status }) => status === 201)
    assert.deepEqual(
      rows.map(({ metadata }) => metadata),
      opened.map(() => '{}'),
    )
  }
})

test('refuses a body with fields', async () => {
  const { id } = await customer()
  assertRefused(await erase(id, seller, { name: 'x' }), 'invalid_request', 'name')
})
