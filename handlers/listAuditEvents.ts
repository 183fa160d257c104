import { auditEventById, eventsOf } from '../domain/audit/trail.ts'
import { reading } from './support/handler.ts'
import { createdBetween, listPage } from './support/pagination.ts'
import * as present from './support/present.ts'
import { idPrefixes } from '../generated/idPrefixes.ts'

export const listAuditEvents = reading<'listAuditEvents'>(function* ({ query, seller, fail }) {
  const { limit, starting_after: cursor } = query
  const seller_id = seller.id
  if (cursor !== undefined) {
    const [event] = yield* auditEventById({ seller_id, id: cursor })
    if (!event) throw fail('invalid_cursor', 'starting_after')
  }
  const page = { seller_id, ...createdBetween(query, idPrefixes.audit_events), limit: limit + 1 }
  const { events, searchedTo } = yield* eventsOf(query, page)
  const body = listPage(events, limit, present.auditEvent)
  if (body.has_more || searchedTo === undefined) return { status: 200, body }
  return { status: 200, body: Object.assign(body, { has_more: true, next_cursor: searchedTo }) }
})
