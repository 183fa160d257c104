/** The certificate and its key in a PKCS#12 file (RFC 7292), as many banks hand them out. */
import type { KeyObject, X509Certificate } from 'node:crypto'
import type { asn1 as Asn1, pkcs12 as Pkcs12 } from 'node-forge'
import { certificateOf, keyPem, MAX_CERTIFICATES, pemOf, privateKeyOf } from './identity.ts'
import type { Identity } from '../mtls.ts'

/** Both in PEM; the certificate is followed by those of its authorities that are in the file. */
export type Pair = Pick<Identity, 'certificate' | 'private_key'>

/** With a chain of certificates, a file has less than 10 KiB. */
export const MAX_P12_BYTES = 64 * 1024

/** How often a password is hashed: banks' files have 2,048, `openssl` and Java up to 10,000. */
const MAX_ITERATIONS = 100_000

/** Deeper than the structures that hold these numbers. */
const MAX_LEVELS = 32

const bagTypes = ['certBag', 'keyBag', 'pkcs8ShroudedKeyBag'] as const

/** The password does not open the file. */
export class WrongPassword extends Error {
  override name = 'WrongPassword'
}

type Forge = typeof import('node-forge')

/**
 * A number beside a salt says how often the password is hashed. Encrypted parts are not checked
 * here; the time limit of the thread bounds those.
 *
 * @throws Error when it is too high
 */
function requireFewIterations(forge: Forge, node: Asn1.Asn1, level = 0): void {
  const { Type } = forge.asn1
  if (level > MAX_LEVELS) return
  if (typeof node.value === 'string') {
    if (node.type !== Type.OCTETSTRING) return
    const inner = ifParsed(forge, node.value)
    return inner && requireFewIterations(forge, inner, level + 1)
  }
  for (const [i, element] of node.value.entries()) {
    const before = node.value[i - 1]
    const isCount = element.type === Type.INTEGER && before?.type === Type.OCTETSTRING
    if (
      isCount &&
      Number(`0x${Buffer.from(String(element.value), 'latin1').toString('hex')}`) > MAX_ITERATIONS
    ) {
      throw new Error('its password is hashed too often')
    }
    requireFewIterations(forge, element, level + 1)
  }
}

function ifParsed(forge: Forge, bytes: string): Asn1.Asn1 | undefined {
  try {
    return forge.asn1.fromDer(bytes)
  } catch {
    return undefined
  }
}

function opened(forge: Forge, file: Asn1.Asn1, password: string): Pkcs12.Pkcs12Pfx {
  try {
    return forge.pkcs12.pkcs12FromAsn1(file, false, password)
  } catch (error) {
    const { message } = error as Error
    if (/password|MAC could not be verified/i.test(message)) {
      throw new WrongPassword('the password does not open it', { cause: error })
    }
    throw error
  }
}

/**
 * Opens the file. Node cannot, so `node-forge` does, loaded here alone.
 *
 * @throws WrongPassword, or Error when it is no such file, or has no certificate with its private
 *   key that can be used
 */
export async function readP12(bytes: Buffer, password: string): Promise<Pair> {
  if (bytes.length > MAX_P12_BYTES) throw new Error('it is too long')
  const { default: forge } = await import('node-forge')
  const file = forge.asn1.fromDer(bytes.toString('latin1'))
  requireFewIterations(forge, file)
  const p12 = opened(forge, file, password)
  const [certBags, ...keyBags] = bagTypes.map((name) => {
    const bagType = forge.pki.oids[name] ?? ''
    return p12.getBags({ bagType })[bagType] ?? []
  })
  const derOf = (asn1: Asn1.Asn1) => Buffer.from(forge.asn1.toDer(asn1).getBytes(), 'latin1')
  // Forge reads RSA alone, and leaves other keys as they stand in the file.
  const certificateIn = ({ cert, asn1 }: Pkcs12.Bag) =>
    certificateOf(derOf(cert ? forge.pki.certificateToAsn1(cert) : asn1))
  const keyIn = ({ key, asn1 }: Pkcs12.Bag) => {
    const derKey = key ? forge.pki.wrapRsaPrivateKey(forge.pki.privateKeyToAsn1(key)) : asn1
    return privateKeyOf(derOf(derKey), 'pkcs8')
  }
  // Old authorities have keys of other kinds, and a bank knows its own.
  const certificates = (certBags ?? []).slice(0, MAX_CERTIFICATES).flatMap((bag) => {
    try {
      return certificateIn(bag)
    } catch {
      return []
    }
  })
  return pairOf(certificates, keyBags.flat().slice(0, MAX_CERTIFICATES).map(keyIn))
}

function pairOf(certificates: X509Certificate[], keys: KeyObject[]): Pair {
  for (const key of keys) {
    const holder = certificates.find((certificate) => certificate.checkPrivateKey(key))
    if (!holder) continue
    const chain = [holder, ...certificates.filter((certificate) => certificate !== holder)]
    return { certificate: pemOf(chain), private_key: keyPem(key) }
  }
  throw new Error('it has no certificate with its private key')
}
