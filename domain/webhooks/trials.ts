import type { Vault } from '../identity/vault.ts'
import { idPrefixes } from '../../generated/idPrefixes.ts'
import { newId } from '../../runtime/ids.ts'
import type { Logger } from '../../runtime/logger.ts'
import { answerOf } from './deliveries.ts'
import type { Endpoint } from './endpointChanges.ts'
import type { WebhookKey, WebhookKeys } from './keys.ts'
import type { PostResult, Post } from './post.ts'
import { NOT_SIGNED, signedRequest } from './request.ts'
import type { OutgoingEvent } from './request.ts'

/** The type of event that tests alone send. */
const TEST_EVENT = 'webhook.test'

/** How a test ended, as deliveries say it. */
export type TrialOutcome = Pick<PostResult, 'status' | 'response_status'> &
  ReturnType<typeof answerOf> & { event_id: string; duration_ms: number }

export type WebhookTrialsOptions = {
  vault: Vault
  keys: WebhookKeys
  post: Post
  log: Logger
  /** Ends the tests that are under way. */
  ending: AbortSignal
}

/**
 * Sends events by which callers of the API try their endpoints, each signed and sent as every
 * delivery is. The places are their own, so no delivery waits for a test; there is one at a time
 * for a seller, whatever others do, since each waits for a server that its caller has named.
 */
export class WebhookTrials {
  readonly #options: WebhookTrialsOptions
  readonly #sellers = new Set<string>()

  constructor(options: WebhookTrialsOptions) {
    this.#options = options
  }

  /**
   * @param data of the event: the endpoint as the wire shows it
   * @returns undefined, and sends nothing, while the seller has one
   */
  async run(endpoint: Endpoint, data: object, now: Date): Promise<TrialOutcome | undefined> {
    const { seller_id } = endpoint
    if (this.#sellers.has(seller_id)) return undefined
    this.#sellers.add(seller_id)
    try {
      return await this.#send(endpoint, data, now)
    } finally {
      this.#sellers.delete(seller_id)
    }
  }

  async #send(endpoint: Endpoint, data: object, now: Date): Promise<TrialOutcome> {
    const event = {
      id: newId(idPrefixes.events, now),
      type: TEST_EVENT,
      created_at: now.toISOString(),
      data,
    }
    const inForce = await this.#options.keys.inForce(now)
    const startMs = performance.now()
    const outcome = await this.#outcomeOf({ event, endpoint }, inForce, now)
    const duration_ms = Math.round(performance.now() - startMs)
    const { status, response_status } = outcome
    return { event_id: event.id, status, response_status, ...answerOf(outcome), duration_ms }
  }

  async #outcomeOf(sent: OutgoingEvent, inForce: WebhookKey[], now: Date): Promise<PostResult> {
    const { vault, keys, post, log, ending: signal } = this.#options
    const { seller_id, id } = sent.endpoint
    let request: ReturnType<typeof signedRequest>
    try {
      request = signedRequest(sent, { vault, keys, inForce, now })
    } catch (error) {
      log.error({ err: error, endpoint: id, seller_id }, 'webhook could not be signed')
      return { status: 'failed', response_status: null, response_text: NOT_SIGNED }
    }
    return post({ ...request, seller_id, signal })
  }
}
