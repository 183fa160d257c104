import { trimmed } from '../domain/catalog/names.ts'
import { addOffer, BLANK_OFFER_NAME, newOffer } from '../domain/catalog/offers.ts'
import { addProduct } from '../domain/catalog/products.ts'
import type { Row } from '../db/schema/tables.ts'
import { newId } from '../runtime/ids.ts'
import { writing } from './support/handler.ts'
import * as present from './support/present.ts'

export const createProduct = writing<'createProduct'>(function* ({ body, seller, now, fail }) {
  const name = trimmed(body.name)
  if (name === '') throw fail('invalid_product_name', 'name')
  const offerName = trimmed(body.default_offer.name)
  if (offerName === '') throw fail('invalid_request', 'default_offer.name', BLANK_OFFER_NAME)
  const product: Row<'products'> = {
    seller_id: seller.id,
    id: newId('prod_', now),
    name,
    description: body.description,
    status: 'active',
    metadata: body.metadata,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  }
  const of = { seller_id: seller.id, product_id: product.id }
  const offer = newOffer(
    { ...body.default_offer, name: offerName },
    { ...of, isDefault: true, now },
  )
  yield* addProduct(product)
  yield* addOffer(offer)
  return { status: 201, body: present.product(product, offer) }
})
