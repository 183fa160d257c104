/** The buyers of checkouts and subscriptions, for lists of objects that refer to those. */
import { and, eq } from '../../db/operators.ts'
import { idPrefixes } from '../../generated/idPrefixes.ts'
import { isAnyOf, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import type { Tables } from '../../db/schema/tables.ts'

type ByIds = { seller_id: string; ids: string[]; limit: number }

type SaleTable = Tables['checkouts'] | Tables['subscriptions']

/** The columns of a sale and of its customer. */
const saleOf = (t: SaleTable, customers: Tables['customers']) => ({
  id: t.id,
  external_id: t.external_id,
  customer: {
    id: customers.id,
    name: customers.name,
    email: customers.email,
    tax_id: customers.tax_id,
  },
})

const isCustomerOf = (t: SaleTable, customers: Tables['customers']) =>
  and(eq(customers.seller_id, t.seller_id), eq(customers.id, t.customer_id))

const isOneOf = (t: SaleTable, args: Arguments<ByIds>) =>
  and(eq(t.seller_id, args.seller_id), isAnyOf(t.id, args.ids))

const buyersOfCheckouts = query(
  'buyers_of_checkouts',
  (db, { checkouts: t, customers }, args: Arguments<ByIds>) =>
    db
      .select({ ...saleOf(t, customers), payment_link_id: t.payment_link_id, buyer: t.buyer })
      .from(t)
      .leftJoin(customers, isCustomerOf(t, customers))
      .where(isOneOf(t, args))
      .limit(args.limit),
)

const buyersOfSubscriptions = query(
  'buyers_of_subscriptions',
  (db, { subscriptions: t, customers }, args: Arguments<ByIds>) =>
    db
      .select(saleOf(t, customers))
      .from(t)
      .leftJoin(customers, isCustomerOf(t, customers))
      .where(isOneOf(t, args))
      .limit(args.limit),
)

/** Reads what has one of the ids; nothing where there are none. */
function* readEach<Sale>(
  by: (args: ByIds) => Transaction<Sale[]>,
  { seller_id, ids }: Pick<ByIds, 'seller_id' | 'ids'>,
): Transaction<Sale[]> {
  return ids.length === 0 ? [] : yield* by({ seller_id, ids, limit: ids.length })
}

/** The buyer of a checkout: its customer, else what was typed at its link. */
export type SaleBuyer = {
  external_id: string | null
  customer_id: string | null
  name: string | null
  email: string | null
  tax_id: string | null
}

/**
 * The buyers of checkouts and subscriptions, by the ids of those.
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
  const isSubscription = (id: string) => id.startsWith(idPrefixes.subscriptions)
  const checkoutIds = ids.filter((id) => !isSubscription(id))
  const sold = yield* readEach(buyersOfCheckouts, { seller_id, ids: checkoutIds })
  const subscriptionIds = ids.filter(isSubscription)
  const subscribed = yield* readEach(buyersOfSubscriptions, { seller_id, ids: subscriptionIds })
  const ofSubscriptions = subscribed.map((row) => ({ ...row, payment_link_id: null, buyer: null }))
  return new Map(
    [...sold, ...ofSubscriptions].map(({ id, external_id, payment_link_id, buyer, customer }) => {
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
