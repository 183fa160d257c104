/** Mercado Pago, simulated by its public documentation (Payments API). */
import { Refusal } from './books.ts'
import { ProviderBank, requireMinor } from './providerBank.ts'
import type { ProviderCall, Operation } from './providerBank.ts'
import type { Sale, SimulatedRefund } from './providerBooks.ts'

const STATES = { processing: 'in_process', done: 'approved', failed: 'rejected' }

/** A number of reais, in minor units. @throws Refusal */
const minorOf = (amount: unknown): number => requireMinor(Math.round(Number(amount) * 100))

export class MercadoPagoBank extends ProviderBank {
  readonly profile = 'mercadopago'
  readonly profile_values = { payer_email: 'comprador@example.com' }
  readonly api_path = ''
  /** Sales and refunds by their `X-Idempotency-Key`, so that a repeat makes nothing. */
  readonly #made = new Map<string, Sale | SimulatedRefund>()

  protected isAuthorized({ headers }: ProviderCall): boolean {
    return headers.authorization === `Bearer ${this.client_secret}`
  }

  problem({ status, type: title }: Refusal): object {
    return { message: title, error: 'bad_request', status, cause: [] }
  }

  protected operationFor(asked: ProviderCall): Operation | undefined {
    const { method, path } = asked
    const [, id = '', part = '', refund = ''] =
      /^\/v1\/payments(?:\/(\w+))?(\/refunds)?(?:\/(\d+))?$/.exec(path) ?? []
    const isSearch = id === 'search'
    const name =
      path === '/users/me'
        ? 'GET /users/me'
        : `${method} /payments${isSearch ? '/search' : id && '/id'}${part}${refund && '/id'}`
    const operations: Record<string, () => object> = {
      'GET /users/me': () => ({ id: 1, site_id: 'MLB' }),
      'POST /payments': () => this.#make(asked),
      'GET /payments/search': () => this.#search(asked),
      'GET /payments/id': () => paymentOf(this.#sale(id), this),
      'PUT /payments/id': () => this.#cancel(id, asked),
      'POST /payments/id/refunds': () => this.#refund(id, asked),
      'GET /payments/id/refunds/id': () => refundOf(this.#sale(id), refund),
    }
    const perform = operations[name]
    const status = method === 'POST' ? 201 : 200
    return perform && { name, perform: () => ({ status, body: perform() }) }
  }

  #sale(id: string): Sale {
    const sale = [...this.books.shown.values()].find((one) => String(one.id) === id)
    if (!sale) throw new Refusal(404, 'Payment not found')
    return sale
  }

  /** @throws Refusal when a request that makes something carries no key */
  #keyOf({ headers, path }: ProviderCall): string {
    const key = headers['x-idempotency-key']
    if (typeof key !== 'string') throw new Refusal(400, "Header X-Idempotency-Key can't be null")
    return `${path} ${key}`
  }

  #make(asked: ProviderCall): object {
    const { transaction_amount, payment_method_id, external_reference, payer } = asked.body
    const key = this.#keyOf(asked)
    const email = (payer as { email?: string } | undefined)?.email
    if (payment_method_id !== 'pix' || !email) throw new Refusal(400, 'payer.email is missing')
    const known = this.#made.get(key) as Sale | undefined
    const expires = new Date(String(asked.body['date_of_expiration']))
    const sale =
      known ?? this.books.open(String(external_reference), minorOf(transaction_amount), expires)
    this.#made.set(key, sale)
    return paymentOf(sale, this)
  }

  #search({ query }: ProviderCall): object {
    const wanted = query.get('external_reference')
    const [from, to] = ['begin_date', 'end_date'].map((name) => Date.parse(query.get(name) ?? ''))
    const [offset, limit] = [Number(query.get('offset') ?? 0), Number(query.get('limit') ?? 30)]
    const found = [...this.books.shown.values()].filter(({ reference, arrival }) => {
      if (wanted !== null) return reference === wanted
      const ms = Date.parse(arrival?.time ?? '')
      return ms >= Number(from) && ms <= Number(to)
    })
    const results = found.slice(offset, offset + limit).map((one) => {
      const { refunds: _, point_of_interaction: __, ...summary } = paymentOf(one, this)
      return summary
    })
    return { paging: { total: found.length, limit, offset }, results }
  }

  #cancel(id: string, { body }: ProviderCall): object {
    const sale = this.#sale(id)
    if (body['status'] !== 'cancelled' || sale.state !== 'open') {
      throw new Refusal(400, 'Not valid action, the resource is in a state that does not allow it')
    }
    sale.state = 'canceled'
    return paymentOf(sale, this)
  }

  #refund(id: string, asked: ProviderCall): object {
    const key = this.#keyOf(asked)
    const sale = this.books.find(this.#sale(id).reference)
    const known = this.#made.get(key) as SimulatedRefund | undefined
    const made = known ?? this.books.refund(sale, key, minorOf(asked.body['amount']))
    this.#made.set(key, made)
    return refundOf(sale, String(made.id))
  }

  /** The address is the one that the seller has named; the query repeats what the body says. */
  callbacksOf({ id }: Sale): { url: string; body: object }[] {
    if (this.callback_url === undefined) return []
    const body = { action: 'payment.updated', type: 'payment', api_version: 'v1', live_mode: true }
    const url = `${this.callback_url}?data.id=${id}&type=payment`
    return [{ url, body: { ...body, data: { id: String(id) } } }]
  }
}

/** @throws Refusal when there is none */
function refundOf({ id: payment_id, refunds }: Sale, id: string) {
  const refund = refunds.find((one) => String(one.id) === id)
  if (!refund) throw new Refusal(404, 'Refund not found')
  const { amount_minor, state, by, time } = refund
  const source = { id: '1', name: 'Loja', type: by === 'seller' ? 'collector' : 'admin' }
  const amount = amount_minor / 100
  return { id: Number(id), payment_id, amount, status: STATES[state], source, date_created: time }
}

function paymentOf(sale: Sale, bank: MercadoPagoBank) {
  const { id, reference, amount_minor, state, arrival, refunds, code, created } = sale
  const back = refunds
    .filter((one) => one.state === 'done')
    .reduce((sum, one) => sum + one.amount_minor, 0)
  const isOver = state === 'canceled' || bank.books.isExpired(sale)
  const paid = back === amount_minor ? 'refunded' : 'approved'
  return {
    id,
    external_reference: reference,
    status: state === 'paid' ? paid : isOver ? 'cancelled' : 'pending',
    currency_id: 'BRL',
    payment_method_id: 'pix',
    transaction_amount: amount_minor / 100,
    transaction_amount_refunded: back / 100,
    date_created: created,
    date_approved: arrival?.time ?? null,
    refunds: refunds.map((one) => refundOf(sale, String(one.id))),
    point_of_interaction: { type: 'OPENPLATFORM', transaction_data: { qr_code: code } },
    transaction_details: { transaction_id: arrival ? `PIX${arrival.endToEndId}` : null },
  }
}
