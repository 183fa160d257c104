/** Whether a form comes from a page of the dashboard. */
import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The token of every form of a session. Another site cannot read it, and without the session's own
 * token it cannot be made.
 */
export const formToken = (sessionToken: string): string =>
  createHmac('sha256', sessionToken).update('balcao form').digest('base64url')

/** Compares in constant time. */
export function isFormToken(given: string | undefined, sessionToken: string): boolean {
  const expected = Buffer.from(formToken(sessionToken))
  const typed = Buffer.from(given ?? '')
  return typed.length === expected.length && timingSafeEqual(typed, expected)
}

/**
 * Whether a browser says that a post comes from a page of this service. Every browser that knows
 * passkeys sends `Origin` with a post (Fetch standard, "append a request Origin header").
 */
export function isOwnOrigin(headers: Record<string, string | undefined>, baseUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return false
  return headers['origin'] === new URL(baseUrl).origin
}
