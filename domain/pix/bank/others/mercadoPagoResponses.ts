/** Reads the answers of Mercado Pago: fields that money depends on strictly, others leniently. */
import { createHash } from 'node:crypto'
import { oneLine } from '../mtls.ts'
import { BankError, isSameId, leftOfTransfer, MAX_REFUNDS } from '../provider.ts'
import type {
  BankCharge,
  BankRefund,
  BankRefundStatus,
  ListedTransfer,
  ListQuery,
  RefundReport,
  Transfer,
  TransferPage,
} from '../provider.ts'
import { endToEndId, fieldsOf, listOf, MAX_AMOUNT_MINOR, textOf, unreadable } from '../fields.ts'
import type { Fields } from '../fields.ts'
import { timeOf } from '../times.ts'

const CURRENCY = 'BRL'

const PAYMENT_STATUS: Record<string, BankCharge['status']> = {
  pending: 'active',
  in_process: 'active',
  authorized: 'active',
  approved: 'paid',
  in_mediation: 'paid',
  refunded: 'paid',
  charged_back: 'paid',
  cancelled: 'removed',
  rejected: 'removed',
}

const REFUND_STATUS: Record<string, BankRefundStatus> = {
  in_process: 'processing',
  authorized: 'processing',
  approved: 'done',
  rejected: 'failed',
  cancelled: 'failed',
}

/** Prefix of a transfer's id. */
const PREFIX = 'PIX'

/** An amount in reais, as a number of JSON. */
export const toAmount = (amount_minor: number): number => amount_minor / 100

/** @throws BankError when it is no amount in reais and whole centavos */
function fromAmount(value: unknown, name: string): number {
  const minor = Math.round(Number(value) * 100)
  const isAmount = typeof value === 'number' && minor / 100 === value && minor >= 0
  if (!isAmount || minor > MAX_AMOUNT_MINOR) throw unreadable(`${name} is no amount`)
  return minor
}

/** The problem that an error response names, in one line. */
export function problemIn(text: string): string {
  try {
    const { message, error, cause } = fieldsOf(JSON.parse(text))
    const causes = listOf(cause).map(({ description }) => description)
    return oneLine([...new Set([message, error, ...causes].map(textOf))].filter(Boolean).join('; '))
  } catch {
    return ''
  }
}

/** @throws BankError when the payment is another one, or in another currency */
function requirePayment(payment: Fields, txid: string | undefined): Fields {
  if (txid !== undefined && payment['external_reference'] !== txid) {
    throw unreadable('it is about another charge')
  }
  if (payment['currency_id'] !== CURRENCY) throw unreadable('the payment is in another currency')
  return payment
}

/** The payments of a search under a reference of ours; a search may heed no filter. */
export const paymentsUnder = ({ results }: Fields, txid: string): Fields[] =>
  listOf(results).filter((payment) => payment['external_reference'] === txid)

/**
 * The code by which the buyer pays a charge.
 *
 * @throws BankError when it is another charge, or over another amount
 */
export function codeOf(
  payment: Fields,
  { txid, amount_minor }: { txid: string; amount_minor: number },
): string {
  const { transaction_amount, point_of_interaction } = requirePayment(payment, txid)
  if (fromAmount(transaction_amount, 'transaction_amount') !== amount_minor) {
    throw unreadable('the charge is over another amount')
  }
  const shown = fieldsOf(fieldsOf(point_of_interaction)['transaction_data'])
  const code = textOf(shown['qr_code']).trim()
  if (code === '' || code.length > 512) throw unreadable('there is no qr_code in it')
  return code
}

/** Authors of refunds at the seller's: our orders are the collector's, the screen's others' too. */
const SELLERS = ['', 'collector', 'operator']

/** The author of a refund: an object in the SDKs, a list in the reference, in either case. */
function authorOf({ source }: Fields): string {
  const sources = Array.isArray(source) ? listOf(source) : [fieldsOf(source)]
  const types = sources.map(({ type }) => textOf(type).toLowerCase())
  return types.find((type) => /^[a-z_]{1,40}$/.test(type)) ?? ''
}

/** @returns null when there is no time in it that can be read */
function timeIn(value: unknown): string | null {
  try {
    return timeOf(value, '')
  } catch {
    return null
  }
}

