import { keepPageLocale } from '../domain/subscriptions/page/language.ts'
import { renderInvoiceReceipt } from '../domain/subscriptions/page/invoices.ts'
import { readInvoiceReceipt } from '../domain/subscriptions/page/reading.ts'
import { paths } from '../generated/paths.ts'
import type { Handler } from './support/handler.ts'
import {
  answer,
  isPlayed,
  localeOf,
  noSuchSubscription,
  numberIn,
  pageOf,
  readSubscription,
} from './support/subscriptionPage.ts'
import type { SubscriptionPageServices } from './support/subscriptionPage.ts'

/** Changes nothing that a buyer has agreed to: robots read addresses, too. */
export const getSubscriptionPage: Handler<
  'getSubscriptionPage',
  SubscriptionPageServices | 'mails'
> = async (input) => {
  const subscription = await readSubscription(input)
  if (!subscription) return noSuchSubscription(input)
  const { db, service } = input
  const isMailOn = service.mails.isOn
  await keepPageLocale(db, subscription, { locale: localeOf(input), isMailOn })
  const number = numberIn(input.query.invoice)
  const content =
    number === undefined
      ? undefined
      : await input.db.read(() => readInvoiceReceipt(subscription, number))
  if (!content) return answer(200, await pageOf(subscription, input))
  const isSandbox = isPlayed(subscription, input)
  const path = paths.getSubscriptionPage(input.path)
  const locale = localeOf(input)
  return answer(200, renderInvoiceReceipt({ ...content, locale, subscription, isSandbox, path }))
}
