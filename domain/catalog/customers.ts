import { and, desc, eq, lt } from '../../db/operators.ts'
import { everyColumn, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import type { Row } from '../../db/schema/tables.ts'

type Customer = Row<'customers'>
type Key = { seller_id: string; id: string }

export const customerById = query('customer_by_id', (db, { customers: t }, args: Arguments<Key>) =>
  db
    .select()
    .from(t)
    .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id))),
)

/** Adds a customer; no row when another one of the seller has the e-mail address. */
export const addCustomer = query('add_customer', (db, { customers: t }, _: Arguments<Customer>) =>
  db
    .insert(t)
    .values(everyColumn(t))
    .onConflictDoNothing({ target: [t.seller_id, t.email] }),
)

export const customersBefore = query(
  'customers_before',
  (db, { customers: t }, args: Arguments<{ seller_id: string; before: string; limit: number }>) =>
    db
      .select()
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), lt(t.id, args.before)))
      .orderBy(desc(t.id))
      .limit(args.limit),
)

// Without a seller: the command line works for the whole service, and knows only the id.
const customerOfAnySeller = query(
  'customer_of_any_seller',
  (db, { customers: t }, { id }: Arguments<{ id: string }>) =>
    db.select().from(t).where(eq(t.id, id)),
)

type Change = Key & Pick<Customer, 'status'> & { now: string }

const setStatus = query('set_customer_status', (db, { customers: t }, args: Arguments<Change>) =>
  db
    .update(t)
    .set({ status: args.status, updated_at: args.now })
    .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id)))
    .returning(),
)

/**
 * Takes a customer out of new checkouts, or lets it in again. One that has the status already stays
 * as it is, so that this can be repeated.
 *
 * @returns the customer, or undefined when there is none
 */
export function* changeCustomerStatus({
  id,
  status,
  now,
}: Pick<Customer, 'id' | 'status'> & { now: Date }): Transaction<Customer | undefined> {
  const [found] = yield* customerOfAnySeller({ id })
  if (!found || found.status === status) return found
  const [changed] = yield* setStatus({ ...found, status, now: now.toISOString() })
  return changed
}
