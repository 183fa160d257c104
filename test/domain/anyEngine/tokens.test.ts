/** Access tokens: their claims, their verification and their end. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { test, vi } from 'vitest'
import { revoke, rotateSecret } from '../../../domain/access/clients.ts'
import { everyScope } from '../../../domain/identity/scopes.ts'
import { newDatabase } from '../../support/engine.ts'
import { START, startService } from '../../support/service.ts'
import type { Answer, TestService } from '../../support/service.ts'

const service = await startService()
const seller = await service.account()

const [header, , signature] = seller.token.split('.') as [string, string, string]
const claims = decodeJwt(seller.token)
const { kid } = decodeProtectedHeader(seller.token)
const tampered = Buffer.from(JSON.stringify({ ...claims, scope: 'customers:read' })).toString(
  'base64url',
)

const me = (token?: string, on: TestService = service) =>
  on.request<'Account'>('GET', '/v1/me', { token })

function assertUnauthorized({ status, headers, body, text }: Answer<unknown>, code: string): void {
  const { type, param } = body.error ?? {}
  const actual = [status, type, body.error?.code, param]
  assert.deepEqual(actual, [401, 'authentication_error', code, undefined], text)
  assert.equal(body.error.request_id, headers.get('x-request-id'))
  const error = code === 'invalid_access_token' ? ', error="invalid_token"' : ''
  assert.equal(headers.get('www-authenticate'), `Bearer realm="balcao"${error}`)
}

test('a request without a bearer token is missing_access_token', async () => {
  const basic = Buffer.from(`${seller.client_id}:${seller.client_secret}`).toString('base64')
  for (const authorization of [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'bearer',
    `Basic ${basic}`,
    `Token ${seller.token}`,
    `Bearer${seller.token}`,
    seller.token,
    `Bearers ${seller.token}`,
  ]) {
    const headers = authorization === undefined ? {} : { authorization }
    const answer = await service.request('GET', '/v1/me', { headers })
    assertUnauthorized(answer, 'missing_access_token')
  }
  const inQuery = await service.request('GET', `/v1/me?access_token=${seller.token}`)
  assertUnauthorized(inQuery, 'missing_access_token')
})

test('a token is verified by other processes, and not by the one that signed it', async () => {
  const shared = { databaseUrl: await newDatabase(), secretKey: randomBytes(32) }
  const signing = await startService(shared)
  const other = await startService({ ...shared, baseUrl: signing.service.baseUrl })
  const { token } = await signing.account()
  const { JWS } = (await import('node-jose')).default
  const verified = vi.spyOn(JWS, 'createVerify')
  assert.equal((await me(token, signing)).status, 200)
  assert.equal(verified.mock.calls.length, 0)
  assert.equal((await me(token, other)).status, 200)
  assert.equal(verified.mock.calls.length, 1)
})

test('takes the scheme in any case', async () => {
  for (const scheme of ['bearer', 'BEARER']) {
    const headers = { authorization: `${scheme} ${seller.token}` }
    assert.equal((await service.request('GET', '/v1/me', { headers })).status, 200)
  }
})

test('a token has the header and the claims of RFC 9068', () => {
  assert.deepEqual(decodeProtectedHeader(seller.token), { alg: 'RS256', typ: 'at+jwt', kid })
  const { jti, generation, ...rest } = claims
  assert.match(jti ?? '', /^[0-9a-f-]{36}$/)
  assert.equal(generation, 1)
  const iat = Date.parse(START) / 1000
  assert.deepEqual(rest, {
    iss: service.url,
    aud: service.url,
    sub: seller.client_id,
    client_id: seller.client_id,
    iat,
    exp: iat + 900,
    scope: everyScope.join(' '),
  })
})

test('no two tokens are the same', async () => {
  const tokens = [seller, await service.login(seller), await service.login(seller)]
  const ids = tokens.map(({ token }) => decodeJwt(token).jti)
  assert.equal(new Set(ids).size, 3)
})

test('an independent library verifies a token by the published keys', async () => {
  const keys = createRemoteJWKSet(new URL(`${service.url}/.well-known/jwks.json`))
  const { payload } = await jwtVerify(seller.token, keys, {
    issuer: service.url,
    audience: service.url,
    typ: 'at+jwt',
    algorithms: ['RS256'],
    currentDate: service.clock.now(),
  })
  assert.equal(payload.sub, seller.client_id)
  const swapped = `${header}.${tampered}.${signature}`
  const currentDate = service.clock.now()
  await assert.rejects(jwtVerify(swapped, keys, { currentDate }), { name: /Signature/ })
})

test('a token is valid for 900 seconds, and not a millisecond longer', async () => {
  const on = await startService()
  const { token } = await on.account()
  on.clock.advanceMs(899_999)
  assert.equal((await me(token, on)).status, 200)
  on.clock.advanceMs(1)
  assertUnauthorized(await me(token, on), 'invalid_access_token')
})

test('rotation ends the old secret and every token issued before, at once', async () => {
  const before = await service.account()
  const untouched = await before.restrictedTo(['customers:read'])
  assert.equal((await me(before.token)).status, 200)
  const { client_id: name } = before
  const rotated = await rotateSecret(service.db, { name, now: service.clock.now() })
  assertUnauthorized(await me(before.token), 'invalid_access_token')
  const old = await service.requestToken(before.client_id, before.client_secret)
  assert.equal(old.status, 401)
  const client_secret = rotated?.client_secret ?? ''
  assert.notEqual(client_secret, before.client_secret)
  const after = await service.login({ ...before, client_secret })
  assert.equal(decodeJwt(after.token).iat, claims.iat)
  assert.equal((await me(after.token)).status, 200)
  assert.equal((await me(untouched.token)).status, 200)
})

test('revocation ends the client and every token issued before, at once', async () => {
  const before = await service.account()
  const untouched = await before.restrictedTo(['customers:read'])
  assert.equal((await me(before.token)).status, 200)
  await revoke(service.db, { name: before.client_id, now: service.clock.now() })
  assertUnauthorized(await me(before.token), 'invalid_access_token')
  assert.equal((await service.requestToken(before.client_id, before.client_secret)).status, 401)
  assert.equal((await me(untouched.token)).status, 200)
})

test('a new key signs at once, and tokens of the old one live until they expire', async () => {
  const on = await startService()
  const published = async () => {
    const { body } = await on.request<'JsonWebKeySet'>('GET', '/.well-known/jwks.json')
    return body.keys.map((key) => key.kid)
  }
  const old = await on.account()
  const oldKid = decodeProtectedHeader(old.token).kid
  assert.deepEqual(await published(), [oldKid])
  const { kid: newKid } = await on.service.keys.rotate(on.clock.now())
  const fresh = await on.login(old)
  assert.equal(decodeProtectedHeader(fresh.token).kid, newKid)
  assert.notEqual(newKid, oldKid)

  on.clock.advanceMs(899_999)
  assert.deepEqual((await published()).toSorted(), [oldKid, newKid].toSorted())
  assert.equal((await me(old.token, on)).status, 200)
  assert.equal((await me(fresh.token, on)).status, 200)
  on.clock.advanceMs(1)
  assertUnauthorized(await me(old.token, on), 'invalid_access_token')
  on.clock.advanceMs(60_000)
  assert.deepEqual(await published(), [newKid])
  assert.equal((await me((await on.login(old)).token, on)).status, 200)
})

test('a key that a slower clock has replaced keeps its tokens until they expire', async () => {
  const on = await startService()
  const { token } = await on.account()
  await on.service.keys.rotate(new Date(on.clock.now().getTime() - 60_000))
  on.clock.advanceMs(899_999)
  assert.equal((await me(token, on)).status, 200)
})

test('a token of another address is none here, though its key is the same', async () => {
  const shared = { databaseUrl: await newDatabase(), secretKey: randomBytes(32) }
  const [here, there] = [await startService(shared), await startService(shared)]
  assert.notEqual(here.url, there.url)
  const account = await there.account()
  assert.equal((await me(account.token, there)).status, 200)
  assertUnauthorized(await me(account.token, here), 'invalid_access_token')
  assert.equal((await me((await here.login(account)).token, here)).status, 200)
})

test('a token tells its seller only while it is good', async () => {
  const { tokens } = service.service
  const owner = await service.account()
  assert.equal(tokens.sellerOf(owner.token), undefined)
  assert.equal((await me(owner.token)).status, 200)
  assert.equal(tokens.sellerOf(owner.token), owner.seller_id)
  assert.equal(tokens.sellerOf(`x${owner.token}`), undefined)
  const other = await owner.restrictedTo(['customers:read'])
  assert.equal((await me(other.token)).status, 200)
  assert.equal(tokens.sellerOf(other.token), owner.seller_id)
  await rotateSecret(service.db, { name: owner.client_id, now: service.clock.now() })
  assertUnauthorized(await me(owner.token), 'invalid_access_token')
  assert.equal(tokens.sellerOf(owner.token), undefined)
})
