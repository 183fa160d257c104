/**
 * Objects made by a client or a user are named when their maker ends, and end with it when asked.
 */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { everyScope } from '../../domain/identity/scopes.ts'
import { assertLacks, holds } from '../support/apiClients.ts'
import { recordedBy } from '../support/audit.ts'
import { accessOf, bankOf, clientOf, clientOfUser, userOf } from '../support/makers.ts'
import { joinedUser } from '../support/people.ts'
import { assertRefused } from '../support/refused.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'

const service = await startService()
const { sql } = service

type EndedAccess = { made: string[]; ended: string[] }

const revoke = (by: TestAccount, id: string, query = '') =>
  by.post<'RevokedApiClient'>(`/v1/api_clients/${id}/revoke${query}`)

const remove = (by: TestAccount, id: string, query = '') =>
  by.delete<'RemovedUser'>(`/v1/users/${id}${query}`)

const inOrder = ({ made, ended }: EndedAccess): EndedAccess => ({
  made: made.toSorted(),
  ended: ended.toSorted(),
})

const aliveIds = async (reader: TestAccount) =>
  new Set((await accessOf(reader)).map(({ id }) => id))

/** A client, the objects that it has made, and the objects that those made in turn. */
async function family(seller: TestAccount) {
  const root = await clientOf(seller)
  const { id: endpoint } = await root.as.webhookEndpoint()
  const bank = await bankOf(seller, root.id)
  const child = await clientOf(root.as)
  const user = await userOf(root.as)
  const grandchild = await clientOfUser(service, user.session)
  const { id: distant } = await child.as.webhookEndpoint()
  const direct = [endpoint, bank, child.id, user.id].toSorted()
  const all = [...direct, grandchild.id, distant].toSorted()
  return { root, child, user, grandchild, direct, all }
}

test('a client that is revoked names what it has made, and leaves it', async () => {
  const seller = await service.account()
  const { root, child, grandchild, direct, all } = await family(seller)
  const { status, body } = await revoke(seller, root.id)
  assert.equal(status, 200)
  assert.deepEqual(inOrder(body), { made: direct, ended: [] })
  assert.equal(await holds(service, child.as.token), true)
  assert.equal(await holds(service, grandchild.as.token), true)
  const alive = await aliveIds(seller)
  assert.ok(all.every((id) => alive.has(id)))
})

test('all that a client has made ends when asked, directly or through others', async () => {
  const seller = await service.account()
  await joinedUser(seller)
  const other = await clientOf(seller)
  const { id: endpoint } = await other.as.webhookEndpoint()
  const { root, child, user, grandchild, direct, all } = await family(seller)
  const { body } = await revoke(seller, root.id, '?end_made=true')
  assert.deepEqual(inOrder(body), { made: direct, ended: all })
  for (const one of [root, child, grandchild]) {
    assert.equal(await holds(service, one.as.token), false)
  }
  assert.equal(await user.browser.session(user.token), undefined)
  const { body: bank } = await seller.get<'BankConnection'>('/v1/bank_connection')
  assert.equal(bank.provider, 'sandbox')
  const alive = await aliveIds(seller)
  assert.ok(all.every((id) => !alive.has(id)))
  assert.equal(await holds(service, other.as.token), true)
  assert.ok(alive.has(endpoint))
})

test("the end of made objects can be asked for after the client's own end", async () => {
  const seller = await service.account()
  await joinedUser(seller)
  const { root, direct, all } = await family(seller)
  await revoke(seller, root.id, '?end_made=false')
  const { body } = await revoke(seller, root.id, '?end_made=true')
  assert.deepEqual(inOrder(body), { made: direct, ended: all })
  const again = await revoke(seller, root.id, '?end_made=true')
  assert.deepEqual(inOrder(again.body), { made: [], ended: [] })
})

test('each end is recorded with the client or user that asked for it', async () => {
  const seller = await service.account()
  await joinedUser(seller)
  const { root, all } = await family(seller)
  const events = await recordedBy(seller, () => revoke(seller, root.id, '?end_made=true'))
  const ended = events.map(({ target }) => target.id)
  assert.deepEqual(ended.toSorted(), [...all, root.id].toSorted())
  const actions = new Set(events.map(({ action }) => action))
  assert.deepEqual([...actions].toSorted(), [
    'api_client.revoked',
    'bank.disconnected',
    'user.removed',
    'webhook_endpoint.deleted',
  ])
  assert.equal(new Set(events.map(({ actor }) => actor.id)).size, 1)
})

test('a user who is removed names what they have made; it ends when asked', async () => {
  const seller = await service.account()
  await joinedUser(seller)
  const leaving = await joinedUser(seller)
  const made = await clientOfUser(service, leaving.session)
  const child = await clientOf(made.as)
  assert.deepEqual(inOrder((await remove(seller, leaving.user_id)).body), {
    made: [made.id],
    ended: [],
  })
  assert.equal(await holds(service, made.as.token), true)
  const other = await joinedUser(seller)
  const theirs = await clientOfUser(service, other.session)
  const theirChild = await clientOf(theirs.as)
  const { body } = await remove(seller, other.user_id, '?end_made=true')
  assert.deepEqual(inOrder(body), {
    made: [theirs.id],
    ended: [theirs.id, theirChild.id].toSorted(),
  })
  assert.equal(await holds(service, theirChild.as.token), false)
  assert.equal(await holds(service, child.as.token), true)
})

