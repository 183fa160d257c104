import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { basename, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type Express from 'express'
import type * as Engine from 'openapi-backend'
import type { Document, Operation, ParsedRequest } from 'openapi-backend'
import { authorize, readBearer, requireScopes } from './http/authenticate.ts'
import { SecurityLog } from './http/securityLog.ts'
import { Bodies } from './http/bodies.ts'
import type { BodyLimits } from './http/bodies.ts'
import { operationsOf, readContract } from './contract/document.ts'
import { asListed, ApiError, replyOf } from './contract/apiError.ts'
import type { Code } from './contract/apiError.ts'
import { createReplyCheck } from './contract/responseCheck.ts'
import type { ReplyShape } from './contract/responseCheck.ts'
import { matchPath } from './contract/router.ts'
import { createValidator } from './contract/validator.ts'
import type { OperationShape } from './contract/validator.ts'
import type { Database } from './db/database.ts'
import { createRefusalOf, createServe, unavailableNow } from './http/lifecycle.ts'
import type { RequestContext, Work } from './http/lifecycle.ts'
import { pageHeaders } from './handlers/getDocs.ts'
import { answeringOnce, fingerprint } from './http/idempotency.ts'
import { handlers } from './handlers/index.ts'
import type { OperationId } from './handlers/support/handler.ts'
import type { Service } from './domain/service.ts'
import { addressReader, headersAt, ResponseBacklog } from './http/response.ts'
import type { AnswerLimits, HeadersOf, Reply } from './http/response.ts'
import { LoadShedder } from './http/loadShedder.ts'
import type { LoadShedderLimits } from './http/loadShedder.ts'
import { rateLimitHeaders } from './runtime/rateLimit.ts'
import type { Allowance } from './runtime/rateLimit.ts'
import { loadWithout } from './runtime/load.ts'
import { networkOf } from './runtime/network.ts'
import type { Logger } from './runtime/logger.ts'
import { tracedDatabase } from './runtime/traces.ts'

/**
 * What the engine would parse, validate and mock with: all of that is compiled ahead, or not done.
 * To load it takes a tenth of the time of a start.
 */
const replaced = [
  './refparser',
  'ajv',
  'cookie',
  'mock-json-schema',
  'openapi-schema-validator',
  'qs',
]
const { OpenAPIBackend, OpenAPIRouter, OpenAPIValidator } = loadWithout(
  'openapi-backend',
  replaced,
) as typeof Engine

const docsFolder = fileURLToPath(new URL('generated/docs', import.meta.url))

/** What an app is made of. */
export type AppOptions = {
  db: Database
  service: Service
  log: Logger
  /** The operations to answer: the public ones, or those with a port of their own (metrics). */
  surface?: 'public' | 'metrics'
  /** Addresses and subnets whose `X-Forwarded-For` is believed. */
  trusted_proxies?: string[]
  /** Checks every answer against the contract; one that it does not allow becomes a 500. */
  validate_responses?: boolean
  limits: AnswerLimits & LoadShedderLimits & BodyLimits
}

/** Loads the contract as it is: the stock engine looks for references to other files. */
class ContractEngine extends OpenAPIBackend {
  override async loadDocument(): Promise<Document> {
    return (this.document = this.inputDocument as Document)
  }
}

/**
 * Routes by the tables that were made ahead. The stock router builds a regular expression for each
 * path at each request, and answers 500 to a malformed percent-encoding.
 */
class ContractRouter extends OpenAPIRouter {
  readonly #operations: Map<string, Operation>

  constructor(definition: Document, answers: (path: string) => boolean) {
    super({ definition })
    const own = this.getOperations().filter(({ path }) => answers(path))
    this.#operations = new Map(own.map((operation) => [operation.operationId ?? '', operation]))
  }

  /** The ids of the operations that it answers. */
  ids(): string[] {
    return [...this.#operations.keys()]
  }

  override getOperation(id: string): Operation | undefined {
    return this.#operations.get(id)
  }

  /** @returns what is wrong with a request by its head: its path, its method or its token */
  route(exchange: RequestContext): ApiError | undefined {
    const { method, path, headers } = exchange
    const { route, params = {} } = matchPath(path) ?? {}
    const operation = this.#operations.get(route?.operations[method] ?? '')
    if (!operation) return this.#unknown(route?.operations ?? {})
    exchange.operation = operation as NonNullable<RequestContext['operation']>
    exchange.params = params
    const needsToken = operation.security?.some((scheme) => 'oauth2' in scheme)
    if (!needsToken) return undefined
    const token = readBearer(headers['authorization'])
    if (token instanceof ApiError) return token
    exchange.token = token
    return undefined
  }

  #unknown(operations: Readonly<Record<string, string>>): ApiError {
    const allowed = Object.entries(operations).flatMap(([method, id]) =>
      this.#operations.has(id) ? method : [],
    )
    if (allowed.length === 0) return new ApiError('route_not_found')
    return new ApiError('method_not_allowed', { headers: { Allow: allowed.join(', ') } })
  }

  /** An exchange has been routed before it comes here. */
  override matchOperation(request: object): Operation {
    const { operation } = request as RequestContext
    if (!operation) throw new Error('An exchange came without an operation.')
    return operation as Operation
  }

  /** Nothing is parsed before the caller is known; the validator parses. */
  override parseRequest(request: object): ParsedRequest {
    return request as ParsedRequest
  }
}

/** Validates by the contract's own error codes, where the stock validator gives ajv's list. */
class ContractValidator extends OpenAPIValidator {
  readonly #validators: Map<string, ReturnType<typeof createValidator>>

  constructor(definition: Document, router: ContractRouter) {
    super({ definition, router, lazyCompileValidators: true })
    const operations = router.getOperations() as unknown as OperationShape[]
    this.#validators = new Map(operations.map((one) => [one.operationId, createValidator(one)]))
  }

  override validateRequest(request: object) {
    const exchange = request as RequestContext
    const validate = this.#validators.get(exchange.operation?.operationId ?? '')
    exchange.valid = validate?.(exchange)
    return { valid: true, errors: null }
  }
}

/** The contract's engine, with every operation of the surface bound to its handler. */
async function createEngine(options: AppOptions, loadShedder: LoadShedder) {
  const { service, surface = 'public' } = options
  const document = readContract()
  const ids = [...operationsOf(document)].map(({ operation }) => operation.operationId)
  const odd = new Set(ids).symmetricDifference(new Set(Object.keys(handlers)))
  if (odd.size > 0) throw new Error(`Operations and handlers differ: ${[...odd].join(', ')}.`)

  const engine = new ContractEngine({
    definition: document as unknown as Document,
    strict: true,
    quick: true,
    securityHandlers: {
      oauth2: (_, exchange: RequestContext) => identify(exchange, options, loadShedder),
      // The token endpoint answers wrong credentials in its own shape and order.
      clientBasic: () => true,
    },
  })
  await engine.init()
  const answers = (path: string) => {
    if (service.mode === 'live' && path.startsWith('/sandbox/')) return false
    return (document.paths[path]?.servers !== undefined) === (surface === 'metrics')
  }
  const router = new ContractRouter(engine.definition, answers)
  engine.router = router
  engine.validator = new ContractValidator(engine.definition, router)
  engine.register('unauthorizedHandler', ({ security }) => {
    throw security['oauth2'].error
  })
  for (const id of router.ids()) {
    // The engine calls a handler with its context and the exchange; it knows no types of ours.
    engine.register(id, (_: unknown, exchange: RequestContext) =>
      handle(id as OperationId, exchange, options, loadShedder),
    )
  }
  return { engine, router }
}

/** Counts a request of a client that is allowed so many. */
async function count(exchange: RequestContext, counted: Promise<Allowance>): Promise<void> {
  const allowance = await counted
  const headers = rateLimitHeaders('client', allowance)
  Object.assign(exchange.reply_headers, headers)
  if (allowance.allowed) return
  const retry = { 'Retry-After': String(allowance.reset_seconds) }
  throw new ApiError('too_many_requests', { headers: retry })
}

/** Counts a request to its client, once it is known whose it is. */
function admit(
  exchange: RequestContext,
  client_id: string,
  loadShedder: LoadShedder,
  counted: Promise<Allowance> | undefined,
): undefined | Promise<void> {
  if (exchange.place && !loadShedder.enterAs(exchange.place, client_id)) throw unavailableNow
  return counted && count(exchange, counted)
}

/** Finds the account behind the token, counts the request to it and looks at the scopes. */
async function identify(
  exchange: RequestContext,
  { db, service: { tokens, limits } }: AppOptions,
  loadShedder: LoadShedder,
): Promise<true> {
  const { now, operation, token = '' } = exchange
  let account
  try {
    account = await authorize({ token, tokens, db, now })
  } catch (error) {
    if (error instanceof ApiError) exchange.refused_client = tokens.refused(token)
    throw error
  }
  exchange.account = account
  // Not before: a token that has been ended spends nothing of its client's.
  const { client_id } = account.client
  const counting = admit(exchange, client_id, loadShedder, limits.request(client_id))
  if (counting) await counting
  requireScopes(account.scopes, operation?.security?.[0]?.['oauth2'] ?? [])
  return true
}

const fail = (code: Code, param?: string, detail?: string) => new ApiError(code, { param, detail })

function handle(
  id: OperationId,
  exchange: RequestContext,
  { db: untraced, service }: AppOptions,
  loadShedder: LoadShedder,
): Reply | Promise<Reply> {
  const db = tracedDatabase(untraced)
  const { valid, account, headers, address, now } = exchange
  if (!valid) throw new Error(`${id} was reached without validation.`)
  const key = valid.headers['Idempotency-Key']
  const once =
    typeof key === 'string' && account
      ? answeringOnce(db, {
          seller_id: account.seller.id,
          client_id: account.client.id,
          key,
          fingerprint: fingerprint([id, valid.path, valid.body]),
          now,
        })
      : db
  const { path, query, body } = valid
  const known = (client_id: string) =>
    admit(exchange, client_id, loadShedder, service.limits.token(client_id))
  const input = {
    ...account,
    path,
    query,
    body,
    headers,
    address,
    now,
    db: once,
    service,
    fail,
    known,
  }
  // Which input belongs to which handler is known to the contract, not to the compiler.
  return (handlers[id] as (input: object) => Reply | Promise<Reply>)(input)
}

/** Works one request out; whatever becomes of it, there is an answer that the contract allows. */
function createAnswer(engine: Engine.OpenAPIBackend, { log, service, ...options }: AppOptions) {
  const violation = options.validate_responses ? replyCheck(engine) : () => undefined
  const security = new SecurityLog(log)
  const refusalOf = createRefusalOf(log)

  /** @param refused what is known to be wrong before anything is asked */
  return async function answer(exchange: RequestContext, refused?: ApiError): Promise<Reply> {
    const { request_id } = exchange
    let refusal: ApiError | undefined
    let reply: Reply
    try {
      if (refused) throw refused
      const now = service.clock.now()
      exchange.now = now instanceof Date ? now : await now
      reply = await engine.handleRequest(exchange, exchange)
    } catch (error) {
      refusal = asListed(refusalOf(error, exchange), exchange.operation?.operationId)
      reply = replyOf(refusal, request_id)
    }
    security.note(exchange, reply.status, refusal?.code)
    const wrong = violation(exchange, reply, refusal?.code)
    if (wrong === undefined) return reply
    log.error({ request_id, wrong }, 'the contract does not allow the answer')
    return replyOf(new ApiError('internal_error'), request_id)
  }
}

export type App = {
  listener: RequestListener
  /** The headers of an answer to what is no request. */
  headersOf: HeadersOf
  log: Logger
  /** To be told of each new connection. */
  connected(): void
}

/**
 * The whole API as a request listener: the contract's engine, and Express for docs. It refuses to
 * be made when an operation has no handler or a handler no operation.
 */
export async function createApp(options: AppOptions): Promise<App> {
  const { db, log, service, limits, surface = 'public' } = options
  const loadShedder = new LoadShedder(db, log, limits)
  const { engine, router } = await createEngine(options, loadShedder)
  const headersOf = headersAt(service.baseUrl)
  const file = surface === 'public' ? createDocs() : () => undefined
  const work: Work = {
    answer: createAnswer(engine, options),
    callerOf: ({ token, address }) => {
      const client_id = token === undefined ? undefined : service.tokens.clientOf(token)
      const isKnown = client_id !== undefined
      return { name: client_id ?? networkOf(address), isKnown }
    },
    file,
    route: (exchange) => (file(exchange) ? undefined : router.route(exchange)),
  }
  const serve = createServe(work, {
    db,
    service,
    log,
    loadShedder,
    bodies: new Bodies(limits),
    backlog: new ResponseBacklog(limits),
    headersOf,
    addressOf: addressReader(options.trusted_proxies ?? []),
  })
  const listener: RequestListener = (request, response) =>
    void serve(request, response).catch((error: unknown) => {
      log.error({ err: error }, 'request not answered')
      response.destroy()
    })
  return { listener, headersOf, log, connected: () => loadShedder.connected() }
}

/**
 * Express answers with the files of the docs, and is asked for nothing else: on the way to an
 * operation it would cost a fifth of the time of a read. It is loaded when they are first read.
 */
function createDocs(): Work['file'] {
  const names = new Set(readdirSync(docsFolder).map((name) => `/docs/${name}`))
  let loading: Promise<RequestListener> | undefined
  return ({ method, path }) => {
    if (!names.has(path) || !['GET', 'HEAD'].includes(method)) return undefined
    return async (response) => {
      loading ??= import('express').then(({ default: express }) => docsApp(express))
      const docs = await loading
      docs(response.req, response)
    }
  }
}

/** Each file is read, and packed for readers who take gzip, when it is first asked for. */
function docsApp(express: typeof Express): RequestListener {
  const files = new Map<string, { plain: Buffer; packed: Buffer; tag: string }>()
  const fileAt = (name: string) => {
    const known = files.get(name)
    if (known) return known
    const plain = readFileSync(join(docsFolder, name))
    // Express would make the tag at each request.
    const tag = createHash('sha256').update(plain).digest('base64url')
    const file = { plain, packed: gzipSync(plain), tag }
    files.set(name, file)
    return file
  }
  const docs = express().disable('x-powered-by')
  docs.use((request, response) => {
    const name = basename(request.path)
    const { plain, packed, tag } = fileAt(name)
    const isPacked = request.acceptsEncodings('gzip') !== false
    response.set({ ...pageHeaders, 'Cache-Control': 'public, max-age=0' }).vary('Accept-Encoding')
    response.set('ETag', isPacked ? `"${tag}-gzip"` : `"${tag}"`)
    if (isPacked) response.set('Content-Encoding', 'gzip')
    response.type(extname(name)).send(isPacked ? packed : plain)
  })
  return docs
}

/** Says what the contract does not allow about an answer of one of its operations. */
function replyCheck({ router }: Engine.OpenAPIBackend) {
  const operations = router.getOperations() as unknown as ReplyShape[]
  const checks = new Map(operations.map((one) => [one.operationId, createReplyCheck(one)]))
  return ({ operation }: RequestContext, reply: Reply, code: Code | undefined) =>
    checks.get(operation?.operationId ?? '')?.(reply, code)
}
