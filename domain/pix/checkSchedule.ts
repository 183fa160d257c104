/** How long after one question about a charge the bank is asked the next. */
import type { Row } from '../../db/schema/tables.ts'

type Charge = Row<'charges'>

const HOUR_MS = 60 * 60 * 1000

/**
 * How long after its session's end a charge is still asked about. Banks let charges be paid that
 * have run out or were removed a moment ago; what comes later yet is known by its callback alone.
 */
export const WATCH_MS = 48 * HOUR_MS

/** Money of a completed session may be taken back for so long (Central Bank, MED: 80 days). */
export const SETTLED_WATCH_MS = 90 * 24 * HOUR_MS

/** A charge that the bank refuses to talk about, or has forgotten, is asked about for so long. */
const TROUBLE_MS = 48 * HOUR_MS

/** While a session is open, its charge is asked about at least so often. */
const MAX_PAUSE_MS = HOUR_MS / 4

/** Without a look at its page, the pauses of a charge are this part of the time since the last. */
const UNSEEN_PART = 1 / 4

/** When a session ended, or undefined while it can still be paid. */
function endOf(checkout: Row<'checkouts'>, now: Date): Date | undefined {
  const { status, expires_at, completed_at, updated_at } = checkout
  if (status === 'open' && expires_at >= now.toISOString()) return undefined
  return new Date(completed_at ?? (status === 'canceled' ? updated_at : expires_at))
}

type Viewed = Pick<Charge, 'viewed_at' | 'created_at'>
type Pace = { now: Date; intervalMs: number }

/** When a charge was last known to be looked at. */
export const viewedAt = ({ viewed_at, created_at }: Viewed): number =>
  Date.parse(viewed_at ?? created_at)

/**
 * When the bank is to be asked about a charge again. While the session can be paid, every
 * `intervalMs`, and less often the longer nobody has looked at its page; after its end at twice
 * the distance each time, until WATCH_MS have passed, or SETTLED_WATCH_MS when it was paid.
 *
 * @returns undefined when it was asked for the last time
 */
export function nextCheck(
  checkout: Row<'checkouts'>,
  charge: Viewed,
  { now, intervalMs }: Pace,
): Date | undefined {
  const nowMs = now.getTime()
  const end = endOf(checkout, now)
  if (!end) {
    const unseenMs = (nowMs - viewedAt(charge)) * UNSEEN_PART
    const nextMs = nowMs + Math.max(intervalMs, Math.min(unseenMs, MAX_PAUSE_MS))
    // At its end the charge is canceled, without delay.
    const endMs = Math.max(Date.parse(checkout.expires_at) + 1, nowMs + intervalMs)
    return new Date(Math.min(nextMs, endMs))
  }
  const sinceMs = nowMs - end.getTime()
  const watchMs = checkout.status === 'completed' ? SETTLED_WATCH_MS : WATCH_MS
  if (sinceMs >= watchMs) return undefined
  const nextMs = nowMs + Math.max(intervalMs, sinceMs)
  return new Date(Math.min(nextMs, end.getTime() + watchMs))
}

/**
 * When a bank that has refused to talk about a charge, or does not know it, is asked again: at
 * twice the distance each time.
 *
 * @param since when that began
 * @returns undefined when it is not to be asked any more
 */
export function nextInTrouble(since: Date, { now, intervalMs }: Pace): Date | undefined {
  const sinceMs = now.getTime() - since.getTime()
  if (sinceMs >= TROUBLE_MS) return undefined
  return new Date(now.getTime() + Math.max(intervalMs, sinceMs))
}
