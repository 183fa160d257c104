/** Webhooks signed by Ed25519, which a receiver verifies without a secret (`v1a`). */
import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { test } from 'vitest'
import { createSeller } from '../../domain/access/clients.ts'
import { KEY_ROTATION_MS, privateKeyOf, signedBy, WebhookKeys } from '../../domain/webhooks/keys.ts'
import type { WebhookJwk } from '../../domain/webhooks/keys.ts'
import { everythingStored, newDatabase } from '../support/engine.ts'
import { startReceiver, verified } from '../support/receiver.ts'
import type { ReceivedRequest } from '../support/receiver.ts'
import { startServiceAndCommandLine } from '../support/serviceCommandLine.ts'
import { startSender } from '../support/webhooksSender.ts'

/** The tests 1 and 2 of RFC 8032 §7.1: private key, public key, message, signature. */
const vectors = [
  [
    '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    '',
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155' +
      '5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  ],
  [
    '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
    '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    'r',
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da' +
      '085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  ],
] as const

const hex = (text: string) => Buffer.from(text, 'hex')

const signatures = ({ headers }: ReceivedRequest) =>
  (headers['webhook-signature'] ?? '')
    .split(' ')
    .filter((one) => one.startsWith('v1a,'))
    .map((one) => Buffer.from(one.slice('v1a,'.length), 'base64'))

/** True when one of the request's signatures is by the key. */
function isSignedBy(received: ReceivedRequest, jwk: WebhookJwk): boolean {
  const { headers, body } = received
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const key = createPublicKey({ key: { ...jwk }, format: 'jwk' })
  return signatures(received).some((one) => verify(null, Buffer.from(content), key, one))
}

/** A sender at work, with one endpoint. */
async function sending(options: Parameters<typeof startSender>[0] = {}) {
  const receiver = await startReceiver()
  const sender = await startSender(options)
  const { secret } = await sender.endpoint(receiver.url)
  sender.start()
  /** The request of one more event. */
  const next = async (): Promise<ReceivedRequest> => {
    const count = receiver.received.length + 1
    await sender.tell()
    return (await receiver.arrived(count)).at(-1) as ReceivedRequest
  }
  const { keys, seller_id, clock } = sender
  const published = () => keys.published(seller_id, clock.now())
  return { ...sender, sender, secret, next, published }
}

test.each(vectors)('signs as RFC 8032 does: %s', (seed, point, message, signature) => {
  const key = privateKeyOf(hex(seed))
  assert.equal(signedBy(key, message), `v1a,${hex(signature).toString('base64')}`)
  const { x } = createPublicKey(key).export({ format: 'jwk' })
  assert.equal(x, hex(point).toString('base64url'))
})

test('a delivery is signed by the one key that its seller publishes', async () => {
  const { next, published } = await sending()
  const [key, ...others] = await published()
  assert.ok(key)
  assert.deepEqual(others, [])
  const received = await next()
  assert.equal(signatures(received).length, 1)
  assert.ok(isSignedBy(received, key))
  const { body } = received
  assert.ok(!isSignedBy({ ...received, body: body.replace('São', 'Sao') }, key))
})

test('a receiver that knows secrets alone believes it as before', async () => {
  const { next, secret } = await sending()
  const received = await next()
  assert.match(received.headers['webhook-signature'] ?? '', /^v1,\S+ v1a,\S+$/)
  assert.equal(verified(received, secret).type, 'payment.succeeded')
})

test("no seller's key signs what another seller is sent", async () => {
  const { next, published, db, keys, clock } = await sending()
  const now = clock.now()
  const other = await createSeller(db, { name: 'Outra', now })
  const [theirs] = await keys.published(other.seller_id, now)
  const [own] = await published()
  assert.ok(theirs && own)
  assert.notEqual(theirs.x, own.x)
  const received = await next()
  assert.ok(isSignedBy(received, own))
  assert.ok(!isSignedBy(received, theirs))
})

test('for 24 hours after a rotation both keys sign and are published, then one', async () => {
  const { next, published, keys, clock } = await sending()
  const [old] = await published()
  const { kid } = await keys.rotate(clock.now())
  const both = await published()
  assert.ok(old)
  assert.deepEqual([both[0]?.kid, both[1]], [kid, old])
  clock.advanceMs(KEY_ROTATION_MS - 1)
  const during = await next()
  assert.equal(signatures(during).length, 2)
  for (const key of both) assert.ok(isSignedBy(during, key))
  clock.advanceMs(1)
  const after = await next()
  assert.equal(signatures(after).length, 1)
  assert.ok(!isSignedBy(after, old))
  assert.deepEqual(
    (await published()).map((key) => key.kid),
    [kid],
  )
})

test('a second rotation within that time ends the key before the first', async () => {
  const { next, published, keys, clock } = await sending()
  const [first] = await published()
  const second = await keys.rotate(clock.now())
  const third = await keys.rotate(clock.now())
  assert.deepEqual(
    (await published()).map(({ kid }) => kid),
    [third.kid, second.kid],
  )
  assert.ok(first)
  assert.ok(!isSignedBy(await next(), first))
})

test('a revoked key signs no more, and is not published; another signs', async () => {
  const { next, published, keys, clock } = await sending()
  const [first] = await published()
  assert.ok(first)
  const made = await keys.revoke(first.kid, clock.now())
  const [now, ...others] = await published()
  assert.ok(now)
  assert.deepEqual([now.kid, others], [made?.kid, []])
  const received = await next()
  assert.ok(isSignedBy(received, now))
  assert.ok(!isSignedBy(received, first))
  assert.equal(await keys.revoke(first.kid, clock.now()), undefined)
})

test('a key that was rotated out signs no more when the one after it is revoked', async () => {
  const { next, published, keys, clock } = await sending()
  const [first] = await published()
  const { kid } = await keys.rotate(clock.now())
  clock.advanceMs(KEY_ROTATION_MS)
  const made = await keys.revoke(kid, clock.now())
  assert.deepEqual(
    (await published()).map((one) => one.kid),
    [made?.kid],
  )
  assert.ok(first && !isSignedBy(await next(), first))
})

test('keys that are made at once become one, and no rotation at once is lost', async () => {
  const { db, vault, keys, published, clock } = await sending()
  const now = clock.now()
  const processes = Array.from({ length: 5 }, () => new WebhookKeys(db, vault))
  const made = await Promise.all(processes.map((one) => one.inForce(now)))
  assert.deepEqual(new Set(made.map((all) => all.map(({ kid }) => kid).join())).size, 1)
  const rotated = await Promise.all(processes.slice(0, 3).map((one) => one.rotate(now)))
  const generations = (await keys.inForce(now)).map(({ generation }) => generation)
  assert.deepEqual(generations, [4, 3])
  const kids = (await published()).map(({ kid }) => kid)
  assert.ok(kids.every((kid) => rotated.some((one) => one.kid === kid)))
})

test('a process that starts again signs by the same key', async () => {
  const { db, vault, published, seller_id, clock } = await sending()
  const again = new WebhookKeys(db, vault)
  assert.deepEqual(await again.published(seller_id, clock.now()), await published())
})

test('secrets that keys are derived from are never stored in clear', async () => {
  const database_url = await newDatabase()
  const { keys, sender, vault, published, clock } = await sending({ database_url })
  const [key] = await keys.inForce(clock.now())
  assert.ok(key)
  const { kid, secret_sealed } = key
  const secret = vault.open(secret_sealed, kid)
  assert.match(secret, /^[\w-]{43}$/)
  await published()
  await sender.stop()
  const stored = await everythingStored(database_url)
  // The search would find secrets, since it finds the sealed one.
  assert.ok(stored.includes(secret_sealed))
  const bytes = Buffer.from(secret, 'base64url')
  for (const form of [secret, bytes, bytes.toString('hex'), bytes.toString('base64')]) {
    assert.ok(!stored.includes(form))
  }
})

test('the command line rotates and revokes them, and leaves the keys of tokens alone', async () => {
  const { service, cli } = await startServiceAndCommandLine()
  const { seller_id } = await service.account()
  const kids = async (path: string) => {
    const { body } = await service.request<'JsonWebKeySet'>('GET', path)
    return body.keys.map(({ kid }) => kid)
  }
  const [ofTokens, ofWebhooks] = ['/.well-known/jwks.json', `/webhooks/${seller_id}/jwks.json`]
  const tokens = await kids(ofTokens)
  const [old = ''] = await kids(ofWebhooks)
  const { kid } = await cli.json<{ kid: string }>('keys', 'rotate', '--webhooks')
  await service.db.waitForCacheExpiry()
  assert.deepEqual(await kids(ofWebhooks), [kid, old])
  const revoked = await cli.json('keys', 'revoke', old)
  assert.deepEqual(revoked, { kid: old, signing_kid: kid })
  assert.deepEqual(await kids(ofWebhooks), [kid])
  assert.match(await cli.refused('keys', 'revoke', old), /^There is no signing key /)
  assert.deepEqual(await kids(ofTokens), tokens)
  const audited = await service.sql<{ action: string }>(
    "select action from audit_events where action like 'webhook_key.%' order by id",
  )
  assert.deepEqual(
    audited.map(({ action }) => action),
    ['webhook_key.rotated', 'webhook_key.revoked'],
  )
})
