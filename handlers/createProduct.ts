import { newId } from '../runtime/ids.ts'
import { addOffer } from '../domain/catalog/products.ts'
import { everyColumn, query } from '../db/query.ts'
import type { Arguments, Transaction } from '../db/query.ts'
import type { Row } from '../db/schema/tables.ts'
import { BLANK_OFFER_NAME, newOffer } from '../domain/catalog/offers.ts'
import type { Handler, Reply } from './support/handler.ts'
import * as present from './support/present.ts'
import { trimmed } from '../domain/catalog/names.ts'

const addProduct = query('add_product', (db, { products }, _: Arguments<Row<'products'>>) =>
  db.insert(products).values(everyColumn(products)),
)

export const createProduct: Handler<'createProduct'> = ({ body, seller, now, db, fail }) => {
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
  const offer = newOffer(body.default_offer, {
    seller_id: seller.id,
    product_id: product.id,
    is_default: true,
    name: offerName,
    now,
  })
  return db.run(() => add(product, offer))
}

function* add(product: Row<'products'>, offer: Row<'offers'>): Transaction<Reply<'createProduct'>> {
  yield* addProduct(product)
  yield* addOffer(offer)
  return { status: 201, body: present.product(product, offer) }
}
