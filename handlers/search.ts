import { isClosedTo } from '../domain/identity/roles.ts'
import { permits } from '../domain/identity/scopes.ts'
import { search as find } from '../domain/search/search.ts'
import { reading } from './support/handler.ts'
import { searchResults } from './support/searchResults.ts'

export const search = reading<'search'>(function* (input) {
  const { query, seller, actor, scopes, now } = input
  const includesSubscriptions = permits(scopes, 'subscriptions:read')
  const rows = yield* find({ seller_id: seller.id, typed: query.q, includesSubscriptions })
  // Money beyond the charges is the statement's.
  const isClosed = actor.type === 'user' && isClosedTo(actor.role, 'listStatementEntries')
  const data = searchResults(isClosed ? { ...rows, transfers: [] } : rows, now)
  return { status: 200, body: { object: 'list', data } }
})
