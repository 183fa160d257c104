/** Zip files, byte for byte the same from the same entries. */
import { crc32, deflateRawSync } from 'node:zlib'

export type Entry = { name: string; bytes: Buffer }

/** The first moment that a zip can say, 1 January 1980, so that each build has the same bytes. */
const DATE = 0x00210000

/** Deflated, names in UTF-8. */
const METHOD_AND_FLAGS = { version: 20, flags: 0x0800, method: 8 }

/** Fields that local header and directory share, from the version needed to the name's length. */
function header({ name, bytes }: Entry, compressed: Buffer): Buffer {
  const fields = Buffer.alloc(26)
  const { version, flags, method } = METHOD_AND_FLAGS
  fields.writeUInt16LE(version, 0)
  fields.writeUInt16LE(flags, 2)
  fields.writeUInt16LE(method, 4)
  fields.writeUInt32LE(DATE, 6)
  fields.writeUInt32LE(crc32(bytes), 10)
  fields.writeUInt32LE(compressed.length, 14)
  fields.writeUInt32LE(bytes.length, 18)
  fields.writeUInt16LE(Buffer.byteLength(name), 22)
  return fields
}

/** A zip without directories of its own, as APPNOTE 6.3 has it. */
export function zip(files: Entry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of files) {
    const compressed = deflateRawSync(entry.bytes, { level: 9 })
    const fields = header(entry, compressed)
    const name = Buffer.from(entry.name)
    const local = [Buffer.from('PK\x03\x04'), fields, name, compressed]
    // Made by Unix, version 2.0; no comment, first disk, and a plain file that its owner may write.
    const after = Buffer.alloc(14)
    after.writeUInt32LE((0o100644 << 16) >>> 0, 6)
    after.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x03', 'latin1'), fields, after, name)
    parts.push(...local)
    offset += local.reduce((sum, { length }) => sum + length, 0)
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, central, end])
}
