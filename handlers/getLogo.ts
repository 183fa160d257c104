import { logoById } from '../domain/settings/settings.ts'
import { reading } from './support/handler.ts'

/**
 * A file is kept under its hash, so what is read once never changes. Opened by itself it runs
 * nothing, and no other site may show it, but for mails' readers and shops that name its address.
 */
const fixed = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Disposition': 'inline',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
}

export const getLogo = reading<'getLogo'>(function* ({ path, fail }) {
  const [logo] = yield* logoById({ seller_id: path.sellerId, id: path.logoId })
  if (!logo) throw fail('logo_not_found')
  const headers = { ...fixed, 'Content-Type': logo.content_type }
  return { status: 200, headers, body: '', bytes: Buffer.from(logo.data, 'base64') }
})
