import { fieldsOf } from '../bank/fields.ts'
import { isOurTxid } from '../bank/txid.ts'

/** The names in a callback. None of them is trusted: the bank is asked about each. */
export type Announced = {
  /** Of the form of ours (`isOurTxid`). */
  txids: string[]
  /** Transfers, as the whole Pix system names them. */
  endToEndIds: string[]
  /** Ids of the provider's own. */
  ownIds: string[]
}

/** The transfers of one callback that are read; the Central Bank's contract has no more. */
const MAX_ENTRIES = 1_000

const endToEndId = /^E[a-zA-Z0-9]{31}$/
const ownId = /^\d{1,20}$/

/** The texts among these, and numbers written as such; anything else names nothing. */
const textsOf = (values: unknown[], isRead: (text: string) => boolean): string[] => {
  const texts = values.flatMap((value) => {
    if (typeof value === 'string') return [value]
    return Number.isSafeInteger(value) ? [String(value)] : []
  })
  return texts.filter(isRead)
}

/**
 * Reads the names in a callback, in any form that banks and providers send. Each entry is
 * read by itself, so that one without a charge, or of another form, does not hide the others.
 */
export function announcedIn(body: object): Announced {
  const { pix, charge, data, dispute, originalTransaction } = fieldsOf(body)
  const entries = Array.isArray(pix) ? pix.slice(0, MAX_ENTRIES).map(fieldsOf) : []
  const transfers = [pix, dispute, originalTransaction].map(fieldsOf)
  return {
    txids: textsOf(
      [...entries.map(({ txid }) => txid), fieldsOf(charge)['correlationID']],
      isOurTxid,
    ),
    endToEndIds: textsOf(
      transfers.map((transfer) => transfer['endToEndId']),
      (text) => endToEndId.test(text),
    ),
    ownIds: textsOf([fieldsOf(data)['id']], (text) => ownId.test(text)),
  }
}
