/**
 * A whole paid checkout by hand, with nothing but Node and the driver of the database: the measure
 * for what the service adds. For each sale it does, and does no more:
 *
 * - a token: the credentials compared by their hash, one RSA-2048 signature in the thread pool
 * - five synced transactions: the checkout; the opening of its page with the charge; the charge's
 *   code; the settlement with payment, event and delivery; the outcome of the delivery
 * - two requests to the bank over mutual TLS, on connections that are kept: PUT and GET of the cob
 * - one page with its QR code, and a stream that ends when the checkout is paid; a buyer who stays
 *   gets the final page as well
 * - one event, signed, over a TLS connection of its own
 * - one JSON read, by the token, whose signature was verified once
 *
 * It leaves out all else: validation by the contract, idempotency keys, limits on callers and
 * bytes, load shedding, metrics, logs, audit trail, search, daily totals, several sellers, sealed
 * secrets, checks of addresses, retries, locales, races of two requests, and what is found again
 * after a crash.
 */
import {
  createHash,
  generateKeyPairSync,
  randomBytes,
  randomUUID,
  timingSafeEqual,
} from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { BankAccess } from '../sale/world.ts'
import { settings } from './common/settings.ts'
import { RememberedTokens, tokenAnswer } from './common/tokens.ts'
import { BankByHand } from './sale/bank.ts'
import { deliverer } from './sale/delivery.ts'
import type { Endpoint } from './sale/delivery.ts'
import { finalPage, openPage } from './sale/page.ts'
import { openStore } from './sale/store.ts'

/** The variable `SALE`, in JSON. */
export type SaleSettings = {
  bank: BankAccess
  endpoint: Endpoint
  client: { client_id: string; client_secret: string }
  offer_id: string
}

type Checkout = {
  id: string
  page_token: string
  external_id: string
  status: string
  offer_id: string
  offer_name: string
  amount_minor: number
  success_url: string
  cancel_url: string
  metadata: string
  created_at: string
  completed_at: string | null
  payment_id: string | null
}

const {
  bank: access,
  endpoint,
  client,
  offer_id,
} = JSON.parse(String(process.env['SALE'])) as SaleSettings
const store = await openStore(settings.database_url)
const bank = new BankByHand(access)
const deliver = deliverer(endpoint)
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const tokens = new RememberedTokens({ kid: 'one', private_key: privateKey, public_key: publicKey })

const hashOf = (secret: string) => createHash('sha256').update(secret).digest()
const credential = {
  client_id: client.client_id,
  secret_hash: hashOf(client.client_secret).toString('base64url'),
  scopes: ['checkouts:read', 'checkouts:write'],
  generation: 1,
}
const expectedHash = hashOf(client.client_secret)
const amountOf = (amount_minor: number) => (amount_minor / 100).toFixed(2)
const now = () => new Date().toISOString()

/** The streams of open pages, by the token of the page. */
const streams = new Map<string, ServerResponse>()

const jsonOf = (row: Checkout) =>
  JSON.stringify({
    id: row.id,
    object: 'checkout',
    external_id: row.external_id,
    status: row.status,
    currency: 'BRL',
    amount_total_minor: row.amount_minor,
    payment_id: row.payment_id,
    checkout_url: `${settings.base_url}/pay/${row.page_token}`,
    success_url: row.success_url,
    cancel_url: row.cancel_url,
    metadata: JSON.parse(row.metadata) as object,
    line_items: [{ offer_id: row.offer_id, name: row.offer_name, amount_minor: row.amount_minor }],
    created_at: row.created_at,
    completed_at: row.completed_at,
  })

type Answer = { status?: number; type?: string; body: string }

