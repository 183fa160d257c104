/** A8: each kind of access ends; the objects that it made are named, and end when asked. */
import assert from 'node:assert/strict'
import { EVENT_TYPES } from '../../../db/schema/eventTypes.ts'
import { inviteUser } from '../../../domain/people/userChanges.ts'
import { makeEndpoint } from '../../../domain/webhooks/endpointChanges.ts'
import { holds } from '../../support/apiClients.ts'
import {
  accessOf,
  bankBy,
  bankOf,
  changeBy,
  clientOf,
  clientOfUser,
  userOf,
} from '../../support/makers.ts'
import { Browser, invitationTo, joinedUser } from '../../support/people.ts'
import { control, long, property } from '../../support/property.ts'
import { startService } from '../../support/service.ts'
import type { TestAccount, TestService } from '../../support/service.ts'
import { breakQueries, skipped } from '../support/breakage.ts'

const ROUNDS = long ? 5 : 1
const LOOPBACK = 'http://127.0.0.1:9/'

type EndedAccess = { made: string[]; ended: string[] }

/** A client or user that makes others: the ids that it made itself, and those that they made. */
type Maker = {
  id: string
  path: string
  method: 'POST' | 'DELETE'
  direct: string[]
  all: string[]
  /** Tells whether anything by which it, or what it made, acts is still good. */
  acts: () => Promise<boolean[]>
}

const aliveIn = async (seller: TestAccount): Promise<Set<string>> =>
  new Set((await accessOf(seller)).map(({ id }) => id))

/** True while a token of an invitation lets somebody join. */
const isOpen = async ({ db, clock, service }: TestService, token: string): Promise<boolean> =>
  (await service.people.readInvitation(db, token, clock.now())) !== undefined

/** An API client that has made one of everything, some of which has made more. */
async function makingClient(seller: TestAccount): Promise<Maker> {
  const { on } = seller
  const root = await clientOf(seller)
  const { id: endpoint } = await root.as.webhookEndpoint()
  const bank = await bankOf(seller, root.id)
  const child = await clientOf(root.as)
  const user = await userOf(root.as, 'developer')
  const { invitation_url = '' } = await root.as.user()
  const grandchild = await clientOfUser(on, user.session, ['all'])
  const { id: distant } = await child.as.webhookEndpoint()
  const direct = [endpoint, bank, child.id, user.id]
  const invitation = invitation_url.split('/').at(-1) ?? ''
  return {
    id: root.id,
    path: `/v1/api_clients/${root.id}/revoke`,
    method: 'POST',
    direct,
    all: [...direct, grandchild.id, distant],
    acts: async () => [
      ...(await Promise.all([root, child, grandchild].map(({ as }) => holds(on, as.token)))),
      (await user.browser.session(user.token)) !== undefined,
      await isOpen(on, invitation),
    ],
  }
}

/** A user who has made the same on the dashboard. */
async function makingUser(seller: TestAccount): Promise<Maker> {
  const { on } = seller
  const { mode, vault } = on.service
  const { user_id, session, browser, token } = await joinedUser(seller)
  const by = changeBy(on, session)
  const fields = { url: LOOPBACK, event_types: [...EVENT_TYPES], enabled: true }
  const made = await on.db.run(() => makeEndpoint(seller.seller_id, fields, { mode, vault, ...by }))
  const bank = await bankBy(on, by)
  const child = await clientOfUser(on, session)
  const email = `${crypto.randomUUID()}@loja.example`
  const invited = await on.db.run(() => inviteUser({ email, role: 'viewer' }, by))
  const { id: distant } = await child.as.webhookEndpoint()
  const direct = [made.endpoint?.id ?? '', bank, child.id]
  return {
    id: user_id,
    path: `/v1/users/${user_id}`,
    method: 'DELETE',
    direct,
    all: [...direct, distant],
    acts: async () => [
      (await browser.session(token)) !== undefined,
      await holds(on, child.as.token),
      await isOpen(on, invited.token ?? ''),
    ],
  }
}

const end = async ({ on, token }: TestAccount, { method, path }: Maker, query = '') => {
  const answer = await on.request<'RevokedApiClient'>(method, path + query, { token })
  assert.equal(answer.status, 200, answer.text)
  return answer.body as EndedAccess
}