function refundOf(refund: Fields): BankRefund {
  const { id, amount, status, date_created } = refund
  const state = REFUND_STATUS[textOf(status)]
  if (!state) throw unreadable('the state of a refund is not one of those documented')
  const return_id = String(id ?? '')
  if (!/^\d{1,20}$/.test(return_id)) throw unreadable('a refund has no id')
  const amount_minor = fromAmount(amount, 'refund.amount')
  if (amount_minor === 0) throw unreadable('a refund is over nothing')
  const author = authorOf(refund)
  return {
    return_id,
    amount_minor,
    status: state,
    // It names the author of the refund, and not the cause.
    nature: SELLERS.includes(author) ? 'ORIGINAL' : author.toUpperCase(),
    reason: oneLine(textOf(refund['reason'])) || null,
    completed_at: state === 'done' ? timeIn(date_created) : null,
    ...(author !== 'operator' && SELLERS.includes(author) && { provider_id: return_id }),
  }
}

export function refundReportIn(answer: Fields): RefundReport {
  const { return_id, status, reason, amount_minor, completed_at = null } = refundOf(answer)
  return { status, reason, amount_minor, completed_at, provider_id: return_id }
}

type Refunds = { refunds: BankRefund[]; unclear: string[] }

/**
 * The refunds of a payment, and why others cannot be read.
 *
 * @throws BankError when they are too many, or over more than arrived
 */
function refundsIn(list: unknown, receivedMinor: number): Refunds {
  const refunds: BankRefund[] = []
  const unclear: string[] = []
  for (const refund of listOf(list)) {
    try {
      refunds.push(refundOf(refund))
    } catch (error) {
      if (!(error instanceof BankError)) throw error
      unclear.push(error.message)
    }
  }
  if (refunds.length > MAX_REFUNDS) throw unreadable('the transfer has too many refunds')
  if (new Set(refunds.map(({ return_id }) => return_id)).size < refunds.length) {
    throw unreadable('two refunds have one id')
  }
  const done = refunds.filter(({ status }) => status === 'done')
  const back = done.reduce((sum, { amount_minor }) => sum + amount_minor, 0)
  if (back > receivedMinor) throw unreadable('more went back than arrived')
  return { refunds, unclear }
}

/** The id of a transfer, wherever a payment has it; empty when it has none. */
export function endToEndIdOf({ transaction_details, point_of_interaction }: Fields): string {
  const { e2e_id, transaction_id } = fieldsOf(fieldsOf(point_of_interaction)['transaction_data'])
  const ids = [fieldsOf(transaction_details)['transaction_id'], e2e_id, transaction_id]
    .map(textOf)
    .map((id) => (id.startsWith(PREFIX) ? id.slice(PREFIX.length) : id))
  return ids.find((id) => endToEndId.test(id)) ?? ''
}

/** True when a payment, also one in a search, may be by this transfer: one may not say. */
export function mayBeOf(payment: Fields, end_to_end_id: string): boolean {
  const id = endToEndIdOf(payment)
  return id === '' || isSameId(id, end_to_end_id)
}

/** A positive amount in minor units; undefined for any other value. */
function positiveIn(value: unknown): number | undefined {
  try {
    return fromAmount(value, 'fee') || undefined
  } catch {
    return undefined
  }
}

/**
 * The provider's part of a payment: the fees that the seller bears, or where they are not named,
 * the amount less the one received. Undefined when it has none, or names neither.
 */
function feeOf(payment: Fields, amount_minor: number): number | undefined {
  const fees = listOf(payment['fee_details'])
    .filter(({ fee_payer }) => fee_payer === 'collector')
    .map(({ amount }) => positiveIn(amount) ?? 0)
  const { net_received_amount } = fieldsOf(payment['transaction_details'])
  const netMinor = positiveIn(net_received_amount) ?? amount_minor
  const fee = fees.reduce((sum, minor) => sum + minor, 0) || amount_minor - netMinor
  return fee > 0 && fee <= amount_minor ? fee : undefined
}

const hasArrived = ({ status }: Fields): boolean => PAYMENT_STATUS[textOf(status)] === 'paid'

/** True for a payment that was not made, and cannot be made any more. */
export const isOver = ({ status }: Fields): boolean => PAYMENT_STATUS[textOf(status)] === 'removed'

/**
 * Money that a chargeback has taken: no refund shows it. While the chargeback goes on, it is
 * unclear how much is left.
 *
 * @param isUnclear whether refunds could not be read, so that it is open how much it has taken
 */
