/** The queries of subscriptions, of their invoices and of these ones' attempts. */
import { and, asc, desc, eq, isNotNull, lte, or, sql } from '../../db/operators.ts'
import { everyColumn, isAnyOf, query } from '../../db/query.ts'
import type { Arguments } from '../../db/query.ts'
import { addRow, lockRow, rowByKey, setColumns } from '../../db/rows.ts'
import type { Row, Tables } from '../../db/schema/tables.ts'

export type Subscription = Row<'subscriptions'>
export type Invoice = Row<'invoices'>
export type Attempt = Row<'attempts'>

export type Key = { seller_id: string; id: string }
type OfSubscription = { seller_id: string; subscription_id: string }

export const subscriptionById = query('subscription_by_id', rowByKey('subscriptions'))

/** Takes the lock under which a subscription and all that belongs to it are changed. */
export const lockSubscription = query('lock_subscription', lockRow('subscriptions'))

export const subscriptionByExternalId = query(
  'subscription_by_external_id',
  rowByKey('subscriptions', 'seller_id', 'external_id'),
)

export const subscriptionByPageToken = query(
  'subscription_by_page_token',
  rowByKey('subscriptions', 'seller_id', 'page_token'),
)

/** Adds a subscription; no row when the seller has used its `external_id` before. */
export const insertSubscription = query(
  'open_subscription',
  (db, { subscriptions: t }, _: Arguments<Subscription>) =>
    db
      .insert(t)
      .values(everyColumn(t))
      .onConflictDoNothing({ target: [t.seller_id, t.external_id] }),
)

/** Writes all that can change of a subscription, but for `bank_check_at`. */
export const setSubscription = query(
  'change_subscription',
  setColumns('subscriptions', [
    'status',
    'starts_on',
    'mandate_status',
    'mandate_approved_at',
    'payer_tax_id',
    'payer_bank_ispb',
    'bank_order',
    'bank_order_sent_at',
    'next_due_on',
    'paid_until',
    'latest_invoice_id',
    'cancellation',
    'expires_at',
    'activated_at',
    'canceled_at',
    'check_at',
    'updated_at',
  ]),
)

/** The same time of a mandate; see `setInvoiceCheck`. */
export const setMandateCheck = query(
  'set_mandate_check',
  setColumns('subscriptions', ['bank_check_at']),
)

export const invoiceById = query('invoice_by_id', rowByKey('invoices'))

export const addInvoice = query('add_invoice', addRow('invoices'))

/** Writes all that can change of an invoice, but for `bank_check_at`. */
export const setInvoice = query(
  'change_invoice',
  setColumns('invoices', [
    'status',
    'amount_minor',
    'period_start',
    'period_end',
    'due_on',
    'finalizes_at',
    'end_to_end_id',
    'payment_id',
    'is_closed',
    'failure_reason',
    'next_attempt_on',
    'void_requested_at',
    'paid_at',
    'bank_order',
    'bank_order_date',
    'bank_order_sent_at',
    'updated_at',
  ]),
)

/**
 * Sets when the bank is given the order of an invoice, or asked about it. Claims move that time
 * without the lock of the subscription, so that no other change writes it along.
 */
export const setInvoiceCheck = query('set_invoice_check', setColumns('invoices', ['bank_check_at']))

const isOf = (t: Tables['invoices'], args: Arguments<OfSubscription>) =>
  and(eq(t.seller_id, args.seller_id), eq(t.subscription_id, args.subscription_id))

/** Invoices of a subscription that are drafts or open, in the order of their numbers. */
export const pendingInvoices = query(
  'pending_invoices',
  (db, { invoices: t }, args: Arguments<OfSubscription & { limit: number }>) =>
    db
      .select()
      .from(t)
      .where(and(isOf(t, args), or(eq(t.status, sql`'draft'`), eq(t.status, sql`'open'`))))
      .orderBy(asc(t.number))
      .limit(args.limit),
)

export const newestInvoice = query(
  'newest_invoice',
  (db, { invoices: t }, args: Arguments<OfSubscription>) =>
    db.select().from(t).where(isOf(t, args)).orderBy(desc(t.number)).limit(1),
)

/** The newest invoice that is paid or uncollectible, or of which an attempt has failed. */
export const newestOutcome = query(
  'newest_invoice_with_outcome',
  (db, { invoices: t }, args: Arguments<OfSubscription>) =>
    db
      .select()
      .from(t)
      .where(
        and(
          isOf(t, args),
          or(
            eq(t.status, sql`'paid'`),
            eq(t.status, sql`'uncollectible'`),
            and(eq(t.status, sql`'open'`), isNotNull(t.failure_reason)),
          ),
        ),
      )
      .orderBy(desc(t.number))
      .limit(1),
)

/** Attempts of invoices, those of each one oldest first. */
export const attemptsOfInvoices = query(
  'attempts_of_invoices',
  (db, { attempts: t }, args: Arguments<{ seller_id: string; ids: string[]; limit: number }>) =>
    db
      .select()
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), isAnyOf(t.invoice_id, args.ids)))
      .orderBy(asc(t.invoice_id), asc(t.id))
      .limit(args.limit),
)

export const addAttempt = query('add_attempt', addRow('attempts'))

export const setAttempt = query(
  'change_attempt',
  setColumns('attempts', [
    'date',
    'status',
    'reason',
    'code',
    'end_to_end_id',
    'failed_at',
    'updated_at',
  ]),
)

/** Takes back the attempt of an invoice that is under way, where there is no bank to be told. */
export const cancelScheduled = query(
  'cancel_scheduled_attempt',
  (db, { attempts: t }, args: Arguments<{ seller_id: string; invoice_id: string; now: string }>) =>
    db
      .update(t)
      .set({ status: 'canceled', failed_at: args.now, updated_at: args.now })
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.invoice_id, args.invoice_id),
          eq(t.status, sql`'scheduled'`),
        ),
      ),
)

/** A subscription of which something is due, and since when. */
export type DueSubscription = Key & { check_at: string }

/** A place in the order of what is due. */
export type DuePosition = { after_check_at: string; after_seller_id: string; after_id: string }

/** Subscriptions of all sellers that are due by the calendar, earliest first, after a position. */
export const dueSubscriptions = query(
  'due_subscriptions',
  (db, { subscriptions: t }, args: Arguments<DuePosition & { now: string; limit: number }>) => {
    const { after_check_at, after_seller_id, after_id } = args
    const row = sql`(${t.check_at}, ${t.seller_id}, ${t.id})`
    return db
      .select({ seller_id: t.seller_id, id: t.id, check_at: sql<string>`${t.check_at}` })
      .from(t)
      .where(
        and(
          isNotNull(t.check_at),
          lte(t.check_at, args.now),
          sql`${row} > (${after_check_at}, ${after_seller_id}, ${after_id})`,
        ),
      )
      .orderBy(asc(t.check_at), asc(t.seller_id), asc(t.id))
      .limit(args.limit)
  },
)
