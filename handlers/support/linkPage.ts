/** The page of a payment link, as two operations answer with it. */
import { chooseLocale } from '../../domain/formats/locale.ts'
import { renderClosedLinkPage, renderLinkPage } from '../../domain/checkouts/page/link.ts'
import type { ClosedState, RefusedForm } from '../../domain/checkouts/page/link.ts'
import { renderNotFoundPage } from '../../domain/checkouts/page/document.ts'
import type { Page } from '../../domain/checkouts/page/document.ts'
import { readLinkOfPage, SESSION_LIFETIME_MS } from '../../domain/links/open.ts'
import { holderOf } from '../../domain/links/places.ts'
import type { PaymentLink } from '../../domain/links/links.ts'
import type { LinkOfPage, Opener } from '../../domain/links/open.ts'
import { linkPlan } from '../../domain/subscriptions/page/terms.ts'
import { paths } from '../../generated/paths.ts'
import { cookieOf } from '../../runtime/cookies.ts'
import type { Input } from './handler.ts'

/** The services that the page takes. */
export type LinkPageServices = 'events' | 'rail' | 'vault'

type PageInput = Pick<
  Input<'getPaymentLinkPage', LinkPageServices>,
  'address' | 'path' | 'query' | 'headers' | 'now' | 'db' | 'service'
>

export const localeOf = ({ headers, query }: PageInput) =>
  chooseLocale(headers['accept-language'], query.lang)

/** The cookie by which a browser finds its own session of a link again: its page's token. */
const COOKIE = 'balcao_session'

/** @param path of the link's page, under which alone the cookie is sent */
export function sessionCookie(page_token: string, path: string, baseUrl: string): string {
  const secure = baseUrl.startsWith('https:') ? '; Secure' : ''
  const seconds = SESSION_LIFETIME_MS / 1000
  const lasting = `Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
  return `${COOKIE}=${page_token}; ${lasting}`
}

/** The caller of a link's page, by its network and its cookie. */
export const openerOf =
  ({ address, headers, service: { vault } }: PageInput) =>
  (link: PaymentLink): Opener => ({
    holder: link.max_payments === null ? null : holderOf(address, link, vault),
    ownPageToken: cookieOf(headers['cookie'], COOKIE),
  })

/** The link behind the page, or undefined when the token opens none. */
export const linkOf = (input: PageInput) =>
  readLinkOfPage(input.db, input.path.token, openerOf(input), {
    now: input.now,
    events: input.service.events,
  })

/** An answer that is a page. */
export const answer = <Status extends number>(status: Status, { html, headers }: Page) => ({
  status,
  headers,
  body: html,
})

export const noSuchLink = (input: PageInput) => answer(404, renderNotFoundPage(localeOf(input)))

/** The page of a link as it stands, or why it opens no session. */
export async function pageOf(
  { link, seller, brand, items, plan }: LinkOfPage,
  state: LinkOfPage['state'] | ClosedState,
  input: PageInput,
  refused?: RefusedForm,
): Promise<Page> {
  const { path, service } = input
  const shown = {
    locale: localeOf(input),
    brand,
    isSandbox: (await service.rail.railOfSeller(seller.id)) === 'sandbox',
  }
  if (state !== 'open') return renderClosedLinkPage(shown, state)
  const { default_currency: currency } = seller
  const linkView = {
    ...{ link, items, currency, path: paths.getPaymentLinkPage(path) },
    plan: plan && linkPlan(shown.locale, plan, brand),
  }
  return renderLinkPage({ ...shown, ...linkView }, refused)
}
