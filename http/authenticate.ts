import { ApiError } from '../contract/apiError.ts'
import type { Database } from '../db/database.ts'
import { accountOfToken } from '../domain/auth/accounts.ts'
import { permits, scopesOf } from '../domain/identity/scopes.ts'
import { hasTokenForm } from '../domain/auth/tokenForm.ts'
import type { Tokens } from '../domain/auth/tokens.ts'
import type { Service } from '../domain/service.ts'
import { challenge, challengeOf } from '../handlers/support/challenge.ts'
import type { Account } from '../handlers/support/handler.ts'
import { rateLimitHeaders } from '../runtime/rateLimit.ts'
import type { Allowance, SellerCount } from '../runtime/rateLimit.ts'
import type { Operation, RequestContext } from './context.ts'
import { serviceUnavailable } from './errors.ts'
import type { LoadShedder } from './loadShedder.ts'
import type { SellerLimits } from './sellerLimits.ts'

const bearer = /^Bearer +(?=\S)/i
const missing = new ApiError('missing_access_token', { headers: { 'WWW-Authenticate': challenge } })
const invalid = new ApiError('invalid_access_token', { headers: challengeOf('invalid_token') })

/**
 * Reads the token of an `Authorization` header (RFC 6750 §2.1). Only its form is checked, so that
 * this costs nothing before the request is admitted.
 *
 * @throws ApiError `missing_access_token`, or `invalid_access_token` for a form that this service
 *   never issues
 */
export function readBearer(authorization: string | undefined): string {
  const scheme = bearer.exec(authorization ?? '')?.[0]
  if (authorization === undefined || scheme === undefined) throw missing
  const token = authorization.slice(scheme.length)
  if (!hasTokenForm(token)) throw invalid
  return token
}

/**
 * True when the operation needs a token. Every operation that names a security scheme does but the
 * token endpoint, which checks the credentials of a client itself.
 */
export const needsToken = ({ security }: Operation): boolean =>
  security?.some((scheme) => !('clientBasic' in scheme)) ?? false

/**
 * Continues with a value, synchronously unless it is a promise: to await it would cost each
 * request.
 */
export const whenThere = <Value, Result>(
  value: Value | Promise<Value>,
  goOn: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> => (value instanceof Promise ? value.then(goOn) : goOn(value))

/**
 * Finds the account of the request's token.
 *
 * @returns mostly no promise, since the token and its account are cached
 * @throws ApiError `invalid_access_token`
 */
function accountOf(
  context: RequestContext,
  { tokens, db }: { tokens: Tokens; db: Database },
): Account | Promise<Account> {
  const { token = '', now } = context
  return whenThere(tokens.verify(token, now), (claims) =>
    whenThere(claims && accountOfToken(db, claims), (account) => {
      if (!claims || !account) {
        context.rejectedClientId = tokens.refused(token)
        throw invalid
      }
      const { seller, client } = account
      if (!context.caller?.isKnown) tokens.accepted(token, seller.id)
      const actor = { type: 'api_client', ...client } as const
      return { seller, actor, scopes: scopesOf(claims.scope) ?? [] }
    }),
  )
}

/**
 * @param granted the scopes of the token
 * @param required the scopes of the operation; with none, any token is enough
 * @throws ApiError `insufficient_scope` (RFC 6750 §3.1)
 */
export function requireScopes(granted: readonly string[], required: string[]): void {
  if (required.every((scope) => permits(granted, scope))) return
  const headers = challengeOf('insufficient_scope', required)
  throw new ApiError('insufficient_scope', { headers })
}

/** The name under which an actor's requests are limited. */
const limitedAs = (actor: Account['actor']): string =>
  actor.type === 'user' ? actor.id : actor.client_id

async function requireAllowance(context: RequestContext, counting: Promise<Allowance>) {
  const allowance = await counting
  // Tokens have a quota of their own: a client must not take what is left of one for the other.
  const policy = context.account ? 'client' : 'token'
  Object.assign(context.responseHeaders, rateLimitHeaders(policy, allowance))
  if (allowance.allowed) return
  const retry = { 'Retry-After': String(allowance.resetSeconds) }
  throw new ApiError('too_many_requests', { headers: retry })
}

/** Owner of the counts: the seller, and its part that has a rate limit of its own. */
type CountedRequest = {
  sellerId: string
  kind: SellerCount
  /** Counts this request in that rate limit; undefined without one. */
  count: () => Promise<Allowance> | undefined
}

/** Limits that apply once the caller is authenticated. */
export type CallerLimits = { loadShedder: LoadShedder; sellerLimits: SellerLimits | undefined }

/**
 * Counts a request against its seller's share of the load shedder, its API client's rate limit, and
 * the limits of the seller, once its caller is authenticated.
 *
 * @throws ApiError `service_unavailable`, `too_many_requests`
 */
export function limitCaller(
  context: RequestContext,
  { sellerId, kind, count }: CountedRequest,
  { loadShedder, sellerLimits }: CallerLimits,
): undefined | Promise<void> {
  if (context.permit && !loadShedder.assign(context.permit, sellerId)) throw serviceUnavailable
  sellerLimits?.refuse(context, sellerId, kind)
  const counting = count()
  if (!counting) return sellerLimits?.count(context, sellerId, kind)
  return requireAllowance(context, counting).then(() =>
    sellerLimits?.count(context, sellerId, kind),
  )
}

/** Dependencies of authentication. */
export type AuthenticateOptions = CallerLimits & { db: Database; service: Service }

/** Makes the stages `authenticate`, `limit` and `authorize`: token → client → limits → scopes. */
export function createAuthenticate({ db, service, ...callerLimits }: AuthenticateOptions) {
  const { tokens, limits } = service
  return function authenticate(context: RequestContext): void | Promise<void> {
    if (!context.operation || !needsToken(context.operation)) return undefined
    context.stage = 'authenticate'
    // A call of the dashboard comes with the account of the person who is signed in.
    const account = context.account ?? accountOf(context, { tokens, db })
    return whenThere(account, (known) => {
      context.account = known
      // After the account: a revoked token uses up nothing of its client's rate limit.
      context.stage = 'limit'
      const counted = {
        sellerId: known.seller.id,
        kind: known.actor.type === 'user' ? 'people' : 'clients',
        count: () => limits.request(limitedAs(known.actor)),
      } as const
      const counting = limitCaller(context, counted, callerLimits)
      return whenThere(counting, () => {
        context.stage = 'authorize'
        requireScopes(known.scopes, context.operation?.security?.[0]?.['oauth2'] ?? [])
      })
    })
  }
}
