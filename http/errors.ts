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

/** Log lines a second: during an outage every request fails alike, while bugs may differ. */
const OUTAGE_LINES = 1
const BUG_LINES = 10

/**
 * Makes the function that maps any thrown value to an error of the catalogue, and logs the values
 * that are none: a caller whose access has ended becomes 401, an outage of the database 503,
 * anything else 500.
 */
export function createErrorMapper(
  log: Logger,
): (error: unknown, context: Pick<RequestContext, 'requestId' | 'operation'>) => ApiError {
  const outages = new LineBudget(OUTAGE_LINES)
  const bugs = new LineBudget(BUG_LINES)
  return (error, { requestId: request_id, operation }) => {
    if (error instanceof ApiError) return error
    if (error instanceof ActorEnded) return changeError({ code: 'invalid_access_token' })
    const isOutage = error instanceof DatabaseUnavailable
    const mapped = isOutage ? serviceUnavailable : new ApiError('internal_error')
    const suppressed = (isOutage ? outages : bugs).take()
    if (suppressed === undefined) return mapped
    const facts = { request_id, operation: operation?.operationId, failed: suppressed + 1 }
    if (isOutage) log.warn({ ...facts, reason: reasonOf(error) }, 'request failed')
    else log.error({ ...facts, err: error }, 'request failed')
    return mapped
  }
}

/** One line instead of a stack: during an outage every request has the same one. */
function reasonOf({ message, cause }: Error): string {
  return cause instanceof Error ? `${message}: ${cause.message}` : message
}
