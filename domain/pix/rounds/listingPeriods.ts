/** When each of a bank's lists is read, and since when. */
import type { Capabilities } from '../bank/provider.ts'
import { SETTLED_WATCH_MS, WATCH_MS } from '../charges/checkSchedule.ts'
import type { Connection } from '../connections/bankConnections.ts'

/**
 * The lists of a bank: what arrived for charges, what went back, and all that arrived, of which
 * money that belongs to no charge is kept.
 */
export type ListKind = 'arrived' | 'refunded' | 'unmatched'

/**
 * How much of the period before is read again: the bank's clock may differ from ours, and a
 * transfer may enter its list late.
 */
const OVERLAP_MS = 60 * 60 * 1000

/** However short the interval, a list is not read again before this. */
const MIN_PAUSE_MS = 5_000

/** The same of the list of all that arrived, which no sale waits for. */
const UNMATCHED_PAUSE_MS = 5 * 60 * 1000

/** True when this process or another one has read a list within the pause. */
function wasListed(listed_until: string | null, now: Date, pauseMs: number): boolean {
  if (listed_until === null) return false
  return Math.abs(now.getTime() - Date.parse(listed_until)) < pauseMs
}

/**
 * True when a pass over a list may begin. Half an interval lies between two of them, or
 * `MIN_PAUSE_MS` if that is longer. Without news of charges, all are read at the pace of unmatched
 * money.
 */
export function isDueToList(
  kind: ListKind,
  { connection, hasNews }: { connection: Connection; hasNews: boolean },
  { now, intervalMs }: { now: Date; intervalMs: number },
): boolean {
  const { listed_until, unmatched_listed_until } = connection
  const pauseMs = Math.max(intervalMs / 2, MIN_PAUSE_MS)
  if (kind !== 'unmatched' && hasNews) return !wasListed(listed_until, now, pauseMs)
  if (kind === 'arrived') return false
  return !wasListed(unmatched_listed_until, now, Math.max(pauseMs, UNMATCHED_PAUSE_MS))
}

/** The time up to which a list has been read; null when it never was. */
const listedUntil = (kind: ListKind, connection: Connection): string | null =>
  ({
    arrived: connection.listed_until,
    refunded: connection.refunds_listed_until,
    unmatched: connection.unmatched_listed_until,
  })[kind]

/**
 * Start of a pass in milliseconds. A transfer that was refunded may have arrived at any time in 90
 * days.
 *
 * @param listing by which time of theirs the bank lists transfers that were refunded
 */
export function beginOf(
  kind: ListKind,
  connection: Connection,
  { now, listing }: { now: Date; listing: Capabilities['listsRefunded'] },
): number {
  const nowMs = now.getTime()
  const [createdMs, earliestMs] = [Date.parse(connection.created_at), nowMs - SETTLED_WATCH_MS]
  const first = kind === 'arrived' ? Math.max(createdMs, nowMs - WATCH_MS) : createdMs
  if (kind === 'refunded' && listing === 'by_arrival')
    return Math.max(first - OVERLAP_MS, earliestMs)
  const listedMs = Date.parse(listedUntil(kind, connection) ?? '')
  // Transfers from before the first pass were found by the polls of the charges. A time in the
  // future is by a clock that was ahead, and does not say what was read.
  const sinceMs = listedMs <= nowMs ? listedMs : first
  return Math.max(Math.min(sinceMs, nowMs) - OVERLAP_MS, earliestMs)
}
