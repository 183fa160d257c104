import type { Transaction, AffectedRow } from './query.ts'

/**
 * Background work over the rows of all sellers that are due, such as marking expired checkouts. It
 * is done in pieces: a statement over all due rows would take time in proportion to their number,
 * and on SQLite all other work would wait for it.
 */
export type Sweep = {
  readonly name: string
  /** How many rows a piece has at most; without it, as many as the sweeper says. */
  readonly rows?: number
  /** The earliest due row of the next seller in the order of ids, by one index lookup. */
  firstOfNextSeller(args: { after: string }): Transaction<{ seller_id: string; due_at: string }[]>
  /**
   * Does the work for at most `limit` rows of a seller, and returns one object for each; where it
   * ends before, the last is marked (`endWith`).
   */
  piece(args: { seller_id: string; now: string; limit: number }): Transaction<AffectedRow[]>
}

/**
 * Finds sellers with due rows, in the order of their ids. The cost grows with the number of sellers
 * and not with their rows.
 *
 * @param limit how many sellers are examined at most
 * @returns sellers with due rows, and `next`, where to go on; undefined after the last seller
 */
export function* sellersDue(
  { firstOfNextSeller }: Sweep,
  { after, now, limit }: { after: string; now: string; limit: number },
): Transaction<{ due: string[]; next: string | undefined }> {
  const due: string[] = []
  let last = after
  for (let examined = 0; examined < limit; examined++) {
    const [first] = yield* firstOfNextSeller({ after: last })
    if (!first) return { due, next: undefined }
    last = first.seller_id
    if (first.due_at <= now) due.push(last)
  }
  return { due, next: last }
}
