import { crc32, deflateSync } from 'node:zlib'
import { encodeQR } from 'qr'

// The most that a Pix code may have; a longer one would outgrow the page.
const LONGEST_CODE = 512

// Four modules of white on each side: readers need them, the more so on a dark page.
const QUIET_ZONE = 4

/** A QR code as an SVG path for a stroke 1 wide; `size` in modules, quiet zone included. */
export type QrDrawing = { size: number; path: string }

/**
 * Draws a text as a QR code (error correction M), or gives null when it is longer than any Pix
 * code. The library's own SVG spells out every module, four times the size: here each run of
 * dark modules in a row is one stroke.
 */
export function drawQr(text: string): QrDrawing | null {
  const rows = modulesOf(text)
  return rows && drawingOf(rows)
}

/** The modules of a QR code, row by row, dark ones true; null when the text is too long. */
export const modulesOf = (text: string): boolean[][] | null =>
  text.length > LONGEST_CODE ? null : encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE })

export const drawingOf = (rows: boolean[][]): QrDrawing => ({
  size: rows.length,
  path: rows.map(drawRow).join(''),
})

/** One row through the middle of its modules: to the first dark run, then from run to run. */
function drawRow(row: boolean[], y: number): string {
  let path = ''
  let end = 0
  for (let begin = row.indexOf(true); begin >= 0; begin = row.indexOf(true, end)) {
    path += path === '' ? `M${begin} ${y}.5` : `m${begin - end} 0`
    // The quiet zone ends each row with white.
    end = row.indexOf(false, begin)
    path += `h${end - begin}`
  }
  return path
}

/** A QR code as a whole SVG file, black on white. */
export function svgOf({ size, path }: QrDrawing): string {
  const white = `<path fill="#fff" d="M0 0h${size}v${size}H0z"/>`
  const box = `viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"`
  const black = `<path stroke="#000" d="${path}"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${box}>${white}${black}</svg>`
}

// How many pixels a side of a module has: a code of 49 modules is then 392 pixels wide.
const MODULE_PX = 8

/** The first eight bytes of every PNG file (PNG, Third Edition, 5.2). */
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** One bit for each pixel, in greyscale (11.2.1): 0 is black. */
const BIT_DEPTH = 1
const GREYSCALE = 0

/** A QR code as a PNG file. */
export function pngOf(rows: boolean[][]): Buffer {
  const side = rows.length * MODULE_PX
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([BIT_DEPTH, GREYSCALE], 8)
  // Each line begins with its filter, here none; a module is one byte of eight equal pixels.
  const lines = rows.map((row) => Buffer.from([0, ...row.map((isDark) => (isDark ? 0x00 : 0xff))]))
  const pixels = lines.flatMap((line) => Array<Buffer>(MODULE_PX).fill(line))
  return Buffer.concat([
    PNG_SIGNATURE,
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.concat(pixels))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** A chunk with its length before it and its checksum after it (5.3). */
function pngChunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, checksum])
}
