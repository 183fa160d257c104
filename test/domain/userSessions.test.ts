/** The lifetime of a user's session, and the actions that a passkey confirms in it. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { MAX_SESSIONS } from '../../domain/people/sessions.ts'
import { remove } from '../../domain/access/users.ts'
import { openDatabase } from '../../db/open.ts'
import { atEnd } from '../support/atEnd.ts'
import { recordedBy } from '../support/audit.ts'
import { newDatabase } from '../support/engine.ts'
import type { Lies } from '../support/authenticator.ts'
import { Browser, invitationTo, joinedUser } from '../support/people.ts'
import { startService } from '../support/service.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const databaseUrl = await newDatabase()
const service = await startService({ databaseUrl })
const { db, clock, sql } = service
const { people } = service.service
const seller = await service.account()

/** Another process on the same database, as far as reading sessions goes. */
const elsewhere = await openDatabase(databaseUrl)
atEnd(() => elsewhere.close())

test('a session ends an hour after its last use', async () => {
  const { browser, token } = await joinedUser(seller)
  for (let use = 0; use < 3; use++) {
    clock.advanceMs(HOUR_MS - 1)
    assert.ok(await browser.session(token))
  }
  clock.advanceMs(HOUR_MS)
  assert.equal(await browser.session(token), undefined)
})

test('a session ends twelve hours after the sign-in, however much it is used', async () => {
  const { browser, token } = await joinedUser(seller)
  for (let half = 1; half < 24; half++) {
    clock.advanceMs(HOUR_MS / 2)
    assert.ok(await browser.session(token))
  }
  clock.advanceMs(HOUR_MS / 2 - 1)
  assert.ok(await browser.session(token))
  clock.advanceMs(1)
  assert.equal(await browser.session(token), undefined)
})

test('the use of a session is written once a minute at most', async () => {
  const { browser, token, session } = await joinedUser(seller)
  const usedAt = async () => {
    const [row] = await sql('select last_used_at from user_sessions where id = ?', session.id)
    return row?.['last_used_at']
  }
  const first = await usedAt()
  clock.advanceMs(MINUTE_MS - 1)
  await browser.session(token)
  assert.equal(await usedAt(), first)
  clock.advanceMs(1)
  await browser.session(token)
  assert.equal(await usedAt(), clock.now().toISOString())
})

test('an ended session has ended in every process, and no other has', async () => {
  const { browser, token, session } = await joinedUser(seller)
  const other = await browser.signIn()
  assert.ok((await people.readSession(elsewhere, token, clock.now())).session)
  await people.endSession(db, session, clock.now())
  for (const process of [db, elsewhere]) {
    const ended = await people.readSession(process, token, clock.now())
    assert.deepEqual(ended, { refused: 'session_ended' })
    assert.ok((await people.readSession(process, other.token, clock.now())).session)
  }
})

test('a user ends all other sessions, and the one that does it goes on', async () => {
  const { browser, token } = await joinedUser(seller)
  const stranger = await joinedUser(seller)
  const [second, third] = [await browser.signIn(), await browser.signIn()]
  await people.endOtherSessions(db, second.session, clock.now())
  assert.ok(await browser.session(second.token))
  assert.ok(await browser.session(stranger.token))
  for (const ended of [token, third.token]) assert.equal(await browser.session(ended), undefined)
})

test('a session that has ended ends no others', async () => {
  const account = await service.account()
  const { browser, session } = await joinedUser(account)
  const other = await browser.signIn()
  await people.endSession(db, session, clock.now())
  const recorded = await recordedBy(account, async () => {
    const ended = await people.endOtherSessions(db, session, clock.now())
    assert.deepEqual(ended, { refused: 'session_ended' })
  })
  assert.ok(await browser.session(other.token))
  assert.deepEqual(recorded, [])
})

