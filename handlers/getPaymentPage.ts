import { recordPageOpening } from '../domain/checkouts/pageOpening.ts'
import { checkoutOfPage, notFoundPage, pageOf } from './support/paymentPage.ts'
import type { Handler } from './support/handler.ts'

export const getPaymentPage: Handler<'getPaymentPage'> = async (input) => {
  const checkout = await checkoutOfPage(input)
  if (!checkout) {
    const { html, headers } = notFoundPage(input)
    return { status: 404, headers, body: html }
  }
  await recordPageOpening(input.db, checkout, input.now)
  const { html, headers } = await pageOf(checkout, input)
  return { status: 200, headers, body: html }
}
