import { eventById, eventsOf } from '../domain/webhooks/eventHistory.ts'
import { reading } from './support/handler.ts'
import { createdBetween, listPage } from './support/pagination.ts'
import * as present from './support/present.ts'
import { idPrefixes } from '../generated/idPrefixes.ts'

export const listEvents = reading<'listEvents'>(function* ({ query, seller, fail }) {
  const { limit, starting_after: cursor } = query
  const seller_id = seller.id
  if (cursor !== undefined) {
    const [event] = yield* eventById({ seller_id, id: cursor })
    if (!event) throw fail('invalid_cursor', 'starting_after')
  }
  const page = { seller_id, ...createdBetween(query, idPrefixes.events), limit: limit + 1 }
  const rows = yield* eventsOf(page, query)
  return { status: 200, body: listPage(rows, limit, present.event) }
})
