import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'vitest'
import { assertRefused } from '../support/refused.ts'
import { malformedIds, unknownId } from '../support/samples.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'

const service = await startService()

const list = (by: TestAccount, query = '') => by.get<'AuditEventList'>(`/v1/audit_events${query}`)

/** A seller whose two clients have changed two products each, minute by minute. */
async function changed() {
  const seller = await service.account()
  const other = await seller.restrictedTo(['products:write', 'account:read'])
  const products = [(await seller.product()).id, (await seller.product()).id]
  for (const by of [seller, other, other, seller]) {
    for (const id of products) {
      service.clock.advanceMs(60_000)
      await by.patch(`/v1/products/${id}`, { name: `Nome ${service.clock.now().getTime()}` })
    }
  }
  const events = (await list(seller)).body.data
  const actors = new Set(events.flatMap(({ actor }) => actor.id ?? []))
  assert.equal(actors.size, 2)
  return { seller, products, actors: [...actors], events }
}

test('shows a change with every field', async () => {
  const seller = await service.account()
  const { body: me } = await seller.get<'Account'>('/v1/me')
  const { id } = await seller.product()
  await seller.patch(`/v1/products/${id}`, { name: 'Xícara', description: 'De louça' })
  const { data, ...page } = (await list(seller)).body
  const [newest, before] = data
  assert.match(newest?.id ?? '', /^audit_[0-9a-f-]{36}$/)
  assert.match(newest?.hash ?? '', /^[0-9a-f]{64}$/)
  assert.deepEqual(newest, {
    id: newest?.id,
    object: 'audit_event',
    sequence: 5,
    actor: { type: 'api_client', id: me.api_client.id, name: me.api_client.name },
    action: 'product.updated',
    target: { type: 'product', id },
    changes: [{ field: 'name', before: 'Caneca', after: 'Xícara' }, { field: 'description' }],
    previous_hash: before?.hash,
    hash: newest?.hash,
    created_at: service.clock.now().toISOString(),
  })
  assert.deepEqual(page, { object: 'list', has_more: false, next_cursor: null })
})

