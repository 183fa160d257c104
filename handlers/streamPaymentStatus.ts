import { readCheckoutOfPage } from '../domain/checkouts/view.ts'
import type { Handler } from './support/handler.ts'
import { codeEventOf, stateOf } from '../domain/checkouts/page/statusStreams.ts'

/** Asks nginx, and what is built on it, to pass events on as they come. */
const unbuffered = { 'X-Accel-Buffering': 'no' }

export const streamPaymentStatus: Handler<
  'streamPaymentStatus',
  'events' | 'rail' | 'streams'
> = async ({ path, query, address, now, db, service, fail }) => {
  const checkout = await readCheckoutOfPage(db, path.token, { now, events: service.events })
  if (!checkout) throw fail('checkout_not_found')
  const { status, pix_code } = await stateOf(checkout, service.rail)
  const isMade = query.code === '1' && status.code_ready
  const codeEvent = isMade ? codeEventOf(pix_code) : null
  const code = query.code === '1' ? codeEvent : undefined
  const body = service.streams.open({ token: path.token, address, status, code })
  if (!body) {
    // A page without a stream polls getPaymentStatus.
    const error = fail('service_unavailable')
    error.headers['Retry-After'] = '10'
    throw error
  }
  return { status: 200, headers: unbuffered, body }
}
