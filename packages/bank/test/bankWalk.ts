/**
 * A walk through all that a customer may ask of the simulated bank, with every answer that it can
 * be given. Each answer comes with the operation and the status that it was given for.
 */
import assert from 'node:assert/strict'
import type { Bank } from '../bank.ts'
import { SCOPES } from '../tokens.ts'
import { BankCustomer } from './bankCustomer.ts'
import type { BankAnswer } from './bankCustomer.ts'
import { recurringRequests, walkRecurring } from './recurringWalk.ts'

export type Visit = { operation: string; answer: BankAnswer }

const DAY_MS = 24 * 60 * 60 * 1000
const txid = 'a'.repeat(32)
const absent = 'z'.repeat(32)
const removal = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }
const devedor = { cpf: '12345678909', nome: 'Maria' }

const between = (more: object = {}) => {
  const times = { inicio: '2026-01-01T00:00:00Z', fim: '2026-12-31T00:00:00-03:00' }
  return String(new URLSearchParams({ ...times, ...more }))
}

export class BankWalk {
  readonly visits: Visit[] = []
  readonly #bank: Bank
  readonly #customer: BankCustomer
  readonly #advanceMs: (ms: number) => void

  constructor(bank: Bank, advanceMs: (ms: number) => void) {
    this.#bank = bank
    this.#customer = BankCustomer.of(bank)
    this.#advanceMs = advanceMs
  }

  async walk(): Promise<Visit[]> {
    await this.#tokens()
    await this.#charges()
    await this.#locations()
    await this.#transfers()
    await this.#webhooks()
    await walkRecurring({
      bank: this.#bank,
      call: (...asked) => this.#call(...asked),
      advanceMs: this.#advanceMs,
      signIn: () => this.#customer.signIn(SCOPES),
    })
    await this.#refusals()
    return this.visits
  }

