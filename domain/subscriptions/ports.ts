/** The ports of subscriptions: their events, and the books of transfers. */
import type { Transaction } from '../../db/query.ts'
import type { InvoiceStatus } from '../../db/schema/subscriptionStatuses.ts'
import type { Row } from '../../db/schema/tables.ts'
import type { Invoice, Subscription } from './rows.ts'

export type SubscriptionEventType =
  | 'subscription.activated'
  | 'subscription.expired'
  | 'subscription.canceled'
  | 'subscription.ended'

export type InvoiceEventType =
  | 'invoice.created'
  | 'invoice.paid'
  | 'invoice.payment_failed'
  | 'invoice.uncollectible'
  | 'invoice.voided'
  | 'invoice.reversed'

/** Told after the commit of a change. */
export type SubscriptionObserver = {
  /** Something of a subscription is due already. */
  due(): void
  /** Invoices have come into these statuses. */
  invoices(statuses: readonly InvoiceStatus[]): void
}

/** Records what happens, in the transaction that makes it true; the rows are as they are then. */
export type SubscriptionEvents = {
  readonly observer?: SubscriptionObserver | undefined
  recordSubscription(event: {
    type: SubscriptionEventType
    subscription: Subscription
    now: Date
  }): Transaction<void>
  recordInvoice(event: {
    type: InvoiceEventType
    invoice: Invoice
    subscription: Subscription
    now: Date
  }): Transaction<void>
  /** A bank does not have an instruction shortly before its debit; it may be said again. */
  recordLateInstruction(of: { invoice: Invoice; now: Date }): Transaction<void>
}

/**
 * A transfer for an invoice, as it was read at the bank, or as the sandbox plays it. Its id is as
 * the bank writes it: a refund is ordered under that, and in either case it is the same transfer.
 */
export type Transfer = Pick<Row<'payments'>, 'amount_minor' | 'paid_at' | 'connection_id'> & {
  end_to_end_id: string
  /** The charge by which it came, where that is not the invoice's own: the code's. */
  txid?: string
}

export type ReturnReason = NonNullable<Row<'payments'>['return_reason']>

/** The books of transfers, in which each stands once, by its end-to-end id. */
export type Books = {
  /** True when a transfer is on record already: it neither pays nor goes back again. */
  has(of: { seller_id: string; end_to_end_id: string }): Transaction<boolean>
  /** Enters the transfer that pays an invoice. @returns the id of the payment */
  keep(of: { invoice: Invoice; transfer: Transfer; now: Date }): Transaction<string>
  /** Enters one that pays nothing, and has it sent back. */
  sendBack(of: {
    invoice: Invoice
    transfer: Transfer
    reason: ReturnReason
    now: Date
  }): Transaction<void>
}

/** Context of each change of a subscription. */
export type Recorder = { now: Date; events: SubscriptionEvents; books: Books }

/** The context of a change at a moment, of the services that it needs. */
export const recorderOf = ({ events, books }: Omit<Recorder, 'now'>, now: Date): Recorder => ({
  now,
  events,
  books,
})
