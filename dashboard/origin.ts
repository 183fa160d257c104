/** Protection of forms against forgery by other sites: their token, and the origin of a post. */
import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The token of every form of a session. Another site cannot read it, and without the session's own
 * token it cannot be made.
 */
export const formToken = (sessionToken: string): string =>
  createHmac('sha256', sessionToken).update('balcao form').digest('base64url')

/** Compares in constant time. */
export function isFormToken(token: string | undefined, sessionToken: string): boolean {
  const expected = Buffer.from(formToken(sessionToken))
  const typed = Buffer.from(token ?? '')
  return typed.length === expected.length && timingSafeEqual(typed, expected)
}

/**
 * Checks that the browser names this service as the origin of a post. Every browser that supports
 * passkeys sends `Origin` with a post (Fetch standard, "append a request Origin header").
 */
export function isOwnOrigin(headers: Record<string, string | undefined>, baseUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return false
  return headers['origin'] === new URL(baseUrl).origin
}
