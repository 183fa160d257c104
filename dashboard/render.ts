/** Draws pages as HTML documents. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Eta } from 'eta'
import { languages } from '../domain/formats/locale.ts'
import type { Locale } from '../domain/formats/locale.ts'
import type { View } from './page.ts'
import type { CommonTexts } from './texts/common.ts'

const hostedPage = '../domain/checkouts/page/'

// The order is the cascade's. Colours and basic forms are those of the hosted page.
const sheets = [
  `${hostedPage}style/colours.css`,
  `${hostedPage}style/base.css`,
  'style/dashboard.css',
]

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')

type Asset = { type: string; text: string }

/** Names a file by its content, so that a browser may keep it for ever. */
function named(stem: string, type: string, text: string): [string, Asset] {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16)
  return [`/dashboard/assets/${stem}.${hash}.${type}`, { type, text }]
}

const style = named('dashboard', 'css', sheets.map(read).join(''))
const script = named('passkeys', 'js', read('scripts/passkeys.js'))
const copying = named('copy', 'js', read('scripts/copy.js'))
const icon = named('icon', 'svg', read(`${hostedPage}icon.svg`))

/** The files that pages refer to, by their address. */
export const assets: ReadonlyMap<string, Asset> = new Map([style, script, copying, icon])

/** Nothing comes from another host, and nothing runs or colours a page but these files. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  // Not `no-referrer`: it would turn the Origin of the page's own forms into `null`.
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy': [
    'publickey-credentials-get=(self)',
    'publickey-credentials-create=(self)',
    ...['camera', 'geolocation', 'microphone', 'payment', 'usb'].map((name) => `${name}=()`),
  ].join(', '),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex',
}

const eta = new Eta({
  views: fileURLToPath(new URL('templates', import.meta.url)),
  cache: true,
  autoTrim: false,
})

/** Items of the menu under their title; the first one, home, has none. */
export type NavigationGroup = {
  title?: string
  items: { href: string; text: string; isCurrent: boolean }[]
}

/** The layout around a page: person, navigation, search and language. */
export type Frame = {
  locale: Locale
  text: CommonTexts
  /** Absent before a person has signed in; `name` is the e-mail where they have told none. */
  person?: { seller: string; name: string; role: string }
  navigation: NavigationGroup[]
  /** The search of the header, with what was typed; absent for those who may not search. */
  search?: { label: string; hint: string; submit: string; value: string }
  isSandbox: boolean
  /** The page's own address without the language, ending in `?` or `&`. */
  languageLink: string
  /** The notice of the form whose success led to this page. */
  done?: string | undefined
  /** The token that each form of the page carries. */
  formToken?: string
  /** For the page that asks for a passkey; see `scripts/passkeys.js`. */
  passkey?: PasskeyForm
}

/** A form that is posted once the browser has made or used a passkey. */
export type PasskeyForm = {
  kind: 'get' | 'create'
  /** The options of WebAuthn, as JSON (Web Authentication Level 3, §5.1.8 and §5.1.9). */
  options: string
  action: string
  submit: string
  /** True to call the authenticator on load, without a press of the button. */
  isAutomatic: boolean
  hidden: { name: string; value: string }[]
  /** The name of a passkey that is made. */
  nameLabel?: string
  /** The name of the person who joins. */
  person?: { label: string; value: string }
}

/** One document; what it interpolates is escaped. */
export function renderPage(view: View, frame: Frame): string {
  return eta.render('document', {
    ...frame,
    view,
    languages,
    style: style[0],
    script: script[0],
    copying: copying[0],
    icon: icon[0],
    newKey: () => crypto.randomUUID(),
  })
}
