import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { BODY_LIMIT_BYTES, hasBody, throwAway } from './bodies.ts'
import type { Bodies } from './bodies.ts'
import { ApiError } from '../contract/apiError.ts'
import type { ValidRequest } from '../contract/validator.ts'
import { DatabaseUnavailable } from '../db/database.ts'
import type { Database } from '../db/database.ts'
import type { Service } from '../domain/service.ts'
import type { Account } from '../handlers/support/handler.ts'
import { arrivalOf, faultOf, newRequestId, send } from './response.ts'
import type { Arrival, HeadersOf, Reply, ResponseBacklog } from './response.ts'
import type { LoadShedder, Caller, Place } from './loadShedder.ts'
import { LineBudget } from '../runtime/logger.ts'
import type { Logger } from '../runtime/logger.ts'
import { inSpan, isTraced } from '../runtime/traces.ts'

/** Stands for a time that is not known yet. */
const epoch = new Date(0)

/** The parts of an operation that are looked at while its request is under way. */
type Operation = {
  operationId?: string
  path: string
  responses?: object
  security?: Record<string, string[]>[]
  /** How long a body it takes, where that is not the same for all. */
  requestBody?: { 'x-max-bytes'?: number }
}

/** One request on its way through, from its arrival to its answer. */
export type RequestContext = Arrival & {
  request_id: string
  /** The service's time at which the request is answered; set before anything looks at it. */
  now: Date
  /** Headers that the answer carries whatever it turns out to be. */
  reply_headers: Record<string, string>
  operation?: Operation
  account?: Account
  /** The API client that a refused token names, when this service has signed it. */
  refused_client?: string | undefined
  /** What came as a bearer token, of an operation that needs one. */
  token?: string
  /** What it holds of the service since it was let in. */
  place?: Place
  valid?: ValidRequest | undefined
}

/** Said to whoever cannot be served now, and may be soon. */
export const unavailableNow = new ApiError('service_unavailable', {
  headers: { 'Retry-After': '1' },
})

/** An outage fails every request in the same way; a fault of ours may be another each time. */
const UNAVAILABLE_LINES = 1
const FAULT_LINES = 10

/** Makes the one place where an error becomes an answer, and the log hears of it. */
export function createRefusalOf(
  log: Logger,
): (error: unknown, exchange: RequestContext) => ApiError {
  const unavailable = new LineBudget(UNAVAILABLE_LINES)
  const faults = new LineBudget(FAULT_LINES)
  return (error, { request_id, operation }) => {
    if (error instanceof ApiError) return error
    const isOutage = error instanceof DatabaseUnavailable
    const refusal = isOutage ? unavailableNow : new ApiError('internal_error')
    const left_out = (isOutage ? unavailable : faults).take()
    if (left_out === undefined) return refusal
    const about = { request_id, operation: operation?.operationId, failed: left_out + 1 }
    if (isOutage) log.warn({ ...about, reason: reasonOf(error) }, 'request failed')
    else log.error({ ...about, err: error }, 'request failed')
    return refusal
  }
}

/** In one line: an outage has a stack for each request, and they all say the same. */
function reasonOf({ message, cause }: Error): string {
  return cause instanceof Error ? `${message}: ${cause.message}` : message
}

/** Answers within a span that is as the semantic conventions of OpenTelemetry describe it. */
function inSpanOf(exchange: RequestContext, answer: () => Promise<Reply>): Promise<Reply> {
  if (!isTraced()) return answer()
  const { method, headers, request_id } = exchange
  const attributes = { 'http.request.method': method, 'balcao.request_id': request_id }
  const options = { kind: 'SERVER', attributes, carrier: headers } as const
  return inSpan(method, options, async (span) => {
    const reply = await answer()
    const { operation } = exchange
    span?.setAttribute('http.response.status_code', reply.status)
    if (operation) {
      // The template and not the path, in which a page's token stands.
      span?.updateName(`${method} ${operation.path}`)
      span?.setAttribute('http.route', operation.path)
    }
    return reply
  })
}

/** The type of an answer's body as the contract gives it. */
function contentType({ operation }: RequestContext, status: number): string {
  const responses = operation?.responses as Record<string, { content?: object }> | undefined
  const response = responses?.[status]
  const [type = 'application/json'] = Object.keys(response?.content ?? {})
  return type === 'application/yaml' ? type : `${type}; charset=utf-8`
}

