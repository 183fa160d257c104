import { changesBetween } from '../audit/changes.ts'
import { recordChange } from '../audit/record.ts'
import type { Actor } from '../identity/actor.ts'
import type { Transaction } from '../../db/query.ts'
import type { Row } from '../../db/schema/tables.ts'
import type { components } from '../../generated/types.ts'
import { idPrefixes } from '../../generated/idPrefixes.ts'
import { newId } from '../../runtime/ids.ts'
import { addTerms, foundProduct } from '../search/terms.ts'
import { newOffer, storeOffer } from './offers.ts'
import { addProduct } from './products.ts'

type NewProduct = { product: Row<'products'>; offer: Row<'offers'> }

/** Makes a product and its default offer. The names are trimmed already. */
export function* createProduct(
  { default_offer, ...body }: components['schemas']['CreateProductBody'],
  { seller_id, actor, now }: { seller_id: string; actor: Actor; now: Date },
): Transaction<NewProduct> {
  const product: Row<'products'> = {
    seller_id,
    id: newId(idPrefixes.products, now),
    ...body,
    status: 'active',
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  }
  const of = { seller_id, product_id: product.id }
  const offer = newOffer(default_offer, { ...of, isDefault: true, now })
  yield* addProduct(product)
  yield* addTerms(foundProduct(product))
  const changes = changesBetween(undefined, product, ['name', 'description'])
  const recorded = { seller_id, actor, target: product.id, changes, now }
  yield* recordChange({ ...recorded, action: 'product.created' })
  yield* storeOffer(offer, { actor, now })
  return { product, offer }
}
