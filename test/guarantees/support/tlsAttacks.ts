/** Hostile TLS handshakes of a receiver of webhooks, or of a bank. */
import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { makeAuthority, makeClientPair } from '../../../packages/bank/certificates.ts'
import { chainKinds, CostlyServer } from '../../support/costlyChains.ts'
import type { ChainKind } from '../../support/costlyChains.ts'
import type { Target } from './attackedService.ts'
import { json } from './hardBodies.ts'

/** Endpoints that are told of each event at the same time. */
const ENDPOINTS = 5

/** Little less than is read of a handshake, and little less than OpenSSL would read. */
const LENGTHS = [31_000, 99_000]

const POLL_MS = 10

export async function attackByHandshake(
  target: Target,
  kinds: readonly ChainKind[] = chainKinds,
): Promise<void> {
  const server = await CostlyServer.start()
  const headers = [['content-type', json]] as const
  const post = async (path: string, body: object = {}) => {
    const asked = { method: 'POST', path, headers, body: JSON.stringify(body) }
    const { status, text } = await target.send(asked)
    assert.ok(status === 201 || status === 200, text)
    return JSON.parse(text) as { id: string; default_offer: { id: string } }
  }
  for (let i = 0; i < ENDPOINTS; i++) {
    await post('/v1/webhook_endpoints', { url: `${server.url}/${i}` })
  }
  const default_offer = { amount_minor: 4990, currency: 'BRL' }
  const product = await post('/v1/products', { name: 'Caneca', default_offer })
  const authority = await makeAuthority('Banco')
  const { cert: certificate, key: private_key } = await makeClientPair(authority, 'loja')
  const at = { url: server.url, token_url: server.url, client_id: 'loja', client_secret: 'segredo' }
  const identity = { certificate, private_key, authority: authority.cert }
  const bank = JSON.stringify({ ...at, ...identity, pix_key: 'loja@example.com' })
  const toReceiver = async () => {
    const { id } = await post('/v1/checkouts', { offer_id: product.default_offer.id })
    const before = server.ended
    await post(`/v1/checkouts/${id}/cancel`)
    while (server.ended < before + ENDPOINTS) await wait(POLL_MS)
  }
  const toBank = async () => {
    const asked = { method: 'PUT', path: '/v1/bank_connection', headers, body: bank }
    const { status, text } = await target.send(asked)
    assert.equal(status, 409, text)
  }
  for (const kind of kinds) {
    for (const bytes of LENGTHS) {
      server.show(kind, bytes)
      const named = `certificates, ${bytes} bytes with ${kind}`
      await target.attack([
        { name: `a receiver's ${named}`, send: toReceiver },
        { name: `a bank's ${named}`, send: toBank },
      ])
    }
  }
}
