/**
 * The port to banks and providers. Properties that carry the value of a column have the column's
 * name; money is in minor units throughout.
 */
import type { TaxId } from '../../formats/taxId.ts'
import type { RecurringProvider } from './recurring.ts'

/**
 * The most transfers of one checkout, over all of its charges, and the most refunds of one transfer
 * that are accepted from a bank. All of them are read again at each check, and a seller may name a
 * server of its own as its bank.
 */
export const MAX_TRANSFERS = 100
export const MAX_REFUNDS = 1_500

/** With this many refunds, over all its transfers, a checkout takes no more of them from a bank. */
export const MAX_REFUNDS_OF_CHECKOUT = 2_000

/** A charge as the bank has it. */
export type BankCharge = {
  /** `active` can be paid; some banks say so after the charge has expired too. */
  status: 'active' | 'paid' | 'removed' | 'unknown'
  /** The transfers that arrived for it, as far as the bank shows them with the charge. */
  transfers: Transfer[]
  /** For the log, a reason for each transfer that could not be read. */
  unclear: string[]
}

export type TransfersFound = Pick<BankCharge, 'transfers' | 'unclear'>

/** A transfer (a Pix) that arrived. */
export type Transfer = {
  /** The transfer's id in the whole Pix system: 32 letters and digits. */
  end_to_end_id: string
  amount_minor: number
  /** Less than the amount where the provider has given the payer a discount, which is a fee. */
  received_minor?: number
  /** Kept by the provider of the amount; undefined when it keeps nothing, or does not name it. */
  fee_minor?: number
  /** When it arrived, in ISO 8601. */
  paid_at: string
  /** Every refund of it, ordered here or not, also those that were not carried out. */
  refunds: BankRefund[]
  /**
   * A reason for each refund that could not be read, and for a state of the transfer in which its
   * money has not arrived; absent when all of it was read. How much of the transfer is left is then
   * unknown, and so is which refund the bank does not have.
   */
  unclear?: string[]
}

/**
 * The id of a transfer of a checkout, or of a refund of a transfer, as it is compared: no two of
 * them differ by the case of letters alone, and a bank may show one in another case than before.
 */
export const comparableId = (id: string): string => id.toLowerCase()

/** True when two ids name one transfer of a checkout, or one refund of a transfer. */
export const isSameId = (id: string | null, other: string): boolean =>
  id !== null && comparableId(id) === comparableId(other)

/** Which transfers the bank is to list: all that arrived, those of charges, those refunded. */
export type ListQuery = {
  from: Date
  to: Date
  /** Counted from 0. */
  page: number
  only?: 'with_txid' | 'refunded'
}

/** A transfer in a list. */
export type ListedTransfer = {
  /** Empty where it names no charge. */
  txid: string
  /** Empty where the bank lists a refund, and names the charge alone. */
  end_to_end_id: string
  /** Undefined when it cannot be read. */
  transfer: Transfer | undefined
  /** Of one that cannot be read: another one for each change of it. */
  mark?: string
  /** The key that it was sent to, where the bank says it. */
  pix_key?: string
  /** Name and message of the payer in one line, where the bank says them. */
  description?: string
}

/** A page of a list, whatever it lists. */
export type ListPage = {
  /** How many items are on it, those included that are left out. */
  count: number
  /** How many pages there are, and how many items one may have, as the bank says. */
  pages: number
  pageSize: number
  /** The same for two pages with the same items. */
  mark: string
}

/** One page of a list of transfers. */
export type TransferPage = ListPage & { transfers: ListedTransfer[] }

/** How far a refund is. */
export type BankRefundStatus = 'processing' | 'done' | 'failed'

