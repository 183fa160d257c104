/** The webhooks commands, beside a running service. */
import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { test } from 'vitest'
import type { ReceivedWebhook } from '../../../cli/webhookListener.ts'
import { startListener } from '../../../cli/webhookListener.ts'
import { freePort } from '../../../cli/ports.ts'
import { atEnd } from '../../support/atEnd.ts'
import { newDatabase } from '../../support/engine.ts'
import { answer, startReceiver, verified } from '../../support/receiver.ts'
import type { ReceivedRequest } from '../../support/receiver.ts'
import type { TestAccount } from '../../support/service.ts'
import { startServiceAndCommandLine } from '../../support/serviceCommandLine.ts'
import { newEvent } from '../../support/webhooksEvent.ts'

type NewEndpoint = { id: string; url: string; secret: string }
type ListRow = Record<string, unknown> & { id: string }

const { service, cli } = await startServiceAndCommandLine()
const seller = await service.account()
const { seller_id } = seller

const create = (url: string, of = seller_id) =>
  cli.json<NewEndpoint>('webhooks', 'create', '--seller', of, '--url', url)
const list = (of = seller_id) => cli.json<ListRow[]>('webhooks', 'list', '--seller', of)
const deliveries = (of = seller_id) => cli.json<ListRow[]>('webhooks', 'deliveries', '--seller', of)

async function pay(of: TestAccount): Promise<string> {
  const { id } = await of.checkout()
  const { status } = await of.post(`/sandbox/checkouts/${id}/pay`)
  assert.equal(status, 200)
  return id
}

/**
 * Resolves with the deliveries once all have ended; the service records that after the receiver's
 * answer.
 */
async function ended(of: string): Promise<ListRow[]> {
  for (;;) {
    const listed = await deliveries(of)
    if (listed.every(({ status }) => status === 'delivered' || status === 'failed')) return listed
  }
}

test('webhooks create makes an endpoint that the running service sends to', async () => {
  const receiver = await startReceiver()
  const of = await service.account()
  const made = await create(receiver.url, of.seller_id)
  assert.deepEqual(Object.keys(made), ['id', 'url', 'secret'])
  assert.match(made.id, /^wh_/)
  assert.match(made.secret, /^whsec_/)
  assert.equal(made.url, receiver.url)
  const id = await pay(of)
  const [received] = await receiver.arrived(1)
  assert.equal(verified(received as ReceivedRequest, made.secret).data['id'], id)
})

test('webhooks create refuses an unknown seller and an address that will not do', async () => {
  const refused = (of: string, url: string, on = cli) =>
    on.refused('webhooks', 'create', '--seller', of, '--url', url)
  assert.equal(await refused('seller_0', 'http://127.0.0.1/'), 'There is no seller seller_0.')
  const of = await service.account()
  const live = cli.with({ MODE: 'live' })
  const other = cli.with({ SECRET_KEY: randomBytes(32).toString('base64') })
  assert.match(await refused(of.seller_id, 'ftp://a.example/'), /is not an http or https address/)
  assert.match(await refused(of.seller_id, '127.0.0.1:4000'), /cannot receive events/)
  assert.match(await refused(of.seller_id, 'http://a.example/', live), /^MODE: /)
  assert.match(await refused(of.seller_id, 'http://a.example/', other), /^SECRET_KEY: /)
  assert.match(await cli.badUsage('webhooks', 'create', '--seller', of.seller_id), /--url/)
  assert.deepEqual(await list(of.seller_id), [])
})

test('webhooks create refuses addresses that live mode could not reach', async () => {
  const SECRET_KEY = randomBytes(32).toString('base64')
  const DATABASE_URL = await newDatabase()
  const live = cli.with({ MODE: 'live', SECRET_KEY, DATABASE_URL })
  const sold = await live.json<{ seller_id: string }>('sellers', 'create', '--name', 'Loja')
  const id = sold.seller_id
  for (const url of ['http://a.example/', 'https://u:p@a.example/', 'https://169.254.169.254/']) {
    const line = await live.refused('webhooks', 'create', '--seller', id, '--url', url)
    assert.match(line, /In live mode/)
  }
  const made = await live.json<NewEndpoint>(
    'webhooks',
    'create',
    '--seller',
    id,
    '--url',
    'https://a.example/hook',
  )
  assert.equal(made.url, 'https://a.example/hook')
})

