/**
 * Reads the files of logos without decoding a pixel: what one unpacks to costs nothing here. A file
 * is taken when its whole structure is that of its kind, and it is kept without what tells of the
 * camera and the place (EXIF but for the orientation, XMP, comments), since everybody can read it,
 * and without what follows its end. The rows of a PNG are counted by `pngRows.ts`, in a thread.
 */
import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { LOGO_TYPES } from '../../db/schema/settings.ts'

export type LogoType = (typeof LOGO_TYPES)[number]

/** Limits of an image: bytes of its file, and pixels of each side. */
export const MAX_LOGO_BYTES = 128 * 1024
export const MIN_LOGO_SIDE = 32
export const MAX_LOGO_SIDE = 2_048

type Size = { width: number; height: number }

/** A file that was taken, as it is kept. */
export type LogoFile = Size & { id: string; content_type: LogoType; bytes: Buffer }

type ImageParts = Size & { parts: Buffer[] }

const ascii = (bytes: Buffer, at: number, length = 4) => bytes.toString('latin1', at, at + length)

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Of a chunk, beside its data: length, type and CRC-32. */
const CHUNK_BYTES = 12

/** Critical chunks of a still image, and those of the ancillary ones that affect its colours. */
const pngChunks = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP'])

/** The colour types of PNG, and the depths that each may have. */
const pngDepths: Record<number, readonly number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

function pngSize(chunk: Buffer): Size | undefined {
  if (chunk.length !== CHUNK_BYTES + 13) return undefined
  const header = chunk.subarray(8, 21)
  const [depth = 0, colours = 0, compression, filter, interlace = 0] = header.subarray(8)
  const isKnown = pngDepths[colours]?.includes(depth) === true
  if (!isKnown || compression !== 0 || filter !== 0 || interlace > 1) return undefined
  return { width: header.readUInt32BE(0), height: header.readUInt32BE(4) }
}

/** PNG (W3C, third edition): a signature, then chunks from IHDR to IEND. */
function parsePng(bytes: Buffer): ImageParts | undefined {
  if (!bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return undefined
  const parts: Buffer[] = [PNG_SIGNATURE]
  let size: Size | undefined
  let hasPixels = false
  let at = PNG_SIGNATURE.length
  while (at + CHUNK_BYTES <= bytes.length) {
    const chunk = bytes.subarray(at, at + CHUNK_BYTES + bytes.readUInt32BE(at))
    const isWhole = chunk.length === CHUNK_BYTES + bytes.readUInt32BE(at)
    const type = ascii(bytes, at + 4)
    if (!isWhole || crc32(chunk.subarray(4, -4)) !== chunk.readUInt32BE(chunk.length - 4)) break
    // It begins with one IHDR; acTL makes it an animation.
    if ((type === 'IHDR') !== (size === undefined) || type === 'acTL') break
    size ??= pngSize(chunk)
    if (!size) break
    if (type === 'IDAT') hasPixels = true
    if (pngChunks.has(type)) parts.push(chunk)
    // A chunk whose name begins with a capital is needed to draw the image.
    else if (/^[A-Z]/.test(type)) break
    at += chunk.length
    if (type === 'IEND') return hasPixels ? { ...size, parts } : undefined
  }
  return undefined
}

const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda
const COMMENT = 0xfe
const EXIF_MARKER = 0xe1
const FILL = 0xff

/** Segments of an application; of these, JFIF, a colour profile and Adobe's way of colours stay. */
const isApplication = (marker: number) => marker >= 0xe0 && marker <= 0xef
const keptApplications = new Set([0xe0, 0xe2, 0xee])

/** Baseline, extended and progressive frames, as browsers draw them (ITU-T T.81, B.1.1.3). */
const frames = new Set([0xc0, 0xc1, 0xc2])

/** Markers that stand between two pieces of packed data, and are part of it. */
const isInData = (marker: number) => marker === 0 || (marker >= 0xd0 && marker <= 0xd7)

const EXIF = 'Exif\0\0'

/** The tag of an image's orientation in its first directory (TIFF 6.0, Exif 2.32 §4.6.4). */
const ORIENTATION = 0x0112
const SHORT = 3

/** Entries of a directory that are looked at: cameras write fewer than 50. */
const MAX_ENTRIES = 200

/** The orientation that a segment with EXIF says, 2 to 8; undefined for any other, or as stored. */
function orientationOf(segment: Buffer): number | undefined {
  const tiff = segment.subarray(4 + EXIF.length)
  if (ascii(segment, 4, EXIF.length) !== EXIF || tiff.length < 10) return undefined
  const isLittle = ascii(tiff, 0, 2) === 'II'
  const uint16 = (at: number) =>
    at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at)
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  const count = Math.min(uint16(directory), MAX_ENTRIES)
  for (let entry = directory + 2; entry < directory + 2 + count * 12; entry += 12) {
    if (uint16(entry) !== ORIENTATION || uint16(entry + 2) !== SHORT) continue
    const value = uint16(entry + 8)
    return value >= 2 && value <= 8 ? value : undefined
  }
  return undefined
}

