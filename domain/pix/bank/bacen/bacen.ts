import { parseDirectly } from '../answerFields.ts'
import type { ParseAnswer } from '../answerFields.ts'
import { isSuccess, NOT_FOUND } from '../answers.ts'
import { pixCode } from '../brCode.ts'
import { chargeBodies } from '../chargeBody.ts'
import type { ChargeBody } from '../chargeBody.ts'
import { oneLine } from '../mtls.ts'
import type { BankResponse, BankTransport } from '../mtls.ts'
import { profileNamed } from '../profiles.ts'
import { MAX_PAGES, mutualTls } from '../options.ts'
import type { BankOptions, BankSettings } from '../options.ts'
import { type BankError, isSameId } from '../provider.ts'
import type {
  BankCharge,
  Capabilities,
  ConnectedProvider,
  CreatedCharge,
  ListQuery,
  NewCharge,
  NewRefundOrder,
  RefundOrder,
  RefundReport,
  Transfer,
  TransferPage,
  TransfersFound,
} from '../provider.ts'
import { toValor, violationsOf } from '../fields.ts'
import { BacenLine, refused } from './line.ts'
import { RECURRING_SCOPES, SCOPES } from './requests.ts'
import {
  chargeOf,
  listPageOf,
  oneTransferOf,
  payloadOf,
  refundReportOf,
  transferPageOf,
} from './responses.ts'
import type { RecurringAnswer, RecurringCall } from '../recurring.ts'
import { periodOf } from '../times.ts'

type PutResponse = BankResponse & Pick<CreatedCharge, 'leftOut'>

/**
 * A bank that follows the Central Bank of Brazil's Pix API 2.9.0: OAuth 2 client credentials over
 * mutual TLS, and tokens that are bound to the certificate. The bank's profile has its requirements
 * beyond that.
 */
export class Bacen implements ConnectedProvider {
  readonly capabilities: Capabilities
  readonly #settings: BankSettings
  readonly #client: BankTransport
  readonly #parse: ParseAnswer
  readonly #line: BacenLine
  /** A bank that refuses the scopes of Pix Automático refuses nothing else by it. */
  readonly #recurringLine: BacenLine

