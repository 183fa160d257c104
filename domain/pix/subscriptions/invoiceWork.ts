/**
 * Carries the orders of one invoice to its bank, and brings the bank's words about its charge back.
 * An order is marked before it is sent; from then on the bank is asked before it is repeated.
 */
import { addDays } from '../../../runtime/brasilia.ts'
import type { Transaction } from '../../../db/query.ts'
import {
  blockInvoice,
  closeCharge,
  confirmVoid,
  endMandate,
} from '../../subscriptions/bankWords.ts'
import {
  isOrderTime,
  lastVoidBefore,
  orderTime,
  readingAfter,
} from '../../subscriptions/calendar.ts'
import { returnOrder, startOrder } from '../../subscriptions/orders.ts'
import type { Recorder } from '../../subscriptions/ports.ts'
import { subscriptionById } from '../../subscriptions/rows.ts'
import type { Invoice, Key, Subscription } from '../../subscriptions/rows.ts'
import { BankError } from '../bank/provider.ts'
import type { PixProvider } from '../bank/provider.ts'
import type { CheckOutcome } from '../connections/railContext.ts'
import { isEnded, isOver } from '../recurring/answers.ts'
import type { RecurringCharge } from '../recurring/answers.ts'
import { instruct, retry, voidCharge } from '../recurring/orders.ts'
import type { InstructionResult } from '../recurring/orders.ts'
import { readMandate, readRecurringCharge } from '../recurring/reading.ts'
import { isKnownCode } from '../recurring/reasons.ts'
import { answered, bankOfSubscriptions, isUnavailable } from './bank.ts'
import type { SubscriptionBank, SubscriptionContext } from './bank.ts'
import { applyCharge, isSettledAtBank, stateOf } from './chargeWords.ts'
import type { InvoiceState } from './chargeWords.ts'
import { mandateEndOf } from './mandateWords.ts'
import { newestInvoices, postponeInvoice } from './rows.ts'

const MINUTE_MS = 60 * 1000

/** After so long the bank is asked again for what it has refused: it may have been a mistake. */
export const REFUSED_PAUSE_MS = 15 * MINUTE_MS

/** An order under way has arrived by then: what the bank does not show is not there. */
export const ARRIVAL_MS = 60 * MINUTE_MS

/** Invoices of one subscription that may stand for one period at the bank. */
const NEIGHBOURS = 20

type Scene = InvoiceState &
  SubscriptionBank & { key: Key; subscription: Subscription; bank: PixProvider }

/** When the invoice is looked at next; undefined where a change has set that, null for never. */
type Next = Date | string | null | undefined

export class InvoiceWork {
  readonly #context: SubscriptionContext

  constructor(context: SubscriptionContext) {
    this.#context = context
  }

  /** Does what is owed for an invoice that was claimed. Errors are logged, and it is done later. */
  async carry(claimed: Invoice): Promise<CheckOutcome> {
    const { log, intervalMs } = this.#context
    const { seller_id, id } = claimed
    try {
      const scene = await this.#sceneOf(claimed)
      // A change or another claim has set another time: an order may be under way by now.
      if (scene && scene.invoice.bank_check_at !== claimed.bank_check_at) return 'done'
      await this.#postpone(claimed, scene ? await this.#step(scene) : null)
      return 'done'
    } catch (error) {
      const facts = { seller_id, invoice_id: id, reason: (error as Error).message }
      const isBank = error instanceof BankError
      log[isBank ? 'warn' : 'error'](facts, 'order for an invoice not carried out')
      const pauseMs = Math.max(intervalMs, isBank ? error.retryAfterMs : 0)
      await this.#postpone(claimed, await this.#after(pauseMs))
      return isUnavailable(error) ? 'bank_unavailable' : 'done'
    }
  }

