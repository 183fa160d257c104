/**
 * The orders by which a bank carries out the refunds of sellers. A refund is pending from its
 * commit on; the order is given to the bank, and then polled with growing pauses, until its end is
 * known. The id of the order is the refund's own, so however often it is given, the bank refunds
 * once.
 */
import { and, eq, sql } from '../../../db/operators.ts'
import { query } from '../../../db/query.ts'
import type { Arguments } from '../../../db/query.ts'
import { paymentById } from '../../payments/payments.ts'
import { refundById } from '../../payments/refundList.ts'
import { recordBankRefund, recordBankRefunds } from '../../payments/refunds.ts'
import type { Payment, Refund } from '../../payments/refunds.ts'
import { BankError } from '../bank/provider.ts'
import type { PixProvider, RefundReport } from '../bank/provider.ts'
import type { CheckOutcome, RailContext } from '../connections/railContext.ts'
import { nextRefundCheck } from '../charges/checkSchedule.ts'
import { CLAIM_TTL_MS, firstDue, isWithin } from '../connections/claims.ts'
import type { Claim } from '../connections/claims.ts'
import { followOrder, giveOrder, HIDDEN, isHidden, judgeOrder } from './orders.ts'
import { bankOf } from '../transfers/transferSync.ts'

/** Claims refunds of sellers that are to be ordered or polled (`claimDue`). */
export const claimRefundOrders = query(
  'claim_refund_orders',
  (db, { refunds: t }, args: Arguments<Claim>) => {
    const due = and(
      eq(t.seller_id, args.seller_id),
      eq(t.connection_id, args.connection_id),
      isWithin(t.check_at, args),
    )
    return db
      .update(t)
      .set({ check_at: args.until })
      .where(firstDue(db, t, { due, key: t.id, by: t.check_at, limit: args.limit }))
      .returning()
  },
)

const postponeRefundOrder = query(
  'postpone_refund_order',
  (db, { refunds: t }, args: Arguments<Pick<Refund, 'seller_id' | 'id'> & { check_at: string }>) =>
    db
      .update(t)
      .set({ check_at: args.check_at })
      .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id), eq(t.status, 'pending'))),
)

/** Claims a refund that was ordered just now, unless the reconciler has claimed it. */
const claimNewOrder = query(
  'claim_new_refund_order',
  (
    db,
    { refunds: t },
    args: Arguments<Pick<Refund, 'seller_id' | 'id'> & { check_at: string | null; until: string }>,
  ) =>
    db
      .update(t)
      .set({ check_at: args.until })
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.id, args.id),
          eq(t.status, sql`'pending'`),
          eq(t.check_at, args.check_at),
        ),
      )
      .returning(),
)

/** Has banks carry out the refunds of sellers. */
export class RefundOrders {
  readonly #context: RailContext

  constructor(context: RailContext) {
    this.#context = context
  }

  /**
   * Brings a refund as far as its bank lets it. Errors are logged, and it is tried again later. It
   * can be repeated. A refund that has ended while this waited for its turn is left as it is: a
   * seller that has seen the failure may have ordered another.
   *
   * @param refund as it was claimed
   * @param isNew whether it was made just now, so that the bank cannot know of it
   * @throws DatabaseUnavailable when the time of the next attempt cannot be stored
   */
  async advance(refund: Refund, isNew = false): Promise<CheckOutcome> {
    const { seller_id, payment_id, id: refund_id } = refund
    try {
      await this.#advance(refund, isNew)
      return 'done'
    } catch (error) {
      const facts = { seller_id, payment_id, refund_id, reason: (error as Error).message }
      const level = error instanceof BankError ? 'warn' : 'error'
      this.#context.log[level](facts, 'refund not carried out yet')
      const isUnavailable = error instanceof BankError && error.kind === 'unavailable'
      await this.#postpone(refund, isUnavailable ? error.retryAfterMs : 0)
      return isUnavailable ? 'bank_unavailable' : 'done'
    }
  }

