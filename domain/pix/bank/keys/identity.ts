/**
 * Reads the certificate and the key by which a bank knows us, and the authority that its own
 * certificate is signed by. They are stored in a form that is written anew from the checked values,
 * since TLS reads it at each connection, in the serving thread.
 */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { requireCertificate, requirePrivateKey } from './keyKinds.ts'
import type { KeyType } from './keyKinds.ts'
import type { Identity } from '../mtls.ts'

/** The bytes of a certificate: one with a hundred names has about 4,000. */
const MAX_CERTIFICATE_BYTES = 8_192

/** The certificates of a chain, or of a bundle of authorities. */
export const MAX_CERTIFICATES = 10

const MAX_PRIVATE_KEY_BYTES = 8_192

/** A text in PEM holds no more; beside its blocks there may be words. */
export const MAX_PEM_CHARACTERS = 128 * 1024

/** How a private key's block is labelled (RFC 7468 §10 and before). */
const keyTypes: Partial<Record<string, KeyType>> = {
  'PRIVATE KEY': 'pkcs8',
  'RSA PRIVATE KEY': 'pkcs1',
  'EC PRIVATE KEY': 'sec1',
}

const certificateLabels = new Set(['CERTIFICATE', 'X509 CERTIFICATE'])

const block = /-----BEGIN ([A-Z\d ]{1,30})-----([A-Za-z\d+/=\s]*)-----END \1-----/g

type Block = { label: string; der: Buffer }

/** The blocks of a text in PEM; one with headers, as encrypted keys have, is none. */
function blocksIn(pem: string): Block[] {
  if (pem.length > MAX_PEM_CHARACTERS) throw new Error('it is too long')
  return [...pem.matchAll(block)].map(([, label = '', base64 = '']) => {
    return { label, der: Buffer.from(base64, 'base64') }
  })
}

/** @throws Error when it is no certificate that can be used */
export function certificateOf(der: Buffer): X509Certificate {
  if (der.length > MAX_CERTIFICATE_BYTES) throw new Error('a certificate is too long')
  requireCertificate(der)
  return new X509Certificate(der)
}

/** @throws Error when it is no private key that can be used */
export function privateKeyOf(der: Buffer, type: KeyType): KeyObject {
  if (der.length > MAX_PRIVATE_KEY_BYTES) throw new Error('the key is too long')
  requirePrivateKey(der, type)
  return createPrivateKey({ key: der, format: 'der', type })
}

/** The certificates of a text in PEM. @throws Error when one cannot be used, or there is none */
export function readCertificates(pem: string): X509Certificate[] {
  const blocks = blocksIn(pem).filter(({ label }) => certificateLabels.has(label))
  if (blocks.length === 0) throw new Error('it holds no certificate in PEM')
  if (blocks.length > MAX_CERTIFICATES) throw new Error('it holds too many certificates')
  return blocks.map(({ der }) => certificateOf(der))
}

/** Our certificate, and those that follow it. @throws as `readCertificates` */
export function readChain(pem: string): X509Certificate[] {
  const chain = readCertificates(pem)
  const { validFrom = '', validTo = '' } = chain[0] ?? {}
  // `validFromDate` and `validToDate` are made of arbitrary bytes where OpenSSL can read no time.
  if (Number.isNaN(Date.parse(validFrom) + Date.parse(validTo))) throw new Error('it has no time')
  return chain
}

/** @throws Error when there is no key that can be used, or more than one */
export function readPrivateKey(pem: string): KeyObject {
  const [key, ...others] = blocksIn(pem).filter(({ label }) => keyTypes[label])
  const type = keyTypes[key?.label ?? '']
  if (!key || !type) throw new Error('it holds no private key in PEM, or an encrypted one')
  if (others.length > 0) throw new Error('it holds several private keys')
  return privateKeyOf(key.der, type)
}

export const pemOf = (certificates: X509Certificate[]): string => certificates.join('')

export const keyPem = (key: KeyObject): string =>
  key.export({ format: 'pem', type: 'pkcs8' }).toString()

export type IdentityFault = {
  code:
    | 'invalid_certificate'
    | 'certificate_mismatch'
    | 'invalid_pkcs12'
    | 'pkcs12_iterations_exceeded'
  param: keyof Identity | 'pkcs12' | 'pkcs12_password'
}

/** The identity as it is kept, or why it cannot be used. */
export type IdentityRead =
  | { identity: Identity; fault?: undefined }
  | { identity?: undefined; fault: IdentityFault }

/** Calls `read`; @returns undefined when it throws, as it does for unusable input */
function ifReadable<Result>(read: () => Result): Result | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

const invalid = (param: keyof Identity): IdentityRead => {
  return { fault: { code: 'invalid_certificate', param } }
}

/** Reads an identity; one without a certificate has two empty texts. */
export function readIdentity({ certificate, private_key, authority }: Identity): IdentityRead {
  const authorities =
    authority === null ? null : ifReadable(() => pemOf(readCertificates(authority)))
  if (certificate === '' && private_key === '') {
    if (authorities === undefined) return invalid('authority')
    return { identity: { certificate, private_key, authority: authorities } }
  }
  const chain = ifReadable(() => readChain(certificate))
  if (!chain) return invalid('certificate')
  const key = ifReadable(() => readPrivateKey(private_key))
  if (!key) return invalid('private_key')
  if (authorities === undefined) return invalid('authority')
  if (chain[0]?.checkPrivateKey(key) !== true) {
    return { fault: { code: 'certificate_mismatch', param: 'private_key' } }
  }
  const pair = { certificate: pemOf(chain), private_key: keyPem(key) }
  return { identity: { ...pair, authority: authorities } }
}
