import { readForm } from '../domain/links/form.ts'
import type { Filled } from '../domain/links/form.ts'
import { openSession, sameSession } from '../domain/links/open.ts'
import type { LinkOfPage } from '../domain/links/open.ts'
import { afterCommit } from '../db/query.ts'
import type { Row } from '../db/schema/tables.ts'
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

type Services = LinkPageServices | 'baseUrl' | 'linkOpenings' | 'metrics'
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
  const own = await input.db.read(() => sameSession(page, filled, input.now))
  if (own) return leadTo(own, input)
  const waitMs = input.service.linkOpenings.take(input.address, link)
  if (waitMs > 0) {
    const { status, headers, body } = answer(429, await pageOf(page, 'busy', input))
    const seconds = String(Math.ceil(waitMs / 1000))
    return { status, headers: { ...headers, 'Retry-After': seconds }, body }
  }
  return open(page, filled, input)
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
  return leadTo(opened, input)
}

/** Leads to the page of a session, which this browser finds again until the session ends. */
function leadTo({ page_token }: Pick<Row<'checkouts'>, 'page_token'>, input: OpenInput) {
  const { lang } = input.query
  const suffix = lang ? `?${new URLSearchParams({ lang })}` : ''
  const Location = paths.getPaymentPage({ token: page_token }) + suffix
  const at = paths.getPaymentLinkPage(input.path)
  const cookie = sessionCookie(page_token, at, input.service.baseUrl)
  return { status: 303 as const, headers: { Location, 'Set-Cookie': cookie } }
}