/** A segment with EXIF that says the orientation and nothing else. */
function orientationSegment(orientation: number): Buffer {
  const tiff = Buffer.from([
    ...[0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1],
    ...[ORIENTATION >> 8, ORIENTATION & 255, 0, SHORT, 0, 0, 0, 1, 0, orientation, 0, 0],
    ...[0, 0, 0, 0],
  ])
  const head = Buffer.from([0xff, EXIF_MARKER, 0, 2 + EXIF.length + tiff.length])
  return Buffer.concat([head, Buffer.from(EXIF, 'latin1'), tiff])
}

/** Where the packed data that begins there ends: at the next marker. */
function endOfData(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(0xff, from)
  while (at !== -1 && isInData(bytes[at + 1] ?? 0)) at = bytes.indexOf(0xff, at + 2)
  return at === -1 ? bytes.length : at
}

function frameSize(segment: Buffer): Size | undefined {
  if (segment.length < 10 || segment[4] !== 8) return undefined
  return { height: segment.readUInt16BE(5), width: segment.readUInt16BE(7) }
}

/** JPEG (ITU-T T.81): markers from SOI to EOI, each after any fill bytes and with its segment. */
function parseJpeg(bytes: Buffer): ImageParts | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== SOI) return undefined
  const parts: Buffer[] = [bytes.subarray(0, 2)]
  let size: Size | undefined
  let hasPixels = false
  let at = 2
  while (at + 2 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    if (marker === FILL) {
      at++
      continue
    }
    if (marker === EOI) {
      const end = bytes.subarray(at, at + 2)
      return size && hasPixels ? { ...size, parts: [...parts, end] } : undefined
    }
    if (at + 4 > bytes.length) return undefined
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    const segment = bytes.subarray(at, end)
    if (segment.length < 4 || segment.length !== end - at) return undefined
    if (frames.has(marker)) {
      if (size) return undefined
      size = frameSize(segment)
      if (!size) return undefined
    }
    const orientation = marker === EXIF_MARKER ? orientationOf(segment) : undefined
    const isKept = !isApplication(marker) || keptApplications.has(marker)
    if (orientation !== undefined) parts.push(orientationSegment(orientation))
    else if (isKept && marker !== COMMENT) parts.push(segment)
    at = end
    if (marker !== SOS) continue
    hasPixels = true
    at = endOfData(bytes, end)
    parts.push(bytes.subarray(end, at))
  }
  return undefined
}

const webpChunks = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP'])

/** Flags of VP8X: of an animation, and of EXIF and XMP, which are taken out. */
const ANIMATED = 0x02
const WITHOUT_METADATA = 0xff & ~0x0c

