/**
 * Mercado Pago, simulated by its published schemas (Payments API): `reference/api-json` of
 * mercadopago/devsite-docs, `spec3.json` of mercadopago/openapi and the types of its SDKs.
 */
import { Refusal } from './books.ts'
import { mercadoPagoControls } from './mercadoPagoControls.ts'
import { ProviderBank, requireMinor } from './providerBank.ts'
import type { ProviderCall, Operation } from './providerBank.ts'
import type { Sale, SimulatedRefund } from './providerBooks.ts'
import { isVisible, MercadoPagoView } from './mercadoPagoViews.ts'

const MINUTE_MS = 60_000
/** How long after its issue the code of a Pix payment may expire. */
const LEAST_LIFE_MS = 30 * MINUTE_MS
const LONGEST_LIFE_MS = 30 * 24 * 60 * MINUTE_MS

const RANGES = ['date_created', 'date_last_updated', 'date_approved', 'money_release_date']

/** A number of reais, in minor units. @throws Refusal */
const minorOf = (amount: unknown): number => requireMinor(Math.round(Number(amount) * 100))

export class MercadoPagoBank extends ProviderBank {
  readonly profile = 'mercadopago'
  readonly profile_values = { payer_email: 'comprador@example.com' }
  readonly api_path = ''
  readonly view = new MercadoPagoView(this, (of, id, byBooks) => {
    return this.answerFor(of, id, byBooks) as typeof byBooks
  })
  override readonly controls = mercadoPagoControls(this)
  /** Sales and refunds by their `X-Idempotency-Key`, so that a repeat makes nothing. */
  readonly #made = new Map<string, Sale | SimulatedRefund>()

  /**
   * How long a key is kept is not documented: those with which something was made until this time
   * are unknown from now on.
   */
  forgetKeys(until = this.now()): void {
    for (const [key, made] of this.#made) {
      const since = 'time' in made ? made.time : made.created
      if (since <= until.toISOString()) this.#made.delete(key)
    }
  }

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
      'GET /payments/id': () => this.view.payment(this.#sale(id)),
      'PUT /payments/id': () => this.#cancel(id, asked),
      'POST /payments/id/refunds': () => this.#refund(id, asked),
      'GET /payments/id/refunds': () => this.#refunds(id, asked),
      'GET /payments/id/refunds/id': () => this.#oneRefund(id, refund, asked),
    }
    const perform = operations[name]
    const status = method === 'POST' ? 201 : 200
    return perform && { name, perform: () => ({ status, body: perform() }) }
  }

  /** @param sales those that a read shows, unless others are given */
  #sale(id: string, sales = this.books.shown): Sale {
    const sale = [...sales.values()].find((one) => String(one.id) === id)
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
    const expires = new Date(String(asked.body['date_of_expiration']))
    const lifeMs = expires.getTime() - this.now().getTime()
    if (!(lifeMs >= LEAST_LIFE_MS && lifeMs <= LONGEST_LIFE_MS)) {
      throw new Refusal(400, 'date_of_expiration must be between 30 minutes and 30 days from now')
    }
    const reference = String(external_reference)
    const known = this.#made.get(key) as Sale | undefined
    const before = this.books.sales.get(reference)
    const sale = known ?? this.books.open(reference, minorOf(transaction_amount), expires)
    // A reference names no payment alone.
    if (before && before !== sale) this.books.sales.set(`${reference} ${before.id}`, before)
    this.#made.set(key, sale)
    return this.view.payment(sale)
  }

  #search({ query }: ProviderCall): object {
    const [sort, criteria, range] = ['sort', 'criteria', 'range'].map((name) => query.get(name))
    if (!RANGES.includes(sort ?? '') || !['asc', 'desc'].includes(criteria ?? '')) {
      throw new Refusal(400, 'Invalid sort or criteria')
    }
    if (range && !RANGES.includes(range)) throw new Refusal(400, 'Invalid range')
    const wanted = query.get('external_reference')
    const [from, to] = ['begin_date', 'end_date'].map((name) => Date.parse(query.get(name) ?? ''))
    const [offset, limit] = [Number(query.get('offset') ?? 0), Number(query.get('limit') ?? 30)]
    const { view } = this
    const found = [...this.books.shown.values()]
      .filter((sale) => {
        if (wanted !== null) return sale.reference === wanted
        const ms = Date.parse(view.dateOf(sale, range) ?? '')
        return ms >= Number(from) && ms <= Number(to)
      })
      .sort((a, b) => (view.dateOf(a, sort) ?? '').localeCompare(view.dateOf(b, sort) ?? ''))
    if (criteria === 'desc') found.reverse()
    const results = found
      .slice(offset, offset + limit)
      .map((sale) => view.payment(sale))
      .map(({ refunds: _, point_of_interaction: __, id, ...summary }) => {
        return { ...summary, id: String(id) }
      })
    return { paging: { total: found.length, limit, offset }, results }
  }

  #cancel(id: string, { body }: ProviderCall): object {
    const sale = this.#sale(id)
    if (body['status'] !== 'cancelled' || sale.state !== 'open') {
      throw new Refusal(400, 'Not valid action, the resource is in a state that does not allow it')
    }
    sale.state = 'canceled'
    return this.view.payment(sale)
  }

  #refund(id: string, asked: ProviderCall): object {
    const key = this.#keyOf(asked)
    const sale = this.#sale(id, this.books.sales)
    const known = this.#made.get(key) as SimulatedRefund | undefined
    const made = known ?? this.books.refund(sale, key, minorOf(asked.body['amount']))
    this.#made.set(key, made)
    const refund = this.view.refund(sale, made)
    if (!isVisible(refund, asked)) throw new Refusal(400, 'Refund in process')
    return refund
  }

  #refunds(id: string, asked: ProviderCall): object[] {
    return this.view.refunds(this.#sale(id)).filter((refund) => isVisible(refund, asked))
  }

  #oneRefund(id: string, refund: string, asked: ProviderCall): object {
    const shown = this.#refunds(id, asked) as { id: number }[]
    const found = shown.find((one) => String(one.id) === refund)
    if (!found) throw new Refusal(404, 'Refund not found')
    return found
  }

  /** The address is the one that the seller has named; the query repeats what the body says. */
  callbacksOf({ id }: Sale): { url: string; body: object }[] {
    if (this.callback_url === undefined) return []
    const body = { action: 'payment.updated', type: 'payment', api_version: 'v1', live_mode: true }
    const url = `${this.callback_url}?data.id=${id}&type=payment`
    return [{ url, body: { ...body, data: { id: String(id) } } }]
  }
}
