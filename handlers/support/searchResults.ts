/** Search results as one list: with names beside the ids. */
import type { LineItem, Row } from '../../db/schema/tables.ts'
import { asEnded } from '../../domain/checkouts/expire.ts'
import { paymentView } from '../../domain/payments/view.ts'
import type { SearchRows } from '../../domain/search/search.ts'
import type { components } from '../../generated/types.ts'

type Result = components['schemas']['SearchResult']
type SearchHit = Omit<Result, 'object' | 'buyer' | 'tax_id'> &
  Partial<Pick<Result, 'buyer' | 'tax_id'>>

/** As long as an item's name, which is the longest title. */
const SUBTITLE_LENGTH = 320

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

function payment(row: Row<'payments'>, of: Row<'checkouts'> | undefined): SearchHit {
  const { status, created_at } = paymentView(row)
  return {
    type: 'payment',
    id: row.id,
    title: soldTitle(of?.line_items),
    subtitle: of?.external_id ?? row.end_to_end_id,
    status,
    amount_minor: row.amount_minor,
    created_at,
  }
}

const refund = (row: Row<'refunds'>, of: Row<'checkouts'> | undefined): SearchHit => ({
  type: 'refund',
  id: row.id,
  title: soldTitle(of?.line_items),
  subtitle: row.external_id ?? row.reason,
  status: row.status,
  amount_minor: row.amount_minor,
  created_at: row.created_at,
})

const product = ({ product: row, amount_minor }: SearchRows['products'][number]): SearchHit => ({
  type: 'product',
  id: row.id,
  title: row.name,
  subtitle: row.description.slice(0, SUBTITLE_LENGTH).toWellFormed() || null,
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

/** The results, one type after the other, each with the best first. */
export function searchResults(rows: SearchRows, now: Date): Result[] {
  const sold = new Map(rows.sold.map((checkout) => [checkout.id, checkout]))
  const buyerOf = (checkoutId: string) => rows.buyers.get(checkoutId)?.name ?? null
  const groups: SearchHit[][] = [
    rows.customers.map(customer),
    rows.checkouts.map((one) => ({ ...checkout(asEnded(one, now)), buyer: buyerOf(one.id) })),
    rows.payments.map((row) => ({
      ...payment(row, sold.get(row.checkout_id)),
      buyer: buyerOf(row.checkout_id),
    })),
    rows.refunds.map((row) => ({
      ...refund(row, sold.get(row.checkout_id)),
      buyer: buyerOf(row.checkout_id),
    })),
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
