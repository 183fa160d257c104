/** Payments and refunds of the simulated Mercado Pago, as its schemas have them. */
import type { MercadoPagoBank } from './mercadoPagoBank.ts'
import type { ProviderCall } from './providerBank.ts'
import type { Sale, SimulatedRefund } from './providerBooks.ts'

/**
 * Every documented status of a payment with its details, those of cards left out. No detail of
 * `in_mediation` is documented.
 */
export const PAYMENT_STATES: Record<string, readonly string[]> = {
  pending: ['pending_waiting_transfer', 'pending_waiting_payment', 'pending_challenge'],
  approved: ['accredited', 'partially_refunded'],
  authorized: ['pending_capture'],
  in_process: ['offline_process', 'pending_contingency', 'pending_review_manual'],
  in_mediation: [],
  rejected: ['bank_error', 'rejected_by_bank', 'rejected_by_regulations', 'insufficient_amount'],
  cancelled: ['expired', 'by_collector', 'by_payer'],
  refunded: ['refunded', 'by_admin'],
  charged_back: ['in_process', 'settled', 'reimbursed'],
}

const REFUND_STATES = { processing: 'in_process', done: 'approved', failed: 'rejected' }

/** Mercado Pago writes its times four hours behind UTC. */
const OFFSET_MS = 4 * 60 * 60 * 1000

const timeAt = (time: string): string =>
  new Date(Date.parse(time) - OFFSET_MS).toISOString().replace('Z', '-04:00')

type Refund = ReturnType<MercadoPagoView['refund']>

/** A refund that is in process is shown to those alone that ask for it by a header. */
export const isVisible = ({ labels = [] }: Partial<Refund>, { headers }: ProviderCall): boolean =>
  labels.length === 0 || headers['x-render-in-process-refunds'] === 'true'

type Status = { status: string; status_detail: string | null }

/** Answers an object by the books, but for what a control has ordered otherwise. */
type AnswerFor = <Wire extends object>(of: string, id: string, byBooks: Wire) => Wire

export class MercadoPagoView {
  /** `source` of a refund is an object in the SDKs and a list in the reference. */
  source: 'object' | 'list' = 'object'
  readonly #bank: MercadoPagoBank
  readonly #answerFor: AnswerFor
  readonly #states = new Map<number, Status>()
  /** The money that a chargeback has taken of a payment; no refund shows it. */
  readonly #chargebacks = new Map<number, SimulatedRefund>()
  readonly #updated = new Map<number, string>()

  constructor(bank: MercadoPagoBank, answerFor: AnswerFor) {
    this.#bank = bank
    this.#answerFor = answerFor
  }

  /** A payment has this state from now on, whatever becomes of its money. */
  setState(sale: Sale, state: Status): void {
    this.#states.set(sale.id, state)
    this.#updated.set(sale.id, this.#bank.now().toISOString())
  }

  /** A chargeback begins, takes what is left, or gives it back. */
  chargeBack(sale: Sale, status_detail: string): void {
    const { books } = this.#bank
    const before = this.#chargebacks.get(sale.id)
    const left = books.leftOf(sale)
    if (status_detail === 'settled' && !before && left > 0) {
      books.takeBack(sale.arrival?.endToEndId ?? '', left)
      const taken = sale.refunds.at(-1)
      if (taken) this.#chargebacks.set(sale.id, taken)
    }
    if (status_detail === 'reimbursed' && before) before.state = 'failed'
    this.setState(sale, { status: 'charged_back', status_detail })
  }

