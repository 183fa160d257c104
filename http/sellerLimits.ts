/** Limits of a seller as a whole: requests a second, and bytes of the database. */
import { ApiError } from '../contract/apiError.ts'
import type { Service } from '../domain/service.ts'
import type { OperationId } from '../handlers/support/handler.ts'
import { FloodLine } from '../runtime/logger.ts'
import type { Logger } from '../runtime/logger.ts'
import type { SellerLimit } from '../runtime/metrics/metrics.ts'
import type { SellerCount } from '../runtime/rateLimit.ts'
import { BYTES_BESIDE } from '../runtime/storageQuota.ts'
import { storedAnswerBytes } from './answerReferences.ts'
import type { RequestContext } from './context.ts'
import { REPLAYED } from './idempotency.ts'
import type { Response } from './response.ts'

/**
 * Operations that are refused while a seller has added too much: each call leaves more rows. All
 * others are served while their bytes are counted: money needs them (refunds, the bank), or they
 * end something.
 */
export const addingOperations: ReadonlySet<string> = new Set<OperationId>([
  'createApiClient',
  'createCartCheckout',
  'createCheckout',
  'createCustomer',
  'createOffer',
  'createPaymentLink',
  'createProduct',
  'createSubscription',
  'createWebhookEndpoint',
  'inviteUser',
  'rotateApiClientSecret',
  'rotateWebhookEndpointSecret',
  'setLogo',
  'updateApiClient',
  'updateCustomer',
  'updateInvoice',
  'updateOffer',
  'updatePaymentLink',
  'updateProduct',
  'updateSettings',
  'updateUser',
  'updateWebhookEndpoint',
])

/**
 * Operations that end what is there and answer 200 when it has ended already, so that each call may
 * leave its `Idempotency-Key` or an audit event. They are refused to API clients once a seller is
 * far past its storage, which only such calls lead to, and never to users, who revoke the client
 * that makes them.
 */
export const repeatableOperations: ReadonlySet<string> = new Set<OperationId>([
  'archiveOffer',
  'deleteLogo',
  'endUserSessions',
  'eraseCustomer',
  'revokeApiClient',
  'testBankConnection',
  'testWebhookEndpoint',
  'voidInvoice',
])

/** Half of what a day brings beyond the limit. */
const FAR_PAST_MS = 12 * 60 * 60 * 1000

const MINUTE_MS = 60_000

/** Sellers at a limit that have a line of their own in the log; all are counted. */
const MAX_NAMED = 1_000

/** How each limit is named in the headers of the IETF draft "RateLimit header fields for HTTP". */
const policies = {
  requests: (perSecond: number) => `"seller";q=${perSecond};w=1`,
  storage: (dailyBytes: number) => `"storage";q=${dailyBytes};w=86400;qu="content-bytes"`,
}

const names: Record<SellerLimit, string> = { requests: 'seller', storage: 'storage' }

const details: Record<SellerLimit, string> = {
  requests: 'Muitas requisições de todas as credenciais da conta. Tente de novo em instantes.',
  storage: 'A conta gravou dados demais. Tente de novo depois dos segundos de Retry-After.',
}

/** How far past its storage a seller is when an operation is refused; Infinity for never. */
function graceOf(operationId: string, count: SellerCount): number {
  if (addingOperations.has(operationId)) return 0
  return count === 'clients' && repeatableOperations.has(operationId) ? FAR_PAST_MS : Infinity
}

export type SellerLimitsOptions = { service: Service; log: Logger }

/** Makes the limits of sellers; undefined where none has a limit. */
export function createSellerLimits(options: SellerLimitsOptions): SellerLimits | undefined {
  const { limits, storage } = options.service
  const isLimited = limits.perSeller !== undefined || storage.isLimited
  return isLimited ? new SellerLimits(options) : undefined
}

