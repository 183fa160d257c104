/** A session with `cancel_at` ends then, whoever looks at it first. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { endedCheckouts } from '../../../domain/checkouts/expire.ts'
import { pageOf, passLifetime } from '../../support/sessions.ts'
import { startService } from '../../support/service.ts'
import type { TestAccount } from '../../support/service.ts'

const MINUTE_MS = 60_000

async function world() {
  const service = await startService()
  const seller = await service.account()
  return { service, seller }
}

/** Opens a session that is canceled in a minute. */
async function canceledInAMinute(seller: TestAccount, fields: object = {}) {
  const cancel_at = new Date(seller.on.clock.now().getTime() + MINUTE_MS).toISOString()
  const items = [{ name: 'Conserto', unit_amount_minor: 100 }]
  const body = { items, cancel_at, ...fields }
  return (await seller.post<'Checkout'>('/v1/cart_checkouts', body)).body
}

const eventsOf = async (seller: TestAccount, id: string) => {
  const { body } = await seller.get<'EventList'>(`/v1/events?checkout_id=${id}`)
  return body.data.map(({ type }) => type)
}

const idsOf = async (seller: TestAccount, query: string) => {
  const { body } = await seller.get<'CheckoutList'>(`/v1/checkouts?${query}`)
  return body.data.map(({ id }) => id)
}

test('a read at cancel_at finds the session canceled and announced, before it open', async () => {
  const { service, seller } = await world()
  const { id } = await canceledInAMinute(seller)
  const read = async () => (await seller.get<'Checkout'>(`/v1/checkouts/${id}`)).body.status
  service.clock.advanceMs(MINUTE_MS)
  assert.equal(await read(), 'open')
  service.clock.advanceMs(1)
  assert.equal(await read(), 'canceled')
  assert.deepEqual(await eventsOf(seller, id), ['checkout.canceled'])
  const { status, body } = await seller.post(`/sandbox/checkouts/${id}/pay`)
  assert.deepEqual([status, body.error.code], [409, 'checkout_not_open'])
})

test('a session past cancel_at can neither be paid nor canceled, read or not', async () => {
  const { service, seller } = await world()
  for (const action of ['/sandbox/checkouts/ID/pay', '/v1/checkouts/ID/cancel']) {
    const { id } = await canceledInAMinute(seller)
    service.clock.advanceMs(MINUTE_MS + 1)
    const { body } = await seller.post(action.replace('ID', id))
    assert.equal(body.error.code, 'checkout_not_open')
  }
})

test('the background cancels unread sessions, and no others than those due', async () => {
  const { service, seller } = await world()
  const due = await canceledInAMinute(seller)
  const cancel_at = new Date(service.clock.now().getTime() + 2 * MINUTE_MS).toISOString()
  const later = await canceledInAMinute(seller, { cancel_at })
  const never = await seller.checkout()
  service.clock.advanceMs(MINUTE_MS + 1)
  const now = service.clock.now().toISOString()
  const [, sweep] = endedCheckouts(service.service.events)
  const [first] = await service.db.read(() => sweep.firstOfNextSeller({ after: '' }))
  assert.deepEqual(first, { seller_id: seller.seller_id, due_at: due.cancel_at })
  await service.db.run(() => sweep.piece({ seller_id: seller.seller_id, now, limit: 10 }))
  const rows = await service.sql<{ id: string; status: string }>(
    'select id, status from checkouts where seller_id = ? order by id',
    seller.seller_id,
  )
  assert.deepEqual(
    rows.map(({ id, status }) => [id, status]),
    [
      [due.id, 'canceled'],
      [later.id, 'open'],
      [never.id, 'open'],
    ],
  )
  assert.deepEqual(await eventsOf(seller, due.id), ['checkout.canceled'])
})

test('a session past both ends is marked once, by the end that came first', async () => {
  const { service, seller: first } = await world()
  const canceled = await canceledInAMinute(first)
  const expired = await first.checkout()
  passLifetime(service)
  const seller = await service.login(first)
  const now = service.clock.now().toISOString()
  for (const sweep of endedCheckouts(service.service.events)) {
    await service.db.run(() => sweep.piece({ seller_id: seller.seller_id, now, limit: 10 }))
  }
  assert.deepEqual(await eventsOf(seller, canceled.id), ['checkout.canceled'])
  assert.deepEqual(await eventsOf(seller, expired.id), ['checkout.expired'])
})

test('lists sort and filter a session by cancel_at before anything has marked it', async () => {
  const { service, seller } = await world()
  const customer_id = (await seller.customer()).id
  const open = await seller.checkout({ customer_id })
  const ended = await canceledInAMinute(seller, { customer_id, external_id: 'p-1' })
  service.clock.advanceMs(MINUTE_MS + 1)
  // The queries alone: a list marks what it shows, so each is asked of its own row.
  const reset = `update checkouts set status = 'open' where id = ?`
  for (const filter of ['', `&customer_id=${customer_id}`, '&external_id=p-1']) {
    const isNamed = filter.includes('external_id')
    assert.deepEqual(await idsOf(seller, `status=open${filter}`), isNamed ? [] : [open.id])
    assert.deepEqual(await idsOf(seller, `status=expired${filter}`), [])
    assert.deepEqual(await idsOf(seller, `status=canceled${filter}`), [ended.id])
    await service.sql(reset, ended.id)
  }
})

test('lists of canceled sessions go on page by page, marked or not', async () => {
  const { service, seller } = await world()
  const ids: string[] = []
  for (let n = 0; n < 6; n++) {
    const { id } = await canceledInAMinute(seller)
    ids.unshift(id)
    if (n % 2 === 0) await seller.post(`/v1/checkouts/${id}/cancel`)
  }
  service.clock.advanceMs(MINUTE_MS + 1)
  const first = await idsOf(seller, 'status=canceled&limit=4')
  const second = await idsOf(seller, `status=canceled&limit=4&starting_after=${first.at(-1)}`)
  assert.deepEqual([...first, ...second], ids)
})

test('the page counts down to cancel_at and then says that it was canceled', async () => {
  const { service, seller } = await world()
  const checkout = await canceledInAMinute(seller)
  const page = async () => (await service.request('GET', pageOf(checkout))).text
  assert.match(await page(), /00:01:00/)
  service.clock.advanceMs(MINUTE_MS + 1)
  assert.match(await page(), /class="card canceled"/)
})
