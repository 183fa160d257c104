/** An authority of a test's own, and certificates for mutual TLS between Balcão and a bank. */
import { X509Certificate } from 'node:crypto'
import { generate } from 'selfsigned'

/** A certificate and its private key, in PEM. */
export type Pair = { cert: string; key: string }

async function make(
  name: string,
  options: NonNullable<Parameters<typeof generate>[1]>,
): Promise<Pair> {
  const attributes = name ? [{ name: 'commonName', value: name }] : []
  const made = await generate(attributes, { keyType: 'ec', algorithm: 'sha256', ...options })
  return { cert: made.cert, key: made.private }
}

export const makeAuthority = (name: string): Promise<Pair> =>
  make(name, {
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  })

/** Makes a server's certificate, good for its name but not for its address. */
export const makeServerPair = (authority: Pair, name = 'localhost'): Promise<Pair> =>
  make(name, {
    ca: authority,
    extensions: [
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: name }] },
    ],
  })

/** Makes a client certificate for a bank's customer; without a name it has no subject. */
export const makeClientPair = (authority: Pair, name: string): Promise<Pair> =>
  make(name, {
    ca: authority,
    extensions: [
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', clientAuth: true },
    ],
  })

/** The certificate with a time that does not exist, as OpenSSL still reads it. */
export function withoutTime({ cert }: Pair): string {
  const der = new X509Certificate(cert).raw.toString('latin1')
  const broken = Buffer.from(der.replace(/\d{12}Z/, '999999999999Z'), 'latin1')
  return `-----BEGIN CERTIFICATE-----\n${broken.toString('base64')}\n-----END CERTIFICATE-----\n`
}
