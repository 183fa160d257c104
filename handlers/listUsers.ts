import { usersOf } from '../domain/people/userChanges.ts'
import { userById } from '../domain/identity/userRows.ts'
import { reading } from './support/handler.ts'
import { firstBefore, listPage } from './support/pagination.ts'
import * as present from './support/present.ts'
import { idPrefixes } from '../generated/idPrefixes.ts'

export const listUsers = reading<'listUsers'>(function* ({ query, seller, fail }) {
  const { limit, starting_after: cursor } = query
  if (cursor !== undefined) {
    const [user] = yield* userById({ seller_id: seller.id, id: cursor })
    if (!user) throw fail('invalid_cursor', 'starting_after')
  }
  const before = firstBefore(cursor, idPrefixes.users)
  const rows = yield* usersOf({ seller_id: seller.id, before, limit: limit + 1 })
  return { status: 200, body: listPage(rows, limit, present.user) }
})
