/** The bodies of responses: whole, cut off where they are too long, and refused in tiny pieces. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'vitest'
import { request, responseTo } from '../../runtime/nodeHttp.ts'
import { atEnd } from '../support/atEnd.ts'

const MAX_BYTES = 64 * 1024

let answer: (response: ServerResponse) => void
const server = createServer((_, response) => answer(response)).listen(0, '127.0.0.1')
await once(server, 'listening')
atEnd(() => {
  server.close()
  server.closeAllConnections()
})
const { port } = server.address() as AddressInfo

async function heard(answering: typeof answer) {
  answer = answering
  const sent = request({ port, host: '127.0.0.1', agent: false })
  sent.end()
  return (await responseTo(sent, MAX_BYTES)).body
}

const chunked = (chunk: string, count: number) => (response: ServerResponse) => {
  response.flushHeaders()
  const piece = `${chunk.length.toString(16)}\r\n${chunk}\r\n`
  response.socket?.end(`${piece.repeat(count)}0\r\n\r\n`)
}

test('a body is read whole, in few pieces of any size and in many of some size', async () => {
  for (const [chunk, count] of [
    ['x', 200],
    ['x'.repeat(100), 600],
    ['', 0],
  ] as const) {
    const { bytes, isWhole } = await heard(chunked(chunk, count))
    assert.deepEqual([bytes.toString(), isWhole], [chunk.repeat(count), true])
  }
})

test('a longer body is read up to its limit', async () => {
  const { bytes, isWhole } = await heard(chunked('x'.repeat(1_000), 100))
  assert.deepEqual([bytes.length, isWhole], [MAX_BYTES, false])
})

test('a body in pieces of a byte is refused long before its end', async () => {
  await assert.rejects(heard(chunked('x', 60_000)), /too many pieces/)
})

test('a body that is cut off is an error', async () => {
  await assert.rejects(
    heard((response) => {
      response.writeHead(200, { 'content-length': '10' }).write('x')
      response.socket?.end()
    }),
  )
})
