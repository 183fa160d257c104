import type { Transaction } from '../db/query.ts'
import { beginErasure } from '../domain/erasure/customer.ts'
import type { Handler, Input, Response } from './support/handler.ts'
import * as present from './support/present.ts'

type Id = 'eraseCustomer'

function* begin({ path, seller, actor, now, fail }: Input<Id>): Transaction<Response<Id>> {
  const key = { seller_id: seller.id, id: path.customerId }
  const customer = yield* beginErasure({ ...key, actor, now })
  if (!customer) throw fail('customer_not_found')
  return { status: 200, body: present.customer(customer) }
}

/** No `writing`: rows that name the customer are erased in further transactions. */
export const eraseCustomer: Handler<Id, 'erasure'> = async (input) => {
  const { path, seller, db, service } = input
  const response = await db.run(() => begin(input))
  await service.erasure.finish({ seller_id: seller.id, id: path.customerId })
  return response
}
