/** The first cookie of a name in a `Cookie` header (RFC 6265); undefined when there is none. */
export function cookieOf(header: string | undefined, name: string): string | undefined {
  for (const part of header?.split(';') ?? []) {
    const sign = part.indexOf('=')
    if (sign > 0 && part.slice(0, sign).trim() === name) return part.slice(sign + 1).trim()
  }
  return undefined
}
