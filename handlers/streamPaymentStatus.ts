import { PassThrough, pipeline } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { readCheckoutOfPage } from '../db/checkouts.ts'
import type { Handler, Input } from './operation.ts'
import * as present from './present.ts'

/** So many are open at once; the page asks again and again where it gets none. */
const MAX_STREAMS = 1_000

/** How soon a change is seen on the page, whichever process made it. */
const LOOK_EVERY_MS = 500

/** Proxies close connections that stay silent for longer. */
const SILENCE_MS = 15_000

let open_streams = 0

export const streamPaymentStatus: Handler<'streamPaymentStatus'> = async (input) => {
  const { path, now, db, fail } = input
  const checkout = await readCheckoutOfPage(db, path.token, now)
  if (!checkout) throw fail('checkout_not_found')
  if (open_streams >= MAX_STREAMS) {
    const refusal = fail('service_unavailable')
    refusal.headers['Retry-After'] = '10'
    throw refusal
  }
  open_streams++
  const gone = new AbortController()
  const ending = AbortSignal.any([input.service.ending, gone.signal])
  const body = new PassThrough()
  // A generator hears that nobody reads it only when it yields, which may be long from now.
  body.once('close', () => {
    open_streams--
    gone.abort()
  })
  pipeline(events(input, ending), body, () => undefined)
  return { status: 200, body }
}

/** An event at once and at each change, until the session is closed for good. */
async function* events(
  { path, db, service: { clock } }: Input<'streamPaymentStatus'>,
  ending: AbortSignal,
): AsyncGenerator<string> {
  let seen: string | undefined
  let silent_ms = 0
  while (!ending.aborted) {
    const checkout = await readCheckoutOfPage(db, path.token, await clock.now())
    if (!checkout) return
    if (checkout.status !== seen) {
      seen = checkout.status
      silent_ms = 0
      yield `data: ${JSON.stringify(present.paymentStatus(checkout))}\n\n`
    }
    if (checkout.status !== 'open') return
    if (silent_ms >= SILENCE_MS) {
      silent_ms = 0
      yield ': still open\n\n'
    }
    silent_ms += LOOK_EVERY_MS
    await wait(LOOK_EVERY_MS, undefined, { signal: ending }).catch(() => undefined)
  }
}
