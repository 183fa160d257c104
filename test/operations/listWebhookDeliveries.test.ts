import assert from 'node:assert/strict'
import { test } from 'vitest'
import { answer, startReceiver } from '../support/receiver.ts'
import { assertRefused } from '../support/refused.ts'
import { malformedIds, unknownId } from '../support/samples.ts'
import { startService } from '../support/service.ts'
import type { TestAccount, TestService } from '../support/service.ts'

const service = await startService()

const list = (by: TestAccount, query = '') =>
  by.get<'WebhookDeliveryList'>(`/v1/webhook_deliveries${query}`)

/** Resolves when no delivery of the account waits for its outcome any more. */
async function settled(seller: TestAccount) {
  for (;;) {
    const { body } = await list(seller)
    if (body.data.every(({ status }) => status === 'delivered' || status === 'failed')) return body
    await new Promise(setImmediate)
  }
}

/** Has a session paid, and gives the event that tells of it. */
async function pay(seller: TestAccount): Promise<string> {
  const { on, seller_id } = seller
  on.clock.advanceMs(1)
  const { id } = await seller.checkout()
  await seller.post(`/sandbox/checkouts/${id}/pay`)
  const newest = 'select id from events where seller_id = ? order by id desc limit 1'
  const [event] = await on.sql<{ id: string }>(newest, seller_id)
  return event?.id ?? ''
}

test('shows how an endpoint has answered, with every field', async () => {
  const seller = await service.account()
  const receiver = await startReceiver(answer(202, 'obrigado'))
  const endpoint = await seller.webhookEndpoint({ url: receiver.url })
  const event_id = await pay(seller)
  const at = service.clock.now().toISOString()
  const { data, ...page } = await settled(seller)
  const [delivery] = data
  assert.match(delivery?.id ?? '', /^del_[0-9a-f-]{36}$/)
  assert.deepEqual(data, [
    {
      id: delivery?.id,
      object: 'webhook_delivery',
      webhook_endpoint_id: endpoint.id,
      event_id,
      status: 'delivered',
      response_status: 202,
      response_text: 'obrigado',
      body: 'obrigado',
      error: null,
      duration_ms: delivery?.duration_ms,
      attempted_at: at,
      created_at: at,
      updated_at: at,
    },
  ])
  assert.deepEqual(page, { object: 'list', has_more: false, next_cursor: null })
})

test('shows why an endpoint could not be reached', async () => {
  const seller = await service.account()
  await seller.webhookEndpoint({ url: 'http://127.0.0.1:1/' })
  await pay(seller)
  const [delivery] = (await settled(seller)).data
  assert.deepEqual([delivery?.status, delivery?.response_status], ['failed', null])
  assert.match(delivery?.error ?? '', /ECONNREFUSED/)
  assert.deepEqual([delivery?.response_text, delivery?.body], [delivery?.error, null])
})

/** A service that sends nothing, and a seller with two endpoints and three events. */
async function unsent(on: TestService) {
  await on.service.webhooks.stop(0)
  const seller = await on.account()
  const endpoints = [await seller.webhookEndpoint(), await seller.webhookEndpoint()]
  const events = [await pay(seller), await pay(seller), await pay(seller)]
  return { seller, endpoints: endpoints.map(({ id }) => id), events }
}

test('filters by endpoint, event and status, and by all of them together', async () => {
  const on = await startService()
  const { seller, endpoints, events } = await unsent(on)
  const { data: all } = (await list(seller)).body
  assert.equal(all.length, 6)
  assert.deepEqual(
    all.map(({ id }) => id),
    all
      .map(({ id }) => id)
      .toSorted()
      .toReversed(),
  )
  const states = ['pending', 'claimed', 'delivered', 'failed']
  for (const [i, { id }] of all.entries()) {
    await on.sql('update deliveries set status = ? where id = ?', states[i % 4], id)
  }
  const { data: rows } = (await list(seller)).body
  assert.deepEqual(rows.map(({ status }) => status).slice(0, 4), [
    'pending',
    'unknown',
    'delivered',
    'failed',
  ])
  for (const webhook_endpoint_id of [undefined, ...endpoints]) {
    for (const event_id of [undefined, ...events]) {
      for (const status of [undefined, 'pending', 'unknown', 'delivered', 'failed']) {
        const given = Object.entries({ webhook_endpoint_id, event_id, status })
        const filters = given.filter((one): one is [string, string] => one[1] !== undefined)
        const { body } = await list(seller, `?${new URLSearchParams(filters).toString()}`)
        const wanted = rows.filter((row) =>
          filters.every(([name, value]) => row[name as keyof typeof row] === value),
        )
        assert.deepEqual(body.data, wanted, JSON.stringify(filters))
        assert.deepEqual(await paged(seller, filters), wanted, JSON.stringify(filters))
      }
    }
  }
})

/** The same list, walked through one at a time. */
async function paged(seller: TestAccount, filters: [string, string][]) {
  const rows = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const after: [string, string][] = cursor === '' ? [] : [['starting_after', cursor]]
    const query = new URLSearchParams([['limit', '1'], ...filters, ...after])
    const { body } = await list(seller, `?${query.toString()}`)
    rows.push(...body.data)
    cursor = body.next_cursor
  }
  return rows
}

test('deliveries to an endpoint that is deleted stay listed', async () => {
  const on = await startService()
  const { seller, endpoints } = await unsent(on)
  await seller.delete(`/v1/webhook_endpoints/${endpoints[0]}`)
  const { body } = await list(seller, `?webhook_endpoint_id=${endpoints[0]}`)
  assert.equal(body.data.length, 3)
})

test('an unknown endpoint, or one of another account, has no deliveries', async () => {
  const on = await startService()
  const theirs = await unsent(on)
  const seller = await on.account()
  for (const query of [
    '',
    `?event_id=${theirs.events[0]}`,
    `?webhook_endpoint_id=${theirs.endpoints[0]}`,
    `?webhook_endpoint_id=${unknownId('wh_')}&status=pending`,
    `?event_id=${unknownId('evt_')}`,
  ]) {
    assert.deepEqual((await list(seller, query)).body.data, [], query)
  }
  const [first] = (await list(theirs.seller)).body.data
  for (const cursor of ['x', unknownId('del_'), unknownId('evt_'), first?.id]) {
    const answered = await list(seller, `?starting_after=${cursor}`)
    assertRefused(answered, 'invalid_cursor', 'starting_after')
  }
})

test('refuses filters that are malformed or that it does not know', async () => {
  const seller = await service.account()
  for (const id of malformedIds('wh_').filter((one) => !one.includes('%'))) {
    const answered = await list(seller, `?webhook_endpoint_id=${id}`)
    assertRefused(answered, 'invalid_webhook_endpoint_id', 'webhook_endpoint_id')
  }
  for (const id of malformedIds('evt_').filter((one) => !one.includes('%'))) {
    assertRefused(await list(seller, `?event_id=${id}`), 'invalid_event_id', 'event_id')
  }
  for (const status of ['', 'claimed', 'x']) {
    assertRefused(await list(seller, `?status=${status}`), 'invalid_request', 'status')
  }
  assertRefused(await list(seller, '?limit=0'), 'invalid_request', 'limit')
  assertRefused(await list(seller, '?endpoint_id=x'), 'invalid_request', 'endpoint_id')
})
