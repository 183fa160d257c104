/** The specification's list envelope (Endpoints, Pagination). */
export type List<Item> = {
  object: 'list'
  data: Item[]
  has_more: boolean
  next_cursor: string | null
}

/** Sorts after every UUID, so that a first page starts right after it. */
const afterAll = 'g'

/** The id after which a page starts, newest first; without a cursor, one that is above them all. */
export const startOf = (cursor: string | undefined, prefix: string) => cursor ?? prefix + afterAll

/**
 * Makes a page of rows.
 *
 * @param rows one more than the page holds, when there are more
 */
export function page<Row, Item extends { id: string }>(
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
