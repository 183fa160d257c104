/** The schema, read from the engine's own catalogue: one seller cannot reach another. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { layouts } from '../../db/maintenance/layout.ts'
import { engine, newDatabase, openTestDatabase, sqlOn } from '../support/engine.ts'

/** Tables that are looked up without a seller. */
const lookups = [
  'api_clients',
  'installation',
  'sandbox_clock',
  'sellers',
  'signing_keys',
  'webhook_keys',
]

/** Tables of counters: PostgreSQL only, in the form that a library gives them. */
const counters = engine === 'postgres' ? ['usage_limits'] : []

type Table = { name: string; has_seller: number }

/** A key of a table, and the first of its columns; null when that is an expression. */
type Key = { name: string; kind: string; first: string | null; foreign_first: string | null }

type Text = { name: string; column: string; collation: string }

const postgres = {
  tables: `
    select c.relname as name, exists (
      select from pg_attribute a where a.attrelid = c.oid and a.attname = 'seller_id'
    )::int as has_seller
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`,
  keys: `
    select c.relname as name,
      case when i.indisprimary then 'primary key' else 'unique index' end as kind,
      a.attname as first, null as foreign_first
    from pg_index i
    join pg_class c on c.oid = i.indrelid
    left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
    where c.relnamespace = 'public'::regnamespace and i.indisunique
    union all
    select c.relname, 'foreign key', a.attname, f.attname
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    join pg_attribute f on f.attrelid = k.confrelid and f.attnum = k.confkey[1]
    where k.connamespace = 'public'::regnamespace and k.contype = 'f'`,
  texts: `
    select c.relname as name, a.attname as column, n.collname as collation
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    join pg_collation n on n.oid = a.attcollation
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0`,
  byte_by_byte: 'C',
}

// The tables of the search index are FTS5's; each of its words begins with a seller.
const ours = `t.type = 'table' and t.name not glob 'sqlite_*' and t.name not glob '__drizzle*'
  and t.name not glob 'search_index*' and t.name <> 'search_words'`

const sqlite = {
  tables: `
    select t.name, exists (
      select 1 from pragma_table_info(t.name) c where c.name = 'seller_id'
    ) as has_seller
    from sqlite_master t where ${ours}`,
  keys: `
    select t.name, 'primary key' as kind, c.name as first, null as foreign_first
    from sqlite_master t, pragma_table_info(t.name) c where ${ours} and c.pk = 1
    union all
    select t.name, 'unique index', c.name, null
    from sqlite_master t, pragma_index_list(t.name) i, pragma_index_info(i.name) c
    where ${ours} and i."unique" and i.origin <> 'pk' and c.seqno = 0
    union all
    select t.name, 'foreign key', f."from", f."to"
    from sqlite_master t, pragma_foreign_key_list(t.name) f where ${ours} and f.seq = 0`,
  texts: `
    select distinct t.name, c.name as "column", c.coll as collation
    from sqlite_master t, pragma_index_list(t.name) i, pragma_index_xinfo(i.name) c
    where ${ours} and c.name is not null`,
  byte_by_byte: 'BINARY',
}

const queries = { sqlite, postgres }[engine]

const database_url = await newDatabase()
await openTestDatabase(database_url)
const sql = await sqlOn(database_url)

const isSellers = ({ name, has_seller }: Table) => has_seller === 1 && !lookups.includes(name)

/** Each rule that the schema does not keep, and the table that breaks it. */
async function breaches(): Promise<string[]> {
  const tables = await sql<Table>(queries.tables)
  const keys = await sql<Key>(queries.keys)
  const texts = await sql<Text>(queries.texts)
  const sellers = new Set(tables.filter(isSellers).map(({ name }) => name))
  const keyed = new Set(keys.filter(({ kind }) => kind === 'primary key').map(({ name }) => name))
  const known = new Set([...sellers, ...lookups, ...counters])
  return [
    ...tables.filter(({ name }) => !known.has(name)).map(({ name }) => `${name}: no seller`),
    ...tables.filter(({ name }) => !keyed.has(name)).map(({ name }) => `${name}: no primary key`),
    ...keys
      .filter(({ name, first }) => sellers.has(name) && first !== 'seller_id')
      .map(({ name, kind }) => `${name}: ${kind}`),
    ...keys
      .filter(
        ({ name, kind, foreign_first }) =>
          sellers.has(name) && kind === 'foreign key' && foreign_first !== 'seller_id',
      )
      .map(({ name }) => `${name}: what the foreign key refers to`),
    ...texts
      .filter(
        ({ name, collation }) => !counters.includes(name) && collation !== queries.byte_by_byte,
      )
      .map(({ name, column }) => `${name}: collation of ${column}`),
  ].toSorted()
}

test("every table is a seller's by all of its keys, or a named look-up table", async () => {
  const tables = await sql<Table>(queries.tables)
  const sellers = tables
    .filter(isSellers)
    .map(({ name }) => name)
    .toSorted()
  assert.deepEqual(
    tables.map(({ name }) => name).toSorted(),
    [...sellers, ...lookups, ...counters].toSorted(),
  )
  // Distribution by seller, and copies from one engine to the other, are derived from these.
  assert.deepEqual(
    layouts
      .filter(({ ofSeller }) => ofSeller)
      .map(({ table }) => table)
      .toSorted(),
    sellers,
  )
  assert.deepEqual(await breaches(), [])
})

/** A text that is compared byte by byte, and one that is compared in another way. */
const text = engine === 'postgres' ? 'text collate "C"' : 'text'
const other_text = engine === 'postgres' ? 'text' : 'text collate nocase'

test('a table that breaks a rule is noticed', async () => {
  const tables = {
    unkeyed: `seller_id ${text} not null`,
    ownerless: `id ${text} primary key`,
    turned: `seller_id ${text}, id ${text}, primary key (id, seller_id)`,
    shared: `seller_id ${text}, id ${text} unique, primary key (seller_id, id)`,
    reaching: `seller_id ${text}, id ${text}, customer_id ${text}, primary key (seller_id, id),
      foreign key (customer_id, seller_id) references customers (id, seller_id)`,
    sorted: `seller_id ${text}, id ${other_text}, primary key (seller_id, id)`,
  }
  for (const [name, columns] of Object.entries(tables)) {
    await sql(`create table ${name} (${columns})`)
  }
  const expression = 'create unique index on_expression on sorted (lower(id), seller_id)'
  await sql(expression)
  assert.deepEqual(await breaches(), [
    'ownerless: no seller',
    'reaching: foreign key',
    'reaching: what the foreign key refers to',
    'shared: unique index',
    'sorted: collation of id',
    'sorted: unique index',
    'turned: primary key',
    'unkeyed: no primary key',
  ])
})