test('webhooks list shows the endpoints in force, and no secrets', async () => {
  const of = await service.account()
  const first = await create('http://127.0.0.1:1/a', of.seller_id)
  const second = await create('http://127.0.0.1:1/b', of.seller_id)
  await cli.json('webhooks', 'rotate', first.id)
  const listed = await list(of.seller_id)
  assert.deepEqual(
    listed.map(({ id, url }) => ({ id, url })),
    [first, second].map(({ id, url }) => ({ id, url })),
  )
  const columns = ['id', 'url', 'event_types', 'enabled', 'previous_secret_until']
  const times = ['created_at', 'updated_at']
  for (const one of listed) assert.deepEqual(Object.keys(one), [...columns, ...times])
  assert.match(await cli.refused('webhooks', 'list', '--seller', 'seller_0'), /no seller seller_0/)
})

test('webhooks rotate gives a new secret, and for 24 hours both sign', async () => {
  const receiver = await startReceiver()
  const of = await service.account()
  const { id, secret: old } = await create(receiver.url, of.seller_id)
  const rotated = await cli.json<NewEndpoint & { previous_secret_until: string }>(
    'webhooks',
    'rotate',
    id,
  )
  assert.deepEqual(Object.keys(rotated), ['id', 'url', 'secret', 'previous_secret_until'])
  assert.notEqual(rotated.secret, old)
  await pay(of)
  const [received] = await receiver.arrived(1)
  verified(received as ReceivedRequest, old)
  verified(received as ReceivedRequest, rotated.secret)
  assert.match(await cli.refused('webhooks', 'rotate', 'wh_0'), /no webhook endpoint wh_0/)
})

test('webhooks delete ends an endpoint, once', async () => {
  const receiver = await startReceiver()
  const witness = await startReceiver()
  const of = await service.account()
  const { id, url } = await create(receiver.url, of.seller_id)
  await create(witness.url, of.seller_id)
  const deleted = await cli.json('webhooks', 'delete', id)
  assert.deepEqual(Object.keys(deleted), ['id', 'url', 'deleted_at'])
  assert.equal(deleted['url'], url)
  await pay(of)
  await witness.arrived(1)
  assert.equal(receiver.connections, 0)
  assert.match(await cli.refused('webhooks', 'delete', id), /was already deleted/)
  assert.equal((await list(of.seller_id)).length, 1)
})

test('webhooks deliveries tells how each ended, newest first', async () => {
  const receiver = await startReceiver(answer(200, 'obrigado'))
  const of = await service.account()
  const { id: endpoint_id, url } = await create(receiver.url, of.seller_id)
  await pay(of)
  await receiver.arrived(1)
  await ended(of.seller_id)
  receiver.script = answer(500, 'x'.repeat(2000))
  await pay(of)
  await receiver.arrived(2)
  const [failed, delivered] = await ended(of.seller_id)
  assert.ok(failed && delivered)
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  assert.deepEqual(delivered, {
    ...delivered,
    event_id: ids[0],
    event_type: 'payment.succeeded',
    endpoint_id,
    url,
    status: 'delivered',
    response_status: 200,
    answer: 'obrigado',
  })
  assert.deepEqual([failed['event_id'], failed['status']], [ids[1], 'failed'])
  assert.deepEqual([failed['response_status'], failed['answer']], [500, 'x'.repeat(2000)])
  for (const one of [failed, delivered] as ListRow[]) {
    assert.ok(Number.isInteger(one['duration_ms']))
    assert.match(`${one['created_at']} ${one['claimed_at']}`, /^\S+Z \S+Z$/)
  }
  const text = await cli.text('webhooks', 'deliveries', '--seller', of.seller_id)
  assert.match(text, /payment\.succeeded +wh_\S+ +failed +500 +\d+ +x{60}$/m)
  const line = await cli.refused('webhooks', 'deliveries', '--seller', 'seller_0')
  assert.match(line, /no seller seller_0/)
})

