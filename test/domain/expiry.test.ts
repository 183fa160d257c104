/** A session lives for 24 hours, to the millisecond, and is marked when it is read after that. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mock } from 'node:test'
import { test } from 'vitest'
import { DatabaseUnavailable } from '../../db/database.ts'
import { checkDatabase } from '../../db/maintenance/check.ts'
import { newDatabase } from '../support/engine.ts'
import { startService } from '../support/service.ts'
import type { TestAccount, TestService } from '../support/service.ts'
import { assertNotOpen, expiredSessions, pageOf, passLifetime } from '../support/sessions.ts'

const databaseUrl = await newDatabase()
const service = await startService({ databaseUrl, secretKey: randomBytes(32) })
const LIFETIME_MS = 86_400_000

const read = async (seller: TestAccount, id: string) =>
  (await seller.get<'Checkout'>(`/v1/checkouts/${id}`)).body

/** The row in the database, without a read that could mark it as expired. */
const stored = (id: string) =>
  service.sql('select status, updated_at from checkouts where id = ?', id)

/** A new seller with one open session, and the clock moved on since. */
async function after(duration_ms: number) {
  const first = await service.account()
  const checkout = await first.checkout()
  const now = service.clock.advanceMs(duration_ms).toISOString()
  return { seller: await service.login(first), checkout, now }
}

test('expires_at is 24 hours after created_at, to the millisecond', async () => {
  const { seller, now } = await after(123)
  const { created_at, expires_at } = await seller.checkout()
  assert.equal(created_at, now)
  assert.equal(Date.parse(expires_at) - Date.parse(now), LIFETIME_MS)
})

test('at expires_at a session is open, also in the list, can be declined and paid', async () => {
  const { seller, checkout } = await after(LIFETIME_MS)
  assert.deepEqual(await read(seller, checkout.id), checkout)
  const { body: list } = await seller.get<'CheckoutList'>('/v1/checkouts')
  assert.deepEqual(list.data, [checkout])
  for (const action of ['decline', 'pay']) {
    const { status } = await seller.post(`/sandbox/checkouts/${checkout.id}/${action}`)
    assert.equal(status, 200)
  }
})

test('at expires_at a session can be canceled', async () => {
  const { seller, checkout } = await after(LIFETIME_MS)
  const { body } = await seller.post<'Checkout'>(`/v1/checkouts/${checkout.id}/cancel`)
  assert.equal(body.status, 'canceled')
})

test('a read a millisecond later marks it expired before the answer', async () => {
  const { seller, checkout, now } = await after(LIFETIME_MS + 1)
  assert.deepEqual(await stored(checkout.id), [{ status: 'open', updated_at: checkout.created_at }])
  const expired = { ...checkout, status: 'expired', updated_at: now }
  assert.deepEqual(await read(seller, checkout.id), expired)
  assert.deepEqual(await stored(checkout.id), [{ status: 'expired', updated_at: now }])
})

test('each session that is marked is announced to each endpoint of its seller', async () => {
  const first = await service.account()
  const endpoints = [await first.webhookEndpoint(), await first.webhookEndpoint()]
  const checkouts = [await first.checkout(), await first.checkout()]
  service.clock.advanceMs(LIFETIME_MS + 1)
  const seller = await service.login(first)
  await seller.get('/v1/checkouts')
  const rows = await service.sql<{ endpoint_id: string; about: string }>(
    `select d.endpoint_id, e.data as about from deliveries d
     join events e on e.seller_id = d.seller_id and e.id = d.event_id where d.seller_id = ?`,
    first.seller_id,
  )
  assert.deepEqual(
    new Set(rows.map(({ endpoint_id, about }) => `${endpoint_id} ${JSON.parse(about).id}`)),
    new Set(endpoints.flatMap((endpoint) => checkouts.map(({ id }) => `${endpoint.id} ${id}`))),
  )
  assert.equal(rows.length, 4)
})