test('objects are named whose maker has ended since, however long that chain', async () => {
  const seller = await service.account()
  const root = await clientOf(seller)
  const chain = [root]
  for (let i = 0; i < 5; i++) chain.push(await clientOf(chain.at(-1)?.as ?? seller))
  const [last] = chain.slice(-1)
  for (const { id } of chain.slice(1, -1)) await revoke(seller, id)
  const { body } = await revoke(seller, root.id)
  assert.deepEqual(inOrder(body), { made: [last?.id], ended: [] })
})

test('a client that has led an endpoint elsewhere counts as its maker', async () => {
  const seller = await service.account()
  const thief = await clientOf(seller)
  const { id } = await seller.webhookEndpoint()
  await thief.as.patch(`/v1/webhook_endpoints/${id}`, { url: 'http://127.0.0.1:9/elsewhere' })
  const { body } = await revoke(seller, thief.id, '?end_made=true')
  assert.deepEqual(inOrder(body), { made: [id], ended: [id] })
})

test('all stay when the token lacks a scope that one of the ends takes', async () => {
  const seller = await service.account()
  await joinedUser(seller)
  const weak = await clientOf(seller, ['account:read', 'account:write', 'all'])
  const root = await clientOf(seller, ['account:write', 'all'])
  const strong = await clientOf(seller)
  const { id: endpoint } = await root.as.webhookEndpoint()
  await sql('update api_clients set created_by = ? where id = ?', root.id, strong.id)
  assertLacks(
    await revoke(weak.as, root.id, '?end_made=true'),
    everyScope.filter((one) => one !== 'all' && !one.startsWith('account:')),
    'end_made',
  )
  for (const one of [root, strong]) assert.equal(await holds(service, one.as.token), true)
  assert.ok((await aliveIds(seller)).has(endpoint))
  assert.deepEqual(
    (await revoke(weak.as, root.id)).body.made.toSorted(),
    [endpoint, strong.id].toSorted(),
  )
})

test('ending a bank takes the scopes of disconnecting', async () => {
  const seller = await service.account()
  const root = await clientOf(seller, ['account:write'])
  await bankOf(seller, root.id)
  const by = await clientOf(seller, ['account:write'])
  assertLacks(await revoke(by.as, root.id, '?end_made=true'), ['bank:write'], 'end_made')
  const { body } = await seller.get<'BankConnection'>('/v1/bank_connection')
  assert.equal(body.provider, 'bacen')
})

test('the last owner is not ended with their maker, and then no object is', async () => {
  const seller = await service.account()
  const root = await clientOf(seller)
  const child = await clientOf(root.as)
  const owner = await userOf(root.as)
  assertRefused(await revoke(seller, root.id, '?end_made=true'), 'last_owner', 'end_made')
  for (const one of [root, child]) assert.equal(await holds(service, one.as.token), true)
  assert.ok(await owner.browser.session(owner.token))
})

test('a client that ends its maker with all that was made ends itself', async () => {
  const seller = await service.account()
  const root = await clientOf(seller)
  const child = await clientOf(root.as)
  const { status, body } = await revoke(child.as, root.id, '?end_made=true')
  assert.deepEqual([status, inOrder(body)], [200, { made: [child.id], ended: [child.id] }])
  for (const one of [root, child]) assert.equal(await holds(service, one.as.token), false)
})

test('objects of another account stay, whatever is ended here', async () => {
  const [seller, other] = [await service.account(), await service.account()]
  const root = await clientOf(seller)
  const theirs = await clientOf(other)
  await sql('update api_clients set created_by = ? where id = ?', root.id, theirs.id)
  const { body } = await revoke(seller, root.id, '?end_made=true')
  assert.deepEqual(inOrder(body), { made: [], ended: [] })
  assert.equal(await holds(service, theirs.as.token), true)
})

test('a maker that goes on making while it is ended leaves nothing behind', async () => {
  for (let round = 0; round < 5; round++) {
    const seller = await service.account()
    const root = await clientOf(seller)
    const [made, revoked] = await Promise.all([
      root.as.post<'ApiClientWithSecret'>('/v1/api_clients', { name: 'x', scopes: ['all'] }),
      revoke(seller, root.id, '?end_made=true'),
    ])
    assert.equal(revoked.status, 200)
    if (made.status === 201) assert.deepEqual(revoked.body.ended, [made.body.id])
    else assert.equal(made.status, 401)
  }
})

for (const spelling of ['1', 'TRUE', 'yes', '']) {
  test(`end_made=${spelling} is refused, and ends nothing`, async () => {
    const seller = await service.account()
    const root = await clientOf(seller)
    const answer = await revoke(seller, root.id, `?end_made=${spelling}`)
    assertRefused(answer, 'invalid_request', 'end_made')
    assert.equal(await holds(service, root.as.token), true)
  })
}
