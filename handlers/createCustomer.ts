import { addCustomer, customerByEmail, newCustomer } from '../domain/catalog/customers.ts'
import { trimmedName } from '../domain/formats/names.ts'
import { writing } from './support/handler.ts'
import * as present from './support/present.ts'

export const createCustomer = writing<'createCustomer'>(function* ({ body, seller, now, fail }) {
  const name = trimmedName(body.name)
  if (name === '') throw fail('invalid_customer_name', 'name')
  const customer = newCustomer({ ...body, name }, { seller_id: seller.id, now })
  if (yield* addCustomer(customer)) return { status: 201, body: present.customer(customer) }
  const [existing] = yield* customerByEmail(customer)
  throw fail('customer_email_already_exists', 'email', undefined, existing?.id)
})
