import type { Dialect } from '../sqlite/dialect.ts'

/**
 * Types of objects that are found by words; payments and invoices are found by their ids, those of
 * their transfers included.
 */
export const FOUND_BY_WORDS = [
  'customer',
  'checkout',
  'refund',
  'product',
  'payment_link',
  'subscription',
] as const

/**
 * Search terms of an object: its text from each word on, without accents and in lower case, and its
 * numbers. Written in the transaction that writes the object (domain/search/terms.ts).
 */
export function searchTermsTable(d: Dialect) {
  return d.table(
    'search_terms',
    {
      seller_id: d.text().notNull(),
      object_id: d.text().notNull(),
      term: d.text().notNull(),
      type: d.oneOf(FOUND_BY_WORDS).notNull(),
    },
    (t) => [
      d.primaryKey({ columns: [t.seller_id, t.object_id, t.term] }),
      d.index('search_terms_found').on(t.seller_id, t.type, t.term, t.object_id),
    ],
  )
}
