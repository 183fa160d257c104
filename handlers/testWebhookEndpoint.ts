import { ApiError } from '../contract/apiError.ts'
import type { Transaction } from '../db/query.ts'
import { endpointById } from '../domain/webhooks/endpointChanges.ts'
import type { TrialOutcome } from '../domain/webhooks/trials.ts'
import type { Handler, Input, Response } from './support/handler.ts'
import * as present from './support/present.ts'

type Id = 'testWebhookEndpoint'
type Services = 'limits' | 'webhookTrials'

/** A test ends within ten seconds. */
const BUSY_SECONDS = 10

const tooMany = (seconds: number) =>
  new ApiError('too_many_requests', { headers: { 'Retry-After': String(seconds) } })

/** As a transaction, its answer is kept under the `Idempotency-Key`. */
function* answerOf(outcome: TrialOutcome): Transaction<Response<Id>> {
  return { status: 200, body: { object: 'webhook_test', ...outcome } }
}

async function trial(input: Input<Id, Services>): Promise<TrialOutcome> {
  const { db, path, seller, now, service, fail } = input
  const key = { seller_id: seller.id, id: path.webhookEndpointId }
  const [endpoint] = await db.read(() => endpointById(key))
  if (endpoint?.deleted_at !== null) throw fail('webhook_endpoint_not_found')
  const { allowed, resetSeconds } = await service.limits.webhookTest(seller.id)
  if (!allowed) throw tooMany(resetSeconds)
  const shown = present.webhookEndpoint(endpoint, now)
  const outcome = await service.webhookTrials.run(endpoint, shown, now)
  if (!outcome) throw tooMany(BUSY_SECONDS)
  return outcome
}

export const testWebhookEndpoint: Handler<Id, Services> = async (input) => {
  const outcome = await trial(input)
  return input.db.run(() => answerOf(outcome))
}
