/** Payment and refunds on the receipt of a completed checkout. */
import { and, desc, eq, sql } from '../../db/operators.ts'
import { query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import type { Row } from '../../db/schema/tables.ts'
import { paymentById } from './payments.ts'

/**
 * How many refunds are read for a receipt, and how many of them it lists at most. More are read
 * than listed because those that failed are left out, and however many failed, reading stays cheap.
 */
const MAX_READ = 50
const MAX_LISTED = 10

const newestRefunds = query(
  'newest_refunds_of_payment',
  (db, { refunds: t }, args: Arguments<{ seller_id: string; payment_id: string; limit: number }>) =>
    db
      .select({
        amount_minor: t.amount_minor,
        status: t.status,
        completed_at: t.completed_at,
        created_at: t.created_at,
      })
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), eq(t.payment_id, args.payment_id)))
      .orderBy(desc(t.id))
      .limit(args.limit),
)

const wrongTransfers = query(
  'wrong_transfers_of_checkout',
  (db, { payments: t }, args: Arguments<{ seller_id: string; checkout_id: string }>) =>
    db
      .select({ amount_minor: t.amount_minor, return_status: t.return_status })
      .from(t)
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.checkout_id, args.checkout_id),
          eq(t.return_reason, sql`'wrong_amount'`),
        ),
      )
      .orderBy(desc(t.id))
      .limit(1),
)

/** A transfer of another amount than the checkout's, which goes back. */
export type WrongTransfer = Pick<Row<'payments'>, 'amount_minor' | 'return_status'>

export function* wrongTransferOf({
  seller_id,
  id,
}: Pick<Row<'checkouts'>, 'seller_id' | 'id'>): Transaction<WrongTransfer | undefined> {
  const [transfer] = yield* wrongTransfers({ seller_id, checkout_id: id })
  return transfer
}

/** A refund that has arrived (`completed_at`), or that is on its way to the buyer. */
export type ListedRefund = Pick<
  Row<'refunds'>,
  'amount_minor' | 'status' | 'completed_at' | 'created_at'
>

/** A payment as its receipt shows it. */
export type PaymentReceipt = Pick<
  Row<'payments'>,
  'id' | 'rail' | 'end_to_end_id' | 'paid_at' | 'amount_minor' | 'amount_refunded_minor'
> & {
  /** The newest refunds that succeeded or are pending, the newest first. */
  refunds: ListedRefund[]
}

/**
 * The receipt of the payment that completed a checkout, by one statement, and a second one when
 * there are refunds; null for a checkout that nothing has paid.
 */
export function* readReceipt({
  seller_id,
  payment_id,
}: Pick<Row<'checkouts'>, 'seller_id' | 'payment_id'>): Transaction<PaymentReceipt | null> {
  if (payment_id === null) return null
  const [payment] = yield* paymentById({ seller_id, id: payment_id })
  if (!payment) return null
  if (payment.amount_committed_minor === 0) return { ...payment, refunds: [] }
  const newest = yield* newestRefunds({ seller_id, payment_id, limit: MAX_READ })
  const refunds = newest.filter(({ status }) => status !== 'failed').slice(0, MAX_LISTED)
  return { ...payment, refunds }
}
