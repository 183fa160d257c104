/** Connections that come in while the event loop has other work. */
import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { test } from 'vitest'
import { openSockets } from '../../../http/listeningSockets.ts'
import { freePort } from '../../../cli/ports.ts'
import { atEnd } from '../../support/atEnd.ts'
import type { Probing } from '../../support/prober.ts'
import { startService } from '../../support/service.ts'

const CONNECTIONS = 320
const STARTS = 10
const PROBES = 8

const { url } = await startService()
const port = Number(new URL(url).port)

test('a turn of the event loop accepts many connections', async () => {
  let accepted = 0
  const count = () => void accepted++
  subscribe('net.server.socket', count)
  const sockets = Array.from({ length: CONNECTIONS }, () => connect(port, '127.0.0.1'))
  atEnd(() => {
    for (const socket of sockets) socket.destroy()
  })
  let turns = 0
  for (; accepted < CONNECTIONS; turns++) await nextTurn()
  unsubscribe('net.server.socket', count)
  // The system spreads them by chance over 32 sockets: the fullest has about 20 of them.
  assert.ok(turns < CONNECTIONS / 4, `${turns} turns`)
})

test('a second process cannot share the port of the first', async () => {
  await assert.rejects(openSockets(createServer(), { port, host: '127.0.0.1' }), {
    code: 'EADDRINUSE',
  })
})

test('an address of another machine is refused without a look at that machine', async () => {
  let made = 0
  const count = () => void made++
  subscribe('net.client.socket', count)
  // Kept for documentation (RFC 5737), so no machine has it.
  const address = { port: await freePort(), host: '192.0.2.1' }
  await assert.rejects(openSockets(createServer(), address), { code: 'EADDRNOTAVAIL' })
  unsubscribe('net.client.socket', count)
  assert.equal(made, 0)
})

test('connections made while the service begins to listen are not cut off', async () => {
  for (let start = 0; start < STARTS; start++) {
    const server = createServer((_, response) => void response.end('here'))
    const free = await freePort()
    const workerData: Probing = { port: free, probes: PROBES, requests: 3 }
    const prober = new Worker(new URL('../../support/prober.ts', import.meta.url), { workerData })
    await once(prober, 'message')
    const ended = Promise.withResolvers<unknown>()
    prober.on('message', (said) => said === 'refused' || ended.resolve(said))
    const sockets = await openSockets(server, { port: free, host: '127.0.0.1' })
    assert.deepEqual(await ended.promise, { cut: [] })
    for (const socket of sockets) socket.close()
  }
})
