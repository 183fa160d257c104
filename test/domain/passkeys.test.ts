/** Users join by an invitation and sign in by a passkey, and by nothing else. */
import assert from 'node:assert/strict'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { generate } from 'selfsigned'
import { test } from 'vitest'
import { changeSellerStatus } from '../../domain/auth/sellers.ts'
import { MAX_PASSKEYS } from '../../domain/people/passkeys.ts'
import { remove } from '../../domain/access/users.ts'
import { recordedBy } from '../support/audit.ts'
import { Authenticator } from '../support/authenticator.ts'
import type { Kind, Lies } from '../support/authenticator.ts'
import { Browser, invitationTo, joinedUser } from '../support/people.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'

const service = await startService()
const { db, clock } = service
const { people } = service.service
const seller = await service.account()

const passkeysOf = (user_id: string) =>
  service.sql<{ name: string; counter: number; last_used_at: string | null }>(
    'select * from passkeys where user_id = ? order by id',
    user_id,
  )
const sessionsOf = (user_id: string) =>
  service.sql('select * from user_sessions where user_id = ?', user_id)

test('an invitation says whom it is for, and makes a passkey and a session', async () => {
  const account = await service.account('Padaria')
  const { token, user_id, email } = await invitationTo(account, { role: 'finance' })
  const invited = await people.readInvitation(db, token, clock.now())
  const name = null
  assert.deepEqual(invited, { email, name, role: 'finance', seller_name: 'Padaria', user_id })
  const browser = new Browser(service)
  const joined = await browser.join(token, await browser.registration(token))
  const created_at = clock.now().toISOString()
  assert.deepEqual(joined.session, {
    id: joined.session?.id,
    seller: {
      id: account.seller_id,
      name: 'Padaria',
      shop_name: 'Padaria',
      default_currency: 'BRL',
    },
    user: { id: user_id, email, name, role: 'finance' },
    locale: 'pt-BR',
    created_at,
    expires_at: new Date(clock.now().getTime() + 43_200_000).toISOString(),
  })
  assert.deepEqual(await browser.session(joined.token ?? ''), joined.session)
  const [user] = await service.sql('select * from users where id = ?', user_id)
  assert.deepEqual([user?.['status'], user?.['last_signed_in_at']], ['active', created_at])
  assert.deepEqual(
    (await passkeysOf(user_id)).map(({ name }) => name),
    ['Notebook'],
  )
})

test('the options ask for a passkey of this site that verifies its user', async () => {
  const { token, user_id, email } = await invitationTo(seller)
  const made = await people.joinOptions(db, token, clock.now())
  assert.ok(made)
  const { rp, user, attestation, authenticatorSelection: selection } = made
  assert.deepEqual(rp, { id: '127.0.0.1', name: 'Balcão' })
  assert.deepEqual([user.name, user.displayName, attestation], [email, email, 'none'])
  const handle = Buffer.from(user.id, 'base64url').toString('hex')
  const hex = (id: string) => id.replace(/^\w+_/, '').replaceAll('-', '')
  assert.equal(handle, hex(seller.seller_id) + hex(user_id))
  assert.deepEqual(selection, {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  })
  const asked = await people.signInOptions(clock.now())
  assert.deepEqual([asked.rpId, asked.userVerification], ['127.0.0.1', 'required'])
  assert.deepEqual(asked.allowCredentials, [])
  assert.notEqual(asked.challenge, (await people.signInOptions(clock.now())).challenge)
})

test('a user signs in with nothing typed, in the account that the passkey is of', async () => {
  const other = await service.account('Outra')
  const browser = new Browser(service)
  const { user_id } = await joinedUser(other, { browser })
  const { token, session } = await browser.signIn()
  assert.deepEqual([session.seller.id, session.user.id], [other.seller_id, user_id])
  assert.deepEqual(await browser.session(token), session)
  const [passkey] = await passkeysOf(user_id)
  assert.equal(passkey?.last_used_at, clock.now().toISOString())
})

const foreign = 'https://balcao.example'
const liesOfBoth: [string, Lies, string][] = [
  ['of another site', { origin: foreign }, 'wrong_origin'],
  ['in a frame of another site', { crossOrigin: true }, 'wrong_origin'],
  ['for another domain', { rpId: 'balcao.example' }, 'unverified_response'],
  ['without verification of the user', { isUnverified: true }, 'unverified_response'],
  ['over another challenge', { challenge: 'AAAA' }, 'wrong_challenge'],
  ['of another kind', { type: 'payment.get' }, 'unverified_response'],
]

