/** Answers of a seller's bank, at their longest and in the ugliest forms. */
import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { createSeller } from '../../../domain/access/clients.ts'
import { txidOf } from '../../../domain/pix/bank/txid.ts'
import { onceForFile } from '../../support/atEnd.ts'
import { addBank } from '../../support/bankSettings.ts'
import { ask, tokenOf } from '../../support/processes.ts'
import { long } from '../../support/property.ts'
import type { Target } from './attackedService.ts'
import { hardBodies, json } from './hardBodies.ts'
import { answering, HostileBank } from './hostileBank.ts'
import type { Answering } from './hostileBank.ts'

/** The longest answer that is read. */
const ANSWER_BYTES = 1024 * 1024 - 256

/** The charges that are checked at once. */
const CHARGES = 8

/** Callbacks have them checked until the bank has answered so often, or no more. */
const PAGES = 24
const MOST_CALLBACKS = long ? 30 : 3
const PAUSE_MS = 50

export const e2e = (i: number) => `E12345678202603021200${String(i).padStart(11, '0')}`

/** A whole page of transfers, each with so many refunds. */
const page = (transfers: number, refunds: number, more: object = {}): object[] =>
  Array.from({ length: transfers }, (_, i) => ({
    endToEndId: e2e(i),
    txid: 'a'.repeat(32),
    valor: '10.00',
    horario: '2026-03-02T12:00:00.000Z',
    ...more,
    devolucoes: Array.from({ length: refunds }, (_, j) => ({
      id: `d${i}x${j}`,
      rtrId: `D${e2e(j).slice(1)}`,
      valor: '0.01',
      status: 'DEVOLVIDO',
      horario: { liquidacao: '2026-03-02T12:00:00.000Z' },
    })),
  }))

/** Lists that go on for twenty pages, each of which is another one. */
export function listing(pix: (txid: string) => string): Answering {
  let count = 0
  return (response) => {
    const txid = new URL(response.req.url ?? '', 'https://localhost').searchParams.get('txid')
    const first = JSON.stringify({ endToEndId: e2e(count++) })
    const parametros = '{"paginacao":{"quantidadeDePaginas":20,"itensPorPagina":100}}'
    const text = `{"parametros":${parametros},"pix":[${first},${pix(txid ?? '')}]}`
    answering(text)(response)
  }
}

export const longAnswer = (piece: string, bytes = ANSWER_BYTES - 200) =>
  Array.from({ length: Math.floor(bytes / (piece.length + 1)) }, () => piece).join(',')

/** Pieces of one byte each. */
const inPieces: Answering = (response) => {
  response.writeHead(200, { 'transfer-encoding': 'chunked' })
  response.flushHeaders()
  const { socket } = response
  socket?.write('1\r\n{\r\n'.repeat(150_000))
  socket?.end()
}

/** Made once: to pack it takes so long that the test's own requests would time out meanwhile. */
const packed = onceForFile(() => gzipSync(Buffer.alloc(64 * 1024 ** 2, 0x20)))

const answers: Record<string, Answering> = {
  ...Object.fromEntries(
    Object.entries(hardBodies[json] ?? {}).map(([form, body]) => [
      form,
      answering(body(ANSWER_BYTES)),
    ]),
  ),
  'pages of empty objects': listing(() => longAnswer('{}')),
  'pages of empty lists': listing(() => longAnswer('[]')),
  'pages of transfers with long words': listing((txid) =>
    JSON.stringify(page(99, 1, { txid, motivo: '\u00a0'.repeat(4_000) })).slice(1, -1),
  ),
  'pages of a thousand transfers': listing((txid) =>
    JSON.stringify(page(999, 0, { txid })).slice(1, -1),
  ),
  'pages of refunds': listing((txid) => JSON.stringify(page(9, 900, { txid })).slice(1, -1)),
  'pages of times that are none': listing((txid) =>
    JSON.stringify(page(90, 0, { txid, horario: '9'.repeat(8_000) })).slice(1, -1),
  ),
  'packed a thousandfold': (response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed())
  },
  'long problems': (response) => {
    const violacoes = Array.from({ length: 60 }, () => ({ razao: '\u00a0'.repeat(100) }))
    response.writeHead(400).end(JSON.stringify({ title: 'x', violacoes }))
  },
  'many headers': answering(
    '{}',
    Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`x-${i}`, 'y'])),
  ),
  'pieces of a byte': inPieces,
}

type Shop = { seller_id: string; token: string }

async function newShop({ served, vault }: Target, bank: HostileBank): Promise<Shop> {
  const now = new Date()
  const seller = await createSeller(served.db, { name: 'Loja', now })
  const { seller_id } = seller
  await addBank(served.db, vault, { seller_id, settings: bank.settings, now })
  return { seller_id, token: await tokenOf(served.url, seller) }
}

/** The txids of charges that the bank has made. */
async function charged({ served }: Target, { token }: Shop): Promise<string[]> {
  const headers = { authorization: `Bearer ${token}` }
  const post = async (path: string, body: object) => {
    const answer = await ask(`${served.url}${path}`, { method: 'POST', headers, json: body })
    assert.equal(answer.status, 201)
    return answer.body as { checkout_url: string; id: string; default_offer: { id: string } }
  }
  const default_offer = { amount_minor: 4990, currency: 'BRL' }
  const product = await post('/v1/products', { name: 'Caneca', default_offer })
  const txids: string[] = []
  for (let i = 0; i < CHARGES; i++) {
    const opened = await post('/v1/checkouts', { offer_id: product.default_offer.id })
    await ask(served.url + new URL(opened.checkout_url).pathname)
    txids.push(txidOf(opened.id))
  }
  return txids
}

/** Each form comes to a seller of its own, which has all of its budget. */
export async function attackByBank(target: Target): Promise<void> {
  const bank = await HostileBank.start()
  const forms = Object.entries(answers)
  for (const [name, answer] of long ? forms : forms.slice(-1)) {
    bank.answer = answer
    const shop = await newShop(target, bank)
    const horario = '2026-03-02T12:00:00Z'
    const pix = (await charged(target, shop)).map((txid, i) => {
      return { endToEndId: e2e(i), txid, valor: '49.90', horario }
    })
    const callback = {
      method: 'POST',
      path: `/pix/${shop.seller_id}/pix`,
      headers: [['content-type', json]] as const,
      body: JSON.stringify({ pix }),
    }
    const send = async () => {
      const before = bank.listed
      for (let i = 0; i < MOST_CALLBACKS && bank.listed < before + PAGES; i++) {
        await target.send(callback, false)
        await wait(PAUSE_MS)
      }
      assert.ok(bank.listed > before, `${name}: the bank was not asked`)
    }
    await target.attack([{ name: `a bank's ${name}`, send }])
  }
}
