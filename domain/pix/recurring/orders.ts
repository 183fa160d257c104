/**
 * Orders about one recurring charge, each with what a silence means: an answer that was lost is
 * looked for before anything is repeated. The facts that come back are the bank's.
 */
import type { PixProvider } from '../bank/provider.ts'
import { isOver, openAttempt } from './answers.ts'
import type { RecurringCharge } from './answers.ts'
import type { NewRecurringCharge } from './bodies.ts'
import { RecurringPort, unknown } from './port.ts'
import type { OrderReply, RefusalReply, UnknownReply } from './port.ts'

export type ChargeBank = Pick<PixProvider, 'askRecurring'>

/** A charge as the bank has it once an order about it stands there. */
type Charge<Kind extends string> = { kind: Kind; charge: RecurringCharge }

export type Instruction = NewRecurringCharge & {
  /** The period that is charged, its end not included: one charge of it may stand at the bank. */
  period_start: string
  period_end: string
  /** When the mandate began, and the present: charges made since are listed. */
  since: Date
  now: Date
  /** The instruction may have gone out before. */
  repeated: boolean
  /** True of a txid of an invoice of the same subscription. */
  isOurs: (txid: string) => boolean
}

/**
 * - `placed`: the charge stands at the bank; its due day is the bank's.
 * - `followed`: another charge of ours stands for the period.
 * - `blocked`: a stranger's charge stands for the period, or the txid names another charge.
 */
export type InstructionResult =
  | Charge<'placed'>
  | Charge<'followed'>
  | Charge<'blocked'>
  | RefusalReply
  | UnknownReply

/** Places the charge of a period; repeated, it places no second one. */
export async function instruct(bank: ChargeBank, order: Instruction): Promise<InstructionResult> {
  const port = new RecurringPort(bank)
  if (order.repeated) {
    const known = await placedCharge(port, order)
    if (known) return known
  }
  const made = await port.makeCharge(order)
  if (made.kind === 'done') return verdictOn(made.value, order)
  // Lost, or refused because it is there.
  const found = await placedCharge(port, order)
  if (found || made.kind === 'unknown') return found ?? made
  return (await otherCharge(port, order)) ?? made
}

/** The charge of this order as it is at the bank; undefined when the bank shows none. */
async function placedCharge(
  port: RecurringPort,
  order: Instruction,
): Promise<InstructionResult | undefined> {
  const reply = await port.readCharge(order.txid)
  if (reply.kind === 'absent') return undefined
  return reply.kind === 'done' ? verdictOn(reply.value, order) : reply
}

function verdictOn(charge: RecurringCharge, order: Instruction): InstructionResult {
  const { mandate_id, amount_minor } = charge
  const isSame =
    (mandate_id ?? order.mandate_id) === order.mandate_id &&
    (amount_minor ?? order.amount_minor) === order.amount_minor
  return { kind: isSame ? 'placed' : 'blocked', charge }
}

/** A charge that holds the period: the bank takes one whose status is not one of two ends. */
async function otherCharge(
  port: RecurringPort,
  { mandate_id, period_start, period_end, since, now, isOurs }: Instruction,
): Promise<InstructionResult | undefined> {
  const list = await port.listCharges({ mandate_id, from: since, to: now })
  if (list.kind === 'unknown') return list
  const charges = list.kind === 'done' ? list.value : []
  const holding = charges.find(
    ({ status, due_on }) =>
      due_on !== null &&
      due_on >= period_start &&
      due_on < period_end &&
      status !== 'rejected' &&
      status !== 'canceled',
  )
  return holding && { kind: isOurs(holding.txid) ? 'followed' : 'blocked', charge: holding }
}

export type RetryOrder = {
  txid: string
  /** The day of the debit. The due day itself sends a failed instruction again. */
  date: string
  /** How many attempts of the charge are on record; one more at the bank is this order's. */
  known_attempts: number
}

/**
 * - `placed`: an attempt for it stands at the bank, or one that is under way.
 * - `over`: the charge takes no attempt any more.
 */
export type RetryResult = Charge<'placed'> | Charge<'over'> | RefusalReply | UnknownReply

/** Orders an attempt on a day, after a look; repeated, it orders no second one. */
export async function retry(bank: ChargeBank, order: RetryOrder): Promise<RetryResult> {
  const port = new RecurringPort(bank)
  const before = await carriedOut(port, order)
  if (before) return before
  const made = await port.retryCharge(order.txid, order.date)
  if (made.kind === 'done') return { kind: 'placed', charge: made.value }
  return (await carriedOut(port, order)) ?? made
}

/** Undefined when the charge is open and the bank shows no attempt that is not on record. */
async function carriedOut(
  port: RecurringPort,
  { txid, known_attempts }: RetryOrder,
): Promise<RetryResult | undefined> {
  const reply = await requireCharge(port, txid)
  if (reply.kind !== 'done') return reply
  const charge = reply.value
  if (charge.attempts.length > known_attempts || openAttempt(charge)) {
    return { kind: 'placed', charge }
  }
  return isOver(charge) ? { kind: 'over', charge } : undefined
}

/** A charge that was placed: that the bank does not show it answers nothing. */
async function requireCharge(
  port: RecurringPort,
  txid: string,
): Promise<OrderReply<RecurringCharge>> {
  const reply = await port.readCharge(txid)
  return reply.kind === 'absent' ? unknown('the charge is not shown') : reply
}

/**
 * - `voided`: the bank has canceled it.
 * - `over`: it has ended otherwise, perhaps paid.
 * - `absent`: the bank has no such charge, or does not show it yet.
 * - `refused`: too late, by the contract from the day of the first attempt on.
 */
export type VoidResult =
  | Charge<'voided'>
  | Charge<'over'>
  | { kind: 'absent' }
  | RefusalReply
  | UnknownReply

/** Cancels a charge of which nothing was debited; repeated, it does so once. */
export async function voidCharge(bank: ChargeBank, txid: string): Promise<VoidResult> {
  const port = new RecurringPort(bank)
  const before = await chargeEnd(port, txid)
  if (before) return before
  const made = await port.cancelCharge(txid)
  const after = await chargeEnd(port, txid)
  if (after) return after
  return made.kind === 'done' ? unknown('the charge is not canceled yet') : made
}

/** Undefined while a charge is open. */
async function chargeEnd(port: RecurringPort, txid: string): Promise<VoidResult | undefined> {
  const reply = await port.readCharge(txid)
  if (reply.kind !== 'done') return reply
  const charge = reply.value
  if (charge.status === 'canceled') return { kind: 'voided', charge }
  return isOver(charge) ? { kind: 'over', charge } : undefined
}
