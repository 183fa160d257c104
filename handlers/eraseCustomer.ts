import { beginErasure } from '../domain/erasure/customer.ts'
import type { Handler } from './support/handler.ts'
import * as present from './support/present.ts'

/** No `writing`: what names the customer is erased in further transactions. */
export const eraseCustomer: Handler<'eraseCustomer'> = async (input) => {
  const { path, seller, now, db, service, fail } = input
  const key = { seller_id: seller.id, id: path.customerId }
  const response = await db.run(function* () {
    const customer = yield* beginErasure({ ...key, now })
    if (!customer) throw fail('customer_not_found')
    return { status: 200 as const, body: present.customer(customer) }
  })
  await service.erasure.finish(key)
  return response
}
