/** Ids of objects by an identifier: their own, or one by which a bank knows them. */
import { and, desc, eq, isNotNull, sql } from '../../db/operators.ts'
import { query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import type { Tables } from '../../db/schema/tables.ts'
import { idPrefixes } from '../../generated/idPrefixes.ts'
import { checkoutOf, invoiceTxidOf, isOurTxid } from '../pix/bank/txid.ts'

type OfSeller = { seller_id: string }

const transferIdOfKey = query(
  'transfer_id_of_key',
  (db, { transfers: t }, args: Arguments<OfSeller & { lower: string }>) =>
    db
      .select({ id: t.id })
      .from(t)
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.transfer_key, args.lower),
          eq(t.return_id, sql`''`),
        ),
      ),
)

/** The payments of a transfer. Banks and people write the letters of its id in either case. */
export const paymentIdsOfTransfer = query(
  'payment_ids_of_transfer',
  (db, { payments: t }, args: Arguments<OfSeller & { lower: string; limit: number }>) =>
    db
      .select({
        id: t.id,
        checkout_id: t.checkout_id,
        subscription_id: t.subscription_id,
        invoice_id: t.invoice_id,
      })
      .from(t)
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          isNotNull(t.end_to_end_id),
          sql`lower(${t.end_to_end_id}) = ${args.lower}`,
        ),
      )
      .limit(args.limit),
)

const paymentIdsOfCharge = query(
  'payment_ids_of_charge',
  (db, { payments: t }, args: Arguments<OfSeller & { txid: string; limit: number }>) =>
    db
      .select({ id: t.id })
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), eq(t.txid, args.txid)))
      .orderBy(desc(t.id))
      .limit(args.limit),
)

const invoiceIdOfTxid = query(
  'invoice_id_of_txid',
  (db, { invoices: t }, args: Arguments<OfSeller & { txid: string }>) =>
    db
      .select({ id: t.id })
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), eq(t.txid, args.txid))),
)

const subscriptionIdOfRecurrence = query(
  'subscription_id_of_recurrence',
  (db, { subscriptions: t }, args: Arguments<OfSeller & { recurrence_id: string }>) =>
    db
      .select({ id: t.id })
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), eq(t.recurrence_id, args.recurrence_id))),
)

const offerProduct = query(
  'product_id_of_offer',
  (db, { offers: t }, args: Arguments<OfSeller & { id: string }>) =>
    db
      .select({ id: t.product_id })
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id))),
)

/** The objects that results are made of, in the order of their types. */
export const searchedTables = [
  'customers',
  'checkouts',
  'subscriptions',
  'invoices',
  'payments',
  'refunds',
  'products',
  'payment_links',
  'transfers',
] as const satisfies (keyof Tables & keyof typeof idPrefixes)[]

export type SearchedTable = (typeof searchedTables)[number]

const prefixes = searchedTables.map((table) => idPrefixes[table])

const idForm = new RegExp(`^(${prefixes.join('|')})[0-9a-f-]{36}$`, 'i')

/** An end-to-end id of Pix. */
export const transferForm = /^E[0-9A-Z]{31}$/i

/** The `idRec` of a recurrence. Its letters are those of the bank, which may be of either case. */
const recurrenceForm = /^R[0-9A-Za-z]{28}$/

type IdentifierQuery = { seller_id: string; typed: string; limit: number }

function* idsByTransfer({ seller_id, typed, limit }: IdentifierQuery): Transaction<string[]> {
  const lower = typed.toLowerCase()
  const payments = yield* paymentIdsOfTransfer({ seller_id, lower, limit })
  if (payments.length === 0) return (yield* transferIdOfKey({ seller_id, lower })).map(idOf)
  return payments.flatMap(({ id, invoice_id }) => (invoice_id === null ? [id] : [invoice_id, id]))
}

const idOf = ({ id }: { id: string }): string => id

/** The checkout or the invoice of a charge, and the payments that came by it. */
function* idsByTxid({ seller_id, typed, limit }: IdentifierQuery): Transaction<string[]> {
  const [invoice] = yield* invoiceIdOfTxid({ seller_id, txid: invoiceTxidOf(typed) })
  const payments = yield* paymentIdsOfCharge({ seller_id, txid: typed, limit })
  return [invoice?.id ?? checkoutOf(typed), ...payments.map(idOf)]
}

/** The ids that an identifier names, whether there are such objects or not. */
export function* idsByIdentifier(wanted: IdentifierQuery): Transaction<string[]> {
  const { seller_id, typed } = wanted
  const lower = typed.toLowerCase()
  if (lower.startsWith(idPrefixes.offers)) {
    return (yield* offerProduct({ seller_id, id: lower })).map(idOf)
  }
  if (idForm.test(typed)) return [lower]
  if (transferForm.test(typed)) return yield* idsByTransfer(wanted)
  if (recurrenceForm.test(typed)) {
    return (yield* subscriptionIdOfRecurrence({ seller_id, recurrence_id: typed })).map(idOf)
  }
  return isOurTxid(lower) ? yield* idsByTxid({ ...wanted, typed: lower }) : []
}