  constructor(
    settings: BankSettings,
    { transportOf = mutualTls, parse = parseDirectly, ...options }: BankOptions = {},
  ) {
    this.#settings = settings
    this.#parse = parse
    const { capabilities, asksScopes } = profileNamed(settings.profile)
    this.capabilities = capabilities
    this.#client = transportOf(settings, { ...options, isPublicOnly: settings.public_only })
    const parts = { settings, parse, client: this.#client }
    this.#line = new BacenLine(parts, SCOPES)
    // Where no scopes are named, one token is for all.
    this.#recurringLine = asksScopes ? new BacenLine(parts, RECURRING_SCOPES) : this.#line
  }

  async createCharge(charge: NewCharge): Promise<CreatedCharge> {
    const { txid, amount_minor, sellerName, repeated = false } = charge
    const { pix_key, city } = this.#settings
    const existing = repeated ? await this.#findCharge(txid) : undefined
    const { text, leftOut = [] }: PutResponse = existing ?? (await this.#putCharge(charge))
    const payload = payloadOf(await this.#parse(text), { txid, pix_key, amount_minor })
    const pix_code =
      'pix_code' in payload ? payload.pix_code : pixCode({ ...payload, sellerName, city })
    return { pix_code, ...(leftOut.length > 0 && { leftOut }) }
  }

  /**
   * Creates the charge. A bank may refuse the optional details, such as a debtor that it does not
   * know: the charge is then requested without them, so that it can be paid. The requests have one
   * txid, so that at most one charge comes of them.
   */
  async #putCharge(charge: NewCharge): Promise<PutResponse> {
    for (const { body, leftOut, isLast } of chargeBodies(charge, this.#settings.pix_key)) {
      const answer = await this.#putOrFind(charge.txid, body)
      if (!(answer instanceof Error)) return { ...answer, leftOut }
      if (isLast || answer.kind !== 'refused') throw answer
    }
    throw new Error('A charge has no body.')
  }

  /** Creates the charge, and reads it where the response leaves open whether it was created. */
  async #putOrFind(txid: string, body: ChargeBody): Promise<BankResponse | BankError> {
    const call = `PUT /cob/${txid}`
    const answer = await this.#line
      .ask({ method: 'PUT', path: `/cob/${txid}`, body })
      .catch((error: BankError) => error)
    if (!(answer instanceof Error) && isSuccess(answer)) return answer
    // The text of a refusal may repeat the debtor's name, which belongs in no log.
    const loggable = answer instanceof Error || !body.devedor ? answer : { ...answer, text: '' }
    const error = loggable instanceof Error ? loggable : refused(loggable, call)
    const { status = 0 } = error
    // It may have created the charge before the response was lost, or refuse to create it again.
    const isOpen = [0, 400, 409].includes(status) || status >= 500
    const existing = isOpen ? await this.#findCharge(txid).catch(() => undefined) : undefined
    return existing ?? error
  }

  async #findCharge(txid: string): Promise<BankResponse | undefined> {
    const answer = await this.#line.ask({ method: 'GET', path: `/cob/${txid}` })
    if (NOT_FOUND.has(answer.status)) return undefined
    if (!isSuccess(answer)) throw refused(answer, `GET /cob/${txid}`)
    return answer
  }

  async readCharge(txid: string): Promise<BankCharge | undefined> {
    const answer = await this.#findCharge(txid)
    return (
      answer && chargeOf(await this.#parse(answer.text), { txid, pix_key: this.#settings.pix_key })
    )
  }

  async readTransfers(
    txid: string,
    { from, to }: { from: Date; to: Date },
  ): Promise<TransfersFound> {
    const list: TransfersFound = { transfers: [], unclear: [] }
    for (let page = 0, pages = 1, mark = ''; page < pages; page++) {
      if (page === MAX_PAGES) {
        list.unclear.push(`GET /pix lists ${pages} pages, of which ${MAX_PAGES} were read`)
        break
      }
      const query = new URLSearchParams({
        ...periodOf({ from, to }),
        txid,
        ...(page > 0 && { 'paginacao.paginaAtual': String(page) }),
      })
      const answer = await this.#line.ask({ method: 'GET', path: `/pix?${query}` })
      if (NOT_FOUND.has(answer.status)) break
      if (!isSuccess(answer)) throw refused(answer, 'GET /pix')
      const listed = transferPageOf(await this.#parse(answer.text), txid)
      // Banks claim pages that they do not have: the page after the last is empty, or the last.
      if (listed.count === 0 || listed.mark === mark) break
      mark = listed.mark
      list.transfers.push(...listed.transfers)
      list.unclear.push(...listed.unclear)
      pages = listed.pages
    }
    return list
  }

  async listTransfers({ from, to, page, only }: ListQuery): Promise<TransferPage | undefined> {
    const query = new URLSearchParams({
      ...periodOf({ from, to }),
      ...(only === 'with_txid' && { txIdPresente: 'true' }),
      ...(only === 'refunded' && { devolucaoPresente: 'true' }),
      ...(page > 0 && { 'paginacao.paginaAtual': String(page) }),
    })
    const answer = await this.#line.ask({ method: 'GET', path: `/pix?${query}` })
    if (NOT_FOUND.has(answer.status)) return undefined
    if (!isSuccess(answer)) throw refused(answer, 'GET /pix')
    return listPageOf(await this.#parse(answer.text))
  }

  async readTransfer(end_to_end_id: string, txid?: string): Promise<Transfer | undefined> {
    const answer = await this.#line.ask({ method: 'GET', path: `/pix/${end_to_end_id}` })
    if (NOT_FOUND.has(answer.status)) return undefined
    // A client without the scope pix.read may still be shown transfers with their charge.
    if (answer.status === 403 && txid !== undefined) {
      const charge = await this.readCharge(txid)
      return charge?.transfers.find((transfer) => isSameId(transfer.end_to_end_id, end_to_end_id))
    }
    if (!isSuccess(answer)) throw refused(answer, `GET /pix/${end_to_end_id}`)
    return oneTransferOf(await this.#parse(answer.text), end_to_end_id, txid)
  }

  async cancelCharge(txid: string): Promise<void> {
    const status = 'REMOVIDA_PELO_USUARIO_RECEBEDOR'
    const answer = await this.#line.ask({ method: 'PATCH', path: `/cob/${txid}`, body: { status } })
    if (!isSuccess(answer)) throw refused(answer, `PATCH /cob/${txid}`)
  }

  async refund({ amount_minor, reason, ...order }: NewRefundOrder): Promise<RefundReport> {
    const path = pathOf(order)
    const body = { valor: toValor(amount_minor), ...(reason && { descricao: reason }) }
    const answer = await this.#line.ask({ kind: 'order', method: 'PUT', path, body })
    if (!isSuccess(answer)) throw refused(answer, `PUT ${path}`)
    return refundReportOf(await this.#parse(answer.text), order.return_id)
  }

  async readRefund(order: RefundOrder): Promise<RefundReport | undefined> {
    const path = pathOf(order)
    const answer = await this.#line.ask({ method: 'GET', path })
    if (NOT_FOUND.has(answer.status)) return undefined
    if (!isSuccess(answer)) throw refused(answer, `GET ${path}`)
    return refundReportOf(await this.#parse(answer.text), order.return_id)
  }

  /** A callback names the charge itself. */
  txidOf(): Promise<undefined> {
    return Promise.resolve(undefined)
  }

  grantedScopes(): Promise<string | undefined> {
    return this.#line.grantedScopes()
  }

  /** Has the bank send its callbacks to `webhookUrl` with `/pix` after it. */
  async registerWebhook(webhookUrl: string): Promise<void> {
    const path = `/webhook/${encodeURIComponent(this.#settings.pix_key)}`
    const answer = await this.#line.ask({
      method: 'PUT',
      path,
      body: { webhookUrl },
      isWebhook: true,
    })
    if (!isSuccess(answer)) throw refused(answer, 'PUT /webhook/{chave}')
  }

  async readWebhook(): Promise<string | undefined> {
    const path = `/webhook/${encodeURIComponent(this.#settings.pix_key)}`
    const answer = await this.#line.ask({ method: 'GET', path })
    if (answer.status === 404) return undefined
    if (!isSuccess(answer)) throw refused(answer, 'GET /webhook/{chave}')
    const { webhookUrl = '' } = await this.#parse(answer.text)
    return oneLine(String(webhookUrl))
  }

  recurringScopes(): Promise<string | undefined> {
    return this.#recurringLine.grantedScopes()
  }

  async askRecurring(call: RecurringCall): Promise<RecurringAnswer> {
    const answer = await this.#recurringLine.ask({ ...call, isRecurring: true })
    const { status, text } = answer
    if (isSuccess(answer)) {
      // An address of callbacks is taken without a word.
      const fields = text.trim() === '' ? {} : await this.#parse(text)
      return { status, fields, violations: [] }
    }
    const error = refused(answer, `${call.method} ${call.path.split('?')[0]}`)
    if (error.kind !== 'refused') throw error
    return { status, fields: undefined, violations: violationsOf(text) }
  }

  /** Aborts the requests under way, and closes the connections. */
  close(): void {
    this.#client.close()
  }

  /** Closes the connections once no request is under way. */
  retire(): void {
    this.#client.retire()
  }

  /** Closes the connections until the next request. The token is kept. */
  rest(): void {
    this.#client.rest()
  }
}

const pathOf = ({ end_to_end_id, return_id }: RefundOrder) =>
  `/pix/${end_to_end_id}/devolucao/${return_id}`
