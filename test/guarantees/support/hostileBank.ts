/** A bank that takes every charge, calls it paid, and lists the transfers that a test names. */
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { BankSettings } from '../../../domain/pix/bank/options.ts'
import { contractSettings } from '../../../domain/pix/bank/profiles.ts'
import {
  makeAuthority,
  makeClientPair,
  makeServerPair,
} from '../../../packages/bank/certificates.ts'
import { atEnd } from '../../support/atEnd.ts'

const PIX_KEY = 'loja@example.com'

/** An answer about a charge that it has called paid. */
export type Answering = (response: ServerResponse) => void

export const answering =
  (body: string, headers: Record<string, string | string[]> = {}): Answering =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body)
  }

export class HostileBank {
  readonly settings: BankSettings
  answer: Answering = answering('{}')
  /** Its answer to a request for a token. */
  tokenAnswer: Answering = answering(JSON.stringify({ access_token: 'x', expires_in: 3600 }))
  /** The requests for a token. */
  tokensAsked = 0
  /** The requests for its list. */
  listed = 0

  private constructor(settings: BankSettings) {
    this.settings = settings
  }

  static async start(): Promise<HostileBank> {
    const authority = await makeAuthority('Banco')
    const [own, { cert, key }] = await Promise.all([
      makeServerPair(authority),
      makeClientPair(authority, 'loja'),
    ])
    const server = createServer({ cert: own.cert, key: own.key, maxHeaderSize: 65_536 })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    atEnd(() => {
      server.close()
      server.closeAllConnections()
    })
    const url = `https://localhost:${(server.address() as AddressInfo).port}`
    const bank = new HostileBank({
      ...contractSettings,
      url,
      token_url: `${url}/token`,
      client_id: 'loja',
      client_secret: 'segredo',
      certificate: cert,
      private_key: key,
      authority: authority.cert,
      pix_key: PIX_KEY,
      city: 'Recife',
      public_only: false,
    })
    server.on('request', (request, response) => {
      response.on('error', () => undefined)
      void bank.#take(request, response).catch(() => response.destroy())
    })
    return bank
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const sent = await text(request)
    const { pathname = '' } = new URL(request.url ?? '', 'https://localhost')
    const json = (body: object) => answering(JSON.stringify(body))(response)
    if (pathname === '/token') {
      this.tokensAsked++
      return this.tokenAnswer(response)
    }
    const [, cob, txid] = pathname.split('/')
    if (cob === 'webhook' && request.method === 'PUT') return json({})
    if (cob !== 'cob') {
      this.listed++
      return this.answer(response)
    }
    const charge = { txid, chave: PIX_KEY, status: 'CONCLUIDA' }
    if (request.method !== 'PUT') return json(charge)
    const { valor } = JSON.parse(sent) as { valor: object }
    json({ ...charge, status: 'ATIVA', valor, pixCopiaECola: '00020126'.padEnd(100, '0') })
  }
}
