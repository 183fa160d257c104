import { readForm } from '../domain/links/form.ts'
import type { Filled } from '../domain/links/form.ts'
import { openSession } from '../domain/links/open.ts'
import type { LinkOfPage } from '../domain/links/open.ts'
import { afterCommit } from '../db/query.ts'
import { paths } from '../generated/paths.ts'
import { answer, linkOf, localeOf, noSuchLink, pageOf } from './support/linkPage.ts'
import type { LinkPageServices } from './support/linkPage.ts'
import type { Handler, Input } from './support/handler.ts'

type Services = LinkPageServices | 'linkOpenings' | 'metrics'
type OpenInput = Input<'openPaymentLink', Services>

/**
 * The button of a link. It asks for no proof that its own page was seen: no cookie and nothing else
 * that a browser adds says who presses, so another site can do no more by a buyer's browser than by
 * its own, and leads to a page that says who is to be paid.
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
  const waitMs = input.service.linkOpenings.take(input.address, link)
  if (waitMs > 0) {
    const { status, headers, body } = answer(429, await pageOf(page, 'busy', input))
    const seconds = String(Math.ceil(waitMs / 1000))
    return { status, headers: { ...headers, 'Retry-After': seconds }, body }
  }
  return open(page, filled, input)
}

function* opening({ link }: LinkOfPage, filled: Filled, { now, service }: OpenInput) {
  const result = yield* openSession(link, filled, now)
  const { opened } = result
  if (opened) {
    const bytes = Buffer.byteLength(JSON.stringify(opened))
    yield* afterCommit(() => {
      service.linkOpenings.opened(link, bytes)
      service.metrics.money('opened', opened.amount_total_minor)
    })
  }
  return result
}

async function open(page: LinkOfPage, filled: Filled, input: OpenInput) {
  const { opened, state } = await input.db.run(() => opening(page, filled, input))
  if (!opened) return answer(409, await pageOf(page, state, input))
  const { lang } = input.query
  const suffix = lang ? `?${new URLSearchParams({ lang })}` : ''
  const Location = paths.getPaymentPage({ token: opened.page_token }) + suffix
  return { status: 303 as const, headers: { Location } }
}