for (const [what, lies, reason] of liesOfBoth) {
  test(`a response ${what} signs in no user`, async () => {
    const { browser, user_id } = await joinedUser(seller)
    assert.deepEqual(await browser.send(await browser.assertion(lies)), { refused: reason })
    assert.equal((await sessionsOf(user_id)).length, 1)
  })

  test(`a response ${what} makes no passkey, and leaves the invitation`, async () => {
    const { token, user_id } = await invitationTo(seller)
    const browser = new Browser(service)
    const refused = await browser.join(token, await browser.registration(token, lies))
    assert.deepEqual(refused, { refused: reason })
    assert.deepEqual(await passkeysOf(user_id), [])
    assert.equal((await browser.join(token, await browser.registration(token))).refused, undefined)
  })
}

test('a signature of another key signs in no user', async () => {
  const { browser } = await joinedUser(seller)
  const response = await browser.assertion({ isForged: true })
  assert.deepEqual(await browser.send(response), { refused: 'unverified_response' })
})

test('a passkey signs in its own user only, of its own account only', async () => {
  const { browser } = await joinedUser(seller)
  const other = await joinedUser(await service.account())
  const options = await people.joinOptions(db, (await invitationTo(seller)).token, clock.now())
  for (const userHandle of [options?.user.id ?? '', handleOf(other), 'A'.repeat(42)]) {
    const { refused } = await browser.send(await browser.assertion({ userHandle }))
    const isHandle = userHandle.length === 43
    assert.equal(refused, isHandle ? 'unknown_passkey' : 'malformed_response')
  }
})

const handleOf = ({ session }: { session: { seller: { id: string }; user: { id: string } } }) => {
  const hex = [session.seller.id, session.user.id].map((id) => id.split('_')[1])
  return Buffer.from(hex.join('').replaceAll('-', ''), 'hex').toString('base64url')
}

test('an attestation that is cut off makes no passkey', async () => {
  const { token } = await invitationTo(seller)
  const browser = new Browser(service)
  for (const truncatedBytes of [1, 40, 200]) {
    const response = await browser.registration(token, { truncatedBytes })
    assert.deepEqual(await browser.join(token, response), { refused: 'unverified_response' })
  }
})

for (const kind of ['ed25519', 'rs256'] satisfies Kind[]) {
  test(`a passkey of the kind ${kind} joins and signs in`, async () => {
    const { origin } = new URL(service.service.baseUrl)
    const browser = new Browser(service, new Authenticator(origin, { kind }))
    const { user_id } = await joinedUser(seller, { browser })
    assert.equal((await browser.signIn()).session.user.id, user_id)
    const forged = await browser.assertion({ isForged: true })
    assert.deepEqual(await browser.send(forged), { refused: 'unverified_response' })
  })
}

test('a passkey may attest itself, and not by a certificate, which none asked for', async () => {
  const { token } = await invitationTo(seller)
  const browser = new Browser(service)
  const { cert, private: key } = await generate(
    [
      { name: 'countryName', value: 'BR' },
      { name: 'organizationName', value: 'Fabricante' },
      { shortName: 'OU', value: 'Authenticator Attestation' },
      { name: 'commonName', value: 'Chave' },
    ],
    {
      keyType: 'ec',
      algorithm: 'sha256',
      extensions: [{ name: 'basicConstraints', cA: false, critical: true }],
    },
  )
  const attestation = { certificate: new X509Certificate(cert).raw, key: createPrivateKey(key) }
  const attested = await browser.registration(token, { attestation })
  assert.deepEqual(await browser.join(token, attested), { refused: 'unverified_response' })
  const response = await browser.registration(token, { attestation: 'self' })
  assert.equal((await browser.join(token, response)).refused, undefined)
})