  #isShown({ id }: Sale, refund: SimulatedRefund): boolean {
    return this.#chargebacks.get(id)?.id !== refund.id
  }

  /** The refunds of a payment, those in process included. */
  refunds(sale: Sale) {
    return sale.refunds
      .filter((refund) => this.#isShown(sale, refund))
      .map((refund) => this.refund(sale, refund))
  }

  refund(sale: Sale, { id, amount_minor, state, by, time }: SimulatedRefund) {
    const type = by === 'seller' ? 'collector' : 'admin'
    const source = { id: '1', name: 'Loja', type }
    return this.#answerFor('refund', String(id), {
      id,
      payment_id: sale.id,
      amount: amount_minor / 100,
      metadata: {},
      source: this.source === 'list' ? [source] : source,
      date_created: timeAt(time),
      unique_sequence_number: null,
      refund_mode: 'standard',
      adjustment_amount: 0,
      status: REFUND_STATES[state],
      reason: null,
      labels: state === 'processing' ? ['hidden', 'contingency'] : [],
      amount_refunded_to_payer: amount_minor / 100,
      partition_details: [],
    })
  }

  #stateOf(sale: Sale, backMinor: number): Status {
    const ordered = this.#states.get(sale.id)
    if (ordered) return ordered
    if (sale.state === 'canceled') return { status: 'cancelled', status_detail: 'by_collector' }
    if (sale.state === 'open' && this.#bank.books.isExpired(sale)) {
      return { status: 'cancelled', status_detail: 'expired' }
    }
    if (sale.state === 'open') {
      return { status: 'pending', status_detail: 'pending_waiting_transfer' }
    }
    if (backMinor === 0) return { status: 'approved', status_detail: 'accredited' }
    if (backMinor < sale.amount_minor) {
      return { status: 'approved', status_detail: 'partially_refunded' }
    }
    const isBySeller = sale.refunds.some(({ by }) => by === 'seller')
    return { status: 'refunded', status_detail: isBySeller ? 'refunded' : 'by_admin' }
  }

  /** One of a payment's dates by its name, in UTC. */
  dateOf(sale: Sale, name: string | null | undefined): string | undefined {
    if (name === 'date_created') return sale.created
    return name === 'date_last_updated' ? this.#lastUpdateOf(sale) : sale.arrival?.time
  }

  #lastUpdateOf({ id, created, arrival, refunds }: Sale): string {
    const times = [created, arrival?.time, this.#updated.get(id)]
    const ends = refunds.map(({ time, ended }) => ended ?? time)
    return (
      [...times, ...ends]
        .filter((time) => time !== undefined)
        .toSorted()
        .at(-1) ?? created
    )
  }

  payment(sale: Sale) {
    const { id, reference, amount_minor, arrival, refunds, code, created, expires } = sale
    const back = refunds
      .filter((refund) => refund.state === 'done' && this.#isShown(sale, refund))
      .reduce((sum, refund) => sum + refund.amount_minor, 0)
    const fee = (arrival?.fee_minor ?? 0) / 100
    return this.#answerFor('payment', reference, {
      id,
      ...this.#stateOf(sale, back),
      external_reference: reference,
      currency_id: 'BRL',
      operation_type: 'regular_payment',
      payment_method_id: 'pix',
      payment_type_id: 'bank_transfer',
      transaction_amount: amount_minor / 100,
      transaction_amount_refunded: back / 100,
      date_created: timeAt(created),
      date_approved: arrival ? timeAt(arrival.time) : null,
      date_last_updated: timeAt(this.#lastUpdateOf(sale)),
      date_of_expiration: timeAt(expires),
      money_release_date: arrival ? timeAt(arrival.time) : null,
      fee_details:
        fee > 0 ? [{ type: 'mercadopago_fee', amount: fee, fee_payer: 'collector' }] : [],
      charges_details: [],
      refunds: this.refunds(sale).filter(({ labels = [] }) => labels.length === 0),
      point_of_interaction: {
        type: 'OPENPLATFORM',
        transaction_data: this.#answerFor('transaction_data', reference, {
          qr_code: code,
          e2e_id: arrival?.endToEndId ?? null,
          infringement_notification: { type: null, status: null },
        }),
      },
      transaction_details: this.#answerFor('transaction_details', reference, {
        net_received_amount: arrival ? (amount_minor - arrival.fee_minor) / 100 : 0,
        total_paid_amount: amount_minor / 100,
        overpaid_amount: 0,
        transaction_id: arrival ? `PIX${arrival.endToEndId}` : null,
      }),
    })
  }
}