function chargebackOf(
  { id, status, status_detail, date_last_updated }: Fields,
  transfer: Transfer,
  isUnclear: boolean,
): Refunds {
  if (status !== 'charged_back' || status_detail === 'reimbursed') {
    return { refunds: [], unclear: [] }
  }
  if (status_detail !== 'settled') {
    return { refunds: [], unclear: [unreadable('a chargeback has not ended').message] }
  }
  const amount_minor = leftOfTransfer(transfer)
  if (amount_minor === 0 || isUnclear) return { refunds: [], unclear: [] }
  const chargeback = {
    return_id: `CHARGEBACK${String(id)}`,
    amount_minor,
    status: 'done',
    nature: 'CHARGEBACK',
    reason: null,
    completed_at: timeIn(date_last_updated),
  } as const
  return { refunds: [chargeback], unclear: [] }
}

/**
 * The transfer that has paid a payment.
 *
 * @param refunds all of the payment's, those in process included
 * @throws BankError when it is about another transfer, or one for another charge
 */
export function transferIn(
  payment: Fields,
  query: { end_to_end_id?: string; txid?: string | undefined; refunds: unknown },
): Transfer {
  const { transaction_amount, date_approved } = requirePayment(payment, query.txid)
  const end_to_end_id = endToEndIdOf(payment)
  if (end_to_end_id === '') throw unreadable('the transfer has no id')
  if (!isSameId(end_to_end_id, query.end_to_end_id ?? end_to_end_id)) {
    throw unreadable('it is about another transfer')
  }
  const amount_minor = fromAmount(transaction_amount, 'transaction_amount')
  if (amount_minor === 0) throw unreadable('the transfer is over nothing')
  const changed_at = timeIn(payment['date_last_updated'])
  const { refunds, unclear } = refundsIn(query.refunds, amount_minor)
  const fee_minor = feeOf(payment, amount_minor)
  const transfer = {
    end_to_end_id: query.end_to_end_id ?? end_to_end_id,
    amount_minor,
    ...(fee_minor !== undefined && { fee_minor }),
    paid_at: timeOf(date_approved, ''),
    refunds: refunds.map((refund) => ({ ...refund, changed_at })),
  }
  const chargeback = chargebackOf(payment, transfer, unclear.length > 0)
  transfer.refunds.push(...chargeback.refunds.map((refund) => ({ ...refund, changed_at })))
  unclear.push(...chargeback.unclear)
  if (!hasArrived(payment)) unclear.push(unreadable('the payment has not arrived').message)
  return unclear.length > 0 ? { ...transfer, unclear } : transfer
}

/**
 * A payment as a charge, without its transfer.
 *
 * @throws BankError when it is another charge
 */
export const chargeStatusOf = (payment: Fields, txid: string): BankCharge['status'] =>
  PAYMENT_STATUS[textOf(requirePayment(payment, txid)['status'])] ?? 'unknown'

/** Money of a payment has gone back, or is contested. */
const isRefunded = ({ status, status_detail, transaction_amount_refunded: back }: Fields) =>
  (status !== 'approved' && hasArrived({ status })) ||
  status_detail === 'partially_refunded' ||
  (typeof back === 'number' && back > 0)

/** A payment as a search shows it: of one that was refunded, it does not say how. */
function listed(payment: Fields): ListedTransfer {
  const txid = textOf(payment['external_reference'])
  const end_to_end_id = endToEndIdOf(payment)
  const { status, status_detail, transaction_amount_refunded, date_last_updated } = payment
  const mark = [status, status_detail, transaction_amount_refunded, date_last_updated].join(' ')
  const unread = { txid, end_to_end_id, transfer: undefined, mark }
  try {
    const isWhole = status === 'approved' && transaction_amount_refunded === 0
    if (!isWhole || isRefunded(payment)) return unread
    return { txid, end_to_end_id, transfer: transferIn(payment, { txid, refunds: [] }) }
  } catch (error) {
    if (!(error instanceof BankError)) throw error
    return unread
  }
}

/**
 * One page of payments; those that are no Pix, of no charge, or not refunded where only those that
 * were are wanted, are counted alone.
 */
export function pageOf(
  answer: Fields,
  { pageSize, only }: { pageSize: number; only: ListQuery['only'] },
): TransferPage {
  const all = listOf(answer['results'])
  const transfers = all
    .filter((payment) => endToEndIdOf(payment) !== '' && payment['external_reference'] != null)
    .filter((payment) => only !== 'refunded' || isRefunded(payment))
    .map(listed)
  const { total } = fieldsOf(answer['paging'])
  return {
    transfers,
    count: all.length,
    pages: Number.isSafeInteger(total) ? Math.max(1, Math.ceil(Number(total) / pageSize)) : 1,
    pageSize,
    mark: createHash('sha256').update(JSON.stringify(all)).digest('base64'),
  }
}
