/** Unpacks a zip as its directory at the end describes it (APPNOTE 6.3). */
import assert from 'node:assert/strict'
import { crc32, inflateRawSync } from 'node:zlib'

/** @returns the text of each file, by its path */
export function unzip(bytes: Buffer): Record<string, string> {
  const end = bytes.length - 22
  assert.equal(bytes.readUInt32LE(end), 0x06054b50)
  const files: Record<string, string> = {}
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [size, length] = [bytes.readUInt32LE(at + 20), bytes.readUInt16LE(at + 28)]
    const name = bytes.toString('utf8', at + 46, at + 46 + length)
    const local = bytes.readUInt32LE(at + 42)
    const begin = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const content = inflateRawSync(bytes.subarray(begin, begin + size))
    assert.equal(crc32(content), bytes.readUInt32LE(at + 16), name)
    files[name] = content.toString()
    at += 46 + length + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return files
}
