import Negotiator from 'negotiator'
import { readGenerated } from '../contract/generatedFiles.ts'
import type { Handler } from './support/handler.ts'

const pageIn = (language: string) => readGenerated(`docs/${language}.html`)

const pages = { en: pageIn('en'), 'pt-BR': pageIn('pt-BR') }

/** Nothing comes from elsewhere, and nothing runs or colours a page but the docs' own files. */
const rules = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
]

/** The headers of each page, and of each file that it loads. */
export const pageHeaders = {
  'Content-Security-Policy': rules.join('; '),
  'Referrer-Policy': 'no-referrer',
}

/**
 * The two sheets that Redoc makes in the page, by the hashes of their texts: an empty one, which it
 * fills from script, and the one of its scrollbars.
 */
const sheets = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-QMIg+bpjm3JdElJ388KYke01izlUW0UoNOeKjpMxdgc='",
]

/** Redoc, which draws the reference on one page, searches in a worker that it makes itself. */
export const referenceHeaders = {
  ...pageHeaders,
  'Content-Security-Policy': [
    ...rules.map((rule) => (rule.startsWith('style-src') ? `${rule} ${sheets.join(' ')}` : rule)),
    "worker-src 'self' blob:",
  ].join('; '),
}

/** The language for a reader; English, which the contract is written in, for all others. */
export function languageFor(acceptLanguage: string | undefined): 'en' | 'pt-BR' {
  const wishes = new Negotiator({ headers: { 'accept-language': acceptLanguage } })
  // By bare language, so that readers of pt-PT are understood, too.
  return wishes.language(['en', 'pt']) === 'pt' ? 'pt-BR' : 'en'
}

export const getDocs: Handler<'getDocs'> = ({ headers }) => {
  const language = languageFor(headers['accept-language'])
  return {
    status: 200,
    headers: {
      ...pageHeaders,
      'Cache-Control': 'no-cache',
      'Content-Language': language,
      Vary: 'Accept-Language',
    },
    body: pages[language],
  }
}
