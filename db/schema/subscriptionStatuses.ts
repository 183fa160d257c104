/**
 * The closed lists of subscriptions and invoices. They have a file of their own because a running
 * service reads them, and does not load the functions that make tables.
 */
export const SUBSCRIPTION_STATUSES = [
  'incomplete',
  'active',
  'past_due',
  'canceled',
  'expired',
  'ended',
] as const

export const INVOICE_STATUSES = ['draft', 'open', 'paid', 'void', 'uncollectible'] as const

export const MANDATE_STATUSES = ['pending', 'approved', 'rejected', 'expired', 'canceled'] as const

export const ATTEMPT_STATUSES = ['scheduled', 'paid', 'failed', 'canceled'] as const

export const FAILURE_REASONS = [
  'insufficient_funds',
  'amount_over_limit',
  'account_closed',
  'account_blocked',
  'payer_mismatch',
  'not_authorized',
  'same_bank',
  'rule',
  'bank_error',
  'canceled_by_payer',
  'canceled_by_bank',
  'missed',
  'other',
] as const

export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number]
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number]
export type MandateStatus = (typeof MANDATE_STATUSES)[number]
export type AttemptStatus = (typeof ATTEMPT_STATUSES)[number]
export type FailureReason = (typeof FAILURE_REASONS)[number]

/** Why a subscription was canceled or has expired; `reason` is the seller's text or ours. */
export type Cancellation = {
  by: 'seller' | 'buyer' | 'payer' | 'payer_bank' | 'seller_bank' | 'system'
  reason: string | null
  /** The bank's code of the cancellation. */
  code: string | null
  at: string
}
