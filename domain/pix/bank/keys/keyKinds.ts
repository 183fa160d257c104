/**
 * Which keys are taken: RSA of 2,048 to 4,096 bits, P-256, P-384, P-521 and Ed25519. It is read
 * from the DER before OpenSSL imports anything: a DSA key of 9,992 bits, 7 KB long, costs it two
 * seconds before it can be refused.
 */
import { bitsOf, contentsOf, elementOf, objectIdOf, sequenceOf, TAG } from './der.ts'
import type { Element } from './der.ts'

const RSA = '2a864886f70d010101'
const EC = '2a8648ce3d0201'
const ED25519 = '2b6570'
const CURVES = new Set(['2a8648ce3d030107', '2b81040022', '2b81040023'])

const MIN_RSA_BITS = 2_048
const MAX_RSA_BITS = 4_096

/** OpenSSL takes no longer public exponent of a long modulus. */
const MAX_EXPONENT_BITS = 64

/** By how much the primes of a key may differ from half of its modulus. */
const PRIME_SLACK_BITS = 16

/** The version of a key with two primes, and the integers in one after it. */
const TWO_PRIMES = 0
const PRIVATE_INTEGERS = 8

const wrongKind = () =>
  new Error('its key is neither RSA of 2048 to 4096 bits, nor P-256, P-384, P-521 or Ed25519')

function requireModulus(modulus: Element | undefined, exponent: Element | undefined): number {
  const bits = bitsOf(modulus)
  const isTaken = bits >= MIN_RSA_BITS && bits <= MAX_RSA_BITS
  if (!isTaken || bitsOf(exponent) > MAX_EXPONENT_BITS) throw wrongKind()
  return bits
}

/** Signing computes with each of the integers, so none may be longer than in a usual key. */
function requireRsa(key: Element): void {
  const [version, modulus, exponent, privateExponent, ...parts] = sequenceOf(key)
  const bits = requireModulus(modulus, exponent)
  const maxPartBits = Math.ceil(bits / 2) + PRIME_SLACK_BITS
  const isUsual =
    bitsOf(version) === TWO_PRIMES &&
    3 + parts.length === PRIVATE_INTEGERS &&
    bitsOf(privateExponent) <= bits &&
    parts.every((part) => bitsOf(part) <= maxPartBits)
  if (!isUsual) throw wrongKind()
}

/** A curve by its name: one that is described might be of any size. */
function requireCurve(curve: Element | undefined): void {
  if (curve?.tag !== TAG.objectId || !CURVES.has(objectIdOf(curve))) throw wrongKind()
}

/** @param isAlone whether the curve is named in the key alone, and not beside it */
function requireEc(key: Element, isAlone: boolean): void {
  const named = sequenceOf(key).filter(({ tag }) => tag === TAG.context0)
  if (isAlone && named.length === 0) throw wrongKind()
  for (const { contents } of named) requireCurve(elementOf(contents))
}

/** Encodings of a private key in DER (RFC 5958, RFC 8017 A.1.2, RFC 5915). */
export type KeyType = 'pkcs8' | 'pkcs1' | 'sec1'

/** @throws Error when a private key is of no kind that is taken */
export function requirePrivateKey(der: Buffer, type: KeyType): void {
  const key = elementOf(der)
  if (type === 'pkcs1') return requireRsa(key)
  if (type === 'sec1') return requireEc(key, true)
  const [, algorithm, inner] = sequenceOf(key)
  const [id, curve] = sequenceOf(algorithm)
  const name = objectIdOf(id)
  if (name === ED25519) return
  if (name !== RSA && name !== EC) throw wrongKind()
  const privateKey = elementOf(contentsOf(inner, TAG.octetString))
  if (name === RSA) return requireRsa(privateKey)
  requireCurve(curve)
  requireEc(privateKey, false)
}

/** @throws Error when the public key of a certificate is of no kind that is taken */
export function requireCertificate(der: Buffer): void {
  const [body] = sequenceOf(elementOf(der))
  const fields = sequenceOf(body)
  // The version is left out of certificates of the first.
  const { 5: publicKey } = fields[0]?.tag === TAG.context0 ? fields.slice(1) : fields
  const [algorithm, bits] = sequenceOf(publicKey)
  const [id, curve] = sequenceOf(algorithm)
  const name = objectIdOf(id)
  if (name === ED25519) return
  if (name === EC) return requireCurve(curve)
  if (name !== RSA) throw wrongKind()
  // The first octet of a bit string counts the bits of the last one that are unused.
  const [modulus, exponent] = sequenceOf(elementOf(contentsOf(bits, TAG.bitString).subarray(1)))
  requireModulus(modulus, exponent)
}
