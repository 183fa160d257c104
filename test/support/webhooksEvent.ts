import type { Transaction } from '../../db/query.ts'
import type { Row } from '../../db/schema/tables.ts'
import { EventLog } from '../../domain/webhooks/events.ts'
import type { EventType } from '../../domain/webhooks/events.ts'

/** Wakes no dispatcher: a test does that itself. */
const events = new EventLog({ baseUrl: 'https://balcao.example', wake: () => undefined })

/** The steps that record an event about a checkout of the seller. */
export function newEvent(
  seller_id: string,
  now: Date,
  type: EventType = 'payment.succeeded',
): Transaction<void> {
  const metadata = { note: 'São João' }
  const shown = { id: 'checkout_1', line_items: [], metadata, created_at: now.toISOString() }
  return events.record({
    type,
    checkout: { seller_id, ...shown } as unknown as Row<'checkouts'>,
    now,
  })
}
