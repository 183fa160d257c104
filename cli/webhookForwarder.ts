/** Brings the events of an account to a local address, by reading them over the API. */
import { setTimeout as wait } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { each } from '../packages/client/index.ts'
import type { Balcao, Event } from '../packages/client/index.ts'

const POLL_MS = 1_000

/** As long as the service waits for an endpoint. */
const ANSWER_TIMEOUT_MS = 10_000

/** Events that happen together may become readable one after the other (guide "Catching up"). */
const OVERLAP_MS = 60_000

const PAGE = 100

/** An event that was posted, and the status of the answer or why there was none. */
export type ForwardedEvent = {
  event_id: string
  type: string
  response_status: number | null
  reason: string | null
}

/** The events from a minute before this one on, oldest first; all of them without one. */
async function eventsFrom(balcao: Balcao, first: Event | undefined): Promise<Event[]> {
  const from_ms = first && Date.parse(first.created_at) - OVERLAP_MS
  const query = {
    limit: PAGE,
    ...(from_ms !== undefined && { created_from: new Date(from_ms).toISOString() }),
  }
  return (await Array.fromAsync(each(balcao.listEvents, { query }))).toReversed()
}

/**
 * Reads the events announced from now on, once a second, until the signal.
 *
 * @param onReady called once all events announced from then on will be read
 * @throws BalcaoError when the service refuses, or cannot be reached
 */
export async function* newEvents(
  balcao: Balcao,
  { signal, onReady }: { signal: AbortSignal; onReady: () => void },
): AsyncGenerator<Event> {
  const { data } = await balcao.listEvents({ query: { limit: 1 } })
  let [newest] = data
  let knownIds = new Set((newest ? await eventsFrom(balcao, newest) : []).map(({ id }) => id))
  onReady()
  while (!signal.aborted) {
    const events = await eventsFrom(balcao, newest)
    for (const event of events) {
      if (signal.aborted) return
      if (!knownIds.has(event.id)) yield event
    }
    newest = events.at(-1) ?? newest
    knownIds = new Set(events.map(({ id }) => id))
    await wait(POLL_MS, undefined, { signal }).catch(() => undefined)
  }
}

/** Posts an event as the service posts it to an endpoint, signed with this secret. */
export async function forward(
  event: Event,
  { url, secret, signal }: { url: string; secret: string; signal: AbortSignal },
): Promise<ForwardedEvent> {
  const { id, type, created_at: timestamp, data } = event
  const body = JSON.stringify({ type, timestamp, data })
  const sentAt = new Date()
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Balcao',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, sentAt, body),
  }
  const ended = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)])
  const init = { method: 'POST', headers, body, redirect: 'manual', signal: ended } as const
  const outcome = { event_id: id, type }
  try {
    const response = await fetch(url, init)
    await response.body?.cancel()
    return { ...outcome, response_status: response.status, reason: null }
  } catch (error) {
    const { cause, message } = error as Error
    const reason = cause instanceof Error ? cause.message : message
    return { ...outcome, response_status: null, reason }
  }
}
