/** Woovi (OpenPix), simulated by its OpenAPI document and its guides (docs/bank.md). */
import { randomUUID } from 'node:crypto'
import { fromValor } from '../../domain/pix/bank/fields.ts'
import { Refusal } from './books.ts'
import { ProviderBank, requireMinor } from './providerBank.ts'
import type { Happening, Operation, ProviderCall, ProviderControl } from './providerBank.ts'
import type { Arrival, Sale, SimulatedRefund } from './providerBooks.ts'

type Webhook = { id: string; name: string; event: string; url: string; isActive: boolean }

const PAGE_SIZE = 100
const MIN_LIFETIME_SECONDS = 300
const REFUND_STATES = { processing: 'IN_PROCESSING', done: 'CONFIRMED', failed: 'REJECTED' }

/** A dispute about a transfer, under its endToEndId; the guides show no `value` of a MED. */
type Dispute = { id: string; status: string; type: string; value: number | undefined }

/** The scope of an AppID that an operation needs. */
const SCOPES: Record<string, string> = {
  'POST /charge': 'CHARGE_POST',
  'GET /charge/id': 'CHARGE_GET',
  'DELETE /charge/id': 'CHARGE_DELETE',
  'POST /charge/id/refund': 'CHARGE_REFUND_POST',
  'GET /charge/id/refund': 'CHARGE_REFUND_GET_LIST',
  'GET /transaction/id': 'TRANSACTION_GET',
  'GET /transaction': 'TRANSACTION_GET_LIST',
  'GET /dispute/id': 'DISPUTE_GET',
  'POST /webhook': 'WEBHOOK_POST',
  'GET /webhook': 'WEBHOOK_GET_LIST',
}

export class WooviBank extends ProviderBank {
  readonly profile = 'woovi'
  readonly profile_values = {}
  readonly api_path = '/api/v1'
  readonly webhooks: Webhook[] = []
  /** By the transfers that they are about. */
  readonly disputes = new Map<string, Dispute>()
  /** The scopes that the AppID does not have. */
  readonly missing_scopes = new Set<string>()
  override readonly controls: Record<string, ProviderControl> = {
    'POST /disputes': (_, body) => this.#orderDispute(body),
    'POST /discounts': (_, { code, valor }) => {
      const sale = this.books.byCode(String(code))
      if (!sale) throw new Refusal(404, 'NaoEncontrado')
      sale.discount_minor = fromValor(valor, 'valor')
      return { sale }
    },
    'POST /transactions': async (_, { endToEndId, state }) => {
      const arrived = state === 'CONFIRMED'
      const sale = this.books.changeArrival(String(endToEndId), arrived ? undefined : String(state))
      return { sale, callbacks: arrived ? await this.announce(sale, 'paid') : [] }
    },
    'POST /scopes': (_, { missing }) => {
      this.missing_scopes.clear()
      for (const scope of missing as string[]) this.missing_scopes.add(scope)
      return {}
    },
  }

  protected isAuthorized({ headers }: ProviderCall): boolean {
    return headers.authorization === this.client_secret
  }

  /** Woovi has no other status for refused requests. */
  problem({ status, type }: Refusal): object {
    return status === 401 ? { errors: [{ message: 'appID inválido' }] } : { error: type }
  }

