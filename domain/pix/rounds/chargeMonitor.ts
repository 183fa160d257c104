import { readCheckout } from '../../checkouts/view.ts'
import { TransferSync, bankOf } from '../transfers/transferSync.ts'
import {
  chargeOfCheckout,
  chargesBefore,
  closeCharge,
  postponeCharge,
  renewCharge,
} from '../charges/charges.ts'
import { nextTxid, previousTxid } from '../bank/txid.ts'
import type { Charge, ChargeKey, Source } from '../charges/charges.ts'
import type { TransferResult } from '../transfers/transferSync.ts'
import type { OnSettled } from '../transfers/transfers.ts'
import { nextCheck, nextInTrouble } from '../charges/checkSchedule.ts'
import { BankError } from '../bank/provider.ts'
import type { BankCharge } from '../bank/provider.ts'
import type { CheckOutcome, RailContext } from '../connections/railContext.ts'
import type { Transaction } from '../../../db/query.ts'
import { recentlyUsed } from '../../../runtime/recent.ts'
import type { Row } from '../../../db/schema/tables.ts'
import type { Payment } from '../../payments/refunds.ts'
import { advanceRefund, claimRefundsOf, postponeRefund } from '../refunds/automaticRefunds.ts'
import { HIDDEN } from '../refunds/orders.ts'
import type { Attempted } from '../refunds/automaticRefunds.ts'

type CheckResult = {
  /** When to check again; undefined when the charge needs no further check. */
  next: Date | undefined
  /** The bank does not know the charge any more, or did not do all that the last check asked. */
  isInTrouble: boolean
  /** Time of the next check as the settlement has set it, if there was one. */
  settledCheckAt: string | undefined
}

/** A list that was read so many intervals ago no longer stands for polls of single charges. */
const LISTED_INTERVALS = 3

const MAX_BANKS = 10_000

/** Compares charges with what their banks know of them, and acts on the difference. */
export class ChargeMonitor {
  readonly #context: RailContext
  readonly #transfers: TransferSync
  /** When the list of a bank was last read up to then, by the connection. */
  readonly #listedMs = recentlyUsed<number>(MAX_BANKS)

  constructor(context: RailContext) {
    this.#context = context
    this.#transfers = new TransferSync(context)
  }

  /** Notes that a bank's list, which has named transfers of ours, has been read up to now. */
  onListed(connectionId: string, now: Date): void {
    this.#listedMs.set(connectionId, now.getTime())
  }

