import { changeCustomer } from '../domain/catalog/customers.ts'
import { trimmed } from '../domain/catalog/names.ts'
import { writing } from './support/handler.ts'
import * as present from './support/present.ts'

export const updateCustomer = writing<'updateCustomer'>(function* (input) {
  const { body, path, seller, actor, now, fail } = input
  const changes = { ...body }
  if (body.name !== undefined) changes.name = trimmed(body.name)
  if (changes.name === '') throw fail('invalid_customer_name', 'name')
  const key = { seller_id: seller.id, id: path.customerId }
  const { customer, fault } = yield* changeCustomer(changes, { ...key, actor, now })
  if (fault === 'customer_email_already_exists') throw fail(fault, 'email')
  if (fault) throw fail(fault)
  return { status: 200, body: present.customer(customer) }
})
