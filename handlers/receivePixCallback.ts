import { announcedIn } from '../domain/pix/rounds/announcement.ts'
import { Semaphore } from '../runtime/semaphore.ts'
import type { Handler } from './support/handler.ts'

/**
 * Callbacks carry no credentials, so this bounds how many are looked up at once, in all and for
 * each seller. Altogether that is an eighth of the requests that are admitted.
 */
const places = new Semaphore({ all: 128, each: 64 })

/** A callback is a hint and no proof: the bank is asked in the background, and not waited for. */
export const receivePixCallback: Handler<'receivePixCallback', 'rail'> = async ({
  path,
  body,
  service,
  fail,
}) => {
  const release = places.tryAcquire(path.sellerId)
  if (!release) {
    // A bank sends again what is not answered 200.
    const error = fail('service_unavailable')
    error.headers['Retry-After'] = '1'
    throw error
  }
  try {
    await service.rail.onCallback(path.sellerId, announcedIn(body))
  } finally {
    release()
  }
  return { status: 200, body: {} }
}
