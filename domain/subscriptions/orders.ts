/**
 * Orders that are owed to a bank: claimed by one process for a while, marked before they are sent,
 * and given back once the bank has shown that one was not carried out. In between, an order may
 * stand at the bank, and nothing else is ordered for the invoice.
 */
import type { Transaction } from '../../db/query.ts'
import { and, eq, lte } from '../../db/operators.ts'
import { query } from '../../db/query.ts'
import type { Arguments } from '../../db/query.ts'
import { firstDue } from '../pix/connections/claims.ts'
import { write } from './invoices.ts'
import type { Recorder } from './ports.ts'
import type { Invoice, Key } from './rows.ts'
import { beginOfInvoice, finish, stepOf } from './standing.ts'

/** A claim on what is owed at one bank, which no other process gets before `until`. */
export type OrderClaim = {
  seller_id: string
  connection_id: string
  now: string
  until: string
  limit: number
}

/** Claims the invoices of a bank whose order is to be given, or asked about. */
export const claimOrders = query(
  'claim_invoice_orders',
  (db, { invoices: t }, args: Arguments<OrderClaim>) => {
    const due = and(
      eq(t.seller_id, args.seller_id),
      eq(t.connection_id, args.connection_id),
      lte(t.bank_check_at, args.now),
    )
    return db
      .update(t)
      .set({ bank_check_at: args.until })
      .where(firstDue(db, t, { due, key: t.id, by: t.bank_check_at, limit: args.limit }))
      .returning()
  },
)

/** The same of subscriptions: their mandate is to be ended, or asked about. */
export const claimMandates = query(
  'claim_mandate_orders',
  (db, { subscriptions: t }, args: Arguments<OrderClaim>) => {
    const due = and(
      eq(t.seller_id, args.seller_id),
      eq(t.connection_id, args.connection_id),
      lte(t.bank_check_at, args.now),
    )
    return db
      .update(t)
      .set({ bank_check_at: args.until })
      .where(firstDue(db, t, { due, key: t.id, by: t.bank_check_at, limit: args.limit }))
      .returning()
  },
)

/**
 * Marks the order of an invoice as sent, in a commit before it goes out: from then on it may have
 * been carried out.
 *
 * @returns the invoice with its order; undefined where that is no longer to be given: it is sent
 *   already, the calendar has another by now, or no order goes out at this hour
 */
export function* startOrder(key: Key, recorder: Recorder): Transaction<Invoice | undefined> {
  const found = yield* beginOfInvoice(key, recorder)
  if (!found) return undefined
  const { change, invoice } = found
  const now = change.now.toISOString()
  if (invoice.bank_order === null || invoice.bank_order_sent_at !== null) return undefined
  if (invoice.bank_order !== 'void') {
    const due = stepOf(found, change.subscription, now)
    const isDue = due && 'date' in due && due.step === invoice.bank_order && due.at === now
    if (!isDue || due.date !== invoice.bank_order_date) return undefined
  }
  const started = yield* write(change, invoice, { bank_order_sent_at: now })
  yield* finish(change)
  return started
}

/** The bank has shown that an order was not carried out: the calendar says what is due now. */
export function* returnOrder(key: Key, recorder: Recorder): Transaction<Invoice | undefined> {
  const found = yield* beginOfInvoice(key, recorder)
  if (!found) return undefined
  const { change, invoice } = found
  if (invoice.bank_order_sent_at === null) return invoice
  const returned = yield* write(change, invoice, { bank_order_sent_at: null })
  yield* finish(change)
  return returned
}
