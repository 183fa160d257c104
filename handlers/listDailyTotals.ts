import { dailyTotalsOf } from '../domain/payments/dailyTotals.ts'
import { dayRange } from './support/dayRange.ts'
import { reading } from './support/handler.ts'
import * as present from './support/present.ts'

const names = ['from', 'to'] as const

export const listDailyTotals = reading<'listDailyTotals'>(function* (input) {
  const { query, seller, now, fail } = input
  const days = dayRange({ from: query.from, to: query.to, names, now, fail })
  const totals = yield* dailyTotalsOf({ seller_id: seller.id, ...days })
  const data = totals.map(present.dailyTotal)
  return { status: 200, body: { object: 'list', data, has_more: false, next_cursor: null } }
})
