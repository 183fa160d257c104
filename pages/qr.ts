import { encodeQR } from 'qr'

// A Pix code has at most 512 characters; far past that the drawing would outgrow the page.
const LONGEST_CODE = 700

// Four modules of white on each side: readers need them, the more so on a dark page.
const QUIET_ZONE = 4

/** A QR code as an SVG path for a stroke 1 wide; `size` in modules, quiet zone included. */
export interface QrDrawing {
  size: number
  path: string
}

/**
 * Draws a text as a QR code (error correction M), or gives null when it is too long to print.
 * The library's own SVG spells out every module, four times the size: here each run of dark
 * modules in a row is one stroke.
 */
export function drawQr(text: string): QrDrawing | null {
  if (text.length > LONGEST_CODE) return null
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE })
  const strokes = rows.map((row, y) => {
    const cells = row.map((dark) => (dark ? '1' : '0')).join('')
    return [...cells.matchAll(/1+/g)].map((run) => `M${run.index} ${y}.5h${run[0].length}`).join('')
  })
  return { size: rows.length, path: strokes.join('') }
}
