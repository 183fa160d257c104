/** Pagination, the same for all four lists (specification, Endpoints, Pagination). */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertRefused } from '../support/refused.ts'
import { malformedIds, unknownId } from '../support/samples.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'

const service = await startService()

/** One list of one account, and how to make it longer by one; both by id. */
type List = { path: string; ids: string[]; add: () => Promise<string> }

type Kind = {
  schema: 'CustomerList' | 'ProductList' | 'OfferList' | 'CheckoutList'
  prefix: string
  of: (seller: TestAccount) => Promise<List>
}

const kinds: Record<string, Kind> = {
  customers: {
    schema: 'CustomerList',
    prefix: 'cus_',
    of: async (seller) => ({
      path: '/v1/customers',
      ids: [],
      add: async () => (await seller.customer()).id,
    }),
  },
  products: {
    schema: 'ProductList',
    prefix: 'prod_',
    of: async (seller) => ({
      path: '/v1/products',
      ids: [],
      add: async () => (await seller.product()).id,
    }),
  },
  offers: {
    schema: 'OfferList',
    prefix: 'offer_',
    of: async (seller) => {
      const { id, default_offer } = await seller.product()
      return {
        path: `/v1/products/${id}/offers`,
        ids: [default_offer?.id ?? ''],
        add: async () => (await seller.offer(id)).id,
      }
    },
  },
  checkouts: {
    schema: 'CheckoutList',
    prefix: 'checkout_',
    of: async (seller) => ({
      path: '/v1/checkouts',
      ids: [],
      add: async () => (await seller.checkout()).id,
    }),
  },
}

/** The list with this many entries, made one after the other; `ids` are newest first. */
async function listWith({ of }: Kind, count: number, seller: TestAccount): Promise<List> {
  const list = await of(seller)
  while (list.ids.length < count) list.ids.unshift(await list.add())
  return list
}

