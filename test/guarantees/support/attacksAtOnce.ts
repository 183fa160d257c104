/** Four sellers that attack at once for a while, each in its own way, from a process of its own. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { generate } from 'selfsigned'
import { txidOf } from '../../../domain/pix/bank/txid.ts'
import { CostlyServer } from '../../support/costlyChains.ts'
import { dsaPkcs8, integer, oddInteger, pem, sequence } from '../../support/derWriter.ts'
import { ask } from '../../support/processes.ts'
import { e2e, longAnswer, listing } from './bankAttacks.ts'
import { HostileBank } from './hostileBank.ts'
import { publicName } from './publicName.ts'

export const attackNames = ['keys', 'receivers', 'packed', 'pages'] as const
type AttackName = (typeof attackNames)[number]

type Attacker = { seller_id: string; token: string }
export type Attacks = { url: string; seconds: number; attackers: Record<AttackName, Attacker> }

/** The attacks that have reached their aim, by name, in all stretches. */
export type Attacked = Record<AttackName, number>

/** An attack: one of its strokes, and how many have come to the service or to its servers. */
type Attack = { strike(): Promise<unknown>; count(): number }

/** Strokes of each attacker at the same time, and the pause of each after one. */
const AT_ONCE = 3
const PAUSE_MS = 100

const ENDPOINTS = 5
const CHARGES = 8
const PACKED_BYTES = 1024 * 1024 - 64

/** Requests of one seller. */
class Seller {
  readonly url: string
  readonly of: Attacker

  constructor(url: string, of: Attacker) {
    this.url = url
    this.of = of
  }

  async send(method: string, path: string, body: object = {}) {
    const headers = { authorization: `Bearer ${this.of.token}` }
    return ask(this.url + path, { method, headers, json: body })
  }

  async make(path: string, body: object) {
    const answer = await this.send('POST', path, body)
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    return answer.body as { checkout_url: string; id: string; default_offer: { id: string } }
  }

  async offer(): Promise<string> {
    const default_offer = { amount_minor: 4990, currency: 'BRL' }
    return (await this.make('/v1/products', { name: 'Caneca', default_offer })).default_offer.id
  }
}

/** The body that connects a bank of this machine. */
function bankBody({ settings }: HostileBank, changes: object = {}): object {
  const { public_only: _, profile: __, profile_values: ___, url, token_url, ...body } = settings
  const at = { url: publicName(url), token_url: publicName(token_url) }
  return { ...body, ...at, ...changes }
}

/** A key of DSA, whose import takes a second. */
async function byKeys(seller: Seller): Promise<Attack> {
  const bank = await HostileBank.start()
  const body = bankBody(bank, { private_key: pem('PRIVATE KEY', dsaPkcs8()) })
  let count = 0
  const strike = async () => {
    await seller.send('PUT', '/v1/bank_connection', body)
    count++
  }
  return { strike, count: () => count }
}

/** A server that offers TLS 1.2 with a finite-field group of 9,992 bits, and nothing else. */
async function startLongGroup(): Promise<{ url: string; connected: () => number }> {
  const altNames = [{ type: 2 as const, value: 'localhost' }]
  const extensions = [{ name: 'subjectAltName' as const, altNames }]
  const own = await generate([{ name: 'commonName', value: 'localhost' }], { extensions })
  const server = createServer({
    key: own.private,
    cert: own.cert,
    dhparam: pem('DH PARAMETERS', sequence(oddInteger(9_992), integer(2))),
    maxVersion: 'TLSv1.2',
    ciphers: 'DHE-RSA-AES128-GCM-SHA256:@SECLEVEL=0',
  })
  let count = 0
  server.on('connection', () => count++).on('tlsClientError', () => undefined)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `https://localhost:${port}`, connected: () => count }
}

/** Receivers whose handshakes are costly, each told of each event. */
async function byReceivers(seller: Seller): Promise<Attack> {
  const chains = await CostlyServer.start()
  chains.show('binary curves', 31_000)
  const group = await startLongGroup()
  for (let i = 0; i < ENDPOINTS; i++) {
    for (const { url } of [chains, group]) {
      await seller.make('/v1/webhook_endpoints', { url: `${publicName(url)}/${i}` })
    }
  }
  const offer_id = await seller.offer()
  const strike = async () => {
    const { id } = await seller.make('/v1/checkouts', { offer_id })
    await seller.send('POST', `/v1/checkouts/${id}/cancel`)
  }
  return { strike, count: () => Math.min(chains.ended, group.connected()) }
}

/** A bank that answers a secret of one letter with a million of them, in a kilobyte. */
async function byPacked(seller: Seller): Promise<Attack> {
  const bank = await HostileBank.start()
  const packed = gzipSync(JSON.stringify({ title: 'q'.repeat(PACKED_BYTES) }))
  bank.tokenAnswer = (response) =>
    void response.writeHead(400, { 'content-encoding': 'gzip' }).end(packed)
  const body = bankBody(bank, { client_secret: 'q' })
  const strike = () => seller.send('PUT', '/v1/bank_connection', body)
  return { strike, count: () => bank.tokensAsked }
}

/** A bank that lists twenty pages of a mebibyte of small values for each charge. */
async function byPages(seller: Seller): Promise<Attack> {
  const bank = await HostileBank.start()
  const connected = await seller.send('PUT', '/v1/bank_connection', bankBody(bank))
  assert.equal(connected.status, 200, JSON.stringify(connected.body))
  bank.answer = listing(() => longAnswer('[]'))
  const offer_id = await seller.offer()
  const txids: string[] = []
  for (let i = 0; i < CHARGES; i++) {
    const { checkout_url, id } = await seller.make('/v1/checkouts', { offer_id })
    await ask(seller.url + new URL(checkout_url).pathname)
    txids.push(txidOf(id))
  }
  const horario = '2026-03-02T12:00:00Z'
  const pix = txids.map((txid, i) => ({ endToEndId: e2e(i), txid, valor: '49.90', horario }))
  const strike = () => seller.send('POST', `/pix/${seller.of.seller_id}/pix`, { pix })
  return { strike, count: () => bank.listed }
}

const begin: Record<AttackName, (seller: Seller) => Promise<Attack>> = {
  keys: byKeys,
  receivers: byReceivers,
  packed: byPacked,
  pages: byPages,
}

/** The banks are connected and the charges opened for the first stretch only. */
let begun: Promise<Attack[]> | undefined

async function run({ url, seconds, attackers }: Attacks): Promise<Attacked> {
  begun ??= Promise.all(attackNames.map((name) => begin[name](new Seller(url, attackers[name]))))
  const attacks = await begun
  const end_ms = performance.now() + seconds * 1000
  const striking = attacks.flatMap(({ strike }) =>
    Array.from({ length: AT_ONCE }, async () => {
      // An attacker that is refused goes on.
      while (performance.now() < end_ms) await Promise.allSettled([strike(), wait(PAUSE_MS)])
    }),
  )
  await Promise.all(striking)
  const counts = attackNames.map((name, i) => [name, attacks[i]?.count() ?? 0])
  return Object.fromEntries(counts) as Attacked
}

if (import.meta.main) {
  process.on('message', (attacks: Attacks) => {
    void run(attacks).then((attacked) => process.send?.(attacked))
  })
}
