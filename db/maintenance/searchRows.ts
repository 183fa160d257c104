/**
 * The search index of SQLite as rows of `search_terms`, which is what both engines have in common
 * (db/searchIndex.ts): for checks, and for copies to and from the other engine.
 */
import type SQLite from 'better-sqlite3'

const columns = 'seller_id, object_id, term, type'

/** Each word but the first, which is the object's id, without its seller and its type. */
const rowsOfIndex = `
  select i.seller_id, i.object_id, i.type,
    replace(substr(word.value, length(i.seller_id) + length(i.type) + 3), '_', ' ') as term
  from search_index i, json_each('["' || replace(i.words, ' ', '","') || '"]') word
  where word.key > 0`

/** Makes `search_terms` mean all rows, those of the index included, on this connection. */
export function showSearchRows(client: SQLite.Database): void {
  const isThere = client.prepare(`select 1 from sqlite_schema where name = 'search_index'`)
  if (isThere.get() === undefined) return
  client.exec(`
    create temp view search_terms as
    select ${columns} from main.search_terms union all select ${columns} from (${rowsOfIndex})`)
}

/** The same as a table, whose key makes it quick to read row after row. */
export function tabulateSearchRows(client: SQLite.Database): void {
  client.pragma('query_only = OFF')
  client.exec(`
    create temp table tabulated (${columns}, primary key (seller_id, object_id, term));
    insert or ignore into tabulated select ${columns} from search_terms;
    drop view temp.search_terms;
    alter table tabulated rename to search_terms`)
  client.pragma('query_only = ON')
}

/** Replaces the index by rows: a copy compares and changes those of its target one by one. */
export function writeOutSearchIndex(client: SQLite.Database): void {
  const writeOut = client.transaction(() =>
    client.exec(`
      create temp table written_out as ${rowsOfIndex};
      insert or ignore into search_terms (${columns}) select ${columns} from written_out;
      delete from search_index;
      drop table written_out`),
  )
  writeOut.immediate()
}