test('any other input is refused, and nothing is thrown', async () => {
  const { token, browser, session } = await joinedUser(seller)
  const invitation = (await invitationTo(seller)).token
  const whole = (await browser.assertion()) as { response: object }
  const anything = [
    undefined,
    null,
    '',
    'x',
    7,
    [],
    {},
    { response: null },
    { ...whole, id: 7 },
    { ...whole, id: 'other' },
    { ...whole, type: 'password' },
    { ...whole, response: { ...whole.response, clientDataJSON: 'e30' } },
    { ...whole, response: { ...whole.response, clientDataJSON: 'bnVsbA' } },
    { ...whole, response: { ...whole.response, clientDataJSON: '####' } },
    { ...whole, response: { ...whole.response, authenticatorData: 'A'.repeat(100_000) } },
    { ...whole, response: { ...whole.response, userHandle: { toString: 1 } } },
  ]
  for (const response of anything) {
    assert.equal((await browser.send(response)).refused, 'malformed_response')
    assert.equal((await browser.join(invitation, response)).refused, 'malformed_response')
    const added = await people.addPasskey(db, session, { response, name: 1, now: clock.now() })
    assert.equal(added.refused, 'malformed_response')
    assert.equal(await people.confirm(db, session, 'a', response, clock.now()), false)
  }
  for (const wrong of ['', 'A', `${token}A`, `${token}=`, token.slice(1), '\0', '💥'.repeat(9)]) {
    assert.equal(await browser.session(wrong), undefined)
    assert.equal(await people.readInvitation(db, wrong, clock.now()), undefined)
    assert.equal(await people.joinOptions(db, wrong, clock.now()), undefined)
    assert.deepEqual(await browser.join(wrong, whole), { refused: 'invitation_ended' })
  }
})

test('a challenge is good for its purpose, for five minutes', async () => {
  const { browser, session } = await joinedUser(seller)
  const { token } = await invitationTo(seller)
  const now = clock.now()
  const joining = await people.joinOptions(db, token, now)
  const confirming = await people.confirmOptions(db, session, 'refund', now)
  const adding = await people.addPasskeyOptions(db, session, now)
  for (const options of [joining, confirming, adding]) {
    const challenge = options?.challenge ?? ''
    const response = await browser.assertion({ challenge })
    assert.deepEqual(await browser.send(response), { refused: 'wrong_challenge' })
  }
  const late = await browser.assertion()
  const newcomer = new Browser(service)
  const made = await newcomer.registration(token)
  clock.advanceMs(300_000 - 1)
  assert.equal((await browser.send(await browser.assertion())).refused, undefined)
  clock.advanceMs(1)
  assert.deepEqual(await browser.send(late), { refused: 'wrong_challenge' })
  assert.deepEqual(await newcomer.join(token, made), { refused: 'wrong_challenge' })
})

test('a challenge of one invitation is not good for another', async () => {
  const [one, other] = [await invitationTo(seller), await invitationTo(seller)]
  const browser = new Browser(service)
  const response = await browser.registration(one.token)
  assert.deepEqual(await browser.join(other.token, response), { refused: 'wrong_challenge' })
})

test('an assertion signs in once, also after that session has ended', async () => {
  const { browser, user_id } = await joinedUser(seller)
  const response = await browser.assertion()
  const { session } = await browser.send(response)
  assert.ok(session)
  assert.deepEqual(await browser.send(response), { refused: 'assertion_replayed' })
  await people.endSession(db, session, clock.now())
  await service.service.sweeper.round()
  assert.deepEqual(await browser.send(response), { refused: 'assertion_replayed' })
  const answers = await Promise.all([1, 2, 3].map(async () => browser.send(response)))
  assert.ok(answers.every(({ refused }) => refused === 'assertion_replayed'))
  assert.equal((await sessionsOf(user_id)).length, 2)
})

test('an assertion that is sent twice at once signs in once', async () => {
  const { browser } = await joinedUser(seller)
  const response = await browser.assertion()
  const answers = await Promise.all([1, 2, 3, 4].map(() => browser.send(response)))
  const reasons = answers.map(({ refused }) => refused ?? 'in').toSorted()
  assert.deepEqual(reasons, [...Array(3).fill('assertion_replayed'), 'in'])
})

