/** Ids of objects by what was typed: by words and numbers, each type with a share of its own. */
import { and, eq, gte, lt, sql } from '../../db/operators.ts'
import { isAnyOf, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import { entriesInRange, hasSearchIndex, idsWithTermFrom } from '../../db/searchIndex.ts'
import { FOUND_BY_WORDS } from '../../db/schema/search.ts'
import type { Row, Tables } from '../../db/schema/tables.ts'
import { typedRanges } from './words.ts'
import type { Range } from './words.ts'

type Term = Row<'search_terms'>
type InRange = { seller_id: string } & Range & { limit: number }

/**
 * How many terms are looked at that begin with a word, where an object has to have several. Of two
 * words that more objects have than that, not all are found, unless they follow one another.
 */
const CANDIDATES = 200

/** An object has several terms that begin with the same letters. */
const TERMS_OF_OBJECT = 3

/** The first terms of a range of one type; the type is written out, so that a plan knows it. */
const firstRowsOf = (t: Tables['search_terms'], args: Arguments<InRange>, type: Term['type']) =>
  sql`select * from (
    select ${t.object_id} as id from ${t}
    where ${and(
      eq(t.seller_id, args.seller_id),
      eq(t.type, sql.raw(`'${type}'`)),
      gte(t.term, args.from),
      lt(t.term, args.to),
    )}
    order by ${t.term}, ${t.object_id} limit ${args.limit}
  ) as of_${sql.raw(type)}`

/** The same, and on SQLite those of the search index before them. */
function firstOf(t: Tables['search_terms'], args: Arguments<InRange>, type: Term['type']) {
  const rows = firstRowsOf(t, args, type)
  return hasSearchIndex(t) ? sql`${entriesInRange(args, type)} union all ${rows}` : rows
}

const idsInRange = query(
  'ids_by_search_terms',
  (db, { search_terms: t }, args: Arguments<InRange>) => {
    const each = FOUND_BY_WORDS.map((type) => firstOf(t, args, type))
    const all = sql`(${sql.join(each, sql` union all `)}) as found`
    return db.select({ id: sql<string>`id` }).from(all)
  },
)

const customerIdsInRange = query(
  'customer_ids_by_search_terms',
  (db, { search_terms: t }, args: Arguments<InRange>) =>
    db.select({ id: sql<string>`id` }).from(sql`(${firstOf(t, args, 'customer')}) as found`),
)

// An object has `MAX_TERMS` terms at most, and few of them begin with the same word.
const idsInRangeAmong = query(
  'ids_by_search_terms_among',
  (
    db,
    { search_terms: t },
    args: Arguments<{ seller_id: string; ids: string[] } & Range & { limit: number }>,
  ) => {
    const rows = db
      .selectDistinct({ id: t.object_id })
      .from(t)
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          isAnyOf(t.object_id, args.ids),
          gte(t.term, args.from),
          lt(t.term, args.to),
        ),
      )
    if (!hasSearchIndex(t)) return rows.limit(args.limit)
    const found = sql`(${idsWithTermFrom(args)} union select * from ${rows}) as found`
    return db.select({ id: sql<string>`id` }).from(found).limit(args.limit)
  },
)

type Look = typeof idsInRange

/** The ids of objects that have a term in every one of the ranges. */
function* idsInAll(seller_id: string, ranges: Range[], look: Look): Transaction<string[]> {
  const candidates: string[][] = []
  for (const range of ranges) {
    const rows = yield* look({ seller_id, ...range, limit: CANDIDATES })
    candidates.push([...new Set(rows.map(({ id }) => id))])
    if (rows.length === 0) return []
  }
  const fewest = candidates.toSorted((a, b) => a.length - b.length)[0] ?? []
  let ids = fewest
  for (const [i, range] of ranges.entries()) {
    if (candidates[i] === fewest || ids.length === 0) continue
    const limit = ids.length
    const among = yield* idsInRangeAmong({ seller_id, ids, ...range, limit })
    const remaining = new Set(among.map(({ id }) => id))
    ids = ids.filter((id) => remaining.has(id))
  }
  return ids
}

function* idsBy(
  look: Look,
  { seller_id, typed, limit }: { seller_id: string; typed: string; limit: number },
): Transaction<string[]> {
  const { whole, words } = typedRanges(typed)
  const ids = new Set<string>()
  for (const range of whole) {
    const rows = yield* look({ seller_id, ...range, limit: limit * TERMS_OF_OBJECT })
    for (const { id } of rows) ids.add(id)
  }
  if (words.length > 0 && ids.size < limit) {
    for (const id of yield* idsInAll(seller_id, words, look)) ids.add(id)
  }
  return [...ids]
}

type SearchQuery = { seller_id: string; typed: string; limit: number }

/** The ids of what was typed, of each type about as many as the limit says. */
export const idsByWords = (searchQuery: SearchQuery): Transaction<string[]> =>
  idsBy(idsInRange, searchQuery)

/** The ids of customers alone, at most as many as the limit says. */
export function* customerIdsByWords(searchQuery: SearchQuery): Transaction<string[]> {
  return (yield* idsBy(customerIdsInRange, searchQuery)).slice(0, searchQuery.limit)
}
