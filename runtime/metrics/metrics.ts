import type { Database } from '../../db/database.ts'
import type { MailType } from '../../db/schema/mailTypes.ts'
import type { InvoiceStatus, SubscriptionStatus } from '../../db/schema/subscriptionStatuses.ts'

/**
 * States of a payment: requested, paid, no longer payable, sent back to its payer, not sent back at
 * the first attempt, or given up, so that a person has to settle it.
 */
export const MONEY_STATES = [
  'opened',
  'completed',
  'canceled',
  'returned',
  'return_failed',
  'return_given_up',
] as const

export type MoneyState = (typeof MONEY_STATES)[number]

/** How the delivery of a webhook ends. */
export const WEBHOOK_OUTCOMES = ['delivered', 'failed'] as const

export type WebhookOutcome = (typeof WEBHOOK_OUTCOMES)[number]

/**
 * How a request to a bank ends: with an answer; with a refusal of our credentials, or of so many
 * requests; without one; or with one that breaks the contract in what money depends on.
 */
export const BANK_OUTCOMES = ['answered', 'denied', 'limited', 'unanswered', 'unreadable'] as const

export type BankOutcome = (typeof BANK_OUTCOMES)[number]

/** Why a connection to a bank needs attention. */
export const BANK_ATTENTION = [
  'certificate_ends_in_30_days',
  'certificate_ends_in_7_days',
  'certificate_ends_in_1_day',
  'refunds_not_granted',
  'webhook_not_granted',
  'disputes_not_granted',
  'callbacks_refused',
  'callback_address_changed',
  'recurring_not_granted',
  'recurring_account_missing',
  'recurring_callbacks_refused',
] as const

export type BankAttention = (typeof BANK_ATTENTION)[number]

/** Events of the security log. */
export const SECURITY_EVENTS = [
  'token_issued',
  'authentication_failed',
  'token_refused',
  'scope_refused',
  'limit_reached',
  'account_changed',
  'connections_dropped',
  'signed_in',
  'signed_out',
  'session_refused',
  'sign_in_refused',
  'join_refused',
  'form_refused',
  'confirmation_refused',
  'passkey_added',
  'passkey_refused',
  'other_sessions_ended',
] as const

export type SecurityEvent = (typeof SECURITY_EVENTS)[number]

/** Limits of a seller as a whole: requests a second, or bytes in the database. */
export const SELLER_LIMITS = ['requests', 'storage'] as const

export type SellerLimit = (typeof SELLER_LIMITS)[number]

/**
 * Work that is owed: a refund at a bank, the delivery of a webhook, a check of a charge at its bank
 * that is due, and the orders of subscriptions.
 */
export const OWED_WORK = [
  'refund',
  'delivery',
  'charge_check',
  'instruction',
  'retry',
  'void',
  'mandate_cancel',
] as const

export type OwedWork = (typeof OWED_WORK)[number]

/** Metrics of a running service. */
export type Metrics = {
  /** @param operation its operationId, `dashboard`, `docs`, or `none` for any other request */
  observe(operation: string, status: number, durationMs: number): void
  /** Counts a delivery of a webhook by its outcome. */
  webhook(outcome: WebhookOutcome, durationMs: number): void
  /** Counts a request to a bank by its outcome. */
  bank(outcome: BankOutcome, durationMs: number): void
  /** Reports how many banks are asked and do not answer. */
  banksAway(banks: number): void
  /** Reports for how long the oldest of some work is owed, by a look just now; 0 when none is. */
  oldestOwed(work: OwedWork, ageMs: number): void
  /** Reports how many connections to banks need attention. */
  bankAttention(counts: ReadonlyMap<BankAttention, number>): void
  /**
   * Counts an order of a subscription that its bank has refused, by the HTTP status, or a debit
   * that the payer's bank has, by its code.
   */
  recurringRefused(code: string): void
  /**
   * Counts a payment that came into a state, after the commit.
   *
   * @param amountMinor in the minor unit of the currency
   */
  money(state: MoneyState, amountMinor: number): void
  /** Counts invoices that have come into these statuses, after the commit. */
  invoices(statuses: readonly InvoiceStatus[]): void
  /** Reports how many subscriptions are in each status, as they were counted just now. */
  subscriptions(counts: ReadonlyMap<SubscriptionStatus, number>): void
  /** Counts a mail that could not be sent. */
  mailFailed(type: MailType): void
  /** Counts an event of the security log, also one whose line is left out. */
  security(event: SecurityEvent): void
  /** Counts a request that was refused because its seller has reached a limit. */
  sellerRefused(limit: SellerLimit): void
  /** Reports how many sellers were at a limit within the last minute. */
  sellersAtLimit(limit: SellerLimit, sellers: number): void
  /** @returns the metrics of all processes on the port, in Prometheus's text format */
  text(): Promise<string>
}

/** Counts nothing: for a service without a port for metrics. */
export const noMetrics: Metrics = {
  observe: () => undefined,
  webhook: () => undefined,
  bank: () => undefined,
  banksAway: () => undefined,
  oldestOwed: () => undefined,
  bankAttention: () => undefined,
  recurringRefused: () => undefined,
  money: () => undefined,
  invoices: () => undefined,
  subscriptions: () => undefined,
  mailFailed: () => undefined,
  security: () => undefined,
  sellerRefused: () => undefined,
  sellersAtLimit: () => undefined,
  text: async () => '',
}

/** @param port where they are served; undefined when they are not */
export async function createMetrics(
  { metricsPort, databaseUrl }: { metricsPort: number | undefined; databaseUrl: string },
  db: Database,
): Promise<Metrics> {
  if (metricsPort === undefined) return noMetrics
  const { Prometheus } = await import('./prometheus.ts')
  return new Prometheus(db, databaseUrl)
}
