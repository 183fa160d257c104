import { dailyTotalsOf, MAX_DAYS } from '../domain/payments/dailyTotals.ts'
import { addDays, dayOf } from '../runtime/brasilia.ts'
import { reading } from './support/handler.ts'
import * as present from './support/present.ts'

const DEFAULT_DAYS = 31

export const listDailyTotals = reading<'listDailyTotals'>(function* (input) {
  const { query, seller, now, fail } = input
  const to = query.to ?? dayOf(now)
  const from = query.from ?? addDays(to, 1 - DEFAULT_DAYS)
  if (from > to) throw fail('invalid_request', 'from', 'from: deve ser no máximo igual a to.')
  if (from <= addDays(to, -MAX_DAYS)) {
    throw fail('invalid_request', 'from', `from: são ${MAX_DAYS} dias no máximo.`)
  }
  const totals = yield* dailyTotalsOf({ seller_id: seller.id, from, to })
  const data = totals.map(present.dailyTotal)
  return { status: 200, body: { object: 'list', data, has_more: false, next_cursor: null } }
})
