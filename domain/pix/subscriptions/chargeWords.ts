/** Words of a bank about a recurring charge, as they change an invoice and its attempts. */
import type { Transaction } from '../../../db/query.ts'
import {
  endAttempt,
  moveAttempt,
  receiveTransfer,
  recordOrder,
  settleAttempt,
} from '../../subscriptions/bankWords.ts'
import type { Recorder } from '../../subscriptions/ports.ts'
import { attemptsOfInvoices, invoiceById } from '../../subscriptions/rows.ts'
import type { Attempt, Invoice, Key } from '../../subscriptions/rows.ts'
import type { Transfer } from '../bank/provider.ts'
import { isOver, openAttempt } from '../recurring/answers.ts'
import type { ChargeAttempt, RecurringCharge } from '../recurring/answers.ts'

/** More attempts than the calendar orders. */
const MAX_ATTEMPTS = 50

export type InvoiceState = { invoice: Invoice; attempts: Attempt[] }

/** An invoice as it is now, with its attempts, oldest first. */
export function* stateOf({ seller_id, id }: Key): Transaction<InvoiceState | undefined> {
  const [invoice] = yield* invoiceById({ seller_id, id })
  if (!invoice) return undefined
  const attempts = yield* attemptsOfInvoices({ seller_id, ids: [id], limit: MAX_ATTEMPTS })
  return { invoice, attempts }
}

/** @property txid of the charge that was read; not of a transfer, which need not name it */
type ReceivedTransfers = { transfers: readonly Transfer[]; connection_id: string; txid: string }

/** Receives the money of an invoice, each transfer once; one that is not clear is read again. */
export function* receiveAll(
  key: Key,
  { transfers, connection_id, txid }: ReceivedTransfers,
  recorder: Recorder,
): Transaction<void> {
  for (const { unclear, end_to_end_id, amount_minor, paid_at } of transfers) {
    if (unclear) continue
    const transfer = { end_to_end_id, amount_minor, paid_at, connection_id, txid }
    yield* receiveTransfer({ ...key, transfer }, recorder)
  }
}

/** The attempts at the bank that are not on record as ended: the one under way, and later ones. */
function unrecorded(known: readonly Attempt[], charge: RecurringCharge): ChargeAttempt[] {
  const left = [...charge.attempts].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
  for (const { status, date, kind, end_to_end_id } of known) {
    if (status === 'scheduled') continue
    const isIt = (one: ChargeAttempt) => one.date === date && one.kind === kind
    const exact = left.findIndex((one) => isIt(one) && one.end_to_end_id === end_to_end_id)
    const place = exact < 0 ? left.findIndex(isIt) : exact
    if (place >= 0) left.splice(place, 1)
  }
  return left
}

/** The order that is owed, as the kind of its attempt. */
const kindOf = ({ bank_order }: Invoice): Attempt['kind'] =>
  bank_order === 'retry' || bank_order === 'resend' ? bank_order : 'first'

/**
 * Records an order that stands at the bank, at the day that the bank names: by the attempt that is
 * not on record, which may have failed already.
 */
function* recordOwed(
  { invoice, attempts }: InvoiceState,
  charge: RecurringCharge,
  recorder: Recorder,
): Transaction<void> {
  const { seller_id, id, bank_order_date } = invoice
  const isScheduled = attempts.some(({ status }) => status === 'scheduled')
  const isStopped = invoice.bank_order === 'void' && attempts.length === 0
  const isSent = invoice.bank_order !== null && invoice.bank_order_sent_at !== null
  if (isScheduled || !(isSent || isStopped) || bank_order_date === null) return
  if (invoice.bank_order === 'void' && !isStopped) return
  const kind = kindOf(invoice)
  const found = openAttempt(charge) ?? unrecorded(attempts, charge).at(-1)
  // A charge that is over takes no other attempt than those that it shows.
  if (kind !== 'first' && !found && isOver(charge)) return
  const due_on = (kind === 'first' ? charge.due_on : null) ?? bank_order_date
  const date = found?.date ?? due_on
  yield* recordOrder({ seller_id, id, kind, date, due_on }, recorder)
}

/** The end of the scheduled attempt; undefined while it is under way, or paid. */
function endOf(
  { date, kind }: Attempt,
  known: readonly Attempt[],
  charge: RecurringCharge,
): { found?: ChargeAttempt; hasEnded: boolean } {
  const left = unrecorded(known, charge)
  const found = left.find((one) => one.date === date && one.kind === kind) ?? left.at(-1)
  const hasEnded = found
    ? found.status === 'failed' || found.status === 'canceled'
    : isOver(charge) && charge.status !== 'paid'
  return { ...(found && { found }), hasEnded }
}

/** Moves the scheduled attempt to the day that the bank has made of its own, and ends it. */
function* endScheduled(
  { invoice, attempts }: InvoiceState,
  charge: RecurringCharge,
  recorder: Recorder,
): Transaction<void> {
  const scheduled = attempts.find(({ status }) => status === 'scheduled')
  if (!scheduled) return
  const key = { seller_id: invoice.seller_id, id: invoice.id, attempt_id: scheduled.id }
  const { found, hasEnded } = endOf(scheduled, attempts, charge)
  const date = found?.date ?? scheduled.date
  if (date !== scheduled.date) yield* moveAttempt({ ...key, date }, recorder)
  if (found?.status === 'paid' && charge.transfers.length > 0) {
    yield* settleAttempt({ ...key, end_to_end_id: found.end_to_end_id }, recorder)
    return
  }
  if (!hasEnded) return
  const isTakenBack = found?.status === 'canceled' || charge.status === 'canceled'
  const status = found?.status === 'failed' || !isTakenBack ? 'failed' : 'canceled'
  yield* endAttempt(
    {
      ...key,
      status,
      reason: found?.reason ?? charge.ending?.reason ?? 'other',
      code: found?.code ?? charge.ending?.code ?? null,
      end_to_end_id: found?.end_to_end_id ?? null,
      is_closed: isOver(charge),
    },
    recorder,
  )
}

/**
 * Applies all that a bank says of the charge of an invoice: the order that stands there, the money
 * that has arrived, and attempts that have ended. Said again it changes nothing.
 *
 * @returns the invoice as it is afterwards
 */
export function* applyCharge(
  key: Key,
  { charge, connection_id }: { charge: RecurringCharge; connection_id: string },
  recorder: Recorder,
): Transaction<InvoiceState | undefined> {
  const before = yield* stateOf(key)
  if (!before) return undefined
  yield* recordOwed(before, charge, recorder)
  const { transfers, txid } = charge
  yield* receiveAll(key, { transfers, connection_id, txid }, recorder)
  const after = yield* stateOf(key)
  if (after) yield* endScheduled(after, charge, recorder)
  return yield* stateOf(key)
}

/** True when a charge is over, and its money, where it was paid, is known. */
export const isSettledAtBank = (charge: RecurringCharge): boolean =>
  isOver(charge) && (charge.status !== 'paid' || charge.transfers.length > 0)
