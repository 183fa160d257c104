/** Endpoints, their secrets, and the signatures that these make. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'vitest'
import { Vault } from '../../../domain/identity/vault.ts'
import { MAX_ENDPOINTS } from '../../../domain/webhooks/endpointChanges.ts'
import { createEndpoint, EndpointRefused, ROTATION_MS } from '../../../domain/webhooks/endpoints.ts'
import { everythingStored, newDatabase } from '../../support/engine.ts'
import { startReceiver, verified } from '../../support/receiver.ts'
import type { ReceivedRequest } from '../../support/receiver.ts'
import { startSender } from '../../support/webhooksSender.ts'

type Sender = Awaited<ReturnType<typeof startSender>>

/** A sender at work, with one endpoint. */
async function sending() {
  const receiver = await startReceiver()
  const sender = await startSender()
  const endpoint = await sender.endpoint(receiver.url)
  sender.start()
  /** The request of one more event. */
  const next = async (): Promise<ReceivedRequest> => {
    const count = receiver.received.length + 1
    await sender.tell()
    return (await receiver.arrived(count)).at(-1) as ReceivedRequest
  }
  return { receiver, sender, next, ...endpoint }
}

async function rotated(sender: Sender, id: string): Promise<string> {
  const made = await sender.rotate(id)
  assert.ok(made)
  return made.secret
}

/** The signatures by secrets; `webhookKeys.test.ts` judges the others. */
const signatures = ({ headers }: ReceivedRequest) =>
  (headers['webhook-signature'] ?? '').split(' ').filter((one) => one.startsWith('v1,'))

/** Asserts which of the secrets the request is signed by. */
function assertSignedBy(received: ReceivedRequest, secrets: string[], others: string[] = []): void {
  assert.equal(signatures(received).length, secrets.length)
  for (const secret of secrets) verified(received, secret)
  for (const secret of others) {
    assert.throws(() => verified(received, secret), /No matching signature/)
  }
}

test('a secret is whsec_ and 32 random bytes in base64, another for each endpoint', async () => {
  const sender = await startSender()
  const secrets = new Set<string>()
  for (let i = 0; i < MAX_ENDPOINTS; i++) {
    const { id, secret } = await sender.endpoint('http://127.0.0.1/')
    assert.match(id, /^wh_[0-9a-f-]{36}$/)
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    secrets.add(secret)
  }
  assert.equal(secrets.size, MAX_ENDPOINTS)
})

test("a delivery is signed by the endpoint's secret, and by no other", async () => {
  const { next, secret, sender, receiver } = await sending()
  const { secret: other } = await sender.endpoint(receiver.url)
  await sender.remove((await sender.endpoint(receiver.url)).id)
  assert.notEqual(other, secret)
  const alone = await sending()
  assertSignedBy(await alone.next(), [alone.secret], [secret, other])
  const received = await next()
  assert.equal(signatures(received).length, 1)
})

test('a request that was changed on its way does not verify', async () => {
  const { next, secret } = await sending()
  const { headers, ...received } = await next()
  verified({ headers, ...received }, secret)
  const later = String(Number(headers['webhook-timestamp']) + 1)
  const changed = [
    { ...received, headers, body: received.body.replace('payment.succeeded', 'payment.declined') },
    { ...received, headers, body: `${received.body} ` },
    { ...received, headers: { ...headers, 'webhook-id': `${headers['webhook-id']}0` } },
    { ...received, headers: { ...headers, 'webhook-timestamp': later } },
  ]
  for (const one of changed) assert.throws(() => verified(one, secret), /No matching signature/)
})

test('for 24 hours after a rotation both secrets sign, and then the new one alone', async () => {
  const { next, sender, id, secret: old } = await sending()
  const secret = await rotated(sender, id)
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assertSignedBy(await next(), [secret, old])
  sender.clock.advanceMs(ROTATION_MS - 1)
  assertSignedBy(await next(), [secret, old])
  sender.clock.advanceMs(1)
  assertSignedBy(await next(), [secret], [old])
})