async function issueToken(request: IncomingMessage): Promise<Answer> {
  await text(request)
  const basic = Buffer.from(request.headers.authorization?.slice(6) ?? '', 'base64').toString()
  const [id = '', secret = ''] = basic.split(':')
  const isRight = timingSafeEqual(hashOf(secret), expectedHash)
  if (id !== client.client_id || !isRight) return { status: 401, body: '{}' }
  const token = await tokens.issue(credential, credential.scopes)
  return { body: JSON.stringify(tokenAnswer(token, credential.scopes)) }
}

const isCaller = ({ headers }: IncomingMessage) =>
  tokens.verify(headers.authorization?.slice('Bearer '.length) ?? '') !== undefined

async function createCheckout(request: IncomingMessage): Promise<Answer> {
  if (!isCaller(request)) return { status: 401, body: '{}' }
  const body = JSON.parse(await text(request)) as Record<string, string>
  const offer = await store.row<{ name: string; amount_minor: number }>(
    'select name, amount_minor from offers where id = ?',
    body['offer_id'] ?? '',
  )
  if (!offer) return { status: 404, body: '{}' }
  const row: Checkout = {
    id: `checkout_${randomUUID()}`,
    page_token: randomBytes(32).toString('base64url'),
    external_id: body['external_id'] ?? '',
    status: 'open',
    offer_id: body['offer_id'] ?? '',
    offer_name: offer.name,
    amount_minor: offer.amount_minor,
    success_url: body['success_url'] ?? '',
    cancel_url: body['cancel_url'] ?? '',
    metadata: JSON.stringify(body['metadata']),
    created_at: now(),
    completed_at: null,
    payment_id: null,
  }
  await store.write([
    `insert into checkouts (id, page_token, external_id, status, offer_id, offer_name,
      amount_minor, success_url, cancel_url, metadata, created_at)
      values (?, ?, ?, 'open', ?, ?, ?, ?, ?, ?, ?)`,
    ...[row.id, row.page_token, row.external_id, row.offer_id, row.offer_name],
    ...[row.amount_minor, row.success_url, row.cancel_url, row.metadata, row.created_at],
  ])
  return { status: 201, body: jsonOf(row) }
}

async function readCheckout(request: IncomingMessage, id: string): Promise<Answer> {
  if (!isCaller(request)) return { status: 401, body: '{}' }
  const row = await store.row<Checkout>('select * from checkouts where id = ?', id)
  return row ? { body: jsonOf(row) } : { status: 404, body: '{}' }
}

/** Makes the charge at the bank: two transactions around one request. */
async function codeOf({ id, amount_minor }: Checkout): Promise<string> {
  const at = now()
  const txid = id.replace('checkout_', '').replaceAll('-', '')
  await store.write(
    ['update checkouts set page_opened_at = ? where id = ?', at, id],
    ['insert into charges (checkout_id, txid, created_at) values (?, ?, ?)', id, txid, at],
  )
  const charge = await bank.ask('PUT', `/cob/${txid}`, {
    calendario: { expiracao: 86_000 },
    valor: { original: amountOf(amount_minor) },
    chave: access.pix_key,
    solicitacaoPagador: 'Caneca de cerâmica',
  })
  const code = String(charge['pixCopiaECola'])
  await store.write(['update charges set pix_code = ? where checkout_id = ?', code, id])
  return code
}

async function showPage(page_token: string): Promise<Answer> {
  const type = 'text/html; charset=utf-8'
  const where = 'select * from checkouts where page_token = ?'
  const row = await store.row<Checkout>(where, page_token)
  if (!row) return { status: 404, type, body: '' }
  const { id, offer_name: name, amount_minor, success_url } = row
  if (row.status !== 'open') return { type, body: finalPage(name, success_url) }
  const path = `/pay/${page_token}`
  return { type, body: openPage({ id, path, name, amount_minor, code: await codeOf(row) }) }
}

function openStream(page_token: string, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  response.write('data: {"status":"open","code_ready":true}\n\n')
  streams.set(page_token, response)
  response.once('close', () => streams.delete(page_token))
}

