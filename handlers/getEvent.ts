import { wholeEventById } from '../domain/webhooks/eventHistory.ts'
import { reading } from './support/handler.ts'
import * as present from './support/present.ts'

export const getEvent = reading<'getEvent'>(function* ({ path, seller, fail }) {
  const event = yield* wholeEventById({ seller_id: seller.id, id: path.eventId })
  if (!event) throw fail('event_not_found')
  return { status: 200, body: present.event(event) }
})
