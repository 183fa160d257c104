/** The Express application that answers for the dashboard. */
import type { IncomingMessage } from 'node:http'
import express from 'express'
import type { Express, Request, Response } from 'express'
import { ApiError } from '../contract/apiError.ts'
import type { Operation, PageRequest, SendPage } from '../http/context.ts'
import { join, joinPage, signIn, signInPage, signOut } from './access.ts'
import { checkAction, refuseUpload, runAction } from './actions.ts'
import { createSender, ForgedForm } from './answer.ts'
import type { Answer } from './answer.ts'
import { askedFor } from './askedFor.ts'
import { confirmedForm, confirmPage, isConfirmed } from './confirmation.ts'
import type { DashboardOptions } from './options.ts'
import { Downloads } from './downloads.ts'
import { lastValue, requireOpenForm } from './forms.ts'
import type { Form } from './forms.ts'
import { isFormToken, isOwnOrigin } from './origin.ts'
import { ownPasskeys } from './ownPasskeys.ts'
import type { Action, Page, PageContext } from './page.ts'
import { actions, downloads, pages } from './pages/index.ts'
import { sendWooCommerce, WOOCOMMERCE } from './plugins.ts'
import { assets, securityHeaders } from './render.ts'
import { createContextOf, formOf, queryOfForm, signedIn, visitOf } from './visit.ts'
import type { SignedVisit, Visit } from './visit.ts'

const ASSET_SECONDS = 365 * 24 * 60 * 60

/** Express decodes the parameters of a path, and knows no better than to throw. */
function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** A request, and what is to be called once all work for it has been done. */
type Handed = { request: PageRequest; done: () => void }

