/**
 * Measures for how long the banks owe an answer: the oldest refund that was ordered and has not
 * ended, and the charge whose check has been due for longest. Each is the first row of an index,
 * read for one seller at a time, so that no statement asks all nodes of a cluster.
 */
import { and, asc, eq, ne, sql } from '../../../db/operators.ts'
import { query } from '../../../db/query.ts'
import type { Arguments, Transaction } from '../../../db/query.ts'
import type { OwedWork } from '../../../runtime/metrics/metrics.ts'
import type { RailContext } from '../connections/railContext.ts'
import { earliestWork } from '../../subscriptions/orders.ts'
import { oldestInvoiceOrder, oldestMandateOrder } from '../subscriptions/rows.ts'

type Bank = { seller_id: string; id: string }

/** Owed work of banks. */
const LOOKED_AT: readonly OwedWork[] = [
  'refund',
  'charge_check',
  'instruction',
  'retry',
  'void',
  'mandate_cancel',
]

// Ids rise with time. A refund by the bank itself (MED) may be pending for days.
const oldestPendingRefund = query(
  'oldest_pending_refund',
  (db, { refunds: t }, args: Arguments<{ seller_id: string }>) =>
    db
      .select({ at: t.created_at })
      .from(t)
      .where(
        and(eq(t.seller_id, args.seller_id), eq(t.status, sql`'pending'`), ne(t.origin, 'bank')),
      )
      .orderBy(asc(t.id))
      .limit(1),
)

const longestDueCharge = query(
  'longest_due_charge',
  (db, { charges: t }, args: Arguments<{ seller_id: string; connection_id: string }>) =>
    db
      .select({ at: t.check_at })
      .from(t)
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.connection_id, args.connection_id),
          eq(t.status, sql`'open'`),
        ),
      )
      .orderBy(asc(t.check_at))
      .limit(1),
)

/** Since when a bank owes the oldest refund and check of its seller; undefined for none. */
export function* owedBy({ seller_id, id: connection_id }: Bank): Transaction<{
  refund: string | undefined
  charge: string | undefined
}> {
  const [pending] = yield* oldestPendingRefund({ seller_id })
  const [due] = yield* longestDueCharge({ seller_id, connection_id })
  return { refund: pending?.at, charge: due?.at }
}

/** The same for the orders of subscriptions. */
export function* ordersOwedBy({
  seller_id,
  id: connection_id,
}: Bank): Transaction<Partial<OwedOrders>> {
  const of = { seller_id, connection_id }
  const [first] = yield* earliestWork(of)
  if (!first?.invoice && !first?.mandate) return {}
  const [instruct] = yield* oldestInvoiceOrder({ ...of, bank_order: 'instruct' })
  const [resend] = yield* oldestInvoiceOrder({ ...of, bank_order: 'resend' })
  const [retry] = yield* oldestInvoiceOrder({ ...of, bank_order: 'retry' })
  const [stop] = yield* oldestInvoiceOrder({ ...of, bank_order: 'void' })
  const [end] = yield* oldestMandateOrder(of)
  const instructions = [instruct?.at, resend?.at].flatMap((at) => at ?? [])
  return {
    instruction: instructions.toSorted()[0],
    retry: retry?.at,
    void: stop?.at,
    mandate_cancel: end?.at,
  }
}

type OwedOrders = Record<'instruction' | 'retry' | 'void' | 'mandate_cancel', string | undefined>

export class OwedByBanks {
  readonly #context: RailContext
  #look: Promise<void> | undefined
  #stopped = false

  constructor(context: RailContext) {
    this.#context = context
  }

  /** Looks at all banks, unless the look before is under way. Errors are logged. */
  look(banks: readonly Bank[]): void {
    if (this.#stopped) return
    this.#look ??= this.#lookAtAll(banks)
      .catch((error: unknown) => {
        this.#context.log.error({ err: error }, 'what banks owe could not be read')
      })
      .finally(() => {
        this.#look = undefined
      })
  }

  /** Resolves when no look is under way. */
  async idle(): Promise<void> {
    await this.#look
  }

  /** Ends the look that is under way, and begins no other. */
  async stop(): Promise<void> {
    this.#stopped = true
    await this.#look
  }

  /**
   * Reports to the metrics once all are read: a bank that could not be read counts as at the look
   * before.
   */
  async #lookAtAll(banks: readonly Bank[]): Promise<void> {
    const { db, clock, metrics } = this.#context
    const nowMs = (await clock.now()).getTime()
    const ageMs = (at: string | undefined) => (at === undefined ? 0 : nowMs - Date.parse(at))
    const longest = new Map<OwedWork, number>()
    const take = (work: OwedWork, at: string | undefined) =>
      longest.set(work, Math.max(longest.get(work) ?? 0, ageMs(at)))
    for (const bank of banks) {
      if (this.#stopped) return
      const { refund, charge } = await db.read(() => owedBy(bank))
      take('refund', refund)
      take('charge_check', charge)
      const orders = await db.read(() => ordersOwedBy(bank))
      for (const [work, at] of Object.entries(orders)) take(work as keyof OwedOrders, at)
    }
    for (const work of LOOKED_AT) metrics.oldestOwed(work, longest.get(work) ?? 0)
  }
}
