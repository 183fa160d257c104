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
import { minuteOf, timeOf } from '../times.ts'

const CHARGE_STATUS: Record<string, BankCharge['status']> = {
  ACTIVE: 'active',
  COMPLETED: 'paid',
  // Nothing can be paid by it any more.
  EXPIRED: 'removed',
}

/** The longest id of a refund that is kept. */
const MAX_ID_CHARACTERS = 64

/** The refunds of a charge and those of a transfer have different words for one status. */
const REFUND_STATUS: Record<string, BankRefundStatus> = {
  IN_PROCESSING: 'processing',
  CONFIRMED: 'done',
  REFUNDED: 'done',
  REJECTED: 'failed',
  NOT_ACCOMPLISHED: 'failed',
}

/** A whole number of minor units that a payment can have; undefined for any other value. */
function minorOf(value: unknown): number | undefined {
  // In answers about disputes the number is written as a text.
  const amount = typeof value === 'string' && /^\d{1,11}$/.test(value) ? Number(value) : value
  const isAmount = Number.isSafeInteger(amount) && Number(amount) >= 1
  return isAmount && Number(amount) <= MAX_AMOUNT_MINOR ? Number(amount) : undefined
}

/** @throws BankError when it is no such amount */
function amountOf(value: unknown, name: string): number {
  const amount = minorOf(value)
  if (amount === undefined) throw unreadable(`${name} is no amount`)
  return amount
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
  // The answer has the code twice, and neither place is required.
  const code = (textOf(charge['brCode']) || textOf(answer['brCode'])).trim()
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
 * its charge, the OpenAPI document with the charge's payment method. Undefined when none does.
 */
function feeOf({ fee, charge }: Fields): number | undefined {
  const { fee: feeOfCharge, paymentMethods } = fieldsOf(charge)
  const { fee: feeOfMethod } = fieldsOf(fieldsOf(paymentMethods)['pix'])
  const fees = [fee, feeOfCharge, feeOfMethod].filter((value) => Number.isSafeInteger(value))
  return fees.map(Number).find((feeMinor) => feeMinor >= 0)
}

/** True when a transaction shows the price of its charge, and how much the payer had to pay. */
function showsPrice({ charge, value }: Fields): boolean {
  const price = minorOf(fieldsOf(charge)['value'])
  return price !== undefined && (price === value || isDiscounted({ charge, value }))
}

/** True when the provider has taken a discount off the charge (cashback), and the rest was paid. */
function isDiscounted({ charge, value }: Fields): boolean {
  const { value: price, valueWithDiscount } = fieldsOf(charge)
  return (minorOf(price) ?? 0) > Number(value) && minorOf(valueWithDiscount) === value
}

/** True when the charge itself is to be read: the transaction leaves out its price or its fee. */
export const needsCharge = (transaction: unknown): boolean =>
  !showsPrice(fieldsOf(transaction)) || feeOf(fieldsOf(transaction)) === undefined

/**
 * A transaction whose charge has the fields of a charge that was read apart from it, too.
 *
 * @throws BankError when it is another charge
 */
export function withCharge(transaction: unknown, answer: Fields | undefined, txid: string): Fields {
  const fields = fieldsOf(transaction)
  const shown = Object.entries(fieldsOf(fields['charge'])).filter(([, value]) => value !== null)
  const charge = { ...(answer && chargeIn(answer, txid)), ...Object.fromEntries(shown) }
  return { ...fields, charge }
}

/** A transfer without its refunds, which the API shows apart from it. */
type WooviArrival = Omit<Transfer, 'end_to_end_id' | 'refunds'>

/** @throws BankError when its amount or its time cannot be read */
export function arrivalOf(transaction: unknown): WooviArrival {
  const fields = fieldsOf(transaction)
  const { value, time, charge } = fields
  const state = stateOf(fields)
  const received_minor = amountOf(value, 'transaction.value')
  const isLess = isDiscounted(fields)
  const amount_minor = isLess ? amountOf(fieldsOf(charge)['value'], 'charge.value') : received_minor
  const fee_minor = (feeOf(fields) ?? 0) + amount_minor - received_minor
  const arrival = {
    amount_minor,
    ...(isLess && { received_minor }),
    ...(fee_minor > 0 && fee_minor <= amount_minor && { fee_minor }),
    paid_at: timeOf(time, ''),
  }
  if (ARRIVED.includes(state)) return arrival
  return { ...arrival, unclear: [unreadable(`a transaction is ${state || 'in no state'}`).message] }
}

/**
 * A transaction as a list shows it: of one that was refunded, the list does not say how; one that
 * is not confirmed has not arrived; and of one without its charge's price, what was sold is open.
 */
export function listedTransfer(transaction: unknown, end_to_end_id: string): ListedTransfer {
  const fields = fieldsOf(transaction)
  const txid = textOf(fieldsOf(fields['charge'])['correlationID'])
  try {
    const isWhole = stateOf(fields) === 'CONFIRMED' && showsPrice(fields)
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

/** Place of a page in its list. */
type PagePlace = { page: number; pageSize: number }

/** One page of transactions; those of no charge are counted alone. */
export function pageOf(answer: Fields, place: PagePlace): TransferPage {
  const named = listOf(answer['transactions']).filter(({ endToEndId: id }) =>
    endToEndId.test(textOf(id)),
  )
  return pageWith(
    answer,
    place,
    named.map((transfer) => listedTransfer(transfer, textOf(transfer['endToEndId']))),
  )
}

/**
 * One page of money that went back: a movement of its own, which names the charge and not the
 * transfer. Each state of it is another entry.
 */
export function refundedPageOf(answer: Fields, place: PagePlace): TransferPage {
  const transfers = listOf(answer['transactions']).map((movement) => {
    const { charge, endToEndId: id, status, type, value, time } = movement
    const txid = textOf(fieldsOf(charge)['correlationID'])
    const mark = JSON.stringify([txid, id, status, type, value, time])
    return { txid, end_to_end_id: '', transfer: undefined, mark: digestOf(mark) }
  })
  return pageWith(answer, place, transfers)
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64')

function pageWith(
  answer: Fields,
  { page, pageSize }: PagePlace,
  transfers: ListedTransfer[],
): TransferPage {
  const { hasNextPage, totalCount } = fieldsOf(answer['pageInfo'])
  const pageCount = Number.isSafeInteger(totalCount) ? Math.ceil(Number(totalCount) / pageSize) : 0
  return {
    transfers: transfers.filter(({ txid }) => txid !== ''),
    count: listOf(answer['transactions']).length,
    pages: Math.max(page + (hasNextPage === true ? 2 : 1), pageCount),
    pageSize,
    mark: digestOf(JSON.stringify(transfers)),
  }
}

/** @throws BankError when it has no documented state, no id, or no amount */
function refundOf(refund: Fields): BankRefund {
  const status = REFUND_STATUS[textOf(refund['status'])]
  if (!status) throw unreadable('the state of a refund is not one of those documented')
  // A refund that was not ordered by the API may have no reference.
  const rtr_id = textOf(refund['endToEndId'])
  const return_id = textOf(refund['correlationID']) || rtr_id
  if (return_id === '' || return_id.length > MAX_ID_CHARACTERS)
    throw unreadable('a refund has no id')
  const amount_minor = amountOf(refund['value'], 'refund.value')
  const reason = reasonOf(refund['comment'])
  const completed_at = timeOfRefund(refund)
  return { return_id, rtr_id, amount_minor, status, nature: 'ORIGINAL', reason, completed_at }
}

/** When a refund was carried out; null when neither its time nor its id says it. */
function timeOfRefund({ time, endToEndId: id }: Fields): string | null {
  try {
    return timeOf(time, '')
  } catch {
    // The id of a refund begins with D; some examples have the transfer's own there.
    const minute = /^D/i.test(textOf(id)) ? minuteOf(textOf(id)) : undefined
    return minute === undefined ? null : new Date(minute).toISOString()
  }
}

/** @property openMinor the most that those which cannot be read have taken */
type RefundsFound = { refunds: BankRefund[]; unclear: string[]; openMinor: number }

/**
 * The refunds of a transfer. One that cannot be read hides no other; of two with one id neither is
 * taken, because it is open which of them is true.
 *
 * @throws BankError when they are too many, or over more than arrived
 */
export function refundsIn({ refunds: list }: Fields, receivedMinor: number): RefundsFound {
  const unclear: string[] = []
  let openMinor = 0
  const all = listOf(list).flatMap((fields) => {
    try {
      return [refundOf(fields)]
    } catch (error) {
      unclear.push((error as Error).message)
      openMinor += minorOf(fields['value']) ?? receivedMinor
      return []
    }
  })
  if (all.length > MAX_REFUNDS) throw unreadable('the transfer has too many refunds')
  const byId = Map.groupBy(all, ({ return_id }) => return_id)
  const refunds = [...byId.values()].flatMap((same) => (same.length === 1 ? same : []))
  const twins = all.filter((refund) => !refunds.includes(refund))
  if (twins.length > 0) unclear.push(unreadable('two refunds have one id').message)
  for (const { amount_minor } of twins) openMinor += amount_minor
  if (sumOf(refunds, ['done']) > receivedMinor) throw unreadable('more went back than arrived')
  return { refunds, unclear, openMinor }
}

const sumOf = (refunds: readonly BankRefund[], states: readonly BankRefundStatus[]): number =>
  refunds
    .filter(({ status }) => states.includes(status))
    .reduce((sum, { amount_minor }) => sum + amount_minor, 0)

/** The refund under an id of ours, among others. */
export function refundIn(refunds: unknown, return_id: string): RefundReport | undefined {
  const refund = listOf(refunds).find((candidate) =>
    isSameId(textOf(candidate['correlationID']), return_id),
  )
  if (!refund) return undefined
  const { status, reason, amount_minor, completed_at = null } = refundOf(refund)
  return { status, reason, amount_minor, completed_at }
}

/**
 * Adds to the refunds of a transfer that of an accepted dispute: the money is then taken back. It
 * is over its value or all, which a dispute of the type MED need not name, but over no more than
 * the other refunds have left. While one of these is open, so is what it takes.
 */
export function withDispute(
  answer: Fields | undefined,
  { end_to_end_id, amount_minor, ...found }: RefundsFound & DisputedTransfer,
): Pick<RefundsFound, 'refunds' | 'unclear'> {
  const { refunds, unclear, openMinor } = found
  const { id, status, value, type, disputeReason } = fieldsOf(answer?.['dispute'])
  if (status !== 'ACCEPTED') return found
  const wanted = isNamed(value) ? minorOf(value) : amount_minor
  if (wanted === undefined) {
    return { refunds, unclear: [...unclear, unreadable('dispute.value is no amount').message] }
  }
  const possible = amount_minor - sumOf(refunds, ['done'])
  const certain = amount_minor - sumOf(refunds, ['done', 'processing']) - openMinor
  const taken = Math.min(wanted, possible)
  if (taken === 0) return found
  if (taken > certain) {
    return { refunds, unclear: [...unclear, unreadable('a dispute takes what is open').message] }
  }
  const byTransfer = `MED${end_to_end_id}`
  const refund = {
    return_id: textOf(id).slice(0, MAX_ID_CHARACTERS) || byTransfer,
    // Before its own id was read, a dispute was on record under this one.
    rtr_id: byTransfer,
    amount_minor: taken,
    status: 'done' as const,
    nature: /^[A-Z_]{1,40}$/.test(textOf(type)) ? textOf(type) : 'DISPUTE',
    reason: reasonOf(disputeReason),
  }
  return { refunds: [...refunds, refund], unclear }
}

type DisputedTransfer = { end_to_end_id: string; amount_minor: number }

/** A value that is named; the guides leave it out of disputes of the type MED. */
const isNamed = (value: unknown): boolean => value !== undefined && value !== null && value !== ''
