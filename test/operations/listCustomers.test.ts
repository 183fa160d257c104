import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertRefused } from '../support/refused.ts'
import { unknownId } from '../support/samples.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const seller = await service.account()

const list = (query = '') => seller.get<'CustomerList'>(`/v1/customers${query}`)

test('gives an account without customers an empty list', async () => {
  const empty = await service.account()
  const { status, body } = await empty.get<'CustomerList'>('/v1/customers')
  assert.equal(status, 200)
  assert.deepEqual(body, { object: 'list', data: [], has_more: false, next_cursor: null })
})

test('lists whole customers, inactive ones too, newest first', async () => {
  const older = await seller.customer()
  service.clock.advanceMs(1)
  const newer = await seller.customer()
  await service.sql(`update customers set status = 'inactive' where id = ?`, older.id)
  const { status, body } = await list()
  assert.equal(status, 200)
  assert.deepEqual(body, {
    object: 'list',
    data: [newer, { ...older, status: 'inactive' }],
    has_more: false,
    next_cursor: null,
  })
})

test('refuses a cursor that is malformed or unknown', async () => {
  for (const cursor of ['', 'x', 'cus_1', unknownId('prod_'), unknownId('cus_')]) {
    assertRefused(await list(`?starting_after=${cursor}`), 'invalid_cursor', 'starting_after')
  }
})

test('refuses a limit that is not a number from 1 to 100', async () => {
  for (const limit of ['0', '101', 'x', '']) {
    assertRefused(await list(`?limit=${limit}`), 'invalid_request', 'limit')
  }
})

test('finds a customer by e-mail, in any case, and no other', async () => {
  const { id, email } = await seller.customer()
  const found = async (query: string) => (await list(query)).body.data.map((one) => one.id)
  assert.deepEqual(await found(`?email=${email.toUpperCase()}`), [id])
  assert.deepEqual(await found(`?email=x${email}`), [])
  const other = await service.account()
  const { body } = await other.get<'CustomerList'>(`/v1/customers?email=${email}`)
  assert.deepEqual(body.data, [])
  assertRefused(await list('?email='), 'invalid_request', 'email')
})

test('a page by e-mail starts after its cursor', async () => {
  const older = await seller.customer()
  const { id, email } = await seller.customer()
  const newer = await seller.customer()
  const after = async (cursor: string) =>
    (await list(`?email=${email}&starting_after=${cursor}`)).body.data.map((one) => one.id)
  assert.deepEqual(await after(newer.id), [id])
  assert.deepEqual(await after(id), [])
  assert.deepEqual(await after(older.id), [])
})

for (const name of ['Limit', 'ending_before', 'external_id', '__proto__', 'limit[]']) {
  test(`refuses the query parameter ${name}`, async () => {
    assertRefused(await list(`?${encodeURIComponent(name)}=1`), 'invalid_request', name)
  })
}

test('refuses a query parameter whose name cannot be read', async () => {
  for (const name of ['%', '%E0%A4%A', 'a%00b']) {
    assertRefused(await list(`?${name}=1`), 'invalid_request')
  }
})

test('looks at the scope before the query', async () => {
  const writer = await seller.restrictedTo(['customers:write'])
  assertRefused(await writer.get('/v1/customers?limit=x'), 'insufficient_scope')
})

test('finds customers by tax id, however it is punctuated, and no others', async () => {
  const by = await service.account()
  const made = async (email: string, tax_id: string) =>
    (await by.post<'Customer'>('/v1/customers', { name: 'Ana', email, tax_id })).body.id
  const [digits, written] = [
    await made('a@loja.example', '12345678000195'),
    await made('b@loja.example', '12.345.678/0001-95'),
  ]
  const letters = await made('c@loja.example', '12.ABC.345/01DE-35')
  await made('d@loja.example', '529.982.247-25')
  const found = async (query: string) =>
    (await by.get<'CustomerList'>(`/v1/customers?${query}`)).body.data.map(({ id }) => id)
  for (const spelling of ['12345678000195', '12.345.678/0001-95', ' 12345678/0001-95']) {
    assert.deepEqual(await found(`tax_id=${encodeURIComponent(spelling)}`), [written, digits])
  }
  assert.deepEqual(await found('tax_id=12abc34501de35'), [letters])
  assert.deepEqual(await found('tax_id=52998224725&email=d@loja.example&limit=1'), [
    ...(await found('tax_id=529.982.247-25')),
  ])
  assert.deepEqual(await found('tax_id=52998224725&email=a@loja.example'), [])
  assert.deepEqual(await found('tax_id=11111111111'), [])
  assert.deepEqual(await found('tax_id=-'), [])
  assert.deepEqual(await found('tax_id=12345678000195&limit=1'), [written])
  assert.deepEqual(await found(`tax_id=12345678000195&starting_after=${written}`), [digits])
  const other = await service.account()
  const { body } = await other.get<'CustomerList'>('/v1/customers?tax_id=12345678000195')
  assert.deepEqual(body.data, [])
  assertRefused(await list('?tax_id='), 'invalid_request', 'tax_id')
})

test('finds customers by the beginning of any word, the newest first', async () => {
  const by = await service.account()
  const made = async (name: string, email: string, tax_id?: string) =>
    (await by.post<'Customer'>('/v1/customers', { name, email, tax_id })).body.id
  const ana = await made('Ana Conceição', 'ana@loja.example')
  const bia = await made('Beatriz Conceição', 'bia@loja.example', '52998224725')
  await made('Caio', 'caio@loja.example')
  const found = async (query: Record<string, string>) => {
    const answer = await by.get<'CustomerList'>(`/v1/customers?${new URLSearchParams(query)}`)
    return answer.body.data.map(({ id }) => id)
  }
  assert.deepEqual(await found({ q: 'CONCEICAO' }), [bia, ana])
  assert.deepEqual(await found({ q: 'conceição ana' }), [ana])
  assert.deepEqual(await found({ q: 'conc', limit: '1' }), [bia])
  assert.deepEqual(await found({ q: 'conc', starting_after: bia }), [ana])
  assert.deepEqual(await found({ q: '529.982' }), [bia])
  assert.deepEqual(await found({ q: ana }), [ana])
  assert.deepEqual(await found({ q: 'conc', tax_id: '529.982.247-25' }), [bia])
  assert.deepEqual(await found({ q: 'conc', email: 'caio@loja.example' }), [])
  assert.deepEqual(await found({ q: 'conc', email: 'ANA@loja.example' }), [ana])
  assert.deepEqual(await found({ q: 'onceicao' }), [])
  const other = await service.account()
  assert.deepEqual((await other.get<'CustomerList'>('/v1/customers?q=ana')).body.data, [])
  assertRefused(await list('?q='), 'invalid_request', 'q')
})
