/** The dashboard's cookies (RFC 6265). The prefix binds them to this host and to https. */

export const SESSION = '__Host-balcao_session'
export const LANGUAGE = '__Host-balcao_language'

const LANGUAGE_SECONDS = 365 * 24 * 60 * 60

// Browsers take localhost for secure, so `Secure` is set on http too.
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Lax'

/** Ends with the browser, and sooner on the server. */
export const sessionCookie = (token: string): string => `${SESSION}=${token}; ${attributes}`

/**
 * Ends the session in the browser. `Clear-Site-Data` beside it names no cookies: those of the whole
 * registrable domain would go, a shop's among them.
 */
export const noSessionCookie = `${SESSION}=; ${attributes}; Max-Age=0`

export const languageCookie = (locale: string): string =>
  `${LANGUAGE}=${locale}; ${attributes}; Max-Age=${LANGUAGE_SECONDS}`
