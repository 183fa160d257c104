import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Eta } from 'eta'
import { recentlyUsed } from '../../../runtime/recent.ts'
import { accentStyle } from '../../settings/accent.ts'

// The order is the cascade's.
const sheets = ['colours', 'base', 'states', 'seller', 'link', 'subscription', 'print']

/** The stylesheet of every page, placed inside the document. */
export const style = sheets.map((name) => read(`style/${name}.css`)).join('')

/** The script of the pages that change by themselves, placed inside the document. */
export const script = read('script.js')

/** The mark in the browser's tab, as a `data:` address: a second request would be refused. */
export const icon = `data:image/svg+xml,${encodeURIComponent(read('icon.svg'))}`

const eta = new Eta({
  // The whole of `domain/`: pages of other subjects have their templates beside them.
  views: fileURLToPath(new URL('../..', import.meta.url)),
  cache: true,
  // Line ends are kept: between two words they are the space.
  autoTrim: false,
})

/** Fills the template of a whole document; interpolated values are escaped. */
export function renderDocument(model: object): string {
  return eta.render('/checkouts/page/templates/document', model)
}

/** The seller's own logo and color on a page. */
type PageBranding = { logo: string | null; color: string | null }

const policyOf = (styles: string, images: string) =>
  [
    "default-src 'none'",
    `style-src ${styles}`,
    `script-src '${hashOf(script)}'`,
    `img-src ${images}`,
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')

const fixedHeaders: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
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

const styleHash = hashOf(style)

/** How many sellers' colours are kept as stylesheets; to make one takes 0.1 ms. */
const MAX_ACCENTS = 1_000

type AccentSheet = { text: string; hash: string }

const accents = recentlyUsed<AccentSheet>(MAX_ACCENTS)

/** The stylesheet of a seller's colour, which its page has beside the style of all. */
export function accentSheet(color: string): AccentSheet {
  const cachedSheet = accents.get(color)
  if (cachedSheet) return cachedSheet
  const text = accentStyle(color)
  const sheet = { text, hash: hashOf(text) }
  accents.set(color, sheet)
  return sheet
}

/**
 * The headers of a page. The document needs nothing but itself and its seller's logo: styles and
 * script are let in by their hash, the icon in the tab is a `data:` address.
 */
export function securityHeaders(branding: PageBranding | null): Record<string, string> {
  const color = branding?.color ?? null
  const styles = color === null ? `'${styleHash}'` : `'${styleHash}' '${accentSheet(color).hash}'`
  const images = branding?.logo ? "data: 'self'" : 'data:'
  return { ...fixedHeaders, 'Content-Security-Policy': policyOf(styles, images) }
}

// HTML turns CRLF into LF before it is hashed, so a checkout with CRLF must do the same.
function read(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8').replaceAll('\r\n', '\n')
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
