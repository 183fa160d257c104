/**
 * The search index of SQLite: an FTS5 table with an entry for each object, in place of rows of
 * `search_terms`. Its words are the object's id and its search terms, each with its seller before
 * it, so that they are found within their seller. See docs/database.md, "The search index".
 */
import { sql } from './operators.ts'
import { jsonList } from './query.ts'
import type { Arguments } from './query.ts'
import type { Row, Tables } from './schema/tables.ts'

type Term = Row<'search_terms'>
type SearchTerms = Tables['search_terms']

/** True on SQLite; PostgreSQL has rows of `search_terms` alone. */
export const hasSearchIndex = ({ term }: SearchTerms): boolean =>
  term.columnType.startsWith('SQLite')

/** The word of an object's id, as SQL. */
const idWord = (seller_id: unknown, id: unknown) => sql`${seller_id} || '=' || ${id}`

/** The words of an object: its id, and its terms, each after a blank, from a column `value`. */
const wordsOf = (seller_id: unknown, object_id: unknown, type: unknown) => sql`
  ${idWord(seller_id, object_id)} || group_concat(
    ' ' || ${seller_id} || '|' || ${type} || '|' || replace(value, ' ', '_'), ''
  )`

const insert = () => sql.raw('insert into search_index (seller_id, object_id, type, words)')

/** Adds the entry of one object. */
export function insertEntry(args: Arguments<Omit<Term, 'term'> & { terms: string[] }>) {
  const { seller_id, object_id, type, terms } = args
  return sql`${insert()}
    select ${seller_id}, ${object_id}, ${type}, ${wordsOf(seller_id, object_id, type)}
    from json_each(${jsonList(terms)})`
}

/** Adds the entries of several objects, whose terms are listed one after another. */
export const insertEntries = ({ rows }: Arguments<{ rows: Term[] }>) => sql`${insert()}
  select seller_id, object_id, type, ${wordsOf(sql`seller_id`, sql`object_id`, sql`type`)}
  from (
    select value ->> 'seller_id' as seller_id, value ->> 'object_id' as object_id,
      value ->> 'type' as type, value ->> 'term' as value
    from json_each(${jsonList(rows)})
  )
  group by seller_id, object_id`

/** Removes the entry of an object, and its words from the file (`secure-delete`). */
export const deleteEntry = (args: Arguments<{ seller_id: string; id: string }>) => sql`
  delete from search_index where seller_id = ${args.seller_id} and rowid in (
    select doc from search_words where term = ${idWord(args.seller_id, args.id)}
  )`

type InRange = { seller_id: string; from: string; to: string; limit: number }

/** A bound of a range of terms as a word of the index. */
const bound = (seller_id: unknown, type: Term['type'], term: unknown) =>
  sql`${seller_id} || ${sql.raw(`'|${type}|'`)} || replace(${term}, ' ', '_')`

/** The ids of objects of a type that have a term in a range, in the order of their terms. */
export const entriesInRange = (args: Arguments<InRange>, type: Term['type']) => sql`
  select * from (
    select i.object_id as id from search_words w cross join search_index i on i.rowid = w.doc
    where w.term >= ${bound(args.seller_id, type, args.from)}
      and w.term < ${bound(args.seller_id, type, args.to)}
      and i.seller_id = ${args.seller_id}
    order by w.term limit ${args.limit}
  )`

type ObjectList = { seller_id: string; ids: string[] }

/** The entries of those listed objects that have one. */
const entriesOf = (args: Arguments<ObjectList>) => sql`
  json_each(${jsonList(args.ids)}) listed
  cross join search_words w on w.term = ${idWord(args.seller_id, sql`listed.value`)}
  cross join search_index i on i.rowid = w.doc and i.seller_id = ${args.seller_id}`

/** The ids of those listed objects that have an entry. */
export const idsWithEntry = (args: Arguments<ObjectList>) =>
  sql`select i.object_id as id from ${entriesOf(args)}`

/** The ids of those listed objects that have a term which begins with one. */
export const idsWithTermFrom = (args: Arguments<ObjectList & { from: string }>) => sql`
  select i.object_id as id from ${entriesOf(args)}
  where instr(
    i.words, ' ' || ${args.seller_id} || '|' || i.type || '|' || replace(${args.from}, ' ', '_')
  ) > 0`
