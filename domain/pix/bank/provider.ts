/** What a payment rail can do, whichever bank is behind it. Money is in minor units throughout. */

/** A charge as the bank has it. */
export type BankCharge = {
  /** `active` can be paid, by the bank's book; it may say so after the charge has run out. */
  status: 'active' | 'paid' | 'removed' | 'unknown'
  /** Every transfer that arrived for it. */
  transfers: Transfer[]
  /** What is wrong with each transfer that could not be read, for people to look at. */
  unclear: string[]
}

export type TransfersFound = Pick<BankCharge, 'transfers' | 'unclear'>

/** A transfer that arrived. */
export type Transfer = {
  /** The transfer's id in the whole Pix system: 32 letters and digits. */
  end_to_end_id: string
  amount_minor: number
  /** When it arrived, in ISO 8601. */
  paid_at: string
  /** Every refund of it, ordered here or not, also those that were not carried out. */
  refunds: BankRefund[]
}

/** How far a refund is. */
export type BankRefundStatus = 'processing' | 'done' | 'failed'

/** A refund (`devolução`) of a transfer, in whole or in part, as the bank has it. */
export type BankRefund = {
  return_id: string
  amount_minor: number
  status: BankRefundStatus
  /** Who refunds it and why: ORIGINAL, RETIRADA, MED_OPERACIONAL, MED_FRAUDE or another. */
  nature: string
}

/** How much of a transfer neither went back nor is on its way there. */
export const leftOf = ({ amount_minor, refunds }: Transfer): number =>
  refunds
    .filter(({ status }) => status !== 'failed')
    .reduce((left, one) => left - one.amount_minor, amount_minor)

export type NewCharge = {
  txid: string
  amount_minor: number
  /** Counted by the bank from when it makes the charge; at least 1. */
  lifetime_seconds: number
  sellerName: string
  /** Whether it was asked for before, so that the bank may have it already. */
  repeated?: boolean
}

/** The refund of a transfer under an id of ours; the bank takes one order for each id. */
export type RefundOrder = { end_to_end_id: string; return_id: string }

/** Every method throws BankError. */
export interface PixProvider {
  /** Makes a charge; repeating it with the same txid makes no second one. */
  createCharge(charge: NewCharge): Promise<{ pix_code: string }>
  /** Undefined when the bank knows no such charge. */
  readCharge(txid: string): Promise<BankCharge | undefined>
  /** Keeps a charge from being paid from now on. */
  cancelCharge(txid: string): Promise<void>
  /** Sends a transfer back; repeating it with the same return_id sends nothing twice. */
  refund(order: RefundOrder & { amount_minor: number }): Promise<BankRefundStatus>
  /** Every transfer that arrived for a charge, for banks that do not show them with it. */
  readTransfers(txid: string, within: { from: Date; to: Date }): Promise<TransfersFound>
  /** Undefined when the bank knows no such transfer. */
  readTransfer(end_to_end_id: string): Promise<Transfer | undefined>
  /** Undefined when the bank has no such order. */
  readRefund(order: RefundOrder): Promise<BankRefundStatus | undefined>
}

/**
 * Why a bank did not do what it was asked.
 *
 * - `unavailable`: it could not be reached, did not answer in time, failed, or did not let us in;
 *   whether it did what it was asked is unknown, and asking again later is right.
 * - `refused`: it answered that it will not; asking the same again gets the same answer.
 * - `unreadable`: it answered with what cannot be relied on.
 */
export type BankErrorKind = 'unavailable' | 'refused' | 'unreadable'

/** The message is one line for people; it holds no secret of ours. */
export class BankError extends Error {
  override name = 'BankError'
  readonly kind: BankErrorKind
  /** The status of the bank's answer, when there was one. */
  readonly status: number | undefined
  /** For how long the bank is not to be asked, when it says so. */
  readonly retryAfterMs: number

  constructor(
    kind: BankErrorKind,
    message: string,
    options: ErrorOptions & { status?: number; retryAfterMs?: number } = {},
  ) {
    super(message, options)
    this.kind = kind
    this.status = options.status
    this.retryAfterMs = options.retryAfterMs ?? 0
  }
}
