import { Readable } from 'node:stream'
import { ApiError, asListed, errorResponse } from '../contract/apiError.ts'
import type { Code } from '../contract/apiError.ts'
import type { Service } from '../domain/service.ts'
import { LongList } from '../handlers/support/pagination.ts'
import { flatLog, SummedLines, sumOf } from '../runtime/logger.ts'
import type { Logger } from '../runtime/logger.ts'
import { inSpan, isTraced } from '../runtime/traces.ts'
import type { RequestContext, SendPage } from './context.ts'
import type { Engine } from './engine/engine.ts'
import { failedResponse } from './errorPage.ts'
import { createErrorMapper, serviceUnavailable } from './errors.ts'
import type { LoadShedder } from './loadShedder.ts'
import { contentType, send } from './response.ts'
import type { HeadersOf, Response } from './response.ts'
import type { ResponseBacklog } from './responseBacklog.ts'
import type { SecurityLog } from './securityLog.ts'

/** Describes what is wrong with a response; undefined when nothing is. */
export type CheckResponse = (
  context: RequestContext,
  response: Response,
  code: Code | undefined,
) => string | undefined

export type RespondOptions = {
  engine: Engine
  service: Service
  log: Logger
  loadShedder: LoadShedder
  backlog: ResponseBacklog
  headersOf: HeadersOf
  securityLog: SecurityLog
  /** A response that it objects to becomes a 500. */
  checkResponse?: CheckResponse | undefined
}

/**
 * Makes the function that answers a request once it has been admitted, or has failed before.
 *
 * It is a call of its own so that nothing allocated for a response is reachable from the promise
 * that waited in the load shedder's queue: V8 has moved that promise to its old generation by then,
 * and would keep and copy whatever it refers to.
 */
export function createRespond(options: RespondOptions) {
  const { service, loadShedder, backlog, headersOf } = options
  const resultOf = createResult(options)
  const logResponse = createLogResponse(service, flatLog(options.log))

  /** @returns why there is no page, if the time cannot be read */
  async function answerPage(
    context: RequestContext,
    sendPage: SendPage,
  ): Promise<Response | undefined> {
    const { requestId, response } = context
    if (response.headersSent) return undefined
    context.stage = 'clock'
    try {
      context.now = await service.clock.now()
    } catch (error) {
      return resultOf(context, error)
    }
    if (service.ending.aborted) response.shouldKeepAlive = false
    response.setHeaders(new Map(Object.entries(headersOf(requestId))))
    await sendPage(context)
    backlog.watch(response, undefined, context.address)
    return undefined
  }

  /** @param error that a stage has thrown, if one has */
  return async function respond(context: RequestContext, failure: unknown): Promise<void> {
    const { requestId, permit, response, operation } = context
    const error = failure ?? formError(context)
    const { sendFile, sendPage } = error ? {} : context
    let result: Response | undefined
    try {
      if (sendPage) result = await answerPage(context, sendPage)
      else if (error) result = await resultOf(context, error)
      else if (!sendFile) result = await inRequestSpan(context, () => resultOf(context))
    } finally {
      if (permit) loadShedder.release(permit)
    }
    if (sendPage && !result) return logResponse(context, error)
    // A request that was not complete in time has been answered 408 by http/pipeline.ts.
    if (response.headersSent)
      return void (result?.body instanceof Readable && result.body.destroy())
    // While the service drains, each response is the last of its connection.
    if (service.ending.aborted) response.shouldKeepAlive = false
    const headers = Object.assign(headersOf(requestId), context.responseHeaders)
    if (result) {
      const { status, body } = result
      if (body !== undefined) headers['Content-Type'] = contentType(operation, status)
      if (body instanceof Readable) breakOffWith(body, context, options.log)
      else if (permit) loadShedder.answered(permit, response.req)
      send(response, result, headers)
    } else {
      response.setHeaders(new Map(Object.entries(headers)))
      await sendFile?.()
    }
    const { account, address } = context
    if (result?.body instanceof Readable) {
      backlog.watchStream(response, result.body, account?.seller.id, address)
    } else backlog.watch(response, account?.seller.id, address)
    logResponse(context, error)
  }
}

