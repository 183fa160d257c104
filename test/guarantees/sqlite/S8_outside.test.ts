/** S8: webhooks of live mode connect to nothing that is not the public Internet. */
import assert from 'node:assert/strict'
import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { test } from 'vitest'
import { createEndpoint } from '../../../domain/webhooks/endpoints.ts'
import { createPost } from '../../../domain/webhooks/post.ts'
import type { Post } from '../../../domain/webhooks/post.ts'
import { resolver, startListener } from '../../support/listener.ts'
import { control, long, property } from '../../support/property.ts'
import { answer, startReceiver } from '../../support/receiver.ts'
import { startSender } from '../../support/webhooksSender.ts'
import { seed } from '../support/endings.ts'
import { internalNames, specialAddress, specialHost } from '../support/specialAddresses.ts'

const TRIALS = 500
const LONG_MS = 45_000

/** The ports that nothing may connect to; connections of another file's leftovers go elsewhere. */
const watched = new Set<number>()

/** The connections that this process has begun, at these ports. */
const attempts: string[] = []

subscribe('net.client.socket', (message) => {
  const { socket } = message as { socket: Socket }
  socket.on('connectionAttempt', (address: string, port: number) => {
    if (watched.has(port)) attempts.push(address)
  })
})

/** The port of a listener inside. */
async function watchedPort(): Promise<number> {
  const { port } = await startListener()
  watched.add(port)
  return port
}

const { signal } = new AbortController()
const send = (post: Post, url: string) =>
  post({ seller_id: 'acct_1', url, headers: {}, body: '{}', signal })

type Mode = 'sandbox' | 'live'

/** Asserts that nothing was delivered by a work, and that nothing was connected to meanwhile. */
async function assertNoneReached(work: () => Promise<{ status: string }>): Promise<void> {
  const before = attempts.length
  const { status } = await work()
  assert.deepEqual(attempts.slice(before), [])
  assert.equal(status, 'failed')
}

const literal = (mode: Mode, host: string, port: number) => () =>
  send(createPost({ mode }), `https://${host}:${port}/`)

const named = (mode: Mode, addresses: string[], port: number) => () =>
  send(createPost({ mode, lookup: resolver(addresses).lookup }), `https://loja.example:${port}/`)

/** An endpoint whose name leads somewhere else at each look-up. */
async function rebound(mode: Mode, port: number): Promise<void> {
  const { lookup, asked } = resolver(['127.0.0.1'], ['::1'], ['10.0.0.1'])
  const sender = await startSender({ mode, lookup })
  const { db, vault, seller_id, clock } = sender
  const url = `https://rebound.example:${port}/`
  await createEndpoint(db, { seller_id, url, mode, vault, now: clock.now() })
  sender.start()
  const before = attempts.length
  for (let count = 1; count <= 3; count++) {
    await sender.tell()
    await sender.answered(count)
  }
  await sender.stop()
  assert.deepEqual(attempts.slice(before), [])
  // Once for each delivery: there is no second answer that could differ.
  assert.equal(asked.length, 3)
}

/** A receiver that points somewhere else; the address that it points to is not asked. */
async function redirected(post: Post): Promise<void> {
  const inside = await startReceiver()
  for (const status of [301, 302, 303, 307, 308]) {
    const outside = await startReceiver(answer(status, '', { location: inside.url }))
    await send(post, outside.url)
    assert.equal(outside.received.length, 1)
  }
  assert.equal(inside.connections, 0)
}

property('S8', async () => {
  const port = await watchedPort()
  for (const host of internalNames) await assertNoneReached(literal('live', host, port))
  const end_ms = performance.now() + (long ? LONG_MS : 0)
  let trials = 0
  for (; trials < TRIALS || performance.now() < end_ms; trials++) {
    const [host, address] = [specialHost(), specialAddress()]
    const context = `${host} ${address} (seed ${seed})`
    try {
      await assertNoneReached(literal('live', host, port))
      await assertNoneReached(named('live', [address], port))
      await assertNoneReached(named('live', ['8.8.8.8', address], port))
      await assertNoneReached(named('live', [address, '8.8.8.8'], port))
    } catch (error) {
      throw new assert.AssertionError({ message: `${context}: ${(error as Error).message}` })
    }
  }
  await rebound('live', port)
  await redirected(createPost({ mode: 'sandbox' }))
  return (
    `0 connections in ${4 * trials} posts to special addresses, spelled in many ways and by ` +
    `names, 3 rebindings and 5 redirects (seed ${seed})`
  )
})

for (const [what, reach] of [
  ['an address is not looked at', (port) => assertNoneReached(literal('sandbox', '127.1', port))],
  [
    'what a name leads to is not looked at',
    (port) => assertNoneReached(named('sandbox', ['127.0.0.1'], port)),
  ],
  ['a name is looked at when its endpoint is made only', (port) => rebound('sandbox', port)],
] satisfies [string, (port: number) => Promise<void>][]) {
  control('S8', what, async () => {
    await reach(await watchedPort())
  })
}

control('S8', 'redirects are followed', () =>
  redirected(async ({ url }) => {
    const { status } = await fetch(url, { method: 'POST', body: '{}' })
    return { status: 'delivered', response_status: status, response_text: '' }
  }),
)

test('an endpoint that was made in sandbox mode gets nothing over http in live mode', async () => {
  const receiver = await startReceiver()
  const sender = await startSender({ mode: 'live' })
  await sender.endpoint(receiver.url)
  sender.start()
  await sender.tell()
  await sender.answered(1)
  await sender.stop()
  const [delivery] = await sender.deliveries()
  assert.equal(delivery?.status, 'failed')
  assert.equal(delivery?.response_text, 'In live mode it must be https.')
  assert.equal(receiver.connections, 0)
})