test('a second rotation within that time ends the first secret', async () => {
  const { next, sender, id, secret: first } = await sending()
  const second = await rotated(sender, id)
  const third = await rotated(sender, id)
  assertSignedBy(await next(), [third, second], [first])
})

test("the signature carries the real time, wherever the sandbox's clock stands", async () => {
  const { next, sender, secret } = await sending()
  sender.clock.advanceMs(365 * 24 * 60 * 60 * 1000)
  const before_s = Math.floor(Date.now() / 1000)
  const received = await next()
  const timestamp_s = Number(received.headers['webhook-timestamp'])
  assert.ok(timestamp_s >= before_s && timestamp_s <= Date.now() / 1000)
  assert.equal(verified(received, secret).timestamp, sender.clock.now().toISOString())
})

test('a deleted endpoint can neither be rotated nor deleted again', async () => {
  const sender = await startSender()
  const { id } = await sender.endpoint('http://127.0.0.1/')
  assert.equal((await sender.remove(id))?.deleted_at, sender.clock.now().toISOString())
  assert.equal(await sender.remove(id), undefined)
  assert.equal(await sender.rotate(id), undefined)
  assert.equal(await sender.rotate('wh_0'), undefined)
})

test('a deleted endpoint leaves no secret behind', async () => {
  const sender = await startSender()
  const { id } = await sender.endpoint('http://127.0.0.1/')
  await sender.rotate(id)
  const deleted = await sender.remove(id)
  assert.equal(deleted?.secret_sealed, '')
  assert.equal(deleted.previous_secret_sealed, null)
})

test('no endpoint is made for a seller that does not exist', async () => {
  const { db, vault, clock } = await startSender()
  const url = 'http://127.0.0.1/'
  const endpoint = { seller_id: 'seller_0', url, mode: 'sandbox', vault, now: clock.now() } as const
  await assert.rejects(createEndpoint(db, endpoint), EndpointRefused)
})

test('secrets are neither in the database in clear, nor in the logs', async () => {
  const database_url = await newDatabase()
  const receiver = await startReceiver()
  const sender = await startSender({ database_url })
  const { id, secret: first } = await sender.endpoint(receiver.url)
  const dead = await sender.endpoint('http://127.0.0.1:1/')
  const second = await rotated(sender, id)
  sender.start()
  await sender.tell()
  await sender.answered(2)
  await sender.stop()
  const stored = await everythingStored(database_url)
  const written = Buffer.concat([stored, Buffer.from(sender.lines.join('\n'))])
  // The search would find secrets: it finds the endpoint's id, and the delivery that failed.
  assert.ok(written.includes(id))
  assert.ok(sender.lines.some((line) => line.includes('webhook failed') && line.includes(dead.id)))
  for (const secret of [first, second, dead.secret]) {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    for (const form of [secret, secret.slice('whsec_'.length), key, key.toString('hex')]) {
      assert.ok(!written.includes(form))
    }
  }
})

test('a secret that SECRET_KEY does not open is logged, and nothing is sent', async () => {
  const receiver = await startReceiver()
  const sender = await startSender()
  const { db, seller_id, clock } = sender
  const vault = new Vault(randomBytes(32))
  const now = clock.now()
  const endpoint = { seller_id, url: receiver.url, mode: 'sandbox', vault, now } as const
  await createEndpoint(db, endpoint)
  const witness = await startReceiver()
  await sender.endpoint(witness.url)
  sender.start()
  await sender.tell()
  await witness.arrived(1)
  await sender.stop()
  const [failed] = (await sender.deliveries()).filter(({ status }) => status === 'failed')
  assert.match(failed?.response_text ?? '', /SECRET_KEY/)
  assert.ok(sender.lines.some((line) => line.includes('webhook could not be signed')))
  assert.equal(receiver.connections, 0)
})
