/**
 * Orders that are owed to a bank: claimed by one process for a while, marked before they are sent,
 * and given back once the bank has shown that one was not carried out. In between, an order may
 * stand at the bank, and nothing else is ordered for the invoice.
 */
import type { Transaction } from '../../db/query.ts'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { and, eq, isNotNull, isNull, lte, sql } from '../../db/operators.ts'
import { query } from '../../db/query.ts'
import type { Arguments } from '../../db/query.ts'
import type { Tables } from '../../db/schema/tables.ts'
import { firstDue } from '../pix/connections/claims.ts'
import type { Recorder } from './ports.ts'
import { setInvoice } from './rows.ts'
import type { Invoice, Key } from './rows.ts'
import { beginOfInvoice, finish, stepOf } from './standing.ts'
import type { Change } from './standing.ts'

/** A claim on what is owed at one bank, which no other process gets before `until`. */
export type OrderClaim = {
  seller_id: string
  connection_id: string
  now: string
  until: string
  limit: number
}

const isDue = (
  t: Tables['invoices'] | Tables['subscriptions'],
  args: Arguments<OrderClaim>,
  kind: 'orders' | 'readings',
) =>
  and(
    eq(t.seller_id, args.seller_id),
    eq(t.connection_id, args.connection_id),
    kind === 'orders' ? isNotNull(t.bank_order) : isNull(t.bank_order),
    lte(t.bank_check_at, args.now),
  )

/** Claims the invoices of a bank whose order is to be given, or asked about. */
export const claimOrders = query(
  'claim_invoice_orders',
  (db, { invoices: t }, args: Arguments<OrderClaim>) => {
    const due = isDue(t, args, 'orders')
    return db
      .update(t)
      .set({ bank_check_at: args.until })
      .where(firstDue(db, t, { due, key: t.id, by: t.bank_check_at, limit: args.limit }))
      .returning()
  },
)

/** Claims those whose charge is to be read: no order of them is owed. */
export const claimInvoiceReadings = query(
  'claim_invoice_readings',
  (db, { invoices: t }, args: Arguments<OrderClaim>) => {
    const due = isDue(t, args, 'readings')
    return db
      .update(t)
      .set({ bank_check_at: args.until })
      .where(firstDue(db, t, { due, key: t.id, by: t.bank_check_at, limit: args.limit }))
      .returning()
  },
)

/** Claims the subscriptions of a bank whose mandate is to be ended. */
export const claimMandates = query(
  'claim_mandate_orders',
  (db, { subscriptions: t }, args: Arguments<OrderClaim>) => {
    const due = isDue(t, args, 'orders')
    return db
      .update(t)
      .set({ bank_check_at: args.until })
      .where(firstDue(db, t, { due, key: t.id, by: t.bank_check_at, limit: args.limit }))
      .returning()
  },
)

/** Claims those whose mandate is to be read. */
export const claimMandateReadings = query(
  'claim_mandate_readings',
  (db, { subscriptions: t }, args: Arguments<OrderClaim>) => {
    const due = isDue(t, args, 'readings')
    return db
      .update(t)
      .set({ bank_check_at: args.until })
      .where(firstDue(db, t, { due, key: t.id, by: t.bank_check_at, limit: args.limit }))
      .returning()
  },
)

type AtBank = Pick<OrderClaim, 'seller_id' | 'connection_id'>

/**
 * When the first invoice, mandate and code of a bank are to be looked at, each null for none: most
 * banks have none, and one look spares them the claims.
 */
export const earliestWork = query(
  'earliest_subscription_work',
  (
    db,
    { bank_connections: b, invoices, subscriptions, subscription_codes }: Tables,
    args: Arguments<AtBank>,
  ) => {
    const first = (
      t: Tables['invoices'] | Tables['subscriptions'] | Tables['subscription_codes'],
      by: SQLiteColumn,
    ) => {
      const isThere = and(
        eq(t.seller_id, args.seller_id),
        eq(t.connection_id, args.connection_id),
        isNotNull(by),
      )
      return sql<string | null>`(select min(${by}) from ${t} where ${isThere})`
    }
    return db
      .select({
        invoice: first(invoices, invoices.bank_check_at),
        mandate: first(subscriptions, subscriptions.bank_check_at),
        code: first(subscription_codes, subscription_codes.check_at),
      })
      .from(b)
      .where(and(eq(b.seller_id, args.seller_id), eq(b.id, args.connection_id)))
  },
)

/** Marks an order; `updated_at` stays the time since when it is owed. */
function* mark(
  change: Change,
  invoice: Invoice,
  bank_order_sent_at: string | null,
): Transaction<Invoice> {
  const marked = { ...invoice, bank_order_sent_at }
  yield* setInvoice(marked)
  yield* finish(change)
  return marked
}

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
    const isStill = due && 'date' in due && due.step === invoice.bank_order && due.at === now
    if (!isStill || due.date !== invoice.bank_order_date) return undefined
  }
  return yield* mark(change, invoice, now)
}

/** The bank has shown that an order was not carried out: the calendar says what is due now. */
export function* returnOrder(key: Key, recorder: Recorder): Transaction<Invoice | undefined> {
  const found = yield* beginOfInvoice(key, recorder)
  if (!found) return undefined
  const { change, invoice } = found
  if (invoice.bank_order_sent_at === null) return invoice
  return yield* mark(change, invoice, null)
}
