/** Meaning of a bank's HTTP responses, whichever API it speaks. */
import type { BankResponse } from './mtls.ts'
import type { BankSettings } from './options.ts'
import { BankError } from './provider.ts'

const CENSOR = '[redacted]'
const HIDDEN = '\0'
const MAX_CENSORED_CHARACTERS = 8_192

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

/**
 * An answer with the secrets in its text replaced, since that text may be logged. Longer texts are
 * dropped. Each secret becomes one character first, so that a short one is not found again in what
 * has replaced another.
 */
export function censored(answer: BankResponse, settings: BankSettings): BankResponse {
  if (answer.text.length > MAX_CENSORED_CHARACTERS) return { ...answer, text: '' }
  const { client_secret, profile_values } = settings
  const secrets = [client_secret, ...Object.values(profile_values)].filter(Boolean)
  const text = secrets
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .reduce((censoring, secret) => censoring.replaceAll(secret, HIDDEN), answer.text)
    .replaceAll(HIDDEN, CENSOR)
  return { ...answer, text }
}
