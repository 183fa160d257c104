/** Invoices with their attempts and two fields of their subscription, as the contract has them. */
import { longJsonBytes, withLateField } from '../../db/longJson.ts'
import { and, eq } from '../../db/operators.ts'
import { isAnyOf, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import type { components } from '../../generated/types.ts'
import type { Attempt, Invoice, Subscription } from './rows.ts'
import { attemptsOfEach } from './standing.ts'
import { invoiceView } from './view.ts'

type Wire = components['schemas']

/** An invoice with its attempts, oldest first, and the metadata of its subscription. */
export type ShownInvoice = Invoice &
  Pick<Subscription, 'currency' | 'metadata'> & { attempts: Attempt[] }

const subscriptionsOfInvoices = query(
  'subscriptions_of_invoices',
  (
    db,
    { subscriptions: t },
    args: Arguments<{ seller_id: string; ids: string[]; limit: number }>,
  ) =>
    db
      .select({ id: t.id, currency: t.currency, metadata: t.metadata })
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), isAnyOf(t.id, args.ids)))
      .limit(args.limit),
)

/** Invoices of one seller as they are shown; a page of them ends early by their metadata. */
export function* shownInvoices(invoices: Invoice[]): Transaction<ShownInvoice[]> {
  const seller_id = invoices[0]?.seller_id
  if (seller_id === undefined) return []
  const ids = [...new Set(invoices.map(({ subscription_id }) => subscription_id))]
  const rows = yield* subscriptionsOfInvoices({ seller_id, ids, limit: ids.length })
  const sales = new Map(rows.map((row) => [row.id, row]))
  const attempts = yield* attemptsOfEach(invoices)
  return invoices.map((invoice) => {
    const sale = sales.get(invoice.subscription_id)
    if (!sale) throw new Error(`The subscription ${invoice.subscription_id} is not there.`)
    const { currency } = sale
    const of = { ...invoice, currency, metadata: {}, attempts: attempts.get(invoice.id) ?? [] }
    const late = { bytes: longJsonBytes(sale), make: () => sale.metadata }
    return withLateField<ShownInvoice, 'metadata'>(of, 'metadata', late)
  })
}

/** The same in the contract's form. */
export const shownInvoiceView = (row: ShownInvoice): Wire['Invoice'] =>
  invoiceView(row, row.attempts, row)

/** An invoice that was changed just now, in the contract's form. */
export function* invoiceNow(invoice: Invoice): Transaction<Wire['Invoice']> {
  const [shown] = yield* shownInvoices([invoice])
  if (!shown) throw new Error(`The invoice ${invoice.id} is not there.`)
  return shownInvoiceView(shown)
}