for (const [name, kind] of Object.entries(kinds)) {
  const read = async (seller: TestAccount, path: string, query: object = {}) => {
    const text = new URLSearchParams(Object.entries(query)).toString()
    const { status, body } = await seller.get<typeof kind.schema>(`${path}?${text}`)
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body), ['object', 'data', 'has_more', 'next_cursor'])
    assert.equal(body.object, 'list')
    const { data, has_more, next_cursor } = body
    return { ids: data.map(({ id }) => id), has_more, next_cursor }
  }

  /** All ids from page to page, with what is done between two pages. */
  const walk = async (
    seller: TestAccount,
    path: string,
    limit: number,
    between: () => Promise<unknown> = async () => undefined,
  ) => {
    const pages: string[][] = []
    let cursor: string | null = null
    do {
      const after: object = cursor === null ? {} : { starting_after: cursor }
      const page: Awaited<ReturnType<typeof read>> = await read(seller, path, { limit, ...after })
      pages.push(page.ids)
      cursor = page.next_cursor
      await between()
    } while (cursor !== null)
    return pages
  }

  test(`${name}: a page has 20 entries unless limit says otherwise, newest first`, async () => {
    const seller = await service.account()
    const { path, ids } = await listWith(kind, 21, seller)
    const first = ids.slice(0, 20)
    const expected = { ids: first, has_more: true, next_cursor: ids[19] }
    assert.deepEqual(await read(seller, path), expected)
    const rest = { ids: ids.slice(20), has_more: false, next_cursor: null }
    assert.deepEqual(await read(seller, path, { starting_after: ids[19] }), rest)
    const all = { ids, has_more: false, next_cursor: null }
    assert.deepEqual(await read(seller, path, { limit: 100 }), all)
  })

  test(`${name}: without entries after the cursor the page is empty`, async () => {
    const seller = await service.account()
    const { path, ids } = await listWith(kind, 1, seller)
    const empty = { ids: [], has_more: false, next_cursor: null }
    assert.deepEqual(await read(seller, path, { starting_after: ids[0] }), empty)
  })

  test(`${name}: newest first at other moments and at the same one`, async () => {
    const seller = await service.account()
    const list = await kind.of(seller)
    for (const pause_ms of [0, 0, 1, 0, 1_000, 0]) {
      service.clock.advanceMs(pause_ms)
      list.ids.unshift(await list.add())
    }
    assert.deepEqual((await read(seller, list.path)).ids, list.ids)
    assert.deepEqual((await walk(seller, list.path, 1)).flat(), list.ids)
  })

  test(`${name}: has_more is false on the last page of an exact multiple`, async () => {
    const seller = await service.account()
    const { path, ids } = await listWith(kind, 6, seller)
    assert.deepEqual(await walk(seller, path, 3), [ids.slice(0, 3), ids.slice(3)])
    assert.deepEqual(await walk(seller, path, 6), [ids])
    assert.deepEqual(await walk(seller, path, 5), [ids.slice(0, 5), ids.slice(5)])
  })

  test(`${name}: entries made during a walk neither repeat nor hide any`, async () => {
    const seller = await service.account()
    const { path, ids, add } = await listWith(kind, 7, seller)
    const added: string[] = []
    const between = async () => {
      service.clock.advanceMs(1)
      added.unshift(...(await Promise.all([add(), add()])))
    }
    assert.deepEqual((await walk(seller, path, 2, between)).flat(), ids)
    const again = (await walk(seller, path, 2)).flat()
    assert.deepEqual(again.slice(added.length), ids)
    assert.deepEqual(again.slice(0, added.length).toSorted(), added.toSorted())
  })

  test(`${name}: those made at once are all listed, each once`, async () => {
    const seller = await service.account()
    const { path, ids, add } = await kind.of(seller)
    const made = await Promise.all(Array.from({ length: 25 }, add))
    const listed = (await walk(seller, path, 4)).flat()
    assert.deepEqual(listed.toSorted(), [...ids, ...made].toSorted())
    assert.deepEqual(listed, (await read(seller, path, { limit: 100 })).ids)
  })

  test(`${name}: a page starts right after any entry, not only after next_cursor`, async () => {
    const seller = await service.account()
    const { path, ids } = await listWith(kind, 5, seller)
    for (const [i, starting_after] of ids.entries()) {
      assert.deepEqual((await read(seller, path, { starting_after })).ids, ids.slice(i + 1))
    }
  })

  for (const cursor of ['', ...malformedIds(kind.prefix)]) {
    test(`${name}: refuses the malformed cursor ${JSON.stringify(cursor)}`, async () => {
      const seller = await service.account()
      const { path } = await kind.of(seller)
      const answer = await seller.get(`${path}?starting_after=${cursor}`)
      assertRefused(answer, 'invalid_cursor', 'starting_after')
    })
  }

  test(`${name}: refuses the cursor of nothing, of another kind, of another account`, async () => {
    const [seller, other] = [await service.account(), await service.account()]
    const { path } = await listWith(kind, 2, seller)
    const theirs = await listWith(kind, 2, other)
    const others = await Promise.all(
      Object.values(kinds)
        .filter((one) => one !== kind)
        .map((one) => listWith(one, 1, seller)),
    )
    const wrong = [unknownId(kind.prefix), ...theirs.ids, ...others.flatMap(({ ids }) => ids)]
    assert.equal(wrong.length, 6)
    for (const cursor of wrong) {
      const answer = await seller.get(`${path}?starting_after=${cursor}&limit=1`)
      assertRefused(answer, 'invalid_cursor', 'starting_after')
    }
  })
}

test('offers: refuses the cursor of another product', async () => {
  const seller = await service.account()
  const [one, two] = [await seller.product(), await seller.product()]
  const cursor = two.default_offer?.id
  const answer = await seller.get(`/v1/products/${one.id}/offers?starting_after=${cursor}`)
  assertRefused(answer, 'invalid_cursor', 'starting_after')
})

