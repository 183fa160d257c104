/** A provider beyond the contract, in place of the bank: its stand-in, on simulated time. */
import type { BankRequest, BankResponse } from '../../domain/pix/bank/mtls.ts'
import type { BankSettings } from '../../domain/pix/bank/options.ts'
import { checkoutOf, isOurTxid } from '../../domain/pix/bank/txid.ts'
import { Refusal } from '../bank/books.ts'
import { MercadoPagoBank } from '../bank/mercadoPagoBank.ts'
import type { ProviderBank, ProviderCall } from '../bank/providerBank.ts'
import type { Sale, SimulatedRefund } from '../bank/providerBooks.ts'
import { simulatedProviders } from '../bank/providers.ts'
import type { ProviderName } from '../bank/providers.ts'
import { WooviBank } from '../bank/wooviBank.ts'
import { answer, CARRIED_OUT, refundFates } from './bank.ts'
import type { BankRecord, Cause, OurRecord, OurRefund, Paid, SimulatedBank } from './bank.ts'
import type { Draw } from './random.ts'
import type { World } from './world.ts'

const MINUTE_MS = 60_000
const FEE_MINOR = 85

/** How long a key is kept at least: longer than the network takes to bring a request twice. */
const LEAST_KEPT_MINUTES = 3

const ORIGIN = 'https://provider.example'
const CALLBACKS = 'https://loja.example/pix'

/** Events of which Woovi tells; Mercado Pago tells of every change. */
const EVENTS = ['OPENPIX:CHARGE_COMPLETED', 'OPENPIX:DISPUTE_ACCEPTED']

type Arrived = Sale & { arrival: NonNullable<Sale['arrival']> }

const hasArrived = (sale: Sale): sale is Arrived =>
  sale.arrival !== undefined && sale.arrival.state === undefined

export class SimulatedProvider implements SimulatedBank {
  readonly settings: BankSettings
  readonly refused = new Set<string>()
  announces = true
  absence: SimulatedBank['absence']
  readonly #world: World
  readonly #provider: ProviderBank
  /** True for a provider that shows some transfers while it holds them, and refuses a few. */
  #holdsMoney = false

  constructor(world: World, name: ProviderName) {
    this.#world = world
    this.#provider = new simulatedProviders[name](() => world.timeline.now())
    this.settings = this.#provider.settingsAt(ORIGIN)
    this.#takeHabits(world.draw.of('habits of the bank'))
    this.#provider.callback_url = CALLBACKS
    for (const event of EVENTS) {
      const webhook = { name: event, event, url: CALLBACKS, isActive: true }
      this.#ask({ method: 'POST', url: `${this.settings.url}/webhook`, body: { webhook } })
    }
  }

  /** Each world has a provider that does otherwise where its documentation leaves that open. */
  #takeHabits(draw: Draw): void {
    if (!this.#world.fails('habits')) return
    const provider = this.#provider
    this.announces = draw.chance(0.8)
    if (draw.chance(0.5)) provider.books.fee_minor = FEE_MINOR
    this.#holdsMoney = draw.chance(0.5) && provider instanceof WooviBank
    if (!(provider instanceof MercadoPagoBank)) return
    if (draw.chance(0.5)) provider.view.source = 'list'
    const keptMs = draw.between(LEAST_KEPT_MINUTES, 60) * MINUTE_MS
    const { timeline } = this.#world
    const forget = () => {
      provider.forgetKeys(new Date(timeline.now_ms - keptMs))
      timeline.after(MINUTE_MS, forget)
    }
    if (draw.chance(0.5)) forget()
  }

  #ask({ method, url, body }: { method: string; url: string; body: object }): void {
    const headers = { authorization: this.#provider.client_secret }
    const { pathname, searchParams } = new URL(url)
    const call = { method, path: pathname, query: searchParams, headers, body: { ...body } }
    try {
      this.#provider.perform(call)
    } catch (error) {
      // Only Woovi takes addresses by its API.
      if (!(error instanceof Refusal)) throw error
    }
  }

