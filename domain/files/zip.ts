/**
 * Archives that are written while their members are made (APPNOTE.TXT 6.3): the sizes of a member
 * follow it in a data descriptor, since they are not known before.
 */
import { Readable, pipeline } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

export type Member = { name: string; pieces: AsyncIterable<string> | Iterable<string> }

type ZipEntry = { name: Buffer; checksum: number; size: number; packedSize: number; at: number }

const VERSION = 20
const DEFLATED = 8

/** The sizes follow the data (bit 3), and names are in UTF-8 (bit 11). */
const FLAGS = 0x0808

/** 1 January 1980, the first day that there is; no reader of these files asks for it. */
const DATE = 0x0021

/** Largest size and offset in an archive without ZIP64. */
const MAX_BYTES = 0xffffffff

/** Level 1 takes a third of the time of the default, and a tenth more room. */
const LEVEL = 1

function numbers(...fields: readonly [value: number, bytes: 2 | 4][]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [, bytes]) => sum + bytes, 0))
  let at = 0
  for (const [value, bytes] of fields) at = buffer.writeUIntLE(value, at, bytes)
  return buffer
}

const head = (name: Buffer): Buffer =>
  Buffer.concat([
    numbers([0x04034b50, 4], [VERSION, 2], [FLAGS, 2], [DEFLATED, 2], [0, 2], [DATE, 2]),
    numbers([0, 4], [0, 4], [0, 4], [name.length, 2], [0, 2]),
    name,
  ])

const descriptor = ({ checksum, packedSize, size }: ZipEntry): Buffer =>
  numbers([0x08074b50, 4], [checksum, 4], [packedSize, 4], [size, 4])

const entry = ({ name, checksum, size, packedSize, at }: ZipEntry): Buffer =>
  Buffer.concat([
    numbers([0x02014b50, 4], [VERSION, 2], [VERSION, 2], [FLAGS, 2], [DEFLATED, 2], [0, 2]),
    numbers([DATE, 2], [checksum, 4], [packedSize, 4], [size, 4], [name.length, 2], [0, 2]),
    numbers([0, 2], [0, 2], [0, 2], [0, 4], [at, 4]),
    name,
  ])

const end = (entries: number, bytes: number, at: number): Buffer =>
  numbers([0x06054b50, 4], [0, 4], [entries, 2], [entries, 2], [bytes, 4], [at, 4], [0, 2])

/** Deflates a member, and notes in `written` what it has come to. */
async function* packed({ pieces }: Member, written: ZipEntry): AsyncGenerator<Buffer> {
  const counted = async function* () {
    for await (const piece of pieces) {
      const bytes = Buffer.from(piece)
      written.checksum = crc32(bytes, written.checksum)
      written.size += bytes.length
      yield bytes
    }
  }
  const deflate = createDeflateRaw({ level: LEVEL })
  // An error of the source is thrown by the loop below.
  pipeline(Readable.from(counted()), deflate, () => undefined)
  for await (const piece of deflate as AsyncIterable<Buffer>) {
    written.packedSize += piece.length
    yield piece
  }
}

/**
 * An archive, in pieces.
 *
 * @throws Error when it would be too long for a reader without ZIP64
 */
export async function* zipOf(
  members: AsyncIterable<Member> | Iterable<Member>,
): AsyncGenerator<Buffer> {
  const all: ZipEntry[] = []
  let at = 0
  const counted = (piece: Buffer): Buffer => {
    at += piece.length
    if (at > MAX_BYTES) throw new Error('The file is too long for an archive.')
    return piece
  }
  for await (const member of members) {
    const name = Buffer.from(member.name)
    const written: ZipEntry = { name, checksum: 0, size: 0, packedSize: 0, at }
    all.push(written)
    yield counted(head(name))
    for await (const piece of packed(member, written)) yield counted(piece)
    if (written.size > MAX_BYTES) throw new Error(`${member.name} is too long for an archive.`)
    yield counted(descriptor(written))
  }
  const directory = Buffer.concat(all.map(entry))
  yield Buffer.concat([directory, end(all.length, directory.length, at)])
}
