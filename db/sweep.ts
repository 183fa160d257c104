import type { Transaction, AffectedRow } from './query.ts'

/**
 * Work over all rows that are due, of every seller, such as marking the sessions that have expired.
 * It is done in pieces: a statement over all that is due takes as long as there are rows, and on
 * SQLite everything else waits for it.
 */
export type Sweep = {
  readonly name: string
  /** The row that is due first of the first seller after this one, by a step along an index. */
  firstOfNextSeller(args: { after: string }): Transaction<{ seller_id: string; due_at: string }[]>
  /** Does the work for so many rows of a seller at most, and gives back one for each. */
  piece(args: { seller_id: string; now: string; limit: number }): Transaction<AffectedRow[]>
}

/**
 * Looks for sellers that have something due, in the order of their ids. What it costs grows with
 * the sellers that it passes, and not with their rows.
 *
 * @param limit how many sellers are passed at most
 * @returns those with something due, and where to go on; nowhere when there are no more
 */
export function* sellersDue(
  { firstOfNextSeller }: Sweep,
  { after, now, limit }: { after: string; now: string; limit: number },
): Transaction<{ due: string[]; next: string | undefined }> {
  const due: string[] = []
  let last = after
  for (let passed = 0; passed < limit; passed++) {
    const [first] = yield* firstOfNextSeller({ after: last })
    if (!first) return { due, next: undefined }
    last = first.seller_id
    if (first.due_at <= now) due.push(last)
  }
  return { due, next: last }
}
