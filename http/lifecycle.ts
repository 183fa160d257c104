import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { ApiError } from '../contract/apiError.ts'
import type { Database } from '../db/database.ts'
import { networkOf } from '../runtime/network.ts'
import { needsToken, readBearer } from './authenticate.ts'
import { BODY_LIMIT_BYTES, discardBody, hasBody } from './bodies.ts'
import type { Bodies } from './bodies.ts'
import type { FindPage, RequestContext, StageName } from './context.ts'
import type { FindFile } from './docs.ts'
import { serviceUnavailable } from './errors.ts'
import type { Caller } from './fairQueue.ts'
import type { Refusals } from './refusals.ts'
import { headBytes, headError, newRequestId, readHead } from './request.ts'
import type { AddressReader } from './request.ts'
import { createRespond } from './respond.ts'
import type { RespondOptions } from './respond.ts'
import { settle } from './response.ts'

export type LifecycleOptions = RespondOptions & {
  db: Database
  findFile: FindFile
  findPage: FindPage
  bodies: Bodies
  refusals: Refusals
  /** True for a host that this service answers for. */
  isOwnHost: (host: string) => boolean
  /** The variable that adds a host. */
  hostsVariable: 'ALLOWED_HOSTS' | 'METRICS_HOSTS'
  addressOf: AddressReader
}

type Run = (context: RequestContext, options: LifecycleOptions) => void | Promise<void>

export type Stage = {
  readonly name: StageName
  /** The statuses with which it can end a request; a bug in any stage is answered 500. */
  readonly failures: readonly number[]
  /** Throws an ApiError to end the request. */
  readonly run?: Run
}

/**
 * The stages of a request in their order, which is that of their cost: its head is checked before
 * its body is read, and little is done before the caller is authenticated. `docs/lifecycle.md`
 * describes each.
 */
export const stages: readonly Stage[] = [
  { name: 'head', failures: [400, 421, 431], run: checkHead },
  { name: 'route', failures: [404, 405], run: checkRoute },
  { name: 'token', failures: [401], run: readToken },
  { name: 'body', failures: [], run: readBody },
  { name: 'admit', failures: [503], run: admit },
  { name: 'schedule', failures: [503], run: schedule },
  // http/respond.ts reads the clock, then http/engine/ has openapi-backend run the others.
  { name: 'clock', failures: [503] },
  { name: 'authenticate', failures: [401, 503] },
  { name: 'limit', failures: [429, 503] },
  { name: 'authorize', failures: [403] },
  { name: 'validate', failures: [400, 413, 503] },
  { name: 'handle', failures: [400, 401, 403, 404, 409, 429, 503] },
]

/** Thrown when the client is gone before its request is complete: it cannot be answered. */
const disconnected = new Error('The client has disconnected.')

/** Stands for the time until the stage `clock`. */
const epoch = new Date(0)

/** Makes the listener that takes each request from its arrival to its response. */
export function createListener(options: LifecycleOptions): RequestListener {
  const { log, refusals } = options
  const respond = createRespond(options)
  const failed = (error: unknown, response: ServerResponse) => {
    log.error({ err: error }, 'request not answered')
    response.destroy()
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const context = createContext(request, response, options)
    let error: unknown
    try {
      for (const { name, run } of stages) {
        if (!run) break
        context.stage = name
        const pending = run(context, options)
        if (pending) await pending
      }
    } catch (thrown) {
      if (thrown === disconnected) return
      error = thrown
      // Discards a body that no stage has begun to read: Node would keep its pieces in memory.
      if (hasBody(request) && request.readableFlowing === null) discardBody(request)
    }
    if (context.stage !== 'admit' || error !== serviceUnavailable) return respond(context, error)
    settle(response)
    const send = () => void respond(context, error).catch((thrown) => failed(thrown, response))
    refusals.add(send, headBytes(request))
  }

  return (request, response) =>
    void serve(request, response).catch((error: unknown) => failed(error, response))
}

