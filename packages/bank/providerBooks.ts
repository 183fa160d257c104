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
}

export type Arrival = { endToEndId: string; amount_minor: number; time: string }

export type Sale = {
  id: number
  reference: string
  code: string
  amount_minor: number
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

  /** Money arrives; a provider refuses another amount than the charge's. */
  pay(reference: string): Sale & { arrival: Arrival } {
    const sale = this.find(reference)
    const now = this.#now()
    const { amount_minor } = sale
    const arrival = { endToEndId: newEndToEndId(now), amount_minor, time: now.toISOString() }
    return Object.assign(sale, { state: 'paid' as const, arrival })
  }

  /** Pays the charge of a page, as a buyer does, if it can still be paid. */
  payCode(code: string): Sale | undefined {
    const sale = [...this.sales.values()].find((one) => one.code === code || one.reference === code)
    return sale?.state === 'open' && !this.isExpired(sale) ? this.pay(sale.reference) : undefined
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
    const standing = sale.refunds.filter(({ state }) => state !== 'failed')
    const left = standing.reduce((sum, one) => sum - one.amount_minor, sale.amount_minor)
    if (!sale.arrival || order.amount_minor < 1 || order.amount_minor > left) {
      throw new Refusal(400, 'Refund amount exceeds what is left')
    }
    numbered += 1
    const made = { ...order, id: 2_000_000_000 + numbered, time: this.#now().toISOString() }
    sale.refunds.push(made)
    return made
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