test('a session that cannot be marked, as on a full disk, is shown expired', async () => {
  const { seller, checkout } = await after(LIFETIME_MS + 1)
  const full = mock.method(service.db, 'run', async () => {
    throw new DatabaseUnavailable('SQLITE_FULL')
  })
  const { body: one } = await seller.get<'Checkout'>(`/v1/checkouts/${checkout.id}`)
  const { body: list } = await seller.get<'CheckoutList'>('/v1/checkouts')
  full.mock.restore()
  assert.deepEqual([one, list.data], [{ ...checkout, status: 'expired' }, [one]])
  const [row] = await stored(checkout.id)
  assert.equal(row?.['status'], 'open')
})

/** Counts the seller's sessions that are marked so. */
const countOf = async (seller_id: string, status: string) => {
  const count = 'select count(*) as n from checkouts where seller_id = ? and status = ?'
  const [row] = await service.sql<{ n: number }>(count, seller_id, status)
  return row?.n
}

test('a read of the list a millisecond later marks its entries, of this seller only', async () => {
  const first = await service.account()
  const old = [await first.checkout(), await first.checkout(), await first.checkout()]
  const others = await service.account()
  const theirs = await others.checkout()
  const now = passLifetime(service).toISOString()
  const seller = await service.login(first)
  const young = await seller.checkout()
  const { body } = await seller.get<'CheckoutList'>('/v1/checkouts')
  const expired = old.map((one) => ({ ...one, status: 'expired', updated_at: now }))
  assert.deepEqual(body.data, [young, ...expired.toReversed()])
  for (const { id } of old) {
    assert.deepEqual(await stored(id), [{ status: 'expired', updated_at: now }])
  }
  assert.deepEqual(await stored(young.id), [{ status: 'open', updated_at: now }])
  assert.deepEqual(await stored(theirs.id), [{ status: 'open', updated_at: theirs.created_at }])
})

test('a read writes to no more sessions than it shows, however many are due', async () => {
  const first = await service.account()
  await expiredSessions(first, 300)
  const seller = await service.login(first)
  const { body } = await seller.get<'CheckoutList'>('/v1/checkouts?limit=20')
  assert.deepEqual(new Set(body.data.map(({ status }) => status)), new Set(['expired']))
  // The page, and the one behind it that says whether there is more.
  assert.equal(await countOf(seller.seller_id, 'expired'), 21)
  await read(seller, 'checkout_00000000-0000-7000-8000-000000000000')
  assert.equal(await countOf(seller.seller_id, 'expired'), 21)
})

test('the list by external_id shows a session as expired, too', async () => {
  const first = await service.account()
  await first.checkout({ external_id: 'x' })
  passLifetime(service)
  const seller = await service.login(first)
  const { body } = await seller.get<'CheckoutList'>('/v1/checkouts?external_id=x')
  assert.equal(body.data[0]?.status, 'expired')
})

for (const [what, path] of [
  ['its page', ''],
  ['the status of its page', '/status'],
] as const) {
  test(`reading ${what} marks it as well`, async () => {
    const { checkout, now } = await after(LIFETIME_MS + 1)
    assert.equal((await service.request('GET', pageOf(checkout) + path)).status, 200)
    assert.deepEqual(await stored(checkout.id), [{ status: 'expired', updated_at: now }])
  })
}

test('updated_at is the moment of marking, and reading again changes nothing', async () => {
  const { seller, checkout, now } = await after(LIFETIME_MS + 5_000)
  const first = await read(seller, checkout.id)
  assert.equal(first.updated_at, now)
  service.clock.advanceMs(60_000)
  assert.deepEqual(await read(seller, checkout.id), first)
  await seller.get('/v1/checkouts')
  assert.deepEqual(await read(seller, checkout.id), first)
})

