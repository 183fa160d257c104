import { addOffer, demoteDefault, lockProduct, productById } from '../db/products.ts'
import { BLANK_OFFER_NAME, newOffer } from './offers.ts'
import type { Handler } from './operation.ts'
import * as present from './present.ts'
import { trimmed } from './text.ts'

export const createOffer: Handler<'createOffer'> = ({ body, path, seller, now, db, fail }) => {
  const name = trimmed(body.name)
  if (name === '') throw fail('invalid_request', 'name', BLANK_OFFER_NAME)
  const key = { seller_id: seller.id, id: path.productId }
  return db.run(function* () {
    const [product] = yield* lockProduct(key)
    if (product?.status !== 'active') throw fail('product_not_found')
    const [current] = yield* productById(key)
    const is_default = body.is_default === true || !current?.default_offer
    const of = { seller_id: seller.id, product_id: product.id }
    if (is_default) yield* demoteDefault({ ...of, now: now.toISOString() })
    const offer = newOffer(body, { ...of, is_default, name, now })
    yield* addOffer(offer)
    return { status: 201, body: present.offer(offer) }
  })
}
