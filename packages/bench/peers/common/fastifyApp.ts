/** Fastify's routes of the six operations, apart from how tokens are checked and rows are kept. */
import fastify from 'fastify'
import type { FastifyError, FastifyInstance, onRequestHookHandler } from 'fastify'
import { createAjv } from '../../../../contract/build/validators.ts'
import { ApiError } from '../../../../contract/apiError.ts'
import type { Caller, Credential } from './access.ts'
import { granted } from './access.ts'
import { answerTo, BODY_LIMIT_BYTES, fixedHeaders, newRequestId } from './answers.ts'
import { refusalOfFault, schemas } from './faults.ts'
import type { Fault, Schema } from './faults.ts'
import * as responses from './responseSchemas.ts'
import { requireStorable } from './rules.ts'
import type { Page } from './rules.ts'
import { settings } from './settings.ts'
import type { CheckoutBody, CustomerBody, OfferBody, Store } from './store.ts'
import { tokenAnswer } from './tokens.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
  }
}

type Parts = {
  store: Store
  /** A hook that finds the caller, and refuses one without the scope. */
  admit: (scope: string) => onRequestHookHandler
  issue: (client: Credential, scopes: string[]) => string | Promise<string>
}

/** An app that refuses as the contract says, without routes. */
export function createFastifyApp(): FastifyInstance {
  const app = fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    // Any key may stand in metadata.
    onProtoPoisoning: 'ignore',
    onConstructorPoisoning: 'ignore',
    genReqId: newRequestId,
  })
  const asSent = createAjv({ useDefaults: true })
  const coercing = createAjv({ useDefaults: true, coerceTypes: true })
  app.setValidatorCompiler<Schema>(({ schema, httpPart }) =>
    (httpPart === 'body' ? asSent : coercing).compile(schema),
  )
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(fixedHeaders).header('X-Request-Id', request.id)
    done()
  })
  app.setNotFoundHandler(() => {
    throw new ApiError('route_not_found')
  })
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const { schema } = request.routeOptions
    const refusal = refusalOfError(error, schema as Record<string, Schema> | undefined)
    const { status, headers, body } = answerTo(refusal, request.id, request.url)
    return reply.code(status).headers(headers).send(body)
  })
  return app
}

const parts: Record<string, string> = { params: 'params', querystring: 'querystring' }

function refusalOfError(error: FastifyError, schema: Record<string, Schema> | undefined): unknown {
  const { validation, validationContext = '', statusCode } = error
  const [fault] = validation ?? []
  const broken = schema?.[parts[validationContext] ?? 'body']
  if (fault && broken) return refusalOfFault(broken, fault as Fault)
  if (statusCode === 413) return new ApiError('request_too_large')
  return statusCode === 400 || statusCode === 415 ? new ApiError('invalid_request') : error
}

function addTokenRoute(app: FastifyInstance, { store, issue }: Parts): void {
  const type = 'application/x-www-form-urlencoded'
  app.addContentTypeParser(type, { parseAs: 'string' }, (_, body, done) =>
    done(null, new URLSearchParams(String(body))),
  )
  const schema = { response: { 200: responses.token } }
  app.post<{ Body: unknown }>('/oauth/token', { schema }, async (request, reply) => {
    const { body, headers } = request
    if (!(body instanceof URLSearchParams)) throw new ApiError('oauth_invalid_request')
    const find = (client_id: string) => store.credential(client_id)
    const { client, scopes } = await granted(headers.authorization, body, find)
    reply.header('Pragma', 'no-cache')
    return tokenAnswer(await issue(client, scopes), scopes)
  })
}

function addReadRoutes(app: FastifyInstance, { store, admit }: Parts): void {
  app.get<{ Params: { customerId: string } }>(
    '/v1/customers/:customerId',
    {
      onRequest: admit('customers:read'),
      schema: { params: schemas['getCustomer']?.path, response: { 200: responses.customer } },
    },
    (request, reply) => {
      reply.send(store.customer(request.caller, request.params.customerId))
    },
  )
  app.get<{ Querystring: Page }>(
    '/v1/checkouts',
    {
      onRequest: admit('checkouts:read'),
      schema: {
        querystring: schemas['listCheckouts']?.query,
        response: { 200: responses.checkoutList },
      },
    },
    (request, reply) => {
      reply.send(store.checkouts(request.caller, request.query))
    },
  )
}

function addWriteRoutes(app: FastifyInstance, { store, admit }: Parts): void {
  app.post<{ Body: CustomerBody }>(
    '/v1/customers',
    {
      onRequest: admit('customers:write'),
      schema: {
        body: schemas['createCustomer']?.['application/json'],
        response: { 201: responses.customer },
      },
    },
    ({ caller, body }, reply) => {
      requireStorable(body)
      reply.code(201).send(store.addCustomer(caller, body))
    },
  )
  app.post<{ Body: CheckoutBody }>(
    '/v1/checkouts',
    {
      onRequest: admit('checkouts:write'),
      schema: {
        body: schemas['createCheckout']?.['application/json'],
        response: { 201: responses.checkout },
      },
    },
    ({ caller, body }, reply) => {
      requireStorable(body)
      reply.code(201).send(store.addCheckout(caller, body))
    },
  )
  app.patch<{ Params: { offerId: string }; Body: OfferBody }>(
    '/v1/offers/:offerId',
    {
      onRequest: admit('products:write'),
      schema: {
        params: schemas['updateOffer']?.path,
        body: schemas['updateOffer']?.['application/json'],
        response: { 200: responses.offer },
      },
    },
    ({ caller, params, body }, reply) => {
      requireStorable(body)
      reply.send(store.changeOffer(caller, params.offerId, body))
    },
  )
}

/** Adds the six operations, and listens. */
export async function serveFastify(app: FastifyInstance, parts: Parts): Promise<void> {
  addTokenRoute(app, parts)
  addReadRoutes(app, parts)
  addWriteRoutes(app, parts)
  await app.listen({ port: settings.port, host: '127.0.0.1' })
}
