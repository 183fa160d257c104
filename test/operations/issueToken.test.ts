import assert from 'node:assert/strict'
import { mock } from 'node:test'
import { decodeJwt } from 'jose'
import { test } from 'vitest'
import { revoke } from '../../domain/access/clients.ts'
import { DatabaseUnavailable } from '../../db/database.ts'
import {
  assertRefused,
  basic,
  credentialsOf,
  exchangeAt,
  FORM,
  GRANT,
} from '../support/exchange.ts'
import type { Exchange } from '../support/exchange.ts'
import { START, startService } from '../support/service.ts'
import type { TestService } from '../support/service.ts'

const service = await startService()

type Options = Exchange & { on?: TestService }

const exchange = (body: string, { on = service, ...options }: Options = {}) =>
  exchangeAt(on, body, options)

test('exchanges credentials for a token of 900 seconds that is not to be stored', async () => {
  const authorization = credentialsOf(await service.account('Loja', ['all']))
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

test('a client with all does not get the scopes that all does not contain', async () => {
  const { client_id, client_secret } = await (await service.account()).restrictedTo(['all'])
  const all = await service.requestToken(client_id, client_secret)
  assert.equal(all.body.scope, 'all')
  const beyond = await service.requestToken(client_id, client_secret, { scope: 'refunds:write' })
  assert.deepEqual([beyond.status, beyond.text.includes('"invalid_scope"')], [400, true])
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

test('takes the form with a charset and in any case of its content type', async () => {
  const authorization = credentialsOf(await service.account())
  for (const type of [`${FORM};charset=UTF-8`, `${FORM} ; charset=utf-8`, FORM.toUpperCase()]) {
    assert.equal((await exchange(GRANT, { authorization, type })).status, 200)
  }
})

test('ignores parameters that it does not know', async () => {
  const seller = await service.account()
  const body = `${GRANT}&audience=x&client_id=other&__proto__=1&=&resource=`
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

test('refuses a client that was revoked', async () => {
  const seller = await service.account()
  await revoke(service.db, { name: seller.client_id, now: service.clock.now() })
  const answer = await exchange(GRANT, { authorization: credentialsOf(seller) })
  assertRefused(answer, [401, 'invalid_client'])
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
  t.onTestFinished(() => mock.restoreAll())
  mock.method(service.db, 'read', down)
  const answer = await exchange(GRANT, { authorization })
  assertRefused(answer, [503, 'temporarily_unavailable'])
  assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/)
})

test('answers temporarily_unavailable when the token could not be issued', async (t) => {
  const authorization = credentialsOf(await service.account())
  t.onTestFinished(() => mock.restoreAll())
  mock.method(service.service.tokens, 'issue', () => Promise.reject(new Error('no signing key')))
  const answer = await exchange(GRANT, { authorization })
  assertRefused(answer, [503, 'temporarily_unavailable'])
})

test('past AUTH_FAILURE_LIMIT answers 429 to wrong credentials, never to right ones', async () => {
  const on = await startService({ authFailureLimit: 3 })
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
  const on = await startService({ authFailureLimit: 1 })
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