/** A refund (`devolução`) of a transfer, in whole or in part, as the bank has it. */
export type BankRefund = {
  return_id: string
  /** The Pix system's id of the refund. The bank may have reported it by this id alone at first. */
  rtr_id?: string
  amount_minor: number
  status: BankRefundStatus
  /** Author and cause of the refund: ORIGINAL, RETIRADA, MED_OPERACIONAL, MED_FRAUDE or another. */
  nature: string
  /** Why it is in this state, in the bank's words; null when it does not say. */
  reason: string | null
  /** When the bank settled it, in ISO 8601; null when it does not say. */
  completed_at?: string | null
  /**
   * When the bank last changed the transfer or one of its refunds, in ISO 8601, where it says of a
   * refund only when it began: the latest end of one that was under way.
   */
  changed_at?: string | null
  /**
   * The provider's own id of a refund that it does not name by the id of our order: it may be one
   * of ours.
   */
  provider_id?: string | null
}

/**
 * How far a refund of ours is, as the bank has it; its amount is null where the bank reports none.
 */
export type RefundReport = Pick<
  BankRefund,
  'status' | 'reason' | 'completed_at' | 'provider_id'
> & {
  amount_minor: number | null
}

/**
 * The amount and the fee of a transfer as they are recorded. A discount of the provider's belongs
 * to a sale; of a transfer that settles nothing, no more goes back than was received.
 */
export function recordedAmounts(
  { amount_minor, received_minor = amount_minor, fee_minor = 0 }: Transfer,
  outcome: 'settled' | 'returned',
): { amount_minor: number; fee_minor: number | null } {
  const discountMinor = outcome === 'returned' ? amount_minor - received_minor : 0
  const feeMinor = fee_minor - discountMinor
  return { amount_minor: amount_minor - discountMinor, fee_minor: feeMinor > 0 ? feeMinor : null }
}

/** How much of a transfer neither went back nor is on its way there. */
export const leftOfTransfer = ({ amount_minor, refunds }: Transfer): number =>
  refunds
    .filter(({ status }) => status !== 'failed')
    .reduce((restMinor, refund) => restMinor - refund.amount_minor, amount_minor)

/** Optional details of a charge for the buyer's bank. */
export type ChargeDetails = {
  /** Description of the sale, at most 140 characters. */
  description?: string
  /** The payer; the name has at most 200 characters. */
  debtor?: { name: string; tax_id: TaxId }
}

export type NewCharge = ChargeDetails & {
  txid: string
  amount_minor: number
  /** The bank counts it from the creation of the charge; at least 1. */
  lifetime_seconds: number
  /** The present, for providers that take the end of a charge and not its lifetime. */
  now: Date
  sellerName: string
  /** The charge was requested before, so that the bank may have it already. */
  repeated?: boolean
}

/** @property leftOut the details that the bank refused, so that it took the charge without them */
export type CreatedCharge = { pix_code: string; leftOut?: (keyof ChargeDetails)[] }

/**
 * The refund of a transfer under an id of ours; the bank takes one order for each id.
 *
 * @property txid of the charge that the transfer paid; null when it is not on record
 * @property provider_id the provider's own id of the refund, if it has told us one
 */
export type RefundOrder = {
  end_to_end_id: string
  return_id: string
  txid?: string | null
  provider_id?: string | null
}

/** @property reason the seller's, of at most 140 characters; the buyer may be shown it */
export type NewRefundOrder = RefundOrder & { amount_minor: number; reason?: string | null }

/** Abilities in which providers differ. The rail asks for nothing that a provider cannot do. */
export type Capabilities = {
  /** Authenticates us by a client certificate, besides our other credentials. */
  readonly takesCertificate: boolean
  /** Takes the address of callbacks by its API; else it is named on the provider's screen. */
  readonly registersCallbacks: boolean
  /** Names the charge or the transfer in callbacks, and not an id of its own alone. */
  readonly callbacksNameCharge: boolean
  /** Lists the transfers that were refunded: by the day of the transfer, or of its last change. */
  readonly listsRefunded: 'by_arrival' | 'by_change' | false
  /** Keeps the id under which we order a refund, and shows the refund by it. */
  readonly refundsByOwnId: boolean
  /** Lists whole, with its refunds, money that came to the key by no charge. */
  readonly listsUnmatched: boolean
}

