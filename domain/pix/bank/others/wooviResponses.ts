/** Reads the answers of Woovi: fields that money depends on strictly, others leniently. */
import { createHash } from 'node:crypto'
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
import {
  endToEndId,
  fieldsOf,
  listOf,
  MAX_AMOUNT_MINOR,
  reasonOf,
  textOf,
  unreadable,
} from '../fields.ts'
import type { Fields } from '../fields.ts'
import { timeOf } from '../times.ts'

const CHARGE_STATUS: Record<string, BankCharge['status']> = {
  ACTIVE: 'active',
  COMPLETED: 'paid',
  // Nothing can be paid by it any more.
  EXPIRED: 'removed',
}

/** The refunds of a charge and those of a transfer have different words for one status. */
const REFUND_STATUS: Record<string, BankRefundStatus> = {
  IN_PROCESSING: 'processing',
  CONFIRMED: 'done',
  REFUNDED: 'done',
  REJECTED: 'failed',
  NOT_ACCOMPLISHED: 'failed',
}

/** @throws BankError when it is no whole number of minor units that a payment can have */
function amountOf(value: unknown, name: string): number {
  // In answers about disputes the number is written as a text.
  const amount = typeof value === 'string' && /^\d{1,11}$/.test(value) ? Number(value) : value
  const isAmount = Number.isSafeInteger(amount) && Number(amount) >= 1
  if (!isAmount || Number(amount) > MAX_AMOUNT_MINOR) throw unreadable(`${name} is no amount`)
  return Number(amount)
}

function chargeIn(answer: Fields, txid: string): Fields {
  const charge = fieldsOf(answer['charge'])
  if (charge['correlationID'] !== txid) throw unreadable('it is about another charge')
  return charge
}

/** @throws BankError when it is another charge */
export const chargeStatusOf = (answer: Fields, txid: string): BankCharge['status'] =>
  CHARGE_STATUS[textOf(chargeIn(answer, txid)['status'])] ?? 'unknown'

/**
 * The code by which the buyer pays a charge.
 *
 * @throws BankError when it is another charge, or over another amount
 */
export function chargeCodeOf(
  answer: Fields,
  { txid, amount_minor }: { txid: string; amount_minor: number },
): string {
  const charge = chargeIn(answer, txid)
  if (amountOf(charge['value'], 'charge.value') !== amount_minor) {
    throw unreadable('the charge is over another amount')
  }
  const code = textOf(charge['brCode']).trim()
  if (code === '' || code.length > 512) throw unreadable('there is no brCode in it')
  return code
}

/** States of a transaction: `type` in the OpenAPI document, `status` in its examples. */
const TRANSACTION_STATES = [
  'CREATED',
  'IN_PROCESSING',
  'CONFIRMED',
  'PARTIAL_REFUND',
  'REFUNDED',
  'REJECTED',
]

/** States of money that has arrived, whether or not it went back. */
const ARRIVED = ['CONFIRMED', 'PARTIAL_REFUND', 'REFUNDED']

/** Types of a transfer that arrives: by a charge, by a code without one, or to the key alone. */
const ARRIVALS = ['PAYMENT', 'DYNAMIC', 'STATIC']

/** The state of a transaction, in whichever field; empty when it has none that is documented. */
function stateOf({ status, type }: Fields): string {
  const texts = [textOf(status), textOf(type)]
  const state = texts.find((text) => TRANSACTION_STATES.includes(text)) ?? ''
  const others = texts.filter((text) => text !== '' && text !== state)
  return others.every((text) => ARRIVALS.includes(text)) ? state : ''
}

/**
 * The provider's fee of a transfer in minor units: callbacks show it with the transaction or with
 * its charge, the OpenAPI document with the charge's payment method. 0 when none of them does.
 */
function feeOf({ fee, charge }: Fields): number {
  const { fee: feeOfCharge, paymentMethods } = fieldsOf(charge)
  const { fee: feeOfMethod } = fieldsOf(fieldsOf(paymentMethods)['pix'])
  const shown = [fee, feeOfCharge, feeOfMethod].find((value) => Number.isSafeInteger(value))
  return Number(shown ?? 0)
}

/** A transfer without its refunds, which the API shows apart from it. */
type WooviArrival = Pick<Transfer, 'amount_minor' | 'fee_minor' | 'paid_at' | 'unclear'>

/** @throws BankError when its amount or its time cannot be read */
export function arrivalOf(transaction: unknown): WooviArrival {
  const fields = fieldsOf(transaction)
  const { value, time } = fields
  const state = stateOf(fields)
  const amount_minor = amountOf(value, 'transaction.value')
  const fee_minor = feeOf(fields)
  const isFee = fee_minor > 0 && fee_minor <= amount_minor
  const arrival = { amount_minor, ...(isFee && { fee_minor }), paid_at: timeOf(time, '') }
  if (ARRIVED.includes(state)) return arrival
  return { ...arrival, unclear: [unreadable(`a transaction is ${state || 'in no state'}`).message] }
}

