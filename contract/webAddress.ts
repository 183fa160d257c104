/**
 * Addresses of the web that come from outside. Each is kept and given back as it was sent, and used
 * only as the URL Standard reads it: no code looks at its text.
 */

/** The characters beyond ASCII that an IRI may have (RFC 3987 §2.2). */
const beyondAscii = String.raw`\u{a0}-\u{d7ff}\u{f900}-\u{fdcf}\u{fdf0}-\u{fffd}\u{10000}-\u{efffd}`
const letter = String.raw`[\w.~!$&'()*+,;=${beyondAscii}-]`
const escaped = '%[\\da-f]{2}'

const user = `(?:${letter}|:|${escaped})*`
const host = String.raw`(?:\[[\da-f:.]+\]|(?:${letter}|${escaped})*)`
const path = `(?:${letter}|[:@/]|${escaped})*`
const tail = `(?:${letter}|[:@/?\\ue000-\\uf8ff]|${escaped})*`
const authority = `(?:${user}@)?${host}(?::\\d*)?`

const pattern = `^[a-z][a-z\\d+.-]*://${authority}(?:/${path})?(?:\\?${tail})?(?:#${tail})?$`

/** An absolute IRI with an authority (RFC 3987); matched in linear time. */
export const iri = new RegExp(pattern, 'iu')

/** RFC 3986 and RFC 3987 allow what no browser can open, such as an address without a host. */
export const isIri = (text: string): boolean => iri.test(text) && URL.canParse(text)

const ascii = /^[\x00-\x7f]*$/

export const isUri = (text: string): boolean => ascii.test(text) && isIri(text)

/**
 * Reads an address, which the operator or an older version may have taken without its contract's
 * format.
 *
 * @returns undefined when the text is no address of `http` or `https`
 */
export function webAddress(text: string): URL | undefined {
  // The parser drops these, so it would read another address than was written.
  const url = /[ \p{Cc}]/u.test(text) ? undefined : URL.parse(text)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  return isWeb && isReadable(url.username + url.password) ? url : undefined
}

/** True when Node can send the credentials: it decodes the user and the password. */
function isReadable(escapedText: string): boolean {
  try {
    return decodeURIComponent(escapedText) !== undefined
  } catch {
    return false
  }
}

export const hasCredentials = ({ username, password }: URL): boolean =>
  username !== '' || password !== ''
