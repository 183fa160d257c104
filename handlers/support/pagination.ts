import { pageWithin } from '../../db/longJson.ts'
import { lowestId } from '../../runtime/ids.ts'
import { inPieces } from '../../runtime/piecework.ts'

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

/** The answer of a page is made in pieces where its rows have more long JSON than this. */
const LONG_BYTES = 64 * 1024

/**
 * Makes the envelope of one page of a list. It ends early where its rows have too much JSON
 * (`PAGE_BYTES`).
 *
 * @param found newest first, and one more than the page holds when there are more
 * @param limit how many the page holds
 */
export function listPage<Row extends object, Item extends { id: string }>(
  found: Row[],
  limit: number,
  present: (row: Row) => Item,
): List<Item> {
  const { rows, hasMore: has_more, bytes } = pageWithin(found, limit)
  if (bytes > LONG_BYTES) return new LongList(rows, present, has_more)
  const data = rows.map(present)
  return {
    object: 'list',
    data,
    has_more,
    next_cursor: has_more ? (data.at(-1)?.id ?? null) : null,
  }
}

/** A page with so much JSON that its items are made one by one, when it is sent. */
export class LongList<Row extends object, Item extends { id: string }> implements List<Item> {
  readonly object = 'list'
  has_more: boolean
  readonly #rows: Row[]
  readonly #present: (row: Row) => Item
  #cursor: string | null | undefined

  constructor(rows: Row[], present: (row: Row) => Item, has_more: boolean) {
    this.has_more = has_more
    this.#rows = rows
    this.#present = present
  }

  get next_cursor(): string | null {
    const last = this.has_more ? this.#rows.at(-1) : undefined
    return (this.#cursor ??= last ? this.#present(last).id : null)
  }

  set next_cursor(cursor: string | null) {
    this.#cursor = cursor
  }

  /** All items at once, for what does not serve others meanwhile. */
  get data(): Item[] {
    return this.#rows.map(this.#present)
  }

  /** The page as it is sent. */
  async bytes(): Promise<Buffer> {
    const items = await this.#each((item) => Buffer.from(`,${JSON.stringify(item)}`))
    const { object, has_more, next_cursor } = this
    const end = JSON.stringify({ has_more, next_cursor }).slice(1)
    const parts = [Buffer.from(`{"object":"${object}","data":[`), ...items, Buffer.from(`],${end}`)]
    // The first item has no comma before it.
    if (items[0]) parts[1] = items[0].subarray(1)
    return Buffer.concat(parts)
  }

  /** The same page with its items, which are made in pieces. */
  async whole(): Promise<List<Item>> {
    const { object, has_more, next_cursor } = this
    return { object, data: await this.#each((item) => item), has_more, next_cursor }
  }

  #each<Made>(make: (item: Item) => Made): Promise<Made[]> {
    const [rows, present] = [this.#rows, this.#present]
    return inPieces(
      (function* () {
        const made: Made[] = []
        for (const row of rows) {
          const item = present(row)
          yield
          made.push(make(item))
          yield
        }
        return made
      })(),
    )
  }
}
