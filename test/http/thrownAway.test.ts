/** Bodies that are refused before they have come leave their connections sound. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'vitest'
import { RawConnection } from '../guarantees/support/rawHttp.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const seller = await service.account()
const port = Number(new URL(service.url).port)

test('a body in pieces that is thrown away takes no other connection its own', async () => {
  for (let i = 0; i < 20; i++) {
    const connection = new RawConnection(port)
    const closed = new Promise((resolve) => connection.socket.once('close', resolve))
    connection.write(
      'POST /v1/customers HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n',
    )
    connection.write('1\r\na\r\n'.repeat(20_000))
    await connection.answers(1)
    connection.socket.destroy()
    await closed
    assert.match(connection.heard, /^HTTP\/1\.1 401 /)
  }
  // Node's parsers go from one connection to the next.
  for (let i = 0; i < 20; i++) {
    const body = { name: 'Ana', email: `ana${i}@example.com` }
    const { status } = await seller.post('/v1/customers', body, { connection: 'close' })
    assert.equal(status, 201)
  }
})

test('bytes behind a body that is thrown away reach no other connection', async () => {
  const end = '1\r\na\r\n0\r\n\r\nCONNECT a:1 HTTP/1.1\r\nHost: localhost\r\n\r\n'
  for (let i = 0; i < 20; i++) {
    const connection = new RawConnection(port)
    connection.write(
      `POST /nowhere HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n${end}`,
    )
    await once(connection.socket, 'connect')
    // Node has given its parser up, and the next connection may get it.
    const body = { name: 'Ana', email: `bia${i}@example.com` }
    const { status } = await seller.post('/v1/customers', body, { connection: 'close' })
    assert.equal(status, 201)
    connection.socket.destroy()
  }
})
