/** An invitation ends with the access of who made it, who may have kept the link. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { changeSellerStatus } from '../../../domain/auth/sellers.ts'
import { scopesOfRole } from '../../../domain/identity/roles.ts'
import { actorOf } from '../../../domain/people/sessions.ts'
import { inviteUser } from '../../../domain/people/userChanges.ts'
import { manager } from '../../support/apiClients.ts'
import { Browser, invitationTo, joinedUser, newEmail } from '../../support/people.ts'
import { startService } from '../../support/service.ts'
import type { TestAccount } from '../../support/service.ts'

const service = await startService()
const { db, clock } = service
const { people } = service.service

const isOpen = async (token: string) =>
  (await people.readInvitation(db, token, clock.now())) !== undefined

type Joined = Awaited<ReturnType<typeof joinedUser>>

/** The token of an invitation that a user on the dashboard makes. */
async function invitedBy({ session }: Joined, email = newEmail()): Promise<string> {
  const { role } = session.user
  const change = {
    seller_id: session.seller.id,
    actor: actorOf(session),
    scopes: scopesOfRole[role],
    now: clock.now(),
  }
  const invited = await db.run(() => inviteUser({ email, role }, change))
  assert.equal(invited.fault, undefined)
  return invited.token ?? ''
}

/** The token of an invitation that an API client makes. */
const invitedByClient = async (client: TestAccount): Promise<string> =>
  (await client.user()).invitation_url?.split('/').at(-1) ?? ''

test('an owner who is removed signs in as nobody by a link that was kept', async () => {
  const seller = await service.account()
  const [owner, leaving] = [await joinedUser(seller), await joinedUser(seller)]
  const token = await invitedBy(leaving, owner.email)
  const browser = new Browser(service)
  const response = await browser.registration(token)
  await seller.delete(`/v1/users/${leaving.user_id}`)
  assert.equal((await browser.join(token, response)).refused, 'invitation_ended')
  assert.ok(await owner.browser.signIn())
})

type Seller = Pick<TestAccount, 'delete' | 'get' | 'patch' | 'post'>

const losses = {
  'is removed': (seller: Seller, { user_id }: Joined) => seller.delete(`/v1/users/${user_id}`),
  'has another role': (seller: Seller, { user_id }: Joined) =>
    seller.patch(`/v1/users/${user_id}`, { role: 'developer' }),
  'loses a passkey': async (seller: Seller, { user_id }: Joined) => {
    const { body } = await seller.get<'User'>(`/v1/users/${user_id}`)
    return seller.delete(`/v1/users/${user_id}/passkeys/${body.passkeys[0]?.id}`)
  },
}

for (const [what, lose] of Object.entries(losses)) {
  test(`invitations of a user who ${what} end, and no others`, async () => {
    const [seller, other] = [await service.account(), await service.account()]
    const [owner, loser] = [await joinedUser(seller), await joinedUser(seller)]
    const ending = [await invitedBy(loser), await invitedBy(loser)]
    const staying = [
      await invitedBy(owner),
      await invitedByClient(seller),
      (await invitationTo(seller)).token,
      await invitedBy(await joinedUser(other)),
    ]
    assert.equal((await lose(seller, loser)).status, 200)
    assert.deepEqual(await Promise.all(ending.map(isOpen)), [false, false])
    assert.deepEqual(await Promise.all(staying.map(isOpen)), [true, true, true, true])
  })
}

const changes: Record<
  string,
  { send: (seller: TestAccount, path: string) => unknown; ends: boolean }
> = {
  'is revoked': { send: (seller, path) => seller.post(`${path}/revoke`), ends: true },
  'gets another secret at once': {
    send: (seller, path) => seller.post(`${path}/rotate_secret`),
    ends: true,
  },
  'loses a scope': { send: (seller, path) => seller.patch(path, { scopes: ['all'] }), ends: true },
  'gets another secret beside the one before': {
    send: (seller, path) => seller.post(`${path}/rotate_secret`, { previous_secret_seconds: 60 }),
    ends: false,
  },
  'is renamed': { send: (seller, path) => seller.patch(path, { name: 'Outro' }), ends: false },
}

for (const [what, { send, ends }] of Object.entries(changes)) {
  test(`invitations of a client that ${what} ${ends ? 'end' : 'stay'}`, async () => {
    const seller = await service.account()
    const client = await seller.restrictedTo(manager)
    const other = await seller.restrictedTo(manager)
    const [its, others] = [await invitedByClient(client), await invitedByClient(other)]
    const [row] = await service.sql<{ id: string }>(
      'select id from api_clients where client_id = ?',
      client.client_id,
    )
    await send(seller, `/v1/api_clients/${row?.id}`)
    assert.deepEqual([await isOpen(its), await isOpen(others)], [!ends, true])
  })
}

test('invitations of a suspended seller end, save those of the operator', async () => {
  const [seller, other] = [await service.account(), await service.account()]
  const owner = await joinedUser(seller)
  const ending = [await invitedBy(owner), await invitedByClient(seller)]
  const staying = [(await invitationTo(seller)).token, await invitedByClient(other)]
  const change = { id: seller.seller_id, now: clock.now() }
  await changeSellerStatus(db, { ...change, status: 'suspended' })
  await changeSellerStatus(db, { ...change, status: 'active' })
  assert.deepEqual(await Promise.all(ending.map(isOpen)), [false, false])
  assert.deepEqual(await Promise.all(staying.map(isOpen)), [true, true])
})
