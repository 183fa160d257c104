import { trimmedName } from '../domain/formats/names.ts'
import { changeProduct } from '../domain/catalog/products.ts'
import { writing } from './support/handler.ts'
import * as present from './support/present.ts'

export const updateProduct = writing<'updateProduct'>(function* (input) {
  const { body, path, seller, actor, now, fail } = input
  const changes = { ...body }
  if (body.name !== undefined) changes.name = trimmedName(body.name)
  if (changes.name === '') throw fail('invalid_product_name', 'name')
  const key = { seller_id: seller.id, id: path.productId }
  const changed = yield* changeProduct(changes, { ...key, actor, now })
  if (!changed) throw fail('product_not_found')
  return { status: 200, body: present.product(changed.product, changed.default_offer) }
})