  #isListed({ connection_id }: Charge, now: Date): boolean {
    // The clock may have been ahead when the list was read.
    const sinceMs = Math.abs(now.getTime() - (this.#listedMs.get(connection_id) ?? -Infinity))
    return sinceMs < LISTED_INTERVALS * this.#context.intervalMs
  }

  /**
   * Checks a charge at its bank: a transfer that arrived settles the checkout or is refunded, and
   * the charge of a checkout that has ended is canceled. Errors are logged, and the check is
   * repeated later.
   */
  async check(charge: Charge): Promise<CheckOutcome> {
    const { log } = this.#context
    const { seller_id, checkout_id } = charge
    try {
      const { next, isInTrouble, settledCheckAt } = await this.#compare(charge)
      const check_at = settledCheckAt ?? charge.check_at
      if (isInTrouble) await this.#trouble({ ...charge, check_at })
      else if (settledCheckAt === undefined) await this.#schedule(charge, next)
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

  /**
   * A bank takes seconds to answer. A view of the page, a new code or a renewed bank may have
   * set an earlier check meanwhile, which stays.
   *
   * @param next undefined when the charge needs no further check
   */
  async #schedule(
    charge: Charge,
    next: Date | undefined,
    trouble_since: string | null = null,
  ): Promise<void> {
    const { db, clock } = this.#context
    const now = await clock.now()
    await db.run(() => scheduleCheck(charge, { next, now, trouble_since }))
  }

  /** Checks a charge that the bank refuses or has forgotten with a backoff, up to an end. */
  async #trouble(charge: Charge): Promise<void> {
    const { clock, log, intervalMs } = this.#context
    const { seller_id, checkout_id } = charge
    const now = await clock.now()
    const since = charge.trouble_since ?? now.toISOString()
    const next = nextInTrouble(new Date(since), { now, intervalMs })
    if (!next) log.error({ seller_id, checkout_id, since }, 'charge given up')
    await this.#schedule(charge, next, since)
  }

  /** Checks the charge of a checkout now; does nothing when it has none. */
  async checkNow(key: ChargeKey): Promise<CheckOutcome> {
    const [charge] = await this.#context.db.read(() => chargeOfCheckout(key))
    if (!charge) return 'done'
    // If this check fails or is cut off, the reconciler repeats it.
    return this.check(await this.checkSoon(charge))
  }

  /**
   * Has the reconciler check a charge within an interval.
   *
   * @returns the charge with the time of that check
   */
  async checkSoon(charge: Charge): Promise<Charge> {
    const { clock, intervalMs } = this.#context
    const soon = new Date((await clock.now()).getTime() + intervalMs)
    const isFar = charge.status === 'closed' || charge.check_at > soon.toISOString()
    if (!isFar) return charge
    await this.#schedule(charge, soon, charge.trouble_since)
    return { ...charge, check_at: soon.toISOString() }
  }

  /**
   * Schedules the next check of a charge whose transfer was recorded from the bank's list. A
   * settled one is checked as one that a poll has settled; a charge that received other money is
   * checked at once, since it has to be ended or replaced.
   */
  async onReceived(charge: Charge, received: TransferResult): Promise<void> {
    const { db, clock, events, intervalMs } = this.#context
    const { seller_id, checkout_id } = charge
    const now = await clock.now()
    if (received !== 'settled') return this.#schedule(charge, now, charge.trouble_since)
    const checkout = await readCheckout(db, { seller_id, id: checkout_id }, { now, events })
    if (checkout) await this.#schedule(charge, nextCheck(checkout, charge, { now, intervalMs }))
  }

  /** Advances the refund of a payment. Errors are logged, and it is tried again later. */
  async refund(payment: Payment): Promise<CheckOutcome> {
    const { db, clock, log, events, mails, intervalMs } = this.#context
    const { seller_id, checkout_id, id: payment_id, end_to_end_id, return_id } = payment
    const facts = { seller_id, checkout_id, payment_id, end_to_end_id, return_id }
    try {
      const bank = await bankOf(this.#context, payment)
      const attempted = await advanceRefund(payment, { bank, db, events, clock, mails, intervalMs })
      if (attempted) this.#report(attempted, facts)
      return 'done'
    } catch (error) {
      const reason = (error as Error).message
      log[error instanceof BankError ? 'warn' : 'error']({ ...facts, reason }, 'refund not ordered')
      const pauseMs = Math.max(intervalMs, isUnavailable(error) ? error.retryAfterMs : 0)
      const next = new Date((await clock.now()).getTime() + pauseMs)
      // Where that cannot be stored, the claim ends by itself.
      await db
        .run(() => postponeRefund(payment, next))
        .catch((cause: unknown) => {
          log.error({ ...facts, err: cause }, 'refund not postponed')
        })
      return isUnavailable(error) ? 'bank_unavailable' : 'done'
    }
  }

  #report({ payment, isFirstFailure, isHidden }: Attempted, facts: object): void {
    const { log, metrics } = this.#context
    const { amount_minor, return_status: status, return_check_at } = payment
    if (isHidden) log.error(facts, HIDDEN)
    else if (status === 'waiting')
      log.info(facts, 'the bank sends a transfer back by itself: waiting')
    else if (status !== 'failed') log.info({ ...facts, status }, 'transfer on its way back')
    else if (return_check_at) log.error(facts, 'the bank did not send a transfer back')
    else {
      log.error(facts, 'the bank did not send a transfer back: given up')
      metrics.money('return_given_up', amount_minor)
    }
    if (status === 'done') metrics.money('returned', amount_minor)
    if (isFirstFailure) metrics.money('return_failed', amount_minor)
  }

  /** Acts on the present charge's bank first: the bank of an earlier charge may be unavailable. */
  async #compare(charge: Charge): Promise<CheckResult> {
    const { db, clock, intervalMs } = this.#context
    const { pix_code } = charge
    let settledCheckAt: string | undefined
    // In the settlement's transaction, so that the check ends without one of its own. Where earlier
    // charges are to be looked at as well, the check stays due until they have been.
    const onSettled: OnSettled = (paid, at) => {
      const next = nextCheck(paid, charge, { now: at, intervalMs })
      settledCheckAt = next?.toISOString()
      return scheduleCheck(charge, { next, now: at })
    }
    const isOnly = previousTxid(charge.txid) === undefined
    const result = await this.#transfers.sync(charge, pix_code !== null, isOnly && onSettled)
    let { checkout, error } = await this.#act(charge, result)
    const before = await db.read(() => chargesBefore(charge))
    const failed = await this.#syncAll(before)
    const claimed = await claimRefundsOf(db, charge, await clock.now())
    for (const payment of claimed) await this.refund(payment)
    // A transfer for an earlier charge may have completed the checkout.
    if (before.length > 0 && checkout.status === 'open') {
      ;({ checkout, error } = await this.#act(charge, result))
    }
    if (error) failed.push({ source: charge, error })
    const { connection_id } = charge
    const ownFailures = failed.filter(({ source }) => source.connection_id === connection_id)
    const unavailable = ownFailures.find((failure) => isUnavailable(failure.error))
    if (unavailable) throw unavailable.error

    const now = await clock.now()
    const next = nextCheck(checkout, charge, {
      now,
      intervalMs,
      isListed: this.#isListed(charge, now),
    })
    // The transfer that paid a checkout is checked by its own id, for as long as a refund can come.
    const isForgotten = !result && pix_code !== null && checkout.status !== 'completed'
    return { next, isInTrouble: isForgotten || (!next && failed.length > 0), settledCheckAt }
  }

  /**
   * Ends the charge of a checkout that has ended, and replaces one that can no longer be paid.
   *
   * @returns the checkout, and why its charge could not be ended; the next check tries it again
   */
  async #act(
    charge: Charge,
    bankCharge: BankCharge | undefined,
  ): Promise<{ checkout: Row<'checkouts'>; error: BankError | undefined }> {
    const { db, clock, events } = this.#context
    const { seller_id, checkout_id } = charge
    const now = await clock.now()
    const checkout = await readCheckout(db, { seller_id, id: checkout_id }, { now, events })
    if (!checkout) throw new Error(`${checkout_id} has a charge and does not exist.`)
    const ended = checkout.status !== 'open'
    // A charge that the bank does not know may still be on its way there.
    const error = ended && bankCharge?.status === 'active' ? await this.#cancel(charge) : undefined
    if (!ended && bankCharge && isDead(bankCharge)) await this.#renew(charge, now)
    return { checkout, error }
  }

