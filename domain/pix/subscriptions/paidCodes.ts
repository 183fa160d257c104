/** Money that has arrived by a code that pays an invoice, as its bank shows it. */
import { BankError } from '../bank/provider.ts'
import type { PixProvider, Transfer } from '../bank/provider.ts'

/** The largest difference between our clock and the bank's. */
const CLOCK_SKEW_MS = 10 * 60 * 1000

type CodeBank = Pick<PixProvider, 'readCharge' | 'readTransfers' | 'cancelCharge'>

type AskedCode = { txid: string; since: string; now: Date }

/** @property isOver nobody can pay it any more: one that the bank does not know never could be */
export type PaidCode = { transfers: Transfer[]; isOver: boolean }

/**
 * Reads the charge of a code; a bank that says `paid` and shows no transfer is asked for its list.
 *
 * @throws BankError also where a transfer cannot be read
 */
export async function readCode(bank: CodeBank, { txid, since, now }: AskedCode): Promise<PaidCode> {
  const charge = await bank.readCharge(txid)
  if (!charge) return { transfers: [], isOver: true }
  const { status } = charge
  const isHidden = status === 'paid' && charge.transfers.length + charge.unclear.length === 0
  const from = new Date(Date.parse(since) - CLOCK_SKEW_MS)
  const listed = isHidden ? await bank.readTransfers(txid, { from, to: now }) : charge
  const { transfers, unclear } = listed
  if (unclear.length > 0) throw new BankError('unreadable', unclear.join(' '))
  return { transfers, isOver: status === 'removed' || (status === 'paid' && transfers.length > 0) }
}

/** Ends a code, so that nothing new can arrive by it, and reads what has arrived. */
export async function endCode(bank: CodeBank, asked: AskedCode): Promise<PaidCode> {
  const before = await readCode(bank, asked)
  if (before.isOver) return before
  try {
    await bank.cancelCharge(asked.txid)
  } catch (error) {
    // Paid or ended just now: the reading says which.
    if (!(error instanceof BankError) || error.kind !== 'refused') throw error
  }
  return readCode(bank, asked)
}