/** Ends a maker and leaves what it made; then another one with all of it. */
async function assertNamedAndEnded(
  seller: TestAccount,
  make: (seller: TestAccount) => Promise<Maker>,
): Promise<number> {
  const leaving = await make(seller)
  const left = await end(seller, leaving)
  assert.deepEqual(left.made.toSorted(), leaving.direct.toSorted())
  assert.deepEqual(left.ended, [])
  const alive = await aliveIn(seller)
  assert.ok(!alive.has(leaving.id))
  assert.deepEqual(
    leaving.all.filter((id) => !alive.has(id)),
    [],
  )
  const ending = await make(seller)
  const ended = await end(seller, ending, '?end_made=true')
  assert.deepEqual(ended.made.toSorted(), ending.direct.toSorted())
  assert.deepEqual(ended.ended.toSorted(), ending.all.toSorted())
  const after = await aliveIn(seller)
  assert.deepEqual(
    [ending.id, ...ending.all].filter((id) => after.has(id)),
    [],
  )
  assert.deepEqual(new Set(await ending.acts()), new Set([false]))
  return leaving.direct.length + ending.all.length
}

/** A session ends with its passkey, or by itself; the others of its user go on. */
async function assertSessionsEnd(seller: TestAccount): Promise<void> {
  const { on } = seller
  const lost = await joinedUser(seller)
  const phone = new Browser(on)
  const { token } = await invitationTo(seller, { email: lost.email })
  const joined = await phone.join(token, await phone.registration(token))
  const second = await lost.browser.signIn()
  const own = await clientOfUser(on, lost.session, ['all'])
  const { body: user } = await seller.get<'User'>(`/v1/users/${lost.user_id}`)
  await seller.delete(`/v1/users/${lost.user_id}/passkeys/${user.passkeys[0]?.id}`)
  const goesOn = async (one: string) => (await phone.session(one)) !== undefined
  const sessions = [lost.token, second.token, joined.token ?? '']
  assert.deepEqual(await Promise.all(sessions.map(goesOn)), [false, false, true])
  const ofUser = (await accessOf(seller)).filter(
    ({ created_by }) => created_by?.id === lost.user_id,
  )
  assert.deepEqual(ofUser.map(({ type }) => type).toSorted(), ['api_client', 'session'])
  assert.ok(ofUser.some(({ id }) => id === own.id))
  await seller.post(`/v1/users/${lost.user_id}/end_sessions`)
  assert.equal(await goesOn(joined.token ?? ''), false)
}

/** An invitation, an endpoint and a bank make nothing that outlives them. */
async function assertOthersEnd(seller: TestAccount): Promise<void> {
  const { on } = seller
  const { id: user, invitation_url = '' } = await seller.user()
  const { id: endpoint } = await seller.webhookEndpoint()
  const client = await clientOf(seller)
  const bank = await bankOf(seller, client.id)
  assert.ok((await aliveIn(seller)).isSupersetOf(new Set([endpoint, bank])))
  await seller.delete(`/v1/users/${user}`)
  await seller.delete(`/v1/webhook_endpoints/${endpoint}`)
  await seller.delete('/v1/bank_connection')
  assert.ok((await aliveIn(seller)).isDisjointFrom(new Set([endpoint, bank])))
  assert.equal(await isOpen(on, invitation_url.split('/').at(-1) ?? ''), false)
}

async function assertEnds(on: TestService): Promise<number> {
  const seller = await on.account()
  await joinedUser(seller)
  const clients = await assertNamedAndEnded(seller, makingClient)
  const users = await assertNamedAndEnded(seller, makingUser)
  await assertSessionsEnd(seller)
  await assertOthersEnd(seller)
  return clients + users
}

const service = await startService()

property('A8', async () => {
  let things = 0
  for (let round = 0; round < ROUNDS; round++) things += await assertEnds(service)
  const found = `${things} of ${things} things`
  return `${found} that clients and users had made were named, or ended with them`
})

const brokenService = async (
  breakage: Parameters<typeof breakQueries>[1],
): Promise<TestService> => {
  const broken = await startService()
  breakQueries(broken.db, breakage)
  return broken
}

/** Stores a row that names no maker, which the audit trail does not know either. */
const nameless = {
  audit_events_of_target_from: skipped,
  clients_alive: (step: Parameters<Parameters<typeof breakQueries>[1][string]>[0]) => ({
    step,
    rows: (found: unknown[]) => found.map((row) => ({ ...(row as object), created_by: null })),
  }),
}

control('A8', 'the maker of a client is not kept', async () => {
  await assertEnds(await brokenService(nameless))
})

control('A8', 'a passkey that is deleted leaves its sessions', async () => {
  await assertEnds(await brokenService({ end_user_session: skipped }))
})

control('A8', 'the end of made objects is answered and not stored', async () => {
  const broken = await startService()
  // The first is that of a client whose work is left.
  let isFirst = true
  breakQueries(broken.db, {
    set_client: (step) => {
      const isEnd = (step.args as { revoked_at: string | null }).revoked_at !== null
      if (!isEnd || isFirst) {
        isFirst = isFirst && !isEnd
        return { step }
      }
      return { rows: () => [{}] }
    },
  })
  await assertEnds(broken)
})
