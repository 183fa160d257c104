import { productById, productsBefore } from '../domain/catalog/products.ts'
import { reading } from './support/handler.ts'
import { firstBefore, listPage } from './support/pagination.ts'
import * as present from './support/present.ts'

export const listProducts = reading<'listProducts'>(function* ({ query, seller, fail }) {
  const { limit, starting_after: cursor } = query
  if (cursor !== undefined) {
    const [known] = yield* productById({ seller_id: seller.id, id: cursor })
    if (!known) throw fail('invalid_cursor', 'starting_after')
  }
  const before = firstBefore(cursor, 'prod_')
  const rows = yield* productsBefore({ seller_id: seller.id, before, limit: limit + 1 })
  const presented = (row: (typeof rows)[number]) => present.product(row.product, row.default_offer)
  return { status: 200, body: listPage(rows, limit, presented) }
})