test('an authenticator that counts is refused when its count does not rise', async () => {
  const { origin } = new URL(service.service.baseUrl)
  const browser = new Browser(service, new Authenticator(origin, { counter: 5 }))
  const { user_id } = await joinedUser(seller, { browser })
  const used = await browser.assertion()
  await browser.send(used)
  const [before] = await passkeysOf(user_id)
  for (const counter of [0, 1, before?.counter]) {
    const response = await browser.assertion({ ...(counter !== undefined && { counter }) })
    assert.deepEqual(await browser.send(response), { refused: 'counter_regressed' })
  }
  assert.deepEqual(await passkeysOf(user_id), [before])
  await browser.signIn()
})

test('an invitation is used once, also by two at once', async () => {
  const { token, user_id } = await invitationTo(seller)
  const browsers = [1, 2, 3].map(() => new Browser(service))
  const responses = await Promise.all(browsers.map((one) => one.registration(token)))
  const answers = await Promise.all(browsers.map((one, i) => one.join(token, responses[i])))
  const reasons = answers.map(({ refused }) => refused ?? 'in').toSorted()
  assert.deepEqual(reasons, ['in', 'invitation_ended', 'invitation_ended'])
  assert.equal((await passkeysOf(user_id)).length, 1)
  assert.equal((await sessionsOf(user_id)).length, 1)
  assert.equal(await people.readInvitation(db, token, clock.now()), undefined)
})

test('an invitation ends after 24 hours, by the next one, and with its user', async () => {
  const late = await invitationTo(seller)
  clock.advanceMs(86_400_000 - 1)
  assert.ok(await people.readInvitation(db, late.token, clock.now()))
  clock.advanceMs(1)
  assert.equal(await people.readInvitation(db, late.token, clock.now()), undefined)
  const next = await invitationTo(seller, { email: late.email })
  const newest = await invitationTo(seller, { email: late.email })
  assert.equal(newest.user_id, late.user_id)
  assert.equal(await people.readInvitation(db, next.token, clock.now()), undefined)
  assert.ok(await people.readInvitation(db, newest.token, clock.now()))
  await remove(db, { id: late.user_id, now: clock.now() })
  assert.equal(await people.readInvitation(db, newest.token, clock.now()), undefined)
})

test('a new invitation of an active user makes another passkey, and keeps the first', async () => {
  const { browser, email, user_id } = await joinedUser(seller)
  const { token } = await invitationTo(seller, { email })
  const options = await people.joinOptions(db, token, clock.now())
  assert.equal(options?.excludeCredentials?.length, 1)
  const phone = new Browser(service)
  assert.equal((await phone.join(token, await phone.registration(token))).refused, undefined)
  assert.equal((await passkeysOf(user_id)).length, 2)
  for (const one of [browser, phone]) assert.equal((await one.signIn()).session.user.id, user_id)
})

test('a suspended seller lets in no user; once it is active, they sign in anew', async () => {
  const account = await service.account()
  const { browser, token } = await joinedUser(account)
  const invitation = (await invitationTo(account)).token
  const newcomer = new Browser(service)
  const made = await newcomer.registration(invitation)
  const change = { id: account.seller_id, now: clock.now() }
  await changeSellerStatus(db, { ...change, status: 'suspended' })
  assert.equal(await browser.session(token), undefined)
  assert.equal(await people.readInvitation(db, invitation, clock.now()), undefined)
  assert.deepEqual(await newcomer.join(invitation, made), { refused: 'invitation_ended' })
  const response = await browser.assertion()
  assert.deepEqual(await browser.send(response), { refused: 'seller_suspended' })
  await changeSellerStatus(db, { ...change, status: 'active' })
  assert.equal(await browser.session(token), undefined)
  await browser.signIn()
})

test(`a user adds passkeys when signed in, ${MAX_PASSKEYS} in all, each once`, async () => {
  const { browser, session, user_id } = await joinedUser(seller)
  const options = await people.addPasskeyOptions(db, session, clock.now())
  const now = clock.now()
  const response = browser.authenticator.create(options)
  const added = await people.addPasskey(db, session, { response, name: 'Celular', now })
  assert.equal(added.passkey?.name, 'Celular')
  // Neither the same answer nor another one to the same challenge makes a second.
  for (const answer of [response, browser.authenticator.create(options)]) {
    const again = await people.addPasskey(db, session, { response: answer, name: 'Celular', now })
    assert.deepEqual(again, { refused: 'wrong_challenge' })
  }
  // An attestation of the kind `none` signs no challenge: this is the first passkey again.
  const other = browser.authenticator.create(await people.addPasskeyOptions(db, session, now))
  const { clientDataJSON } = other.response
  const known = { ...response, response: { ...response.response, clientDataJSON } }
  const same = await people.addPasskey(db, session, { response: known, name: 'Celular', now })
  assert.deepEqual(same, { refused: 'passkey_known' })
  for (let count = 2; count <= MAX_PASSKEYS; count++) {
    const another = browser.authenticator.create(await people.addPasskeyOptions(db, session, now))
    const { refused } = await people.addPasskey(db, session, { response: another, name: '', now })
    assert.equal(refused, count < MAX_PASSKEYS ? undefined : 'passkey_limit_reached')
  }
  assert.equal((await passkeysOf(user_id)).length, MAX_PASSKEYS)
})

