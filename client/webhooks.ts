import { Webhook } from 'standardwebhooks'
import { BalcaoError } from './errors.ts'
import type { components } from './generated/types.ts'

type Schemas = components['schemas']

type Payload =
  | Schemas['EventPaymentSucceeded']
  | Schemas['EventPaymentDeclined']
  | Schemas['EventPaymentReversed']
  | Schemas['EventRefundSucceeded']
  | Schemas['EventRefundFailed']
  | Schemas['EventCheckoutCanceled']
  | Schemas['EventCheckoutExpired']

/** An event, discriminated by `type`. Ignore types that you do not know. */
export type WebhookEvent = Payload & {
  /** The event's id, as `listEvents` has it. Handle each id once, whichever way it comes. */
  id: string
}

/** The request is not from the service, was changed on its way, or is too old. Respond with 400. */
export class UnverifiedWebhook extends BalcaoError {
  override name = 'UnverifiedWebhook'
}

/** Headers of Fetch, Node or Express. */
type AnyHeaders = Headers | Record<string, string | string[] | undefined>

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const

function signatureHeaders(headers: AnyHeaders): Record<string, string> {
  const all = headers instanceof Headers ? Object.fromEntries(headers) : headers
  const found = Object.entries(all).map(([name, value]) => [name.toLowerCase(), value] as const)
  const lower = Object.fromEntries(found)
  return Object.fromEntries(names.map((name) => [name, String(lower[name] ?? '')]))
}

/**
 * Verifies a request to your endpoint: its signature (Standard Webhooks), and that it is at most
 * five minutes old.
 *
 * @param body as it was received; parsed and serialised again it would differ
 * @param secret of the endpoint, `whsec_…`
 * @throws UnverifiedWebhook, TypeError when there is no secret
 */
export function verifyWebhook({
  body,
  headers,
  secret,
}: {
  body: string | Uint8Array
  headers: AnyHeaders
  secret: string
}): WebhookEvent {
  const webhook = webhookOf(secret)
  const text = typeof body === 'string' ? body : decoder.decode(body)
  const signed = signatureHeaders(headers)
  try {
    const payload = webhook.verify(text, signed) as Payload
    return { ...payload, id: signed['webhook-id'] ?? '' }
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unreadable'
    throw new UnverifiedWebhook(`The webhook could not be verified: ${reason}.`)
  }
}

function webhookOf(secret: string): Webhook {
  try {
    return new Webhook(secret)
  } catch {
    // The value is not part of the message, since it may be most of a secret.
    throw new TypeError('secret is not the secret of a webhook endpoint: whsec_ and base64.')
  }
}
