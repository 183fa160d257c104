import type { Command } from 'commander'
import type { Row } from '../../db/schema/tables.ts'
import { changeCustomerStatus } from '../../domain/catalog/customers.ts'
import * as present from '../../handlers/support/present.ts'
import { changing, Refused, withStore } from './command.ts'

const setStatus = (status: Row<'customers'>['status']) => (id: string) =>
  withStore(async ({ db, now }) => {
    const customer = await db.run(() => changeCustomerStatus({ id, status, now }))
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
