import { permits } from '../domain/identity/scopes.ts'
import { MAX_DAYS } from '../domain/payments/dailyTotals.ts'
import { MAX_DAYS as MAX_OF_FILE } from '../domain/payments/statement/exports.ts'
import { positionOf, statementEntries } from '../domain/payments/statement/entries.ts'
import { dayRange } from './support/dayRange.ts'
import { reading } from './support/handler.ts'
import { listPage } from './support/pagination.ts'

const names = ['date_from', 'date_to'] as const

const dayLimit = { days: MAX_DAYS, more: `; no arquivo, ${MAX_OF_FILE}` }

export const listStatementEntries = reading<'listStatementEntries'>(function* (input) {
  const { query, seller, scopes, now, fail } = input
  const { limit, starting_after: cursor, date_from: from, date_to: to, type } = query
  const days = dayRange({ from, to, names, now, limit: dayLimit, fail })
  const key = { seller_id: seller.id }
  const after = cursor === undefined ? undefined : yield* positionOf({ ...key, id: cursor })
  if (cursor !== undefined && !after) throw fail('invalid_cursor', 'starting_after')
  const showsCustomers = permits(scopes, 'customers:read')
  const page = { after, limit: limit + 1, isNewestFirst: true }
  const entries = yield* statementEntries({ ...key, ...days, type, showsCustomers }, page)
  return { status: 200, body: listPage(entries, limit, ({ entry }) => entry()) }
})
