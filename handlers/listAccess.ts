import { lastDeliveryTo, livingGrants } from '../domain/access/grants.ts'
import { makersOf } from '../domain/access/makers.ts'
import { reading } from './support/handler.ts'
import { listPage } from './support/pagination.ts'
import * as present from './support/present.ts'

export const listAccess = reading<'listAccess'>(function* ({ query, seller, now, fail }) {
  const { limit, starting_after: cursor } = query
  const all = yield* livingGrants(seller.id, now)
  const before = cursor === undefined ? 0 : all.findIndex(({ id }) => id === cursor) + 1
  if (cursor !== undefined && before === 0) throw fail('invalid_cursor', 'starting_after')
  const rows = all.slice(before, before + limit + 1)
  const shown = rows.slice(0, limit)
  const makers = yield* makersOf(seller.id, shown)
  const deliveries = yield* lastDeliveryTo(seller.id, shown)
  const grantOf = (grant: (typeof rows)[number]) =>
    present.accessGrant({
      ...grant,
      last_used_at: grant.last_used_at ?? deliveries.get(grant.id) ?? null,
      created_by: makers.get(grant.id) ?? null,
    })
  return { status: 200, body: listPage(rows, limit, grantOf) }
})
