import assert from 'node:assert/strict'
import { mock } from 'node:test'
import { test } from 'vitest'
import { DatabaseUnavailable } from '../../db/database.ts'
import { assertRefused } from '../support/refused.ts'
import { unknownId } from '../support/samples.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'
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

test('refuses parameters that it does not know, and repeated ones', async () => {
  const seller = await service.account()
  assertRefused(await seller.get(`${path}?state=open`), 'invalid_request', 'state')
  assertRefused(await seller.get(`${path}?limit=1&limit=1`), 'invalid_request', 'limit')
  const twice = `${path}?external_id=a&external_id=b`
  assertRefused(await seller.get(twice), 'invalid_request', 'external_id')
})

/** Every combination of one value of each list; the last list varies fastest. */
const combinations = (lists: string[][]): string[][] =>
  lists.reduce<string[][]>((all, list) => all.flatMap((one) => list.map((x) => [...one, x])), [[]])

/** Sessions in every state, of two customers and of none, a second apart. */
async function manySessions() {
  const on = await startService()
  const first = await on.account()
  const customers = [(await first.customer()).id, (await first.customer()).id, undefined]
  const open = async () => {
    const ids: string[] = []
    for (const customer_id of [...customers, customers[0]]) {
      const { id } = await first.checkout({ ...(customer_id && { customer_id }) })
      ids.push(id)
      on.clock.advanceMs(1000)
    }
    return ids
  }
  const [, paid, canceled] = [await open(), await open(), await open()]
  for (const id of paid) await first.post(`/sandbox/checkouts/${id}/pay`)
  for (const id of canceled) await first.post(`${path}/${id}/cancel`)
  passLifetime(on)
  const seller = await on.login(first)
  Object.assign(first, { token: seller.token })
  await open()
  const { body } = await seller.get<'CheckoutList'>(`${path}?limit=100`)
  const unmark = () => on.sql("update checkouts set status = 'open' where status = 'expired'")
  return { seller, customers, all: body.data, unmark }
}

/** The ids of a list, page by page. */
async function walked(seller: TestAccount, filters: URLSearchParams): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = new URLSearchParams([...filters, ['limit', '3']])
    if (cursor) query.set('starting_after', cursor)
    const { status, body, text } = await seller.get<'CheckoutList'>(`${path}?${query}`)
    assert.equal(status, 200, text)
    ids.push(...body.data.map(({ id }) => id))
    cursor = body.next_cursor
  }
  return ids
}

test('any combination of filters finds what it says, page by page, marked or not', async () => {
  const { seller, customers, all, unmark } = await manySessions()
  assert.equal(all.length, 16)
  const times = ['', ...[all[14], all[6], all[2]].map((one) => one?.created_at ?? '')]
  const unknown = unknownId('cus_')
  const lists = [
    ['', 'open', 'completed', 'expired', 'canceled'],
    ['', customers[0] ?? '', customers[1] ?? '', unknown],
    times,
    times,
  ]
  let found = 0
  for (const [status = '', customer_id = '', from = '', to = ''] of combinations(lists)) {
    const filters = new URLSearchParams({ status, customer_id, created_from: from, created_to: to })
    for (const [name, value] of [...filters]) if (value === '') filters.delete(name)
    const expected = all.filter(
      (one) =>
        (status === '' || one.status === status) &&
        (customer_id === '' || one.customer_id === customer_id) &&
        (from === '' || one.created_at >= from) &&
        (to === '' || one.created_at < to),
    )
    await unmark()
    const ids = await walked(seller, filters)
    assert.deepEqual(
      ids,
      expected.map(({ id }) => id),
      String(filters),
    )
    found += ids.length
  }
  assert.ok(found > 5 * all.length)
})

test('filters by time are exact to the millisecond: from is inside, to is not', async () => {
  const { seller, all } = await manySessions()
  const one = all[7]
  assert.ok(one)
  const later = new Date(Date.parse(one.created_at) + 1).toISOString()
  for (const status of ['', one.status]) {
    const same = all.filter((each) => status === '' || each.status === status)
    const at = same.indexOf(one)
    const of = async (created_from: string, created_to: string) => {
      const query = new URLSearchParams({ created_from, created_to })
      if (status !== '') query.set('status', status)
      return (await walked(seller, query)).length
    }
    assert.equal(await of(one.created_at, later), 1)
    assert.equal(await of(later, '9999-12-31T23:59:59.999Z'), at)
    assert.equal(await of('0000-01-01T00:00:00.000Z', one.created_at), same.length - at - 1)
  }
})

test('status=open never shows what is past its end, and status=expired announces it', async () => {
  const on = await startService()
  const first = await on.account()
  const { id: customer_id } = await first.customer()
  const external_id = 'x'
  const { id } = await first.checkout({ customer_id, external_id })
  on.clock.advanceMs(24 * 60 * 60 * 1000)
  const seller = await on.login(first)
  const filters = ['', `&customer_id=${customer_id}`, `&external_id=${external_id}`]
  const seen = async (status: string) =>
    Promise.all(
      filters.map(async (more) => {
        const query = `${path}?status=${status}${more}`
        return (await seller.get<'CheckoutList'>(query)).body.data.map((one) => one.status)
      }),
    )
  assert.deepEqual(await seen('open'), [['open'], ['open'], ['open']])
  assert.deepEqual(await seen('expired'), [[], [], []])
  on.clock.advanceMs(1)
  assert.deepEqual(await seen('open'), [[], [], []])
  assert.deepEqual(await seen('expired'), [['expired'], ['expired'], ['expired']])
  const { body } = await seller.get<'EventList'>('/v1/events')
  assert.deepEqual(
    body.data.map(({ type, data }) => [type, data.id]),
    [['checkout.expired', id]],
  )
})

test('on a full disk, status=expired shows what is past its end all the same', async () => {
  const on = await startService()
  const first = await on.account()
  const { id } = await first.checkout()
  passLifetime(on)
  const seller = await on.login(first)
  const full = mock.method(on.db, 'run', async () => {
    throw new DatabaseUnavailable('SQLITE_FULL')
  })
  const { body } = await seller.get<'CheckoutList'>(`${path}?status=expired`)
  full.mock.restore()
  assert.deepEqual(
    body.data.map((one) => [one.id, one.status]),
    [[id, 'expired']],
  )
})

test('refuses filters that are malformed, and finds nothing of another account', async () => {
  const seller = await service.account()
  const other = await (await service.account()).customer()
  assertRefused(await seller.get(`${path}?status=paid`), 'invalid_request', 'status')
  for (const id of ['', 'x', 'cus_1', other.id.toUpperCase()]) {
    const answer = await seller.get(`${path}?customer_id=${id}`)
    assertRefused(answer, 'invalid_customer_id', 'customer_id')
  }
  for (const name of ['created_from', 'created_to']) {
    for (const time of ['', '2026-03-02', '2026-02-30T12:00:00.000Z', '2016-12-31T22:59:60Z']) {
      assertRefused(await seller.get(`${path}?${name}=${time}`), 'invalid_request', name)
    }
  }
  const { body } = await seller.get<'CheckoutList'>(`${path}?customer_id=${other.id}`)
  assert.deepEqual(body.data, [])
})
