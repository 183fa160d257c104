/** Which of the bank's refunds are on record, and as what. */
import type { Row } from '../../db/schema/tables.ts'
import { comparableId } from '../pix/bank/provider.ts'
import type { BankRefund, BankRefundStatus } from '../pix/bank/provider.ts'

type Refund = Row<'refunds'>

/** The status of a refund on record, by the bank's. */
export const STATUS: Record<BankRefundStatus, Refund['status']> = {
  processing: 'pending',
  done: 'succeeded',
  failed: 'failed',
}

/** How far a bank's clock may be ahead of ours. */
export const CLOCK_SKEW_MS = 60 * 60 * 1000

/** True while the bank has not carried out an order of ours; its amount is the one ordered. */
export const isOpenOrder = (refund: Refund | undefined): boolean =>
  refund !== undefined && refund.origin !== 'bank' && refund.status !== 'succeeded'

/** True when the bank names a refund by the Pix system's id alone. */
const hasNoIdOfItsOwn = ({ return_id, rtr_id }: BankRefund): boolean => return_id === rtr_id

/**
 * The order of ours that a provider reports as a refund of the seller's without our id: one over
 * the same amount, and not ordered later, which has come as far if there is such a one. It is taken
 * out of the list.
 *
 * @param untold the orders of ours that are reported under no id of ours, nor one of the provider's
 *   that is on record
 */
function takeOrder(untold: Refund[], bankRefund: BankRefund): Refund | undefined {
  const bankMs = Date.parse(bankRefund.completed_at ?? '')
  const isSame = ({ amount_minor, created_at }: Refund) =>
    amount_minor === bankRefund.amount_minor && !(bankMs < Date.parse(created_at) - CLOCK_SKEW_MS)
  const alike = untold.findIndex(
    (refund) => isSame(refund) && refund.status === STATUS[bankRefund.status],
  )
  const at =
    alike >= 0 ? alike : untold.findIndex((refund) => isSame(refund) && refund.status === 'pending')
  return at < 0 ? undefined : untold.splice(at, 1)[0]
}

/**
 * Finds the bank's refunds that differ from the record or are not on it. A refund that the bank
 * named by the Pix system's id before keeps that id. A refund that it names by that id alone, when
 * one over the same amount that has arrived is not reported any more, is taken for that one.
 */
export const unrecordedRefunds = (
  refunds: readonly Refund[],
  bankRefunds: readonly BankRefund[],
): BankRefund[] => {
  const byReturnId = new Map(refunds.map((refund) => [comparableId(refund.return_id), refund]))
  const bankIds = new Set(
    bankRefunds.flatMap((bankRefund) => [
      comparableId(bankRefund.return_id),
      comparableId(bankRefund.rtr_id ?? ''),
    ]),
  )
  const untold = refunds.filter(
    ({ status, return_id }) => status === 'succeeded' && !bankIds.has(comparableId(return_id)),
  )
  const byProviderId = new Map(refunds.map((refund) => [refund.provider_id ?? '', refund]))
  const orders = refunds.filter(
    ({ origin, return_id, provider_id }) =>
      origin !== 'bank' && provider_id === null && !bankIds.has(comparableId(return_id)),
  )
  const takeUntold = (bankRefund: BankRefund): Refund | undefined => {
    if (bankRefund.provider_id) return takeOrder(orders, bankRefund)
    if (bankRefund.status !== 'done' || !hasNoIdOfItsOwn(bankRefund)) return undefined
    const at = untold.findIndex(({ amount_minor }) => amount_minor === bankRefund.amount_minor)
    return at < 0 ? undefined : untold.splice(at, 1)[0]
  }
  return bankRefunds.flatMap((bankRefund) => {
    const named =
      byReturnId.get(comparableId(bankRefund.return_id)) ??
      byReturnId.get(comparableId(bankRefund.rtr_id ?? '')) ??
      (bankRefund.provider_id ? byProviderId.get(bankRefund.provider_id) : undefined)
    const counterpart = named ?? takeUntold(bankRefund)
    const isSame = counterpart?.amount_minor === bankRefund.amount_minor || isOpenOrder(counterpart)
    // The provider's id of an order that was found by its amount is recorded.
    const isNamed = named !== undefined || !bankRefund.provider_id
    const isRecorded = counterpart?.status === STATUS[bankRefund.status] && isSame && isNamed
    return isRecorded
      ? []
      : [{ ...bankRefund, return_id: counterpart?.return_id ?? bankRefund.return_id }]
  })
}
