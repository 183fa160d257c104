import { trimmedName } from '../domain/formats/names.ts'
import { changeOffer } from '../domain/catalog/offers.ts'
import { writing } from './support/handler.ts'
import * as present from './support/present.ts'

export const updateOffer = writing<'updateOffer'>(function* (input) {
  const { body, path, seller, actor, now, fail } = input
  const changes = { ...body }
  if (body.name !== undefined) changes.name = trimmedName(body.name)
  if (changes.name === '') throw fail('invalid_offer_name', 'name')
  const key = { seller_id: seller.id, id: path.offerId }
  const { offer, fault } = yield* changeOffer(changes, { ...key, actor, now })
  if (fault) throw fail(fault.code, fault.param)
  return { status: 200, body: present.offer(offer) }
})
