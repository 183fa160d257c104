/** The Express application that answers for the dashboard. */
import { Readable } from 'node:stream'
import type { IncomingMessage } from 'node:http'
import express from 'express'
import type { Request, Response } from 'express'
import { ApiError } from '../contract/apiError.ts'
import { DatabaseUnavailable } from '../db/database.ts'
import type { PageRequest, SendPage } from '../http/context.ts'
import { createAccess } from './access.ts'
import type { Answer } from './access.ts'
import { runAction } from './actions.ts'
import { languageCookie } from './cookies.ts'
import type { DashboardOptions } from './dashboard.ts'
import { formToken, isFormToken, isOwnOrigin } from './origin.ts'
import { ownPasskeys } from './ownPasskeys.ts'
import { valueOf } from './forms.ts'
import type { Form } from './forms.ts'
import type { Action, Download, Page, View } from './page.ts'
import { actions, downloads, menu, pages } from './pages/index.ts'
import { assets, renderPage, securityHeaders } from './render.ts'
import { noticeOf } from './texts/notices.ts'
import { createContextOf, formOf, signedIn, statusOf, visitOf } from './visit.ts'
import type { SignedVisit, Visit } from './visit.ts'

const ASSET_SECONDS = 365 * 24 * 60 * 60

/** A post that did not come from a page of this session. */
class ForgedForm extends Error {
  override name = 'ForgedForm'
}

/** Makes the function that answers a request for a page. */
export function createSite(options: DashboardOptions): SendPage {
  const requests = new WeakMap<IncomingMessage, PageRequest>()
  const app = express().disable('x-powered-by').disable('etag')
  const visitFor = (request: Request): Visit => {
    const own = requests.get(request)
    if (!own) throw new Error('The request was not handed over.')
    return visitOf(own, request.params as Record<string, string>)
  }
  route(app, options, visitFor)
  return (request) =>
    new Promise((resolve, reject) => {
      const { response } = request
      requests.set(response.req, request)
      // A download streams on after its first piece; it holds no permit for as long.
      response.once('finish', resolve).once('close', resolve).once('streaming', resolve)
      app(response.req as Request, response as Response, (error: unknown) => {
        reject(error instanceof Error ? error : new Error('No page has answered.'))
      })
    })
}

type VisitFor = (request: Request) => Visit

