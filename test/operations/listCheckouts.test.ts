import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertRefused } from '../support/refused.ts'
import { malformedIds, unknownId } from '../support/samples.ts'
import { startService } from '../support/service.ts'
import { endedSessions, passLifetime } from '../support/sessions.ts'

const service = await startService()
const path = '/v1/checkouts'

test('an account without sessions has an empty list', async () => {
  const seller = await service.account()
  const { status, body } = await seller.get<'CheckoutList'>(path)
  assert.equal(status, 200)
  assert.deepEqual(body, { object: 'list', data: [], has_more: false, next_cursor: null })
})

test('lists sessions whole, newest first', async () => {
  const seller = await service.account()
  const sessions = [await seller.checkout(), await seller.checkout({ metadata: { a: 1 } })]
  const { body } = await seller.get<'CheckoutList'>(path)
  assert.deepEqual(body, {
    object: 'list',
    data: sessions.toReversed(),
    has_more: false,
    next_cursor: null,
  })
})

test('walks the pages by next_cursor', async () => {
  const seller = await service.account()
  const ids = [await seller.checkout(), await seller.checkout(), await seller.checkout()]
    .map(({ id }) => id)
    .toReversed()
  const { body: first } = await seller.get<'CheckoutList'>(`${path}?limit=2`)
  assert.deepEqual(
    first.data.map(({ id }) => id),
    ids.slice(0, 2),
  )
  assert.deepEqual([first.has_more, first.next_cursor], [true, ids[1]])
  const next = `${path}?limit=2&starting_after=${first.next_cursor}`
  const { body: last } = await seller.get<'CheckoutList'>(next)
  assert.deepEqual(
    last.data.map(({ id }) => id),
    ids.slice(2),
  )
  assert.deepEqual([last.has_more, last.next_cursor], [false, null])
})

test('lists sessions in every state', async () => {
  const on = await startService()
  const { seller, sessions } = await endedSessions(on)
  const open = await seller.checkout()
  const { body } = await seller.get<'CheckoutList'>(path)
  assert.deepEqual(body.data, [open, ...sessions.toReversed()])
})

test('finds the one session that has an external_id, to the letter', async () => {
  const seller = await service.account()
  const wanted = await seller.checkout({ external_id: 'Pedido 1&2=%/é' })
  await seller.checkout({ external_id: 'pedido 1&2=%/é' })
  await seller.checkout()
  const list = async (external_id: string) => {
    const query = new URLSearchParams({ external_id })
    return (await seller.get<'CheckoutList'>(`${path}?${query}`)).body
  }
  const found = { object: 'list', data: [wanted], has_more: false, next_cursor: null }
  assert.deepEqual(await list('Pedido 1&2=%/é'), found)
  for (const other of ['Pedido 1&2=%', 'Pedido%', 'null', 'PEDIDO 1&2=%/É', ' ']) {
    assert.deepEqual((await list(other)).data, [], other)
  }
})

test('does not find an external_id of another account', async () => {
  const [one, two] = [await service.account(), await service.account()]
  const external_id = 'de-ambas'
  const [mine] = [await one.checkout({ external_id }), await two.checkout({ external_id })]
  const { body } = await one.get<'CheckoutList'>(`${path}?external_id=${external_id}`)
  assert.deepEqual(body.data, [mine])
})

test('finds a session by external_id after it has ended', async () => {
  const seller = await service.account()
  const { id } = await seller.checkout({ external_id: 'x' })
  const { body: canceled } = await seller.post<'Checkout'>(`${path}/${id}/cancel`)
  const { body } = await seller.get<'CheckoutList'>(`${path}?external_id=x`)
  assert.deepEqual(body.data, [canceled])
})

test('refuses an empty external_id with its own code, and one past 255 characters', async () => {
  const seller = await service.account()
  assertRefused(await seller.get(`${path}?external_id=`), 'invalid_external_id', 'external_id')
  assertRefused(await seller.get(`${path}?external_id`), 'invalid_external_id', 'external_id')
  const long = `${path}?external_id=${'x'.repeat(256)}`
  assertRefused(await seller.get(long), 'invalid_request', 'external_id')
  assert.equal((await seller.get(`${path}?external_id=${'x'.repeat(255)}`)).status, 200)
})

test('marks nothing as expired when it refuses the cursor', async () => {
  const seller = await service.account()
  const { id } = await seller.checkout()
  passLifetime(service)
  const later = await service.login(seller)
  const cursor = `checkout_${crypto.randomUUID()}`
  const answer = await later.get(`/v1/checkouts?starting_after=${cursor}`)
  assertRefused(answer, 'invalid_cursor', 'starting_after')
  const [row] = await service.sql('select status from checkouts where id = ?', id)
  assert.deepEqual({ ...row }, { status: 'open' })
  assert.equal((await later.get<'CheckoutList'>('/v1/checkouts')).body.data[0]?.status, 'expired')
})

test('refuses a cursor that is malformed, unknown or of another account', async () => {
  const seller = await service.account()
  const other = await (await service.account()).checkout()
  // What is no percent-encoding is not a parameter at all.
  const malformed = malformedIds('checkout_').filter((id) => !/%(?![0-9A-F]{2})/.test(id))
  for (const cursor of ['', ...malformed, unknownId('checkout_'), other.id]) {
    const answer = await seller.get(`${path}?starting_after=${cursor}`)
    assertRefused(answer, 'invalid_cursor', 'starting_after')
  }
})

test('refuses parameters that it does not know, and repeated ones', async () => {
  const seller = await service.account()
  assertRefused(await seller.get(`${path}?status=open`), 'invalid_request', 'status')
  assertRefused(await seller.get(`${path}?limit=1&limit=1`), 'invalid_request', 'limit')
  const twice = `${path}?external_id=a&external_id=b`
  assertRefused(await seller.get(twice), 'invalid_request', 'external_id')
})
