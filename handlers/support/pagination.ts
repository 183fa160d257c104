import { lowestId } from '../../runtime/ids.ts'

/** The specification's list envelope (Endpoints, Pagination). */
export type List<Item> = {
  object: 'list'
  data: Item[]
  has_more: boolean
  next_cursor: string | null
}

/** Sorts after every UUID, so that a first page starts right after it. */
const AFTER_ALL = 'g'

/**
 * The id before which a page starts, newest first.
 *
 * @param cursor the last id of the page before, if there is one
 * @param prefix of the ids, with its underscore
 */
export const firstBefore = (cursor: string | undefined, prefix: string): string =>
  cursor ?? prefix + AFTER_ALL

type Range = {
  starting_after?: string | undefined
  created_from?: string | undefined
  created_to?: string | undefined
}

/**
 * The ids of a page that goes by time of creation: an id carries that time. `from` is one of them
 * if there is such an id, and `before` is not.
 *
 * @param prefix of the ids, with its underscore
 */
export function createdBetween(range: Range, prefix: string): { from: string; before: string } {
  const lowest = (moment: string) => lowestId(prefix, new Date(moment))
  const { starting_after, created_from, created_to } = range
  const first = firstBefore(starting_after, prefix)
  const end = created_to === undefined ? first : lowest(created_to)
  return {
    from: created_from === undefined ? prefix : lowest(created_from),
    before: end < first ? end : first,
  }
}

/**
 * Makes the envelope of one page of a list.
 *
 * @param rows newest first, and one more than the page holds when there are more
 * @param limit how many the page holds
 */
export function listPage<Row, Item extends { id: string }>(
  rows: Row[],
  limit: number,
  present: (row: Row) => Item,
): List<Item> {
  const data = rows.slice(0, limit).map(present)
  const has_more = rows.length > limit
  return {
    object: 'list',
    data,
    has_more,
    next_cursor: has_more ? (data.at(-1)?.id ?? null) : null,
  }
}
