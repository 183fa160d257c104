import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertRefused } from '../support/refused.ts'
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
