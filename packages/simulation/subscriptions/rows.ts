/** Rows of subscriptions as they are compared with the bank's books. */
import type { Look } from '../differences.ts'

export type SubscriptionRow = {
  id: string
  status: string
  mandate_status: string
  recurrence_id: string | null
  mandate_approved_at: string | null
  /** When the service knew of the end of the mandate, or of the subscription. */
  mandate_ended_at: string | null
  starts_on: string | null
  activated_at: string | null
  canceled_at: string | null
  paid_until: string | null
  cycles: bigint | null
  retries: bigint
}

export type InvoiceRow = {
  id: string
  subscription_id: string
  number: bigint
  status: string
  amount_minor: bigint
  collection: string
  txid: string
  due_on: string | null
  period_start: string | null
  period_end: string | null
  failure_reason: string | null
}

export type AttemptRow = {
  invoice_id: string
  date: string
  kind: string
  status: string
}

export type PaymentRow = {
  invoice_id: string
  end_to_end_id: string
  outcome: string
  return_reason: string | null
}

export type EventRow = { id: string; type: string; status: string }

export type Rows = {
  subscriptions: SubscriptionRow[]
  invoices: InvoiceRow[]
  attempts: AttemptRow[]
  payments: PaymentRow[]
  events: EventRow[]
}

const subscriptionColumns = [
  ...['id', 'status', 'mandate_status', 'recurrence_id', 'mandate_approved_at'],
  ...['mandate_ended_at', 'starts_on', 'activated_at', 'canceled_at', 'paid_until'],
  ...['cycles', 'retries'],
] as (keyof SubscriptionRow & string)[]

const invoiceColumns = [
  ...['id', 'subscription_id', 'number', 'status', 'amount_minor', 'collection', 'txid'],
  ...['due_on', 'period_start', 'period_end', 'failure_reason'],
] as (keyof InvoiceRow & string)[]

export async function readRows(look: Look): Promise<Rows> {
  const endedAt = "json_extract(cancellation, '$.at')"
  return {
    subscriptions: await look<SubscriptionRow>(
      subscriptionColumns,
      `select ${subscriptionColumns.join(', ').replace('mandate_ended_at', endedAt)}
       from subscriptions`,
    ),
    invoices: await look<InvoiceRow>(
      invoiceColumns,
      `select ${invoiceColumns.join(', ')} from invoices`,
    ),
    attempts: await look<AttemptRow>(
      ['invoice_id', 'date', 'kind', 'status'],
      'select invoice_id, date, kind, status from attempts order by date, created_at, id',
    ),
    payments: await look<PaymentRow>(
      ['invoice_id', 'end_to_end_id', 'outcome', 'return_reason'],
      'select invoice_id, end_to_end_id, outcome, return_reason from payments',
    ),
    events: await look<EventRow>(
      ['id', 'type', 'status'],
      `select json_extract(data, '$.id'), type, json_extract(data, '$.status') from events
       where type like 'subscription.%' or type like 'invoice.%' order by rowid`,
    ),
  }
}
