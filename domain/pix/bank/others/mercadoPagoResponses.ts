/** Reads the answers of Mercado Pago: fields that money depends on strictly, others leniently. */
import { createHash } from 'node:crypto'
import { oneLine } from '../mtls.ts'
import { BankError, isSameId, MAX_REFUNDS } from '../provider.ts'
import type {
  BankCharge,
  BankRefund,
  BankRefundStatus,
  ListedTransfer,
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

/** The newest payment of a search; a search may heed no filter. */
export const newestOf = ({ results }: Fields, txid: string): Fields | undefined =>
  listOf(results).find((payment) => payment['external_reference'] === txid)

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

function refundOf(refund: Fields): BankRefund {
  const { id, amount, status, source } = refund
  const state = REFUND_STATUS[textOf(status)]
  if (!state) throw unreadable('the state of a refund is not one of those documented')
  const return_id = String(id ?? '')
  if (!/^\d{1,20}$/.test(return_id)) throw unreadable('a refund has no id')
  const amount_minor = fromAmount(amount, 'refund.amount')
  if (amount_minor === 0) throw unreadable('a refund is over nothing')
  const by = textOf(fieldsOf(source)['type'])
  return {
    return_id,
    amount_minor,
    status: state,
    // It names the author of the refund, and not the cause.
    nature: /^[a-z_]{1,40}$/.test(by) && by !== 'collector' ? by.toUpperCase() : 'ORIGINAL',
    reason: oneLine(textOf(refund['reason'])) || null,
    isUnnamed: by === 'collector',
  }
}

export function refundReportIn(answer: Fields): RefundReport {
  const { status, reason, amount_minor } = refundOf(answer)
  return { status, reason, amount_minor }
}

/** @throws BankError when they cannot be read, are too many, or over more than arrived */
function refundsIn({ refunds }: Fields, receivedMinor: number): BankRefund[] {
  const all = listOf(refunds).map(refundOf)
  if (all.length > MAX_REFUNDS) throw unreadable('the transfer has too many refunds')
  if (new Set(all.map(({ return_id }) => return_id)).size < all.length) {
    throw unreadable('two refunds have one id')
  }
  const done = all.filter(({ status }) => status === 'done')
  const back = done.reduce((sum, { amount_minor }) => sum + amount_minor, 0)
  if (back > receivedMinor) throw unreadable('more went back than arrived')
  return all
}

function endToEndIdOf({ transaction_details }: Fields): string {
  const id = textOf(fieldsOf(transaction_details)['transaction_id'])
  return id.startsWith(PREFIX) ? id.slice(PREFIX.length) : id
}

/** @throws BankError when it is about another transfer, or one for another charge */
export function transferIn(
  payment: Fields,
  query: { end_to_end_id?: string; txid?: string | undefined },
): Transfer {
  const { transaction_amount, date_approved } = requirePayment(payment, query.txid)
  const end_to_end_id = endToEndIdOf(payment)
  if (!endToEndId.test(end_to_end_id)) throw unreadable('the transfer has no id')
  if (!isSameId(end_to_end_id, query.end_to_end_id ?? end_to_end_id)) {
    throw unreadable('it is about another transfer')
  }
  const amount_minor = fromAmount(transaction_amount, 'transaction_amount')
  if (amount_minor === 0) throw unreadable('the transfer is over nothing')
  const refunds = refundsIn(payment, amount_minor)
  return {
    end_to_end_id: query.end_to_end_id ?? end_to_end_id,
    amount_minor,
    paid_at: timeOf(date_approved, ''),
    refunds,
  }
}

/** @throws BankError when it is another charge */
export function chargeIn(payment: Fields, txid: string): BankCharge {
  const status = PAYMENT_STATUS[textOf(requirePayment(payment, txid)['status'])] ?? 'unknown'
  if (status !== 'paid') return { status, transfers: [], unclear: [] }
  try {
    return { status, transfers: [transferIn(payment, { txid })], unclear: [] }
  } catch (error) {
    if (!(error instanceof BankError)) throw error
    return { status, transfers: [], unclear: [error.message] }
  }
}

/** A payment as a search shows it: of one that was refunded, it does not say how. */
function listed(payment: Fields): ListedTransfer {
  const txid = textOf(payment['external_reference'])
  const end_to_end_id = endToEndIdOf(payment)
  try {
    const isWhole = payment['status'] === 'approved' && payment['transaction_amount_refunded'] === 0
    const transfer = isWhole ? transferIn({ ...payment, refunds: [] }, { txid }) : undefined
    return { txid, end_to_end_id, transfer }
  } catch (error) {
    if (!(error instanceof BankError)) throw error
    return { txid, end_to_end_id, transfer: undefined }
  }
}

/** One page of payments; those that are no Pix, or of no charge, are counted alone. */
export function pageOf(answer: Fields, pageSize: number): TransferPage {
  const all = listOf(answer['results'])
  const transfers = all
    .filter(
      (payment) => endToEndId.test(endToEndIdOf(payment)) && payment['external_reference'] != null,
    )
    .map(listed)
  const { total } = fieldsOf(answer['paging'])
  return {
    transfers,
    count: all.length,
    pages: Number.isSafeInteger(total) ? Math.max(1, Math.ceil(Number(total) / pageSize)) : 1,
    pageSize,
    mark: createHash('sha256').update(JSON.stringify(transfers)).digest('base64'),
  }
}
