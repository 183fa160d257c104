/** How often a code is looked at that may be paid or authorised. */

/** The longest pause between two looks, and the pause as a part of the time since the last view. */
const MAX_PAUSE_MS = 3 * 60 * 60 * 1000
const UNSEEN_FACTOR = 1 / 4

/** The pause until the next look: the more recently its page was seen, the shorter. */
export function pausedSince(
  viewed_at: string,
  { now, intervalMs }: { now: Date; intervalMs: number },
): number {
  const unseenMs = (now.getTime() - Date.parse(viewed_at)) * UNSEEN_FACTOR
  return Math.max(intervalMs, Math.min(unseenMs, MAX_PAUSE_MS))
}
