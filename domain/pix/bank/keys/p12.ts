/** The certificate and its key in a PKCS#12 file (RFC 7292), as many banks hand them out. */
import type { KeyObject, X509Certificate } from 'node:crypto'
import { trimmedCredential } from '../credentials.ts'
import { bytesOf, hexOf, partsOf } from './ber.ts'
import type { Node } from './ber.ts'
import { certificateOf, keyPem, MAX_CERTIFICATES, pemOf, privateKeyOf } from './identity.ts'
import { decrypted, requireMac, WrongPassword } from './pbe.ts'
import type { Forge, Opening } from './pbe.ts'
import type { Identity } from '../mtls.ts'

/** Both in PEM; the certificate is followed by those of its authorities that are in the file. */
export type Pair = Pick<Identity, 'certificate' | 'private_key'>

/** With a chain of certificates, a file has less than 10 KiB. */
export const MAX_P12_BYTES = 64 * 1024

/** Types of contents (RFC 5652), and of bags (RFC 7292 §4.2). */
const DATA = '2a864886f70d010701'
const ENCRYPTED_DATA = '2a864886f70d010706'
const KEY_BAG = '2a864886f70d010c0a0101'
const SHROUDED_KEY_BAG = '2a864886f70d010c0a0102'
const CERTIFICATE_BAG = '2a864886f70d010c0a0103'

const parse = (forge: Forge, bytes: Buffer): Node => forge.asn1.fromDer(bytes.toString('latin1'))

type Bag = { type: string; contents: Node | undefined }

/** The bags in one of the contents that a file is made of. @throws as `readP12` */
function bagsIn(opening: Opening, info: Node): Bag[] {
  const [type, content] = partsOf(info)
  let bytes: Buffer
  if (hexOf(type) === DATA) bytes = bytesOf(content)
  else if (hexOf(type) === ENCRYPTED_DATA) {
    const [, encrypted] = partsOf(partsOf(content)[0])
    const [, algorithm, data] = partsOf(encrypted)
    bytes = decrypted(opening, algorithm, bytesOf(data))
  } else throw new Error('it is encrypted for a key, not by a password')
  if (bytes.length === 0) return []
  return partsOf(parse(opening.forge, bytes)).map((bag) => {
    const [bagType, value] = partsOf(bag)
    return { type: hexOf(bagType), contents: partsOf(value)[0] }
  })
}

function keyIn(opening: Opening, { type, contents }: Bag): KeyObject {
  if (type === KEY_BAG) {
    const der = contents ? opening.forge.asn1.toDer(contents).getBytes() : ''
    return privateKeyOf(Buffer.from(der, 'latin1'), 'pkcs8')
  }
  const [algorithm, data] = partsOf(contents)
  return privateKeyOf(decrypted(opening, algorithm, bytesOf(data)), 'pkcs8')
}

/** None where it cannot be used: old authorities have keys of other kinds. */
function certificateIn({ contents }: Bag): X509Certificate[] {
  try {
    return [certificateOf(bytesOf(partsOf(contents)[1]))]
  } catch {
    return []
  }
}

function opened(opening: Opening, file: Node): Pair {
  const [, whole, mac] = partsOf(file)
  const contents = bytesOf(partsOf(whole)[1])
  const infos = partsOf(parse(opening.forge, contents))
  const bags = infos.flatMap((info) => bagsIn(opening, info))
  const ofType = (...types: string[]) =>
    bags.filter(({ type }) => types.includes(type)).slice(0, MAX_CERTIFICATES)
  const keys = ofType(KEY_BAG, SHROUDED_KEY_BAG).map((bag) => keyIn(opening, bag))
  if (mac) {
    const isProved =
      ofType(SHROUDED_KEY_BAG).length > 0 ||
      infos.some((info) => hexOf(partsOf(info)[0]) === ENCRYPTED_DATA)
    requireMac(mac, { password: opening.password, contents, isProved })
  }
  return pairOf(ofType(CERTIFICATE_BAG).flatMap(certificateIn), keys)
}

/**
 * Opens the file. Node cannot, so `node-forge` reads its form, loaded here alone. A password that
 * does not open it is tried without what cannot be seen at its ends.
 *
 * @throws WrongPassword, TooManyIterations, or Error when it is no such file, or has no certificate
 *   with its private key that can be used
 */
export async function readP12(bytes: Buffer, password: string): Promise<Pair> {
  if (bytes.length > MAX_P12_BYTES) throw new Error('it is too long')
  const { default: forge } = await import('node-forge')
  const file = parse(forge, bytes)
  const trimmed = trimmedCredential(password)
  try {
    return opened({ forge, password }, file)
  } catch (error) {
    if (!(error instanceof WrongPassword) || trimmed === password) throw error
    return opened({ forge, password: trimmed }, file)
  }
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
