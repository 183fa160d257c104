import { errorResponse } from '../contract/apiError.ts'
import type { ApiError } from '../contract/apiError.ts'
import { chooseLocale } from '../domain/checkouts/page/locale.ts'
import { renderUnavailablePage } from '../domain/checkouts/page/payment.ts'
import type { RequestContext } from './context.ts'
import type { Response } from './response.ts'

/**
 * The response to a request that failed. A buyer's browser is sent a page where the contract lists
 * one for a fault of the service; everything else is the API's error object.
 */
export function failedResponse(context: RequestContext, error: ApiError): Response {
  const response = errorResponse(error, context.requestId)
  const { status, headers } = response
  const { accept = '', 'accept-language': language } = context.headers
  const listed = context.operation?.responses[status]?.content?.['text/html']
  if (status < 500 || !listed || !accept.includes('text/html')) return response
  // URLSearchParams takes 1.3 ms for a long query, and a refusal has to cost next to nothing.
  const [, wished] = /(?:^|&)lang=([\w-]*)/.exec(context.query) ?? []
  const page = renderUnavailablePage(chooseLocale(language, wished))
  return { status, headers: { ...headers, ...page.headers }, body: page.html }
}
