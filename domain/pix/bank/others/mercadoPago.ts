/**
 * Mercado Pago, by its public documentation (Payments API): a Pix payment is found by our
 * `external_reference`, orders are idempotent by `X-Idempotency-Key`, and refunds have ids of the
 * provider's own alone.
 */
import type { BankOptions, BankSettings } from '../options.ts'
import { attempts } from '../chargeBody.ts'
import { JsonApi } from './jsonApi.ts'
import {
  chargeStatusOf,
  codeOf,
  endToEndIdOf,
  isOver,
  mayBeOf,
  pageOf,
  paymentsUnder,
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
  NewRefundOrder,
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

/** The status of a charge is the first of these that one of its payments has. */
const STATUS_ORDER = ['paid', 'active'] as const

/** Without it a refund that is under way is answered as an error, and not shown. */
const SHOWS_IN_PROCESS = { 'x-render-in-process-refunds': 'true' }

export class MercadoPago implements ConnectedProvider {
  readonly capabilities: Capabilities
  readonly #api: JsonApi
  readonly #payer_email: string

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
    const [existing] = repeated ? await this.#search(txid) : []
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

  /**
   * The payments under a reference of ours, newest first, as a search shows them. There may be more
   * than one: a search that is stale shows none, and idempotency keys are forgotten.
   */
  async #search(txid: string): Promise<Fields[]> {
    const query = new URLSearchParams({
      external_reference: txid,
      sort: 'date_created',
      criteria: 'desc',
    })
    const answer = await this.#api.ask({ method: 'GET', path: `/v1/payments/search?${query}` })
    return paymentsUnder(answer, txid)
  }

  /** A payment as it is by itself: a search shows less of it. */
  async #payment(hit: Fields): Promise<Fields> {
    const path = `/v1/payments/${String(hit['id'])}`
    return this.#api.ask({ method: 'GET', path })
  }

  /** The refunds of a payment, those in process included, which the payment does not show. */
  async #refunds(payment: Fields): Promise<unknown> {
    const path = `/v1/payments/${String(payment['id'])}/refunds`
    return this.#api.ask({ method: 'GET', path, headers: SHOWS_IN_PROCESS })
  }

  async readCharge(txid: string): Promise<BankCharge | undefined> {
    const charges: BankCharge[] = []
    for (const hit of await this.#search(txid)) {
      const payment = await this.#payment(hit)
      const status = chargeStatusOf(payment, txid)
      const charge: BankCharge = { status, transfers: [], unclear: [] }
      charges.push(charge)
      if (status !== 'paid') continue
      try {
        const transfer = transferIn(payment, { txid, refunds: await this.#refunds(payment) })
        charge.transfers.push(transfer)
        charge.unclear.push(...(transfer.unclear ?? []))
      } catch (error) {
        if (!(error instanceof BankError) || error.kind !== 'unreadable') throw error
        charge.unclear.push(error.message)
      }
    }
    const [newest] = charges
    const status = STATUS_ORDER.find((name) => charges.some((charge) => charge.status === name))
    return (
      newest && {
        status: status ?? newest.status,
        transfers: charges.flatMap(({ transfers }) => transfers),
        unclear: charges.flatMap(({ unclear }) => unclear),
      }
    )
  }

  async cancelCharge(txid: string): Promise<void> {
    const hits = await this.#search(txid)
    if (hits.length === 0) {
      throw new BankError('unreadable', 'The provider does not show the charge.')
    }
    for (const hit of hits.filter((payment) => !isOver(payment))) {
      const id = String(hit['id'])
      const headers = { 'x-idempotency-key': `${txid}-${id}-cancel` }
      const body = { status: 'cancelled' }
      await this.#api.ask({ method: 'PUT', path: `/v1/payments/${id}`, body, headers })
    }
  }

  /** A payment is shown with its transfer. */
  readTransfers(): Promise<TransfersFound> {
    return Promise.resolve({ transfers: [], unclear: [] })
  }

  /** The search has no filter for what was refunded in part. */
  async listTransfers({ from, to, page, only }: ListQuery): Promise<TransferPage | undefined> {
    const range = only === 'refunded' ? 'date_last_updated' : 'date_approved'
    const query = new URLSearchParams({
      range,
      begin_date: timeTo(from),
      end_date: timeTo(to),
      sort: range,
      criteria: 'asc',
      offset: String(page * PAGE_SIZE),
      limit: String(PAGE_SIZE),
    })
    const answer = await this.#api.ask({ method: 'GET', path: `/v1/payments/search?${query}` })
    return pageOf(answer, { pageSize: PAGE_SIZE, only })
  }

  /** The payment that a transfer paid: the provider finds none by the transfer's id. */
  async #paymentOf(
    end_to_end_id: string,
    txid: string | null | undefined,
  ): Promise<Fields | undefined> {
    const hits = txid ? await this.#search(txid) : []
    for (const hit of hits.filter((payment) => mayBeOf(payment, end_to_end_id))) {
      const payment = await this.#payment(hit)
      if (isSameId(endToEndIdOf(payment), end_to_end_id)) return payment
    }
    return undefined
  }

  async readTransfer(end_to_end_id: string, txid?: string): Promise<Transfer | undefined> {
    const payment = await this.#paymentOf(end_to_end_id, txid)
    if (!payment) return undefined
    return transferIn(payment, { end_to_end_id, txid, refunds: await this.#refunds(payment) })
  }

  /** The address of the refunds of a transfer. */
  async #refundsOf({ end_to_end_id, txid }: RefundOrder): Promise<string> {
    const payment = await this.#paymentOf(end_to_end_id, txid)
    if (payment) return `/v1/payments/${String(payment['id'])}/refunds`
    throw new BankError('unreadable', 'The provider does not show the transfer of a refund.')
  }

  async refund(order: NewRefundOrder): Promise<RefundReport> {
    const path = await this.#refundsOf(order)
    const headers = { ...SHOWS_IN_PROCESS, 'x-idempotency-key': order.return_id }
    const body = { amount: toAmount(order.amount_minor) }
    const answer = await this.#api.ask({ kind: 'order', method: 'POST', path, body, headers })
    return refundReportIn(answer)
  }

  /** Of an order whose answer was lost, the provider knows no id that we know. */
  async readRefund(order: RefundOrder): Promise<RefundReport | undefined> {
    if (!order.provider_id) return undefined
    const path = `${await this.#refundsOf(order)}/${order.provider_id}`
    // The provider has taken the order: where it shows none, it may show it later.
    return refundReportIn(await this.#api.ask({ method: 'GET', path, headers: SHOWS_IN_PROCESS }))
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
