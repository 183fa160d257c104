/** The schedule of the reconciler's polls of charges. */
import type { Row } from '../../../db/schema/tables.ts'
import { endsAt, isPastEnd } from '../../checkouts/expire.ts'

type Charge = Row<'charges'>

const HOUR_MS = 60 * 60 * 1000

/**
 * How long after its checkout's end a charge is polled. Banks accept payments of charges that have
 * expired or were removed a moment ago; a later one is known by its callback alone.
 */
export const WATCH_MS = 48 * HOUR_MS

/** How long a completed checkout is polled for refunds by the bank (MED: 80 days). */
export const SETTLED_WATCH_MS = 90 * 24 * HOUR_MS

/**
 * The least pause between two polls of a completed checkout: its money has arrived, and a bank that
 * takes it back says so, or is asked soon enough. At a pause of 30 s, 4 of 18 polls were made in
 * the first five minutes.
 */
const SETTLED_PAUSE_MS = HOUR_MS / 12

/** The part of the interval by which the pause between two rounds is drawn shorter or longer. */
export const JITTER = 0.1

/** The longest pause between two rounds, in which the bank is asked what was paid. */
export const longestPauseMs = (intervalMs: number): number => intervalMs * (1 + JITTER)

/**
 * When the code of a checkout has ended at the latest: one pause of rounds before the checkout, so
 * that money of its last second is known before the checkout ends.
 */
export const codeEndsAt = (checkout: Row<'checkouts'>, intervalMs: number): number =>
  Date.parse(endsAt(checkout)) - longestPauseMs(intervalMs)

/** How long a charge is polled that the bank refuses to show, or has forgotten. */
const TROUBLE_MS = 48 * HOUR_MS

/** The longest pause between two polls while a checkout is open. */
const MAX_PAUSE_MS = HOUR_MS / 4

/** The pause between two polls, as a part of the time since the page was last viewed. */
const UNSEEN_FACTOR = 1 / 4

/** When a checkout ended, or undefined while it can still be paid. */
function endOf(checkout: Row<'checkouts'>, now: Date): Date | undefined {
  const { status, completed_at, updated_at } = checkout
  if (status === 'open' && !isPastEnd(checkout, now.toISOString())) return undefined
  return new Date(completed_at ?? (status === 'canceled' ? updated_at : endsAt(checkout)))
}

/** The longest pause between two polls of a refund that a bank has not carried out. */
export const MAX_REFUND_PAUSE_MS = 6 * HOUR_MS

/** When a bank is asked about a refund again: the older it, or the doubt about it, the later. */
export function nextRefundCheck(
  { created_at, absent_since = null }: { created_at: string; absent_since?: string | null },
  { now, intervalMs }: Pace,
): Date {
  const sinceMs = Date.parse(absent_since ?? created_at)
  const pauseMs = Math.min((now.getTime() - sinceMs) / 4, MAX_REFUND_PAUSE_MS)
  return new Date(now.getTime() + Math.max(intervalMs, pauseMs))
}

type Viewed = Pick<Charge, 'viewed_at' | 'created_at'>
type Pace = { now: Date; intervalMs: number }

/**
 * How many times longer the pauses of an open charge are at a bank whose list names arriving
 * transfers.
 */
const LISTED_FACTOR = 4

/** When the page of a charge was last viewed, in milliseconds. */
export const viewedAt = ({ viewed_at, created_at }: Viewed): number =>
  Date.parse(viewed_at ?? created_at)

/**
 * When a charge is polled again. While the checkout can be paid, every `intervalMs`, and less often
 * the longer its page was not viewed, and where the bank's list is known to name arriving transfers
 * still less often; after its end with exponential backoff, until WATCH_MS have passed, or from
 * SETTLED_PAUSE_MS on until SETTLED_WATCH_MS have when it was paid.
 *
 * @returns undefined after the last poll
 */
export function nextCheck(
  checkout: Row<'checkouts'>,
  charge: Viewed,
  { now, intervalMs, isListed = false }: Pace & { isListed?: boolean },
): Date | undefined {
  const nowMs = now.getTime()
  const end = endOf(checkout, now)
  if (!end) {
    const unseenMs = (nowMs - viewedAt(charge)) * UNSEEN_FACTOR
    const pauseMs = Math.min(unseenMs, MAX_PAUSE_MS) * (isListed ? LISTED_FACTOR : 1)
    const nextMs = nowMs + Math.max(intervalMs, pauseMs)
    // The poll right after the end of the code finds what was paid in its last second.
    const codeEndMs = codeEndsAt(checkout, intervalMs)
    if (nowMs < codeEndMs) return new Date(Math.min(nextMs, codeEndMs))
    // The poll right after the end of the checkout cancels the charge.
    const endMs = Math.max(Date.parse(endsAt(checkout)) + 1, nowMs + intervalMs)
    return new Date(Math.min(nextMs, endMs))
  }
  const sinceMs = nowMs - end.getTime()
  const watchMs = checkout.status === 'completed' ? SETTLED_WATCH_MS : WATCH_MS
  if (sinceMs >= watchMs) return undefined
  const leastMs = checkout.status === 'completed' ? SETTLED_PAUSE_MS : 0
  const nextMs = nowMs + Math.max(intervalMs, leastMs, sinceMs)
  return new Date(Math.min(nextMs, end.getTime() + watchMs))
}

/**
 * When a charge is polled again that the bank refuses to show, or does not know: with exponential
 * backoff, for TROUBLE_MS.
 *
 * @param since when that began
 * @returns undefined after the last poll
 */
export function nextInTrouble(since: Date, { now, intervalMs }: Pace): Date | undefined {
  const sinceMs = now.getTime() - since.getTime()
  if (sinceMs >= TROUBLE_MS) return undefined
  return new Date(now.getTime() + Math.max(intervalMs, sinceMs))
}