test('a removed user is signed out at once, in every process, and cannot sign in', async () => {
  await joinedUser(seller)
  const { browser, token, user_id } = await joinedUser(seller)
  const response = await browser.assertion()
  assert.ok((await people.readSession(elsewhere, token, clock.now())).session)
  await remove(db, { id: user_id, now: clock.now() })
  assert.equal((await people.readSession(elsewhere, token, clock.now())).session, undefined)
  assert.equal(await browser.session(token), undefined)
  assert.deepEqual(await browser.send(response), { refused: 'unknown_passkey' })
})

test('a user who is removed while signing in does not get in', async () => {
  await joinedUser(seller)
  for (let round = 0; round < 5; round++) {
    const { browser, user_id } = await joinedUser(seller)
    const response = await browser.assertion()
    const [answer] = await Promise.all([
      browser.send(response),
      remove(db, { id: user_id, now: clock.now() }),
    ])
    if (answer.token !== undefined) assert.equal(await browser.session(answer.token), undefined)
    const open = 'select id from user_sessions where user_id = ? and ended_at is null'
    assert.deepEqual(await sql(open, user_id), [])
  }
})

test('a user whose passkey is deleted while signing in does not get in', async () => {
  const account = await service.account()
  for (let round = 0; round < 5; round++) {
    const { browser, user_id } = await joinedUser(account, { role: 'viewer' })
    const response = await browser.assertion()
    const { body } = await account.get<'User'>(`/v1/users/${user_id}`)
    const [answer] = await Promise.all([
      browser.send(response),
      account.delete(`/v1/users/${user_id}/passkeys/${body.passkeys[0]?.id}`),
    ])
    if (answer.token !== undefined) assert.equal(await browser.session(answer.token), undefined)
    const open = 'select id from user_sessions where user_id = ? and ended_at is null'
    assert.deepEqual(await sql(open, user_id), [])
  }
})

test('a role holds from the next request on', async () => {
  const { browser, token, user_id } = await joinedUser(seller)
  await sql("update users set role = 'viewer' where id = ?", user_id)
  assert.equal((await browser.session(token))?.user.role, 'viewer')
})

test(`a user has ${MAX_SESSIONS} sessions: another one ends the oldest`, async () => {
  const { browser, token } = await joinedUser(seller)
  const tokens = [token]
  for (let count = 1; count <= MAX_SESSIONS; count++) {
    clock.advanceMs(1)
    tokens.push((await browser.signIn()).token)
  }
  const open = await Promise.all(tokens.map((one) => browser.session(one)))
  assert.deepEqual(
    open.map((one) => one !== undefined),
    tokens.map((_, i) => i > 0),
  )
})

test('no token is stored, only its hash', async () => {
  const { token, invitation } = await joinedUser(seller)
  const unused = await invitationTo(seller)
  const secrets = [token, invitation, unused.token]
  for (const table of ['users', 'invitations', 'user_sessions', 'passkeys']) {
    const rows = JSON.stringify(await sql(`select * from ${table}`))
    for (const secret of secrets) assert.ok(!rows.includes(secret.slice(22)), table)
  }
  assert.ok(!service.log.join().includes(token.slice(22)))
})

test('expired sessions and invitations are deleted in the background, and no others', async () => {
  const account = await service.account()
  const { session, user_id } = await joinedUser(account)
  const { token } = await invitationTo(account)
  const counts = async () => {
    const rows = await Promise.all([
      sql('select id from user_sessions where user_id = ?', user_id),
      sql('select id from invitations where seller_id = ?', account.seller_id),
    ])
    return rows.map(({ length }) => length)
  }
  await service.service.sweeper.round()
  assert.deepEqual(await counts(), [1, 1])
  await people.endSession(db, session, clock.now())
  clock.advanceMs(5 * MINUTE_MS)
  await service.service.sweeper.round()
  assert.deepEqual(await counts(), [0, 1])
  assert.ok(await people.readInvitation(db, token, clock.now()))
  clock.advanceMs(24 * HOUR_MS)
  await service.service.sweeper.round()
  assert.deepEqual(await counts(), [0, 0])
})

type Joined = Awaited<ReturnType<typeof joinedUser>>

async function confirmation({ browser, session }: Joined, action: string, lies: Lies = {}) {
  const options = await people.confirmOptions(db, session, action, clock.now())
  return browser.authenticator.get(options, lies)
}