test('a delivery that was begun and never ended is listed as "outcome unknown"', async () => {
  const of = await service.account()
  const now = new Date()
  await create('http://127.0.0.1:1/', of.seller_id)
  await service.db.run(() => newEvent(of.seller_id, now))
  // A process that was killed while it was sending leaves this row.
  await service.sql(
    `
    update deliveries set status = 'claimed', claimed_at = created_at where seller_id = ?
  `,
    of.seller_id,
  )
  const [delivery] = await deliveries(of.seller_id)
  assert.equal(delivery?.['status'], 'outcome unknown')
  const text = await cli.text('webhooks', 'deliveries', '--seller', of.seller_id)
  assert.match(text, /outcome unknown/)
})

/** Signed under `key`, as the service signs. */
const signedBy = (key: Buffer, body: string) => {
  const seconds = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', key).update(`evt_1.${seconds}.${body}`).digest('base64')
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${signature}`,
  }
}

test('webhooks listen believes nothing while its endpoint has no secret yet', async () => {
  const told: ReceivedWebhook[] = []
  const listener = await startListener({
    port: await freePort(),
    secret: () => '',
    onEvent: (received) => told.push(received),
  })
  atEnd(() => listener.close())
  const body = '{"type":"a"}'
  const headers = signedBy(Buffer.alloc(0), body)
  assert.equal((await fetch(listener.url, { method: 'POST', body, headers })).status, 400)
  assert.deepEqual(
    told.map(({ signature_holds }) => signature_holds),
    [false],
  )
})

test('webhooks listen refuses a port that is taken, and makes no endpoint', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const before = await list()
  const line = await cli.refused(
    'webhooks',
    'listen',
    '--port',
    String(port),
    '--seller',
    seller_id,
  )
  taken.close()
  assert.match(line, new RegExp(`^Cannot listen on port ${port} \\(EADDRINUSE\\)`))
  assert.deepEqual(await list(), before)
})

test('webhooks listen without a seller refuses when there are several, and bad usage', async () => {
  await service.account()
  const port = String(await freePort())
  assert.match(await cli.badUsage('webhooks', 'listen', '--port', port), /choose one with --seller/)
  const secret = ['--secret', `whsec_${'A'.repeat(32)}`] as const
  const lines = await Promise.all([
    cli.badUsage('webhooks', 'listen', '--port', '0'),
    cli.badUsage('webhooks', 'listen', '--port', 'http'),
    cli.badUsage('webhooks', 'listen', '--secret', 'topsecret'),
    cli.badUsage('webhooks', 'listen', '--seller', seller_id, ...secret),
    cli.badUsage('webhooks', 'listen', '--secret-file', '/nowhere/secret'),
    cli.badUsage('webhooks', 'listen', '--secret-file', fileURLToPath(import.meta.url)),
    cli.badUsage('webhooks', 'listen', '--secret', 'whsec_AA=='),
    cli.badUsage('webhooks', 'listen', '--secret', `whsec_${'A'.repeat(33)}`),
  ])
  assert.match(lines[0] ?? '', /from 1 to 65535/)
  assert.match(lines[1] ?? '', /from 1 to 65535/)
  assert.match(lines[2] ?? '', /whsec_ and base64/)
  assert.match(lines[3] ?? '', /cannot be used with/)
  assert.match(lines[4] ?? '', /cannot be read \(ENOENT\)/)
  for (const line of lines.slice(5)) assert.match(line, /whsec_ and base64 of at least 24 bytes/)
})
