/** The buyers of checkouts, for lists of objects that refer to those. */
import { and, eq } from '../../db/operators.ts'
import { isAnyOf, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'

type ByIds = { seller_id: string; ids: string[]; limit: number }

const buyersOfCheckouts = query(
  'buyers_of_checkouts',
  (db, { checkouts: t, customers }, args: Arguments<ByIds>) =>
    db
      .select({
        id: t.id,
        external_id: t.external_id,
        payment_link_id: t.payment_link_id,
        buyer: t.buyer,
        customer: {
          id: customers.id,
          name: customers.name,
          email: customers.email,
          tax_id: customers.tax_id,
        },
      })
      .from(t)
      .leftJoin(
        customers,
        and(eq(customers.seller_id, t.seller_id), eq(customers.id, t.customer_id)),
      )
      .where(and(eq(t.seller_id, args.seller_id), isAnyOf(t.id, args.ids)))
      .limit(args.limit),
)

/** The buyer of a checkout: its customer, else what was typed at its link. */
export type SaleBuyer = {
  external_id: string | null
  customer_id: string | null
  name: string | null
  email: string | null
  tax_id: string | null
}

/**
 * The buyers of checkouts, by the ids of those.
 *
 * @param showsCustomers true for a caller that may read customers; else no buyer is named
 */
export function* buyersOf({
  seller_id,
  ids,
  showsCustomers,
}: {
  seller_id: string
  ids: string[]
  showsCustomers: boolean
}): Transaction<Map<string, SaleBuyer>> {
  if (ids.length === 0) return new Map()
  const rows = yield* buyersOfCheckouts({ seller_id, ids, limit: ids.length })
  return new Map(
    rows.map(({ id, external_id, payment_link_id, buyer, customer }) => {
      const typed = payment_link_id === null ? null : buyer
      const {
        name = null,
        email = null,
        tax_id = null,
      } = (showsCustomers && (customer ?? typed)) || {}
      const customer_id = showsCustomers ? (customer?.id ?? null) : null
      return [id, { external_id, customer_id, name, email, tax_id }]
    }),
  )
}
