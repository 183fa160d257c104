import { readFileSync } from 'node:fs'
import type { Handler } from './operation.ts'

const page = readFileSync(new URL('../generated/docs/index.html', import.meta.url), 'utf8')

/** Redoc styles its elements from script and searches in a worker; nothing comes from elsewhere. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self' blob:",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export const getDocs: Handler<'getDocs'> = () => ({
  status: 200,
  headers: {
    'Content-Security-Policy': policy,
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-cache',
  },
  body: page,
})
