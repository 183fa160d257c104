import { ApiError } from '../contract/apiError.ts'
import { DatabaseUnavailable } from '../db/database.ts'
import { ActorEnded } from '../domain/identity/actor.ts'
import { changeError } from '../handlers/support/accountChange.ts'
import { LineBudget } from '../runtime/logger.ts'
import type { Logger } from '../runtime/logger.ts'
import type { RequestContext } from './context.ts'

/** The response when a request is shed, or when the database is unavailable. */
export const serviceUnavailable = new ApiError('service_unavailable', {
  headers: { 'Retry-After': '1' },
})

/** Log lines a second for bugs, which may differ. */
const BUG_LINES = 10

type FailedRequest = Pick<RequestContext, 'requestId' | 'operation' | 'isLogged'>

/**
 * Makes the function that maps any thrown value to an error of the catalogue, and logs the values
 * that are none: a caller whose access has ended becomes 401, an outage of the database 503,
 * anything else 500. The log itself sums up the lines of an outage.
 */
export function createErrorMapper(
  log: Logger,
): (error: unknown, context: FailedRequest) => ApiError {
  const bugs = new LineBudget(BUG_LINES)
  return (error, context) => {
    if (error instanceof ApiError) return error
    if (error instanceof ActorEnded) return changeError({ code: 'invalid_access_token' })
    const facts = { request_id: context.requestId, operation: context.operation?.operationId }
    if (error instanceof DatabaseUnavailable) {
      context.isLogged = true
      log.error({ ...facts, err: error }, 'request failed')
      return serviceUnavailable
    }
    const suppressed = bugs.take()
    if (suppressed !== undefined) {
      log.error({ ...facts, failed: suppressed + 1, err: error }, 'request failed')
    }
    return new ApiError('internal_error')
  }
}
