/**
 * Mercado Pago, by its public documentation (Payments API): a Pix payment is found by our
 * `external_reference`, orders are idempotent by `X-Idempotency-Key`, and refunds have ids of the
 * provider's own alone.
 */
import { recentlyUsed } from '../../../../runtime/recent.ts'
import { MAX_PAGES } from '../options.ts'
import type { BankOptions, BankSettings } from '../options.ts'
import { attempts } from '../chargeBody.ts'
import { JsonApi } from './jsonApi.ts'
import {
  chargeIn,
  codeOf,
  newestOf,
  pageOf,
  problemIn,
  refundReportIn,
  toAmount,
  transferIn,
} from './mercadoPagoResponses.ts'
import { profileNamed } from '../profiles.ts'
import { BankError, isSameId } from '../provider.ts'
import type {
  BankCharge,
  Capabilities,
  ConnectedProvider,
  CreatedCharge,
  ListQuery,
  NewCharge,
  RefundOrder,
  RefundReport,
  Transfer,
  TransferPage,
  TransfersFound,
} from '../provider.ts'
import { textOf } from '../fields.ts'
import type { Fields } from '../fields.ts'

const PAGE_SIZE = 50

/**
 * The shortest life of a code that the API takes, and how far the provider's clock may be ahead of
 * ours, since it takes the end of a life.
 */
const MIN_LIFETIME_SECONDS = 30 * 60
const CLOCK_SKEW_SECONDS = 60

/**
 * A transfer's id says in which minute its bank made it; the payment is approved so much before or
 * after that, as far as the clocks and the provider's delay go.
 */
const BEFORE_MS = 10 * 60 * 1000
const AFTER_MS = 60 * 60 * 1000

/** Transfers whose payments are remembered, and orders whose refunds are. */
const MAX_KNOWN = 1_000

/** Without it a refund that is under way is answered as an error. */
const SHOWS_IN_PROCESS = { 'x-render-in-process-refunds': 'true' }

export class MercadoPago implements ConnectedProvider {
  readonly capabilities: Capabilities
  readonly #api: JsonApi
  readonly #payer_email: string
  /** The payment of a transfer, and the refund that an order of ours has made. */
  readonly #payments = recentlyUsed<{ id: string }>(MAX_KNOWN)
  readonly #refunds = recentlyUsed<{ id: string }>(MAX_KNOWN)

