import { archiveOffer as archive } from '../domain/catalog/offers.ts'
import { writing } from './support/handler.ts'
import * as present from './support/present.ts'

export const archiveOffer = writing<'archiveOffer'>(function* (input) {
  const { path, seller, actor, now, fail } = input
  const result = yield* archive({ seller_id: seller.id, id: path.offerId, actor, now })
  if (!result) throw fail('offer_not_found')
  if (!result.isArchived) throw fail('default_offer_cannot_be_disabled')
  return { status: 200, body: present.offer(result.offer) }
})
