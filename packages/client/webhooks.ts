import { Webhook } from 'standardwebhooks'
import { BalcaoError } from './errors.ts'
import type { components } from './generated/types.ts'
import { byKeys } from './webhookKeys.ts'
import type { WebhookKeys, WebhookKeySet } from './webhookKeys.ts'

type Schemas = components['schemas']

type Payload =
  | Schemas['EventPaymentSucceeded']
  | Schemas['EventPaymentDeclined']
  | Schemas['EventPaymentReversed']
  | Schemas['EventRefundSucceeded']
  | Schemas['EventRefundFailed']
  | Schemas['EventCheckoutCanceled']
  | Schemas['EventCheckoutExpired']
  | Schemas['EventSubscriptionActivated']
  | Schemas['EventSubscriptionExpired']
  | Schemas['EventSubscriptionCanceled']
  | Schemas['EventSubscriptionEnded']
  | Schemas['EventInvoiceCreated']
  | Schemas['EventInvoicePaid']
  | Schemas['EventInvoicePaymentFailed']
  | Schemas['EventInvoiceUncollectible']
  | Schemas['EventInvoiceVoided']
  | Schemas['EventInvoiceReversed']

/** An event, discriminated by `type`. Ignore types that you do not know. */
export type WebhookEvent = Payload & {
  /** The event's id, as `listEvents` has it. Handle each id once, whichever way it comes. */
  id: string
}

/** The request is not from the service, was changed on its way, or is too old. Respond with 400. */
export class UnverifiedWebhook extends BalcaoError {
  override name = 'UnverifiedWebhook'
}

/** How old a request may be, and how far in the future, as in Standard Webhooks' libraries. */
const TOLERANCE_SECONDS = 300

/** As Standard Webhooks asks; the service's have 32. A shorter one could be guessed. */
const MIN_SECRET_BYTES = 24
const MAX_SECRET_BYTES = 64

/** Headers of Fetch, Node or Express. */
type AnyHeaders = Headers | Record<string, string | string[] | undefined>

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const

/** Not by `instanceof`: undici and frameworks have classes of their own for Fetch's headers. */
const areFetched = (headers: AnyHeaders): headers is Headers =>
  typeof (headers as Headers).get === 'function'

function signatureHeaders(headers: AnyHeaders): Record<string, string> {
  if (areFetched(headers)) {
    return Object.fromEntries(names.map((name) => [name, headers.get(name) ?? '']))
  }
  const found = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  const lower = Object.fromEntries(found)
  return Object.fromEntries(names.map((name) => [name, String(lower[name] ?? '')]))
}

/**
 * Verifies a request to your endpoint: its signature (Standard Webhooks), and that it is at most
 * five minutes old.
 *
 * @param body as it was received; parsed and serialised again it would differ
 * @param secret of the endpoint, `whsec_…`
 * @throws UnverifiedWebhook, TypeError when `secret` cannot be an endpoint's
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
    throw unverified(error instanceof Error ? error.message : 'unreadable')
  }
}

/**
 * Verifies a request to your endpoint without its secret: an Ed25519 signature (`v1a` of Standard
 * Webhooks) by a key of your account, and that it is at most five minutes old.
 *
 * @param body as it was received; parsed and serialised again it would differ
 * @param keys from `webhookKeys`, or a key set that you hold
 * @throws UnverifiedWebhook, NoResponse when the keys could not be read, TypeError when the set is
 *   none of Ed25519 keys
 */
export async function verifyWebhookByKeys({
  body,
  headers,
  keys,
}: {
  body: string | Uint8Array
  headers: AnyHeaders
  keys: WebhookKeys | WebhookKeySet
}): Promise<WebhookEvent> {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const signed = signatureHeaders(headers)
  const id = signed['webhook-id'] ?? ''
  const sentAt = signed['webhook-timestamp'] ?? ''
  const ageSeconds = Date.now() / 1000 - Number(sentAt)
  if (!/^[0-9]{1,12}$/.test(sentAt)) throw unverified('Its timestamp is none')
  if (Math.abs(ageSeconds) > TOLERANCE_SECONDS) throw unverified('Its timestamp is too far off')
  const head = new TextEncoder().encode(`${id}.${sentAt}.`)
  const content = new Uint8Array(head.length + bytes.length)
  content.set(head)
  content.set(bytes, head.length)
  if (!(await byKeys(keys, content, signed['webhook-signature'] ?? ''))) {
    throw unverified('No matching signature')
  }
  return { ...(JSON.parse(decoder.decode(bytes)) as Payload), id }
}

const unverified = (reason: string) =>
  new UnverifiedWebhook(`The webhook could not be verified: ${reason}.`)

function webhookOf(secret: string): Webhook {
  try {
    const webhook = new Webhook(secret)
    const { length } = atob(secret.replace(/^whsec_/, ''))
    if (length >= MIN_SECRET_BYTES && length <= MAX_SECRET_BYTES) return webhook
  } catch {
    // Not base64.
  }
  // The value is not part of the message, since it may be most of a secret.
  const form = `whsec_ and base64 of ${MIN_SECRET_BYTES} to ${MAX_SECRET_BYTES} bytes`
  throw new TypeError(`secret is not the secret of a webhook endpoint: ${form}.`)
}
