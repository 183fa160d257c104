import type { Transaction } from '../../db/query.ts'
import type { Row } from '../../db/schema/tables.ts'
import type { Actor } from './actor.ts'

type Key = { seller_id: string; id: string }

/**
 * The port by which rules tell the people of an account what needs their attention, in the
 * transaction that makes it true. `Mails` is its implementation.
 */
export type AccountNotices = {
  /** False where no mail server is configured: nothing is kept then. */
  readonly isOn: boolean
  /** A user has become an owner. */
  ownerJoined: (user: Key, by: Actor, now: Date) => Transaction<void>
  /** A user who had joined before has one more passkey. */
  passkeyAdded: (passkey: Row<'passkeys'>, by: Actor, now: Date) => Transaction<void>
  /** A bank was connected, given new settings or disconnected. */
  bankChanged: (connection: Key, by: Actor, now: Date) => Transaction<void>
  /** A bank says that it has the order of a refund, and has not shown it for a day. */
  refundUnconfirmed: (refund: Row<'refunds'>, now: Date) => Transaction<void>
  /** A bank takes Pix Automático no more. */
  recurringLost: (connection: Key, now: Date) => Transaction<void>
  /** The certificate of a bank connection ends within `withinDays`. */
  certificateEnds: (
    connection: Key,
    ending: { endsAt: Date; withinDays: number },
    now: Date,
  ) => Transaction<void>
}
