/** The page of a subscription, as two operations answer with it. */
import type { Page } from '../../domain/checkouts/page/document.ts'
import { chooseLocale } from '../../domain/formats/locale.ts'
import {
  renderCancelPage,
  renderNoSubscription,
  renderSubscriptionPage,
} from '../../domain/subscriptions/page/subscription.ts'
import type { SubscriptionPageView } from '../../domain/subscriptions/page/subscription.ts'
import { readContent, subscriptionOfPage } from '../../domain/subscriptions/page/reading.ts'
import type { Subscription } from '../../domain/subscriptions/rows.ts'
import { paths } from '../../generated/paths.ts'
import type { Input } from './handler.ts'

/** The services that the page takes. */
export type SubscriptionPageServices = 'mode' | 'rail'

type PageInput = Pick<
  Input<'getSubscriptionPage', SubscriptionPageServices>,
  'path' | 'query' | 'headers' | 'now' | 'db' | 'service'
>

export const localeOf = ({ headers, query }: Pick<PageInput, 'headers' | 'query'>) =>
  chooseLocale(headers['accept-language'], query.lang)

/** An answer that is a page. */
export const answer = <Status extends number>(status: Status, { html, headers }: Page) => ({
  status,
  headers,
  body: html,
})

export const noSuchSubscription = (input: PageInput) =>
  answer(404, renderNoSubscription(localeOf(input)))

/** The subscription behind the page, or undefined when the token opens none. */
export const readSubscription = ({ db, path }: PageInput) =>
  db.read(() => subscriptionOfPage(path.token))

/** True where no bank debits: the page plays buyer and bank. */
export const isPlayed = ({ connection_id }: Subscription, { service }: PageInput): boolean =>
  connection_id === null && service.mode === 'sandbox'

/** A whole number as an address or a form carries it. */
export const numberIn = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : undefined

async function viewOf(subscription: Subscription, input: PageInput): Promise<SubscriptionPageView> {
  const { db, path, query, now, service } = input
  const content = await db.read(() => readContent(subscription, numberIn(query.before)))
  const found = await service.rail.subscriptionPageCode(subscription, content.brand.name)
  const code = found && { pix_code: found.code, isComing: found.status === 'pending' }
  return {
    ...content,
    locale: localeOf(input),
    subscription,
    code,
    now,
    isSandbox: isPlayed(subscription, input),
    path: paths.getSubscriptionPage(path),
    isRefused: false,
  }
}

/** The page as it stands; `isRefused` after a form that it does not have. */
export async function pageOf(
  subscription: Subscription,
  input: PageInput,
  { isRefused = false } = {},
): Promise<Page> {
  return renderSubscriptionPage({ ...(await viewOf(subscription, input)), isRefused })
}

/** The page that asks whether to cancel. */
export const cancelPageOf = async (subscription: Subscription, input: PageInput): Promise<Page> =>
  renderCancelPage(await viewOf(subscription, input))
