import { readCheckoutOfPage } from '../domain/checkouts/view.ts'
import type { Handler } from './support/handler.ts'
import { stateOf } from '../domain/checkouts/page/statusStreams.ts'

export const getPaymentStatus: Handler<'getPaymentStatus', 'events' | 'rail'> = async ({
  path,
  now,
  db,
  service,
  fail,
}) => {
  const checkout = await readCheckoutOfPage(db, path.token, { now, events: service.events })
  if (!checkout) throw fail('checkout_not_found')
  return { status: 200, body: (await stateOf(checkout, service.rail)).status }
}
