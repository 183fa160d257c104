import type { Row } from '../db/schema/tables.ts'
import { decline } from '../domain/checkouts/decline.ts'
import { expireEarly } from '../domain/checkouts/expire.ts'
import { settle } from '../domain/payments/settle.ts'
import { paths } from '../generated/paths.ts'
import { checkoutOfPage, notFoundPage, pageOf } from './support/paymentPage.ts'
import type { PageServices } from './support/paymentPage.ts'
import type { Handler, Input } from './support/handler.ts'

type Id = 'actOnPaymentPage'

/** The buttons of the sandbox; outside the sandbox, and at a bank, there is no such page. */
export const actOnPaymentPage: Handler<Id, PageServices | 'metrics'> = async (input) => {
  const checkout = await checkoutOfPage(input)
  if (!checkout || (await input.service.rail.railOf(checkout)) !== 'sandbox') {
    const { html, headers } = notFoundPage(input)
    return { status: 404, headers, body: html }
  }
  // The page of a suspended seller has no code and no buttons; an older one may still send a form.
  if (checkout.status !== 'open' || !(await input.service.rail.codeOf(checkout)).isReady) {
    const { html, headers } = await pageOf(checkout, input)
    return { status: 200, headers, body: html }
  }
  const query = new URLSearchParams(input.query.lang ? { lang: input.query.lang } : {})
  if ((await act(checkout, input)) === 'declined') query.set('declined', '1')
  const suffix = query.size > 0 ? `?${query}` : ''
  // The answer to a form is a redirect, so that reloading the page repeats nothing.
  return { status: 303, headers: { Location: paths.getPaymentPage(input.path) + suffix } }
}

async function act(
  checkout: Row<'checkouts'>,
  { body, db, service: { events, metrics }, now }: Input<Id, 'events' | 'metrics'>,
): Promise<'declined' | 'done'> {
  const { seller_id, id } = checkout
  if (body.action === 'decline') {
    const declined = await db.run(() => decline({ seller_id, id, now, events, isByPage: true }))
    return declined ? 'declined' : 'done'
  }
  if (body.action === 'pay') {
    await db.run(() => settle({ seller_id, id, rail: 'sandbox', now, events, metrics }))
    return 'done'
  }
  await db.run(() => expireEarly({ seller_id, id, now, events }))
  return 'done'
}
