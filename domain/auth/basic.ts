/** The characters of client ids and secrets (RFC 6749, Appendix A.1 and A.2). */
const printable = /^[\x20-\x7e]*$/

const basic = /^Basic +([A-Za-z0-9+/]+={0,2})$/i

/**
 * Reads HTTP Basic client credentials (RFC 7617), whose two parts are form-encoded
 * (RFC 6749 §2.3.1).
 *
 * @returns undefined when there are none or they cannot be read
 */
export function readBasic(
  authorization: string | undefined,
): { client_id: string; client_secret: string } | undefined {
  const encoded = basic.exec(authorization ?? '')?.[1]
  if (encoded === undefined) return undefined
  const [client_id = '', client_secret] = Buffer.from(encoded, 'base64').toString().split(/:(.*)/s)
  if (client_secret === undefined) return undefined
  const id = formDecoded(client_id)
  const secret = formDecoded(client_secret)
  return id === undefined || secret === undefined
    ? undefined
    : { client_id: id, client_secret: secret }
}

function formDecoded(text: string): string | undefined {
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '))
    return printable.test(decoded) ? decoded : undefined
  } catch {
    return undefined
  }
}
