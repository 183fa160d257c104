/** Search results as one list: with names beside the ids. */
import type { LineItem, Row } from '../../db/schema/tables.ts'
import { asEnded } from '../../domain/checkouts/expire.ts'
import { invoiceSummary } from '../../domain/payments/invoiceSummary.ts'
import { paymentView } from '../../domain/payments/view.ts'
import type { FoundInvoice, FoundSubscription, SearchRows } from '../../domain/search/search.ts'
import type { components } from '../../generated/types.ts'

type Result = components['schemas']['SearchResult']
type SearchHit = Omit<Result, 'object' | 'buyer' | 'tax_id'> &
  Partial<Pick<Result, 'buyer' | 'tax_id'>>

/** The longest title and the longest subtitle, in characters: as long as an item's name. */
const TEXT_LENGTH = 320

/** Title of a sale: the first item, and how many more. */
function soldTitle(items: readonly LineItem[] = []): string {
  const [first, ...others] = items
  const more = others.length > 0 ? ` + ${others.length}` : ''
  return `${first?.name ?? ''}${more}`
}

const customer = (row: Row<'customers'>): SearchHit => ({
  type: 'customer',
  id: row.id,
  title: row.name,
  subtitle: row.email,
  tax_id: row.tax_id,
  status: row.status,
  amount_minor: null,
  created_at: row.created_at,
})

const checkout = (row: Row<'checkouts'>): SearchHit => ({
  type: 'checkout',
  id: row.id,
  title: soldTitle(row.line_items),
  subtitle: row.external_id,
  status: row.status,
  amount_minor: row.amount_total_minor,
  created_at: row.created_at,
})

const subscription = (row: FoundSubscription): SearchHit => ({
  type: 'subscription',
  id: row.id,
  title: row.name,
  subtitle: row.external_id,
  status: row.status,
  amount_minor: row.amount_minor,
  created_at: row.created_at,
})

/** The title of a checkout or an invoice, with its reference and its buyer. */
type Sale = { title: string; external_id: string | null; buyer: string | null }

const noSale: Sale = { title: '', external_id: null, buyer: null }

const invoice = (row: FoundInvoice, { title, external_id, buyer }: Sale): SearchHit => ({
  type: 'invoice',
  id: row.id,
  title,
  subtitle: external_id,
  buyer,
  status: row.status,
  amount_minor: row.amount_minor,
  created_at: row.created_at,
})

function payment(row: Row<'payments'>, { title, external_id, buyer }: Sale): SearchHit {
  const { status, created_at } = paymentView(row)
  return {
    type: 'payment',
    id: row.id,
    title,
    subtitle: external_id ?? row.end_to_end_id,
    buyer,
    status,
    amount_minor: row.amount_minor,
    created_at,
  }
}

const refund = (row: Row<'refunds'>, { title, buyer }: Sale): SearchHit => ({
  type: 'refund',
  id: row.id,
  title,
  subtitle: row.external_id ?? row.reason,
  buyer,
  status: row.status,
  amount_minor: row.amount_minor,
  created_at: row.created_at,
})

const product = ({ product: row, amount_minor }: SearchRows['products'][number]): SearchHit => ({
  type: 'product',
  id: row.id,
  title: row.name,
  subtitle: row.description.slice(0, TEXT_LENGTH).toWellFormed() || null,
  status: row.status,
  amount_minor,
  created_at: row.created_at,
})

const link = (row: Row<'payment_links'>): SearchHit => ({
  type: 'payment_link',
  id: row.id,
  title: row.name,
  subtitle: null,
  status: row.active ? 'active' : 'inactive',
  amount_minor: null,
  created_at: row.created_at,
})

const transfer = (row: Row<'transfers'>): SearchHit => ({
  type: 'transfer',
  id: row.id,
  title: row.description ?? row.end_to_end_id,
  subtitle: row.end_to_end_id,
  status: 'unmatched',
  amount_minor: Math.abs(row.amount_minor),
  created_at: row.occurred_at,
})

/** The sales of all rows, by the ids of their checkouts and invoices. */
function salesOf({ checkouts, subscriptions, invoices, buyers }: SearchRows): Map<string, Sale> {
  const buyerOf = (id: string) => buyers.get(id)?.name ?? null
  const sales = new Map<string, Sale>()
  for (const { id, line_items, external_id } of checkouts) {
    sales.set(id, { title: soldTitle(line_items), external_id, buyer: buyerOf(id) })
  }
  const plans = new Map(subscriptions.map((row) => [row.id, row]))
  for (const { id, subscription_id, number } of invoices) {
    const plan = plans.get(subscription_id)
    if (!plan) throw new Error(`The subscription ${subscription_id} is not there.`)
    const title = invoiceSummary(plan, number, TEXT_LENGTH)
    sales.set(id, { title, external_id: plan.external_id, buyer: buyerOf(plan.id) })
  }
  return sales
}

/** The results, one type after the other, each with the best first. */
export function searchResults(rows: SearchRows, now: Date): Result[] {
  const sales = salesOf(rows)
  const buyerOf = (id: string) => rows.buyers.get(id)?.name ?? null
  const saleOf = (id: string | null) => sales.get(id ?? '') ?? noSale
  const isFound = ({ id }: { id: string }) => rows.ids.includes(id)
  const groups: SearchHit[][] = [
    rows.customers.map(customer),
    rows.checkouts
      .filter(isFound)
      .map((row) => ({ ...checkout(asEnded(row, now)), buyer: buyerOf(row.id) })),
    rows.subscriptions
      .filter(isFound)
      .map((row) => ({ ...subscription(row), buyer: buyerOf(row.id) })),
    rows.invoices.filter(isFound).map((row) => invoice(row, saleOf(row.id))),
    rows.payments.map((row) => payment(row, saleOf(row.checkout_id ?? row.invoice_id))),
    rows.refunds.map((row) => refund(row, saleOf(row.checkout_id ?? row.invoice_id))),
    rows.products.map(product),
    rows.links.map(link),
    rows.transfers.map(transfer),
  ]
  return groups.flatMap((group) =>
    group
      .toSorted((a, b) => rows.ids.indexOf(a.id) - rows.ids.indexOf(b.id))
      .map((hit) => ({ buyer: null, tax_id: null, ...hit, object: 'search_result' as const })),
  )
}
