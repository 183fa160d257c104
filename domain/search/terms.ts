/** The terms by which objects are found, written with the objects themselves. */
import { and, eq } from '../../db/operators.ts'
import { insertEach, insertList, query, writeOf } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import { deleteEntry, hasSearchIndex, insertEntries, insertEntry } from '../../db/searchIndex.ts'
import type { LineItem, Row } from '../../db/schema/tables.ts'
import { termsOfEmail, termsOfNumber, termsOfPhone, termsOfText } from './words.ts'

type Term = Row<'search_terms'>
type Key = { seller_id: string; id: string }

/** The most terms of one object: of a cart with a hundred items, those of the first. */
const MAX_TERMS = 40

const addEach = query(
  'add_search_terms',
  (db, { search_terms: t }, args: Arguments<{ rows: Term[] }>) =>
    hasSearchIndex(t) ? writeOf(db, insertEntries(args)) : insertEach(db, t, args.rows),
)

const addOfOne = query(
  'add_search_terms_of_object',
  (db, { search_terms: t }, args: Arguments<Omit<Term, 'term'> & { terms: string[] }>) =>
    hasSearchIndex(t)
      ? writeOf(db, insertEntry(args))
      : insertList(
          db,
          t,
          { seller_id: args.seller_id, object_id: args.object_id, type: args.type },
          [t.term, args.terms],
        ),
)

// Without a limit: MAX_TERMS of one object.
const dropOf = query('drop_search_terms', (db, { search_terms: t }, args: Arguments<Key>) =>
  db.delete(t).where(and(eq(t.seller_id, args.seller_id), eq(t.object_id, args.id))),
)

const dropEntry = query(
  'drop_search_entry',
  (db, _, args: Arguments<Key>) => writeOf(db, deleteEntry(args)),
  { sqliteOnly: true },
)

/** An object, and the terms by which it is found. */
export type ObjectTerms = Key & { type: Term['type']; terms: string[] }

/**
 * The terms by which an object is found. What begins a term begins each longer one that begins with
 * it, so of these the longest is enough.
 */
function enough(terms: string[]): string[] {
  const sorted = [...new Set(terms.slice(0, MAX_TERMS))].sort()
  return sorted.filter((term, i) => !sorted[i + 1]?.startsWith(term))
}

/** Adds the terms of an object that has none yet. */
export function* addTerms({
  seller_id,
  id: object_id,
  type,
  terms,
}: ObjectTerms): Transaction<void> {
  if (terms.length > 0) yield* addOfOne({ seller_id, object_id, type, terms: enough(terms) })
}

/** The same for many objects, by one statement. */
export function* addTermsOfEach(objects: ObjectTerms[]): Transaction<void> {
  const rows = objects.flatMap(({ seller_id, id: object_id, type, terms }) =>
    enough(terms).map((term) => ({ seller_id, object_id, term, type })),
  )
  if (rows.length > 0) yield* addEach({ rows })
}

/** Removes the terms of an object: from then on nothing finds it but its own id. */
export function* dropTerms({ seller_id, id }: Key): Transaction<void> {
  yield* dropOf({ seller_id, id })
  yield* dropEntry({ seller_id, id })
}

/** Writes the terms of an object anew, when they are others than before. */
export function* changeTerms(before: ObjectTerms, after: ObjectTerms): Transaction<void> {
  if (before.terms.join('\n') === after.terms.join('\n')) return
  yield* dropTerms(after)
  yield* addTerms(after)
}

type OfCustomer = Key & Pick<Row<'customers'>, 'name' | 'email' | 'tax_id' | 'phone'>

/** An address that a customer has instead of its own once it is erased. */
const isErased = ({ email }: OfCustomer) => email.endsWith('@erased.invalid')

export function foundCustomer(customer: OfCustomer): ObjectTerms {
  const { seller_id, id, name, email, tax_id, phone } = customer
  const ofName = termsOfText(name)
  const terms = [
    ...ofName,
    ...termsOfEmail(email, ofName),
    ...termsOfNumber(tax_id ?? ''),
    ...termsOfPhone(phone ?? ''),
  ]
  return { seller_id, id, type: 'customer', terms: isErased(customer) ? [] : terms }
}

export const foundProduct = ({ seller_id, id, name }: Key & { name: string }): ObjectTerms => ({
  seller_id,
  id,
  type: 'product',
  terms: termsOfText(name),
})

export const foundLink = ({ seller_id, id, name }: Key & { name: string }): ObjectTerms => ({
  seller_id,
  id,
  type: 'payment_link',
  terms: termsOfText(name),
})

/**
 * A checkout is found by its reference. It is found by its items only when it is a cart: items of
 * the catalogue are found as products.
 */
export function foundCheckout({
  seller_id,
  id,
  external_id,
  line_items,
}: Key & { external_id: string | null; line_items: LineItem[] }): ObjectTerms {
  const items = line_items.filter(({ kind }) => kind === 'product')
  const terms = [
    ...termsOfText(external_id ?? ''),
    ...items.flatMap(({ name }) => termsOfText(name)),
  ]
  return { seller_id, id, type: 'checkout', terms }
}

export const foundRefund = ({
  seller_id,
  id,
  external_id,
}: Key & { external_id: string | null }): ObjectTerms => ({
  seller_id,
  id,
  type: 'refund',
  terms: termsOfText(external_id ?? ''),
})

/** A subscription is found by its reference and its name; by its buyer, the customer is found. */
export const foundSubscription = ({
  seller_id,
  id,
  name,
  external_id,
}: Key & { name: string; external_id: string | null }): ObjectTerms => ({
  seller_id,
  id,
  type: 'subscription',
  terms: [...termsOfText(external_id ?? ''), ...termsOfText(name)],
})
