/** The ids by which banks know the charges of a checkout (`txid` of the Pix API). */
import { idPrefixes } from '../../../generated/idPrefixes.ts'

const FIRST_TXID_LENGTH = 32

/**
 * The charges of a checkout. A seller may name a server of its own as the bank, and each earlier
 * charge that received money is polled whenever the present one is.
 */
const MAX_CHARGES = 99

/**
 * The txid of a checkout's first charge.
 *
 * @param checkout_id `checkout_` and a UUID; the txid is 32 letters and digits
 */
export const txidOf = (checkout_id: string): string =>
  checkout_id.slice(idPrefixes.checkouts.length).replaceAll('-', '')

/** The digit of a UUID that says its version, and its values in the two txids of an invoice. */
const VERSION_PLACE = 12
const INVOICE_VERSION = '7'
const CODE_VERSION = '8'

const withVersion = (txid: string, version: string): string =>
  txid.slice(0, VERSION_PLACE) + version + txid.slice(VERSION_PLACE + 1)

/**
 * The txid of the code that pays an invoice once the bank cannot debit it any more: the invoice's
 * own is used by its recurring charge, and a bank takes each once.
 */
export const codeTxidOf = (invoiceTxid: string): string => withVersion(invoiceTxid, CODE_VERSION)

/** The invoice's own txid, of either of the two by which money can arrive for it. */
export const invoiceTxidOf = (txid: string): string => withVersion(txid, INVOICE_VERSION)

/** True when a text has the form of our txids; other texts are not looked up. */
export const isOurTxid = (text: string): boolean => /^[0-9a-f]{32}\d{0,3}$/.test(text)

/** The id of the checkout of a txid, whichever of its charges that names. */
export const checkoutOf = (txid: string): string => {
  const parts = [txid.slice(0, 8), txid.slice(8, 12), txid.slice(12, 16), txid.slice(16, 20)]
  return `${idPrefixes.checkouts}${parts.join('-')}-${txid.slice(20, FIRST_TXID_LENGTH)}`
}

/** Which of its checkout's charges a txid names, counted from 1. */
export const chargeNumber = (txid: string): number => Number(txid.slice(FIRST_TXID_LENGTH) || '1')

/** The txid of the charge after this one, or undefined when there are no more numbers. */
export function nextTxid(txid: string): string | undefined {
  const next = chargeNumber(txid) + 1
  return next > MAX_CHARGES ? undefined : txid.slice(0, FIRST_TXID_LENGTH) + next
}

/** The txid of the charge before this one, or undefined for the first. */
export function previousTxid(txid: string): string | undefined {
  const [first, number] = [txid.slice(0, FIRST_TXID_LENGTH), Number(txid.slice(FIRST_TXID_LENGTH))]
  if (number < 2) return undefined
  return number === 2 ? first : first + (number - 1)
}