const vp8Size = (data: Buffer): Size | undefined => {
  const isKeyFrame = data.length >= 10 && (data.readUInt8(0) & 1) === 0
  if (!isKeyFrame || data.readUIntBE(3, 3) !== 0x9d012a) return undefined
  return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }
}

const vp8lSize = (data: Buffer): Size | undefined => {
  if (data.length < 5 || data[0] !== 0x2f) return undefined
  const bits = data.readUInt32LE(1)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

/** The size of the whole image, which the one chunk of pixels in it has as well. */
function vp8xSize(data: Buffer): Size | undefined {
  if (data.length !== 10 || (data.readUInt8(0) & ANIMATED) !== 0) return undefined
  return { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 }
}

const webpSizes: Record<string, (data: Buffer) => Size | undefined> = {
  'VP8 ': vp8Size,
  VP8L: vp8lSize,
  VP8X: vp8xSize,
}

/** A chunk without the flags of what is taken out. */
function webpChunk(type: string, chunk: Buffer): Buffer {
  if (type !== 'VP8X') return chunk
  const copy = Buffer.from(chunk)
  copy[8] = (copy[8] ?? 0) & WITHOUT_METADATA
  return copy
}

const areEqual = (a: Size, b: Size) => a.width === b.width && a.height === b.height

/** WebP (RFC 9649): a RIFF file of chunks, each padded to an even length. */
function parseWebp(sent: Buffer): ImageParts | undefined {
  const isRiff = sent.length >= 12 && ascii(sent, 0) === 'RIFF' && ascii(sent, 8) === 'WEBP'
  if (!isRiff || sent.readUInt32LE(4) + 8 > sent.length) return undefined
  const bytes = sent.subarray(0, sent.readUInt32LE(4) + 8)
  const chunks: Buffer[] = []
  let size: Size | undefined
  let pixels = 0
  let at = 12
  while (at + 8 <= bytes.length) {
    const type = ascii(bytes, at)
    const length = bytes.readUInt32LE(at + 4)
    const end = at + 8 + length + (length & 1)
    if (end > bytes.length) return undefined
    const chunkSize = webpSizes[type]?.(bytes.subarray(at + 8, at + 8 + length))
    if (webpSizes[type] && (!chunkSize || (size && !areEqual(size, chunkSize)))) return undefined
    size ??= chunkSize
    if (type === 'VP8 ' || type === 'VP8L') pixels++
    if (webpChunks.has(type)) chunks.push(webpChunk(type, bytes.subarray(at, end)))
    at = end
  }
  if (!size || pixels !== 1 || at !== bytes.length) return undefined
  const head = Buffer.from(bytes.subarray(0, 12))
  head.writeUInt32LE(4 + chunks.reduce((sum, { length }) => sum + length, 0), 4)
  return { ...size, parts: [head, ...chunks] }
}

const parsers: Record<LogoType, (bytes: Buffer) => ImageParts | undefined> = {
  'image/png': parsePng,
  'image/jpeg': parseJpeg,
  'image/webp': parseWebp,
}

const isSide = (pixels: number) => pixels >= MIN_LOGO_SIDE && pixels <= MAX_LOGO_SIDE

/**
 * A logo as it is kept.
 *
 * @param data in base64
 * @returns undefined when it is no still image of this kind, or larger or smaller than one may be
 */
export function readLogo(content_type: LogoType, data: string): LogoFile | undefined {
  const sent = Buffer.from(data, 'base64')
  // Node skips characters that are not base64, so a text with any of them encodes differently.
  if (sent.length > MAX_LOGO_BYTES || sent.toString('base64') !== data) return undefined
  const parsed = parsers[content_type](sent)
  if (!parsed || !isSide(parsed.width) || !isSide(parsed.height)) return undefined
  const { width, height, parts } = parsed
  const bytes = Buffer.concat(parts)
  const id = createHash('sha256').update(bytes).digest('base64url')
  return { id, content_type, bytes, width, height }
}
