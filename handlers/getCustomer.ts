import { customerById } from '../db/customers.ts'
import type { Handler } from './operation.ts'
import * as present from './present.ts'

export const getCustomer: Handler<'getCustomer'> = ({ path, seller, db, fail }) =>
  db.read(function* () {
    const [customer] = yield* customerById({ seller_id: seller.id, id: path.customerId })
    if (!customer) throw fail('customer_not_found')
    return { status: 200, body: present.customer(customer) }
  })