test('a session past its end cannot be paid, canceled or declined, read or not', async () => {
  for (const isRead of [false, true]) {
    const { seller, checkout } = await after(LIFETIME_MS + 1)
    if (isRead) await read(seller, checkout.id)
    for (const path of [
      `/sandbox/checkouts/${checkout.id}/pay`,
      `/sandbox/checkouts/${checkout.id}/decline`,
      `/v1/checkouts/${checkout.id}/cancel`,
    ])
      assertNotOpen(await seller.post(path))
    const { status, completed_at } = await read(seller, checkout.id)
    assert.deepEqual([status, completed_at], ['expired', null])
  }
})

test('a session past its end cannot be paid on its page', async () => {
  const { seller, checkout } = await after(LIFETIME_MS + 1)
  const answer = await service.request('POST', pageOf(checkout), {
    raw: new URLSearchParams({ action: 'pay' }),
  })
  assert.equal(answer.status, 200)
  assert.equal((await read(seller, checkout.id)).status, 'expired')
})

test('payment, cancellation and marking at once end in exactly one state', async () => {
  for (const late_ms of [0, 1]) {
    const { seller, checkout } = await after(LIFETIME_MS + late_ms)
    const { id } = checkout
    const answers = await Promise.all([
      seller.post(`/sandbox/checkouts/${id}/pay`),
      seller.post(`/v1/checkouts/${id}/cancel`),
      seller.get('/v1/checkouts'),
      seller.get(`/v1/checkouts/${id}`),
      seller.post(`/sandbox/checkouts/${id}/pay`),
    ])
    const changes = answers.filter(({ status }, i) => status === 200 && i !== 2 && i !== 3)
    assert.equal(changes.length, late_ms === 0 ? 1 : 0)
    const { status } = await read(seller, id)
    const { status: won } = (changes[0]?.body as { status?: string }) ?? {}
    assert.equal(status, late_ms === 0 ? won : 'expired')
  }
})

test('completed and canceled sessions never expire', async () => {
  const first = await service.account()
  const [paid, canceled] = [await first.checkout(), await first.checkout()]
  const before = [
    (await first.post(`/sandbox/checkouts/${paid.id}/pay`)).body,
    (await first.post(`/v1/checkouts/${canceled.id}/cancel`)).body,
  ]
  passLifetime(service)
  const seller = await service.login(first)
  const { body } = await seller.get<'CheckoutList'>('/v1/checkouts')
  assert.deepEqual(body.data, before.toReversed())
  assert.deepEqual([await read(seller, paid.id), await read(seller, canceled.id)], before)
})

/** Gives a session another lifetime, as a later version may give to those that it opens. */
const liveFor = ({ id, created_at }: { id: string; created_at: string }, lifetime_ms: number) => {
  const expires_at = new Date(Date.parse(created_at) + lifetime_ms).toISOString()
  return service.sql('update checkouts set expires_at = ? where id = ?', expires_at, id)
}

/** The ids in all pages of a list, in its order. */
async function listed(seller: TestAccount, filters: string): Promise<string[]> {
  const { body } = await seller.get<'CheckoutList'>(`/v1/checkouts?limit=1${filters}`)
  const ids = body.data.map(({ id }) => id)
  if (!body.next_cursor) return ids
  const cursor = `&starting_after=${body.next_cursor}`
  return [...ids, ...(await listed(seller, filters.replace(/&starting_after.*/, '') + cursor))]
}

for (const isOfCustomer of [false, true]) {
  const whose = isOfCustomer ? ' of a customer' : ''
  test(`a session${whose} is open for as long as its own row says, in every list`, async () => {
    const first = await service.account()
    const { id: customer_id } = await first.customer()
    const of = { customer_id }
    const [long, usual] = [await first.checkout(of), await first.checkout(of)]
    const longer = await first.checkout(of)
    await liveFor(long, 3 * LIFETIME_MS)
    await liveFor(longer, 2 * LIFETIME_MS)
    service.clock.advanceMs(1.25 * LIFETIME_MS)
    const seller = await service.login(first)
    const young = await seller.checkout(of)
    const customer = isOfCustomer ? `&customer_id=${customer_id}` : ''
    const open = (more = '') => listed(seller, `${customer}&status=open${more}`)
    assert.deepEqual(await open(), [young.id, longer.id, long.id])
    assert.deepEqual(await open(`&created_to=${young.created_at}`), [longer.id, long.id])
    assert.deepEqual(await open(`&created_from=${young.created_at}`), [young.id])
    assert.deepEqual(await listed(seller, `${customer}&status=expired`), [usual.id])
    assert.equal((await read(seller, long.id)).status, 'open')
    const checks = await checkDatabase(databaseUrl)
    assert.deepEqual(
      checks.filter(({ ok }) => !ok),
      [],
    )
  })
}

