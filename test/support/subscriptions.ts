/** Subscriptions of a seller, by what handlers, the bank's answers and the clock are to call. */
import assert from 'node:assert/strict'
import type { Database } from '../../db/database.ts'
import type { Transaction } from '../../db/query.ts'
import type {
  InvoiceEventType,
  Recorder,
  ReturnReason,
  SubscriptionEventType,
  Transfer,
} from '../../domain/subscriptions/ports.ts'
import { openSubscription } from '../../domain/subscriptions/open.ts'
import type { NewSubscription } from '../../domain/subscriptions/open.ts'
import { runAllDue, runThrough } from '../../domain/subscriptions/due.ts'
import { attemptsOfInvoices, subscriptionById } from '../../domain/subscriptions/rows.ts'
import type { Attempt, Invoice, Subscription } from '../../domain/subscriptions/rows.ts'
import { person } from './person.ts'
import type { TestAccount } from './service.ts'

/** A moment by Brasília's clock. */
export const brasilia = (text: string): Date => new Date(`${text}-03:00`)

type Event = { type: SubscriptionEventType | InvoiceEventType; number?: number }

/** A seller whose plans are sold on a clock of the test's own, with its events and its books. */
export class Plans {
  readonly db: Database
  readonly seller: TestAccount
  now: Date
  events: Event[] = []
  kept: string[] = []
  /** Numbers of the invoices of which it was said that their instruction is late. */
  late: number[] = []
  returned: { end_to_end_id: string; reason: ReturnReason }[] = []
  #transfers = 0
  #customer: string | undefined

  constructor(seller: TestAccount, start = brasilia('2026-03-02T12:00:00')) {
    this.seller = seller
    this.db = seller.on.db
    this.now = start
  }

  get seller_id(): string {
    return this.seller.seller_id
  }

  /** Notes what is of this seller: the clock does what is due of all. */
  recorder = (now = this.now): Recorder => {
    const { events, kept, returned, late } = this
    const isOwn = ({ seller_id }: { seller_id: string }) => seller_id === this.seller_id
    return {
      now,
      events: {
        *recordSubscription({ type, subscription }) {
          if (isOwn(subscription)) events.push({ type })
        },
        *recordInvoice({ type, invoice }) {
          if (isOwn(invoice)) events.push({ type, number: invoice.number })
        },
        *recordLateInstruction({ invoice }) {
          if (isOwn(invoice)) late.push(Number(invoice.number))
        },
      },
      books: {
        *has({ end_to_end_id }) {
          return [...kept, ...returned.map((one) => one.end_to_end_id)].includes(end_to_end_id)
        },
        *keep({ invoice, transfer: { end_to_end_id } }) {
          if (isOwn(invoice)) kept.push(end_to_end_id)
          return `pay_${end_to_end_id}`
        },
        *sendBack({ invoice, transfer: { end_to_end_id }, reason }) {
          if (isOwn(invoice)) returned.push({ end_to_end_id, reason })
        },
      },
    }
  }

  /** Runs a change at the clock's time. */
  run<Result>(body: (recorder: Recorder) => Transaction<Result>): Promise<Result> {
    return this.db.run(() => body(this.recorder()))
  }

  /** A new recurring offer, monthly unless the body says otherwise. */
  async offer(body: object = {}): Promise<string> {
    const recurring = { type: 'recurring', billing_interval: 'month', amount_minor: 4990 }
    const { default_offer } = await this.seller.product({ ...recurring, ...body })
    assert.ok(default_offer)
    return default_offer.id
  }

  /** The seller's customer with a valid CPF. */
  async customer(): Promise<string> {
    if (this.#customer !== undefined) return this.#customer
    const { tax_id } = person
    const body = { name: 'Ana', email: 'ana.assina@example.com', tax_id }
    const made = await this.seller.post<'Customer'>('/v1/customers', body)
    assert.equal(made.status, 201, made.text)
    this.#customer = made.body.id
    return made.body.id
  }

  /** Asks for a subscription. */
  async ask(order: Partial<NewSubscription> = {}, connection_id: string | null = null) {
    const { seller_id: id } = this
    const customer_id = await this.customer()
    const offer_id = order.offer_id ?? (await this.offer())
    const whole = { customer_id, metadata: {}, ...order, offer_id } as NewSubscription
    return this.db.run(() =>
      openSubscription(whole, {
        seller: { id, default_currency: 'BRL' },
        actor: { type: 'system' },
        connection_id,
        now: this.now,
      }),
    )
  }

  async open(
    order: Partial<NewSubscription> = {},
    connection_id: string | null = null,
  ): Promise<Subscription> {
    const { opened, fault } = await this.ask(order, connection_id)
    assert.ok(opened, JSON.stringify(fault))
    return opened
  }

  async read({ id }: { id: string }): Promise<Subscription> {
    const [row] = await this.db.read(() => subscriptionById({ seller_id: this.seller_id, id }))
    assert.ok(row)
    return row
  }

  /** The invoices of a subscription by their numbers. */
  invoices({ id }: { id: string }): Promise<Invoice[]> {
    const select = 'select * from invoices where seller_id = ? and subscription_id = ?'
    return this.seller.on.sql<Invoice>(`${select} order by number`, this.seller_id, id)
  }

  async invoice(of: { id: string }, number: number): Promise<Invoice> {
    const found = (await this.invoices(of)).find((one) => Number(one.number) === number)
    assert.ok(found, `the invoice ${number}`)
    return found
  }

  async attempts({ id }: { id: string }): Promise<Attempt[]> {
    const { seller_id } = this
    return this.db.read(() => attemptsOfInvoices({ seller_id, ids: [id], limit: 100 }))
  }

  /** A transfer of an amount that is read now. */
  transfer(amount_minor = 4990): Transfer {
    const end_to_end_id = `E${++this.#transfers}`
    return { end_to_end_id, amount_minor, paid_at: this.now.toISOString(), connection_id: null }
  }

  /** Does what is due now. */
  due(): Promise<number> {
    return runAllDue({ db: this.db, recorder: this.recorder }, this.now)
  }

  /** Lets the time pass until a moment. */
  async passTo(moment: Date): Promise<void> {
    await runThrough(
      { db: this.db, recorder: this.recorder },
      {
        until: () => moment,
        moveTo: (at) => {
          this.now = at
          return true
        },
      },
    )
  }

  /** The types of the events so far, with the number of each one's invoice. */
  told(): string[] {
    return this.events.splice(0).map(({ type, number }) => (number ? `${type} ${number}` : type))
  }
}
