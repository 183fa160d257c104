/** The books of a simulated provider: open charges, money that arrived, money that went back. */
import { randomBytes } from 'node:crypto'
import { pixCode } from '../../domain/pix/bank/brCode.ts'
import { Refusal } from './books.ts'

export type SimulatedRefund = {
  id: number
  /** Under which it was ordered; of one that the provider makes, a text of its own. */
  key: string
  amount_minor: number
  state: 'processing' | 'done' | 'failed'
  by: 'seller' | 'provider'
  time: string
  /** When it ended, if it was under way before. */
  ended?: string
}

/** `state` in the provider's words; undefined for money that has arrived. */
export type Arrival = {
  endToEndId: string
  amount_minor: number
  fee_minor: number
  time: string
  state?: string
}

export type Sale = {
  id: number
  reference: string
  code: string
  amount_minor: number
  /** How much less the buyer pays: the provider has promised it to the buyer. */
  discount_minor: number
  created: string
  expires: string
  state: 'open' | 'paid' | 'canceled'
  arrival?: Arrival
  refunds: SimulatedRefund[]
}

let numbered = 0

/**
 * Makes the id of a transfer: the payer's bank, the minute in UTC and eleven letters and digits.
 */
function newEndToEndId(now: Date): string {
  const minute = now.toISOString().slice(0, 16).replaceAll(/\D/g, '')
  return `E18236120${minute}s${randomBytes(5).toString('hex')}`
}

export class ProviderBooks {
  /** The sales by our references, in the order in which they came. */
  readonly sales = new Map<string, Sale>()
  /** The state of refunds that are ordered from now on. */
  refund_state: SimulatedRefund['state'] = 'done'
  /** The provider's fee for each transfer that arrives from now on. */
  fee_minor = 0
  readonly #now: () => Date
  /** The books as stale reads show them. */
  #shown: Map<string, Sale> | undefined

  constructor(now: () => Date) {
    this.#now = now
  }

  /** The books as reads see them: as they are, or as they were while reads are stale. */
  get shown(): Map<string, Sale> {
    return this.#shown ?? this.sales
  }

  /** Makes reads show the books as they are now, until `refresh`. */
  freeze(): void {
    this.#shown = structuredClone(this.sales)
  }

  refresh(): void {
    this.#shown = undefined
  }

  open(reference: string, amount_minor: number, expires: Date): Sale {
    numbered += 1
    const location = `pix.example.com/qr/${reference}`
    const sale: Sale = {
      id: 139_000_000_000 + numbered,
      reference,
      code: pixCode({ location, sellerName: 'Loja', city: 'Sao Paulo' }),
      amount_minor,
      discount_minor: 0,
      created: this.#now().toISOString(),
      expires: expires.toISOString(),
      state: 'open',
      refunds: [],
    }
    this.sales.set(reference, sale)
    return sale
  }

  isExpired({ expires }: Sale): boolean {
    return this.#now().toISOString() > expires
  }

  /**
   * Money arrives; a provider refuses another amount than the charge's.
   *
   * @param state of money that has not arrived yet, in the provider's words
   * @param sent when the payer's bank made the transfer's id: it may have held the transfer since
   */
  pay(reference: string, state?: string, sent = this.#now()): Sale & { arrival: Arrival } {
    const sale = this.find(reference)
    const now = this.#now()
    const arrival = {
      endToEndId: newEndToEndId(sent),
      amount_minor: sale.amount_minor - sale.discount_minor,
      fee_minor: this.fee_minor,
      time: now.toISOString(),
      ...(state !== undefined && { state }),
    }
    return Object.assign(sale, { state: state === undefined ? 'paid' : sale.state, arrival })
  }

  /** The sale of a Pix code, or under one of our references. */
  byCode(code: string): Sale | undefined {
    return [...this.sales.values()].find((sale) => sale.code === code || sale.reference === code)
  }

