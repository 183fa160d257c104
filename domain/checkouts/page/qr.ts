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
  if (text.length > LONGEST_CODE) return null
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE })
  return { size: rows.length, path: rows.map(drawRow).join('') }
}

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
