import Negotiator from 'negotiator'
import { readGenerated } from '../contract/generatedFiles.ts'
import type { Handler } from './support/handler.ts'

const pageIn = (language: string) => readGenerated(`docs/${language}.html`)

const english = { language: 'en', page: pageIn('en') }
const portuguese = { language: 'pt-BR', page: pageIn('pt-BR') }

/**
 * The two sheets that Redoc makes in the page, by the hashes of their texts: an empty one, which it
 * fills from script, and the one of its scrollbars.
 */
const sheets = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-QMIg+bpjm3JdElJ388KYke01izlUW0UoNOeKjpMxdgc='",
]

/** Redoc searches in a worker that it makes itself; nothing comes from elsewhere. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self' blob:",
  `style-src 'self' ${sheets.join(' ')}`,
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The headers of the page, and of each file that it loads. */
export const pageHeaders = {
  'Content-Security-Policy': policy,
  'Referrer-Policy': 'no-referrer',
}

/** In the reader's language; English, which the contract is written in, for all others. */
export const getDocs: Handler<'getDocs'> = ({ headers }) => {
  const wishes = new Negotiator({ headers: { 'accept-language': headers['accept-language'] } })
  // By bare language, so that readers of pt-PT are understood, too.
  const { language, page } = wishes.language(['en', 'pt']) === 'pt' ? portuguese : english
  return {
    status: 200,
    headers: {
      ...pageHeaders,
      'Cache-Control': 'no-cache',
      'Content-Language': language,
      Vary: 'Accept-Language',
    },
    body: page,
  }
}
