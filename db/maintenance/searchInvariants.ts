/** Invariants of the terms by which a seller's objects are found. */
import type { Invariant } from './vocabulary.ts'

/** The table of each type. */
const tables = {
  customer: 'customers',
  checkout: 'checkouts',
  refund: 'refunds',
  product: 'products',
  payment_link: 'payment_links',
  subscription: 'subscriptions',
}

export const ofSearch: Invariant[] = [
  {
    name: 'what a search finds is there',
    broken: Object.entries(tables)
      .map(
        ([type, table]) => `
          select s.object_id as id from search_terms s where s.type = '${type}' and not exists (
            select 1 from ${table} t where t.seller_id = s.seller_id and t.id = s.object_id
          )`,
      )
      .join(' union all '),
  },
  {
    name: 'a search finds nobody who was erased',
    broken: `
      select s.object_id as id from search_terms s
      join customers c on c.seller_id = s.seller_id and c.id = s.object_id
      where c.email like '%@erased.invalid'`,
  },
]
