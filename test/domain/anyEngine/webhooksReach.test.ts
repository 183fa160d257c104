/** Webhooks in live mode reach public HTTPS addresses, and nothing inside. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { LookupFunction } from 'node:net'
import { test } from 'vitest'
import { Vault } from '../../../domain/identity/vault.ts'
import { createSeller } from '../../../domain/access/clients.ts'
import {
  createEndpoint,
  EndpointRefused,
  listEndpoints,
} from '../../../domain/webhooks/endpoints.ts'
import { createPost } from '../../../domain/webhooks/post.ts'
import { lookupByDns } from '../../../domain/outgoing/ssrfGuard.ts'
import { atEnd } from '../../support/atEnd.ts'
import { newPrivateDatabase, openTestDatabase } from '../../support/engine.ts'
import { resolver, startListener } from '../../support/listener.ts'
import { startReceiver } from '../../support/receiver.ts'

const db = await openTestDatabase(await newPrivateDatabase())
const now = new Date('2026-03-02T12:00:00.000Z')
const { seller_id } = await createSeller(db, { name: 'Loja', now })
const vault = new Vault(randomBytes(32))
const create = (mode: 'sandbox' | 'live', url: string) =>
  createEndpoint(db, { seller_id, url, mode, vault, now })

/** One address of each special range (IANA registries), and some that are written oddly. */
const special = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '100.64.0.1',
  '127.0.0.1',
  '127.1.2.3',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.254',
  '192.0.0.8',
  '192.0.2.1',
  '192.31.196.1',
  '192.52.193.1',
  '192.88.99.1',
  '192.168.0.1',
  '192.175.48.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '[::]',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:a9fe:a9fe]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::1]',
  '[100::1]',
  '[2001::1]',
  '[2001:2::1]',
  '[2001:10::1]',
  '[2001:db8::1]',
  '[2002:7f00:1::]',
  '[3fff::1]',
  '[5f00::1]',
  '[fc00::1]',
  '[fd12::1]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '①②⑦.0.0.1',
]
const internalNames = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'a.localhost',
  'a.local',
  'a.internal',
]

const { signal } = new AbortController()
const request = (url: string) => ({ seller_id: 'acct_1', url, headers: {}, body: '{}', signal })

test('no special address is connected to in live mode', async () => {
  const listener = await startListener()
  const post = createPost({ mode: 'live' })
  for (const host of [...special, ...internalNames]) {
    const outcome = await post(request(`https://${host}:${listener.port}/`))
    const response_text = 'In live mode it must be a public address.'
    const refused = { status: 'failed', response_status: null, response_text }
    assert.deepEqual(outcome, refused, host)
  }
  assert.equal(listener.connections, 0)
})

test('no name that leads to a special address is connected to in live mode', async () => {
  const listener = await startListener()
  const addresses = special
    .slice(0, special.indexOf('127.1'))
    .map((host) => host.replace(/[[\]]/g, ''))
  for (const address of addresses) {
    const { lookup, asked } = resolver([address])
    const post = createPost({ mode: 'live', lookup })
    const outcome = await post(request(`https://inside.example:${listener.port}/`))
    assert.equal(outcome.status, 'failed', address)
    assert.match(outcome.response_text, /is not allowed/, address)
    assert.deepEqual(asked, ['inside.example'])
  }
  assert.equal(listener.connections, 0)
})

/**
 * A DNS server that does not answer for names under `silent.example`, nor of those under
 * `four.example` for IPv6.
 *
 * @returns its address, and how often it was asked for IPv6
 */
