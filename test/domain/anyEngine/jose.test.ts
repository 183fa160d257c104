/** Keys and signatures by node-jose, judged by jose, which shares no code with it. */
import assert from 'node:assert/strict'
import crypto, { randomBytes } from 'node:crypto'
import { mock } from 'node:test'
import {
  calculateJwkThumbprint,
  compactVerify,
  createLocalJWKSet,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  jwtVerify,
  SignJWT,
} from 'jose'
import type { JWK } from 'jose'
import { test } from 'vitest'
import {
  generateKey,
  importKey,
  privateJwk,
  publicJwk,
  sign,
  thumbprint,
  verifiedPayload,
} from '../../../domain/auth/jose.ts'
import { everyScope } from '../../../domain/identity/scopes.ts'
import { strictHeader } from '../../../domain/auth/tokenForm.ts'
import type { Claims } from '../../../domain/auth/tokens.ts'
import { Vault } from '../../../domain/identity/vault.ts'
import { newDatabase, sqlOn } from '../../support/engine.ts'
import { startService } from '../../support/service.ts'

const key = await generateKey('key_1')
const token = await sign({ typ: 'at+jwt', kid: 'key_1' }, { a: 'ã' }, key)

/** A key as the version before made it, and what it stored of it. */
async function keyOfJose(kid: string, vault: Vault) {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const asStored = (jwk: JWK) => ({ ...jwk, kid, use: 'sig', alg: 'RS256' })
  const public_jwk = asStored(await exportJWK(publicKey))
  const private_jwk = asStored(await exportJWK(privateKey))
  const sealed = vault.seal(JSON.stringify(private_jwk), kid)
  return { privateKey, public_jwk, sealed }
}

test('another library verifies what the service signs, by the keys that it publishes', async () => {
  const on = await startService()
  const { token: issued } = await on.account()
  const { body } = await on.request<'JsonWebKeySet'>('GET', '/.well-known/jwks.json')
  const { payload } = await jwtVerify<Claims>(issued, createLocalJWKSet(body), {
    issuer: on.url,
    audience: on.url,
    typ: 'at+jwt',
    algorithms: ['RS256'],
    currentDate: on.clock.now(),
  })
  assert.equal(payload.scope, everyScope.join(' '))
})

test("either library verifies the other's signatures, with either's copy of the key", async () => {
  const { privateKey, public_jwk } = await keyOfJose('key_2', new Vault(randomBytes(32)))
  const header = { alg: 'RS256', typ: 'at+jwt', kid: 'key_2' }
  const theirs = await new SignJWT({ a: 'ã' }).setProtectedHeader(header).sign(privateKey)
  assert.equal(await verifiedPayload(theirs, await importKey(public_jwk)), '{"a":"ã"}')
  assert.equal(await verifiedPayload(theirs, key), undefined)
  const { payload, protectedHeader } = await compactVerify(token, publicJwk(key))
  assert.equal(Buffer.from(payload).toString(), '{"a":"ã"}')
  assert.deepEqual(protectedHeader, { ...header, kid: 'key_1' })
  const again = await importKey(privateJwk(key))
  assert.equal(await sign({ typ: 'at+jwt', kid: 'key_1' }, { a: 'ã' }, again), token)
})

test('the main thread is free while a key signs, and a public one signs nothing', async () => {
  const header = { typ: 'at+jwt', kid: 'key_1' }
  const imported = await importKey(privateJwk(key))
  mock.method(crypto, 'createSign', () => assert.fail('It signs on the main thread.'))
  for (const signing of [key, imported]) {
    assert.equal(await sign(header, { a: 'ã' }, signing), token)
  }
  await assert.rejects(sign(header, { a: 'ã' }, await importKey(publicJwk(key))), /no private part/)
})

test('a thumbprint is that of RFC 7638, of a public and of a private key', async () => {
  const example = {
    kty: 'RSA',
    n:
      '0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJE' +
      'CPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2Q' +
      'vzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6' +
      'WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw',
    e: 'AQAB',
    alg: 'RS256',
    kid: '2011-04-29',
  }
  const expected = 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs'
  assert.equal(await thumbprint(await importKey(example)), expected)
  const own = await calculateJwkThumbprint(publicJwk(key))
  assert.equal(await thumbprint(key), own)
  assert.equal(await thumbprint(await importKey(publicJwk(key))), own)
})

test('tokens that the library accepts too leniently are refused before it is asked', async () => {
  const [header = '', payload = '', signature = ''] = token.split('.')
  const lenient = {
    padding: `${token}==`,
    'a fourth part': `${token}.x`,
    'letters that are none': `${header}.${payload}.${signature.replace(/^.{9}/, '$&!!')}`,
  }
  for (const [what, text] of Object.entries(lenient)) {
    assert.equal(await verifiedPayload(text, key), '{"a":"ã"}', `${what}: now refused by itself`)
    assert.equal(strictHeader(text), undefined, what)
  }
  assert.deepEqual(strictHeader(token), { kid: 'key_1' })
  for (const text of ['', '.', '..', '...', 'x', `${header}.${payload}.`]) {
    assert.equal(strictHeader(text), undefined, text)
  }
})

test('a key that the version before made and sealed signs on, under its kid', async () => {
  const secretKey = randomBytes(32)
  const databaseUrl = await newDatabase()
  const kid = 'key_019a0000-0000-7000-8000-000000000000'
  const { privateKey, public_jwk, sealed } = await keyOfJose(kid, new Vault(secretKey))
  await (await startService({ databaseUrl, secretKey })).close()
  const sql = await sqlOn(databaseUrl)
  await sql(
    'update signing_keys set kid = ?, public_jwk = ?, private_jwk_sealed = ?',
    kid,
    JSON.stringify(public_jwk),
    sealed,
  )
  const on = await startService({ databaseUrl, secretKey })
  const { token: issued, client_id } = await on.account()
  assert.equal(decodeProtectedHeader(issued).kid, kid)
  await compactVerify(issued, public_jwk)
  const { body } = await on.request<'JsonWebKeySet'>('GET', '/.well-known/jwks.json')
  assert.deepEqual(body.keys, [public_jwk])
  const iat = Math.floor(on.clock.now().getTime() / 1000)
  const older = await new SignJWT({
    iss: on.url,
    aud: on.url,
    sub: client_id,
    client_id,
    iat,
    exp: iat + 900,
    jti: 'x',
    scope: 'all',
    generation: 1,
  })
    .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid })
    .sign(privateKey)
  assert.equal((await on.request('GET', '/v1/me', { token: older })).status, 200)
})

test('a private key whose published part is not its own does not sign', async () => {
  const databaseUrl = await newDatabase()
  const secretKey = randomBytes(32)
  await (await startService({ databaseUrl, secretKey })).close()
  const sql = await sqlOn(databaseUrl)
  const [{ kid } = { kid: '' }] = await sql<{ kid: string }>('select kid from signing_keys')
  const stranger = { ...publicJwk(await generateKey(kid)) }
  await sql('update signing_keys set public_jwk = ?', JSON.stringify(stranger))
  const on = await startService({ databaseUrl, secretKey })
  const message = `The published part of the signing key ${kid} is another key's.`
  await assert.rejects(on.service.keys.signing(on.clock.now()), { message })
})
