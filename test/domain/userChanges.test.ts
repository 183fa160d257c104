/** A user on the dashboard changes an account as long as it may. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { ActorEnded } from '../../domain/identity/actor.ts'
import type { Actor, ApiClientActor } from '../../domain/identity/actor.ts'
import { makeClient } from '../../domain/access/clientChanges.ts'
import { scopesOfRole } from '../../domain/identity/roles.ts'
import { actorOf } from '../../domain/people/sessions.ts'
import { changeUser, endUserSessions, inviteUser } from '../../domain/people/userChanges.ts'
import { refundPayment } from '../../domain/payments/refundPayment.ts'
import {
  changeEndpoint,
  makeEndpoint,
  removeEndpoint,
  rotateEndpointSecret,
} from '../../domain/webhooks/endpointChanges.ts'
import { removeUser } from '../../domain/access/endings.ts'
import { EVENT_TYPES } from '../../db/schema/eventTypes.ts'
import { recordedBy } from '../support/audit.ts'
import { joinedUser } from '../support/people.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'

const service = await startService()
const { db, clock } = service

type Joined = Awaited<ReturnType<typeof joinedUser>>

/** A change by a user, with the role that its session had when it asked. */
const by = ({ session }: Pick<Joined, 'session'>) => ({
  seller_id: session.seller.id,
  actor: actorOf(session),
  scopes: scopesOfRole[session.user.role],
  now: clock.now(),
})

/** The API client of an account, as its token names it. */
async function clientOf({ client_id, seller_id }: TestAccount): Promise<ApiClientActor> {
  const [row] = await service.sql<Pick<ApiClientActor, 'id' | 'name' | 'generation'>>(
    'select id, name, generation from api_clients where seller_id = ? and client_id = ?',
    seller_id,
    client_id,
  )
  assert.ok(row)
  return { type: 'api_client', client_id, ...row }
}

const invited = (who: Pick<Joined, 'session'>) =>
  db.run(() =>
    inviteUser({ email: `${crypto.randomUUID()}@loja.example`, role: 'viewer' }, by(who)),
  )

test('an owner invites; a user who is removed or demoted meanwhile cannot', async () => {
  const seller = await service.account()
  const [owner, other] = [await joinedUser(seller), await joinedUser(seller)]
  assert.equal((await invited(other)).fault, undefined)
  await db.run(() => changeUser(other.user_id, { role: 'developer' }, by(owner)))
  assert.equal((await invited(other)).fault?.code, 'invalid_access_token')
  const make = () => makeClient({ name: 'Programa', scopes: ['all'] }, by(other))
  assert.equal((await db.run(make)).fault?.code, 'invalid_access_token')
  await db.run(() => changeUser(other.user_id, { role: 'owner' }, by(owner)))
  assert.equal((await invited(other)).fault, undefined)
  await db.run(() => removeUser(other.user_id, by(owner)))
  assert.equal((await invited(other)).fault?.code, 'invalid_access_token')
})

test('a change under way is not made when its session is ended', async () => {
  const seller = await service.account()
  const [owner, other] = [await joinedUser(seller), await joinedUser(seller)]
  const again = await other.browser.signIn()
  await service.service.people.endSession(db, other.session, clock.now())
  assert.equal((await invited(other)).fault?.code, 'invalid_access_token')
  assert.equal((await invited(again)).fault, undefined)
  await db.run(() => endUserSessions(other.user_id, by(owner)))
  assert.equal((await invited(again)).fault?.code, 'invalid_access_token')
})

test('two owners who remove each other at once: one stays', async () => {
  for (let round = 0; round < 5; round++) {
    const seller = await service.account()
    const [one, other] = [await joinedUser(seller), await joinedUser(seller)]
    const answers = await Promise.all([
      db.run(() => removeUser(other.user_id, by(one))),
      db.run(() => removeUser(one.user_id, by(other))),
    ])
    const codes = answers.map(({ fault }) => fault?.code ?? 'removed').toSorted()
    assert.deepEqual(codes, ['invalid_access_token', 'removed'])
  }
})

test('a user who is removed meanwhile makes and changes no webhook endpoint', async () => {
  const seller = await service.account()
  await joinedUser(seller)
  const developer = await joinedUser(seller, { role: 'developer' })
  const { id } = await seller.webhookEndpoint()
  const { actor, scopes, now } = by(developer)
  const { mode, vault } = service.service
  const key = { seller_id: seller.seller_id, id }
  const fields = { url: 'http://127.0.0.1:9/', event_types: [...EVENT_TYPES], enabled: true }
  const work = [
    () => makeEndpoint(seller.seller_id, fields, { mode, vault, actor, scopes, now }),
    () => changeEndpoint(key, { url: 'http://127.0.0.1:9/x' }, { mode, actor, scopes, now }),
    () => rotateEndpointSecret(key, { vault, actor, scopes, now }),
    () => removeEndpoint(key, { actor, now }),
  ]
  const first = await db.run(() =>
    makeEndpoint(seller.seller_id, fields, { mode, vault, actor, scopes, now }),
  )
  assert.equal(first.fault, undefined)
  await seller.delete(`/v1/users/${developer.user_id}`)
  for (const one of work) {
    await assert.rejects(
      db.run(function* () {
        yield* one()
      }),
      ActorEnded,
    )
  }
})

