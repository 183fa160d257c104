import { trimmedName } from '../domain/formats/names.ts'
import { createProduct as create } from '../domain/catalog/newProduct.ts'
import { BLANK_OFFER_NAME } from '../domain/catalog/offers.ts'
import { writing } from './support/handler.ts'
import * as present from './support/present.ts'

export const createProduct = writing<'createProduct'>(function* (input) {
  const { body, seller, actor, now, fail } = input
  const name = trimmedName(body.name)
  if (name === '') throw fail('invalid_product_name', 'name')
  const offerName = trimmedName(body.default_offer.name)
  if (offerName === '') throw fail('invalid_request', 'default_offer.name', BLANK_OFFER_NAME)
  const named = { ...body, name, default_offer: { ...body.default_offer, name: offerName } }
  const { product, offer } = yield* create(named, { seller_id: seller.id, actor, now })
  return { status: 201, body: present.product(product, offer) }
})
