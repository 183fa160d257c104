import assert from 'node:assert/strict'
import { decodeProtectedHeader } from 'jose'
import { test } from 'vitest'
import { newDatabase } from '../support/engine.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const path = '/.well-known/jwks.json'

test('publishes a key before the first token is issued, to everyone', async () => {
  // The databases that tests get by themselves have a key already.
  const on = await startService({ databaseUrl: await newDatabase() })
  const { status, headers, body } = await on.request<'JsonWebKeySet'>('GET', path)
  assert.equal(status, 200)
  assert.match(headers.get('content-type') ?? '', /^application\/json/)
  assert.equal(body.keys.length, 1)
  const { token } = await on.account()
  assert.equal(decodeProtectedHeader(token).kid, body.keys[0]?.kid)
})

test('publishes RSA keys of 2048 bits for RS256, and nothing of their private parts', async () => {
  await service.account()
  await service.service.keys.rotate(service.clock.now())
  const { body } = await service.request<'JsonWebKeySet'>('GET', path)
  assert.equal(body.keys.length, 2)
  for (const key of body.keys) {
    const { kid, n, ...rest } = key
    assert.deepEqual(rest, { kty: 'RSA', use: 'sig', alg: 'RS256', e: 'AQAB' })
    assert.match(kid, /./)
    assert.equal(Buffer.from(n, 'base64url').length, 256)
  }
})

test('the same keys are published again, also to callers that come at once', async () => {
  const on = await startService()
  const read = async () => (await on.request<'JsonWebKeySet'>('GET', path)).text
  const texts = await Promise.all(Array.from({ length: 10 }, read))
  assert.equal(new Set([...texts, await read()]).size, 1)
})

test('private keys are stored under seal only', async () => {
  await service.account()
  const rows = await service.sql('select * from signing_keys')
  assert.ok(rows.length > 0)
  assert.doesNotMatch(JSON.stringify(rows), /PRIVATE|\\"(d|p|q|dp|dq|qi)\\"/)
})
