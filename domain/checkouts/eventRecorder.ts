import type { Transaction } from '../../db/query.ts'
import type { EventType } from '../../db/schema/eventTypes.ts'
import type { Row } from '../../db/schema/tables.ts'

/**
 * The port by which rules record what happens to checkouts and refunds, in the transaction that
 * makes it true. `EventLog` of the webhooks is its implementation.
 */
export type EventRecorder = {
  /** @param transfer by which the checkout was paid */
  record: (event: {
    type: EventType
    checkout: Row<'checkouts'>
    transfer?: Pick<Row<'payments'>, 'txid' | 'end_to_end_id'>
    now: Date
  }) => Transaction<void>
  /**
   * The same for a refund that has succeeded or failed.
   *
   * @param isExcess whether the bank has returned more than was ordered
   */
  recordRefund: (event: {
    refund: Row<'refunds'>
    isExcess: boolean
    now: Date
  }) => Transaction<void>
  /** Records that money for an invoice has gone back, as the invoice is now. */
  recordReversedInvoice: (
    of: Pick<Row<'payments'>, 'seller_id' | 'invoice_id'> & { now: Date },
  ) => Transaction<void>
  /** The same for many checkouts of one seller, by one statement for all of their events. */
  recordEach: (event: {
    type: EventType
    checkouts: readonly Row<'checkouts'>[]
    now: Date
  }) => Transaction<void>
}
