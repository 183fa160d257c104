/** Ends a mandate at the bank, with what a silence about it means. */
import { isEnded } from './answers.ts'
import type { Mandate } from './answers.ts'
import { voidCharge } from './orders.ts'
import type { ChargeBank, VoidResult } from './orders.ts'
import { RecurringPort, unknown } from './port.ts'
import type { OrderReply, RefusalReply, UnknownReply } from './port.ts'

export type EndOrder = {
  mandate_id: string
  /** The charges of it that may still be debited. */
  open_txids: readonly string[]
  /** The bank has taken the order already, and takes up to 12 hours to carry it out. */
  asked: boolean
}

/**
 * - `ended`: nothing more is debited.
 * - `pending`: the bank has taken the order; until it is carried out a debit may come.
 */
export type EndResult =
  | { kind: 'ended'; mandate: Mandate }
  | { kind: 'pending'; mandate: Mandate }
  | RefusalReply
  | UnknownReply

/**
 * Ends a mandate: first its charges, then itself. A charge that cannot be voided holds up nothing.
 *
 * @returns with what has become of each charge, in the order given
 */
export async function endMandate(
  bank: ChargeBank,
  { mandate_id, open_txids, asked }: EndOrder,
): Promise<{ mandate: EndResult; charges: VoidResult[] }> {
  const charges: VoidResult[] = []
  for (const txid of open_txids) charges.push(await voidCharge(bank, txid))
  return { charges, mandate: await endRecurrence(new RecurringPort(bank), mandate_id, asked) }
}

async function endRecurrence(
  port: RecurringPort,
  mandate_id: string,
  asked: boolean,
): Promise<EndResult> {
  const before = await requireMandate(port, mandate_id)
  if (before.kind !== 'done') return before
  if (isEnded(before.value)) return { kind: 'ended', mandate: before.value }
  if (asked) return { kind: 'pending', mandate: before.value }
  const made = await port.endMandate(mandate_id)
  const after = await requireMandate(port, mandate_id)
  if (after.kind === 'done' && isEnded(after.value)) return { kind: 'ended', mandate: after.value }
  if (made.kind !== 'done') return made
  return { kind: 'pending', mandate: made.value }
}

async function requireMandate(port: RecurringPort, id: string): Promise<OrderReply<Mandate>> {
  const reply = await port.readMandate(id)
  return reply.kind === 'absent' ? unknown('the recurrence is not shown') : reply
}