const confirm = ({ session }: Joined, action: string, response: unknown) =>
  people.confirm(db, session, action, response, clock.now())

test("a passkey of the session's user confirms an action, once", async () => {
  const user = await joinedUser(seller)
  const { session } = user
  const { allowCredentials } = await people.confirmOptions(db, session, 'a', clock.now())
  const [passkey] = await sql('select * from passkeys where user_id = ?', user.user_id)
  assert.deepEqual(allowCredentials, [
    { id: passkey?.['credential_id'], type: 'public-key', transports: ['hybrid', 'internal'] },
  ])
  const response = await confirmation(user, 'refund pay_1 100')
  assert.equal(await confirm(user, 'refund pay_1 100', response), true)
  assert.equal(await confirm(user, 'refund pay_1 100', response), false)
  const twice = await confirmation(user, 'remove user_1')
  const answers = await Promise.all([1, 2, 3].map(() => confirm(user, 'remove user_1', twice)))
  assert.deepEqual(answers.toSorted(), [false, false, true])
})

test('a confirmation is of exactly its action, in its session, by its user', async () => {
  const user = await joinedUser(seller)
  const response = await confirmation(user, 'refund pay_1 100')
  assert.equal(await confirm(user, 'refund pay_1 1000', response), false)
  const second = { ...user, ...(await user.browser.signIn()) }
  assert.equal(await confirm(second, 'refund pay_1 100', response), false)
  const stranger = await joinedUser(seller)
  const options = await people.confirmOptions(db, user.session, 'a', clock.now())
  const theirs = stranger.browser.authenticator.get({ ...options, allowCredentials: [] })
  assert.equal(await confirm(user, 'a', theirs), false)
  assert.equal(await confirm(user, 'refund pay_1 100', response), true)
})

const lies: [string, Lies][] = [
  ['of another site', { origin: 'https://balcao.example' }],
  ['for another domain', { rpId: 'balcao.example' }],
  ['without verification of the user', { isUnverified: true }],
  ['over another challenge', { challenge: 'AAAA' }],
  ['by another key', { isForged: true }],
]

for (const [what, lie] of lies) {
  test(`a response ${what} confirms nothing`, async () => {
    const user = await joinedUser(seller)
    assert.equal(await confirm(user, 'a', await confirmation(user, 'a', lie)), false)
  })
}

test('a sign-in confirms nothing, and a confirmation signs in no user', async () => {
  const user = await joinedUser(seller)
  assert.equal(await confirm(user, 'a', await user.browser.assertion()), false)
  const response = await confirmation(user, 'a')
  assert.deepEqual(await user.browser.send(response), { refused: 'wrong_challenge' })
})

test('a confirmation that is late, or of a session that has ended, does not hold', async () => {
  const user = await joinedUser(seller)
  const late = await confirmation(user, 'a')
  clock.advanceMs(5 * MINUTE_MS)
  assert.equal(await confirm(user, 'a', late), false)
  const response = await confirmation(user, 'a')
  await people.endSession(db, user.session, clock.now())
  assert.equal(await confirm(user, 'a', response), false)
})

test('a confirmation is good once, and only so many are remembered', async () => {
  const user = await joinedUser(seller)
  const used = []
  for (let count = 0; count < 20; count++) {
    const response = await confirmation(user, 'a')
    assert.equal(await confirm(user, 'a', response), true)
    used.push(response)
  }
  assert.equal(await confirm(user, 'a', await confirmation(user, 'a')), false)
  for (const response of used) assert.equal(await confirm(user, 'a', response), false)
  clock.advanceMs(5 * MINUTE_MS)
  assert.equal(await confirm(user, 'a', await confirmation(user, 'a')), true)
})

test('a browser that has no passkey of the account gets nowhere', async () => {
  const browser = new Browser(service)
  const other = await startService()
  const stranger = await joinedUser(await other.account(), { browser: new Browser(other) })
  const response = await stranger.browser.assertion()
  assert.deepEqual(await browser.send(response), { refused: 'wrong_challenge' })
})
