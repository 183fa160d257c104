/** Access tokens: what is in them, who can verify them, and every way to forge one. */
import assert from 'node:assert/strict'
import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
} from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { test } from 'node:test'
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { revoke, rotateSecret } from '../auth/clients.ts'
import { Vault } from '../auth/vault.ts'
import type { Row } from '../db/schema.ts'
import { START, startService } from './service.ts'
import type { Answer, TestService } from './service.ts'

const secret_key = randomBytes(32)
const service = await startService({ secret_key })
const seller = await service.account()

const [header, payload, signature] = seller.token.split('.') as [string, string, string]
const claims = decodeJwt(seller.token)
const { kid } = decodeProtectedHeader(seller.token)
const [stored] = await service.sql<Row<'signing_keys'>>('select * from signing_keys')
assert.ok(stored)
const opened = new Vault(secret_key).open(stored.private_jwk_sealed, stored.kid)
const jwk = JSON.parse(opened) as { n: string }
const own = createPrivateKey({ key: { kty: 'RSA', ...jwk }, format: 'jwk' })
const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 })
const foreignJwk = foreign.publicKey.export({ format: 'jwk' })

const encoded = (part: unknown) =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url')

/** A signed token of any header and any payload. */
function forge(
  of: { header?: unknown; payload?: unknown; key?: KeyObject; digest?: string },
): string {
  const first = encoded(of.header ?? { alg: 'RS256', typ: 'at+jwt', kid })
  const input = `${first}.${encoded(of.payload ?? claims)}`
  const key = of.key ?? own
  const bytes = sign(of.digest ?? 'RSA-SHA256', Buffer.from(input), key)
  return `${input}.${bytes.toString('base64url')}`
}

const withHeader = (more: object, key = own) =>
  forge({ header: { alg: 'RS256', typ: 'at+jwt', kid, ...more }, key })

const withClaims = (more: object) => forge({ payload: { ...claims, ...more } })

/** Signed with the public key as if it were a shared secret. */
function hmac(secret: string | Buffer, more: object = {}): string {
  const input = `${encoded({ alg: 'HS256', typ: 'at+jwt', kid, ...more })}.${payload}`
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
}

/** The same bytes, spelt with bits in the last letter that stand for nothing. */
function nonCanonical(part: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return part.slice(0, -1) + letters[letters.indexOf(part.at(-1) ?? '') + 1]
}

const publicPem = (type: 'spki' | 'pkcs1') =>
  createPublicKey(own).export({ type, format: 'pem' })

const none = (alg: string, rest: string) =>
  `${encoded({ alg, typ: 'at+jwt', kid })}.${payload}.${rest}`

const url = 'https://attacker.example/keys'
const tampered = encoded({ ...claims, scope: 'all', client_id: 'other' })
const second = await service.account()