  /** @returns why the bank has not ended the charge; some say `active` of one that has expired */
  async #cancel(charge: Charge): Promise<BankError | undefined> {
    const { log } = this.#context
    const { seller_id, checkout_id, txid } = charge
    try {
      await (await bankOf(this.#context, charge)).cancelCharge(txid)
      log.info({ seller_id, checkout_id }, 'charge canceled at the bank')
      return undefined
    } catch (error) {
      if (!(error instanceof BankError)) throw error
      log.warn({ seller_id, checkout_id, reason: error.message }, 'charge not canceled')
      return error
    }
  }

  /** @returns the earlier charges that could not be read: the present one's check asks again */
  async #syncAll(sources: Source[]): Promise<{ source: Source; error: unknown }[]> {
    const failed: { source: Source; error: unknown }[] = []
    for (const source of sources) {
      try {
        await this.#transfers.sync(source, true)
      } catch (error) {
        failed.push({ source, error })
        this.#context.log[error instanceof BankError ? 'warn' : 'error'](
          { ...source, reason: (error as Error).message },
          'earlier charge not checked',
        )
      }
    }
    return failed
  }

  /** Replaces a charge that can no longer be paid; the next view of the page creates it. */
  async #renew({ seller_id, checkout_id, txid }: Charge, now: Date): Promise<void> {
    const { db, log } = this.#context
    const newTxid = nextTxid(txid)
    if (!newTxid) return
    const key = { seller_id, checkout_id }
    const [renewed] = await db.run(() =>
      renewCharge({ ...key, txid, newTxid, now: now.toISOString() }),
    )
    if (renewed) log.info({ ...key, txid, new_txid: newTxid }, 'charge renewed')
  }
}

/** @param next undefined when the charge needs no further check */
function* scheduleCheck(
  { seller_id, checkout_id, check_at: scheduled_at }: Charge,
  of: { next: Date | undefined; now: Date; trouble_since?: string | null },
): Transaction<void> {
  const { next, now, trouble_since = null } = of
  const key = { seller_id, checkout_id, scheduled_at }
  if (next) yield* postponeCharge({ ...key, check_at: next.toISOString(), trouble_since })
  else yield* closeCharge({ ...key, now: now.toISOString() })
}

/**
 * True when a charge can no longer be paid: a bank accepts one transfer for each. A charge with a
 * transfer that could not be read is not dead, because that transfer may be the right one.
 */
const isDead = ({ status, transfers, unclear }: BankCharge): boolean =>
  unclear.length === 0 && (status === 'removed' || (status === 'paid' && transfers.length > 0))

const isUnavailable = (error: unknown): error is BankError =>
  error instanceof BankError && error.kind === 'unavailable'
