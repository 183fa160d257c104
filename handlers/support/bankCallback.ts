/** Shared by the operations that a bank's callbacks call. */
import { Semaphore } from '../../runtime/semaphore.ts'
import type { Input } from './handler.ts'

/**
 * Callbacks carry no credentials, so this bounds how many are looked up at once, in all and for
 * each seller. Altogether that is an eighth of the requests that are admitted.
 */
const places = new Semaphore({ all: 128, each: 64 })

type CallbackInput = Pick<Input<'receivePixCallback'>, 'path' | 'fail'>

/**
 * Looks up what a callback names.
 *
 * @throws ApiError 503 while too many are; a bank sends again what is not answered 200
 */
export async function lookUpCallback(
  { path, fail }: CallbackInput,
  lookUp: (seller_id: string) => Promise<void>,
): Promise<{ status: 200; body: Record<string, never> }> {
  const release = places.tryAcquire(path.sellerId)
  if (!release) {
    const error = fail('service_unavailable')
    error.headers['Retry-After'] = '1'
    throw error
  }
  try {
    await lookUp(path.sellerId)
  } finally {
    release()
  }
  return { status: 200, body: {} }
}
