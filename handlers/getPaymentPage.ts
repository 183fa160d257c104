import { asOpened, recordPageOpening } from '../domain/checkouts/pageOpening.ts'
import { checkoutOfPage, localeOf, notFoundPage, pageOf } from './support/paymentPage.ts'
import type { PageServices } from './support/paymentPage.ts'
import type { Handler } from './support/handler.ts'

export const getPaymentPage: Handler<'getPaymentPage', PageServices | 'mails'> = async (input) => {
  const checkout = await checkoutOfPage(input)
  if (!checkout) {
    const { html, headers } = notFoundPage(input)
    return { status: 404, headers, body: html }
  }
  const { db, now, service } = input
  const seen = { now, locale: localeOf(input), isMailOn: service.mails.isOn }
  // Together, so that on SQLite the opening shares the commit that begins the charge.
  const [{ html, headers }] = await Promise.all([
    pageOf(asOpened(checkout, now), input),
    recordPageOpening(db, checkout, seen),
  ])
  return { status: 200, headers, body: html }
}
