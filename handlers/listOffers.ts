import { cursorOffer, offersBefore } from '../domain/catalog/offers.ts'
import { productById } from '../domain/catalog/products.ts'
import { reading } from './support/handler.ts'
import { firstBefore, listPage } from './support/pagination.ts'
import * as present from './support/present.ts'
import { idPrefixes } from '../generated/idPrefixes.ts'

export const listOffers = reading<'listOffers'>(function* ({ path, query, seller, fail }) {
  const { limit, starting_after: cursor } = query
  const of = { seller_id: seller.id, product_id: path.productId }
  const [product] = yield* productById({ seller_id: seller.id, id: path.productId })
  if (!product) throw fail('product_not_found')
  if (cursor !== undefined) {
    const [offer] = yield* cursorOffer({ ...of, id: cursor })
    if (!offer) throw fail('invalid_cursor', 'starting_after')
  }
  const before = firstBefore(cursor, idPrefixes.offers)
  const rows = yield* offersBefore({ ...of, before, limit: limit + 1 })
  return { status: 200, body: listPage(rows, limit, present.offer) }
})