  protected operationFor(asked: ProviderCall): Operation | undefined {
    const { method, path } = asked
    const [, of = '', id = '', part = ''] =
      /^\/api\/v1\/([a-z]+)(?:\/([^/]+))?(\/refund)?$/.exec(path) ?? []
    const name = `${method} /${of}${id && '/id'}${part}`
    const body = (perform: () => object): Operation => ({
      name,
      perform: () => {
        const scope = SCOPES[name] ?? ''
        if (this.missing_scopes.has(scope)) {
          throw new Refusal(403, `Application does not have required scope: ${scope}`)
        }
        return { status: 200, body: perform() }
      },
    })
    const operations: Record<string, () => object> = {
      'POST /charge': () => this.#makeCharge(asked),
      'GET /charge/id': () => ({ charge: this.#chargeOf(this.#sale(id)) }),
      'DELETE /charge/id': () => this.#deleteCharge(id),
      'POST /charge/id/refund': () => this.#refund(id, asked),
      'GET /charge/id/refund': () => ({
        refunds: sellersRefunds(this.#sale(id)).map((refund) => this.#refundOf(refund)),
      }),
      'GET /transaction/id': () => ({ transaction: this.#transactionOf(this.#paid(id)) }),
      'GET /transaction': () => this.#list(asked),
      'GET /dispute/id': () => ({ dispute: this.#disputeOf(this.#paid(id)) }),
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
    return { charge: this.#chargeOf(sale), correlationID: reference, brCode: sale.code }
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
    const known = sale.refunds.find((refund) => refund.key === key)
    return { refund: this.#refundOf(known ?? this.books.refund(sale, key, requireMinor(value))) }
  }

  /** The movements of one type, or of all, by their times. */
  #list({ query }: ProviderCall): object {
    const [start, end] = [String(query.get('start')), String(query.get('end'))]
    const skip = Number(query.get('skip') ?? 0)
    const [charge, type] = [query.get('charge'), query.get('type')]
    const all = [...this.books.shown.values()]
      .filter(({ reference }) => charge === null || reference === charge)
      .flatMap((sale) => this.#movementsOf(sale))
      .filter((movement) => type === null || movement.type === type)
      .filter(({ time }) => time >= start && time <= end)
    const transactions = all.slice(skip, skip + PAGE_SIZE).map(({ show }) => show())
    const hasNextPage = skip + PAGE_SIZE < all.length
    const pageInfo = { skip, limit: PAGE_SIZE, totalCount: all.length, hasNextPage }
    return { pageInfo, transactions }
  }

  /** A transfer, its fee and its refunds, as the account's movements. */
  #movementsOf(sale: Sale): { type: string; time: string; show: () => object }[] {
    const { arrival, refunds } = sale
    if (!arrival) return []
    const { time, fee_minor } = arrival
    const fee = { value: fee_minor, time, type: 'FEE', status: 'CONFIRMED' }
    return [
      { type: 'PAYMENT', time, show: () => this.#transactionOf(sale) },
      ...(fee_minor > 0 ? [{ type: 'FEE', time, show: () => fee }] : []),
      ...refunds.map((refund) => ({
        type: refund.by === 'seller' ? 'REFUND' : 'REVERSAL',
        time: refund.time,
        show: () => this.#refundTransactionOf(sale, refund),
      })),
    ]
  }

  #transactionOf(sale: Sale): object {
    const { arrival, refunds } = sale
    const { endToEndId, time, amount_minor, fee_minor, state } = arrival as Arrival
    const back = refunds
      .filter((refund) => refund.state === 'done')
      .reduce((sum, refund) => sum + refund.amount_minor, 0)
    const arrived = back === 0 ? 'CONFIRMED' : back < amount_minor ? 'PARTIAL_REFUND' : 'REFUNDED'
    return this.answerFor('transaction', endToEndId, {
      value: amount_minor,
      time,
      endToEndId,
      type: 'PAYMENT',
      status: state ?? arrived,
      fee: fee_minor,
      charge: this.#chargeOf(sale),
    })
  }

  /** A refund as a movement of its own, with the charge whose money it was. */
  #refundTransactionOf(sale: Sale, refund: SimulatedRefund): object {
    const { value, time, endToEndId, status } = wireRefund(refund)
    const type = refund.by === 'seller' ? 'REFUND' : 'REVERSAL'
    const charge = this.#chargeOf(sale)
    return this.answerFor('movement', endToEndId, { value, time, endToEndId, type, status, charge })
  }

  #refundOf(refund: SimulatedRefund): object {
    return this.answerFor('refund', String(refund.id), wireRefund(refund))
  }

  #chargeOf(sale: Sale): object {
    const { reference, code, amount_minor, discount_minor, state, created, expires } = sale
    const isOver = state === 'canceled' || this.books.isExpired(sale)
    return this.answerFor('charge', reference, {
      status: state === 'paid' ? 'COMPLETED' : isOver ? 'EXPIRED' : 'ACTIVE',
      value: amount_minor,
      discount: discount_minor,
      valueWithDiscount: amount_minor - discount_minor,
      correlationID: reference,
      transactionID: reference,
      brCode: code,
      type: 'DYNAMIC',
      createdAt: created,
      expiresDate: expires,
    })
  }

  /** A dispute begins or ends; one that is accepted takes its value, or all, of what is left. */
  async #orderDispute({ endToEndId, status, type, valor }: Record<string, unknown>) {
    const of = String(endToEndId)
    const sale = this.books.byTransfer(of)
    const before = this.disputes.get(of)
    const dispute = {
      id: before?.id ?? randomUUID(),
      status: String(status ?? 'ACCEPTED'),
      type: String(type ?? before?.type ?? 'MED'),
      value: valor === undefined ? before?.value : fromValor(valor, 'valor'),
    }
    this.disputes.set(of, dispute)
    const taken = Math.min(dispute.value ?? Infinity, this.books.leftOf(sale))
    const takes = dispute.status === 'ACCEPTED' && before?.status !== 'ACCEPTED' && taken > 0
    if (takes) this.books.takeBack(of, taken)
    return { dispute, callbacks: await this.announce(sale, 'taken') }
  }

  /** @throws Refusal when there is none */
  #disputeOf(sale: Sale): object {
    const { endToEndId } = sale.arrival as Arrival
    const taken = sale.refunds.filter(({ by }) => by === 'provider')
    const ordered = this.disputes.get(endToEndId)
    if (!ordered && taken.length === 0) throw new Refusal(400, 'Dispute not found')
    const value = taken.reduce((sum, { amount_minor }) => sum + amount_minor, 0)
    const accepted = { status: 'ACCEPTED', type: 'MED', value, disputeReason: 'Golpe' }
    return this.answerFor('dispute', endToEndId, { ...(ordered ?? accepted), endToEndId })
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

  callbacksOf(sale: Sale, what: Happening): { url: string; body: object }[] {
    const bodies = this.#bodiesOf(sale, what)
    return this.webhooks.flatMap(({ event, url, isActive }) =>
      isActive ? (bodies[event] ?? []).map((body) => ({ url, body: { event, ...body } })) : [],
    )
  }

  /** The bodies of callbacks, by the names of events. */
  #bodiesOf(sale: Sale, what: Happening): Record<string, object[]> {
    if (what === 'taken')
      return { 'OPENPIX:DISPUTE_ACCEPTED': [{ dispute: this.#disputeOf(sale) }] }
    if (what === 'paid') {
      const body = { charge: this.#chargeOf(sale), pix: this.#transactionOf(sale) }
      return { 'OPENPIX:CHARGE_COMPLETED': [body], 'OPENPIX:TRANSACTION_RECEIVED': [body] }
    }
    const ended = (state: SimulatedRefund['state']) =>
      sellersRefunds(sale)
        .filter((refund) => refund.state === state)
        .map((refund) => ({
          refundTransaction: this.#refundTransactionOf(sale, refund),
          // Their examples name no charge.
          originalTransaction: { ...this.#transactionOf(sale), charge: undefined },
        }))
    return {
      PIX_TRANSACTION_REFUND_SENT_CONFIRMED: ended('done'),
      PIX_TRANSACTION_REFUND_SENT_REJECTED: ended('failed'),
    }
  }
}

const sellersRefunds = ({ refunds }: Sale) => refunds.filter(({ by }) => by === 'seller')

/** A refund in the provider's words; one that was made on its screen has no reference of ours. */
const wireRefund = ({ id, key, amount_minor, state, time }: SimulatedRefund) => ({
  status: REFUND_STATES[state],
  value: amount_minor,
  ...(key !== '' && { correlationID: key }),
  endToEndId: `D54811417${time.slice(0, 16).replaceAll(/\D/g, '')}${String(id).padStart(11, '0')}`,
  time,
})
