import { readForm } from '../domain/links/form.ts'
import type { Filled } from '../domain/links/form.ts'
import { openSession, sameSession } from '../domain/links/open.ts'
import type { LinkOfPage } from '../domain/links/open.ts'
import type { Sale } from '../domain/checkouts/open.ts'
import { subscriptionsStanding } from '../domain/pix/connections/recurring.ts'
import { sameSubscription, subscribeByLink } from '../domain/subscriptions/links/planLinks.ts'
import { afterCommit } from '../db/query.ts'
import { paths } from '../generated/paths.ts'
import {
  answer,
  linkOf,
  localeOf,
  noSuchLink,
  openerOf,
  pageOf,
  sessionCookie,
} from './support/linkPage.ts'
import type { LinkPageServices } from './support/linkPage.ts'
import type { Handler, Input } from './support/handler.ts'

type Services = LinkPageServices | 'baseUrl' | 'linkOpenings' | 'metrics' | 'mode'
type OpenInput = Input<'openPaymentLink', Services>

/**
 * The button of a link. It asks for no proof that its own page was seen: the cookie only finds the
 * browser's own session again, and nothing else that a browser adds says who presses. So another
 * site can do no more by a buyer's browser than by its own, and leads to a page that says who is to
 * be paid.
 */
export const openPaymentLink: Handler<'openPaymentLink', Services> = async (input) => {
  const page = await linkOf(input)
  if (!page) return noSuchLink(input)
  const { link, seller, state } = page
  if (state !== 'open') return answer(409, await pageOf(page, state, input))
  const by = { locale: localeOf(input), currency: seller.default_currency }
  const { filled, wrong } = readForm(link, input.body, by)
  if (!filled) {
    return answer(400, await pageOf(page, 'open', input, { typed: input.body, wrong }))
  }
  const path = await input.db.read(() => ownPath(page, filled, input))
  if (path) return leadTo(path, input)
  const waitMs = input.service.linkOpenings.take(input.address, link)
  if (waitMs > 0) {
    const { status, headers, body } = answer(429, await pageOf(page, 'busy', input))
    const seconds = String(Math.ceil(waitMs / 1000))
    return { status, headers: { ...headers, 'Retry-After': seconds }, body }
  }
  return page.plan
    ? subscribe({ ...page, plan: page.plan }, filled, input)
    : open(page, filled, input)
}

const pathOfSession = ({ page_token: token }: { page_token: string }) =>
  paths.getPaymentPage({ token })

const pathOfSubscription = ({ page_token: token }: { page_token: string }) =>
  paths.getSubscriptionPage({ token })

/** The page of the caller's own session or subscription, where it is the one that was asked for. */
function* ownPath(page: LinkOfPage, filled: Filled, input: OpenInput) {
  const { now } = input
  if (!page.plan) {
    const session = yield* sameSession(page, filled, now)
    return session && pathOfSession(session)
  }
  const { ownPageToken } = openerOf(input)(page.link)
  const of = { link: page.link, plan: page.plan }
  const subscription = yield* sameSubscription(of, filled, { ownPageToken, now })
  return subscription && pathOfSubscription(subscription)
}

type PlanPage = LinkOfPage & { plan: Sale }

function* subscribing(
  page: PlanPage,
  filled: Filled,
  { now, service }: OpenInput,
): ReturnType<typeof subscribeByLink> {
  const { standing, connection_id } = yield* subscriptionsStanding(page.seller.id, service.mode)
  if (standing !== 'available') return { fault: 'unsold' }
  const result = yield* subscribeByLink(page, filled, { connection_id, now })
  const { opened } = result
  if (opened) {
    const bytes = Buffer.byteLength(JSON.stringify(opened))
    yield* afterCommit(() => service.linkOpenings.opened(page.link, bytes))
  }
  return result
}

async function subscribe(page: PlanPage, filled: Filled, input: OpenInput) {
  const { opened, fault } = await input.db.run(() => subscribing(page, filled, input))
  if (opened) return leadTo(pathOfSubscription(opened), input)
  if (fault === 'unsold') return answer(409, await pageOf(page, 'unsold', input))
  const refused = { typed: input.body, wrong: ['email'] as const, isEmailTaken: true }
  return answer(400, await pageOf(page, 'open', input, refused))
}

function* opening({ link }: LinkOfPage, filled: Filled, input: OpenInput) {
  const { now, service } = input
  const caller = { ...openerOf(input)(link), now, events: service.events }
  const result = yield* openSession(link, filled, caller)
  const { opened } = result
  if (opened) {
    const { replaced } = result
    const bytes = Buffer.byteLength(JSON.stringify(opened))
    yield* afterCommit(() => {
      service.linkOpenings.opened(link, bytes)
      service.metrics.money('opened', opened.amount_total_minor)
      if (!replaced) return
      service.metrics.money('canceled', replaced.amount_total_minor)
      // Its charge is canceled at the bank as well, in the background.
      service.rail.scheduleCheck({ seller_id: link.seller_id, checkout_id: replaced.id })
    })
  }
  return result
}

async function open(page: LinkOfPage, filled: Filled, input: OpenInput) {
  const { opened, state } = await input.db.run(() => opening(page, filled, input))
  if (!opened) return answer(409, await pageOf(page, state, input))
  return leadTo(pathOfSession(opened), input)
}

/** Leads to the page of a session or subscription, which this browser finds again for a while. */
function leadTo(path: string, input: OpenInput) {
  const { lang } = input.query
  const suffix = lang ? `?${new URLSearchParams({ lang })}` : ''
  const Location = path + suffix
  const at = paths.getPaymentLinkPage(input.path)
  const token = path.slice(path.lastIndexOf('/') + 1)
  const cookie = sessionCookie(token, at, input.service.baseUrl)
  return { status: 303 as const, headers: { Location, 'Set-Cookie': cookie } }
}
