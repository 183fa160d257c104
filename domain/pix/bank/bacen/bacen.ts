import { parseDirectly } from '../answerFields.ts'
import type { ParseAnswer } from '../answerFields.ts'
import { censored, isSuccess, NOT_FOUND, refusedWith } from '../answers.ts'
import { pixCode } from '../brCode.ts'
import { chargeBodies } from '../chargeBody.ts'
import type { ChargeBody } from '../chargeBody.ts'
import { oneLine } from '../mtls.ts'
import type { BankResponse, BankTransport } from '../mtls.ts'
import { profileNamed } from '../profiles.ts'
import type { BankProfile } from '../profiles.ts'
import { MAX_PAGES, mutualTls } from '../options.ts'
import type { BankOptions, BankSettings } from '../options.ts'
import { BankError, isSameId } from '../provider.ts'
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
import { apiRequest, SCOPES, tokenRequest, tokenUrls } from './requests.ts'
import type { ApiCall } from './requests.ts'
import { problemOf, toValor } from '../fields.ts'
import {
  chargeOf,
  listPageOf,
  oneTransferOf,
  payloadOf,
  refundReportOf,
  transferPageOf,
} from './responses.ts'
import { periodOf } from '../times.ts'

/** The longest token, which goes out in a header of every request; servers take 8 KiB and more. */
const MAX_TOKEN_BYTES = 8_192

/** A token is not used in the last seconds of its lifetime, so that it is valid on arrival. */
const TOKEN_MARGIN_MS = 30_000
const TOKEN_LIFETIME_SECONDS = 300

/** A scope (RFC 6749 §3.3), and how many of them are kept. */
const isScope = /^[\x21\x23-\x5b\x5d-\x7e]{1,255}$/
const MAX_SCOPES = 100

type PutResponse = BankResponse & Pick<CreatedCharge, 'leftOut'>
type Token = { value: string; scope: string | undefined; usableUntilMs: number }

/** A token that the bank has revoked is refused as 403 too: the contract has no other status. */
const TOKEN_REFUSED = new Set([401, 403])

const refused = (answer: BankResponse, call: string): BankError =>
  refusedWith(answer, { asked: call, problem: problemOf(answer.text) })

/**
 * A bank that follows the Central Bank of Brazil's Pix API 2.9.0: OAuth 2 client credentials over
 * mutual TLS, and tokens that are bound to the certificate. The bank's profile has its requirements
 * beyond that.
 */
export class Bacen implements ConnectedProvider {
  readonly capabilities: Capabilities
  readonly #settings: BankSettings
  readonly #profile: BankProfile
  readonly #client: BankTransport
  readonly #parse: ParseAnswer
  #token: Promise<Token> | undefined
  /** Where tokens may be issued; the address that has issued one comes first. */
  #tokenUrls: string[]

  constructor(
    settings: BankSettings,
    { transportOf = mutualTls, parse = parseDirectly, ...options }: BankOptions = {},
  ) {
    this.#settings = settings
    this.#parse = parse
    this.#profile = profileNamed(settings.profile)
    this.capabilities = this.#profile.capabilities
    this.#tokenUrls = tokenUrls(settings, this.#profile)
    this.#client = transportOf(settings, { ...options, isPublicOnly: settings.public_only })
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
    const answer = await this.#ask({ method: 'PUT', path: `/cob/${txid}`, body }).catch(
      (error: BankError) => error,
    )
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
    const answer = await this.#ask({ method: 'GET', path: `/cob/${txid}` })
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
      const answer = await this.#ask({ method: 'GET', path: `/pix?${query}` })
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
    const answer = await this.#ask({ method: 'GET', path: `/pix?${query}` })
    if (NOT_FOUND.has(answer.status)) return undefined
    if (!isSuccess(answer)) throw refused(answer, 'GET /pix')
    return listPageOf(await this.#parse(answer.text))
  }

  async readTransfer(end_to_end_id: string, txid?: string): Promise<Transfer | undefined> {
    const answer = await this.#ask({ method: 'GET', path: `/pix/${end_to_end_id}` })
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
    const answer = await this.#ask({ method: 'PATCH', path: `/cob/${txid}`, body: { status } })
    if (!isSuccess(answer)) throw refused(answer, `PATCH /cob/${txid}`)
  }