  get #sales(): Map<string, Sale> {
    return this.#provider.books.sales
  }

  #saleOf({ url, body = '' }: BankRequest): Sale | undefined {
    const { pathname, searchParams } = new URL(url)
    const texts = body.matchAll(/"([^"]*)"/g).map(([, text = '']) => text)
    const named = new Set([...pathname.split('/'), searchParams.get('charge') ?? '', ...texts])
    const numbers = new Set([...named].map(Number))
    return this.#sales
      .values()
      .find(
        ({ id, reference, arrival }) =>
          named.has(reference) ||
          numbers.has(id) ||
          (arrival !== undefined && named.has(arrival.endToEndId)),
      )
  }

  subjectOf(request: BankRequest): string {
    const { searchParams } = new URL(request.url)
    const asked = searchParams.get('external_reference') ?? this.#namedIn(request.body ?? '')
    return this.#nameOf(this.#saleOf(request)?.reference ?? asked)
  }

  /** The checkout of a charge, by its number: ids are made by chance, and so are codes. */
  #nameOf(txid: string | undefined): string {
    const number = txid && isOurTxid(txid) && this.#world.numbers.get(checkoutOf(txid))
    return typeof number === 'number' ? `checkout ${number}` : 'lists'
  }

  /** The charge that a request makes. */
  #namedIn(body: string): string | undefined {
    const { correlationID, external_reference } = JSON.parse(body || '{}') as Record<string, string>
    return correlationID ?? external_reference
  }

  perform(request: BankRequest): BankResponse {
    const { method, url, headers = {}, body = '' } = request
    const { pathname, searchParams } = new URL(url)
    const call: ProviderCall = {
      method,
      path: pathname,
      query: searchParams,
      headers,
      body: body === '' ? {} : (JSON.parse(body) as Record<string, unknown>),
    }
    const isRefund = method === 'POST' && /\/refunds?$/.test(pathname)
    const subject = this.subjectOf(request)
    const draw = this.#world.draw.of(`bank ${subject}`)
    const before = this.#provider.violations.length
    try {
      if (isRefund) this.#provider.books.refund_state = this.#stateOfRefund(draw)
      const done = this.#provider.perform(call)
      if (isRefund) this.#follow(keyOf(call), draw, subject)
      return answer(done.status, done.body)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      for (const violation of this.#provider.violations.slice(before)) this.#world.differ(violation)
      if (isRefund) this.#refuse(keyOf(call), subject)
      return answer(error.status, this.#provider.problem(error))
    }
  }

  #refundBy(key: string): [Sale, SimulatedRefund] | undefined {
    for (const sale of this.#sales.values()) {
      const refund = sale.refunds.find((made) => made.key.endsWith(key))
      if (refund) return [sale, refund]
    }
    return undefined
  }

  #refuse(key: string, subject: string): void {
    if (!this.#refundBy(key)) this.refused.add(key)
    this.#world.tell(subject, 'refund is refused')
  }

  /** @throws Refusal when the provider takes no order */
  #stateOfRefund(draw: Draw): SimulatedRefund['state'] {
    const fate = this.#world.fails('returns') ? draw.oneOf(refundFates) : 'done'
    if (fate !== 'done') this.#world.faults += 1
    if (fate === 'refused') throw new Refusal(400, 'Refund is refused')
    return fate
  }

  /** A refund that is being processed ends by itself. */
  #follow(key: string, draw: Draw, subject: string): void {
    const [, refund] = this.#refundBy(key) ?? []
    if (!refund) return
    this.#world.tell(subject, `refund is ${refund.state}`)
    if (refund.state === 'failed') this.refused.add(key)
    if (refund.state !== 'processing') return
    const isCarriedOut = draw.chance(CARRIED_OUT)
    this.#world.timeline.after(draw.between(1, 6 * 60) * MINUTE_MS, () => {
      if (refund.state !== 'processing') return
      refund.state = isCarriedOut ? 'done' : 'failed'
      refund.ended = this.#world.timeline.now().toISOString()
      this.#world.tell(subject, `refund is ${refund.state}`)
      if (!isCarriedOut) this.refused.add(key)
    })
  }

  /** A provider refuses another amount than the charge's. */
  pay(code: string, amount_minor: number): Paid | undefined {
    const { books } = this.#provider
    const asked = books.byCode(code)
    if (asked?.amount_minor !== amount_minor) return undefined
    const draw = this.#world.draw.of(`held ${this.#nameOf(asked.reference)}`)
    const isHeld = this.#holdsMoney && draw.chance(0.3)
    const sale = books.payCode(code, isHeld ? 'IN_PROCESSING' : undefined)
    if (isHeld && sale) this.#release(sale, draw)
    return sale && paidOf(sale)
  }

  /** Money that is held arrives after some minutes, or never. */
  #release({ arrival }: Sale, draw: Draw): void {
    this.#world.faults += 1
    this.#world.timeline.after(draw.between(1, 40) * MINUTE_MS, () => {
      const state = draw.chance(0.8) ? undefined : 'REJECTED'
      this.#provider.books.changeArrival(arrival?.endToEndId ?? '', state)
    })
  }

  payLate(): undefined {}

  payAgain(): undefined {}

  takeBack({ endToEndId }: Paid, amount_minor: number, cause: Cause): string | undefined {
    const { books } = this.#provider
    const sale = books.byTransfer(endToEndId)
    const { refunds } = sale
    if (!hasArrived(sale)) return undefined
    // There is one dispute for each transfer, and none over money that is on its way back.
    const isTaken = refunds.some(({ by, state }) => by === 'provider' || state === 'processing')
    if (cause !== 'ORIGINAL' && isTaken) return undefined
    try {
      if (cause === 'ORIGINAL') {
        books.refund_state = 'done'
        books.returnOnScreen(endToEndId, amount_minor)
      } else this.#dispute(endToEndId, amount_minor, cause)
      return `${cause} ${amount_minor}`
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return undefined
    }
  }

  /** A dispute takes what is left: its value is the whole, another, or is not said. */
  #dispute(endToEndId: string, amount_minor: number, cause: Cause): void {
    const provider = this.#provider
    if (!(provider instanceof WooviBank) || cause === 'MED_OPERACIONAL') {
      return void provider.books.takeBack(endToEndId, amount_minor)
    }
    const { books, disputes } = provider
    const value = amount_minor % 2 === 0 ? undefined : books.byTransfer(endToEndId).amount_minor
    books.takeBack(endToEndId, books.leftOf(books.byTransfer(endToEndId)))
    const id = `dispute ${endToEndId}`
    disputes.set(endToEndId, { id, status: 'ACCEPTED', type: 'MED', value })
  }

  callbacksOf(txid: string): object[] {
    const sale = this.#sales.get(txid)
    if (!sale || !hasArrived(sale))
      return [{ charge: { correlationID: txid } }, { data: { id: '7' } }]
    const isTaken = sale.refunds.some(({ by }) => by === 'provider')
    return this.#provider.callbacksOf(sale, isTaken ? 'taken' : 'paid').map(({ body }) => body)
  }

  isPayable(txid: string): boolean {
    const sale = this.#sales.get(txid)
    return sale?.state === 'open' && !this.#provider.books.isExpired(sale)
  }

  records(): Map<string, BankRecord> {
    return new Map(
      [...this.#sales.values()].filter(hasArrived).map((sale) => {
        const refunds = sale.refunds
          .filter(({ state }) => state === 'done')
          .map(({ key, amount_minor, by, time }) => ({
            return_id: key,
            amount_minor,
            nature: by === 'seller' ? 'ORIGINAL' : 'TAKEN',
            completed_at: time,
            isOurs: by === 'seller' && key !== '',
          }))
        const { amount_minor, time, endToEndId } = sale.arrival
        const line = this.ourLine({ endToEndId, amount_minor, paid_at: time, refunds })
        const back = refunds.reduce((sum, refund) => sum + refund.amount_minor, 0)
        return [endToEndId, { line, left_minor: amount_minor - back }]
      }),
    )
  }

  balance(): number {
    return this.#provider.books.balance()
  }

  /** A provider names refunds by ids of its own, and causes in words of its own. */
  ourLine({ endToEndId, amount_minor, paid_at, refunds }: OurRecord): string {
    const back = refunds
      .map((refund) => {
        // Woovi's schema has no time of a dispute.
        const isTimed = refund.nature === 'ORIGINAL' || this.#provider instanceof MercadoPagoBank
        const isCompared = isTimed && this.#world.hasTrueClock
        const at = isCompared ? ` at ${this.#orderedAt(endToEndId, refund)}` : ''
        return `${refund.amount_minor}${at}${refund.isOurs ? '' : ' by the bank'}`
      })
      .toSorted()
    return [`${amount_minor} at ${paid_at}`, ...back].join(', ')
  }

  /**
   * When the provider was ordered to refund. Of a refund that was under way it says no end, but
   * when the payment changed last.
   */
  #orderedAt(endToEndId: string, { amount_minor, completed_at }: OurRefund): string {
    const sale = [...this.#sales.values()].find(({ arrival }) => arrival?.endToEndId === endToEndId)
    const changes = sale?.refunds.flatMap(({ time, ended = time }) => [time, ended]) ?? []
    const refund = sale?.refunds.find(
      ({ amount_minor: madeMinor, state, time, ended }) =>
        madeMinor === amount_minor && state === 'done' && ended && time <= completed_at,
    )
    return refund && changes.includes(completed_at) ? refund.time : completed_at
  }
}

const paidOf = ({ reference, arrival, amount_minor }: Sale): Paid => ({
  endToEndId: arrival?.endToEndId ?? '',
  txid: reference,
  amount_minor,
})

/** Our id of the refund that a request orders. */
const keyOf = ({ headers, body }: ProviderCall): string =>
  String(body['correlationID'] ?? headers['x-idempotency-key'] ?? '')