  /** Pays the charge of a page, as a buyer does, if it can still be paid. */
  payCode(code: string, state?: string, sent?: Date): Sale | undefined {
    const sale = this.byCode(code)
    return sale?.state === 'open' && !this.isExpired(sale)
      ? this.pay(sale.reference, state, sent)
      : undefined
  }

  /**
   * Changes the state of a transfer.
   *
   * @param state in the provider's words; undefined once the money has arrived
   */
  changeArrival(endToEndId: string, state: string | undefined): Sale {
    const sale = this.byTransfer(endToEndId)
    const { state: _, ...arrival } = sale.arrival as Arrival
    sale.arrival = state === undefined ? arrival : { ...arrival, state }
    if (state === undefined) sale.state = 'paid'
    return sale
  }

  /** The seller returns money on the provider's screen, under no reference of ours. */
  returnOnScreen(endToEndId: string, amount_minor: number, time?: string): SimulatedRefund {
    const sale = this.byTransfer(endToEndId)
    const order = { key: '', amount_minor, state: this.refund_state, by: 'seller' as const }
    return Object.assign(this.#sendBack(sale, order), time !== undefined && { time })
  }

  /**
   * Ends the refunds that are under way.
   *
   * @param amount_minor over which they are carried out, when it is another than was ordered
   * @returns their sales
   */
  endRefunds(state: 'done' | 'failed', amount_minor?: number): Sale[] {
    const sales = [...this.sales.values()].filter(({ refunds }) =>
      refunds.some((refund) => refund.state === 'processing'),
    )
    for (const refund of sales.flatMap(({ refunds }) => refunds)) {
      if (refund.state !== 'processing') continue
      const ended = this.#now().toISOString()
      Object.assign(refund, { state, ended }, amount_minor !== undefined && { amount_minor })
    }
    return sales
  }

  /** The seller's money at the provider: what arrived, less fees and what went back. */
  balance(): number {
    const partsOf = ({ arrival, refunds }: Sale) => {
      const back = refunds.filter(({ state }) => state === 'done')
      const got = arrival && arrival.state === undefined ? arrival : undefined
      const arrivedMinor = got ? got.amount_minor - got.fee_minor : 0
      return back.reduce((sum, { amount_minor }) => sum - amount_minor, arrivedMinor)
    }
    return [...this.sales.values()].reduce((sum, sale) => sum + partsOf(sale), 0)
  }

  refund(sale: Sale, key: string, amount_minor: number): SimulatedRefund {
    return this.#sendBack(sale, { key, amount_minor, state: this.refund_state, by: 'seller' })
  }

  /** The provider takes money back by itself, as after a report of fraud. */
  takeBack(endToEndId: string, amount_minor: number): Sale {
    const sale = this.byTransfer(endToEndId)
    const key = `taken-${sale.refunds.length}`
    this.#sendBack(sale, { key, amount_minor, state: 'done', by: 'provider' })
    return sale
  }

  #sendBack(
    sale: Sale,
    order: Pick<SimulatedRefund, 'key' | 'amount_minor' | 'state' | 'by'>,
  ): SimulatedRefund {
    if (!sale.arrival || order.amount_minor < 1 || order.amount_minor > this.leftOf(sale)) {
      throw new Refusal(400, 'Refund amount exceeds what is left')
    }
    numbered += 1
    const made = { ...order, id: 2_000_000_000 + numbered, time: this.#now().toISOString() }
    sale.refunds.push(made)
    return made
  }

  /** How much of a transfer neither went back nor is on its way there. */
  leftOf({ arrival, refunds }: Sale): number {
    return refunds
      .filter(({ state }) => state !== 'failed')
      .reduce((left, { amount_minor }) => left - amount_minor, arrival?.amount_minor ?? 0)
  }

  find(reference: string): Sale {
    const sale = this.sales.get(reference)
    if (!sale) throw new Refusal(404, 'not found')
    return sale
  }

  byTransfer(endToEndId: string, sales = this.sales): Sale {
    const sale = [...sales.values()].find((one) => one.arrival?.endToEndId === endToEndId)
    if (!sale) throw new Refusal(404, 'not found')
    return sale
  }
}
