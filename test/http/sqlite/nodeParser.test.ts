/**
 * The undocumented parts of Node's HTTP parser that the service changes: it ends a connection that
 * pipelines too much (http/pipeline.ts), and skips a body that is not read (http/bodies.ts). Node
 * documents no other way to stop a parser within what it has read.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { test } from 'vitest'
import { cutOff } from '../../../http/pipeline.ts'
import { atEnd } from '../../support/atEnd.ts'

/** The versions on which this file has passed. */
const tried = ['22', '24', '25']

const REQUESTS = 50

/** Sends requests in one piece, and calls `act` at each that the server is given. */
async function pipelined(act: (request: IncomingMessage) => void): Promise<number> {
  let given = 0
  const server = createServer((request) => {
    given += 1
    act(request)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  atEnd(async () => {
    socket.destroy()
    server.closeAllConnections()
    server.close()
  })
  const closed = once(socket, 'close')
  socket.resume()
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(REQUESTS))
  await closed
  return given
}

test('the Node that runs is one on which the parser was tried', () => {
  const [major = ''] = process.versions.node.split('.')
  assert.ok(
    tried.includes(major),
    `Run this file on Node ${major}; when the other tests pass, add it to \`tried\`.`,
  )
})

test('a connection that is cut off emits no further request of what was read', async () => {
  assert.equal(await pipelined(({ socket }) => cutOff(socket)), 1)
})

test('a connection that is only destroyed emits them all', async () => {
  assert.equal(await pipelined(({ socket }) => void socket.destroy()), REQUESTS)
})

test('the parser has its callbacks where the service replaces them', async () => {
  const given = await pipelined(({ socket }) => {
    const { parser } = socket as Socket & {
      parser?: Record<number, { name: string }> & { onIncoming: unknown }
    }
    assert.equal(typeof parser?.onIncoming, 'function')
    assert.equal(parser?.[3]?.name, 'parserOnBody')
    cutOff(socket)
  })
  assert.equal(given, 1)
})
