/** Queries of mandates, codes and readings while a bank is asked. */
import { and, asc, desc, eq, gt, isNull, lte, or, sql } from '../../../db/operators.ts'
import { everyColumn, isAnyOf, query } from '../../../db/query.ts'
import type { Arguments } from '../../../db/query.ts'
import { rowByKey, setColumns } from '../../../db/rows.ts'
import type { Row, Tables } from '../../../db/schema/tables.ts'
import type { Key } from '../../subscriptions/rows.ts'
import type { OrderClaim } from '../../subscriptions/orders.ts'
import { firstDue } from '../connections/claims.ts'

export type Code = Row<'subscription_codes'>
export type CodeKey = Pick<Code, 'seller_id' | 'subscription_id' | 'number'>

export const invoiceByTxid = query('invoice_by_txid', rowByKey('invoices', 'seller_id', 'txid'))

export const subscriptionsOfRecurrences = query(
  'subscriptions_of_recurrences',
  (db, { subscriptions: t }, args: Arguments<{ seller_id: string; recurrence_ids: string[] }>) =>
    db
      .select({
        seller_id: t.seller_id,
        id: t.id,
        bank_order: t.bank_order,
        recurrence_id: t.recurrence_id,
        mandate_status: t.mandate_status,
      })
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), isAnyOf(t.recurrence_id, args.recurrence_ids))),
)

/** Keeps the location of an opening; no row where another is kept, or nothing is to be opened. */
export const keepLocation = query(
  'keep_location',
  (db, { subscriptions: t }, args: Arguments<Key & { location_id: string }>) =>
    db
      .update(t)
      .set({ location_id: args.location_id })
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.id, args.id),
          eq(t.status, sql`'incomplete'`),
          isNull(t.location_id),
        ),
      )
      .returning(),
)

/** Keeps the recurrence of an opening, in place of any other. */
export const keepRecurrence = query(
  'keep_recurrence',
  setColumns('subscriptions', ['recurrence_id']),
)

/** Marks that the bank has taken the order to end a mandate. */
export const setMandateOrderSent = query(
  'set_mandate_order_sent',
  setColumns('subscriptions', ['bank_order_sent_at']),
)

type Postponed = Key & { claimed: string; next: string | null }

/** Sets when an invoice is looked at next, unless its time has been set meanwhile. */
export const postponeInvoice = query(
  'postpone_invoice',
  (db, { invoices: t }, args: Arguments<Postponed>) =>
    db
      .update(t)
      .set({ bank_check_at: args.next })
      .where(
        and(eq(t.seller_id, args.seller_id), eq(t.id, args.id), eq(t.bank_check_at, args.claimed)),
      ),
)

/** The same of a mandate. */
export const postponeMandate = query(
  'postpone_mandate',
  (db, { subscriptions: t }, args: Arguments<Postponed>) =>
    db
      .update(t)
      .set({ bank_check_at: args.next })
      .where(
        and(eq(t.seller_id, args.seller_id), eq(t.id, args.id), eq(t.bank_check_at, args.claimed)),
      ),
)

/** Has a mandate read no later than at a time, unless an order of it is owed. */
export const hastenMandate = query(
  'hasten_mandate',
  (db, { subscriptions: t }, args: Arguments<Key & { soon: string }>) =>
    db
      .update(t)
      .set({ bank_check_at: args.soon })
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.id, args.id),
          isNull(t.bank_order),
          or(isNull(t.bank_check_at), gt(t.bank_check_at, args.soon)),
        ),
      ),
)

/**
 * Has the charge of an invoice read no later than at a time, where it is read at all. An order
 * keeps its time: a process that carries it out would lose its claim.
 */
export const hastenInvoice = query(
  'hasten_invoice',
  (db, { invoices: t }, args: Arguments<Key & { soon: string }>) =>
    db
      .update(t)
      .set({ bank_check_at: args.soon })
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.id, args.id),
          isNull(t.bank_order),
          gt(t.bank_check_at, args.soon),
        ),
      ),
)

/** The newest invoices of a subscription, the newest first. */
export const newestInvoices = query(
  'newest_invoices',
  (
    db,
    { invoices: t },
    args: Arguments<{ seller_id: string; subscription_id: string; limit: number }>,
  ) =>
    db
      .select()
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), eq(t.subscription_id, args.subscription_id)))
      .orderBy(desc(t.number))
      .limit(args.limit),
)

