/** Elements of BER (X.690) as `node-forge` reads them: lengths may be open, strings in pieces. */
import type { asn1 as Asn1 } from 'node-forge'

export type Node = Asn1.Asn1

const malformed = () => new Error('it is not a PKCS#12 file')

/** The elements within one. @throws Error when it has none */
export function partsOf(node: Node | undefined): Node[] {
  if (!node || typeof node.value === 'string') throw malformed()
  return node.value
}

/** The contents of a string, whose pieces are joined, or of the only string in an element. */
export function bytesOf(node: Node | undefined): Buffer {
  if (!node) throw malformed()
  if (typeof node.value === 'string') return Buffer.from(node.value, 'latin1')
  return Buffer.concat(node.value.map(bytesOf))
}

/** Contents in hexadecimal digits, by which object identifiers are compared. */
export const hexOf = (node: Node | undefined): string => bytesOf(node).toString('hex')

/** A count: an integer that is not negative. */
export const countOf = (node: Node | undefined): number => Number(`0x${hexOf(node)}`)
