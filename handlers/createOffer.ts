import { trimmedName } from '../domain/formats/names.ts'
import { BLANK_OFFER_NAME, createOffer as create } from '../domain/catalog/offers.ts'
import { writing } from './support/handler.ts'
import * as present from './support/present.ts'

export const createOffer = writing<'createOffer'>(function* (input) {
  const { body, path, seller, actor, now, fail } = input
  const name = trimmedName(body.name)
  if (name === '') throw fail('invalid_request', 'name', BLANK_OFFER_NAME)
  const to = { seller_id: seller.id, product_id: path.productId, actor, now }
  const offer = yield* create({ ...body, name }, to)
  if (!offer) throw fail('product_not_found')
  return { status: 201, body: present.offer(offer) }
})
