import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { decodeJwt } from 'jose'
import { revoke } from '../auth/clients.ts'
import { DatabaseUnavailable } from '../db/database.ts'
import type { components } from '../generated/types.ts'
import { START, startService } from './service.ts'
import type { TestAccount, TestService } from './service.ts'

type Schemas = components['schemas']

const service = await startService()
const FORM = 'application/x-www-form-urlencoded'
const GRANT = 'grant_type=client_credentials'

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

const credentialsOf = ({ client_id, client_secret }: TestAccount) =>
  basic(`${client_id}:${client_secret}`)

async function exchange(
  body: string,
  { authorization, type = FORM, on = service }: {
    authorization?: string
    type?: string
    on?: TestService
  } = {},
) {
  const given = { 'content-type': type, ...authorization !== undefined && { authorization } }
  const { status, headers, text } = await on.request('POST', '/oauth/token', {
    headers: given,
    raw: body,
  })
  return { status, headers, body: JSON.parse(text) as Schemas['Token'] & Schemas['OAuthError'] }
}

type Exchanged = Awaited<ReturnType<typeof exchange>>

/** RFC 6749 §5.2: the two fields, of which the description is ASCII without `"` and `\`. */
function assertRefused({ status, headers, body }: Exchanged, expected: [number, string]): void {
  assert.deepEqual([status, body.error], expected)
  assert.deepEqual(Object.keys(body), ['error', 'error_description'])
  assert.match(body.error_description, /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/)
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.match(headers.get('x-request-id') ?? '', /./)
}

test('exchanges credentials for a token of 900 seconds that is not to be stored', async () => {
  const authorization = credentialsOf(await service.account())
  const { status, headers, body } = await exchange(GRANT, { authorization })
  assert.equal(status, 200)
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.equal(headers.get('pragma'), 'no-cache')
  assert.match(headers.get('content-type') ?? '', /^application\/json/)
  assert.deepEqual(body, {
    access_token: body.access_token,
    token_type: 'Bearer',
    expires_in: 900,
    scope: 'all',
  })
  assert.equal(decodeJwt(body.access_token).iat, Date.parse(START) / 1000)
})

test('gives every scope of the client when none is asked for', async () => {
  const seller = await service.account()
  const scopes = ['products:read', 'customers:write'] as const
  const authorization = credentialsOf(await seller.restrictedTo([...scopes]))
  for (const body of [GRANT, `${GRANT}&scope=`]) {
    const answer = await exchange(body, { authorization })
    assert.equal(answer.body.scope, 'products:read customers:write')
    assert.equal(decodeJwt(answer.body.access_token)['scope'], 'products:read customers:write')
  }
})

test('gives the scopes that are asked for, each once', async () => {
  const seller = await service.account()
  const restricted = await seller.restrictedTo(['customers:read', 'products:read'])
  for (const [of, asked, granted] of [
    [restricted, 'products:read', 'products:read'],
    [restricted, 'products:read customers:read', 'products:read customers:read'],
    [restricted, 'customers:read customers:read', 'customers:read'],
    [seller, 'checkouts:write', 'checkouts:write'],
    [seller, 'all', 'all'],
  ] as const) {
    const { body } = await service.requestToken(of.client_id, of.client_secret, { scope: asked })
    assert.equal(body.scope, granted)
    const { body: me } = await service.request<'Account'>('GET', '/v1/me', {
      token: body.access_token,
    })
    assert.deepEqual(me.api_client.scopes, granted.split(' '))
  }
})

test('refuses a scope that the client lacks with invalid_scope', async () => {
  const seller = await service.account()
  const each = await seller.restrictedTo([
    'customers:read', 'customers:write', 'products:read', 'products:write', 'checkouts:read',
    'checkouts:write',
  ])
  const one = await seller.restrictedTo(['customers:read'])
  for (const [of, scope] of [
    [one, 'customers:write'],
    [one, 'customers:read customers:write'],
    [one, 'all'],
    [each, 'all'],
    [one, 'CUSTOMERS:READ'],
    [one, 'customers:read\tcustomers:read'],
    [seller, 'unknown'],
    [seller, 'all unknown'],
    [seller, 'constructor'],
  ] as const) {
    const body = new URLSearchParams({ grant_type: 'client_credentials', scope }).toString()
    const answer = await exchange(body, { authorization: credentialsOf(of) })
    assertRefused(answer, [400, 'invalid_scope'])
  }
})

