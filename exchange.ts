import type { IncomingMessage, ServerResponse } from 'node:http'
import { Refusal } from './contract/refusal.ts'
import type { ValidRequest } from './contract/validator.ts'
import { DatabaseUnavailable } from './db/database.ts'
import type { Database } from './db/database.ts'
import type { Account, Service } from './handlers/operation.ts'
import { arrivalOf, commonHeaders, faultOf, hasBody, newRequestId, readBody, send } from './http.ts'
import type { Arrival, Reply, Untaken } from './http.ts'
import type { Admission } from './runtime/admission.ts'
import type { Logger } from './runtime/log.ts'
import { inSpan, isTraced } from './runtime/traces.ts'

/** Stands for a time that is not known yet. */
const epoch = new Date(0)

/** The parts of an operation that are looked at while its request is under way. */
type Operation = {
  operationId?: string
  path: string
  responses?: object
  security?: Record<string, string[]>[]
}

/** One request on its way through, from its arrival to its answer. */
export type Exchange = Arrival & {
  request_id: string
  /** The service's time at which the request is answered; set before anything looks at it. */
  now: Date
  /** Headers that the answer carries whatever it turns out to be. */
  reply_headers: Record<string, string>
  operation?: Operation
  account?: Account
  /** The API client that it has entered as. */
  entered_as?: string
  valid?: ValidRequest | undefined
}

/** Said to whoever cannot be served now, and may be soon. */
export const unavailableNow =
  new Refusal('service_unavailable', { headers: { 'Retry-After': '1' } })

/** The one place where an error becomes an answer. */
export function refusalOf(error: unknown, exchange: Exchange, log: Logger): Refusal {
  if (error instanceof Refusal) return error
  const { request_id, operation } = exchange
  const unavailable = error instanceof DatabaseUnavailable
  const level = unavailable ? 'warn' : 'error'
  log[level]({ request_id, operation: operation?.operationId, err: error }, 'request failed')
  return unavailable ? unavailableNow : new Refusal('internal_error')
}

/** Answers within a span that is as the semantic conventions of OpenTelemetry describe it. */
function inSpanOf(exchange: Exchange, answer: () => Promise<Reply>): Promise<Reply> {
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
function contentType({ operation }: Exchange, status: number): string {
  const responses = operation?.responses as Record<string, { content?: object }> | undefined
  const response = responses?.[status]
  const [type = 'application/json'] = Object.keys(response?.content ?? {})
  return type === 'application/yaml' ? type : `${type}; charset=utf-8`
}

/** What works an exchange out: all the way, or only to the refusal that it has met already. */
export type Work = {
  answer(exchange: Exchange): Promise<Reply>
  refuse(exchange: Exchange, refusal: Refusal): Promise<Reply>
}

/** What exchanges are served with. */
export type ServeOptions = {
  db: Database
  service: Service
  log: Logger
  admission: Admission
  untaken: Untaken
  addressOf: (request: IncomingMessage) => string
}

/** How a request stands when it is its turn. */
type Begun = { fault: Refusal | undefined; entered: boolean; start_ms: number }

/** Takes each request from its arrival to its answer, whatever is wrong with it. */
export function createServe(
  { answer, refuse }: Work,
  { db, service, log, admission, untaken, addressOf }: ServeOptions,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  /**
   * A call of its own, so that nothing of an answer hangs on what has waited for its turn: that is
   * old by then, and what is new would be kept, and copied, until the old is collected.
   */
  async function answerNow(
    exchange: Exchange,
    response: ServerResponse,
    { fault, entered, start_ms }: Begun,
  ): Promise<void> {
    const { request_id } = exchange
    let reply: Reply
    try {
      reply = await (entered
        ? inSpanOf(exchange, () => answer(exchange))
        : refuse(exchange, fault ?? unavailableNow))
    } finally {
      if (entered) admission.leave(exchange.entered_as)
    }
    // While the service drains, each answer is its connection's last.
    if (fault || service.ending.aborted) response.shouldKeepAlive = false
    const headers = Object.assign(commonHeaders(request_id), exchange.reply_headers)
    if (reply.body !== undefined) headers['Content-Type'] = contentType(exchange, reply.status)
    send(response, reply, headers)
    untaken.watch(response)
    const duration_ms = performance.now() - start_ms
    const operation = exchange.operation?.operationId ?? 'none'
    service.metrics.observe(operation, reply.status, duration_ms)
    if (!entered && !fault) return
    const client = exchange.account?.client.id
    log.info({ request_id, operation, status: reply.status, client, duration_ms }, 'request')
  }

  return async function serve(request, response) {
    const start_ms = performance.now()
    db.requested?.()
    const arrival = arrivalOf(request, addressOf)
    const request_id = newRequestId()
    const exchange: Exchange = { ...arrival, request_id, now: epoch, reply_headers: {} }
    const vital = exchange.path === '/health'
    const fault = faultOf(request)
    if (!fault && hasBody(request) && admission.hasRoom(vital)) {
      exchange.body = await readBody(request)
      // Whoever goes away with half of it, or is too slow, has been answered, or cannot be.
      if (!request.complete) return
    }
    const entered = !fault && admission.enter(vital)
    const turn = entered ? admission.turn(vital) : undefined
    if (turn) await turn
    await answerNow(exchange, response, { fault, entered, start_ms })
  }
}
