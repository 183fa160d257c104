import { ApiError } from '../contract/apiError.ts'
import type { Code } from '../contract/apiError.ts'
import type { Database, QueryRunner } from '../db/database.ts'
import type { Service } from '../domain/service.ts'
import { secrets } from '../generated/secrets.ts'
import type { Handlers, Input, OperationId } from '../handlers/support/handler.ts'
import { answeringOnce } from './idempotency.ts'
import { tracedDatabase } from '../runtime/traces.ts'
import { limitCaller, whenThere } from './authenticate.ts'
import type { CallerLimits } from './authenticate.ts'
import type { RequestContext } from './context.ts'
import type { Response } from './response.ts'

export type HandleOptions = CallerLimits & { db: Database; service: Service }

const fail = (code: Code, param?: string, detail?: string, existingId?: string) =>
  new ApiError(code, { param, detail, existingId })

/** The database that the handler of a request is given. */
function databaseFor(
  { valid, account, operation, now }: RequestContext,
  db: Database,
): QueryRunner {
  const traced = tracedDatabase(db)
  const key = valid?.headers['Idempotency-Key']
  if (typeof key !== 'string' || !account) return traced
  return answeringOnce(traced, {
    seller_id: account.seller.id,
    client_id: account.actor.id,
    key,
    parts: [operation?.operationId, valid?.path, valid?.body],
    secrets: secrets[operation?.operationId ?? ''] ?? [],
    now,
  })
}

/** Makes the stage `handle`: calls the operation's handler with its validated input. */
export function createHandle(handlers: Handlers, { db, service, ...callerLimits }: HandleOptions) {
  const { sellerLimits } = callerLimits
  return function handle(context: RequestContext): Response | Promise<Response> {
    const { valid, account, headers, address, now, operation } = context
    if (!valid) throw new Error(`${operation?.operationId} was reached without validation.`)
    sellerLimits?.refuseMetadata(context)
    const { path, query, body } = valid
    const known: Input<OperationId>['known'] = ({ client_id, seller_id: sellerId }) => {
      const count = () => service.limits.token(client_id)
      return limitCaller(context, { sellerId, kind: 'tokens', count }, callerLimits)
    }
    const input = {
      ...account,
      path,
      query,
      body,
      headers,
      address,
      now,
      db: databaseFor(context, db),
      service,
      fail,
      known,
    }
    const handler = handlers[operation?.operationId as OperationId]
    // The contract pairs each handler with its input; the compiler cannot see that here.
    const answer = (handler as (input: object) => Response | Promise<Response>)(input)
    if (!sellerLimits?.countsStorage(context)) return answer
    return whenThere(answer, (response) => sellerLimits.stored(context, response))
  }
}
