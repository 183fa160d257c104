import { announcedTxids } from '../domain/pix/announcement.ts'
import { Places } from '../runtime/places.ts'
import type { Handler } from './support/handler.ts'

/**
 * Anybody can send callbacks: so many are looked up at once, in all and of each seller. That is an
 * eighth of what is let in; a bank that sends many at once is far below its seller's part.
 */
const places = new Places({ all: 128, each: 64 })

/** A callback is a hint and never proof: it only has the bank asked, and does not wait for it. */
export const receivePixCallback: Handler<'receivePixCallback'> = async ({
  path,
  body,
  service,
  fail,
}) => {
  const release = places.take(path.sellerId)
  if (!release) {
    // A bank sends again what is not answered 200.
    const refusal = fail('service_unavailable')
    refusal.headers['Retry-After'] = '1'
    throw refusal
  }
  try {
    await service.rail.onCallback(path.sellerId, announcedTxids(body.pix))
  } finally {
    release()
  }
  return { status: 200, body: {} }
}