test('an access that ends while a refund is under way refunds nothing', async () => {
  const seller = await service.account()
  await joinedUser(seller)
  const finance = await joinedUser(seller, { role: 'finance' })
  const { id } = await seller.payment()
  const key = { seller_id: seller.seller_id, payment_id: id, metadata: {} }
  const { actor, now } = by(finance)
  const client = await clientOf(seller)
  const { events } = service.service
  const refundBy = (actor: Actor) =>
    db.run(() => refundPayment({ ...key, amount_minor: 100 }, { events, actor, now }))
  const recorded = await recordedBy(seller, async () => {
    await refundBy(actor)
    await refundBy(client)
  })
  assert.deepEqual(
    recorded.map(({ action }) => action),
    ['refund.requested', 'refund.requested'],
  )
  await seller.delete(`/v1/users/${finance.user_id}`)
  await assert.rejects(refundBy(actor), ActorEnded)
  await assert.rejects(refundBy({ ...client, generation: client.generation - 1 }), ActorEnded)
  const { body } = await seller.get<'Payment'>(`/v1/payments/${id}`)
  assert.equal(body.amount_refunded_minor, 200)
})

test('a refund and the removal of its sender at once: no refund comes after', async () => {
  const { events } = service.service
  for (let round = 0; round < 5; round++) {
    const seller = await service.account()
    const owner = await joinedUser(seller)
    const finance = await joinedUser(seller, { role: 'finance' })
    const { id } = await seller.payment()
    const order = { seller_id: seller.seller_id, payment_id: id, metadata: {} }
    const recorded = await recordedBy(seller, () =>
      Promise.allSettled([
        db.run(() => removeUser(finance.user_id, by(owner))),
        db.run(() => refundPayment(order, { events, ...by(finance) })),
      ]),
    )
    const actions = recorded.map(({ action }) => action)
    assert.equal(actions.at(-1), 'user.removed', actions.join())
  }
})

const { people } = service.service

const ends = {
  'signed out of': ({ session }: Pick<Joined, 'session'>) =>
    people.endSession(db, session, clock.now()),
  'ended by another': async (_: unknown, { session }: Pick<Joined, 'session'>) =>
    people.endOtherSessions(db, session, clock.now()),
}

for (const [how, end] of Object.entries(ends)) {
  test(`changes under way in a session that is ${how} never come after`, async () => {
    const { events } = service.service
    for (let round = 0; round < 5; round++) {
      const seller = await service.account()
      const owner = await joinedUser(seller)
      const other = await owner.browser.signIn()
      const { id } = await seller.payment()
      const { seller_id } = seller
      const order = { seller_id, payment_id: id, amount_minor: 1, metadata: {} }
      const options = await people.addPasskeyOptions(db, other.session, clock.now())
      const made = { response: owner.browser.authenticator.create(options), name: 'Celular' }
      const work = () => [
        invited(other),
        db.run(() => refundPayment(order, { events, ...by(other) })),
        people.addPasskey(db, other.session, { ...made, now: clock.now() }),
      ]
      const underWay = Promise.allSettled(Array.from({ length: 5 }, work).flat())
      const counted = () =>
        service.sql(
          `select (select count(*) from users where seller_id = ?) as users,
            (select count(*) from refunds where seller_id = ?) as refunds,
            (select count(*) from passkeys where seller_id = ?) as passkeys`,
          seller_id,
          seller_id,
          seller_id,
        )
      await end(other, owner)
      const before = await counted()
      await underWay
      assert.deepEqual(await counted(), before)
    }
  })
}

test('a developer invites no owner and removes no finance', async () => {
  const seller = await service.account()
  const developer = await joinedUser(seller, { role: 'developer' })
  const finance = await joinedUser(seller, { role: 'finance' })
  const fields = { email: 'a@loja.example', role: 'owner' } as const
  const refused = [
    await db.run(() => inviteUser(fields, by(developer))),
    await db.run(() => removeUser(finance.user_id, by(developer))),
  ]
  const code = 'insufficient_scope'
  assert.deepEqual(
    refused.map(({ fault }) => fault),
    [
      { code, missing: ['refunds:write', 'bank:write'], param: 'role' },
      { code, missing: ['refunds:write'] },
    ],
  )
  assert.equal((await invited(developer)).fault, undefined)
})
