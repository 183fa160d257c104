/** Form of an access token, checked before its signature. It needs no key. */
import { ALGORITHM } from './jose.ts'

/** The media type of access tokens (RFC 9068 §2.1). */
export const TOKEN_TYPE = 'at+jwt'

const MAX_TOKEN_LENGTH = 4_096
const HEADER_NAMES = 'alg,kid,typ'
const threeParts = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/

/**
 * Checks the length of a text and its two dots. It runs for every request, also for those whose
 * token is cached; the alphabet of the parts is checked with the header.
 */
export function hasTokenForm(token: string): boolean {
  const first = token.indexOf('.')
  const second = token.indexOf('.', first + 1)
  const isLast = token.indexOf('.', second + 1) < 0
  const hasParts = first > 0 && second > first + 1 && second < token.length - 1
  return token.length <= MAX_TOKEN_LENGTH && hasParts && isLast
}

/**
 * Reads the header of a token. JOSE libraries forgive padding, a fourth part and stray characters;
 * here a token is three parts in canonical base64url, and its header holds exactly the members
 * that this service writes.
 *
 * @returns the key's id, or undefined when this service cannot have issued the token
 */
export function strictHeader(token: string): { kid: string } | undefined {
  if (!hasTokenForm(token) || !threeParts.test(token)) return undefined
  const parts = token.split('.')
  for (const part of parts) {
    if (Buffer.from(part, 'base64url').toString('base64url') !== part) return undefined
  }
  const text = Buffer.from(parts[0] ?? '', 'base64url').toString()
  const { alg, kid, typ } = strictObject(text, HEADER_NAMES) ?? {}
  return alg === ALGORITHM && typ === TOKEN_TYPE && typeof kid === 'string' ? { kid } : undefined
}

/**
 * Parses a JSON object that has exactly these members and is written as `JSON.stringify` writes it:
 * that excludes repeated members, white space and other spellings of the same value.
 *
 * @param names sorted, with commas between
 */
export function strictObject(text: string, names: string): Record<string, unknown> | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  const isStrict = JSON.stringify(value) === text && Object.keys(value).toSorted().join() === names
  return isStrict ? (value as Record<string, unknown>) : undefined
}