  async refund({ amount_minor, reason, ...order }: NewRefundOrder): Promise<RefundReport> {
    const path = pathOf(order)
    const body = { valor: toValor(amount_minor), ...(reason && { descricao: reason }) }
    const answer = await this.#ask({ kind: 'order', method: 'PUT', path, body })
    if (!isSuccess(answer)) throw refused(answer, `PUT ${path}`)
    return refundReportOf(await this.#parse(answer.text), order.return_id)
  }

  async readRefund(order: RefundOrder): Promise<RefundReport | undefined> {
    const path = pathOf(order)
    const answer = await this.#ask({ method: 'GET', path })
    if (NOT_FOUND.has(answer.status)) return undefined
    if (!isSuccess(answer)) throw refused(answer, `GET ${path}`)
    return refundReportOf(await this.#parse(answer.text), order.return_id)
  }

  /** A callback names the charge itself. */
  txidOf(): Promise<undefined> {
    return Promise.resolve(undefined)
  }

  async grantedScopes(): Promise<string | undefined> {
    return (await this.#tokenInForce()).scope
  }

  /** Has the bank send its callbacks to `webhookUrl` with `/pix` after it. */
  async registerWebhook(webhookUrl: string): Promise<void> {
    const path = `/webhook/${encodeURIComponent(this.#settings.pix_key)}`
    const answer = await this.#ask({ method: 'PUT', path, body: { webhookUrl }, isWebhook: true })
    if (!isSuccess(answer)) throw refused(answer, 'PUT /webhook/{chave}')
  }

  async readWebhook(): Promise<string | undefined> {
    const path = `/webhook/${encodeURIComponent(this.#settings.pix_key)}`
    const answer = await this.#ask({ method: 'GET', path })
    if (answer.status === 404) return undefined
    if (!isSuccess(answer)) throw refused(answer, 'GET /webhook/{chave}')
    const { webhookUrl = '' } = await this.#parse(answer.text)
    return oneLine(String(webhookUrl))
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

  async #ask(call: ApiCall): Promise<BankResponse> {
    const token = await this.#tokenInForce()
    const answer = await this.#send(token, call)
    if (!TOKEN_REFUSED.has(answer.status)) return answer
    // The bank has revoked the token: repeat the request once with a new one.
    return this.#send(await this.#tokenInForce(token), call)
  }

  async #send({ value: token }: Token, call: ApiCall): Promise<BankResponse> {
    const request = apiRequest(this.#settings, this.#profile, { ...call, token })
    return this.#shown(await this.#client.send(request))
  }

  /** An answer whose text may stand in a message. */
  #shown(answer: BankResponse): BankResponse {
    return isSuccess(answer) ? answer : censored(answer, this.#settings)
  }

  /** @param revoked a token that the bank no longer accepts */
  async #tokenInForce(revoked?: Token): Promise<Token> {
    const current = this.#token
    const token = await current
    if (token && token !== revoked && token.usableUntilMs > performance.now()) return token
    // Of the calls that wait here, the first requests a new token, and the others share it.
    if (this.#token === current) {
      const asking = this.#requestToken()
      this.#token = asking
      asking.catch(() => {
        if (this.#token === asking) this.#token = undefined
      })
      return asking
    }
    return this.#tokenInForce(revoked)
  }

  /** Asks at one address after another, until one of them is there. */
  async #askForToken(): Promise<BankResponse> {
    const [first = '', ...others] = this.#tokenUrls
    const ask = async (url: string) =>
      this.#shown(await this.#client.send(tokenRequest(this.#settings, this.#profile, url)))
    let answer = await ask(first)
    for (const url of others) {
      if (!NOT_FOUND.has(answer.status)) break
      answer = await ask(url)
      if (isSuccess(answer)) this.#tokenUrls = [...new Set([url, ...this.#tokenUrls])]
    }
    return answer
  }

  async #requestToken(): Promise<Token> {
    const askedMs = performance.now()
    const answer = await this.#askForToken()
    if (!isSuccess(answer)) {
      const { message, status, retryAfterMs } = refused(answer, 'The request for a token')
      throw new BankError('unavailable', message, { status: status ?? 0, retryAfterMs })
    }
    const { access_token, expires_in, scope } = await this.#parse(answer.text)
    if (typeof access_token !== 'string' || !/^[\x21-\x7e]+$/.test(access_token)) {
      throw new BankError('unreadable', 'The bank answered without an access_token.')
    }
    if (access_token.length > MAX_TOKEN_BYTES) {
      throw new BankError('unreadable', 'The bank answered with an access_token beyond 8 KiB.')
    }
    const lifetimeMs = (Number(expires_in) || TOKEN_LIFETIME_SECONDS) * 1000
    // Of a short lifetime, half is used.
    const marginMs = Math.min(TOKEN_MARGIN_MS, lifetimeMs / 2)
    return {
      value: access_token,
      // A bank that names no scopes has granted the requested ones (RFC 6749 §5.1).
      scope: scopesOf(scope) ?? (this.#profile.asksScopes ? SCOPES : undefined),
      usableUntilMs: askedMs + lifetimeMs - marginMs,
    }
  }
}

/** The scopes in an answer as they may be shown; undefined when it names none. */
function scopesOf(scope: unknown): string | undefined {
  if (typeof scope !== 'string') return undefined
  const scopes = scope.split(/\s+/).filter((word) => isScope.test(word))
  return scopes.length > 0 ? scopes.slice(0, MAX_SCOPES).join(' ') : undefined
}

const pathOf = ({ end_to_end_id, return_id }: RefundOrder) =>
  `/pix/${end_to_end_id}/devolucao/${return_id}`