function createContext(
  request: IncomingMessage,
  response: ServerResponse,
  { db, engine, findFile, findPage, addressOf }: LifecycleOptions,
): RequestContext {
  const startMs = performance.now()
  db.beginRequest()
  const context: RequestContext = {
    ...readHead(request, addressOf),
    requestId: newRequestId(),
    startMs,
    response,
    stage: 'head',
    now: epoch,
    responseHeaders: {},
  }
  // Before the head is checked: the operation decides the form of every error.
  engine.find(context)
  if (context.operation) return context
  const sendFile = findFile(context, response)
  if (sendFile) context.sendFile = sendFile
  return Object.assign(context, findPage(context.path))
}

const misdirected = {
  ALLOWED_HOSTS: new ApiError('misdirected_request'),
  METRICS_HOSTS: new ApiError('misdirected_request', {
    detail: 'Esta porta não responde por esse host. O operador acrescenta nomes em METRICS_HOSTS.',
  }),
}

function checkHead(context: RequestContext, options: LifecycleOptions): void {
  const { response, host } = context
  const error = headError(response.req)
  if (error) {
    response.shouldKeepAlive = false
    throw error
  }
  // Probes address each process by a host name of its own, and learn nothing but its health.
  if (host !== undefined && !isHealthCheck(context) && !options.isOwnHost(host)) {
    throw misdirected[options.hostsVariable]
  }
}

function checkRoute(context: RequestContext, { engine, findFile }: LifecycleOptions): void {
  if (context.operation || context.sendFile || context.sendPage) return
  const { path, response } = context
  const isFile = findFile({ method: 'GET', path }, response) !== undefined
  const allowed = isFile ? ['GET', 'HEAD'] : engine.allowedMethods(path)
  if (allowed.length === 0) throw new ApiError('route_not_found')
  throw new ApiError('method_not_allowed', { headers: { Allow: allowed.join(', ') } })
}

/** Checks the token's form, and identifies the caller as far as that needs no verification. */
function readToken(context: RequestContext, { service: { tokens } }: LifecycleOptions): void {
  const { operation, headers, address } = context
  if (operation && needsToken(operation)) context.token = readBearer(headers['authorization'])
  const sellerId = context.token === undefined ? undefined : tokens.sellerOf(context.token)
  context.caller = { name: sellerId ?? networkOf(address), isKnown: sellerId !== undefined }
}

const isHealthCheck = ({ operation }: RequestContext) => operation?.operationId === 'getHealth'

/** Not async: a request without a body must not wait for an event-loop turn. */
function readBody(context: RequestContext, options: LifecycleOptions): void | Promise<void> {
  const { caller } = context
  const { req: request } = context.response
  if (!caller || !hasBody(request)) return
  if (options.loadShedder.hasCapacity(isHealthCheck(context), caller)) {
    return takeBody(context, options.bodies, caller)
  }
  // The next stage answers 503.
  discardBody(request)
}

/** A body that cannot be read fails in `validate`: the reason is for authorized callers only. */
async function takeBody(context: RequestContext, bodies: Bodies, caller: Caller) {
  const { operation, response } = context
  const { req: request } = response
  const ownBytes = operation ? operation.requestBody?.['x-max-bytes'] : context.formBytes
  const limitBytes = ownBytes ?? BODY_LIMIT_BYTES
  context.body = await bodies.read(request, limitBytes, caller)
  if (request.destroyed && !request.complete) throw disconnected
}

function admit(context: RequestContext, { loadShedder }: LifecycleOptions): void {
  const { caller, body, response } = context
  const bodyBytes = body instanceof Uint8Array ? body.length : 0
  const bytes = headBytes(response.req) + bodyBytes
  const permit = caller && loadShedder.acquire(isHealthCheck(context), caller, bytes)
  if (!permit) throw serviceUnavailable
  context.permit = permit
}

function schedule({ permit }: RequestContext, { loadShedder }: LifecycleOptions) {
  return permit && loadShedder.schedule(permit)
}
