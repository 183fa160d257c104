import { readFileSync } from 'node:fs'
import type { Handler } from './support/handler.ts'

const page = readFileSync(new URL('../generated/docs/index.html', import.meta.url), 'utf8')

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

export const getDocs: Handler<'getDocs'> = () => ({
  status: 200,
  headers: { ...pageHeaders, 'Cache-Control': 'no-cache' },
  body: page,
})
