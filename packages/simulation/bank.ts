/** The seller's bank, as the rest of the simulation knows it, of whichever kind it is. */
import type { BankRequest, BankResponse } from '../../domain/pix/bank/mtls.ts'
import type { BankSettings } from '../../domain/pix/bank/options.ts'

/** Money that arrived, as its buyer knows it. */
export type Paid = { endToEndId: string; txid: string; amount_minor: number }

/**
 * A transfer in the bank's books.
 *
 * @property line amount and time, then each refund that was carried out, as `ourLine` writes them
 * @property left_minor the part of it that the seller still has
 */
export type BankRecord = { line: string; left_minor: number }

/** A transfer, with the refunds of it that were carried out, as our database has them. */
export type OurRecord = {
  endToEndId: string
  amount_minor: number
  /** Of a transfer, when it arrived. */
  paid_at: string
  refunds: OurRefund[]
}

/** @property completed_at when it was carried out */
export type OurRefund = {
  return_id: string
  amount_minor: number
  nature: string
  completed_at: string
  isOurs: boolean
}

/** Why money goes back that the seller has not ordered here. */
export type Cause = 'ORIGINAL' | 'MED_FRAUDE' | 'MED_OPERACIONAL'

export type SimulatedBank = {
  /** The settings by which the seller connects it. */
  readonly settings: BankSettings
  /** Our ids of refunds that were refused, or taken and not carried out, at any time. */
  readonly refused: ReadonlySet<string>
  /** False for a bank that never calls back, whose transfers only its lists show. */
  readonly announces: boolean
  /** While it is away it does not answer, or a gateway in front of it answers 404 to everything. */
  absence: 'silent' | 'gateway' | undefined
  /** The subject of a request: a checkout, by its number, or the lists of the bank. */
  subjectOf(request: BankRequest): string
  /** True of an order that reaches this bank once, and in time or not at all. */
  isSentOnce?(request: BankRequest): boolean
  /** Told of each request as it leaves the service. */
  onSent?(request: BankRequest): void
  /** Carries out a request. */
  perform(request: BankRequest): BankResponse
  /** A buyer pays a code; undefined when it cannot be paid. */
  pay(code: string, amount_minor: number): Paid | undefined
  /** The same for a charge that has ended, where the bank lets it be paid all the same. */
  payLate(code: string, amount_minor: number): Paid | undefined
  /** Pays the charge of a transfer again, where the bank lets it be paid twice. */
  payAgain(paid: Paid, amount_minor: number): Paid | undefined
  /**
   * Money goes back that the seller has not ordered here.
   *
   * @returns what the trace says of it; undefined when nothing is left
   */
  takeBack(paid: Paid, amount_minor: number, cause: Cause): string | undefined
  /**
   * Money comes to the seller's key by no charge; absent where a provider does not say it.
   *
   * @param txid of a code of another program
   * @returns sends some of it back, at the bank's screen
   */
  receiveByNoCharge?(amount_minor: number, txid: string | undefined): (amount_minor: number) => void
  /** Bodies of the callbacks about a charge; none where the bank has nothing to say of it. */
  callbacksOf(txid: string): object[]
  /** True while the charge can be paid. */
  isPayable(txid: string): boolean
  /** The books, by the ids of transfers. */
  records(): Map<string, BankRecord>
  /** The seller's money there, in minor units: what arrived, less fees and what went back. */
  balance(): number
  /** A transfer of ours in the words of the bank's books, as far as the bank knows them. */
  ourLine(record: OurRecord): string
}

/** An answer of JSON. */
export const answer = (status: number, body: object): BankResponse => ({
  status,
  text: JSON.stringify(body),
  retryAfterMs: 0,
})

/** The answer to a request that the contract's bank, or a gateway, refuses. */
export const problem = (status: number, title: string): BankResponse =>
  answer(status, { type: `https://pix.bcb.gov.br/api/v2/error/${title}`, title, status })

/** The fates of a refund that is ordered, of a hundred. */
export const refundFates = { done: 55, processing: 30, failed: 12, refused: 3 }

/** The share of refunds under way that are carried out in the end. */
export const CARRIED_OUT = 0.7
