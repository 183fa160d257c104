/** The shop's side of a test, in the words of driver.php. */
import assert from 'node:assert/strict'
import type { WordPress } from './wordpress.ts'

export type Order = {
  id: number
  key: string
  status: string
  total: string
  paid: boolean
  transaction_id: string
  checkout_id: string
  payment_id: string
  /** The CPF or CNPJ of the plugin's own field. */
  tax_id: string
  page: string
  refunds: { id: number; amount: string }[]
  notes: string[]
}

export type Sale = {
  result: string
  /** True when the refusal was an exception, which the block checkout shows, too. */
  thrown: boolean
  redirect: string
  notices: string[]
  order: Order
}

export type SaleInput = {
  /** An order that is paid for again, instead of a new one. */
  order?: number
  products?: [id: number, quantity: number][]
  extra?: { kind: 'shipping' | 'fee'; name: string; total: string }[]
  coupon?: [code: string, discount: number]
  email?: string
  meta?: Record<string, string>
  /** The fields of the checkout's form, as the buyer typed them. */
  post?: Record<string, string>
  /** The shop's object cache fails once under the plugin's lock. */
  cache_fails?: boolean
}

export class Shop {
  readonly wordpress: WordPress

  constructor(wordpress: WordPress) {
    this.wordpress = wordpress
  }

  sell(input: SaleInput): Promise<Sale> {
    return this.wordpress.do('sell', input)
  }

  /** Sells, and says why when it was refused. */
  async sold(input: SaleInput): Promise<Order> {
    const { result, notices, order } = await this.sell(input)
    assert.equal(result, 'success', `${notices.join(' ')}\n${this.wordpress.log()}`)
    return order
  }

  show({ id }: { id: number }): Promise<Order> {
    return this.wordpress.do('show', { order: id })
  }

  setStatus({ id }: { id: number }, status: string): Promise<void> {
    return this.wordpress.do('status', { order: id, status })
  }

  setTotal({ id }: { id: number }, total: string): Promise<void> {
    return this.wordpress.do('total', { order: id, total })
  }

  refund({ id }: { id: number }, amount: string): Promise<string> {
    return this.wordpress.do('refund', { order: id, amount, reason: 'Veio quebrada' })
  }

  /** Deletes an order for good, as the trash does when it is emptied. */
  delete({ id }: { id: number }): Promise<void> {
    return this.wordpress.do('delete', { order: id })
  }

  setMeta({ id }: { id: number }, set: object): Promise<void> {
    return this.wordpress.do('meta', { order: id, set })
  }

  /** Runs the reconciler, which Action Scheduler does every minute. */
  reconcile(): Promise<void> {
    return this.wordpress.do('run', { hook: 'balcao_reconcile' })
  }

  /** Runs actions that were put off, without waiting for their time. */
  retry(): Promise<number> {
    return this.pending('balcao_retry')
  }

  /** Runs what is pending of a hook of Action Scheduler. @returns how many actions */
  pending(hook: string): Promise<number> {
    return this.wordpress.do('pending', { hook })
  }

  option<Value>(name: string): Promise<Value> {
    return this.wordpress.do('option', { name })
  }

  setOption(name: string, set: unknown): Promise<unknown> {
    return this.wordpress.do('option', { name, set })
  }

  /** The subjects of the mails to a buyer. */
  mailsTo(address: string): string[] {
    return this.wordpress
      .mails()
      .filter(({ to }) => to === address)
      .map(({ subject }) => subject)
  }
}

/** Counts the notes of an order that say something. */
export const notesSaying = ({ notes }: Order, text: string | RegExp): number =>
  notes.filter((note) => (typeof text === 'string' ? note.includes(text) : text.test(note))).length
