/** Connections that are kept: many at once, and each of them between two requests. */
import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { test } from 'vitest'
import { wireText } from '../../guarantees/support/openLoop.ts'
import { RawConnection } from '../../guarantees/support/rawHttp.ts'
import { startService } from '../../support/service.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const CONNECTIONS = 300
const REQUESTS = 8
const TURNS = 20

const service = await startService()
const seller = await service.account()
const port = Number(new URL(service.url).port)
const text = wireText('GET', '/v1/me', seller.token)

test('each request of hundreds of connections that ask again at once is answered', async () => {
  const statuses = await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const connection = new RawConnection(port)
      for (let i = 1; i <= REQUESTS; i++) {
        connection.write(text)
        await connection.answers(i)
      }
      const answers = await connection.answers(REQUESTS)
      connection.socket.destroy()
      return answers.map(({ status }) => status)
    }),
  )
  const good = statuses.flat().filter((status) => status === 200)
  assert.equal(good.length, CONNECTIONS * REQUESTS)
})

test('a kept connection keeps nothing of the request before', async () => {
  const responses: WeakRef<ServerResponse>[] = []
  const seen = (message: unknown) => {
    responses.push(new WeakRef((message as { response: ServerResponse }).response))
  }
  const connections = Array.from({ length: 10 }, () => new RawConnection(port))
  subscribe('http.server.response.finish', seen)
  for (const connection of connections) {
    connection.write(text)
    await connection.answer()
  }
  unsubscribe('http.server.response.finish', seen)
  for (let turn = 0; turn < TURNS; turn++) await new Promise(setImmediate)
  collect()
  const kept = responses.filter((response) => response.deref() !== undefined)
  assert.deepEqual([responses.length, kept.length], [10, 0])
  for (const { socket } of connections) socket.destroy()
})
