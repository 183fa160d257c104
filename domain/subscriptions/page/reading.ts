/** The data of a subscription's page: its seller, its invoices, and what is to be debited next. */
import { and, desc, eq, lt } from '../../../db/operators.ts'
import { query } from '../../../db/query.ts'
import type { Arguments, Transaction } from '../../../db/query.ts'
import { rowByKey } from '../../../db/rows.ts'
import { sellerOfToken } from '../../checkouts/pageToken.ts'
import { sellerById } from '../../identity/sellerRows.ts'
import { readReceipt } from '../../payments/receipt.ts'
import type { PaymentReceipt } from '../../payments/receipt.ts'
import { brandOf } from '../../settings/brand.ts'
import type { Brand } from '../../settings/brand.ts'
import { readSettings } from '../../settings/settings.ts'
import { newestInvoice, newestOutcome, pendingInvoices, subscriptionByPageToken } from '../rows.ts'
import type { Invoice, Subscription } from '../rows.ts'

/** Invoices of one page of the list. */
const INVOICES_OF_PAGE = 12

/** More invoices of a subscription are never pending at once. */
const MAX_PENDING = 10

/** Past the number of every invoice. */
const AFTER_ALL = 1_000_000_000

const invoiceByNumber = query(
  'invoice_by_number',
  rowByKey('invoices', 'seller_id', 'subscription_id', 'number'),
)

type Before = { seller_id: string; subscription_id: string; before: number; limit: number }

const invoicesBefore = query(
  'invoices_before_number',
  (db, { invoices: t }, args: Arguments<Before>) =>
    db
      .select()
      .from(t)
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.subscription_id, args.subscription_id),
          lt(t.number, args.before),
        ),
      )
      .orderBy(desc(t.number))
      .limit(args.limit),
)

/** The subscription behind a page, or undefined when the token opens none. */
export function* subscriptionOfPage(token: string): Transaction<Subscription | undefined> {
  const seller_id = sellerOfToken(token)
  if (seller_id === undefined) return undefined
  const [subscription] = yield* subscriptionByPageToken({ seller_id, page_token: token })
  return subscription
}

/** Part of a list of invoices, newest first; `older` is where the next part begins. */
export type InvoiceList = { invoices: Invoice[]; isNewest: boolean; older: number | null }

export type PageContent = {
  brand: Brand
  /** The seller takes no payments at present. */
  isSuspended: boolean
  /** The first invoice, while no other has been made. */
  first: Invoice | undefined
  list: InvoiceList
  /** The invoice that is debited next, once it is made. */
  next: Invoice | undefined
  /** The newest invoice that is paid or uncollectible, or of which an attempt has failed. */
  outcome: Invoice | undefined
}

function* sellerOfPage(seller_id: string): Transaction<{ brand: Brand; isSuspended: boolean }> {
  const [seller] = yield* sellerById({ id: seller_id })
  const brand = brandOf(seller?.name ?? '', yield* readSettings(seller_id))
  return { brand, isSuspended: seller?.status === 'suspended' }
}

/** @param before the number from which on invoices are left out of the list */
export function* readContent(
  { seller_id, id, next_due_on }: Subscription,
  before = AFTER_ALL,
): Transaction<PageContent> {
  const of = { seller_id, subscription_id: id }
  const limit = INVOICES_OF_PAGE + 1
  const read = yield* invoicesBefore({ ...of, before, limit })
  const invoices = read.slice(0, INVOICES_OF_PAGE)
  const last = invoices.at(-1)
  const pending = yield* pendingInvoices({ ...of, limit: MAX_PENDING })
  const [newest] = yield* newestInvoice(of)
  const [outcome] = yield* newestOutcome(of)
  return {
    ...(yield* sellerOfPage(seller_id)),
    first: newest?.number === 1 ? newest : undefined,
    list: {
      invoices,
      isNewest: before === AFTER_ALL,
      older: read.length > INVOICES_OF_PAGE && last ? last.number : null,
    },
    next: pending.find(({ due_on }) => due_on === next_due_on),
    outcome,
  }
}

export type ReceiptContent = { brand: Brand; invoice: Invoice; receipt: PaymentReceipt | null }

/** A paid invoice with its payment; undefined where no such invoice is paid. */
export function* readInvoiceReceipt(
  { seller_id, id }: Subscription,
  number: number,
): Transaction<ReceiptContent | undefined> {
  const [invoice] = yield* invoiceByNumber({ seller_id, subscription_id: id, number })
  if (invoice?.status !== 'paid') return undefined
  const { brand } = yield* sellerOfPage(seller_id)
  return { brand, invoice, receipt: yield* readReceipt(invoice) }
}

/** An invoice that is open, or else that of the newest failure: the sandbox pays it, or fails. */
export const playableOf = ({ next, outcome }: Pick<PageContent, 'next' | 'outcome'>) =>
  [outcome, next].find((one) => one?.status === 'open') ?? outcome

/** The invoice that a button of the sandbox means: by its number, or the one that can be played. */
export function* invoiceToPlay(
  subscription: Subscription,
  number: number | undefined,
): Transaction<Invoice | undefined> {
  if (number === undefined) return playableOf(yield* readContent(subscription))
  const { seller_id, id: subscription_id } = subscription
  const [invoice] = yield* invoiceByNumber({ seller_id, subscription_id, number })
  return invoice
}
