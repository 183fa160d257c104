import { customersWith } from '../domain/catalog/customerList.ts'
import { customerById } from '../domain/catalog/customers.ts'
import { reading } from './support/handler.ts'
import { firstBefore, listPage } from './support/pagination.ts'
import * as present from './support/present.ts'
import { idPrefixes } from '../generated/idPrefixes.ts'

export const listCustomers = reading<'listCustomers'>(function* ({ query, seller, fail }) {
  const { limit, starting_after: cursor, ...filters } = query
  if (cursor !== undefined) {
    const [customer] = yield* customerById({ seller_id: seller.id, id: cursor })
    if (!customer) throw fail('invalid_cursor', 'starting_after')
  }
  const page = {
    seller_id: seller.id,
    before: firstBefore(cursor, idPrefixes.customers),
    limit: limit + 1,
  }
  const rows = yield* customersWith(filters, page)
  return { status: 200, body: listPage(rows, limit, present.customer) }
})