/** A value with the names of its objects in order, at each level. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(members.map(([name, inner]) => [name, sorted(inner)]))
}

test('each hash is that of the object as it is shown, as the contract says', async () => {
  const seller = await service.account()
  const { id, default_offer } = await seller.product()
  await seller.patch(`/v1/products/${id}`, { name: 'Xícara “à”\n', metadata: { b: 1, a: null } })
  const second = { amount_minor: 5990, currency: 'BRL', compare_at_amount_minor: 6990 }
  await seller.post(`/v1/products/${id}/offers`, { ...second, is_default: true })
  await seller.patch(`/v1/offers/${default_offer?.id}`, { active: false })
  const { data } = (await list(seller)).body
  assert.deepEqual(
    new Set(data.map(({ actor }) => actor.type)),
    new Set(['api_client', 'operator']),
  )
  for (const { object: _, hash, ...shown } of data) {
    const text = JSON.stringify(sorted({ ...shown, seller_id: seller.seller_id }))
    assert.equal(hash, createHash('sha256').update(text).digest('hex'), shown.action)
  }
  for (const [i, event] of data.entries()) {
    assert.equal(event.previous_hash, data[i + 1]?.hash ?? '0'.repeat(64))
  }
})

test('goes through all of them, newest first, page by page', async () => {
  const { seller, events } = await changed()
  const found = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const after: string = cursor === '' ? '' : `&starting_after=${cursor}`
    const { body } = await list(seller, `?limit=3${after}`)
    assert.ok(body.data.length <= 3)
    found.push(...body.data)
    cursor = body.next_cursor
  }
  assert.deepEqual(found, events)
  const sequences = found.map(({ sequence }) => sequence)
  assert.deepEqual(
    sequences,
    sequences.toSorted((one, other) => other - one),
  )
})

test('filters by actor, target and time, and by all of them together', async () => {
  const { seller, products, actors, events } = await changed()
  const moments = [undefined, events[5]?.created_at, events[2]?.created_at]
  for (const actor_id of [undefined, ...actors, unknownId('client_'), unknownId('user_')]) {
    for (const target_id of [undefined, ...products, seller.seller_id, unknownId('offer_')]) {
      for (const created_from of moments) {
        for (const created_to of moments) {
          const given = Object.entries({ actor_id, target_id, created_from, created_to })
          const filters = given.filter((one): one is [string, string] => one[1] !== undefined)
          const query = `?${new URLSearchParams(filters).toString()}`
          const wanted = events.filter(
            ({ actor, target, created_at }) =>
              (actor_id === undefined || actor.id === actor_id) &&
              (target_id === undefined || target.id === target_id) &&
              created_at >= (created_from ?? '') &&
              created_at < (created_to ?? 'z'),
          )
          assert.deepEqual((await list(seller, query)).body.data, wanted, query)
        }
      }
    }
  }
  const query = `?actor_id=${actors[0]}&target_id=${products[0]}&limit=1`
  const { body: first } = await list(seller, query)
  const { body: second } = await list(seller, `${query}&starting_after=${first.next_cursor}`)
  assert.ok(first.data[0] && second.data[0])
  assert.ok(first.data[0].sequence > second.data[0].sequence)
})

test('goes through what several actors changed of a target, newest first', async () => {
  const { seller, products, events } = await changed()
  const [target_id = ''] = products
  const wanted = events.filter(({ target }) => target.id === target_id)
  for (const limit of [1, 2, 3]) {
    const found: unknown[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const after = cursor && `&starting_after=${cursor}`
      const { body } = await list(seller, `?target_id=${target_id}&limit=${limit}${after}`)
      found.push(...body.data)
      cursor = body.next_cursor
    }
    assert.deepEqual(found, wanted)
  }
})

test('looks at a thousand changes of a target for those of an actor at a time', async () => {
  const seller = await service.account()
  const other = await seller.restrictedTo(['products:write', 'account:read'])
  const { body: me } = await other.get<'Account'>('/v1/me')
  const { id } = await seller.product()
  const rename = (by: TestAccount, name: string) => by.patch(`/v1/products/${id}`, { name })
  await rename(other, 'Nome')
  let names = 0
  const renameOften = async (times: number) => {
    for (const end = names + times; names < end; names++) await rename(seller, `Nome ${names}`)
  }
  // The product's creation and the change of the other make it a thousand.
  await renameOften(998)
  const query = `?actor_id=${me.api_client.id}&target_id=${id}`
  const { body: whole } = await list(seller, query)
  assert.deepEqual([whole.data.length, whole.has_more, whole.next_cursor], [1, false, null])
  await renameOften(2)
  const { body: first } = await list(seller, query)
  assert.deepEqual([first.data, first.has_more], [[], true])
  const { body: rest } = await list(seller, `${query}&starting_after=${first.next_cursor}`)
  assert.deepEqual(rest, whole)
})

test('lists nothing of another account', async () => {
  const theirs = await changed()
  const seller = await service.account()
  const own = (await list(seller)).body.data
  assert.ok(own.every(({ target }) => !theirs.products.includes(target.id)))
  for (const query of [
    `?actor_id=${theirs.actors[0]}`,
    `?target_id=${theirs.products[0]}`,
    `?target_id=${theirs.seller.seller_id}`,
    `?actor_id=${theirs.actors[0]}&target_id=${theirs.products[0]}`,
  ]) {
    assert.deepEqual((await list(seller, query)).body.data, [], query)
  }
  for (const cursor of ['x', unknownId('audit_'), unknownId('evt_'), theirs.events[0]?.id]) {
    const answered = await list(seller, `?starting_after=${cursor}`)
    assertRefused(answered, 'invalid_cursor', 'starting_after')
  }
})

test('refuses filters that are malformed or that it does not know', async () => {
  const seller = await service.account()
  for (const id of [unknownId('offer_'), ...malformedIds('client_')]) {
    if (id.includes('%')) continue
    assertRefused(await list(seller, `?actor_id=${id}`), 'invalid_request', 'actor_id')
  }
  for (const id of ['', 'x', 'offer_1', unknownId('OFFER_'), `${unknownId('offer_')}0`]) {
    assertRefused(await list(seller, `?target_id=${id}`), 'invalid_request', 'target_id')
  }
  assertRefused(await list(seller, '?created_from=x'), 'invalid_request', 'created_from')
  assertRefused(await list(seller, '?limit=0'), 'invalid_request', 'limit')
  assertRefused(await list(seller, '?action=x'), 'invalid_request', 'action')
})

test('needs account:read, which all does not contain', async () => {
  const seller = await service.account()
  for (const scope of ['all', 'account:write'] as const) {
    const restricted = await seller.restrictedTo([scope])
    assertRefused(await list(restricted), 'insufficient_scope')
  }
  assert.equal((await list(await seller.restrictedTo(['account:read']))).status, 200)
})