export const codeByKey = query(
  'subscription_code_by_key',
  rowByKey('subscription_codes', 'seller_id', 'subscription_id', 'number'),
)

const hasKey = (t: Tables['subscription_codes'], args: Arguments<CodeKey>) =>
  and(
    eq(t.seller_id, args.seller_id),
    eq(t.subscription_id, args.subscription_id),
    eq(t.number, args.number),
  )

/** Records that a code is about to be made; no row while another process has it made. */
export const beginCode = query(
  'begin_subscription_code',
  (db, { subscription_codes: t }, args: Arguments<Code & { now: string; latest: string }>) =>
    db
      .insert(t)
      .values(everyColumn(t))
      .onConflictDoUpdate({
        target: [t.seller_id, t.subscription_id, t.number],
        set: { creating_until: args.creating_until, updated_at: args.updated_at },
        // A time after the latest that a process can set now is by a clock that was ahead.
        setWhere: sql`${t.pix_code} is null and (${t.creating_until} is null
        or ${t.creating_until} <= ${args.now} or ${t.creating_until} > ${args.latest})`,
      })
      .returning(),
)

/** Lets others have a code made, after an attempt that has brought none. */
export const endCode = query(
  'end_subscription_code',
  (db, { subscription_codes: t }, args: Arguments<CodeKey & { creating_until: string }>) =>
    db
      .update(t)
      .set({ creating_until: null })
      .where(and(hasKey(t, args), eq(t.creating_until, args.creating_until))),
)

/** Keeps the code that the bank gave. */
export const keepCode = query(
  'keep_subscription_code',
  (
    db,
    { subscription_codes: t },
    args: Arguments<CodeKey & Pick<Code, 'pix_code' | 'check_at' | 'updated_at'>>,
  ) =>
    db
      .update(t)
      .set({
        pix_code: args.pix_code,
        creating_until: null,
        check_at: args.check_at,
        updated_at: args.updated_at,
      })
      .where(hasKey(t, args)),
)

/** Records a view of the page with a code. */
export const viewCode = query(
  'view_subscription_code',
  setColumns('subscription_codes', ['viewed_at'], 'seller_id', 'subscription_id', 'number'),
)

/** Has the charge of a code read no later than at a time, where it is read at all. */
export const hastenCode = query(
  'hasten_subscription_code',
  (db, { subscription_codes: t }, args: Arguments<CodeKey & { soon: string }>) =>
    db
      .update(t)
      .set({ check_at: args.soon })
      .where(and(hasKey(t, args), gt(t.check_at, args.soon))),
)

/** Claims the codes whose charge is to be read. */
export const claimCodes = query(
  'claim_subscription_codes',
  (db, { subscription_codes: t }, args: Arguments<OrderClaim>) =>
    db
      .update(t)
      .set({ check_at: args.until })
      .where(
        firstDue(db, t, {
          due: and(
            eq(t.seller_id, args.seller_id),
            eq(t.connection_id, args.connection_id),
            lte(t.check_at, args.now),
          ),
          key: t.txid,
          by: t.check_at,
          limit: args.limit,
        }),
      )
      .returning(),
)

export const postponeCode = query(
  'postpone_subscription_code',
  (
    db,
    { subscription_codes: t },
    args: Arguments<CodeKey & { claimed: string; next: string | null }>,
  ) =>
    db
      .update(t)
      .set({ check_at: args.next })
      .where(and(hasKey(t, args), eq(t.check_at, args.claimed))),
)

type AtBank = { seller_id: string; connection_id: string }

/** Since when the oldest order of a kind is owed for invoices of a bank. */
export const oldestInvoiceOrder = query(
  'oldest_invoice_order',
  (
    db,
    { invoices: t },
    args: Arguments<AtBank & { bank_order: NonNullable<Row<'invoices'>['bank_order']> }>,
  ) =>
    db
      .select({ at: t.updated_at })
      .from(t)
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.connection_id, args.connection_id),
          eq(t.bank_order, args.bank_order),
        ),
      )
      .orderBy(asc(t.updated_at))
      .limit(1),
)

/** The same for mandates that are to be ended. */
export const oldestMandateOrder = query(
  'oldest_mandate_order',
  (db, { subscriptions: t }, args: Arguments<AtBank>) =>
    db
      .select({ at: t.updated_at })
      .from(t)
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.connection_id, args.connection_id),
          eq(t.bank_order, sql`'cancel'`),
        ),
      )
      .orderBy(asc(t.updated_at))
      .limit(1),
)
