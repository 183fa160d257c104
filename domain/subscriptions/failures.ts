/**
 * The bank's words about attempts and mandates, in ours. The contract may add values to each of its
 * enumerations: one that is not known here is `other`, or still under way; it never is paid.
 */
import type {
  AttemptStatus,
  Cancellation,
  FailureReason,
} from '../../db/schema/subscriptionStatuses.ts'

/** Groups as Woovi's public page of errors has them; the catalogue itself is not public. */
const codesByReason: Partial<Record<FailureReason, readonly string[]>> = {
  amount_over_limit: ['AM02'],
  account_closed: ['AC05', 'ACCT'],
  account_blocked: ['AC06', 'BLCK'],
  not_authorized: ['MIDI', 'NITX', 'NIPA'],
  payer_mismatch: ['MSUC', 'DENC'],
  same_bank: ['AG12'],
  bank_error: ['AB10', 'QUNT', 'UDEI', 'FAIL'],
  rule: ['AM09', 'IRNT', 'NIEC', 'DS27', 'RC09', 'DTNT', 'FBRD', 'DTED'],
}

const reasonsByCode: ReadonlyMap<string, FailureReason> = new Map(
  Object.entries(codesByReason).flatMap(([reason, codes]) =>
    codes.map((code) => [code, reason as FailureReason] as const),
  ),
)

/** Codes of a debit that a person or a bank has taken back. */
const CANCELING: ReadonlySet<string> = new Set(['SLCR', 'SLBD', 'CCLD', 'OTHR'])

/** Codes of an attempt with which, by the contract, its charge is over. */
const CLOSING: ReadonlySet<string> = new Set([
  'AC05',
  'AM09',
  'DENC',
  'DS27',
  'DTED',
  'MIDI',
  'MSUC',
  'NITX',
  'RC09',
])

/** The end of a charge or of one of its attempts, as the bank reports it. */
export type Failure = {
  /** Of an attempt: REJEITADA, EXPIRADA or CANCELADA. */
  status: string
  code: string | null
  /** The side that has canceled it (`solicitante`); null of a rejection. */
  requester: string | null
}

/** Why an attempt has failed. */
export function failureReason({ status, code, requester }: Failure): FailureReason {
  if (code === null) return status === 'EXPIRADA' ? 'insufficient_funds' : 'other'
  if (CANCELING.has(code)) {
    return requester === 'USUARIO_PAGADOR' ? 'canceled_by_payer' : 'canceled_by_bank'
  }
  return reasonsByCode.get(code) ?? 'other'
}

/** True of a code after which the charge takes no further attempt. */
export const closesCharge = (code: string | null): boolean => code !== null && CLOSING.has(code)

/**
 * The state of an attempt by the bank's. PAGA is `scheduled` still: an invoice is paid once the
 * transfer has been read, whatever its charge says.
 */
export function attemptStatus(status: string): Exclude<AttemptStatus, 'paid'> {
  if (status === 'REJEITADA' || status === 'EXPIRADA') return 'failed'
  return status === 'CANCELADA' ? 'canceled' : 'scheduled'
}

/** `solicitante` of a cancellation in the Central Bank's contract. */
const requesters: ReadonlyMap<string | null, Cancellation['by']> = new Map([
  ['PSP_PAGADOR', 'payer_bank'],
  ['USUARIO_PAGADOR', 'payer'],
  ['PSP_RECEBEDOR', 'seller_bank'],
  ['USUARIO_RECEBEDOR', 'seller'],
])

/** Codes of a mandate that only a bank ends it with. */
const OF_BANKS: ReadonlySet<string> = new Set(['ACCL', 'DCSD', 'FRUD', 'ERSL', 'PCFD', 'SLDB'])

/** The side that has ended a mandate: the bank names it, or its code does. */
export function endedBy(code: string | null, requester: string | null): Cancellation['by'] {
  const by = requesters.get(requester) ?? 'payer_bank'
  if (code === null || !OF_BANKS.has(code)) return by
  return by === 'seller' || by === 'seller_bank' ? 'seller_bank' : 'payer_bank'
}
