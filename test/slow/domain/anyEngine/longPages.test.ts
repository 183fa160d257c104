import assert from 'node:assert/strict'
import { test } from 'vitest'
import { addLargestRows, largestCarts, largestOffers } from '../../../support/largestRows.ts'
import type { Ask } from '../../../support/largestRows.ts'
import { assertRefused } from '../../../support/refused.ts'
import { startReceiver } from '../../../support/receiver.ts'
import { startService } from '../../../support/service.ts'
import type { TestAccount } from '../../../support/service.ts'

const MiB = 1024 * 1024

const askOf =
  ({ on, token }: TestAccount): Ask =>
  async (method, path, json) => {
    const { status, body, text } = await on.request(method, path, { token, json })
    if (status >= 300) throw new Error(`${path}: ${status} ${text}`)
    return body as never
  }

const service = await startService()
const seller = await service.account()
const ask = askOf(seller)
await addLargestRows(ask, 80)

type Page = { data: { id: string }[]; has_more: boolean; next_cursor: string | null }

/** The ids of a list from its first to its last page, and the bytes of each page. */
async function walk(path: string): Promise<{ ids: string[]; bytes: number[]; counts: number[] }> {
  const [ids, bytes, counts]: [string[], number[], number[]] = [[], [], []]
  for (let after = ''; ; ) {
    const { body, text } = await seller.get(`${path}?limit=100${after}`)
    const { data, has_more, next_cursor } = body as unknown as Page
    ids.push(...data.map(({ id }) => id))
    bytes.push(Buffer.byteLength(text))
    counts.push(data.length)
    if (!has_more) return { ids, bytes, counts }
    assert.equal(next_cursor, data.at(-1)?.id)
    after = `&starting_after=${next_cursor}`
  }
}

const tables = {
  checkouts: 'checkouts',
  customers: 'customers',
  events: 'events',
  payment_links: 'payment_links',
  products: 'products',
  refunds: 'refunds',
} as const

test('a page of the largest rows ends at about 1 MiB, the pages hold each row once', async () => {
  for (const [path, table] of Object.entries(tables)) {
    const { ids, bytes } = await walk(`/v1/${path}`)
    const rows = await service.sql<{ id: string }>(`select id from ${table} order by id desc`)
    assert.deepEqual(
      ids,
      rows.map(({ id }) => id),
      path,
    )
    assert.ok(bytes.length > 1 && Math.max(...bytes) < 1.4 * MiB, `${path}: ${bytes}`)
  }
})

test('a statement whose carts are the largest is read to its end, and exported whole', async () => {
  const { ids, counts } = await walk('/v1/statement_entries')
  const [{ count = 0 } = {}] = await service.sql<{ count: number }>(
    'select (select count(*) from payments) + (select count(*) from refunds) as count',
  )
  assert.equal(new Set(ids).size, Number(count))
  assert.ok(counts.length > 2)
  const { text } = await seller.get('/v1/statement_entries/export?format=csv&locale=en')
  assert.equal(text.trimEnd().split('\r\n').length, Number(count) + 1)
})

test('refuses a cart whose items take more than 128 KiB, without reading on', async () => {
  const offers = await largestOffers(ask, 8)
  const items = offers.map((offer_id) => ({ offer_id }))
  assertRefused(await seller.post('/v1/cart_checkouts', { items }), 'cart_too_large', 'items')
  const link = { name: 'Muitos', items }
  assertRefused(await seller.post('/v1/payment_links', link), 'cart_too_large', 'items')
})

test('an event of more than 64 KiB has ten items, the same bytes sent and read', async () => {
  const receiver = await startReceiver()
  const { default_offer } = await ask('POST', '/v1/products', {
    name: 'Caneca',
    metadata: { text: 'x'.repeat(7000) },
    default_offer: { amount_minor: 100, currency: 'BRL' },
  })
  await seller.webhookEndpoint({ url: receiver.url })
  const items = Array.from({ length: 12 }, () => ({ offer_id: default_offer.id }))
  const { id } = await ask('POST', '/v1/cart_checkouts', { items })
  await ask('POST', `/sandbox/checkouts/${id}/pay`)
  const [sent] = await receiver.arrived(1)
  const { body, text } = await seller.get<'EventList'>('/v1/events?limit=1')
  const { line_items, line_items_truncated } = (body.data[0]?.data ?? {}) as {
    line_items?: object[]
    line_items_truncated?: boolean
  }
  assert.deepEqual([line_items?.length, line_items_truncated], [10, true])
  const data = (json: string) =>
    json.slice(json.indexOf('"data":{') + 7, json.indexOf('"updated_at"'))
  assert.equal(data(sent?.body ?? ''), data(text))
})

test('carts of the largest kind are ended by the background, and announced', async () => {
  const offers = await largestOffers(ask, 6)
  const carts = await largestCarts(ask, offers, 5)
  await service.sql(`update checkouts set expires_at = '2020-01-01' where status = 'open'`)
  await service.service.sweeper.round()
  const ids = carts.map(({ id }) => id).toSorted()
  const [{ count = 0 } = {}] = await service.sql<{ count: number }>(
    `select count(*) as count from events where type = 'checkout.expired'`,
  )
  assert.equal(Number(count), ids.length)
})
