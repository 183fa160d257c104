import { productById, productsWith } from '../domain/catalog/products.ts'
import { reading } from './support/handler.ts'
import { firstBefore, listPage } from './support/pagination.ts'
import * as present from './support/present.ts'
import { idPrefixes } from '../generated/idPrefixes.ts'

export const listProducts = reading<'listProducts'>(function* ({ query, seller, fail }) {
  const { limit, starting_after: cursor, status } = query
  if (cursor !== undefined) {
    const [product] = yield* productById({ seller_id: seller.id, id: cursor })
    if (!product) throw fail('invalid_cursor', 'starting_after')
  }
  const page = {
    seller_id: seller.id,
    before: firstBefore(cursor, idPrefixes.products),
    limit: limit + 1,
  }
  const rows = yield* productsWith({ status }, page)
  const presented = (row: (typeof rows)[number]) => present.product(row.product, row.default_offer)
  return { status: 200, body: listPage(rows, limit, presented) }
})
