import { customerById } from '../domain/catalog/customers.ts'
import { reading } from './support/handler.ts'
import * as present from './support/present.ts'

export const getCustomer = reading<'getCustomer'>(function* ({ path, seller, fail }) {
  const [customer] = yield* customerById({ seller_id: seller.id, id: path.customerId })
  if (!customer) throw fail('customer_not_found')
  return { status: 200, body: present.customer(customer) }
})