test('refuses a body that is not a form with invalid_request', async () => {
  const authorization = credentialsOf(await service.account())
  for (const type of [
    'application/json', 'text/plain', 'multipart/form-data; boundary=x', `${FORM}2`, `x${FORM}`, '',
  ]) assertRefused(await exchange(GRANT, { authorization, type }), [400, 'invalid_request'])
  const json = JSON.stringify({ grant_type: 'client_credentials' })
  const answer = await exchange(json, { authorization, type: 'application/json' })
  assertRefused(answer, [400, 'invalid_request'])
})

test('takes the form with a charset and in any case of its content type', async () => {
  const authorization = credentialsOf(await service.account())
  for (const type of [`${FORM};charset=UTF-8`, `${FORM} ; charset=utf-8`, FORM.toUpperCase()]) {
    assert.equal((await exchange(GRANT, { authorization, type })).status, 200)
  }
})

test('refuses a missing grant_type as malformed, and takes an empty one as missing', async () => {
  const authorization = credentialsOf(await service.account())
  for (const body of ['', 'grant_type=', 'grant_type', 'scope=all', GRANT.toUpperCase()]) {
    assertRefused(await exchange(body, { authorization }), [400, 'invalid_request'])
  }
})

test('refuses every other grant with unsupported_grant_type', async () => {
  const authorization = credentialsOf(await service.account())
  for (const grant of [
    'password', 'authorization_code', 'refresh_token', 'Client_Credentials', 'client_credentials+',
    '+client_credentials', 'urn:ietf:params:oauth:grant-type:jwt-bearer', 'constructor',
  ]) {
    const answer = await exchange(`grant_type=${grant}`, { authorization })
    assertRefused(answer, [400, 'unsupported_grant_type'])
  }
})

test('refuses every parameter that is repeated, known or not', async () => {
  const authorization = credentialsOf(await service.account())
  for (const repeated of [GRANT, 'grant_type=password', 'scope=all&scope=all', 'x=1&x=2']) {
    const answer = await exchange(`${GRANT}&${repeated}`, { authorization })
    assertRefused(answer, [400, 'invalid_request'])
  }
})

test('ignores parameters that it does not know', async () => {
  const seller = await service.account()
  const body = `${GRANT}&audience=x&client_id=other&client_secret=other&__proto__=1&=&resource=`
  const answer = await exchange(body, { authorization: credentialsOf(seller) })
  assert.equal(answer.status, 200)
  assert.equal(decodeJwt(answer.body.access_token)['client_id'], seller.client_id)
})

