/** Files of images, made to measure. */
import { crc32, deflateSync } from 'node:zlib'
import type { TestAccount } from './service.ts'

const word = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value >>> 0)
  return bytes
}

/** A chunk of a PNG. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([word(data.length), named, word(crc32(named))])
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A PNG of one grey, with other chunks between its head and its pixels. */
export function png(width = 32, height = width, between: Buffer[] = []): Buffer {
  const row = 1 + Math.ceil(width / 8)
  const pixels = deflateSync(Buffer.alloc(row * Math.min(height, 4_096)))
  return pngOf(pixels, { width, height }, between)
}

type PngHead = { width: number; height: number; depth?: number; colours?: number; adam7?: boolean }

/** A PNG whose packed rows are what they are, whatever its head says of them. */
export function pngOf(
  packed: Buffer,
  { width, height, depth = 1, colours = 0, adam7 = false }: PngHead,
  between: Buffer[] = [],
): Buffer {
  const rest = Buffer.from([depth, colours, 0, 0, Number(adam7)])
  return Buffer.concat([
    SIGNATURE,
    pngChunk('IHDR', Buffer.concat([word(width), word(height), rest])),
    ...between,
    pngChunk('IDAT', packed),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** A segment of a JPEG. */
export function jpegSegment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

/** A file with the structure of a JPEG, with further segments after its beginning. */
export function jpeg(width = 32, height = width, between: Buffer[] = []): Buffer {
  const frame = Buffer.from([8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0])
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    jpegSegment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')),
    ...between,
    jpegSegment(0xdb, Buffer.alloc(65)),
    jpegSegment(0xc0, frame),
    jpegSegment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    // Packed data may contain FF, followed by 0 or by the marker of a restart.
    Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56]),
    Buffer.from([0xff, 0xd9]),
  ])
}

/** A chunk of a WebP. */
export function webpChunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length & 1)])
}

/** A lossless WebP of one colour, with other chunks before and after its pixels. */
export function webp(
  width = 32,
  height = width,
  { before = [], after = [] }: { before?: Buffer[]; after?: Buffer[] } = {},
): Buffer {
  const pixels = Buffer.alloc(8)
  pixels[0] = 0x2f
  pixels.writeUInt32LE((((height - 1) << 14) | (width - 1)) >>> 0, 1)
  const chunks = Buffer.concat([...before, webpChunk('VP8L', pixels), ...after])
  const head = Buffer.alloc(12)
  head.write('RIFF', 'latin1')
  head.writeUInt32LE(chunks.length + 4, 4)
  head.write('WEBP', 8, 'latin1')
  return Buffer.concat([head, chunks])
}

/** The part of an extended WebP that gives its size, and the kinds of its other parts. */
export function webpExtended(flags: number, width = 32, height = width): Buffer {
  const data = Buffer.alloc(10)
  data[0] = flags
  data.writeUIntLE(width - 1, 4, 3)
  data.writeUIntLE(height - 1, 7, 3)
  return webpChunk('VP8X', data)
}

/** A body of `PUT /v1/settings/logo`. */
export const logoBody = (file = png(), content_type = 'image/png') => ({
  content_type,
  data: file.toString('base64'),
})

/** Gives a seller a logo, and returns the last part of its address. */
export async function logoOf(seller: TestAccount, file?: Buffer): Promise<string> {
  const { status, body, text } = await seller.put<'Settings'>('/v1/settings/logo', logoBody(file))
  if (status !== 200) throw new Error(`Expected 200, got ${status}: ${text}`)
  return body.logo_url?.split('/').at(-1) ?? ''
}
