import { Webhook } from 'standardwebhooks'
import { jsonOf } from '../../db/longJson.ts'
import type { Vault } from '../identity/vault.ts'
import { secretsInForce } from './endpoints.ts'
import type { WebhookKey, WebhookKeys } from './keys.ts'
import type { Endpoint } from './endpointChanges.ts'
import type { Row } from '../../db/schema/tables.ts'

/** Why a request was not sent whose signature could not be made. */
export const NOT_SIGNED = 'It could not be signed: SECRET_KEY does not open the secret.'

/**
 * An event and the endpoint that it is sent to. The event of a test, `webhook.test`, is not stored.
 */
export type OutgoingEvent = {
  event: Pick<Row<'events'>, 'id' | 'created_at' | 'data'> & { type: string }
  endpoint: Endpoint
}

/**
 * The request of a delivery. Its signatures (Standard Webhooks) are `v1` by each of the endpoint's
 * secrets in force, and `v1a` by each key of the seller's; a receiver takes the one that it knows.
 *
 * @throws when SECRET_KEY does not open a secret
 */
export function signedRequest(
  { event, endpoint }: OutgoingEvent,
  {
    vault,
    keys,
    inForce,
    now,
  }: { vault: Vault; keys: WebhookKeys; inForce: WebhookKey[]; now: Date },
) {
  const { id, type, created_at: timestamp } = event
  const head = JSON.stringify({ type, timestamp }).slice(0, -1)
  const body = `${head},"data":${jsonOf(event, 'data')}}`
  // Receivers compare this with their own clocks, so it is not the sandbox's time.
  const sentAt = new Date()
  const seconds = String(Math.floor(sentAt.getTime() / 1000))
  const signatures = [
    ...secretsInForce(endpoint, vault, now).map((secret) =>
      new Webhook(secret).sign(id, sentAt, body),
    ),
    ...keys.signatures(inForce, endpoint.seller_id, `${id}.${seconds}.${body}`),
  ]
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'Balcao',
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': signatures.join(' '),
  }
  return { url: endpoint.url, headers, body }
}