/** What works an exchange out. */
export type Work = {
  /**
   * Finds the exchange's operation.
   *
   * @returns what is wrong with the request by its head alone, before anything is read or asked
   */
  route(exchange: RequestContext): ApiError | undefined
  /** @param refused what is known to be wrong already; then nothing is asked */
  answer(exchange: RequestContext, refused?: ApiError): Promise<Reply>
  /** Who calls, as far as that is known at no cost. */
  callerOf(exchange: RequestContext): Caller
  /** Answers with a file of the docs, if the request names one. */
  file(exchange: RequestContext): ((to: ServerResponse) => Promise<void>) | undefined
}

/** What exchanges are served with. */
export type ServeOptions = {
  db: Database
  service: Service
  log: Logger
  loadShedder: LoadShedder
  bodies: Bodies
  backlog: ResponseBacklog
  headersOf: HeadersOf
  addressOf: (request: IncomingMessage) => string
}

/** What was refused by its head, or for want of room, is answered without a turn. */
type Begun = { refused: ApiError | undefined; start_ms: number }

/** How long a body the contract allows; what no operation takes is read all the same. */
const bodyLimitOf = ({ operation }: RequestContext): number =>
  operation?.requestBody?.['x-max-bytes'] ?? BODY_LIMIT_BYTES

/** Counts and logs an answer. */
function tell(
  { service, log }: ServeOptions,
  exchange: RequestContext,
  {
    operation,
    status,
    duration_ms,
    refused,
  }: {
    operation: string
    status: number
    duration_ms: number
    refused: ApiError | undefined
  },
): void {
  service.metrics.observe(operation, status, duration_ms)
  // Of those for whom there was no room, a line a second says how many there were.
  if (refused === unavailableNow) return
  const { request_id, account } = exchange
  log.info({ request_id, operation, status, client: account?.client.id, duration_ms }, 'request')
}

/** Takes each request from its arrival to its answer, whatever is wrong with it. */
export function createServe(
  { route, answer, callerOf, file }: Work,
  options: ServeOptions,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const { db, service, loadShedder, bodies, backlog, headersOf, addressOf } = options

  /**
   * A call of its own, so that nothing of an answer hangs on what has waited for its turn: that is
   * old by then, and what is new would be kept, and copied, until the old is collected.
   */
  async function answerNow(
    exchange: RequestContext,
    response: ServerResponse,
    { refused, start_ms }: Begun,
  ): Promise<void> {
    const { request_id, place, address } = exchange
    const sendFile = refused ? undefined : file(exchange)
    let reply: Reply | undefined
    try {
      if (refused) reply = await answer(exchange, refused)
      else if (!sendFile) reply = await inSpanOf(exchange, () => answer(exchange))
    } finally {
      if (place) loadShedder.leave(place)
    }
    // A request that does not end has been answered meanwhile.
    if (response.headersSent) return void (reply?.body instanceof Readable && reply.body.destroy())
    // While the service drains, each answer is its connection's last.
    if (service.ending.aborted) response.shouldKeepAlive = false
    const headers = Object.assign(headersOf(request_id), exchange.reply_headers)
    if (reply) {
      if (reply.body !== undefined) headers['Content-Type'] = contentType(exchange, reply.status)
      send(response, reply, headers)
    } else {
      response.setHeaders(new Map(Object.entries(headers)))
      await sendFile?.(response)
    }
    backlog.watch(response, exchange.account?.client.client_id, address)
    const duration_ms = performance.now() - start_ms
    const operation = sendFile ? 'docs' : (exchange.operation?.operationId ?? 'none')
    tell(options, exchange, { operation, status: response.statusCode, duration_ms, refused })
  }

  return async function serve(request, response) {
    const start_ms = performance.now()
    db.requested?.()
    const request_id = newRequestId()
    const arrival = arrivalOf(request, addressOf)
    const exchange: RequestContext = { ...arrival, request_id, now: epoch, reply_headers: {} }
    const unrouted = route(exchange)
    const fault = faultOf(request)
    // Of a head that two readers could read in two ways, what follows is not to be trusted.
    if (fault) response.shouldKeepAlive = false
    let refused = fault ?? unrouted
    const vital = exchange.operation?.operationId === 'getHealth'
    const caller = callerOf(exchange)
    if (hasBody(request)) {
      if (refused || !loadShedder.hasRoom(vital, caller)) throwAway(request)
      else exchange.body = await bodies.read(request, bodyLimitOf(exchange), caller.name)
      // Whoever goes away with half of it, or is too slow, has been answered, or cannot be.
      if (request.destroyed && !request.complete) return
    }
    const place = refused ? undefined : loadShedder.enter(vital, caller)
    if (place) exchange.place = place
    else refused ??= unavailableNow
    const turn = place && loadShedder.turn(place)
    if (turn) await turn
    await answerNow(exchange, response, { refused, start_ms })
  }
}
