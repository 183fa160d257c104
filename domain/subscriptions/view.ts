/** Subscriptions and invoices in the contract's form, as answers and events carry them. */
import type { components } from '../../generated/types.ts'
import type { Attempt, Invoice, Subscription } from './rows.ts'

type Wire = components['schemas']

/** The path of a subscription's page but for its token, which is base64url. */
const PAGE_PATH = '/subscribe/'

/** @param baseUrl the public address of the service, where the page is */
export function subscriptionView(row: Subscription, baseUrl: string): Wire['Subscription'] {
  const { payer_tax_id: tax_id, payer_bank_ispb: bank_ispb } = row
  return {
    id: row.id,
    object: 'subscription',
    customer_id: row.customer_id,
    offer_id: row.offer_id,
    name: row.name,
    external_id: row.external_id,
    status: row.status,
    currency: row.currency as Wire['CurrencyCode'],
    amount_minor: row.amount_minor,
    first_amount_minor: row.first_amount_minor,
    variable: row.is_variable ? { minimum_limit_minor: row.minimum_limit_minor } : null,
    billing_interval: row.billing_interval,
    interval_count: row.interval_count,
    retries: row.retries,
    cycles: row.cycles,
    starts_on: row.starts_on,
    next_due_on: row.next_due_on,
    paid_until: row.paid_until,
    latest_invoice_id: row.latest_invoice_id,
    subscription_url: `${baseUrl}${PAGE_PATH}${row.page_token}`,
    success_url: row.success_url,
    cancel_url: row.cancel_url,
    metadata: row.metadata,
    mandate: {
      id: row.recurrence_id,
      status: row.mandate_status,
      approved_at: row.mandate_approved_at,
      payer: tax_id === null && bank_ispb === null ? null : { tax_id, bank_ispb },
    },
    cancellation: row.cancellation,
    expires_at: row.expires_at,
    activated_at: row.activated_at,
    canceled_at: row.canceled_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

const attemptView = ({
  date,
  kind,
  status,
  reason,
  code,
  end_to_end_id,
}: Attempt): Wire['InvoiceAttempt'] => ({
  date,
  kind,
  status,
  reason,
  code,
  end_to_end_id,
})

/**
 * @param attempts of this invoice, oldest first
 * @param subscription whose metadata and currency the invoice shows
 */
export function invoiceView(
  row: Invoice,
  attempts: readonly Attempt[],
  { currency, metadata }: Pick<Subscription, 'currency' | 'metadata'>,
): Wire['Invoice'] {
  return {
    id: row.id,
    object: 'invoice',
    subscription_id: row.subscription_id,
    customer_id: row.customer_id,
    number: row.number,
    status: row.status,
    currency: currency as Wire['CurrencyCode'],
    amount_minor: row.amount_minor,
    amount_refunded_minor: row.amount_refunded_minor,
    period_start: row.period_start,
    period_end: row.period_end,
    due_on: row.due_on,
    finalizes_at: row.finalizes_at,
    collection: row.collection,
    txid: row.txid,
    end_to_end_id: row.end_to_end_id,
    payment_id: row.payment_id,
    attempts: attempts.map(attemptView),
    next_attempt_on: row.next_attempt_on,
    failure_reason: row.failure_reason,
    void_requested_at: row.void_requested_at,
    metadata,
    paid_at: row.paid_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}
