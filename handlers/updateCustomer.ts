import { changeCustomer, customerByEmail } from '../domain/catalog/customers.ts'
import { trimmedName } from '../domain/formats/names.ts'
import { writing } from './support/handler.ts'
import * as present from './support/present.ts'

export const updateCustomer = writing<'updateCustomer'>(function* (input) {
  const { body, path, seller, actor, now, fail } = input
  const changes = { ...body }
  if (body.name !== undefined) changes.name = trimmedName(body.name)
  if (changes.name === '') throw fail('invalid_customer_name', 'name')
  const key = { seller_id: seller.id, id: path.customerId }
  const { customer, fault } = yield* changeCustomer(changes, { ...key, actor, now })
  if (fault === 'customer_email_already_exists') {
    const email = body.email?.toLowerCase() ?? ''
    const [existing] = yield* customerByEmail({ seller_id: seller.id, email })
    throw fail(fault, 'email', undefined, existing?.id)
  }
  if (fault) throw fail(fault)
  return { status: 200, body: present.customer(customer) }
})
