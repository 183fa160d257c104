import { dailyTotalsOf, MAX_DAYS } from '../domain/payments/dailyTotals.ts'
import { dayRange } from './support/dayRange.ts'
import { reading } from './support/handler.ts'
import * as present from './support/present.ts'

const names = ['from', 'to'] as const

const limit = { days: MAX_DAYS }

export const listDailyTotals = reading<'listDailyTotals'>(function* (input) {
  const { query, seller, now, fail } = input
  const days = dayRange({ from: query.from, to: query.to, names, now, limit, fail })
  const totals = yield* dailyTotalsOf({ seller_id: seller.id, ...days })
  const data = totals.map(present.dailyTotal)
  return { status: 200, body: { object: 'list', data, has_more: false, next_cursor: null } }
})
