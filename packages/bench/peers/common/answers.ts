/** Headers of every answer, and the answers to refused requests. */
import { randomUUID } from 'node:crypto'
import { asListed, ApiError, errorResponse } from '../../../../contract/apiError.ts'

export const BODY_LIMIT_BYTES = 64 * 1024

export const newRequestId = () => `req_${randomUUID()}`

/** Headers of every answer, besides `X-Request-Id`. */
export const fixedHeaders = { 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' }

/** The answer to an error that was thrown; one that is no refusal is the peer's own fault. */
export function answerTo(error: unknown, request_id: string, path: string) {
  if (!(error instanceof ApiError)) console.error(error)
  const refusal = error instanceof ApiError ? error : new ApiError('internal_error')
  const operationId = path.startsWith('/oauth/token') ? 'issueToken' : undefined
  return errorResponse(asListed(refusal, operationId), request_id)
}