test('offers: the cursor of an offer that has been archived since still works', async () => {
  const seller = await service.account()
  const { id, default_offer } = await seller.product()
  const older = await seller.offer(id)
  const cursor = await seller.offer(id)
  const newer = await seller.offer(id)
  const archive = 'update offers set active = false, archived_at = ? where id = ?'
  await service.sql(archive, cursor.created_at, cursor.id)
  const path = `/v1/products/${id}/offers`
  const { status, body } = await seller.get<'OfferList'>(`${path}?starting_after=${cursor.id}`)
  assert.equal(status, 200)
  assert.deepEqual(body.data, [older, default_offer])
  const all = await seller.get<'OfferList'>(path)
  assert.deepEqual(all.body.data, [newer, older, default_offer])
})

test('offers: archived ones do not count towards a page', async () => {
  const seller = await service.account()
  const { id, default_offer } = await seller.product()
  for (let i = 0; i < 3; i++) {
    const offer = await seller.offer(id)
    const archive = 'update offers set active = false, archived_at = ? where id = ?'
    await service.sql(archive, offer.created_at, offer.id)
  }
  const { body } = await seller.get<'OfferList'>(`/v1/products/${id}/offers?limit=1`)
  const expected = { object: 'list', data: [default_offer], has_more: false, next_cursor: null }
  assert.deepEqual(body, expected)
})

test('checkouts: the cursor of a session that has ended since still works', async () => {
  const seller = await service.account()
  const older = await seller.checkout()
  const cursor = await seller.checkout()
  await seller.post(`/v1/checkouts/${cursor.id}/cancel`)
  const { body } = await seller.get<'CheckoutList'>(`/v1/checkouts?starting_after=${cursor.id}`)
  assert.deepEqual(body.data, [older])
})

test('checkouts: external_id finds the session that has it, in whatever state', async () => {
  const seller = await service.account()
  const external_id = 'Pedido 1042/ç&=+🧁'
  const checkout = await seller.checkout({ external_id })
  await seller.checkout({ external_id: external_id.toLowerCase() })
  await seller.checkout()
  const path = `/v1/checkouts?${new URLSearchParams({ external_id })}`
  const open = await seller.get<'CheckoutList'>(path)
  const expected = { object: 'list', data: [checkout], has_more: false, next_cursor: null }
  assert.deepEqual(open.body, expected)
  const ended = await seller.post<'Checkout'>(`/v1/checkouts/${checkout.id}/cancel`)
  const canceled = await seller.get<'CheckoutList'>(path)
  assert.deepEqual(canceled.body, { ...expected, data: [ended.body] })
})

test('checkouts: an external_id that no session has, or not in this case, finds none', async () => {
  const seller = await service.account()
  await seller.checkout({ external_id: 'pedido-1' })
  for (const external_id of ['pedido-2', 'PEDIDO-1', 'pedido', 'pedido-1 ', '%', 'null']) {
    const query = new URLSearchParams({ external_id })
    const { status, body } = await seller.get<'CheckoutList'>(`/v1/checkouts?${query}`)
    assert.equal(status, 200)
    assert.deepEqual(body, { object: 'list', data: [], has_more: false, next_cursor: null })
  }
})

test('checkouts: external_id and starting_after hold together', async () => {
  const seller = await service.account()
  const older = await seller.checkout({ external_id: 'pedido-1' })
  const newer = await seller.checkout({ external_id: 'pedido-2' })
  const read = async (external_id: string, cursor: string) => {
    const query = new URLSearchParams({ external_id, starting_after: cursor, limit: '1' })
    return (await seller.get<'CheckoutList'>(`/v1/checkouts?${query}`)).body.data
  }
  assert.deepEqual(await read('pedido-1', newer.id), [older])
  assert.deepEqual(await read('pedido-2', older.id), [])
  assert.deepEqual(await read('pedido-2', newer.id), [])
})

test('checkouts: an empty external_id is refused', async () => {
  const seller = await service.account()
  const answer = await seller.get('/v1/checkouts?external_id=')
  assertRefused(answer, 'invalid_external_id', 'external_id')
})

test('checkouts: an external_id that cannot be read is refused', async () => {
  const seller = await service.account()
  for (const external_id of ['%', '%E0%A4%A', 'a%00b']) {
    const answer = await seller.get(`/v1/checkouts?external_id=${external_id}`)
    assertRefused(answer, 'invalid_request', 'external_id')
  }
})