test('a passkey is added in the session that asked for it, while that lasts', async () => {
  const { browser, session } = await joinedUser(seller)
  const other = await browser.signIn()
  const now = clock.now()
  const response = browser.authenticator.create(await people.addPasskeyOptions(db, session, now))
  const elsewhere = await people.addPasskey(db, other.session, { response, name: 'a', now })
  assert.deepEqual(elsewhere, { refused: 'wrong_challenge' })
  await people.endSession(db, session, now)
  const ended = await people.addPasskey(db, session, { response, name: 'a', now })
  assert.deepEqual(ended, { refused: 'session_ended' })
})

/** The addresses of a user's passkeys, the oldest first. */
async function passkeyPaths(account: TestAccount, user_id: string): Promise<string[]> {
  const user = `/v1/users/${user_id}`
  const { body } = await account.get<'User'>(user)
  return body.passkeys.map(({ id }) => `${user}/passkeys/${id}`)
}

test('no passkey is added by the confirmation of one that has been deleted', async () => {
  const account = await service.account()
  await joinedUser(account)
  const { browser, session, user_id } = await joinedUser(account)
  const now = clock.now()
  const response = browser.authenticator.create(await people.addPasskeyOptions(db, session, now))
  const [lost = ''] = await passkeyPaths(account, user_id)
  assert.equal((await account.delete(lost)).status, 200)
  const added = await people.addPasskey(db, session, { response, name: 'a', now })
  assert.deepEqual(added, { refused: 'wrong_challenge' })
  assert.deepEqual(await passkeysOf(user_id), [])
})

test('a passkey is not added when the confirming one is deleted meanwhile', async () => {
  const account = await service.account()
  await joinedUser(account)
  for (let round = 0; round < 5; round++) {
    const { browser, session, user_id } = await joinedUser(account)
    const now = clock.now()
    const options = await people.addPasskeyOptions(db, session, now)
    const made = { response: browser.authenticator.create(options), name: 'a', now }
    const [lost = ''] = await passkeyPaths(account, user_id)
    const recorded = await recordedBy(account, () =>
      Promise.all([people.addPasskey(db, session, made), account.delete(lost)]),
    )
    assert.equal(recorded.at(-1)?.action, 'user.passkey_deleted')
  }
})

test('a passkey that is added and deleted is not added again by the same answer', async () => {
  const account = await service.account()
  const { browser, session, user_id } = await joinedUser(account)
  const now = clock.now()
  const response = browser.authenticator.create(await people.addPasskeyOptions(db, session, now))
  const add = () => people.addPasskey(db, session, { response, name: 'a', now })
  assert.ok((await add()).passkey)
  const [, second = ''] = await passkeyPaths(account, user_id)
  assert.equal((await account.delete(second)).status, 200)
  assert.deepEqual(await add(), { refused: 'challenge_used' })
})

test('the name of a device is stored so that it can be shown, whatever was sent', async () => {
  for (const [sent, stored] of [
    ['  Celular da Ana ', 'Celular da Ana'],
    ['á'.repeat(200), 'á'.repeat(80)],
    ['a\0b\ud800', 'ab\ufffd'],
    ['\u200b \n', 'Passkey'],
    [null, 'Passkey'],
    [{ toString: 1 }, 'Passkey'],
  ]) {
    const { token, user_id } = await invitationTo(seller)
    const browser = new Browser(service)
    await browser.join(token, await browser.registration(token), sent)
    assert.equal((await passkeysOf(user_id))[0]?.name, stored)
  }
})