/**
 * A transaction as a list shows it: of one that was refunded, the list does not say how; one that
 * is not confirmed has not arrived.
 */
export function listedTransfer(transaction: unknown, end_to_end_id: string): ListedTransfer {
  const fields = fieldsOf(transaction)
  const txid = textOf(fieldsOf(fields['charge'])['correlationID'])
  try {
    const isWhole = stateOf(fields) === 'CONFIRMED'
    const transfer = { end_to_end_id, ...arrivalOf(transaction), refunds: [] }
    return { txid, end_to_end_id, transfer: isWhole ? transfer : undefined }
  } catch (error) {
    if (!(error instanceof BankError)) throw error
    return { txid, end_to_end_id, transfer: undefined }
  }
}

/** @throws BankError when a transfer is not the requested one */
export function requireOneOf(
  listed: ListedTransfer,
  query: { end_to_end_id: string; txid: string | undefined },
): void {
  if (!isSameId(listed.end_to_end_id, query.end_to_end_id)) {
    throw unreadable('it is about another transfer')
  }
  if (listed.txid === '') throw unreadable('the transfer names no charge')
  if (query.txid !== undefined && listed.txid !== query.txid) {
    throw unreadable('the transfer is for another charge')
  }
}

/** One page of transactions; those of no charge are counted alone. */
export function pageOf(
  answer: Fields,
  { page, pageSize }: { page: number; pageSize: number },
): TransferPage {
  const all = listOf(answer['transactions'])
  const named = all.filter(({ endToEndId: id }) => endToEndId.test(textOf(id)))
  const transfers = named.map((transfer) =>
    listedTransfer(transfer, textOf(transfer['endToEndId'])),
  )
  const { hasNextPage, totalCount } = fieldsOf(answer['pageInfo'])
  const pageCount = Number.isSafeInteger(totalCount) ? Math.ceil(Number(totalCount) / pageSize) : 0
  return {
    transfers: transfers.filter(({ txid }) => txid !== ''),
    count: all.length,
    pages: Math.max(page + (hasNextPage === true ? 2 : 1), pageCount),
    pageSize,
    mark: createHash('sha256').update(JSON.stringify(transfers)).digest('base64'),
  }
}

function refundOf(refund: Fields): BankRefund {
  const status = REFUND_STATUS[textOf(refund['status'])]
  if (!status) throw unreadable('the state of a refund is not one of those documented')
  // A refund that was not ordered by the API may have no reference.
  const rtr_id = textOf(refund['endToEndId'])
  const return_id = textOf(refund['correlationID']) || rtr_id
  if (return_id === '' || return_id.length > 64) throw unreadable('a refund has no id')
  const amount_minor = amountOf(refund['value'], 'refund.value')
  const reason = reasonOf(refund['comment'])
  return { return_id, rtr_id, amount_minor, status, nature: 'ORIGINAL', reason }
}

/** @throws BankError when they cannot be read, are too many, or over more than arrived */
export function refundsIn({ refunds }: Fields, receivedMinor: number): BankRefund[] {
  const all = listOf(refunds).map(refundOf)
  if (all.length > MAX_REFUNDS) throw unreadable('the transfer has too many refunds')
  if (new Set(all.map(({ return_id }) => return_id)).size < all.length) {
    throw unreadable('two refunds have one id')
  }
  if (sumOf(all) > receivedMinor) throw unreadable('more went back than arrived')
  return all
}

const sumOf = (refunds: readonly BankRefund[]): number =>
  refunds
    .filter(({ status }) => status === 'done')
    .reduce((sum, { amount_minor }) => sum + amount_minor, 0)

/** The refund under an id of ours, among others. */
export function refundIn(refunds: unknown, return_id: string): RefundReport | undefined {
  const refund = listOf(refunds).find((candidate) =>
    isSameId(textOf(candidate['correlationID']), return_id),
  )
  if (!refund) return undefined
  const { status, reason, amount_minor } = refundOf(refund)
  return { status, reason, amount_minor }
}

/**
 * The refund that a dispute has ended with: the money is then taken back. Undefined while there is
 * none, or when the refunds show it already.
 */
export function disputeOf(
  answer: Fields | undefined,
  { end_to_end_id, amount_minor, refunds }: Omit<Transfer, 'paid_at'>,
): BankRefund | undefined {
  const { status, value, type, disputeReason } = fieldsOf(answer?.['dispute'])
  if (status !== 'ACCEPTED') return undefined
  const taken = amountOf(value, 'dispute.value')
  const isShown = sumOf(refunds) + taken > amount_minor
  if (isShown) return undefined
  return {
    return_id: `MED${end_to_end_id}`,
    amount_minor: taken,
    status: 'done',
    nature: /^[A-Z_]{1,40}$/.test(textOf(type)) ? textOf(type) : 'DISPUTE',
    reason: reasonOf(disputeReason),
  }
}