async function sendEvent(id: string, event_id: string, body: string): Promise<void> {
  const status = await deliver(event_id, body)
  await store.write([
    'update deliveries set status = ?, response_status = ?, updated_at = ? where id = ?',
    ...[status < 300 ? 'delivered' : 'failed', status, now(), id],
  ])
}

/** Asks the bank about a charge that a callback names, and settles its checkout. */
async function settle(txid: string): Promise<void> {
  const found = await bank.ask('GET', `/cob/${txid}`)
  const [pix] = (found['pix'] ?? []) as { endToEndId: string; valor: string; horario: string }[]
  const row = await store.row<Checkout>(
    `select checkouts.* from checkouts join charges on checkout_id = id where txid = ?`,
    txid,
  )
  const isPaid = found['status'] === 'CONCLUIDA' && row?.status === 'open'
  if (!pix || !isPaid || pix.valor !== amountOf(row.amount_minor)) return
  const at = now()
  const [payment_id, event_id, id] = [randomUUID(), `evt_${randomUUID()}`, randomUUID()]
  const paid = { ...row, status: 'completed', completed_at: at, payment_id }
  const body = `{"type":"payment.succeeded","timestamp":"${at}","data":${jsonOf(paid)}}`
  await store.write(
    [
      `update checkouts set status = 'completed', completed_at = ?, payment_id = ?
        where id = ? and status = 'open'`,
      ...[at, payment_id, row.id],
    ],
    [
      `insert into payments (id, checkout_id, end_to_end_id, amount_minor, paid_at)
        values (?, ?, ?, ?, ?)`,
      ...[payment_id, row.id, pix.endToEndId, row.amount_minor, pix.horario],
    ],
    ['insert into events values (?, ?, ?, ?)', event_id, 'payment.succeeded', body, at],
    [
      `insert into deliveries (id, event_id, status, updated_at) values (?, ?, 'pending', ?)`,
      ...[id, event_id, at],
    ],
  )
  streams.get(row.page_token)?.end('data: {"status":"completed","code_ready":false}\n\n')
  await sendEvent(id, event_id, body)
}

async function hear(request: IncomingMessage): Promise<Answer> {
  const { pix } = JSON.parse(await text(request)) as { pix: { txid: string }[] }
  for (const { txid } of pix) settle(txid).catch((error: unknown) => console.error(error))
  return { body: '{}' }
}

/** @returns undefined for a stream, which is answered by itself */
async function answer(request: IncomingMessage, response: ServerResponse) {
  const { method, url = '' } = request
  const [, first = '', second = '', third] = url.split('/')
  if (first === 'pay' && third === 'events') return openStream(second, response)
  if (first === 'pay') return showPage(second)
  if (first === 'v1' && method === 'POST') return createCheckout(request)
  if (first === 'v1') return readCheckout(request, third ?? '')
  if (first === 'oauth') return issueToken(request)
  if (first === 'pix') return hear(request)
  if (first === 'counts') return { body: JSON.stringify({ commits: store.commits() }) }
  return { body: '{}' }
}

await store.write(
  ['delete from offers'],
  ['insert into offers values (?, ?, ?)', offer_id, 'Caneca de cerâmica', 4990],
)
await bank.ask('PUT', `/webhook/${encodeURIComponent(access.pix_key)}`, {
  webhookUrl: `${settings.base_url}/pix`,
})
createServer((request, response) => {
  answer(request, response)
    .then((found) => {
      if (!found) return
      const { status = 200, type = 'application/json', body } = found
      const length = Buffer.byteLength(body)
      response.writeHead(status, { 'content-type': type, 'content-length': length }).end(body)
    })
    .catch((error: unknown) => {
      console.error(error)
      response.writeHead(500).end()
    })
}).listen(settings.port, '127.0.0.1')

// By an exit, since V8 writes no profile when a signal ends a process.
process.once('SIGTERM', () => process.exit())
