/** One request for a page: who asks, in which language, with which form. */
import { catalogue } from '../generated/errors.ts'
import { ApiError } from '../contract/apiError.ts'
import { permits } from '../domain/identity/scopes.ts'
import { chooseLocale } from '../domain/formats/locale.ts'
import type { Locale } from '../domain/formats/locale.ts'
import { undeliveredAlerts } from '../domain/mail/undelivered.ts'
import type { Session } from '../domain/people/people.ts'
import { isClosedTo, scopesOfRole } from '../domain/identity/roles.ts'
import { actorOf } from '../domain/people/sessions.ts'
import type { OperationId } from '../handlers/support/handler.ts'
import type { PageRequest } from '../http/context.ts'
import { cookieOf } from '../runtime/cookies.ts'
import { LANGUAGE, SESSION } from './cookies.ts'
import type { DashboardOptions } from './options.ts'
import { readForm } from './forms.ts'
import type { Form } from './forms.ts'
import type { PageContext } from './page.ts'
import { common } from './texts/common.ts'
import type { CommonTexts } from './texts/common.ts'

export type Visit = {
  request: PageRequest
  params: Record<string, string>
  query: Record<string, string>
  locale: Locale
  text: CommonTexts
}

/** A visit by a person who is signed in; `token` is that of the session. */
export type SignedVisit = Visit & { session: Session; token: string }

export function visitOf(request: PageRequest, params: Record<string, string>): Visit {
  const { headers } = request
  const query = Object.fromEntries(new URLSearchParams(request.query))
  const { lang, ...rest } = query
  const kept = chooseLocale(headers['accept-language'], cookieOf(headers['cookie'], LANGUAGE))
  const locale = chooseLocale(kept, lang)
  return { request, params, query: rest, locale, text: common[locale] }
}

/** The visit with its session; undefined when the cookie names none that is in force. */
export async function signedIn(
  visit: Visit,
  { db, service: { people }, securityLog }: DashboardOptions,
): Promise<SignedVisit | undefined> {
  const token = cookieOf(visit.request.headers['cookie'], SESSION)
  if (token === undefined) return undefined
  const { session, refused } = await people.readSession(db, token, visit.request.now)
  if (refused === undefined) {
    await people.keepLocale(db, session, visit.locale)
    return { ...visit, session, token }
  }
  securityLog.report('warn', 'session_refused', visit.request, { reason: refused })
  return undefined
}

/**
 * Reads the form of a post.
 *
 * @throws ApiError `invalid_request` when there is none
 */
export async function formOf({ request }: Visit): Promise<Form> {
  const { body, headers } = request
  const type = headers['content-type'] ?? ''
  const form = body && (await readForm(body as Uint8Array<ArrayBuffer>, type))
  if (!form) throw new ApiError('invalid_request')
  return form
}

/** The query of the page whose form was posted; empty where the browser does not name the page. */
export function queryOfForm({ request }: Visit): Record<string, string> {
  const { referer = '' } = request.headers
  return URL.canParse(referer) ? Object.fromEntries(new URL(referer).searchParams) : {}
}

/** Reads the scopes of all operations once, and makes the context of a page for each visit. */
export function createContextOf({ db, service, operations, callsOf }: DashboardOptions) {
  const required = new Map(
    operations.map(({ operationId, security }) => [
      operationId,
      security?.flatMap((scheme) => scheme['oauth2'] ?? []) ?? [],
    ]),
  )
  return ({ session, request, params, query, locale, text }: SignedVisit): PageContext => {
    const { seller, user } = session
    const scopes = scopesOfRole[user.role]
    const can = (id: OperationId) =>
      !isClosedTo(user.role, id) &&
      (required.get(id) ?? []).every((scope) => permits(scopes, scope))
    return {
      session,
      request,
      params,
      query,
      locale,
      text,
      now: request.now,
      mode: service.mode,
      baseUrl: service.baseUrl,
      ...callsOf({ seller, actor: actorOf(session), scopes }, request),
      undeliveredAlerts: async () => db.read(() => undeliveredAlerts(seller.id, request.now)),
      ownSessions: () => service.people.ownSessions(db, session, request.now),
      can,
    }
  }
}

/** The status of a refusal, as the API answers it. */
export const statusOf = ({ code }: ApiError): number => catalogue[code].status
