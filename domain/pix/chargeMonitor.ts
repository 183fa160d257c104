import { readCheckout } from '../checkouts/view.ts'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Logger } from '../../runtime/logger.ts'
import type { Metrics } from '../../runtime/metrics/metrics.ts'
import type { EventLog } from '../webhooks/events.ts'
import { TransferSync, bankOf } from './transferSync.ts'
import {
  chargeOfCheckout,
  chargesBefore,
  closeCharge,
  nextTxid,
  postponeCharge,
  renewCharge,
} from './charges.ts'
import type { Charge, ChargeKey } from './charges.ts'
import type { Banks } from './bankConnections.ts'
import { nextCheck, nextInTrouble } from './checkSchedule.ts'
import { BankError } from './bank/provider.ts'
import type { BankCharge } from './bank/provider.ts'
import type { Payment } from '../payments/refunds.ts'
import { advanceRefund, unfinishedRefunds } from './automaticRefunds.ts'
import type { Attempted } from './automaticRefunds.ts'

/** What everything that deals with banks works with. */
export type RailContext = {
  db: Database
  banks: Banks
  clock: Clock
  log: Logger
  metrics: Metrics
  events: EventLog
  /** How often the bank is asked about a charge that can be paid. */
  intervalMs: number
}

/** What a look at a charge has found: when to look again, and whether the bank knows it. */
type Looked = { next: Date | undefined; forgotten: boolean }

/** A request to make a charge may be on its way for so long. */
const CREATION_MS = 60_000

/** How an attempt ended: whether the bank could be worked with. */
export type Attempt = 'done' | 'bank_unavailable'

/** Keeps up with what the banks know of charges, and acts on it. */
export class ChargeMonitor {
  readonly #context: RailContext
  readonly #transfers: TransferSync

  constructor(ground: RailContext) {
    this.#context = ground
    this.#transfers = new TransferSync(ground)
  }