/** Refuses requests past a seller's limits, and reports them in metrics and log. */
export class SellerLimits {
  readonly #service: Service
  readonly #log: Logger
  /** By limit, then by seller: sellers that were refused a request within the last minute. */
  readonly #atLimit = {
    requests: new Map<string, FloodLine>(),
    storage: new Map<string, FloodLine>(),
  }

  constructor({ service, log }: SellerLimitsOptions) {
    this.#service = service
    this.#log = log
  }

  /**
   * Ends a request of a seller that is at a limit already, before its client is counted: on
   * PostgreSQL that is a statement, and a flood past the seller's limit would send them all.
   *
   * @throws ApiError `too_many_requests`; for storage, only to an operation that adds to it
   */
  refuse(context: RequestContext, sellerId: string, count: SellerCount): void {
    const { limits, storage } = this.#service
    const waitMs = limits.sellerWaitMs(sellerId, count)
    if (waitMs > 0) this.#throw(context, sellerId, 'requests', waitMs)
    const graceMs = graceOf(context.operation?.operationId ?? '', count)
    if (graceMs === Infinity) return
    const storageWaitMs = storage.waitMs(sellerId) - graceMs
    if (storageWaitMs > 0) this.#throw(context, sellerId, 'storage', storageWaitMs)
  }

  /**
   * Ends a refund with metadata of a seller past its storage. One without is small, and money has
   * to go back.
   *
   * @throws ApiError `too_many_requests`
   */
  refuseMetadata(context: RequestContext): void {
    const { operation, account, valid } = context
    if (operation?.operationId !== 'createRefund' || !account) return
    const { metadata = {} } = (valid?.body ?? {}) as { metadata?: object }
    if (Object.keys(metadata).length === 0) return
    const waitMs = this.#service.storage.waitMs(account.seller.id)
    if (waitMs > 0) this.#throw(context, account.seller.id, 'storage', waitMs)
  }

  /**
   * Counts a request of a seller.
   *
   * @throws ApiError `too_many_requests`
   */
  count(
    context: RequestContext,
    sellerId: string,
    count: SellerCount,
  ): undefined | Promise<undefined> {
    const waiting = this.#service.limits.seller(sellerId, count)
    const require = (waitMs: number): undefined =>
      waitMs > 0 ? this.#throw(context, sellerId, 'requests', waitMs) : undefined
    return waiting instanceof Promise ? waiting.then(require) : require(waiting)
  }

  /** True when the bytes that a request stores are counted. */
  countsStorage({ account, operation }: RequestContext): boolean {
    return this.#service.storage.isLimited && account !== undefined && operation?.method !== 'get'
  }

  /** Counts what a change has stored, once it is committed; a repeat has stored nothing. */
  stored({ account, valid }: RequestContext, response: Response): Response {
    const { headers, body } = response
    if (!account || headers?.[REPLAYED] !== undefined) return response
    // Serialised here, to know its size, instead of later.
    const bytes = response.bytes ?? Buffer.from(body === undefined ? '' : JSON.stringify(body))
    const isKept = valid?.headers['Idempotency-Key'] !== undefined
    const answerBytes = isKept ? storedAnswerBytes(body, bytes.length) : 0
    this.#service.storage.add(account.seller.id, BYTES_BESIDE + bytes.length + answerBytes)
    return body === undefined ? response : { ...response, bytes }
  }

  #throw(context: RequestContext, sellerId: string, limit: SellerLimit, waitMs: number): never {
    const { limits, storage, metrics } = this.#service
    metrics.sellerRefused(limit)
    this.#note(sellerId, limit)
    context.sellerLimit = limit
    const seconds = Math.max(1, Math.ceil(waitMs / 1000))
    const most = limit === 'requests' ? (limits.perSeller ?? 0) : storage.dailyBytes
    context.responseHeaders['RateLimit'] = `"${names[limit]}";r=0;t=${seconds}`
    context.responseHeaders['RateLimit-Policy'] = policies[limit](most)
    const headers = { 'Retry-After': String(seconds) }
    throw new ApiError('too_many_requests', { detail: details[limit], headers })
  }

  /** Writes a line for a seller at its limit, and at most one a minute from then on. */
  #note(sellerId: string, limit: SellerLimit): void {
    const counter = this.#atLimit[limit]
    let line = counter.get(sellerId)
    if (!line) {
      if (counter.size >= MAX_NAMED) return
      const write = (refused: number) =>
        this.#log.warn({ seller_id: sellerId, limit, refused }, 'seller at its limit')
      const onEnd = () => {
        counter.delete(sellerId)
        this.#service.metrics.sellersAtLimit(limit, counter.size)
      }
      line = new FloodLine(write, { intervalMs: MINUTE_MS, onEnd })
      counter.set(sellerId, line)
      this.#service.metrics.sellersAtLimit(limit, counter.size)
    }
    line.add()
  }
}