/** Makes the function that answers a request for a page. */
export function createSite(options: DashboardOptions): SendPage {
  const requests = new WeakMap<IncomingMessage, Handed>()
  const app = express().disable('x-powered-by').disable('etag')
  app.get(/^\/dashboard\/assets\//, sendAsset)
  app.get(['/', '/dashboard'], (_, response) => response.redirect(303, '/dashboard/home'))
  app.use((request, response, next) => {
    if (isReadable(request.path)) return next()
    response.sendStatus(400)
  })
  const answering = createAnswering(options, (request) => {
    const context = requests.get(request)
    if (!context) throw new Error('The request was not handed over.')
    const visit = visitOf(context.request, request.params as Record<string, string>)
    return { visit, done: context.done }
  })
  routeAccess(app, options, answering)
  routeOwn(app, options, answering)
  routePages(app, options, answering)
  return (request) =>
    new Promise((resolve, reject) => {
      const { response } = request
      // The reader has left while the request waited.
      if (response.closed) return resolve()
      // No event of the response tells when the work ends: a page is made to its end for a reader
      // who leaves. One who is slow to take it, or a download that has begun, keeps no permit.
      requests.set(response.req, { request, done: resolve })
      app(response.req as Request, response as Response, (error: unknown) => {
        reject(error instanceof Error ? error : new Error('No page has answered.'))
      })
      // A response that is written at once, such as a style sheet, has ended by now.
      if (response.writableEnded) resolve()
    })
}

function sendAsset(request: Request, response: Response): void {
  const asset = assets.get(request.path)
  if (!asset) return void response.status(404).end()
  const kept = `public, max-age=${ASSET_SECONDS}, immutable`
  response
    .set({ ...securityHeaders, 'Cache-Control': kept })
    .type(asset.type)
    .send(asset.text)
}

/** Undefined when the response has been written already. */
type Answering<V extends Visit> = (visit: V, response: Response) => Promise<Answer | undefined>
type Listener = (request: Request, response: Response) => Promise<void>

/** Makes listeners: for every reader, and for those only who are signed in. */
function createAnswering(
  options: DashboardOptions,
  handedFor: (request: Request) => { visit: Visit; done: () => void },
) {
  const { send, fail } = createSender(options)
  const open =
    (answer: Answering<Visit>): Listener =>
    async (request, response) => {
      const { visit, done } = handedFor(request)
      try {
        const answered = await answer(visit, response)
        if (answered) send(response, visit, answered)
      } catch (error) {
        fail(response, visit, error)
      }
      done()
    }
  const guarded =
    (answer: Answering<SignedVisit>): Listener =>
    async (request, response) => {
      const handed = handedFor(request)
      let { visit } = handed
      try {
        const signed = await signedIn(visit, options)
        visit = signed ?? visit
        const answered = signed ? await answer(signed, response) : signInFirst(visit)
        if (answered) send(response, visit, answered)
      } catch (error) {
        fail(response, visit, error)
      }
      handed.done()
    }
  return { open, guarded }
}

type Listeners = ReturnType<typeof createAnswering>

/** Leads to the sign-in, and from there back to a page; what was posted is not kept. */
function signInFirst({ request: { method, path, query } }: Visit): Answer {
  const next = new URLSearchParams({ next: query ? `${path}?${query}` : path })
  return { location: `/dashboard/sign-in${method === 'POST' ? '' : `?${next}`}` }
}

/** @throws ForgedForm when another site's page has sent a post */
function requireOwnOrigin({ request }: Visit, { service }: DashboardOptions): void {
  if (!isOwnOrigin(request.headers, service.baseUrl)) throw new ForgedForm()
}

/** The form of a post, which a page of this service has sent. */
async function ownForm(visit: Visit, options: DashboardOptions): Promise<Form> {
  requireOwnOrigin(visit, options)
  return formOf(visit)
}

/** The form of a post, which a page of this session has sent. */
async function formOfSession(visit: SignedVisit, options: DashboardOptions): Promise<Form> {
  const form = await ownForm(visit, options)
  if (!isFormToken(lastValue(form, 'form_token'), visit.token)) throw new ForgedForm()
  return confirmedForm(visit, form, options)
}

function routeAccess(app: Express, options: DashboardOptions, { open, guarded }: Listeners): void {
  const signInAt = '/dashboard/sign-in'
  const joinAt = '/dashboard/join/:token'
  const form = (visit: Visit) => {
    requireOpenForm(visit.request.body)
    return ownForm(visit, options)
  }
  app.get(
    signInAt,
    open((visit) => signInPage(visit, options)),
  )
  app.post(
    signInAt,
    open(async (visit) => signIn(visit, await form(visit), options)),
  )
  app.get(
    joinAt,
    open((visit) => joinPage(visit, options)),
  )
  app.post(
    joinAt,
    open(async (visit) => join(visit, await form(visit), options)),
  )
  app.post(
    '/dashboard/sign-out',
    guarded(async (visit) => {
      await formOfSession(visit, options)
      return signOut(visit, options)
    }),
  )
}

/** Posts for a person's own passkeys and sessions: a session suffices, whatever the role. */
function routeOwn(app: Express, options: DashboardOptions, { guarded }: Listeners): void {
  for (const [path, answer] of ownPasskeys(options)) {
    app.post(
      path,
      guarded(async (visit) => answer(visit, await formOfSession(visit, options))),
    )
  }
}

/** Makes the function that answers the posts of an action. */
function createAct(options: DashboardOptions) {
  const contextOf = createContextOf(options)
  const operations = new Map(
    options.operations.map((operation) => [operation.operationId, operation]),
  )
  /** @throws ApiError when the person's role may not run the action */
  function permitted(action: Action, context: PageContext): Operation {
    const operation = operations.get(action.operation)
    // Some operations are not served in live mode.
    if (!operation) throw new ApiError('route_not_found')
    if (context.can(action.operation)) return operation
    options.securityLog.report('warn', 'scope_refused', context.request, {
      user: context.session.user.id,
      operation: action.operation,
    })
    throw new ApiError('insufficient_scope')
  }
  return (action: Action) => async (visit: SignedVisit) => {
    if (visit.request.body instanceof ApiError) {
      requireOwnOrigin(visit, options)
      const context = contextOf({ ...visit, query: queryOfForm(visit) })
      permitted(action, context)
      return refuseUpload(action, context, visit.request.body)
    }
    const form = await formOfSession(visit, options)
    const context = { ...contextOf(visit), form }
    const operation = permitted(action, context)
    if (action.confirm && !(await isConfirmed(visit, form, options))) {
      const refused = await checkAction(action, { context, form, operation })
      if (refused) return refused
      const what = await action.confirm(context, form)
      if (what !== undefined) {
        const drawn = await action.page.draw(context)
        const questions = 'to' in drawn ? [] : askedFor(drawn, form, context)
        return confirmPage(visit, form, { what, asked: questions }, options)
      }
    }
    return runAction(action, { context, form, operation })
  }
}

function routePages(app: Express, options: DashboardOptions, { guarded }: Listeners): void {
  const contextOf = createContextOf(options)
  const act = createAct(options)
  const show = (page: Page) => async (visit: SignedVisit) => {
    const drawn = await page.draw(contextOf(visit))
    return 'to' in drawn ? { location: drawn.to } : { view: drawn }
  }
  const files = new Downloads(options)
  for (const download of downloads) {
    app.get(
      download.path,
      guarded(async (visit, response) => {
        const isSignedIn = async () => {
          const request = { ...visit.request, now: await options.service.clock.now() }
          return (await signedIn({ ...visit, request }, options)) !== undefined
        }
        const context = contextOf(visit)
        if (!context.can('exportStatementEntries')) throw new ApiError('insufficient_scope')
        await files.send(response, download, { context, isSignedIn })
        return undefined
      }),
    )
  }
  app.get(
    WOOCOMMERCE,
    guarded((_, response) => sendWooCommerce(response)),
  )
  for (const page of pages) app.get(page.path, guarded(show(page)))
  for (const action of actions) app.post(action.path, guarded(act(action)))
  app.use(guarded(() => Promise.reject(new ApiError('route_not_found'))))
}