  /**
   * Asks the bank about a charge: what arrived settles the session or is sent back, and a charge
   * whose session has ended is canceled. Whatever goes wrong is logged and tried again later.
   */
  async check(charge: Charge): Promise<Attempt> {
    const { log } = this.#context
    const { seller_id, checkout_id } = charge
    try {
      const { next, forgotten } = await this.#ask(charge)
      if (forgotten) await this.#trouble(charge)
      else await this.#schedule(charge, next)
      return 'done'
    } catch (error) {
      log[error instanceof BankError ? 'warn' : 'error'](
        { seller_id, checkout_id, reason: (error as Error).message },
        'charge not checked',
      )
      if (!isUnavailable(error)) {
        await this.#trouble(charge)
        return 'done'
      }
      const pauseMs = Math.max(this.#context.intervalMs, error.retryAfterMs)
      const next = new Date((await this.#context.clock.now()).getTime() + pauseMs)
      await this.#schedule(charge, next, charge.trouble_since)
      return 'bank_unavailable'
    }
  }

  /** @param next undefined when the charge is not to be asked about any more */
  async #schedule(
    { seller_id, checkout_id }: Charge,
    next: Date | undefined,
    trouble_since: string | null = null,
  ): Promise<void> {
    const { db, clock } = this.#context
    const key = { seller_id, checkout_id }
    const now = (await clock.now()).toISOString()
    await db.run(() =>
      next
        ? postponeCharge({ ...key, check_at: next.toISOString(), trouble_since })
        : closeCharge({ ...key, now }),
    )
  }

  /** A bank that goes on refusing to talk about a charge is asked less and less, and then not. */
  async #trouble(charge: Charge): Promise<void> {
    const { clock, log, intervalMs } = this.#context
    const { seller_id, checkout_id } = charge
    const now = await clock.now()
    const since = charge.trouble_since ?? now.toISOString()
    const next = nextInTrouble(new Date(since), { now, intervalMs })
    if (!next) log.error({ seller_id, checkout_id, since }, 'charge given up')
    await this.#schedule(charge, next, since)
  }

  /** The same by the charge's key; does nothing when there is no such charge. */
  async checkOf(key: ChargeKey): Promise<void> {
    const { db, clock, intervalMs } = this.#context
    const [charge] = await db.read(() => chargeOfCheckout(key))
    if (!charge) return
    const soon = new Date((await clock.now()).getTime() + intervalMs)
    // What was announced is looked at again when this look fails, or is cut off.
    const isFar = charge.status === 'closed' || charge.check_at > soon.toISOString()
    if (isFar) await this.#schedule(charge, soon, charge.trouble_since)
    await this.check(charge)
  }

  /** Brings a refund further; what goes wrong is logged and tried again later. */
  async refund(payment: Payment): Promise<Attempt> {
    const { db, clock, log, events, intervalMs } = this.#context
    const { seller_id, checkout_id, id: payment_id, end_to_end_id, return_id } = payment
    const facts = { seller_id, checkout_id, payment_id, end_to_end_id, return_id }
    try {
      const bank = await bankOf(this.#context, payment)
      const now = await clock.now()
      const attempted = await advanceRefund(payment, { bank, db, events, now, intervalMs })
      if (attempted) this.#report(attempted, facts)
      return 'done'
    } catch (error) {
      const reason = (error as Error).message
      log[error instanceof BankError ? 'warn' : 'error']({ ...facts, reason }, 'refund not ordered')
      return isUnavailable(error) ? 'bank_unavailable' : 'done'
    }
  }

  #report({ payment, isFirstFailure }: Attempted, facts: object): void {
    const { log, metrics } = this.#context
    const { amount_minor, return_status: status, return_check_at } = payment
    if (status === 'waiting') log.info(facts, 'the bank sends a transfer back by itself: waiting')
    else if (status !== 'failed') log.info({ ...facts, status }, 'transfer on its way back')
    else if (return_check_at) log.error(facts, 'the bank did not send a transfer back')
    else log.error(facts, 'the bank did not send a transfer back in 90 days: given up')
    if (status === 'done') metrics.money('returned', amount_minor)
    if (isFirstFailure) metrics.money('return_failed', amount_minor)
  }

  async #ask(charge: Charge): Promise<Looked> {
    const { db, clock, log, intervalMs } = this.#context
    const { seller_id, checkout_id, txid, pix_code, asked_at } = charge
    const found = await this.#transfers.ask(charge, pix_code !== null)
    const before = await db.read(() => chargesBefore(charge))
    for (const source of before) await this.#transfers.ask(source, true)
    for (const payment of await db.read(() => unfinishedRefunds(charge))) await this.refund(payment)

    const now = await clock.now()
    const checkout = await readCheckout(db, { seller_id, id: checkout_id }, now)
    if (!checkout) throw new Error(`${checkout_id} has a charge and does not exist.`)
    const ended = checkout.status !== 'open'
    if (ended && found?.status === 'active') {
      await (await bankOf(this.#context, charge)).cancelCharge(txid)
      log.info({ seller_id, checkout_id }, 'charge canceled at the bank')
    }
    if (!ended && found && isDead(found)) await this.#renew(charge, now)
    // What paid a session is asked about by itself, for as long as it may be taken back.
    const forgotten = !found && pix_code !== null && checkout.status !== 'completed'
    // The code of a charge that the bank does not know was never shown: nothing can arrive for it,
    // once no request to make it can be on its way any more.
    const isMade = found !== undefined || pix_code !== null || before.length > 0
    const sinceMs = now.getTime() - Date.parse(asked_at ?? charge.created_at)
    if (ended && !isMade && sinceMs >= CREATION_MS) return { next: undefined, forgotten }
    return { next: nextCheck(checkout, charge, { now, intervalMs }), forgotten }
  }

  /** What arrived has not settled the session: it is to be paid by another charge. */
  async #renew({ seller_id, checkout_id, txid }: Charge, now: Date): Promise<void> {
    const { db, log } = this.#context
    const newTxid = nextTxid(txid)
    if (!newTxid) return
    const key = { seller_id, checkout_id }
    const [renewed] = await db.run(() =>
      renewCharge({ ...key, txid, newTxid, now: now.toISOString() }),
    )
    if (renewed) log.info({ ...key, txid, newTxid }, 'charge renewed')
  }
}

/**
 * Whether a charge cannot be paid any more, and another one is to take its place. Banks take no
 * second transfer for a charge. One that says that something arrived and does not show all of it
 * legibly may yet turn out to have been paid as it should.
 */
const isDead = ({ status, transfers, unclear }: BankCharge): boolean =>
  unclear.length === 0 && (status === 'removed' || (status === 'paid' && transfers.length > 0))

const isUnavailable = (error: unknown): error is BankError =>
  error instanceof BankError && error.kind === 'unavailable'
