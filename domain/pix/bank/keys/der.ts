/** Reads DER (X.690) by its heads alone: nothing that it holds is computed with. */

/** The tags that keys and certificates have. */
export const TAG = {
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectId: 0x06,
  sequence: 0x30,
  /** Of the parameters of a curve, beside the key; and of a certificate's version. */
  context0: 0xa0,
} as const

/** An element: its tag, and its contents. */
export type Element = { tag: number; contents: Buffer }

/** More elements in one are in no key and no certificate at the places that are read. */
const MAX_ELEMENTS = 16

const malformed = () => new Error('it is not in DER')

/** The elements that stand one after another. @throws Error when they are not in DER */
function elementsIn(bytes: Buffer): Element[] {
  const elements: Element[] = []
  for (let at = 0; at < bytes.length; ) {
    if (elements.length === MAX_ELEMENTS) throw malformed()
    const [tag = 0, first = 0x80] = bytes.subarray(at, at + 2)
    // Lengths that are longer, or end somewhere below, are in no DER of this size.
    const octets = first < 0x80 ? 0 : first - 0x80
    const from = at + 2 + octets
    if (first === 0x80 || octets > 3 || from > bytes.length) throw malformed()
    const length = octets === 0 ? first : bytes.readUIntBE(at + 2, octets)
    at = from + length
    if (at > bytes.length) throw malformed()
    elements.push({ tag, contents: bytes.subarray(from, at) })
  }
  return elements
}

/** Contents of an element of that tag. @throws Error when it is another one, or none */
export function contentsOf(element: Element | undefined, tag: number): Buffer {
  if (element?.tag !== tag) throw malformed()
  return element.contents
}

/** The elements of a sequence. @throws Error when it is none */
export const sequenceOf = (element: Element | undefined): Element[] =>
  elementsIn(contentsOf(element, TAG.sequence))

/** The one element that bytes are. @throws Error when they are more, or none */
export function elementOf(bytes: Buffer): Element {
  const [element, ...others] = elementsIn(bytes)
  if (!element || others.length > 0) throw malformed()
  return element
}

/** How many bits a positive integer has. */
export function bitsOf(element: Element | undefined): number {
  const contents = contentsOf(element, TAG.integer)
  const start = contents.findIndex((byte) => byte !== 0)
  if (start < 0) return 0
  return (contents.length - start) * 8 - Math.clz32(contents[start] ?? 0) + 24
}

/** An object identifier, as its bytes in hexadecimal digits. */
export const objectIdOf = (element: Element | undefined): string =>
  contentsOf(element, TAG.objectId).toString('hex')
