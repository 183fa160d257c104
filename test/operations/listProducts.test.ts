import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertRefused } from '../support/refused.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const seller = await service.account()

const list = (query = '', by = seller) => by.get<'ProductList'>(`/v1/products${query}`)

test('gives an account without products an empty list', async () => {
  const { status, body } = await list('', await service.account())
  assert.equal(status, 200)
  assert.deepEqual(body, { object: 'list', data: [], has_more: false, next_cursor: null })
})

test('lists whole products, newest first, each with its default offer of now', async () => {
  const by = await service.account()
  const older = await by.product()
  service.clock.advanceMs(1)
  const newer = await by.product()
  const promoted = await by.offer(older.id, { is_default: true })
  await by.offer(newer.id)
  const { status, body } = await list('', by)
  assert.equal(status, 200)
  assert.deepEqual(body, {
    object: 'list',
    data: [newer, { ...older, default_offer: promoted }],
    has_more: false,
    next_cursor: null,
  })
})

test('lists archived products and those without an active offer', async () => {
  const by = await service.account()
  const [archived, empty] = [await by.product(), await by.product()]
  await service.sql(`update products set status = 'archived' where id = ?`, archived.id)
  const archive =
    'update offers set active = false, is_default = false, archived_at = ? where product_id = ?'
  await service.sql(archive, empty.created_at, empty.id)
  const { body } = await list('', by)
  assert.deepEqual(body.data, [
    { ...empty, default_offer: null },
    { ...archived, status: 'archived' },
  ])
})

test('refuses a limit that is not a number from 1 to 100', async () => {
  for (const limit of ['0', '101', 'x', '']) {
    assertRefused(await list(`?limit=${limit}`), 'invalid_request', 'limit')
  }
})

test('refuses a query parameter that the contract does not name', async () => {
  assertRefused(await list('?name=x'), 'invalid_request', 'name')
})

test('lists products of one state only, by pages', async () => {
  const by = await service.account()
  const products = [await by.product(), await by.product(), await by.product(), await by.product()]
  const [, second, , fourth] = products.map(({ id }) => id)
  await service.sql(`update products set status = 'archived' where id in (?, ?)`, second, fourth)
  const idsOf = async (query: string) => (await list(query, by)).body.data.map(({ id }) => id)
  assert.deepEqual(await idsOf('?status=archived'), [fourth, second])
  assert.deepEqual(await idsOf('?status=active'), [products[2]?.id, products[0]?.id])
  assert.deepEqual(await idsOf(`?status=active&limit=1&starting_after=${products[2]?.id}`), [
    products[0]?.id,
  ])
  assertRefused(await list('?status=deleted', by), 'invalid_request', 'status')
})
