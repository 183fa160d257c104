/** Long lists of rows of the same moment are walked while more rows are added. */
import assert from 'node:assert/strict'
import { layouts } from '../../db/maintenance/layout.ts'
import { newId } from '../../runtime/ids.ts'
import { atEnd } from '../support/atEnd.ts'
import { engine } from '../support/engine.ts'
import { control, long, property } from '../support/property.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'
import { Wire } from './support/wire.ts'

const ROWS = long ? 100_000 : 1_000
const FEW_ROWS = 200
const LIMIT = long ? 100 : 10
const BATCH = 5_000

const service = await startService({ logLevel: 'warn' })
const wire = new Wire(service.url)
atEnd(async () => wire.close())

/** The rows of a JSON array of ids, each as `value`. */
const IDS =
  engine === 'postgres'
    ? '(select value from json_array_elements_text(cast(? as json))) ids'
    : '(select value from json_each(?)) ids'

/** Makes copies of a row that differ in these columns only, given as SQL about `value`. */
async function copies(
  table: string,
  sample: string,
  ids: string[],
  changed: Record<string, string>,
): Promise<void> {
  const columns = layouts.find((one) => one.table === table)?.columns.map(({ name }) => name) ?? []
  const values = columns.map((name) => changed[name] ?? `t.${name}`)
  for (let i = 0; i < ids.length; i += BATCH) {
    await service.sql(
      `insert into ${table} (${columns}) select ${values} from ${IDS}, ${table} t where t.id = ?`,
      JSON.stringify(ids.slice(i, i + BATCH)),
      sample,
    )
  }
}

const newIds = (prefix: string, count: number) =>
  Array.from({ length: count }, () => newId(prefix, service.clock.now()))

/** A list with this many rows of one moment, and how to make it longer by one through the API. */
type List = { path: string; table: string; ids: string[]; add: () => Promise<unknown> }

const lists: ((seller: TestAccount, count: number) => Promise<List>)[] = [
  async (seller, count) => {
    const { id } = await seller.customer()
    const ids = newIds('cus_', count)
    await copies('customers', id, ids, { id: 'value', email: "value || '@example.com'" })
    const add = () => seller.customer()
    return { path: '/v1/customers', table: 'customers', ids: [id, ...ids], add }
  },
  async (seller, count) => {
    const { id, default_offer } = await seller.product()
    const ids = newIds('prod_', count)
    await copies('products', id, ids, { id: 'value' })
    const offer = "'offer_' || substr(value, 6)"
    await copies('offers', default_offer?.id ?? '', ids, { id: offer, product_id: 'value' })
    const add = () => seller.product()
    return { path: '/v1/products', table: 'products', ids: [id, ...ids], add }
  },
  async (seller, count) => {
    const product = await seller.product()
    const { id } = await seller.offer(product.id)
    const ids = newIds('offer_', count)
    await copies('offers', id, ids, { id: 'value' })
    const path = `/v1/products/${product.id}/offers`
    const add = () => seller.offer(product.id)
    return { path, table: 'offers', ids: [product.default_offer?.id ?? '', id, ...ids], add }
  },
  async (seller, count) => {
    const { id } = await seller.checkout()
    const ids = newIds('checkout_', count)
    await copies('checkouts', id, ids, { id: 'value', page_token: 'value' })
    const add = () => seller.checkout()
    return { path: '/v1/checkouts', table: 'checkouts', ids: [id, ...ids], add }
  },
]

type Page = { ids: string[]; next: string | null }
type Reader = (cursor: string | null) => Promise<Page>

/** Reads pages as a seller does. */
const overHttp =
  ({ token }: TestAccount, { path }: List): Reader =>
  async (cursor) => {
    const after = cursor === null ? '' : `&starting_after=${cursor}`
    const { status, text } = await wire.request({
      method: 'GET',
      path: `${path}?limit=${LIMIT}${after}`,
      headers: [['Authorization', `Bearer ${token}`]],
    })
    assert.equal(status, 200, text)
    const body = JSON.parse(text) as { data: { id: string }[]; next_cursor: string | null }
    return { ids: body.data.map(({ id }) => id), next: body.next_cursor }
  }

/**
 * Walks a list from its newest row to its oldest while others are added, some at the very moment
 * of the rows that are there and some later, and asserts that each row that was there is shown
 * exactly once.
 *
 * @returns how many pages there were
 */
async function assertWalk({ ids, add }: List, read: Reader): Promise<number> {
  const seen: string[] = []
  let cursor: string | null = null
  let pages = 0
  do {
    const adds = pages % 10 === 0 ? [add(), add()] : []
    const [page]: [Page, ...unknown[]] = await Promise.all([read(cursor), ...adds])
    seen.push(...page.ids)
    cursor = page.next
    pages++
    if (pages % 50 === 0) service.clock.advanceMs(1)
    assert.ok(pages <= ids.length + 1, 'the walk does not end')
  } while (cursor !== null)
  const shown = new Set(seen)
  const missing = ids.filter((id) => !shown.has(id)).length
  const place = new Map(ids.map((id, i) => [id, i]))
  const places = seen.flatMap((id) => place.get(id) ?? [])
  const astray = places.filter((one, i) => i > 0 && one > (places[i - 1] ?? 0)).length
  const found = { twice: seen.length - shown.size, missing, astray }
  assert.deepEqual(found, { twice: 0, missing: 0, astray: 0 })
  return pages
}

property('C7', async () => {
  let pages = 0
  for (const listOf of lists) {
    const seller = await service.login(await service.account())
    const list = await listOf(seller, ROWS)
    pages += await assertWalk(list, overHttp(seller, list))
  }
  return (
    `0 twice and 0 missing of ${ROWS} rows of one moment in each of ${lists.length} lists, ` +
    `all newest first, ${pages} pages, two rows added at every tenth`
  )
})

/** Walks a list whose pages are cut by a statement instead of by the service. */
async function walkBy(statement: string, argument: (last: Page, read: number) => unknown) {
  const seller = await service.account()
  const list = await lists[0]?.(seller, FEW_ROWS)
  assert.ok(list)
  let last: Page = { ids: [], next: null }
  let read = 0
  await assertWalk(list, async () => {
    const rows = await service.sql<{ id: string }>(
      `select id from customers where seller_id = ? and ${statement}`,
      seller.seller_id,
      argument(last, read),
    )
    const ids = rows.map(({ id }) => id)
    read += ids.length
    last = { ids, next: ids.length < LIMIT ? null : (ids.at(-1) ?? null) }
    return last
  })
}

control('C7', 'pages are cut by time, which rows of one moment share', () =>
  walkBy(
    `created_at < coalesce((select created_at from customers where id = ?), 'x')
     order by created_at desc, id desc limit ${LIMIT}`,
    ({ next }) => next ?? '',
  ),
)

control('C7', 'pages are cut by their distance from the newest row', () =>
  walkBy(`true order by id desc limit ${LIMIT} offset ?`, (_, read) => read),
)

control('C7', 'a cursor skips a row', async () => {
  const seller = await service.account()
  const list = await lists[0]?.(seller, FEW_ROWS)
  assert.ok(list)
  const read = overHttp(seller, list)
  await assertWalk(list, async (cursor) => {
    const page = await read(cursor)
    const hidden = cursor === null ? page.ids.length - 1 : page.ids.length
    return { ...page, ids: page.ids.slice(0, hidden) }
  })
})
