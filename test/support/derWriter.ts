/** Writes DER (X.690): keys and certificates of kinds that nobody makes, with chance numbers. */
import { randomBytes } from 'node:crypto'

export function element(tag: number, ...parts: Uint8Array[]): Buffer {
  const contents = Buffer.concat(parts)
  const { length } = contents
  if (length < 128) return Buffer.concat([Buffer.from([tag, length]), contents])
  const octets = Math.ceil(length.toString(16).length / 2)
  const head = Buffer.alloc(2 + octets)
  head.set([tag, 0x80 + octets])
  head.writeUIntBE(length, 2, octets)
  return Buffer.concat([head, contents])
}

export const sequence = (...parts: Uint8Array[]) => element(0x30, ...parts)
export const octets = (bytes: Uint8Array) => element(0x04, bytes)
export const bitString = (bytes: Uint8Array) => element(0x03, Buffer.from([0]), bytes)
export const context = (tag: number, ...parts: Uint8Array[]) => element(0xa0 + tag, ...parts)
export const nothing = element(0x05)

/** A positive integer. */
export const integer = (value: number | Buffer): Buffer => {
  const bytes = typeof value === 'number' ? Buffer.from([value]) : value
  return element(0x02, (bytes[0] ?? 0) & 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes)
}

/** An odd integer of so many bits, by chance. */
export function oddInteger(bits: number): Buffer {
  const bytes = randomBytes(Math.ceil(bits / 8))
  const first = 1 << ((bits - 1) % 8)
  bytes[0] = ((bytes[0] ?? 0) & (first - 1)) | first
  const last = bytes.length - 1
  bytes[last] = (bytes[last] ?? 0) | 1
  return integer(bytes)
}

/** @param name its arcs, with dots between them */
export function objectId(name: string): Buffer {
  const [first = 0, second = 0, ...arcs] = name.split('.').map(Number)
  const bytes = arcs.flatMap((arc) => {
    const digits = [arc % 128]
    for (let left = arc >> 7; left > 0; left >>= 7) digits.unshift((left % 128) + 128)
    return digits
  })
  return element(0x06, Buffer.from([first * 40 + second, ...bytes]))
}

const RSA = sequence(objectId('1.2.840.113549.1.1.1'), nothing)
const RSA_SHA256 = sequence(objectId('1.2.840.113549.1.1.11'), nothing)
const ECDSA_SHA256 = sequence(objectId('1.2.840.10045.4.3.2'))

/** The public key of RSA, with an exponent of so many bits. */
export const rsaPublicKey = (bits: number, exponentBits = 17): Buffer =>
  sequence(RSA, bitString(sequence(oddInteger(bits), oddInteger(exponentBits))))

/** A private key of RSA (RFC 8017 A.1.2), whose numbers have nothing to do with each other. */
export function rsaPrivateKey({
  bits = 2048,
  exponentBits = 17,
  ownBits = bits,
  partBits = bits / 2,
  version = 0,
}: {
  bits?: number
  exponentBits?: number
  ownBits?: number
  partBits?: number
  version?: number
}): Buffer {
  const parts = Array.from({ length: 5 }, () => oddInteger(partBits))
  const numbers = [oddInteger(bits), oddInteger(exponentBits), oddInteger(ownBits), ...parts]
  return sequence(integer(version), ...numbers)
}

/** A private key with its algorithm (RFC 5958). */
export const pkcs8 = (algorithm: Buffer, key: Buffer): Buffer =>
  sequence(integer(0), algorithm, octets(key))

export const rsaPkcs8 = (of: Parameters<typeof rsaPrivateKey>[0]): Buffer =>
  pkcs8(RSA, rsaPrivateKey(of))

/** A DSA key of 9,992 bits: importing it computes its public key, for half a second. */
export function dsaPkcs8(): Buffer {
  const [p, q, g, x] = [9992, 256, 9984, 9984].map(oddInteger)
  const parameters = Buffer.concat([p, q, g].map((part) => part ?? nothing))
  return pkcs8(sequence(objectId('1.2.840.10040.4.1'), sequence(parameters)), x ?? nothing)
}

const nameOf = (commonName: string): Buffer =>
  sequence(element(0x31, sequence(objectId('2.5.4.3'), element(0x0c, Buffer.from(commonName)))))

const time = (text: string) => element(0x18, Buffer.from(text))

/** A signature by chance, and its algorithm. OpenSSL computes with it as with a right one. */
export type Signature = { algorithm: Buffer; value: Buffer }

/** @param bytes as many as the issuer's key has */
export const rsaSignature = (bytes: number): Signature => ({
  algorithm: RSA_SHA256,
  value: Buffer.alloc(bytes, 1),
})

/** @param bits fewer than the issuer's curve has */
export const ecdsaSignature = (bits: number): Signature => ({
  algorithm: ECDSA_SHA256,
  value: sequence(oddInteger(bits), oddInteger(bits)),
})

/** A certificate whose signature is none. */
export function unsignedCertificate({
  publicKey,
  subject = 'loja',
  issuer = subject,
  isAuthority = false,
  signature = rsaSignature(256),
}: {
  publicKey: Buffer
  subject?: string
  issuer?: string
  isAuthority?: boolean
  signature?: Signature
}): Buffer {
  const constraints = sequence(
    objectId('2.5.29.19'),
    octets(sequence(element(0x01, Buffer.from([255])))),
  )
  const alternative = sequence(
    objectId('2.5.29.17'),
    octets(sequence(element(0x82, Buffer.from('localhost')))),
  )
  const body = sequence(
    context(0, integer(2)),
    integer(1),
    signature.algorithm,
    nameOf(issuer),
    sequence(time('20200101000000Z'), time('20500101000000Z')),
    nameOf(subject),
    publicKey,
    context(3, sequence(isAuthority ? constraints : alternative)),
  )
  return sequence(body, signature.algorithm, bitString(signature.value))
}

export const pem = (label: string, der: Buffer): string =>
  `-----BEGIN ${label}-----\n${der.toString('base64')}\n-----END ${label}-----\n`
