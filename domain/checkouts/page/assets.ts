import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Eta } from 'eta'

// The order is the cascade's.
const sheets = ['colours', 'base', 'states', 'link', 'print']

/** The stylesheet of every page, placed inside the document. */
export const style = sheets.map((name) => read(`style/${name}.css`)).join('')

/** The script of the pages that change by themselves, placed inside the document. */
export const script = read('script.js')

/** The mark in the browser's tab, as a `data:` address: a second request would be refused. */
export const icon = `data:image/svg+xml,${encodeURIComponent(read('icon.svg'))}`

const eta = new Eta({
  views: fileURLToPath(new URL('templates', import.meta.url)),
  cache: true,
  // Line ends are kept: between two words they are the space.
  autoTrim: false,
})

/** Fills the template of a whole document; what it interpolates is escaped. */
export function renderDocument(model: object): string {
  return eta.render('document', model)
}

/**
 * The headers of every page. The document needs nothing but itself: style and script are let in
 * by their hash, the icon in the tab is a `data:` address.
 */
export const securityHeaders: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    `script-src '${hashOf(script)}'`,
    'img-src data:',
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  // Not `no-referrer`: it would turn the Origin of the page's own forms into `null`.
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy':
    'clipboard-write=(self), camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex',
  Vary: 'Accept-Language',
}

// HTML turns CRLF into LF before it is hashed, so a checkout with CRLF must do the same.
function read(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8').replaceAll('\r\n', '\n')
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