test('takes form-encoded credentials and the scheme in any case', async () => {
  const { client_id, client_secret } = await service.account()
  const encoded = (text: string) =>
    [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
  const right = basic(`${encoded(client_id)}:${encoded(client_secret)}`)
  const lower = basic(`${client_id}:${client_secret}`).replace('Basic', 'basic')
  for (const authorization of [right, lower]) {
    assert.equal((await exchange(GRANT, { authorization })).status, 200)
  }
})

test('refuses missing, unreadable and wrong credentials alike, naming the scheme', async () => {
  const seller = await service.account()
  const other = await service.account()
  const { client_id: id, client_secret: secret } = seller
  const right = credentialsOf(seller)
  const inBody = `${GRANT}&client_id=${id}&client_secret=${secret}`
  const answers = [await exchange(GRANT), await exchange(inBody)]
  for (const authorization of [
    '', 'Basic', 'Basic !!!!', 'Basic ====', `${right}!`, `${right}==A`, right.slice(0, -4),
    right.replace('Basic ', 'Basic'), right.replace('Basic', 'Basic Basic'), `${right}, ${right}`,
    right.replace('Basic', 'Bearer'), right.replace('Basic', 'Digest'), `Bearer ${seller.token}`,
    basic(''), basic(':'), basic('::'), basic(id), basic(secret), basic(`${id}:`),
    basic(`:${secret}`),
    basic(`${id}${secret}`), basic(`${secret}:${id}`), basic(`${id}:${id}`),
    basic(`${id}:${secret} `),
    basic(` ${id}:${secret}`), basic(`${id}:${secret}\n`), basic(`${id}:${secret}\0`),
    basic(`${id}:${secret}:`), basic(`${id}:x:${secret}`), basic(`${id}:${secret.slice(0, -1)}`),
    basic(`${id}:${secret.toUpperCase()}`), basic(`${id.toUpperCase()}:${secret}`),
    basic(`%zz:${secret}`), basic(`${id}:%E0%A4%A`), basic(`${id}:%`), basic(`é:${secret}`),
    basic(`${id}:${other.client_secret}`), basic(`${other.client_id}:${secret}`),
    basic(`${seller.seller_id}:${secret}`), basic(`' or 1=1 --:${secret}`),
  ]) answers.push(await exchange(GRANT, { authorization }))
  for (const answer of answers) {
    assertRefused(answer, [401, 'invalid_client'])
    assert.match(answer.headers.get('www-authenticate') ?? '', /^Basic realm="/)
    assert.deepEqual(answer.body, answers[0]?.body)
  }
})

test('refuses a client that was revoked', async () => {
  const seller = await service.account()
  await revoke(service.db, { name: seller.client_id, now: service.clock.now() })
  const answer = await exchange(GRANT, { authorization: credentialsOf(seller) })
  assertRefused(answer, [401, 'invalid_client'])
})

test('looks at the body first, then the grant, the client and the scope', async () => {
  const wrong = basic('nobody:nothing')
  const type = 'text/plain'
  const unscoped = `${GRANT}&scope=unknown`
  assertRefused(await exchange('grant_type=password', { type }), [400, 'invalid_request'])
  assertRefused(
    await exchange('grant_type=password', { authorization: wrong }),
    [400, 'unsupported_grant_type'],
  )
  assertRefused(await exchange(unscoped, { authorization: wrong }), [401, 'invalid_client'])
})

test('refuses another method, naming the one that it takes, and a body past 64 KiB', async () => {
  const get = await service.request('GET', '/oauth/token')
  assert.deepEqual([get.status, get.body.error.code], [405, 'method_not_allowed'])
  assert.equal(get.headers.get('allow'), 'POST')
  const raw = `${GRANT}&x=${'x'.repeat(64 * 1024)}`
  const headers = { 'content-type': FORM }
  const large = await service.request('POST', '/oauth/token', { raw, headers })
  assert.deepEqual([large.status, large.body.error.code], [413, 'request_too_large'])
})

test('answers temporarily_unavailable while the database does not answer', async (t) => {
  const authorization = credentialsOf(await service.account())
  const down = () => Promise.reject(new DatabaseUnavailable('SQLITE_BUSY'))
  t.after(() => mock.restoreAll())
  mock.method(service.db, 'read', down)
  const answer = await exchange(GRANT, { authorization })
  assertRefused(answer, [503, 'temporarily_unavailable'])
  assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/)
})

test('answers temporarily_unavailable when the token could not be issued', async (t) => {
  const authorization = credentialsOf(await service.account())
  t.after(() => mock.restoreAll())
  mock.method(service.service.tokens, 'issue', () => Promise.reject(new Error('no signing key')))
  const answer = await exchange(GRANT, { authorization })
  assertRefused(answer, [503, 'temporarily_unavailable'])
})

test('past AUTH_FAILURE_LIMIT answers 429 to wrong credentials, never to right ones', async () => {
  const on = await startService({ auth_failure_limit: 3 })
  const seller = await on.account()
  const right = credentialsOf(seller)
  const wrong = basic(`${seller.client_id}:wrong`)
  for (let i = 0; i < 3; i++) {
    assertRefused(await exchange(GRANT, { authorization: wrong, on }), [401, 'invalid_client'])
    assert.equal((await exchange(GRANT, { authorization: right, on })).status, 200)
  }
  for (const authorization of [wrong, basic('nobody:nothing'), 'Basic !!!!']) {
    const answer = await exchange(GRANT, { authorization, on })
    assertRefused(answer, [429, 'too_many_requests'])
    assert.match(answer.headers.get('retry-after') ?? '', /^([1-9]|[1-5]\d|60)$/)
    assert.equal((await exchange(GRANT, { authorization: right, on })).status, 200)
  }
  const scope = await exchange(`${GRANT}&scope=unknown`, { authorization: right, on })
  assertRefused(scope, [400, 'invalid_scope'])
})

test('names the limit on wrong credentials in the RateLimit headers of the 429', async () => {
  const on = await startService({ auth_failure_limit: 1 })
  const wrong = { authorization: basic('nobody:nothing'), on }
  await exchange(GRANT, wrong)
  const { status, headers } = await exchange(GRANT, wrong)
  assert.equal(status, 429)
  assert.match(headers.get('ratelimit') ?? '', /;r=0;t=\d+$/)
  assert.match(headers.get('ratelimit-policy') ?? '', /;q=1;w=60$/)
})

test('writes neither secrets nor tokens into the log', async () => {
  const seller = await service.account()
  await exchange(GRANT, { authorization: basic(`${seller.client_id}:guessed-secret`) })
  await seller.get('/v1/me')
  const log = service.log.join('')
  assert.match(log, /"operation":"issueToken"/)
  for (const secret of [seller.client_secret, seller.token, 'guessed-secret']) {
    assert.ok(!log.includes(secret))
  }
})
