/** Woovi (OpenPix), simulated by its public documentation. */
import { randomUUID } from 'node:crypto'
import { Refusal } from './books.ts'
import { ProviderBank, requireMinor } from './providerBank.ts'
import type { ProviderCall, Operation } from './providerBank.ts'
import type { Arrival, Sale, SimulatedRefund } from './providerBooks.ts'

type Webhook = { id: string; name: string; event: string; url: string; isActive: boolean }

const PAGE_SIZE = 100
const MIN_LIFETIME_SECONDS = 300
const REFUND_STATES = { processing: 'IN_PROCESSING', done: 'CONFIRMED', failed: 'REJECTED' }

export class WooviBank extends ProviderBank {
  readonly profile = 'woovi'
  readonly profile_values = {}
  readonly api_path = '/api/v1'
  readonly webhooks: Webhook[] = []

  protected isAuthorized({ headers }: ProviderCall): boolean {
    return headers.authorization === this.client_secret
  }

  /** Woovi has no other status for refused requests. */
  protected problem({ status, type }: Refusal): object {
    return status === 401 ? { errors: [{ message: 'appID inválido' }] } : { error: type }
  }

  protected operationFor(asked: ProviderCall): Operation | undefined {
    const { method, path } = asked
    const [, of = '', id = '', part = ''] =
      /^\/api\/v1\/([a-z]+)(?:\/([^/]+))?(\/refund)?$/.exec(path) ?? []
    const name = `${method} /${of}${id && '/id'}${part}`
    const body = (perform: () => object): Operation => ({
      name,
      perform: () => ({ status: 200, body: perform() }),
    })
    const operations: Record<string, () => object> = {
      'POST /charge': () => this.#makeCharge(asked),
      'GET /charge/id': () => ({ charge: chargeOf(this.#sale(id), this) }),
      'DELETE /charge/id': () => this.#deleteCharge(id),
      'POST /charge/id/refund': () => this.#refund(id, asked),
      'GET /charge/id/refund': () => ({ refunds: sellersRefunds(this.#sale(id)).map(refundOf) }),
      'GET /transaction/id': () => ({ transaction: this.#transactionOf(this.#paid(id)) }),
      'GET /transaction': () => this.#list(asked),
      'GET /dispute/id': () => ({ dispute: disputeOf(this.#paid(id)) }),
      'POST /webhook': () => this.#addWebhook(asked),
      'GET /webhook': () => this.#listWebhooks(asked),
    }
    const perform = operations[name]
    return perform && body(perform)
  }

  /** A charge as a read shows it; nothing is answered with 404 here. */
  #sale(reference: string): Sale {
    const sale = this.books.shown.get(reference)
    if (!sale) throw new Refusal(400, 'Cobrança não encontrada')
    return sale
  }

  #paid(endToEndId: string): Sale {
    try {
      return this.books.byTransfer(endToEndId, this.books.shown)
    } catch {
      throw new Refusal(400, 'Transaction not found')
    }
  }

  #makeCharge({ query, body }: ProviderCall): object {
    const { correlationID, value, expiresIn } = body
    const reference = String(correlationID ?? '')
    const known = this.books.sales.get(reference)
    if (known && query.get('return_existing') !== 'true') {
      throw new Refusal(400, 'Já existe uma cobrança com este correlationID')
    }
    const seconds = Number(expiresIn ?? 86_400)
    if (reference === '' || !(seconds >= MIN_LIFETIME_SECONDS)) {
      throw new Refusal(400, 'correlationID ou expiresIn inválido')
    }
    const expires = new Date(this.now().getTime() + seconds * 1000)
    const sale = known ?? this.books.open(reference, requireMinor(value), expires)
    const charge = chargeOf(sale, this)
    return { charge, correlationID: reference, brCode: sale.code }
  }

  #deleteCharge(id: string): object {
    const sale = this.books.sales.get(id)
    if (sale?.state !== 'open') throw new Refusal(400, 'Cobrança não pode ser removida')
    sale.state = 'canceled'
    return { status: 'OK', id }
  }

  #refund(id: string, { body: { correlationID, value } }: ProviderCall): object {
    const sale = this.books.find(id)
    const key = String(correlationID ?? '')
    const known = sale.refunds.find((one) => one.key === key)
    return { refund: refundOf(known ?? this.books.refund(sale, key, requireMinor(value))) }
  }

  #list({ query }: ProviderCall): object {
    const [start, end] = [String(query.get('start')), String(query.get('end'))]
    const skip = Number(query.get('skip') ?? 0)
    const all = [...this.books.shown.values()].filter(({ arrival, reference }) => {
      const isWithin = arrival && arrival.time >= start && arrival.time <= end
      return isWithin && [reference, null].includes(query.get('charge') ?? reference)
    })
    const transactions = all.slice(skip, skip + PAGE_SIZE).map((one) => this.#transactionOf(one))
    const hasNextPage = skip + PAGE_SIZE < all.length
    const pageInfo = { skip, limit: PAGE_SIZE, totalCount: all.length, hasNextPage }
    return { pageInfo, transactions }
  }

  #transactionOf(sale: Sale): object {
    const { arrival, amount_minor, refunds } = sale
    const back = refunds
      .filter(({ state }) => state === 'done')
      .reduce((sum, one) => sum + one.amount_minor, 0)
    const status = back === 0 ? 'CONFIRMED' : back < amount_minor ? 'PARTIAL_REFUND' : 'REFUNDED'
    const { endToEndId, time } = arrival as Arrival
    const charge = chargeOf(sale, this)
    return { value: amount_minor, time, endToEndId, type: 'PAYMENT', status, charge }
  }

  #addWebhook({ body }: ProviderCall): object {
    const { name, event, url, isActive } = body['webhook'] as Webhook
    const webhook = { id: randomUUID(), name, event, url, isActive }
    this.webhooks.push(webhook)
    return { webhook }
  }

  #listWebhooks({ query }: ProviderCall): object {
    const wanted = query.get('url')
    return { webhooks: this.webhooks.filter(({ url }) => wanted === null || url === wanted) }
  }

  callbacksOf(sale: Sale, what: 'paid' | 'taken'): { url: string; body: object }[] {
    const charge = chargeOf(sale, this)
    const bodies: Record<string, object> =
      what === 'paid'
        ? {
            'OPENPIX:CHARGE_COMPLETED': { charge, pix: this.#transactionOf(sale) },
            'OPENPIX:TRANSACTION_RECEIVED': { charge, pix: this.#transactionOf(sale) },
          }
        : { 'OPENPIX:DISPUTE_ACCEPTED': { dispute: disputeOf(sale) } }
    return this.webhooks.flatMap(({ event, url, isActive }) => {
      const body = bodies[event]
      return isActive && body ? [{ url, body: { event, ...body } }] : []
    })
  }
}

function chargeOf(sale: Sale, bank: WooviBank): object {
  const { reference, code, amount_minor, state, created, expires } = sale
  const isOver = state === 'canceled' || bank.books.isExpired(sale)
  return {
    status: state === 'paid' ? 'COMPLETED' : isOver ? 'EXPIRED' : 'ACTIVE',
    value: amount_minor,
    correlationID: reference,
    transactionID: reference,
    brCode: code,
    type: 'DYNAMIC',
    createdAt: created,
    expiresDate: expires,
  }
}

const sellersRefunds = ({ refunds }: Sale) => refunds.filter(({ by }) => by === 'seller')

const refundOf = ({ id, key, amount_minor, state, time }: SimulatedRefund) => ({
  status: REFUND_STATES[state],
  value: amount_minor,
  correlationID: key,
  endToEndId: `D54811417${time.slice(0, 16).replaceAll(/\D/g, '')}${String(id).padStart(11, '0')}`,
  time,
})

/** @throws Refusal when there is none */
function disputeOf({ arrival, refunds }: Sale): object {
  const taken = refunds.filter(({ by }) => by === 'provider')
  if (taken.length === 0) throw new Refusal(400, 'Dispute not found')
  const value = taken.reduce((sum, { amount_minor }) => sum + amount_minor, 0)
  const { endToEndId } = arrival as Arrival
  return { status: 'ACCEPTED', type: 'MED', value, disputeReason: 'Golpe', endToEndId }
}
