import { offerById } from '../domain/catalog/offers.ts'
import { reading } from './support/handler.ts'
import * as present from './support/present.ts'

export const getOffer = reading<'getOffer'>(function* ({ path, seller, fail }) {
  const [offer] = yield* offerById({ seller_id: seller.id, id: path.offerId })
  if (!offer) throw fail('offer_not_found')
  return { status: 200, body: present.offer(offer) }
})
