/**
 * Codes of Pix Automático as reasons that a seller reads. The groups follow a provider's public
 * page of errors; the Central Bank's catalogue of messages is not public.
 */

import type { Cancellation, FailureReason } from '../../../db/schema/subscriptionStatuses.ts'

/** The party that ended a mandate or a charge. */
export type EndedBy = Exclude<Cancellation['by'], 'buyer' | 'system'>

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

/** Codes of debits that were taken back. */
const codesOfEnding: Partial<Record<FailureReason, string>> = {
  canceled_by_payer: 'SLCR',
  canceled_by_bank: 'SLBD',
}

/** A code with which a bank reports such a failure; null where it names none. */
export const codeOfFailure = (reason: FailureReason): string | null =>
  codesOfEnding[reason] ?? codesOf[reason]?.[0] ?? null

const reasons = new Map(
  Object.entries(codesOf).flatMap(([reason, codes]) =>
    codes.map((code): [string, FailureReason] => [code, reason as FailureReason]),
  ),
)

/** True of a code that the contract or a provider has named: others are no name of a metric. */
export const isKnownCode = (code: string): boolean => reasons.has(code)

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
export function reasonOfEnding(code: string | null, by: EndedBy): FailureReason | null {
  const known = code === null ? undefined : reasons.get(code)
  if (known) return known
  if (by === 'seller') return null
  return by === 'payer' ? 'canceled_by_payer' : 'canceled_by_bank'
}

/** `solicitante` of the contract. */
const parties: ReadonlyMap<string, EndedBy> = new Map([
  ['USUARIO_RECEBEDOR', 'seller'],
  ['USUARIO_PAGADOR', 'payer'],
  ['PSP_PAGADOR', 'payer_bank'],
  ['PSP_RECEBEDOR', 'seller_bank'],
])

/** Codes with which only a bank ends a mandate. */
const bankCodes = new Set(['ACCL', 'DCSD', 'FRUD', 'ERSL', 'PCFD', 'SLDB'])

/** The party that a cancellation names; one that the contract may add is the payer's bank. */
export function endedBy(code: string | null, solicitante: string): EndedBy {
  const by = parties.get(solicitante) ?? 'payer_bank'
  if (code === null || !bankCodes.has(code)) return by
  return by === 'seller' || by === 'seller_bank' ? 'seller_bank' : 'payer_bank'
}
