/**
 * openapi-backend as its documentation shows it, behind Express: its own router, its own validator,
 * and a handler for each operation.
 */
import type { Request, Response } from 'express'
import { OpenAPIBackend } from 'openapi-backend'
import type { Context, Document } from 'openapi-backend'
import { readContract } from '../../contract/document.ts'
import { formats } from '../../contract/keywords.ts'
import { ApiError } from '../../contract/apiError.ts'
import { admitted, bearerToken, granted } from './common/access.ts'
import type { Caller } from './common/access.ts'
import { createExpressApp, formOf, pageOf, serveExpress } from './common/expressApp.ts'
import { refusalOfFault, schemas } from './common/faults.ts'
import type { Fault, Schema } from './common/faults.ts'
import { JoseTokens } from './common/joseTokens.ts'
import { PreparedStore } from './common/preparedStore.ts'
import { requireSmall, requireStorable } from './common/rules.ts'
import { newestKey, openFile, openKey } from './common/settings.ts'
import type { SealedKey } from './common/settings.ts'
import type { CheckoutBody, CustomerBody, OfferBody } from './common/store.ts'
import { tokenAnswer } from './common/tokens.ts'

const client = openFile()
const store = new PreparedStore(client)
const tokens = new JoseTokens(openKey(client.prepare(newestKey).get() as SealedKey))

async function admit({ operation }: Context, request: Request): Promise<Caller> {
  const [scope = ''] = operation.security?.[0]?.['oauth2'] ?? []
  const claims = await tokens.verify(bearerToken(request.headers.authorization))
  return admitted(claims, store.caller(claims.client_id), scope)
}

const callerOf = ({ security }: Context) => security?.['oauth2'] as Caller

function bodyOf<Body>({ request }: Context): Body {
  const body = request.requestBody as { metadata?: object }
  requireStorable(body)
  if (body.metadata) requireSmall(body.metadata)
  return body as Body
}

const parts: Record<string, 'path' | 'query'> = { path: 'path', query: 'query' }

/** The validator looks at `/path/…`, `/query/…` and `/requestBody/…` as one value. */
function refusalOfInvalid({ operation, validation }: Context): ApiError {
  const [error] = validation.errors ?? []
  const [, part = '', ...path] = error?.instancePath.split('/') ?? []
  const of: Partial<Record<string, Schema>> = schemas[operation.operationId ?? ''] ?? {}
  const schema = of[parts[part] ?? 'application/json']
  if (!error || !schema) return new ApiError('invalid_request')
  // A body of another type is missing.
  if (error.params['missingProperty'] === 'requestBody') return new ApiError('invalid_request')
  const instancePath = ['', ...path].join('/')
  return refusalOfFault(schema, { ...error, instancePath } as Fault)
}

function noRoute(): never {
  throw new ApiError('route_not_found')
}

const handlers = {
  getCustomer(context: Context, _: Request, response: Response) {
    const id = String(context.request.params['customerId'])
    return response.json(store.customer(callerOf(context), id))
  },
  listCheckouts(context: Context, _: Request, response: Response) {
    return response.json(store.checkouts(callerOf(context), pageOf(context.request.query)))
  },
  createCustomer(context: Context, _: Request, response: Response) {
    const body = bodyOf<CustomerBody>(context)
    return response.status(201).json(store.addCustomer(callerOf(context), body))
  },
  createCheckout(context: Context, _: Request, response: Response) {
    const body = bodyOf<CheckoutBody>(context)
    return response.status(201).json(store.addCheckout(callerOf(context), body))
  },
  updateOffer(context: Context, _: Request, response: Response) {
    const id = String(context.request.params['offerId'])
    return response.json(store.changeOffer(callerOf(context), id, bodyOf<OfferBody>(context)))
  },
  async issueToken(_: Context, request: Request, response: Response) {
    const find = (client_id: string) => store.credential(client_id)
    const { authorization } = request.headers
    const { client, scopes } = await granted(authorization, formOf(request.body), find)
    response.set('Pragma', 'no-cache')
    return response.json(tokenAnswer(await tokens.issue(client, scopes), scopes))
  },
  validationFail(context: Context) {
    throw refusalOfInvalid(context)
  },
  unauthorizedHandler({ security }: Context) {
    throw security?.['oauth2'].error
  },
  notFound: noRoute,
  methodNotAllowed: noRoute,
  notImplemented: noRoute,
}

const api = new OpenAPIBackend({
  definition: readContract() as unknown as Document,
  quick: true,
  coerceTypes: true,
  ajvOpts: { useDefaults: true, formats },
  securityHandlers: { oauth2: admit, clientBasic: () => true },
  handlers,
})
await api.init()

const app = createExpressApp()
app.use((request, response) => {
  const { method, path, body } = request
  const query = request.query as Record<string, string>
  const headers = request.headers as Record<string, string>
  // The library copies the request to coerce types, and would lose what Express computes on demand.
  return api.handleRequest({ method, path, headers, query, body }, request, response)
})

serveExpress(app, (error) => (error instanceof ApiError ? error : undefined))
