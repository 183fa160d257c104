/** Reads what the bank has of mandates and charges; lists and callbacks are hints, this is not. */
import { BankError, isSameId } from '../bank/provider.ts'
import type { PixProvider } from '../bank/provider.ts'
import type { Mandate, RecurringCharge } from './answers.ts'
import { done, RecurringPort } from './port.ts'
import type { ReadReply } from './port.ts'

/** `absent` where the bank does not show the recurrence. */
export const readMandate = (
  bank: Pick<PixProvider, 'askRecurring'>,
  id: string,
): Promise<ReadReply<Mandate>> => new RecurringPort(bank).readMandate(id)

/**
 * A charge with everything that has arrived by it: a bank that shows an attempt as paid and no
 * transfer is asked for the transfer. `absent` where the bank does not show the charge.
 */
export async function readRecurringCharge(
  bank: Pick<PixProvider, 'askRecurring' | 'readTransfer'>,
  txid: string,
): Promise<ReadReply<RecurringCharge>> {
  const reply = await new RecurringPort(bank).readCharge(txid)
  if (reply.kind !== 'done') return reply
  const charge = reply.value
  const transfers = [...charge.transfers]
  for (const { status, end_to_end_id: id } of charge.attempts) {
    const isShown = transfers.some((one) => isSameId(id, one.end_to_end_id))
    if (status !== 'paid' || id === null || isShown) continue
    try {
      const transfer = await bank.readTransfer(id, txid)
      if (transfer) transfers.push(transfer)
    } catch (error) {
      if (error instanceof BankError) return { kind: 'unknown', error }
      throw error
    }
  }
  return done({ ...charge, transfers })
}