const forgeries: Record<string, string> = {
  'alg none without a signature': none('none', ''),
  'alg none with a signature': none('none', signature),
  'alg None': none('None', ''),
  'alg NONE in two parts': none('NONE', '').slice(0, -1),
  'alg empty': none('', signature),
  'HS256 with the public key as PEM': hmac(publicPem('spki')),
  'HS256 with the public key as another PEM': hmac(publicPem('pkcs1')),
  'HS256 with the modulus': hmac(Buffer.from(jwk.n, 'base64url')),
  'HS256 with an empty secret': hmac('', { kid: '../../dev/null' }),
  'another key under the same kid': withHeader({}, foreign.privateKey),
  'another key, brought along as jwk': withHeader({ jwk: foreignJwk }, foreign.privateKey),
  'another key, pointed at by jku': withHeader({ jku: url }, foreign.privateKey),
  'another key, pointed at by x5u': withHeader({ x5u: url }, foreign.privateKey),
  'another key, brought along as x5c': withHeader({ x5c: ['MIIB'] }, foreign.privateKey),
  'a header with jwk': withHeader({ jwk: foreignJwk }),
  'a header with jku': withHeader({ jku: url }),
  'a header with x5u': withHeader({ x5u: url }),
  'a header with crit': withHeader({ crit: ['exp'] }),
  'a header with b64': withHeader({ b64: false, crit: ['b64'] }),
  'a header with zip': withHeader({ zip: 'DEF' }),
  'an unknown kid': withHeader({ kid: `key_${crypto.randomUUID()}` }),
  'no kid': forge({ header: { alg: 'RS256', typ: 'at+jwt' } }),
  'a kid that is a number': withHeader({ kid: 1 }),
  'a kid that is SQL': withHeader({ kid: `' or '1'='1` }),
  'a kid of Object.prototype': withHeader({ kid: '__proto__' }),
  'RS384': forge({ header: { alg: 'RS384', typ: 'at+jwt', kid }, digest: 'RSA-SHA384' }),
  'RS512': forge({ header: { alg: 'RS512', typ: 'at+jwt', kid }, digest: 'RSA-SHA512' }),
  'RS256 with another digest': forge({ digest: 'RSA-SHA512' }),
  'typ JWT': withHeader({ typ: 'JWT' }),
  'no typ': forge({ header: { alg: 'RS256', kid } }),
  'a header that is no JSON': forge({ header: 'RS256' }),
  'a header that is null': forge({ header: 'null' }),
  'a header that is a list': forge({ header: [] }),
  'another issuer': withClaims({ iss: 'https://attacker.example' }),
  'an issuer with a slash at its end': withClaims({ iss: `${service.url}/` }),
  'no issuer': withClaims({ iss: undefined }),
  'another audience': withClaims({ aud: 'https://api.example' }),
  'a list of audiences': withClaims({ aud: [service.url, 'https://api.example'] }),
  'no audience': withClaims({ aud: undefined }),
  'an expiry that is now': withClaims({ exp: Date.parse(START) / 1000 }),
  'an expiry long ago': withClaims({ exp: 0 }),
  'no expiry': withClaims({ exp: undefined }),
  'an expiry that is no number': withClaims({ exp: 'never' }),
  'an unknown client': withClaims({ client_id: 'bci_nobody' }),
  'a client of Object.prototype': withClaims({ client_id: '__proto__' }),
  'no client': withClaims({ client_id: undefined }),
  'another generation of the secret': withClaims({ generation: 2 }),
  'no scope': withClaims({ scope: undefined }),
  'a scope that is a list': withClaims({ scope: ['all'] }),
  'a payload that is no JSON': forge({ payload: 'all' }),
  'a payload that is null': forge({ payload: 'null' }),
  'a payload that is a list': forge({ payload: [] }),
  'a fourth part': `${seller.token}.${signature}`,
  'an empty fourth part': `${seller.token}.`,
  'an encrypted token': `${header}.x.x.x.x`,
  '== at its end': `${seller.token}==`,
  '!! in the signature': `${header}.${payload}.!!${signature}`,
  'a space in the signature': `${header}.${payload}. ${signature}`,
  'an empty header': `.${payload}.${signature}`,
  'an empty payload': `${header}..${signature}`,
  'an empty signature': `${header}.${payload}.`,
  'no signature': `${header}.${payload}`,
  'only dots': '..',
  'one letter less': seller.token.slice(0, -1),
  'one letter more': `${seller.token}A`,
  'a signature spelt otherwise': `${header}.${payload}.${nonCanonical(signature)}`,
  'a signature in padded base64':
    `${header}.${payload}.${Buffer.from(signature, 'base64url').toString('base64')}`,
  'a payload with another signature': `${header}.${tampered}.${signature}`,
  'a signature of another token': `${header}.${payload}.${second.token.split('.')[2]}`,
  'a signature backwards': `${header}.${payload}.${[...signature].toReversed().join('')}`,
  'the token twice': `${seller.token}${seller.token}`,
  'the token and another': `${seller.token}, ${second.token}`,
  'the token as JSON': JSON.stringify({ protected: header, payload, signature }),
  'the token in quotes': `"${seller.token}"`,
  'more than 4 KiB': withClaims({ padding: 'x'.repeat(4096) }),
  'the client\'s secret': seller.client_secret,
  'a word': 'null',
}

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

test('a token put together by hand with the right key is taken', async () => {
  assert.equal((await me(forge({}))).status, 200)
})

for (const [what, token] of Object.entries(forgeries)) {
  test(`refuses a token with ${what}`, async () => {
    assert.notEqual(token, seller.token)
    assertUnauthorized(await me(token), 'invalid_access_token')
  })
}

test('a request without a bearer token is missing_access_token', async () => {
  const basic = Buffer.from(`${seller.client_id}:${seller.client_secret}`).toString('base64')
  for (const authorization of [
    undefined, '', 'Bearer', 'Bearer ', 'bearer', `Basic ${basic}`, `Token ${seller.token}`,
    `Bearer${seller.token}`, seller.token, `Bearers ${seller.token}`,
  ]) {
    const headers = authorization === undefined ? {} : { authorization }
    const answer = await service.request('GET', '/v1/me', { headers })
    assertUnauthorized(answer, 'missing_access_token')
  }
  const inQuery = await service.request('GET', `/v1/me?access_token=${seller.token}`)
  assertUnauthorized(inQuery, 'missing_access_token')
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
    scope: 'all',
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
  assert.deepEqual(await published(), [newKid])
  assertUnauthorized(await me(old.token, on), 'invalid_access_token')
  assert.equal((await me((await on.login(old)).token, on)).status, 200)
})
