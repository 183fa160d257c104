import { clientById, clientsBefore } from '../domain/identity/clientRows.ts'
import { reading } from './support/handler.ts'
import { firstBefore, listPage } from './support/pagination.ts'
import * as present from './support/present.ts'
import { idPrefixes } from '../generated/idPrefixes.ts'

export const listApiClients = reading<'listApiClients'>(function* ({ query, seller, now, fail }) {
  const { limit, starting_after: cursor } = query
  if (cursor !== undefined) {
    const [client] = yield* clientById({ seller_id: seller.id, id: cursor })
    if (!client) throw fail('invalid_cursor', 'starting_after')
  }
  const before = firstBefore(cursor, idPrefixes.api_clients)
  const rows = yield* clientsBefore({ seller_id: seller.id, before, limit: limit + 1 })
  return { status: 200, body: listPage(rows, limit, (row) => present.apiClient(row, now)) }
})