async function startNameServer() {
  const server = createSocket('udp4')
  atEnd(() => void server.close())
  const started = { address: '', askedForSix: 0 }
  server.on('message', (question, { port, address }) => {
    const name = question.toString('latin1', 12)
    if (name.includes('silent')) return
    // The address 127.0.0.1, or of another family none (RFC 1035 §4.1).
    const end = name.indexOf('\0') + 17
    const isFour = question.readUInt16BE(end - 4) === 1
    if (!isFour) started.askedForSix++
    if (!isFour && name.includes('four')) return
    const head = [...question.subarray(0, 2), 0x81, 0x80, 0, 1, 0, Number(isFour), 0, 0, 0, 0]
    const answer = isFour ? [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 127, 0, 0, 1] : []
    server.send(Buffer.from([...head, ...question.subarray(12, end), ...answer]), port, address)
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  started.address = `127.0.0.1:${server.address().port}`
  return started
}

test('a name that is answered for by IPv4 alone does not wait for IPv6', async () => {
  const server = await startNameServer()
  const found = await new Promise((resolve, reject) =>
    lookupByDns([server.address])('loja.four.example', { all: true }, (error, addresses) =>
      error ? reject(error) : resolve(addresses),
    ),
  )
  assert.deepEqual(found, [{ address: '127.0.0.1', family: 4 }])
  // It would be asked again after two seconds.
  assert.equal(server.askedForSix, 1)
})

test('names that are never answered for hold up no other name in live mode', async () => {
  const lookup = lookupByDns([(await startNameServer()).address])
  const post = createPost({ mode: 'live', lookup })
  // The names that one seller has under way.
  const leaving = new AbortController()
  const { signal } = leaving
  const held = Array.from({ length: 64 }, (_, i) =>
    post({ ...request(`https://${i}.silent.example/`), signal }),
  )
  const first = await Promise.race([post(request('https://loja.example/')), ...held])
  assert.match(first.response_text, /^loja.example leads to 127.0.0.1, which is not allowed/)
  leaving.abort()
  await Promise.all(held)
})

test('an event loop held up ends no connection to a name of several addresses', async () => {
  const receiver = await startReceiver()
  const { port, pathname } = new URL(receiver.url)
  const lookup: LookupFunction = (_, __, done) => {
    done(null, [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ])
    // Longer than Node waits for an address when nothing else is set (250 ms).
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400)
  }
  const post = createPost({ mode: 'sandbox', lookup })
  const outcome = await post(request(`http://loja.example:${port}${pathname}`))
  assert.deepEqual(outcome, { status: 'delivered', response_status: 200, response_text: '' })
  assert.equal(receiver.received.length, 1)
})

test('an address with unreadable credentials is refused, and a stored one fails', async () => {
  const url = 'http://%E0@127.0.0.1:1/'
  await assert.rejects(create('sandbox', url), EndpointRefused)
  const outcome = await createPost({ mode: 'sandbox' })(request(url))
  assert.deepEqual(outcome, {
    status: 'failed',
    response_status: null,
    response_text: 'It is not an http or https address.',
  })
})

test('no more of an error is kept than of an answer', async () => {
  const lookup: LookupFunction = (_, __, done) => done(new Error('x'.repeat(10_000)), '')
  const post = createPost({ mode: 'live', lookup })
  const { response_text } = await post(request('https://loja.example/'))
  assert.equal(response_text, 'x'.repeat(2048))
})

test('live mode makes no endpoint but of public HTTPS without credentials', async () => {
  const urls = [
    ...special.map((host) => `https://${host}/hook`),
    ...internalNames.map((host) => `https://${host}/hook`),
    'http://loja.example/hook',
    'https://user@loja.example/hook',
    'https://user:secret@loja.example/hook',
    'https://:secret@loja.example/hook',
  ]
  for (const url of urls) await assert.rejects(create('live', url), EndpointRefused, url)
  assert.deepEqual(await listEndpoints(db, seller_id), [])
})

test('an endpoint needs an http address, in either mode', async () => {
  const urls = [
    '',
    'loja.example',
    '/hook',
    'ftp://loja.example/',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:,x',
    'https://',
    'https://a b/',
    'https://loja.example/a b',
    'https://loja.example/\n',
    'https://lo\tja.example/',
    ' https://loja.example/',
    `https://loja.example/${'a'.repeat(2028)}`,
  ]
  for (const mode of ['sandbox', 'live'] as const) {
    for (const url of urls) await assert.rejects(create(mode, url), EndpointRefused, url)
  }
  assert.deepEqual(await listEndpoints(db, seller_id), [])
})

test('live mode makes an endpoint of a public HTTPS address, kept as it was given', async () => {
  const urls = [
    'https://loja.example/hook?a=1',
    'https://loja.example:8443',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
    'https://172.32.0.1/',
    'https://localhost.example/',
    `https://loja.example/${'a'.repeat(2027)}`,
  ]
  for (const url of urls) assert.equal((await create('live', url)).url, url)
  const endpoints = await listEndpoints(db, seller_id)
  assert.deepEqual(
    endpoints?.map(({ url }) => url),
    urls,
  )
})

test('sandbox mode also makes an endpoint over http, on this machine', async () => {
  for (const url of ['http://localhost:4000', 'http://127.0.0.1:4000/hook', 'https://[::1]/']) {
    assert.equal((await create('sandbox', url)).url, url)
  }
})
