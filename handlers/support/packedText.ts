import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import Negotiator from 'negotiator'

/** Of 660 KB, 56 remain in 17 ms; the highest quality would save 8 KB more in 1.7 s. */
const BROTLI_QUALITY = 6

const brotli = promisify(brotliCompress)

/** By default brotli takes the memory for a window of 4 MiB, whatever the length of the text. */
const windowBits = (length: number) => Math.min(22, Math.max(16, Math.ceil(Math.log2(length + 1))))

const paramsFor = ({ length }: Buffer) => ({
  [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
  [constants.BROTLI_PARAM_SIZE_HINT]: length,
  [constants.BROTLI_PARAM_LGWIN]: windowBits(length),
})

/** How a text is packed for each coding, in Node's threads and not in the serving one. */
const packers = {
  br: (text: Buffer): Promise<Buffer> => brotli(text, { params: paramsFor(text) }),
  gzip: promisify(gzip) as (text: Buffer) => Promise<Buffer>,
  identity: async (text: Buffer): Promise<Buffer> => text,
}

export type Coding = keyof typeof packers

const codings = Object.keys(packers) as Coding[]

const tagOf = (text: Buffer) => createHash('sha256').update(text).digest('base64url')

const headersOf = (tag: string, coding: Coding): Record<string, string> => ({
  Vary: 'Accept-Encoding',
  // Each form has a tag of its own (RFC 9110 §8.8.3.3).
  ETag: coding === 'identity' ? `"${tag}"` : `"${tag}-${coding}"`,
  ...(coding !== 'identity' && { 'Content-Encoding': coding }),
})

/** The smallest form that the reader takes; the text as it is for one who takes none. */
export function codingFor(acceptEncoding: string | undefined): Coding {
  const wishes = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } })
  const taken = wishes.encodings(codings)
  return codings.find((coding) => taken.includes(coding)) ?? 'identity'
}

/** One form of a text, and the headers that say how it is packed. */
export type Packed = { headers: Record<string, string>; bytes: Buffer }

/** One form of a text that is not kept. */
export async function packed(text: string, coding: Coding): Promise<Packed> {
  const plain = Buffer.from(text)
  return { headers: headersOf(tagOf(plain), coding), bytes: await packers[coding](plain) }
}

/** A long text that many read, packed once for each coding. */
export class PackedText {
  readonly #plain: Buffer
  readonly #tag: string
  readonly #packed = new Map<Coding, Promise<Buffer>>()

  constructor(text: string) {
    this.#plain = Buffer.from(text)
    this.#tag = tagOf(this.#plain)
  }

  /** The text as its reader understands it. */
  async for(request: { 'accept-encoding'?: string | undefined }): Promise<Packed> {
    const coding = codingFor(request['accept-encoding'])
    const packed = this.#packed.get(coding) ?? packers[coding](this.#plain)
    this.#packed.set(coding, packed)
    return { headers: headersOf(this.#tag, coding), bytes: await packed }
  }
}

/** True when the reader has the text of this tag (`If-None-Match`, RFC 9110 §13.1.2). */
export const isKnown = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch?.split(',').some((one) => ['*', tag].includes(one.trim().replace(/^W\//, ''))) ??
  false
