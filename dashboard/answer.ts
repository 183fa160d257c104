/** Responses to a browser: a page, a redirect, or an error page that names the cause. */
import type { Response } from 'express'
import { ApiError } from '../contract/apiError.ts'
import { DatabaseUnavailable } from '../db/database.ts'
import { calledUser } from '../domain/identity/userRows.ts'
import { languageCookie, noSessionCookie } from './cookies.ts'
import type { DashboardOptions } from './options.ts'
import { formToken } from './origin.ts'
import type { View } from './page.ts'
import { endsConnection } from '../http/bodies.ts'
import { send as sendLast } from '../http/response.ts'
import { menu } from './menu.ts'
import { renderPage, securityHeaders } from './render.ts'
import type { Frame, PasskeyForm } from './render.ts'
import { search } from './texts/search.ts'
import { noticeOf } from './texts/notices.ts'
import { createContextOf, statusOf } from './visit.ts'
import type { SignedVisit, Visit } from './visit.ts'

type PageAnswer = { view: View; passkey?: PasskeyForm; cookie?: string }

export type Answer = PageAnswer | { location: string; cookie?: string; view?: undefined }

/** A post that did not come from a page of this session. */
export class ForgedForm extends Error {
  override name = 'ForgedForm'
}

/** Writes answers, and what becomes of an error. */
export type Sender = {
  send: (response: Response, visit: Visit, answer: Answer) => void
  fail: (response: Response, visit: Visit, error: unknown) => void
}

export function createSender(options: DashboardOptions): Sender {
  const { log, securityLog } = options
  const frameOf = createFrameOf(options)

  function send(response: Response, visit: Visit, answer: Answer): void {
    const { lang } = Object.fromEntries(new URLSearchParams(visit.request.query))
    response.set({ ...securityHeaders, 'Content-Language': visit.locale })
    if (answer.cookie !== undefined) response.append('Set-Cookie', answer.cookie)
    if (answer.cookie === noSessionCookie) response.set('Clear-Site-Data', '"cache", "storage"')
    if (lang !== undefined) response.append('Set-Cookie', languageCookie(visit.locale))
    if (!answer.view) return write(response.location(answer.location), visit, 303, '')
    const { view, passkey } = answer
    const html = renderPage(view, { ...frameOf(visit), ...(passkey && { passkey }) })
    write(response.type('html'), visit, view.status ?? 200, html)
  }

  /** The upload of a person who is signed in is read to its end; a stranger's is cut short. */
  function write(response: Response, visit: Visit, status: number, body: string): void {
    if (!endsConnection(response.req)) return void response.status(status).send(body)
    sendLast(response, { status, body, awaitsUpload: 'session' in visit }, {})
  }

  function fail(response: Response, visit: Visit, error: unknown): void {
    // Once the headers have been sent, no error page can take the place of the response.
    if (response.headersSent) return void response.destroy()
    if (error instanceof ForgedForm) securityLog.report('warn', 'form_refused', visit.request, {})
    const { status, title, text, link, isBug } = failureOf(error, visit)
    if (isBug) log.error({ request_id: visit.request.requestId, err: error }, 'page failed')
    if (status === 503 || status === 429) response.set('Retry-After', '1')
    const note = { kind: 'note', tone: 'bad', text, ...(link && { link }) } as const
    const view: View = { name: 'message', title, blocks: [note] }
    send(response, visit, { view: { ...view, status } })
  }

  return { send, fail }
}

type Failure = {
  status: number
  title: string
  text: string
  link?: { href: string; text: string }
  isBug?: boolean
}

/** Why there is no page, as the reader is told: what is no refusal is a bug, and is logged. */
function failureOf(error: unknown, { text: shared, request, query }: Visit): Failure {
  const { messages } = shared
  const isOutage = error instanceof DatabaseUnavailable
  const status = error instanceof ApiError ? statusOf(error) : isOutage ? 503 : 500
  if (error instanceof ForgedForm) {
    return { status: 403, title: messages.form_title, text: messages.form_text }
  }
  if (status === 401 || status === 403) {
    return { status: 403, title: messages.forbidden_title, text: messages.forbidden_text }
  }
  if (status === 429 || status === 503) {
    return { status, title: messages.busy_title, text: messages.busy_text }
  }
  // A filter that was typed, or a cursor of another list; the path may be right.
  if (status === 400 && Object.keys(query).length > 0) {
    const link = { href: request.path, text: shared.clear }
    return { status, title: messages.filter_title, text: messages.filter_text, link }
  }
  if (status < 500) {
    return { status, title: messages.not_found_title, text: messages.not_found_text }
  }
  const text = `${messages.bug_text} ${request.requestId}`
  return { status: 500, title: messages.bug_title, text, isBug: true }
}

/** Makes what stands around a page: the menu by the person's role, language, what was done. */
function createFrameOf(options: DashboardOptions) {
  const contextOf = createContextOf(options)
  return (visit: Visit | SignedVisit): Frame => {
    const { locale, text, request, query } = visit
    const signed = 'session' in visit ? visit : undefined
    const { done, ...kept } = query
    const isGet = request.method === 'GET' || request.method === 'HEAD'
    const parameters = String(new URLSearchParams(isGet ? kept : {}))
    const can = signed && contextOf(signed).can
    const isAt = (name: string) => request.path.split('/')[2] === name
    return {
      locale,
      text,
      isSandbox: options.service.mode === 'sandbox',
      navigation: menu
        .map(({ title, items }) => ({
          ...(title && { title: text.groups[title] }),
          items: items
            .filter(([, needs]) => can?.(needs))
            .map(([name]) => ({
              href: `/dashboard/${name}`,
              text: text.navigation[name],
              isCurrent: isAt(name),
            })),
        }))
        .filter(({ items }) => items.length > 0),
      // A page that answers a form cannot be asked for again.
      languageLink: `${isGet ? request.path : '/dashboard/home'}?${parameters && `${parameters}&`}`,
      done: noticeOf(locale, done),
      ...(can?.('search') && { search: searchOf(visit) }),
      ...(signed && personOf(signed)),
    }
  }
}

/** The page again with the refusal; each field keeps the typed text. */
function searchOf({ locale, request, query }: Visit): NonNullable<Frame['search']> {
  const { label, hint, submit } = search[locale]
  const value = request.path === '/dashboard/search' ? (query['q'] ?? '') : ''
  return { label, hint, submit, value }
}

const personOf = ({ session: { seller, user }, token, text }: SignedVisit) => ({
  person: { seller: seller.shop_name, name: calledUser(user), role: text.roles[user.role] },
  formToken: formToken(token),
})