  /** Gives an order that was made just now, unless the reconciler is doing so. */
  async begin({ seller_id, id, check_at }: Refund): Promise<void> {
    const { db, clock } = this.#context
    const until = new Date((await clock.now()).getTime() + CLAIM_TTL_MS).toISOString()
    const [claimed] = await db.run(() => claimNewOrder({ seller_id, id, check_at, until }))
    if (claimed) await this.advance(claimed, true)
  }

  async #advance(refund: Refund, isNew: boolean): Promise<void> {
    const { db, clock, mails } = this.#context
    const { seller_id, id, payment_id, return_id, amount_minor, reason } = refund
    const { payment, recorded } = await db.read(function* () {
      const [refund] = yield* refundById({ seller_id, id })
      const [paid] = yield* paymentById({ seller_id, id: payment_id })
      return { payment: paid, recorded: refund }
    })
    if (recorded?.status !== 'pending') return
    if (!payment?.end_to_end_id) throw new Error(`${payment_id} cannot be refunded.`)
    const bank = await bankOf(this.#context, refund)
    const current = isNew ? recorded : await this.#find(payment, recorded, bank)
    if (current?.status !== 'pending') return
    const { end_to_end_id, txid } = payment
    const { provider_id } = current
    const order = { end_to_end_id, return_id, provider_id, amount_minor, txid, reason }
    const tell = isNew ? giveOrder : followOrder
    const told = await tell(bank, order, { db, row: current })
    const now = await clock.now()
    const report = await db.run(function* () {
      const [row = current] = yield* refundById({ seller_id, id })
      return yield* judgeOrder(row, told, { now, mails })
    })
    if (told.status === 'absent' && isHidden(current, now)) {
      this.#context.log.error({ seller_id, payment_id, refund_id: id }, HIDDEN)
    }
    if (report.status !== 'processing') return this.#record(payment, current, report)
    const since = current.absent_since ?? now.toISOString()
    await this.#postpone({ ...current, absent_since: told.status === 'absent' ? since : null })
  }

  /**
   * Looks for an order whose response was lost, at a bank that does not show it by our id: if the
   * bank has taken it, it is among the refunds of its transfer, and is recorded.
   *
   * @returns the order as it is on record then
   */
  async #find(payment: Payment, refund: Refund, bank: PixProvider): Promise<Refund | undefined> {
    if (bank.capabilities.refundsByOwnId) return refund
    const { seller_id, id } = refund
    const { db, clock, events } = this.#context
    const transfer = await bank.readTransfer(payment.end_to_end_id ?? '', payment.txid ?? undefined)
    if (!transfer) throw new BankError('unreadable', 'The bank does not show the transfer.')
    const now = await clock.now()
    await recordBankRefunds(db, { payment, told: transfer.refunds, events, now })
    const [current] = await db.read(() => refundById({ seller_id, id }))
    return current
  }

  async #record(payment: Payment, refund: Refund, report: RefundReport): Promise<void> {
    const { status, reason, completed_at = null } = report
    const { db, clock, events, log, metrics } = this.#context
    const { seller_id, id: refund_id, return_id, nature } = refund
    const now = await clock.now()
    const amount_minor = report.amount_minor ?? refund.amount_minor
    if (amount_minor !== refund.amount_minor) {
      const facts = { seller_id, refund_id, ordered_minor: refund.amount_minor, amount_minor }
      log.error(facts, 'the bank has another amount of a refund')
    }
    const bankRefund = { return_id, amount_minor, status, nature, reason, completed_at }
    const changed = await db.run(() => recordBankRefund(payment, bankRefund, { events, now }))
    if (!changed) return
    log.info({ seller_id, payment_id: payment.id, refund_id, status }, 'refund of a seller ended')
    if (status === 'done') metrics.money('returned', amount_minor)
  }

  /** @param leastMs how long the bank wants no requests */
  async #postpone(refund: Refund, leastMs = 0): Promise<void> {
    const { db, clock, intervalMs } = this.#context
    const { seller_id, id } = refund
    const now = await clock.now()
    const next = nextRefundCheck(refund, { now, intervalMs: Math.max(intervalMs, leastMs) })
    await db.run(() => postponeRefundOrder({ seller_id, id, check_at: next.toISOString() }))
  }
}