test('a session that lives for less than others expires first, also in the list', async () => {
  const first = await service.account()
  const usual = await first.checkout()
  const short = await first.checkout()
  await liveFor(short, LIFETIME_MS / 2)
  service.clock.advanceMs(0.75 * LIFETIME_MS)
  const seller = await service.login(first)
  assert.deepEqual(await listed(seller, '&status=open'), [usual.id])
  assert.deepEqual(await listed(seller, '&status=expired'), [short.id])
})

/** The sessions whose end was announced, in the order of their ids. */
async function announced({ sql }: TestService, seller_id: string): Promise<(string | undefined)[]> {
  const rows = await sql<{ id: string }>(
    `select data ->> 'id' as id from events
    where seller_id = ? and type = 'checkout.expired' order by 1`,
    seller_id,
  )
  return rows.map(({ id }) => id)
}

test('each way to mark a session as expired announces it, as it is then and once', async () => {
  const reads: ((seller: TestAccount, checkout: { id: string }) => Promise<unknown>)[] = [
    (seller, { id }) => read(seller, id),
    (seller) => seller.get('/v1/checkouts'),
    (seller) => seller.get('/v1/checkouts?status=expired'),
    () => service.service.sweeper.round(),
  ]
  for (const mark of reads) {
    const { seller, checkout, now } = await after(LIFETIME_MS + 1)
    assert.deepEqual(await announced(service, seller.seller_id), [])
    await mark(seller, checkout)
    for (const again of reads) await again(seller, checkout)
    const { body } = await seller.get<'EventList'>('/v1/events')
    const [event] = body.data
    assert.equal(body.data.length, 1)
    assert.deepEqual([event?.type, event?.created_at], ['checkout.expired', now])
    assert.deepEqual(event?.data, { ...checkout, status: 'expired', updated_at: now })
  }
})

test('an end that cannot be announced is not marked', async () => {
  const { seller, checkout } = await after(LIFETIME_MS + 1)
  await service.sql('alter table events rename to hidden')
  const { status } = await seller.get(`/v1/checkouts/${checkout.id}`)
  await service.sql('alter table hidden rename to events')
  assert.equal(status, 500)
  assert.equal((await stored(checkout.id))[0]?.['status'], 'open')
})

test('processes that mark the same sessions at once announce each of them once', async () => {
  const shared = { databaseUrl: await newDatabase(), secretKey: randomBytes(32) }
  const processes = [await startService(shared), await startService(shared)]
  processes.push(await startService(shared))
  const [first] = processes
  assert.ok(first)
  const account = await first.account()
  await expiredSessions(account, 130)
  for (const { clock } of processes.slice(1)) clock.advanceMs(LIFETIME_MS + 1)
  const seller = await first.login(account)
  const list = (on: TestService, query: string) =>
    on.request('GET', `/v1/checkouts?limit=100${query}`, { token: seller.token })
  const acts = processes.flatMap((on) => [
    on.service.sweeper.round(),
    list(on, ''),
    list(on, '&status=expired'),
    list(on, ''),
  ])
  await Promise.all(acts)
  for (const on of processes) await on.service.sweeper.round()
  const rows = await first.sql<{ id: string }>(
    "select id from checkouts where seller_id = ? and status = 'expired' order by id",
    seller.seller_id,
  )
  assert.equal(rows.length, 130)
  assert.deepEqual(
    await announced(first, seller.seller_id),
    rows.map(({ id }) => id),
  )
})
