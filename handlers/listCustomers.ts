import { customerByEmail, customerById, customersBefore } from '../domain/catalog/customers.ts'
import { reading } from './support/handler.ts'
import { firstBefore, listPage } from './support/pagination.ts'
import * as present from './support/present.ts'

export const listCustomers = reading<'listCustomers'>(function* ({ query, seller, fail }) {
  const { limit, starting_after: cursor, email } = query
  if (cursor !== undefined) {
    const [known] = yield* customerById({ seller_id: seller.id, id: cursor })
    if (!known) throw fail('invalid_cursor', 'starting_after')
  }
  const before = firstBefore(cursor, 'cus_')
  const { id: seller_id } = seller
  if (email === undefined) {
    const rows = yield* customersBefore({ seller_id, before, limit: limit + 1 })
    return { status: 200, body: listPage(rows, limit, present.customer) }
  }
  const found = yield* customerByEmail({ seller_id, email: email.toLowerCase() })
  const rows = found.filter(({ id }) => id < before)
  return { status: 200, body: listPage(rows, limit, present.customer) }
})
