/** Addresses beside those of pages, as people type and mail programs change them. */
import { renderNotFoundPage } from '../domain/checkouts/page/document.ts'
import { chooseLocale } from '../domain/formats/locale.ts'
import type { FindFile } from './docs.ts'

const isPage = /^\/(?:pay|l|subscribe|docs)\//

/** The beginning of an address whose token was lost. */
const withoutToken = /^\/(?:pay|l|subscribe)\/*$/

/** Permanent, with the method kept (RFC 9110 §15.4.9). */
const MOVED = 308

/** Linear, which a regular expression with `+$` is not. */
function withoutSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end--
  return path.slice(0, end)
}

/** Finds the page that an address means: a slash at its end leads there, no token is 404. */
export const findPageAddress: FindFile = ({ method, path }, response) => {
  if (method !== 'GET' && method !== 'HEAD') return undefined
  if (withoutToken.test(path)) {
    return async () => {
      const { headers, html } = renderNotFoundPage(
        chooseLocale(response.req.headers['accept-language'], undefined),
      )
      response.statusCode = 404
      response.setHeaders(new Map(Object.entries(headers)))
      response.setHeader('Content-Type', 'text/html; charset=utf-8')
      response.setHeader('Content-Length', Buffer.byteLength(html))
      response.end(html)
    }
  }
  if (!path.endsWith('/') || !isPage.test(path)) return undefined
  return async () => {
    const query = /\?.*/s.exec(response.req.url ?? '')?.[0] ?? ''
    response.statusCode = MOVED
    response.setHeader('Location', withoutSlashes(path) + query)
    response.end()
  }
}
