/** Hostile answers of a receiver of webhooks. */
import assert from 'node:assert/strict'
import { startReceiver } from '../../support/receiver.ts'
import type { Script } from '../../support/receiver.ts'
import type { Target } from './attackedService.ts'
import { json } from './hardBodies.ts'

/** Endpoints that are told of each event at the same time. */
const ENDPOINTS = 5

const raw =
  (text: () => string): Script =>
  (response) => {
    response.socket?.end(text())
  }

const HEAD = 'HTTP/1.1 200 OK\r\n'

const scripts: Record<string, Script> = {
  'pieces of a byte': raw(
    () => `${HEAD}Transfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(150_000)}`,
  ),
  'a long body': raw(() => `${HEAD}\r\n${'é'.repeat(4 * 1024 ** 2)}`),
  'long headers': raw(() => `${HEAD}${'x: y\r\n'.repeat(2_000)}\r\n`),
  'one long header': raw(() => `${HEAD}x: ${'y'.repeat(1024 ** 2)}\r\n\r\n`),
  'interim responses': raw(() => 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(100_000)),
  'another protocol': raw(() => `HTTP/1.1 101 x\r\nUpgrade: x\r\n\r\n${'x'.repeat(1024 ** 2)}`),
}

export async function attackByReceiver(target: Target): Promise<void> {
  const receiver = await startReceiver()
  const headers = [['content-type', json]] as const
  const post = async (path: string, body: object = {}) => {
    const asked = { method: 'POST', path, headers, body: JSON.stringify(body) }
    const { status, text } = await target.send(asked)
    assert.ok(status === 201 || status === 200, text)
    return JSON.parse(text) as { id: string; default_offer: { id: string } }
  }
  for (let i = 0; i < ENDPOINTS; i++) {
    await post('/v1/webhook_endpoints', { url: `${receiver.url}/${i}` })
  }
  const default_offer = { amount_minor: 4990, currency: 'BRL' }
  const product = await post('/v1/products', { name: 'Caneca', default_offer })
  for (const [name, script] of Object.entries(scripts)) {
    receiver.script = script
    const send = async () => {
      const { id } = await post('/v1/checkouts', { offer_id: product.default_offer.id })
      const before = receiver.received.length
      await post(`/v1/checkouts/${id}/cancel`)
      await receiver.arrived(before + ENDPOINTS)
      // The answers of all are read by the time at which the next event is sent.
      await post('/v1/checkouts', { offer_id: product.default_offer.id })
    }
    await target.attack([{ name: `a receiver's ${name}`, send }])
  }
}
