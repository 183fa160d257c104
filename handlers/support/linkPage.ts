/** The page of a payment link, as two operations answer with it. */
import { chooseLocale } from '../../domain/formats/locale.ts'
import { renderClosedLinkPage, renderLinkPage } from '../../domain/checkouts/page/link.ts'
import type { ClosedState, RefusedForm } from '../../domain/checkouts/page/link.ts'
import { renderNotFoundPage } from '../../domain/checkouts/page/payment.ts'
import type { Page } from '../../domain/checkouts/page/payment.ts'
import { readLinkOfPage } from '../../domain/links/open.ts'
import type { LinkOfPage } from '../../domain/links/open.ts'
import { paths } from '../../generated/paths.ts'
import type { Input } from './handler.ts'

/** The services that the page takes. */
export type LinkPageServices = 'events' | 'rail'

type PageInput = Pick<
  Input<'getPaymentLinkPage', LinkPageServices>,
  'path' | 'query' | 'headers' | 'now' | 'db' | 'service'
>

export const localeOf = ({ headers, query }: PageInput) =>
  chooseLocale(headers['accept-language'], query.lang)

/** The link behind the page, or undefined when the token opens none. */
export const linkOf = ({ path, db, now, service: { events } }: PageInput) =>
  readLinkOfPage(db, path.token, { now, events })

/** An answer that is a page. */
export const answer = <Status extends number>(status: Status, { html, headers }: Page) => ({
  status,
  headers,
  body: html,
})

export const noSuchLink = (input: PageInput) => answer(404, renderNotFoundPage(localeOf(input)))

/** The page of a link as it stands, or why it opens no session. */
export async function pageOf(
  { link, seller, brand, items }: LinkOfPage,
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
  const linkView = { link, items, currency, path: paths.getPaymentLinkPage(path) }
  return renderLinkPage({ ...shown, ...linkView }, refused)
}
