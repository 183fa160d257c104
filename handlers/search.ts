import { search as find } from '../domain/search/search.ts'
import { reading } from './support/handler.ts'
import { searchResults } from './support/searchResults.ts'

export const search = reading<'search'>(function* ({ query, seller, now }) {
  const rows = yield* find({ seller_id: seller.id, typed: query.q })
  const data = searchResults(rows, now)
  return { status: 200, body: { object: 'list', data } }
})
