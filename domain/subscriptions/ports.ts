/** The ports of subscriptions: their events, and the books of transfers. */
import type { Transaction } from '../../db/query.ts'
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

/** Records what happens, in the transaction that makes it true; the rows are as they are then. */
export type SubscriptionEvents = {
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
}

/** A transfer for an invoice, as it was read at the bank, or as the sandbox plays it. */
export type Transfer = Pick<Row<'payments'>, 'amount_minor' | 'paid_at' | 'connection_id'> & {
  end_to_end_id: string
}

export type ReturnReason = NonNullable<Row<'payments'>['return_reason']>

/** The books of transfers, in which each stands once, by its end-to-end id. */
export type Books = {
  /** Enters the transfer that pays an invoice. @returns the id of the payment */
  keep(of: { invoice: Invoice; transfer: Transfer; now: Date }): Transaction<string>
  /** Enters one that pays nothing, and has it sent back; one that is there already stays. */
  sendBack(of: {
    invoice: Invoice
    transfer: Transfer
    reason: ReturnReason
    now: Date
  }): Transaction<void>
}

/** Context of each change of a subscription. */
export type Recorder = { now: Date; events: SubscriptionEvents; books: Books }
