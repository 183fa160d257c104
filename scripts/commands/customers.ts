import type { Command } from 'commander'
import { and, eq } from '../../db/operators.ts'
import { query } from '../../db/query.ts'
import type { Arguments } from '../../db/query.ts'
import type { Row } from '../../db/schema/tables.ts'
import * as present from '../../handlers/support/present.ts'
import { changing, Refused, withStore } from './command.ts'

type Customer = Row<'customers'>

// Without a seller: whoever runs the command line runs the whole service, and knows only the id.
const customerOfAnySeller = query(
  'customer_of_any_seller',
  (db, { customers: t }, { id }: Arguments<{ id: string }>) =>
    db.select().from(t).where(eq(t.id, id)),
)

type Change = Pick<Customer, 'seller_id' | 'id' | 'status'> & { now: string }

const setCustomerStatus = query(
  'set_customer_status',
  (db, { customers: t }, args: Arguments<Change>) =>
    db
      .update(t)
      .set({ status: args.status, updated_at: args.now })
      .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id)))
      .returning(),
)

/** One that has the status already stays untouched, so that the command can be repeated. */
const setStatus = (status: Customer['status']) => (id: string) =>
  withStore(async ({ db, now }) => {
    const customer = await db.run(function* () {
      const [found] = yield* customerOfAnySeller({ id })
      if (!found || found.status === status) return found
      const [changed] = yield* setCustomerStatus({ ...found, status, now: now.toISOString() })
      return changed
    })
    if (!customer) throw new Refused(`There is no customer ${id}.`)
    return { value: present.customer(customer) }
  })

export function addCustomers(program: Command): void {
  const customers = program.command('customers').description('The customers of the sellers.')
  customers
    .command('deactivate')
    .description('Keep a customer out of new checkouts.')
    .argument('<id>', 'the cus_ id')
    .action(changing(setStatus('inactive')))
  customers
    .command('activate')
    .description('Let an inactive customer into checkouts again.')
    .argument('<id>', 'the cus_ id')
    .action(changing(setStatus('active')))
}