  constructor(settings: BankSettings, options: BankOptions = {}) {
    this.capabilities = profileNamed(settings.profile).capabilities
    this.#payer_email = settings.profile_values['payer_email'] ?? ''
    this.#api = new JsonApi(settings, options, {
      authorization: `Bearer ${settings.client_secret}`,
      problemOf: problemIn,
      saysNotFound: () => false,
    })
  }

  async createCharge(charge: NewCharge): Promise<CreatedCharge> {
    const { txid, amount_minor, description, debtor, repeated } = charge
    const existing = repeated ? await this.#search(txid) : undefined
    if (existing) return { pix_code: codeOf(await this.#payment(existing), charge) }
    const required = {
      transaction_amount: toAmount(amount_minor),
      payment_method_id: 'pix',
      external_reference: txid,
      date_of_expiration: timeTo(endOf(charge)),
      payer: { email: this.#payer_email },
    }
    const bodies = attempts<typeof required & { description?: string }>(required, {
      debtor: debtor && { payer: { ...required.payer, ...identified(debtor) } },
      description: description && { description },
    })
    for (const { body, leftOut, isLast } of bodies) {
      // Another body under the same key would be answered as the first one was.
      const headers = { 'x-idempotency-key': `${txid}-${leftOut.length}` }
      try {
        const answer = await this.#api.ask({ method: 'POST', path: '/v1/payments', body, headers })
        return { pix_code: codeOf(answer, charge), ...(leftOut.length > 0 && { leftOut }) }
      } catch (error) {
        const isRefused = error instanceof BankError && error.kind === 'refused'
        if (isLast || !isRefused) throw error
      }
    }
    throw new Error('A charge has no body.')
  }

  /** The newest payment under a reference of ours. */
  async #search(txid: string): Promise<Fields | undefined> {
    const query = new URLSearchParams({
      external_reference: txid,
      sort: 'date_created',
      criteria: 'desc',
    })
    const answer = await this.#api.ask({ method: 'GET', path: `/v1/payments/search?${query}` })
    return newestOf(answer, txid)
  }

  /** A payment as it is by itself: a search shows less of it. */
  async #payment(hit: Fields): Promise<Fields> {
    const path = `/v1/payments/${String(hit['id'])}`
    return this.#api.ask({ method: 'GET', path })
  }

  async readCharge(txid: string): Promise<BankCharge | undefined> {
    const hit = await this.#search(txid)
    if (!hit) return undefined
    const charge = chargeIn(await this.#payment(hit), txid)
    for (const { end_to_end_id } of charge.transfers) {
      this.#payments.set(end_to_end_id, { id: String(hit['id']) })
    }
    return charge
  }

  async cancelCharge(txid: string): Promise<void> {
    const hit = await this.#search(txid)
    if (!hit) throw new BankError('unreadable', 'The provider does not show the charge.')
    const path = `/v1/payments/${String(hit['id'])}`
    const headers = { 'x-idempotency-key': `${txid}-cancel` }
    await this.#api.ask({ method: 'PUT', path, body: { status: 'cancelled' }, headers })
  }

  /** A payment is shown with its transfer. */
  readTransfers(): Promise<TransfersFound> {
    return Promise.resolve({ transfers: [], unclear: [] })
  }

  async listTransfers({ from, to, page }: ListQuery): Promise<TransferPage | undefined> {
    const query = new URLSearchParams({
      range: 'date_approved',
      begin_date: timeTo(from),
      end_date: timeTo(to),
      sort: 'date_approved',
      criteria: 'asc',
      offset: String(page * PAGE_SIZE),
      limit: String(PAGE_SIZE),
    })
    const answer = await this.#api.ask({ method: 'GET', path: `/v1/payments/search?${query}` })
    return pageOf(answer, PAGE_SIZE)
  }

  /** The payment that a transfer paid: the provider finds none by the transfer's id. */
  async #paymentOf(end_to_end_id: string, txid?: string): Promise<Fields | undefined> {
    const entry = this.#payments.get(end_to_end_id)
    if (entry) return this.#payment(entry)
    const hit = txid ? await this.#search(txid) : await this.#paymentAround(end_to_end_id)
    const payment = hit && (await this.#payment(hit))
    if (payment) this.#payments.set(end_to_end_id, { id: String(payment['id']) })
    return payment
  }

  /** Looks for a payment among those approved about the minute that the transfer's id names. */
  async #paymentAround(end_to_end_id: string): Promise<{ id: string } | undefined> {
    const [, year, month, day, hour, minute] =
      /^.{9}(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)/.exec(end_to_end_id) ?? []
    const ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:00Z`)
    if (Number.isNaN(ms)) return undefined
    const [from, to] = [new Date(ms - BEFORE_MS), new Date(ms + AFTER_MS)]
    for (let page = 0; page < MAX_PAGES; page++) {
      const listed = await this.listTransfers({ from, to, page })
      const transfer = listed?.transfers.find((candidate) =>
        isSameId(candidate.end_to_end_id, end_to_end_id),
      )
      if (transfer) {
        const payment = await this.#search(transfer.txid)
        return payment && { id: String(payment['id']) }
      }
      if (!listed || page + 1 >= listed.pages) break
    }
    return undefined
  }

  async readTransfer(end_to_end_id: string, txid?: string): Promise<Transfer | undefined> {
    const payment = await this.#paymentOf(end_to_end_id, txid)
    return payment && transferIn(payment, { end_to_end_id, txid })
  }

  async refund({
    end_to_end_id,
    return_id,
    amount_minor,
  }: RefundOrder & { amount_minor: number }): Promise<RefundReport> {
    const payment = await this.#paymentOf(end_to_end_id)
    if (!payment) {
      throw new BankError('unreadable', 'The provider does not show the transfer of a refund.')
    }
    const path = `/v1/payments/${String(payment['id'])}/refunds`
    const headers = { ...SHOWS_IN_PROCESS, 'x-idempotency-key': return_id }
    const body = { amount: toAmount(amount_minor) }
    const answer = await this.#api.ask({ kind: 'order', method: 'POST', path, body, headers })
    this.#refunds.set(return_id, { id: `${path}/${String(answer['id'])}` })
    return refundReportIn(answer)
  }

  /** Of an order that this process has not given, the provider keeps no id that we know. */
  async readRefund({ return_id }: RefundOrder): Promise<RefundReport | undefined> {
    const entry = this.#refunds.get(return_id)
    if (!entry) return undefined
    const call = { method: 'GET', path: entry.id, headers: SHOWS_IN_PROCESS } as const
    const answer = await this.#api.find(call)
    return answer && refundReportIn(answer)
  }

  async txidOf(own_id: string): Promise<string | undefined> {
    const payment = await this.#api.find({ method: 'GET', path: `/v1/payments/${own_id}` })
    return payment && textOf(payment['external_reference'])
  }

  /** An access token names no scopes. A request for its account shows that it is accepted. */
  async grantedScopes(): Promise<undefined> {
    await this.#api.ask({ method: 'GET', path: '/users/me' })
  }

  /** The address is named on the provider's screen. */
  registerWebhook(): Promise<void> {
    throw new Error('Mercado Pago takes no address of callbacks by its API.')
  }

  readWebhook(): Promise<undefined> {
    return Promise.resolve(undefined)
  }

  close(): void {
    this.#api.close()
  }

  rest(): void {
    this.#api.rest()
  }

  retire(): void {
    this.#api.retire()
  }
}

/** A time in the one form that the documentation names. */
const timeTo = (time: Date): string => time.toISOString().replace('Z', '+00:00')

/** When the code of a charge ends: perhaps later than it would have to. */
function endOf({ now, lifetime_seconds }: NewCharge): Date {
  const seconds = Math.max(lifetime_seconds, MIN_LIFETIME_SECONDS + CLOCK_SKEW_SECONDS)
  return new Date(now.getTime() + seconds * 1000)
}

function identified({ name, tax_id }: NonNullable<NewCharge['debtor']>): object {
  const [first_name = '', ...rest] = name.split(' ')
  const [[type = '', number = ''] = []] = Object.entries(tax_id)
  const identification = { type: type.toUpperCase(), number }
  return { first_name, last_name: rest.join(' '), identification }
}
