import type { Transaction } from '../../db/query.ts'
import type { Row } from '../../db/schema/tables.ts'
import { recordEvent } from '../../domain/webhooks/events.ts'
import type { EventType } from '../../domain/webhooks/events.ts'

/** The steps that record an event about a session of the seller. */
export const newEvent = (
  seller_id: string,
  now: Date,
  type: EventType = 'payment.succeeded',
): Transaction<void> =>
  recordEvent({
    type,
    // Of the session the event takes its seller, and the snapshot.
    checkout: { seller_id } as Row<'checkouts'>,
    snapshot: () => ({ id: 'checkout_1', object: 'checkout', metadata: { note: 'São João' } }),
    now,
  })
