/** Meaning of a bank's HTTP responses, whichever API it speaks. */
import type { BankResponse } from './mtls.ts'
import { BankError } from './provider.ts'

/** Statuses that are temporary: a later request may succeed. */
const TEMPORARY = new Set([401, 403, 408, 425, 429])

/** A resource that the bank has deleted counts as one that never existed. */
export const NOT_FOUND = new Set([404, 410])

export const isSuccess = ({ status }: BankResponse): boolean => status >= 200 && status < 300

/** @param problem that the bank names, in one line */
export function refusedWith(
  { status, retryAfterMs }: BankResponse,
  { asked, problem }: { asked: string; problem: string },
): BankError {
  const kind = status >= 500 || TEMPORARY.has(status) ? 'unavailable' : 'refused'
  const message = `${asked} was answered ${status}${problem && `: ${problem}`}.`
  return new BankError(kind, message, { status, retryAfterMs, problem })
}
