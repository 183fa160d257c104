import type { Command } from 'commander'
import type { Row } from '../../db/schema/tables.ts'
import { changeCustomerStatus } from '../../domain/catalog/customers.ts'
import { beginErasureOfAnySeller } from '../../domain/erasure/customer.ts'
import { Erasure } from '../../domain/erasure/erasure.ts'
import * as present from '../../handlers/support/present.ts'
import { changing, CommandError, withStore } from './command.ts'
import { recorderAt } from './recorder.ts'

/** Printed after an erasure. */
const ERASED =
  'Older backups still have the person, and so has PostgreSQL until its vacuum: ' +
  'docs/operations.md, "Erase a person".'

const setStatus = (status: Row<'customers'>['status']) => (id: string) =>
  withStore(async ({ db, now }) => {
    const customer = await db.run(() => changeCustomerStatus({ id, status, now }))
    if (!customer) throw new CommandError(`There is no customer ${id}.`)
    return { value: present.customer(customer) }
  })

const erase = (id: string) =>
  withStore(async ({ db, environment, now }) => {
    const customer = await db.run(() => beginErasureOfAnySeller({ id, now }))
    if (!customer) throw new CommandError(`There is no customer ${id}.`)
    const value = present.customer(customer)
    try {
      const recorder = (at: Date) => recorderAt({ environment, now: at })
      await new Erasure({ db, clock: { now: () => now }, recorder }).finish(customer)
      return { value, note: ERASED }
    } catch (error) {
      const { message } = error as Error
      const refusal =
        `The erasure has begun, and is not complete (${message}): the service goes on with it, ` +
        'and so does this command if you run it again.'
      return { value, refusal }
    }
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
  customers
    .command('erase')
    .description('Permanently remove the personal data of a customer; the books stay.')
    .argument('<id>', 'the cus_ id')
    .action(changing(erase))
}