function route(app: express.Express, options: DashboardOptions, visitFor: VisitFor): void {
  const { service, operations } = options
  const access = createAccess(options)
  const contextOf = createContextOf(options)
  const byId = new Map(operations.map((one) => [one.operationId, one]))
  const { send, fail } = createSender(options)

  /** Answers to those who are signed in, and leads others to sign in first. */
  const guarded =
    (answer: (visit: SignedVisit) => Promise<Answer>) =>
    async (request: Request, response: Response): Promise<void> => {
      const visit = visitFor(request)
      try {
        const signed = await signedIn(visit, options)
        if (signed) return send(response, signed, await answer(signed))
        const next =
          request.method === 'GET' ? `?${new URLSearchParams({ next: request.url })}` : ''
        send(response, visit, { location: `/dashboard/sign-in${next}` })
      } catch (error) {
        fail(response, visit, error)
      }
    }

  const open =
    (answer: (visit: Visit) => Promise<Answer>) =>
    async (request: Request, response: Response): Promise<void> => {
      const visit = visitFor(request)
      try {
        send(response, visit, await answer(visit))
      } catch (error) {
        fail(response, visit, error)
      }
    }

  const ownForm = async (visit: Visit): Promise<Form> => {
    const form = await formOf(visit)
    if (!isOwnOrigin(visit.request.headers, service.baseUrl)) throw new ForgedForm()
    return form
  }
  const formOfSession = async (visit: SignedVisit): Promise<Form> => {
    const form = await ownForm(visit)
    if (!isFormToken(valueOf(form, 'form_token'), visit.token)) throw new ForgedForm()
    return form
  }

  const act =
    (action: Action) =>
    async (visit: SignedVisit): Promise<Answer> => {
      const form = await formOfSession(visit)
      const context = contextOf(visit)
      const operation = byId.get(action.operation)
      if (!operation) throw new ApiError('route_not_found')
      if (!context.can(action.operation)) throw new ApiError('insufficient_scope')
      if (action.confirm && !(await access.isConfirmed(visit, form))) {
        const what = await action.confirm(context, form)
        return access.confirmPage(visit, form, { what, refused: form.get('passkey') !== undefined })
      }
      return runAction(action, { context, form, operation })
    }

  const show =
    (page: Page) =>
    async (visit: SignedVisit): Promise<Answer> => ({
      view: await page.draw(contextOf(visit)),
    })

  const download = (of: Download) => async (request: Request, response: Response) => {
    const visit = visitFor(request)
    const signed = await signedIn(visit, options)
    if (!signed) return send(response, visit, { location: '/dashboard/sign-in' })
    const lines = of.lines(contextOf(signed))[Symbol.asyncIterator]()
    try {
      // The first piece decides whether there is a file at all.
      const first = await lines.next()
      response.set({ ...securityHeaders, 'Content-Type': 'text/csv; charset=utf-8' })
      response.attachment(of.fileName)
      response.emit('streaming')
      stream(response, first, lines, options)
    } catch (error) {
      fail(response, visit, error)
    }
  }

  app.get(/^\/dashboard\/assets\//, sendAsset)
  app.get(['/', '/dashboard'], (_, response) => void response.redirect(303, '/dashboard/home'))
  app.get(
    '/dashboard/sign-in',
    open((visit) => access.signInPage(visit)),
  )
  app.post(
    '/dashboard/sign-in',
    open(async (visit) => access.signIn(visit, await ownForm(visit))),
  )
  app.get(
    '/dashboard/join/:token',
    open((visit) => access.joinPage(visit)),
  )
  app.post(
    '/dashboard/join/:token',
    open(async (visit) => access.join(visit, await ownForm(visit))),
  )
  app.post(
    '/dashboard/sign-out',
    guarded(async (visit) => {
      await formOfSession(visit)
      return access.signOut(visit)
    }),
  )
  for (const [path, answer] of ownPasskeys(options, access)) {
    app.post(
      path,
      guarded(async (visit) => answer(visit, await formOfSession(visit))),
    )
  }
  for (const one of downloads) app.get(one.path, download(one))
  for (const page of pages) app.get(page.path, guarded(show(page)))
  for (const action of actions) app.post(action.path, guarded(act(action)))
  app.use(guarded(async () => Promise.reject(new ApiError('route_not_found'))))
}

function sendAsset(request: Request, response: Response): void {
  const asset = assets.get(request.path)
  if (!asset) return void response.status(404).end()
  response.set({
    ...securityHeaders,
    'Cache-Control': `public, max-age=${ASSET_SECONDS}, immutable`,
  })
  response.type(asset.type).send(asset.text)
}

/** Pipes the rest of a download; one that fails ends without its last piece, and is logged. */
function stream(
  response: Response,
  first: IteratorResult<string>,
  rest: AsyncIterator<string>,
  { log, service }: DashboardOptions,
): void {
  async function* pieces() {
    if (first.done) return
    yield first.value
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
  }
  const source = Readable.from(pieces())
  service.ending.addEventListener('abort', () => source.destroy(), { once: true })
  source.once('error', (error) => {
    log.warn({ err: error }, 'a download was not completed')
    response.destroy()
  })
  response.once('close', () => source.destroy())
  source.pipe(response)
}

/** Makes what writes pages, redirects and errors. */
function createSender(options: DashboardOptions) {
  const { service, log, securityLog } = options
  const contextOf = createContextOf(options)

  function draw(visit: Visit | SignedVisit, { view, passkey }: Answer & { view: View }): string {
    const { locale, text, request, query } = visit
    const signed = 'session' in visit ? visit : undefined
    const { done, ...kept } = query
    const context = signed && contextOf(signed)
    const items = context ? menu.filter(({ needs }) => context.can(needs)) : []
    const address = request.method === 'GET' ? request.path : '/dashboard/home'
    const parameters = request.method === 'GET' ? new URLSearchParams(kept) : new URLSearchParams()
    return renderPage(view, {
      locale,
      text,
      isSandbox: service.mode === 'sandbox',
      navigation: items.map(({ name }) => ({
        href: `/dashboard/${name}`,
        text: text.navigation[name],
        isCurrent: request.path.startsWith(`/dashboard/${name}`),
      })),
      languageLink: `${address}?${parameters}${parameters.size > 0 ? '&' : ''}`,
      done: noticeOf(locale, done),
      ...(signed && {
        person: {
          seller: signed.session.seller.name,
          email: signed.session.user.email,
          role: text.roles[signed.session.user.role],
        },
        formToken: formToken(signed.token),
      }),
      ...(passkey && { passkey }),
    })
  }

  function send(response: Response, visit: Visit, answer: Answer): void {
    const cookies = answer.cookie === undefined ? [] : [answer.cookie]
    const { lang } = Object.fromEntries(new URLSearchParams(visit.request.query))
    if (lang !== undefined) cookies.push(languageCookie(visit.locale))
    response.set({ ...securityHeaders, 'Content-Language': visit.locale })
    for (const cookie of cookies) response.append('Set-Cookie', cookie)
    if (!answer.view) return void response.redirect(303, answer.location)
    const { status = 200 } = answer.view
    response
      .status(status)
      .type('html')
      .send(draw(visit, answer as Answer & { view: View }))
  }

  function message(visit: Visit, title: string, text: string, status: number): Answer {
    const { name } =
      visit.request.path === '/dashboard/sign-in'
        ? { name: 'sign-in' as const }
        : { name: 'message' as const }
    return { view: { name, title, blocks: [{ kind: 'note', tone: 'bad', text }], status } }
  }

  /** Shows why there is no page: refused, not found, busy, or a bug, which is logged. */
  function fail(response: Response, visit: Visit, error: unknown): void {
    const { messages } = visit.text
    if (response.headersSent) return void response.destroy()
    if (error instanceof ForgedForm) {
      securityLog.report('warn', 'form_refused', visit.request, {})
      return send(response, visit, message(visit, messages.form_title, messages.form_text, 403))
    }
    const status = error instanceof ApiError ? statusOf(error) : 500
    if (status === 403) {
      return send(
        response,
        visit,
        message(visit, messages.forbidden_title, messages.forbidden_text, 403),
      )
    }
    if (status === 400 || status === 404) {
      return send(
        response,
        visit,
        message(visit, messages.not_found_title, messages.not_found_text, status),
      )
    }
    if (error instanceof DatabaseUnavailable || status === 503 || status === 429) {
      response.set('Retry-After', '1')
      return send(
        response,
        visit,
        message(visit, messages.busy_title, messages.busy_text, status === 429 ? 429 : 503),
      )
    }
    log.error({ request_id: visit.request.requestId, err: error }, 'page failed')
    const text = `${messages.bug_text} ${visit.request.requestId}`
    send(response, visit, message(visit, messages.bug_title, text, 500))
  }

  return { send, fail }
}