  async #sceneOf({ seller_id, id }: Key): Promise<Scene | undefined> {
    const { db, banks } = this.#context
    const found = await db.read(function* () {
      const state = yield* stateOf({ seller_id, id })
      if (!state || state.invoice.connection_id === null) return undefined
      const { subscription_id, connection_id } = state.invoice
      const [subscription] = yield* subscriptionById({ seller_id, id: subscription_id })
      const bank = yield* bankOfSubscriptions({ seller_id, connection_id })
      return subscription && bank && { ...state, ...bank, subscription }
    })
    return found && { ...found, key: { seller_id, id }, bank: banks.of(found.connection) }
  }

  async #postpone({ seller_id, id, bank_check_at }: Invoice, next: Next): Promise<void> {
    if (next === undefined || bank_check_at === null) return
    const at = next instanceof Date ? next.toISOString() : next
    const { db } = this.#context
    await db.run(() => postponeInvoice({ seller_id, id, claimed: bank_check_at, next: at }))
  }

  async #after(pauseMs: number): Promise<Date> {
    return new Date((await this.#context.clock.now()).getTime() + pauseMs)
  }

  /** Runs a change at the clock's time. */
  async #word<Result>(body: (recorder: Recorder) => Transaction<Result>): Promise<Result> {
    const { db, clock, recorder } = this.#context
    const now = await clock.now()
    return db.run(() => body(recorder(now)))
  }

  async #step(scene: Scene): Promise<Next> {
    const { bank_order: order, bank_order_date: date, bank_order_sent_at } = scene.invoice
    if (order === null || date === null) return this.#read(scene)
    if (order === 'void') return this.#void(scene, date)
    const now = (await this.#context.clock.now()).toISOString()
    const isTime = scene.mayOrder && isOrderTime(order, date, now)
    if (bank_order_sent_at !== null && !isTime) return this.#find(scene)
    if (!isTime)
      return orderTime(new Date(Date.parse(now) + this.#context.intervalMs).toISOString())
    if (bank_order_sent_at === null && !(await this.#start(scene))) {
      return this.#after(this.#context.intervalMs)
    }
    const repeated = bank_order_sent_at !== null
    return order === 'instruct' ? this.#instruct(scene, date, repeated) : this.#retry(scene, date)
  }

  /**
   * Marks an order as sent, once the mandate was read: nothing is ordered before it is approved, or
   * after its end.
   *
   * @returns false where it is not to be given
   */
  async #start({ subscription, connection, bank, key }: Scene): Promise<boolean> {
    const { seller_id, id, recurrence_id } = subscription
    if (recurrence_id === null || connection.account === null) {
      this.#context.log.error(
        { ...key, subscription_id: id },
        'the account of the seller is missing',
      )
      return false
    }
    const mandate = answered(await readMandate(bank, recurrence_id))
    if (mandate.kind !== 'done') return false
    if (isEnded(mandate.value)) {
      const end = mandateEndOf(mandate.value)
      await this.#word((recorder) => endMandate({ seller_id, id, ...end }, recorder))
      return false
    }
    if (mandate.value.status !== 'approved') return false
    return (await this.#word((recorder) => startOrder(key, recorder))) !== undefined
  }

  async #instruct(scene: Scene, due_on: string, repeated: boolean): Promise<Next> {
    const { invoice, subscription, connection, bank, key } = scene
    const { recurrence_id, cycles, name, created_at } = subscription
    const { seller_id, subscription_id, txid, amount_minor, number } = invoice
    const { period_start, period_end } = invoice
    const { account } = connection
    if (
      recurrence_id === null ||
      account === null ||
      period_start === null ||
      period_end === null
    ) {
      throw new Error(`The invoice ${invoice.id} cannot be charged.`)
    }
    const { db, clock } = this.#context
    const others = await db.read(() =>
      newestInvoices({ seller_id, subscription_id, limit: NEIGHBOURS }),
    )
    const ours = new Set(others.map((one) => one.txid))
    const result = await instruct(bank, {
      ...{ txid, mandate_id: recurrence_id, due_on, amount_minor, account },
      ...{ period_start, period_end, repeated },
      note: `${name} ${number}${cycles === null ? '' : `/${cycles}`}`,
      since: new Date(created_at),
      now: addMinute(await clock.now()),
      isOurs: (one) => ours.has(one),
    })
    return this.#instructed(scene, key, result)
  }

  async #instructed(scene: Scene, key: Key, result: InstructionResult): Promise<Next> {
    const { log } = this.#context
    const reply = answered(result)
    if (reply.kind === 'placed') return this.#apply(scene, reply.charge)
    if (reply.kind === 'refused') return this.#refused(scene, reply.status)
    const facts = { ...key, txid: reply.charge.txid }
    if (reply.kind === 'blocked') {
      log.error(facts, 'another program charges the period of an invoice')
      await this.#word((recorder) => blockInvoice(key, recorder))
      return null
    }
    log.error(facts, 'another invoice of the subscription stands for the period')
    await this.#word((recorder) => returnOrder(key, recorder))
    return this.#after(ARRIVAL_MS)
  }

  async #retry(scene: Scene, date: string): Promise<Next> {
    const { invoice, attempts, bank, key } = scene
    const order = { txid: invoice.txid, date, known_attempts: attempts.length }
    const reply = answered(await retry(bank, order))
    if (reply.kind === 'refused') return this.#refused(scene, reply.status)
    const next = await this.#apply(scene, reply.charge)
    if (reply.kind === 'placed') return next
    await this.#word((recorder) => closeCharge(key, recorder))
    return null
  }

  /** A refusal is never the last word: the order is asked for again while its time lasts. */
  async #refused({ key, invoice }: Scene, status: number): Promise<Date> {
    const { log, metrics } = this.#context
    metrics.recurringRefused(String(status))
    log.error({ ...key, order: invoice.bank_order, status }, 'the bank refuses an order')
    if (invoice.bank_order !== 'void') await this.#word((recorder) => returnOrder(key, recorder))
    return this.#after(REFUSED_PAUSE_MS)
  }

  /** Looks for an order that may have been carried out, and is not to be given any more. */
  async #find(scene: Scene): Promise<Next> {
    const { bank, key, invoice, attempts } = scene
    const { bank_order, bank_order_sent_at } = invoice
    const arrived = Date.parse(bank_order_sent_at ?? '') + this.#context.intervalMs
    if ((await this.#context.clock.now()).getTime() < arrived) return new Date(arrived)
    const reply = answered(await readRecurringCharge(bank, invoice.txid))
    if (reply.kind === 'refused') return this.#after(REFUSED_PAUSE_MS)
    if (reply.kind === 'absent') await this.#requireAbsence(scene)
    const isThere =
      reply.kind === 'done' &&
      (bank_order === 'instruct' || reply.value.attempts.length > attempts.length)
    if (reply.kind === 'done' && isThere) return this.#apply(scene, reply.value)
    await this.#word((recorder) => returnOrder(key, recorder))
    if (reply.kind === 'done' && isOver(reply.value)) {
      await this.#word((recorder) => closeCharge(key, recorder))
    }
    return this.#after(0)
  }

  /** Stops the debits of an invoice: by an order in time, else by the end of its mandate. */
  async #void(scene: Scene, date: string): Promise<Next> {
    const { bank, key, invoice, attempts } = scene
    const now = (await this.#context.clock.now()).toISOString()
    const first = attempts[0]?.date ?? date
    if (now >= lastVoidBefore(first)) return this.#awaitEnd(scene, first)
    if (invoice.bank_order_sent_at === null) {
      await this.#word((recorder) => startOrder(key, recorder))
    }
    const reply = answered(await voidCharge(bank, invoice.txid))
    if (reply.kind === 'refused') return this.#refused(scene, reply.status)
    if (reply.kind !== 'absent') return this.#awaited(scene, reply.charge, first)
    const sentMs = Date.parse(invoice.bank_order_sent_at ?? now)
    const hasArrived = Date.parse(now) - sentMs >= ARRIVAL_MS
    if (!hasArrived) return this.#after(this.#context.intervalMs)
    await this.#requireAbsence(scene)
    await this.#word((recorder) => confirmVoid(key, recorder))
    return null
  }

  /**
   * Requires that the bank does not have the charge of an invoice. A gateway whose bank is away
   * answers 404 to everything: the absence is known once the bank shows the mandate without it.
   *
   * @throws BankError while the bank shows neither, or the charge after all
   */
  async #requireAbsence({ bank, invoice, subscription }: Scene): Promise<void> {
    const { recurrence_id } = subscription
    // Without a mandate nothing was ordered.
    if (recurrence_id === null) return
    const mandate = answered(await readMandate(bank, recurrence_id))
    const again = answered(await readRecurringCharge(bank, invoice.txid))
    if (mandate.kind === 'done' && again.kind === 'absent') return
    const retryAfterMs = REFUSED_PAUSE_MS
    throw new BankError('unreadable', 'The bank does not show a mandate.', { retryAfterMs })
  }

  /** It is too late to stop the debit: what it brings goes back. */
  async #awaitEnd(scene: Scene, date: string): Promise<Next> {
    const { bank, key, invoice } = scene
    const reply = answered(await readRecurringCharge(bank, invoice.txid))
    if (reply.kind === 'done') return this.#awaited(scene, reply.value, date)
    const now = (await this.#context.clock.now()).toISOString()
    // Whatever was under way has arrived by the day after.
    if (reply.kind === 'refused' || now < lastVoidBefore(addDays(date, 2))) {
      return readingAfter(date, now)
    }
    await this.#requireAbsence(scene)
    await this.#word((recorder) => confirmVoid(key, recorder))
    return null
  }

  async #awaited(scene: Scene, charge: RecurringCharge, date: string): Promise<Next> {
    await this.#apply(scene, charge)
    if (isSettledAtBank(charge)) {
      await this.#word((recorder) => confirmVoid(scene.key, recorder))
      return null
    }
    return readingAfter(date, (await this.#context.clock.now()).toISOString())
  }

  /** Reads the charge of an invoice of which an attempt is under way. */
  async #read(scene: Scene): Promise<Next> {
    const { bank, key, invoice, attempts } = scene
    const scheduled = attempts.find(({ status }) => status === 'scheduled')
    if (!scheduled) return null
    const reply = answered(await readRecurringCharge(bank, invoice.txid))
    if (reply.kind === 'done') return this.#apply(scene, reply.value)
    this.#context.log.error({ ...key, txid: invoice.txid }, 'the bank does not show a charge')
    return readingAfter(scheduled.date, (await this.#context.clock.now()).toISOString())
  }

  /** Applies what the bank says of the charge. @returns when it is read next */
  async #apply({ key, connection, attempts }: Scene, charge: RecurringCharge): Promise<Next> {
    const { log, metrics, clock } = this.#context
    if (charge.unclear.length > 0) {
      log.error({ ...key, txid: charge.txid, reasons: charge.unclear }, 'a charge is not clear')
    }
    const of = { charge, connection_id: connection.id }
    const after = await this.#word((recorder) => applyCharge(key, of, recorder))
    for (const { id, status, code } of after?.attempts ?? []) {
      const isNew = !attempts.some((one) => one.id === id && one.status === status)
      if (isNew && status === 'failed' && code !== null) {
        metrics.recurringRefused(isKnownCode(code) ? code : 'other')
      }
    }
    const scheduled = after?.attempts.find(({ status }) => status === 'scheduled')
    // An order that has become due meanwhile has set its own time.
    if (!scheduled) return after?.invoice.bank_order === null ? null : undefined
    return readingAfter(scheduled.date, (await clock.now()).toISOString())
  }
}

/** The clock of the bank may be ahead of ours. */
const addMinute = (now: Date): Date => new Date(now.getTime() + MINUTE_MS)
