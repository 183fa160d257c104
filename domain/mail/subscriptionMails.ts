/** Which mail tells a buyer of what has happened to a subscription or an invoice. */
import type { InvoiceEventType, SubscriptionEventType } from '../subscriptions/ports.ts'
import type { Attempt, Invoice, Subscription } from '../subscriptions/rows.ts'
import type { Data } from './message.ts'
import type { MailType } from './rows.ts'

/** Nobody hears of the end of a subscription that was neither paid nor authorised. */
export function mailOfSubscription(
  type: SubscriptionEventType,
  { activated_at, paid_until }: Subscription,
): MailType | undefined {
  if (type === 'subscription.activated') return 'buyer_subscription_confirmed'
  return activated_at === null && paid_until === null ? undefined : 'buyer_subscription_ended'
}

/**
 * The mail about a debit that has failed: one for each failed attempt, and one for an invoice that
 * is given up without or after them.
 *
 * @param attempts of the invoice, oldest first
 * @returns undefined where another mail says it: that of the last attempt, or of the end
 */
export function failureMail(
  type: InvoiceEventType,
  {
    invoice,
    attempts,
    subscription,
    now,
  }: { invoice: Invoice; attempts: readonly Attempt[]; subscription: Subscription; now: Date },
): { about: string; data: Data } | undefined {
  const { status } = subscription
  if (status === 'canceled' || status === 'expired') return undefined
  const data = {
    reason: invoice.failure_reason ?? 'other',
    next_attempt_on: invoice.next_attempt_on,
    has_code: invoice.status === 'uncollectible' && status === 'past_due',
  }
  if (type === 'invoice.payment_failed') return { about: `${invoice.id}.${attempts.length}`, data }
  if (type !== 'invoice.uncollectible') return undefined
  const last = attempts.at(-1)
  const hasJustFailed = last?.status === 'failed' && last.failed_at === now.toISOString()
  return hasJustFailed ? undefined : { about: `${invoice.id}.uncollectible`, data }
}
