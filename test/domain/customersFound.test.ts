/** Customers are found by tax id and name, on either engine. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertRefused } from '../support/refused.ts'
import { startService } from '../support/service.ts'

const service = await startService()

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
  assertRefused(await by.get('/v1/customers?tax_id='), 'invalid_request', 'tax_id')
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
  assertRefused(await by.get('/v1/customers?q='), 'invalid_request', 'q')
})
