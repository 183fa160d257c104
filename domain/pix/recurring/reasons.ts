/**
 * Codes of Pix Automático as reasons that a seller reads. The groups follow a provider's public
 * page of errors; the Central Bank's catalogue of messages is not public.
 */

/** Why an invoice was not paid, or an attempt failed. */
export type FailureReason =
  | 'insufficient_funds'
  | 'amount_over_limit'
  | 'account_closed'
  | 'account_blocked'
  | 'payer_mismatch'
  | 'not_authorized'
  | 'same_bank'
  | 'rule'
  | 'bank_error'
  | 'canceled_by_payer'
  | 'canceled_by_bank'
  | 'missed'
  | 'other'

/** The party that ended a mandate or a charge, as far as a bank tells. */
export type EndedBy = 'seller' | 'payer' | 'payer_bank' | 'seller_bank'

const codesOf: Partial<Record<FailureReason, string[]>> = {
  amount_over_limit: ['AM02'],
  account_closed: ['AC05', 'ACCT'],
  account_blocked: ['AC06', 'BLCK'],
  payer_mismatch: ['MSUC', 'DENC'],
  not_authorized: ['MIDI', 'NITX', 'NIPA'],
  // Not in the contract's list; providers have met it.
  same_bank: ['AG12'],
  rule: ['AM09', 'IRNT', 'NIEC', 'DS27', 'RC09', 'DTNT', 'FBRD', 'DTED'],
  bank_error: ['AB10', 'QUNT', 'UDEI', 'FAIL'],
}

const reasons = new Map(
  Object.entries(codesOf).flatMap(([reason, codes]) =>
    codes.map((code): [string, FailureReason] => [code, reason as FailureReason]),
  ),
)

/** Codes of an attempt that end its charge, by the contract; all others leave it open. */
const endingCodes = new Set([
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

export const endsCharge = (code: string | null): boolean => code !== null && endingCodes.has(code)

/** @param code of an attempt that failed; null for one that expired without money */
export const reasonOfAttempt = (code: string | null): FailureReason =>
  code === null ? 'insufficient_funds' : (reasons.get(code) ?? 'other')

/** Why a charge was ended; null when the seller has ended it. */
export function reasonOfEnding(code: string, by: EndedBy | null): FailureReason | null {
  const known = reasons.get(code)
  if (known) return known
  if (by === null) return 'other'
  if (by === 'seller') return null
  return by === 'payer' ? 'canceled_by_payer' : 'canceled_by_bank'
}

const parties: Record<string, EndedBy> = {
  USUARIO_RECEBEDOR: 'seller',
  USUARIO_PAGADOR: 'payer',
  PSP_PAGADOR: 'payer_bank',
  PSP_RECEBEDOR: 'seller_bank',
}

/** Null for a party that the contract may add. */
export const partyNamed = (solicitante: string): EndedBy | null => parties[solicitante] ?? null
