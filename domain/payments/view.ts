/** Payments, refunds and daily totals in the contract's form, as answers and events carry them. */
import type { Row } from '../../db/schema/tables.ts'
import { CURRENCY } from '../formats/currencies.ts'
import type { components } from '../../generated/types.ts'
import type { DailyTotal } from './dailyTotals.ts'

type Wire = components['schemas']
type Payment = Row<'payments'>

/** The same as the expression `paymentStatus` of the schema, by which lists find payments. */
function statusOf({
  outcome,
  amount_minor,
  amount_refunded_minor,
}: Payment): Wire['PaymentStatusName'] {
  if (outcome === 'returned') return 'returned'
  if (amount_refunded_minor === 0) return 'succeeded'
  return amount_refunded_minor < amount_minor ? 'partially_refunded' : 'refunded'
}

export function paymentView(row: Payment): Wire['Payment'] {
  return {
    id: row.id,
    object: 'payment',
    checkout_id: row.checkout_id,
    subscription_id: row.subscription_id,
    invoice_id: row.invoice_id,
    status: statusOf(row),
    amount_minor: row.amount_minor,
    amount_refunded_minor: row.amount_refunded_minor,
    currency: CURRENCY,
    method: 'pix',
    end_to_end_id: row.end_to_end_id,
    txid: row.txid,
    return_reason: row.return_reason,
    paid_at: row.paid_at,
    created_at: row.created_at ?? row.paid_at,
    updated_at: row.updated_at ?? row.created_at ?? row.paid_at,
  }
}

export function refundView(row: Row<'refunds'>): Wire['Refund'] {
  return {
    id: row.id,
    object: 'refund',
    payment_id: row.payment_id,
    checkout_id: row.checkout_id,
    subscription_id: row.subscription_id,
    invoice_id: row.invoice_id,
    amount_minor: row.amount_minor,
    currency: CURRENCY,
    status: row.status,
    origin: row.origin,
    reason: row.reason,
    external_id: row.external_id,
    metadata: row.metadata ?? {},
    failure_reason: row.status === 'failed' ? row.failure_reason : null,
    completed_at: row.completed_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

export function dailyTotalView(total: DailyTotal): Wire['DailyTotal'] {
  const { date } = total
  return {
    id: date,
    object: 'daily_total',
    ...total,
    currency: total.currency as Wire['CurrencyCode'],
  }
}
