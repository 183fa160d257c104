import { productById } from '../domain/catalog/products.ts'
import { reading } from './support/handler.ts'
import * as present from './support/present.ts'

export const getProduct = reading<'getProduct'>(function* ({ path, seller, fail }) {
  const [product] = yield* productById({ seller_id: seller.id, id: path.productId })
  if (!product) throw fail('product_not_found')
  return { status: 200, body: present.product(product.product, product.default_offer) }
})