/** A body that fails ends without its end, so that no part of a file is taken for the whole. */
function breakOffWith(body: Readable, { response, requestId }: RequestContext, log: Logger): void {
  body.once('error', (error) => {
    const { socket } = response.req
    // The client has left.
    if (socket.destroyed) return
    log.warn({ request_id: requestId, err: error }, 'a response was not completed')
    socket.resetAndDestroy()
  })
}

/**
 * Why the form of a page could not be read. `send` knows how such a connection has to end. A form
 * with a file that is too long is answered by its page, which says so.
 */
function formError(context: RequestContext): ApiError | undefined {
  if (!context.sendPage || !(context.body instanceof ApiError)) return undefined
  const isTooLong = context.body.code === 'request_too_large'
  if (isTooLong && context.method === 'POST' && context.formBytes !== undefined) return undefined
  context.stage = 'validate'
  return context.body
}

/** Makes the function that runs the engine's stages; whatever is thrown becomes a response. */
function createResult(options: RespondOptions) {
  const { engine, service, log, securityLog, checkResponse } = options
  const mapError = createErrorMapper(log)

  return async function resultOf(context: RequestContext, failure?: unknown): Promise<Response> {
    const { requestId, operation } = context
    let error: ApiError | undefined
    let result: Response
    try {
      if (failure) throw failure
      context.stage = 'clock'
      const now = service.clock.now()
      context.now = now instanceof Date ? now : await now
      result = await engine.handle(context)
      if (result.body instanceof LongList) result.bytes = await result.body.bytes()
    } catch (thrown) {
      error = asListed(mapError(thrown, context), operation?.operationId)
      result = failedResponse(context, error)
    }
    securityLog.note(context, result, error?.code)
    const wrong = checkResponse?.(context, result, error?.code)
    if (wrong === undefined) return result
    log.error({ request_id: requestId, wrong }, 'the contract does not allow the answer')
    return errorResponse(new ApiError('internal_error'), requestId)
  }
}

/** Runs a request within a span, named as OpenTelemetry's semantic conventions for HTTP say. */
function inRequestSpan(context: RequestContext, run: () => Promise<Response>): Promise<Response> {
  if (!isTraced()) return run()
  const { method, headers, requestId, operation } = context
  const attributes = { 'http.request.method': method, 'balcao.request_id': requestId }
  const options = { kind: 'SERVER', attributes, carrier: headers } as const
  return inSpan(method, options, async (span) => {
    const response = await run()
    span?.setAttribute('http.response.status_code', response.status)
    if (operation) {
      // The path template: the path itself may hold the token of a payment page.
      span?.updateName(`${method} ${operation.path}`)
      span?.setAttribute('http.route', operation.path)
    }
    return response
  })
}

/** Answers that tell a caller to come again later: past a limit, or in an outage, they are many. */
const refusals = [429, 503]

/** Makes the function that counts and logs a response. */
function createLogResponse({ metrics }: Service, log: Logger) {
  const refused = new SummedLines((left_out) =>
    log.info({ count: sumOf(left_out), left_out }, 'more requests refused'),
  )
  return function logResponse(context: RequestContext, error: unknown): void {
    const { requestId, startMs, response, operation, sendFile, sendPage, account } = context
    const duration_ms = performance.now() - startMs
    const status = response.statusCode
    const handled = sendPage ? 'dashboard' : sendFile && !error ? 'docs' : 'none'
    const name = operation?.operationId ?? handled
    metrics.observe(name, status, duration_ms)
    // The load shedder logs once a second how many requests it has shed.
    if (error === serviceUnavailable || context.isLogged) return
    const client = account?.actor.id
    const facts = { request_id: requestId, operation: name, status, client, duration_ms }
    const write = () => log.info(facts, 'request')
    if (refusals.includes(status)) refused.add(`${name} ${status}`, write)
    else write()
  }
}
