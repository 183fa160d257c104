import { recordPageOpening } from '../domain/checkouts/pageOpening.ts'
import { checkoutOfPage, localeOf, notFoundPage, pageOf } from './support/paymentPage.ts'
import type { Handler } from './support/handler.ts'

export const getPaymentPage: Handler<'getPaymentPage'> = async (input) => {
  const checkout = await checkoutOfPage(input)
  if (!checkout) {
    const { html, headers } = notFoundPage(input)
    return { status: 404, headers, body: html }
  }
  const { db, now, service } = input
  const seen = { now, locale: localeOf(input), isMailOn: service.mails.isOn }
  await recordPageOpening(db, checkout, seen)
  const { html, headers } = await pageOf(checkout, input)
  return { status: 200, headers, body: html }
}
