/**
 * express-openapi-validator as its documentation shows it: the middleware is given the contract and
 * checks security and shapes, and the routes are Express's own.
 */
import type { Request, Response } from 'express'
import * as OpenApiValidator from 'express-openapi-validator'
import { readContract } from '../../../contract/document.ts'
import { formats } from '../../../contract/keywords.ts'
import { ApiError } from '../../../contract/apiError.ts'
import type { Code } from '../../../contract/apiError.ts'
import { admitted, bearerToken, granted } from './common/access.ts'
import type { Caller } from './common/access.ts'
import { createExpressApp, formOf, pageOf, serveExpress } from './common/expressApp.ts'
import { refusalOf, schemas } from './common/faults.ts'
import { JoseTokens } from './common/joseTokens.ts'
import { PreparedStore } from './common/preparedStore.ts'
import { requireSmall, requireStorable } from './common/rules.ts'
import { newestKey, openFile, openKey } from './common/settings.ts'
import type { SealedKey } from './common/settings.ts'
import { tokenAnswer } from './common/tokens.ts'

type Options = Parameters<typeof OpenApiValidator.middleware>[0]
type Locals = { caller: Caller; refusal?: ApiError }
type Reply = Response<unknown, Locals>

/** The errors that the middleware reports, and the operation that it has found. */
type Invalid = { status?: number; errors?: { path: string; errorCode?: string }[] }
type OpenapiRequest = { openapi?: { schema: { operationId: string } } }

const client = openFile()
const store = new PreparedStore(client)
const tokens = new JoseTokens(openKey(client.prepare(newestKey).get() as SealedKey))

/** The middleware would make a 401 of any error, so the refusal is kept beside it. */
async function admit(request: Request, [scope = '']: string[]): Promise<boolean> {
  const locals = request.res?.locals as Locals
  try {
    const claims = await tokens.verify(bearerToken(request.headers.authorization))
    locals.caller = admitted(claims, store.caller(claims.client_id), scope)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    locals.refusal = error
    throw error
  }
  return true
}

const parts = { body: 'application/json', query: 'query', params: 'path' } as const

/** Codes of the form for a token, by the keyword of the grant and that of the scopes. */
const tokenCodes: Record<string, Code> = {
  const: 'oauth_unsupported_grant_type',
  pattern: 'oauth_invalid_scope',
}

function refusalOfError(error: unknown, request: Request): ApiError | undefined {
  if (error instanceof ApiError) return error
  const locals = request.res?.locals as Locals | undefined
  if (locals?.refusal) return locals.refusal
  const { status, errors } = error as Invalid
  if (status === 401) {
    const headers = { 'WWW-Authenticate': 'Basic realm="balcao", charset="UTF-8"' }
    return new ApiError('oauth_invalid_client', { headers })
  }
  if (status === 404) return new ApiError('route_not_found')
  if (status === undefined || status >= 500) return undefined
  const [, part = '', ...path] = errors?.[0]?.path.split('/') ?? []
  const { operationId } = (request as OpenapiRequest).openapi?.schema ?? { operationId: '' }
  const schema = schemas[operationId]?.[parts[part as keyof typeof parts]]
  const [keyword = ''] = errors?.[0]?.errorCode?.split('.') ?? []
  if (operationId === 'issueToken') {
    return new ApiError(tokenCodes[keyword] ?? 'oauth_invalid_request')
  }
  return schema ? refusalOf(schema, path, keyword) : new ApiError('invalid_request')
}

function requireKeepable(body: { metadata?: object }): void {
  requireStorable(body)
  if (body.metadata) requireSmall(body.metadata)
}

const app = createExpressApp()
app.use(
  OpenApiValidator.middleware({
    apiSpec: readContract() as unknown as Options['apiSpec'],
    formats,
    // The middleware takes the relative address of the token endpoint for wrong, which OpenAPI 3.1
    // allows.
    validateApiSpec: false,
    fileUploader: false,
    validateSecurity: { handlers: { oauth2: admit, clientBasic: () => true } },
  }),
)

app.get('/v1/customers/:customerId', (request, response: Reply) => {
  response.json(store.customer(response.locals.caller, request.params.customerId))
})
app.get('/v1/checkouts', (request, response: Reply) => {
  response.json(store.checkouts(response.locals.caller, pageOf(request.query)))
})
app.post('/v1/customers', (request, response: Reply) => {
  requireKeepable(request.body)
  response.status(201).json(store.addCustomer(response.locals.caller, request.body))
})
app.post('/v1/checkouts', (request, response: Reply) => {
  requireKeepable(request.body)
  response.status(201).json(store.addCheckout(response.locals.caller, request.body))
})
app.patch('/v1/offers/:offerId', (request, response: Reply) => {
  requireKeepable(request.body)
  const { locals } = response
  response.json(store.changeOffer(locals.caller, request.params.offerId, request.body))
})
app.post('/oauth/token', async (request, response) => {
  const find = (client_id: string) => store.credential(client_id)
  const { authorization } = request.headers
  const { client, scopes } = await granted(authorization, formOf(request.body), find)
  response.set('Pragma', 'no-cache')
  response.json(tokenAnswer(await tokens.issue(client, scopes), scopes))
})

serveExpress(app, refusalOfError)