/** Every method throws BankError. Those of Pix Automático are missing where there is none. */
export type PixProvider = Partial<RecurringProvider> & {
  readonly capabilities: Capabilities
  /** Creates a charge; repeated with the same txid, it creates no second one. */
  createCharge(charge: NewCharge): Promise<CreatedCharge>
  /** Undefined when the bank knows no such charge. */
  readCharge(txid: string): Promise<BankCharge | undefined>
  /** Ends a charge, so that it can no longer be paid. */
  cancelCharge(txid: string): Promise<void>
  /** Refunds a transfer; repeated with the same return_id, it refunds nothing twice. */
  refund(order: NewRefundOrder): Promise<RefundReport>
  /** The transfers that arrived for a charge, for banks that do not show them with it. */
  readTransfers(txid: string, within: { from: Date; to: Date }): Promise<TransfersFound>
  /** Undefined when the bank answers that there is no such list. */
  listTransfers(query: ListQuery): Promise<TransferPage | undefined>
  /** Undefined when the bank knows no such transfer. With a txid, it must not name another one. */
  readTransfer(end_to_end_id: string, txid?: string): Promise<Transfer | undefined>
  /** Undefined when the bank has no such order. */
  readRefund(order: RefundOrder): Promise<RefundReport | undefined>
  /**
   * The scopes that the bank grants, separated by spaces; undefined when it says none. Throws when
   * it does not accept our credentials, as far as it can be asked.
   */
  grantedScopes(): Promise<string | undefined>
  /** Where callbacks are sent, of these addresses or others; undefined when nowhere. */
  readWebhook(webhookUrl: string): Promise<string | undefined>
  /**
   * The txid of a charge that a callback names by an id of the provider's own; undefined when it is
   * not ours.
   */
  txidOf(own_id: string): Promise<string | undefined>
}

/** A provider with connections of its own, and the functions that connect it. */
export type ConnectedProvider = PixProvider & {
  /** Has callbacks sent to `webhookUrl`: to `/pix` after it, where the provider adds that. */
  registerWebhook(webhookUrl: string): Promise<void>
  /** Aborts the requests under way, and closes the connections. */
  close(): void
  /** Closes the connections until the next request. */
  rest(): void
  /** Closes the connections once no request is under way. */
  retire(): void
}

/**
 * Why a bank did not carry out a request.
 *
 * - `unavailable`: it could not be reached, timed out, failed, or refused our credentials. It is
 *   unknown if the request was carried out; it is to be repeated later.
 * - `refused`: it refused the request; the same request would be refused again.
 * - `unreadable`: its response breaks the contract in a field that money depends on.
 */
export type BankErrorKind = 'unavailable' | 'refused' | 'unreadable'

/** The message is one line for the log, and holds no secret. */
export class BankError extends Error {
  override name = 'BankError'
  readonly kind: BankErrorKind
  /** The HTTP status, when there was a response. */
  readonly status: number | undefined
  /** How long the bank wants no requests; 0 when it does not say so. */
  readonly retryAfterMs: number
  /** The problem that the bank names, in one line; empty when it names none. */
  readonly problem: string

  constructor(
    kind: BankErrorKind,
    message: string,
    options: ErrorOptions & { status?: number; retryAfterMs?: number; problem?: string } = {},
  ) {
    super(message, options)
    this.kind = kind
    this.status = options.status
    this.retryAfterMs = options.retryAfterMs ?? 0
    this.problem = options.problem ?? ''
  }
}

/**
 * An answer with more bytes, or more items, than are read: a request must ask for fewer at once.
 */
export class AnswerTooLong extends BankError {
  override name = 'AnswerTooLong'

  constructor(message: string, options: ErrorOptions = {}) {
    super('unreadable', message, options)
  }
}