  /** @returns the body of the answer, whose status is the one that is expected */
  async #call(
    status: number,
    method: string,
    path: string,
    body?: object,
  ): Promise<BankAnswer['body']> {
    return this.#visited(status, await this.#customer.call(method, path, body))
  }

  #visited(status: number, answer: BankAnswer): BankAnswer['body'] {
    const operation = this.#bank.requests.at(-1) ?? ''
    assert.equal(answer.status, status, `${operation}: ${JSON.stringify(answer.body)}`)
    this.visits.push({ operation, answer })
    return answer.body
  }

  async #tokens(): Promise<void> {
    this.#visited(200, await this.#customer.signIn())
    const form = 'grant_type=client_credentials'
    this.#visited(401, await this.#customer.requestToken(form))
    const { client_id, client_secret } = this.#bank
    const authorization = `Basic ${btoa(`${client_id}:${client_secret}`)}`
    for (const wrong of [
      'grant_type=password',
      'scope=cob.read',
      `${form}&scope=everything`,
      `${form}&scope=cob.read&scope=pix.read`,
    ]) {
      this.#visited(400, await this.#customer.requestToken(wrong, { authorization }))
    }
  }

  #charge(changes: object = {}): object {
    const { pix_key: chave } = this.#bank
    return { chave, valor: { original: '49.90' }, calendario: { expiracao: 3600 }, ...changes }
  }

  async #charges(): Promise<void> {
    const at = `/cob/${txid}`
    const infoAdicionais = [{ nome: 'pedido', valor: '17' }]
    const details = { devedor, infoAdicionais, solicitacaoPagador: 'Pedido 17' }
    await this.#call(201, 'PUT', at, this.#charge(details))
    await this.#call(201, 'PUT', at, this.#charge({ valor: { original: '50.00' } }))
    await this.#call(200, 'PATCH', at, { valor: { modalidadeAlteracao: 1 }, devedor })
    await this.#call(200, 'GET', at)
    await this.#call(200, 'GET', `${at}?revisao=0`)
    await this.#call(400, 'GET', `${at}?revisao=99`)
    await this.#call(400, 'GET', `${at}?revisao=x`)
    await this.#call(404, 'GET', `/cob/${absent}`)
    await this.#call(400, 'PUT', at, this.#charge({ chave: 'outra@example.com' }))
    await this.#call(400, 'PUT', `/cob/${absent}`, this.#charge({ loc: { id: 999 } }))
    await this.#call(404, 'PATCH', `/cob/${absent}`, {})
    await this.#call(400, 'PATCH', at, { ...removal, solicitacaoPagador: 'x' })
    const company = { devedor: { cnpj: '12ABC34501DE35', nome: 'Loja' } }
    const other = await this.#call(201, 'POST', '/cob', this.#charge(company))
    await this.#call(400, 'POST', '/cob', this.#charge({ valor: { original: '0.00' } }))
    await this.#call(200, 'PATCH', `/cob/${String(other['txid'])}`, removal)
    await this.#call(400, 'PATCH', `/cob/${String(other['txid'])}`, {})
    await this.#call(200, 'GET', `/cob?${between()}`)
    const filters = { cpf: devedor.cpf, status: 'ATIVA', locationPresente: 'true' }
    await this.#call(200, 'GET', `/cob?${between(filters)}`)
    await this.#call(200, 'GET', `/cob?${between({ cnpj: company.devedor.cnpj })}`)
    await this.#call(400, 'GET', '/cob')
    await this.#call(400, 'GET', `/cob?${between({ fim: '2025-01-01T00:00:00Z' })}`)
  }

  async #locations(): Promise<void> {
    const { id } = await this.#call(201, 'POST', '/loc', { tipoCob: 'cob' })
    await this.#call(201, 'POST', '/loc', { tipoCob: 'cobv' })
    await this.#call(400, 'POST', '/loc', { tipoCob: 'boleto' })
    await this.#call(200, 'GET', `/loc/${String(id)}`)
    await this.#call(200, 'PATCH', `/cob/${txid}`, { loc: { id } })
    await this.#call(200, 'GET', `/loc/${String(id)}`)
    await this.#call(200, 'GET', `/loc?${between({ txIdPresente: 'true', tipoCob: 'cob' })}`)
    await this.#call(400, 'GET', '/loc?inicio=ontem')
    await this.#call(400, 'GET', `/loc?${between({ fim: '2025-01-01T00:00:00Z' })}`)
    await this.#call(200, 'DELETE', `/loc/${String(id)}/txid`)
    await this.#call(200, 'GET', `/cob/${txid}`)
    await this.#call(404, 'GET', '/loc/999')
    await this.#call(404, 'DELETE', '/loc/999/txid')
    await this.#call(200, 'PATCH', `/cob/${txid}`, { loc: { id } })
  }

  async #transfers(): Promise<void> {
    const { books } = this.#bank
    const { endToEndId } = books.pay(txid, 5000, { infoPagador: 'Obrigada' })
    const other = books.receiveOther(100)
    const at = `/pix/${endToEndId}`
    for (const state of ['EM_PROCESSAMENTO', 'NAO_REALIZADO', 'DEVOLVIDO'] as const) {
      books.return_state = state
      const id = state.replace('_', '')
      const order = { valor: '1.00', natureza: 'ORIGINAL', descricao: 'Troca' }
      await this.#call(201, 'PUT', `${at}/devolucao/${id}`, order)
      await this.#call(200, 'GET', `${at}/devolucao/${id}`)
    }
    books.endReturns('NAO_REALIZADO', 'Saldo insuficiente')
    books.takeBack({ endToEndId }, 100)
    await this.#call(200, 'GET', at)
    await this.#call(200, 'GET', `/pix/${other.endToEndId}`)
    await this.#call(200, 'GET', `/cob/${txid}`)
    await this.#call(400, 'PUT', `/cob/${txid}`, this.#charge())
    await this.#call(400, 'PUT', `${at}/devolucao/DEVOLVIDO`, { valor: '1.00' })
    await this.#call(400, 'PUT', `${at}/devolucao/muito`, { valor: '50.00' })
    await this.#call(400, 'PUT', `${at}/devolucao/errado`, { valor: '1,00' })
    await this.#call(404, 'PUT', `/pix/${absent}/devolucao/um`, { valor: '1.00' })
    await this.#call(404, 'GET', `/pix/${absent}/devolucao/um`)
    await this.#call(404, 'GET', `${at}/devolucao/nenhuma`)
    await this.#call(400, 'GET', `${at}/devolucao/nenhuma?x=1`)
    await this.#call(404, 'GET', `/pix/${absent}`)
    await this.#call(200, 'GET', `/pix?${between()}`)
    const { cpf } = devedor
    const filters = { txid, txIdPresente: 'true', devolucaoPresente: 'true', cpf }
    await this.#call(200, 'GET', `/pix?${between(filters)}`)
    await this.#call(400, 'GET', `/pix?${between({ cpf, cnpj: '12ABC34501DE35' })}`)
    await this.#call(400, 'GET', `/pix?${between({ fim: '2025-01-01T00:00:00Z' })}`)
    this.#advanceMs(91 * DAY_MS)
    await this.#customer.signIn()
    await this.#call(400, 'PUT', `${at}/devolucao/tarde`, { valor: '1.00' })
  }

  async #webhooks(): Promise<void> {
    const at = `/webhook/${this.#bank.pix_key}`
    const webhookUrl = 'https://loja.example/pix'
    await this.#call(404, 'GET', at)
    await this.#call(404, 'DELETE', at)
    await this.#call(200, 'PUT', at, { webhookUrl })
    await this.#call(400, 'PUT', at, { webhookUrl: 'x' })
    await this.#call(400, 'PUT', '/webhook/outra@example.com', { webhookUrl })
    await this.#call(200, 'GET', at)
    await this.#call(200, 'GET', '/webhook')
    await this.#call(200, 'GET', `/webhook?${between()}`)
    await this.#call(400, 'GET', '/webhook?paginacao.itensPorPagina=0')
    await this.#call(400, 'GET', `/webhook?${between({ fim: '2025-01-01T00:00:00Z' })}`)
    await this.#call(204, 'DELETE', at)
  }

  /**
   * Refusals that every operation gives: a wrong request, no token, no scope, too many requests.
   */
  async #refusals(): Promise<void> {
    const { endToEndId } = this.#bank.books.transfers()[0] ?? assert.fail()
    const order = `/pix/${endToEndId}/devolucao/um`
    const webhook = `/webhook/${this.#bank.pix_key}`
    const requests: [string, string][] = [
      ...['PUT', 'GET', 'PATCH'].map((method): [string, string] => [method, `/cob/${txid}`]),
      ...['/cob', '/loc'].map((path): [string, string] => ['POST', path]),
      ...['/cob', '/loc', '/loc/1', '/webhook', webhook, '/pix', `/pix/${endToEndId}`, order].map(
        (path): [string, string] => ['GET', path],
      ),
      ...['/loc/1/txid', webhook].map((path): [string, string] => ['DELETE', path]),
      ...[webhook, order].map((path): [string, string] => ['PUT', path]),
      ...recurringRequests,
    ]
    const each = async (status: number, query = '') => {
      for (const [method, path] of requests) {
        const body = /^P/.test(method) ? { errado: 1 } : undefined
        await this.#call(status, method, `${path}${query}`, body)
      }
    }
    await each(400, '?errado=1')
    this.#bank.requestsPerMinute = 0
    await each(429)
    this.#bank.requestsPerMinute = Infinity
    const { scopes } = this.#bank
    this.#bank.scopes = ''
    await each(403)
    this.#bank.scopes = scopes
    this.#bank.endTokens()
    await each(401)
    await this.#customer.signIn()
    await this.#call(404, 'GET', '/cobv/1')
  }
}
