import { errorResponse } from '../contract/apiError.ts'
import type { ApiError } from '../contract/apiError.ts'
import { chooseLocale } from '../domain/formats/locale.ts'
import { renderUnavailablePage } from '../domain/checkouts/page/document.ts'
import type { RequestContext } from './context.ts'
import type { Response } from './response.ts'

/**
 * The response to a request that failed. A browser is sent a page for a fault of the service: a
 * buyer's where the contract lists one, a seller's at every address of the dashboard. Everything
 * else is the API's error object.
 */
export function failedResponse(context: RequestContext, error: ApiError): Response {
  const response = errorResponse(error, context.requestId)
  const { status, headers } = response
  const { accept = '', 'accept-language': language } = context.headers
  const listed = context.operation?.responses[status]?.content?.['text/html']
  const isPage = listed !== undefined || context.sendPage !== undefined
  if (status < 500 || !isPage || !accept.includes('text/html')) return response
  // URLSearchParams takes 1.3 ms for a long query, and a refusal has to cost next to nothing.
  const [, wished] = /(?:^|&)lang=([\w-]*)/.exec(context.query) ?? []
  const reader = context.sendPage ? 'seller' : 'buyer'
  const page = renderUnavailablePage(chooseLocale(language, wished), reader)
  const html = { ...page.headers, 'Content-Type': 'text/html; charset=utf-8' }
  return { status, headers: { ...headers, ...html }, body: page.html }
}
