import { addOffer, demoteDefault, lockProduct, productById } from '../domain/catalog/products.ts'
import type { Transaction } from '../db/query.ts'
import { BLANK_OFFER_NAME, newOffer } from '../domain/catalog/offers.ts'
import type { Handler, Input, Reply } from './support/handler.ts'
import * as present from './support/present.ts'
import { trimmed } from '../domain/catalog/names.ts'

export const createOffer: Handler<'createOffer'> = (input) => {
  const name = trimmed(input.body.name)
  if (name === '') throw input.fail('invalid_request', 'name', BLANK_OFFER_NAME)
  return input.db.run(() => add(input, name))
}

function* add(
  { body, path, seller, now, fail }: Input<'createOffer'>,
  name: string,
): Transaction<Reply<'createOffer'>> {
  const key = { seller_id: seller.id, id: path.productId }
  const [product] = yield* lockProduct(key)
  if (product?.status !== 'active') throw fail('product_not_found')
  const [current] = yield* productById(key)
  const is_default = body.is_default === true || !current?.default_offer
  const of = { seller_id: seller.id, product_id: product.id }
  if (is_default) yield* demoteDefault({ ...of, now: now.toISOString() })
  const offer = newOffer(body, { ...of, is_default, name, now })
  yield* addOffer(offer)
  return { status: 201, body: present.offer(offer) }
}
