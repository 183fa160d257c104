/** Each row of db/README.md: the operator does the same on both engines, or is refused. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'vitest'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
} from '../../db/operators.ts'
import { buildForPostgres } from '../../db/postgres/builder.ts'
import {
  areAnyOf,
  everyColumn,
  everyQueryDefinition,
  insertEach,
  insertList,
  isAnyOf,
  query,
  whenGiven,
} from '../../db/query.ts'
import type { Arguments, Builder } from '../../db/query.ts'
import type { Row, Tables } from '../../db/schema/tables.ts'
import { buildForSqlite } from '../../db/sqlite/builder.ts'
import { built } from '../../scripts/statements.ts'
import { newDatabase, openTestDatabase, urlOfSuperuser } from '../support/engine.ts'

type Link = Row<'payment_links'>
type Kind = 'text' | 'integer' | 'boolean' | 'json'
type Links = Tables['payment_links']

const low: Link = {
  seller_id: 'seller_1',
  id: 'a',
  token: 'A',
  name: '',
  items: null,
  custom_min_minor: 1,
  custom_max_minor: 2,
  quantity_min: null,
  quantity_max: null,
  collect: [],
  max_payments: 10,
  payments_count: 9,
  active: false,
  ends_at: null,
  success_url: null,
  metadata: { n: 1 },
  created_at: '',
  updated_at: '',
}

const high: Link = {
  ...low,
  id: 'b',
  token: 'a',
  items: [],
  custom_min_minor: null,
  custom_max_minor: null,
  max_payments: null,
  payments_count: 10,
  active: true,
  ends_at: '2026-01-01',
  metadata: { n: 2 },
}

/** A column of each kind, and one that may be null where there is any. */
const columns = {
  text: { compared: 'token', nullable: 'ends_at' },
  integer: { compared: 'payments_count', nullable: 'max_payments' },
  boolean: { compared: 'active', nullable: 'active' },
  json: { compared: 'metadata', nullable: 'items' },
} as const

type QueryArguments = { value: string; none: string; list: string[]; rows: object[] }
type Args = Arguments<QueryArguments>

const nothing: QueryArguments = { value: '', none: '', list: [], rows: [] }
type Ask = (db: Builder, t: Links, column: SQLiteColumn, args: Args) => object

const selecting =
  (condition: (column: SQLiteColumn, args: Args, t: Links) => ReturnType<typeof eq>): Ask =>
  (db, t, column, args) =>
    db
      .select({ id: t.id })
      .from(t)
      .where(condition(column, args, t))
      .orderBy(asc(t.id))

const ordered =
  (order: typeof asc): Ask =>
  (db, t, column) =>
    db.select({ id: t.id }).from(t).orderBy(order(column))

/** The operators that find rows: which they are asked for, and which they find. */
const finding: Record<string, { ask: Ask; value: Link; found: string[]; on?: 'nullable' }> = {
  eq: { ask: selecting((c, { value }) => eq(c, value)), value: low, found: ['a'] },
  ne: { ask: selecting((c, { value }) => ne(c, value)), value: low, found: ['b'] },
  lt: { ask: selecting((c, { value }) => lt(c, value)), value: high, found: ['a'] },
  lte: { ask: selecting((c, { value }) => lte(c, value)), value: low, found: ['a'] },
  gt: { ask: selecting((c, { value }) => gt(c, value)), value: low, found: ['b'] },
  gte: { ask: selecting((c, { value }) => gte(c, value)), value: high, found: ['b'] },
  inArray: { ask: selecting((c, { value }) => inArray(c, [value])), value: high, found: ['b'] },
  isAnyOf: { ask: selecting((c, { list }) => isAnyOf(c, list)), value: high, found: ['b'] },
  areAnyOf: {
    ask: selecting((c, { rows }, t) => areAnyOf(t, [t.id, c], rows)),
    value: high,
    found: ['b'],
  },
  whenGiven: {
    ask: selecting((c, { value, none }) => {
      return and(whenGiven(value, eq(c, value)), whenGiven(none, eq(c, none))) ?? eq(c, value)
    }),
    value: high,
    found: ['b'],
  },
  asc: { ask: ordered(asc), value: low, found: ['a', 'b'] },
  desc: { ask: ordered(desc), value: low, found: ['b', 'a'] },
  isNull: { ask: selecting((c) => isNull(c)), value: low, found: [], on: 'nullable' },
  isNotNull: { ask: selecting((c) => isNotNull(c)), value: low, found: [], on: 'nullable' },
}

const add = query('test_dialect_values', (db, { payment_links: t }) =>
  db.insert(t).values(everyColumn(t)),
)
const addEach = query('test_dialect_each', (db, { payment_links: t }, args: Args) =>
  insertEach(db, t, args.rows),
)
const all = query('test_dialect_all', (db, { payment_links: t }) =>
  db.select().from(t).orderBy(asc(t.id)),
)

const rowsOf = async (): Promise<Link[]> => (await db.run(() => all({}))) as Link[]

// test/afterwards looks at what the service's own role has sent.
const db = await openTestDatabase(await urlOfSuperuser(await newDatabase()))
await db.run(function* () {
  yield* add(low)
  yield* add(high)
})

/** A query's definition, which is registered under its name. */
const definitionOf = (name: string) => {
  const found = everyQueryDefinition().find((one) => one.name === name)
  assert.ok(found)
  return found
}

/** The other value of each kind of column, which is set and then set back. */
const others = { text: 'Z', integer: 7, boolean: true, json: { n: 3 } } as const

/** Stores rows and one column, and reads them as they were given. */
async function storing(operator: string, kind: Kind): Promise<void> {
  const name = columns[kind].compared
  assert.deepEqual(await rowsOf(), [low, high])
  if (operator === 'set') {
    const set = query(`test_dialect_set_${kind}`, (on, { payment_links: t }, args: Args) =>
      on
        .update(t)
        .set({ [name]: args.value })
        .where(eq(t.id, low.id)),
    )
    await db.run(() => set({ ...nothing, value: others[kind] as never }))
    assert.deepEqual(await rowsOf(), [{ ...low, [name]: others[kind] }, high])
    await db.run(() => set({ ...nothing, value: low[name] as never }))
    assert.deepEqual(await rowsOf(), [low, high])
  }
  if (operator === 'insertEach') {
    const remove = query(`test_dialect_remove_${kind}`, (on, { payment_links: t }) => on.delete(t))
    await db.run(() => remove({}))
    await db.run(() => addEach({ ...nothing, rows: [low, high] }))
    assert.deepEqual(await rowsOf(), [low, high])
  }
}

async function holds(operator: string, kind: Kind): Promise<void> {
  const one = finding[operator]
  if (!one) return storing(operator, kind)
  const name = columns[kind][one.on ?? 'compared']
  const ask = query(
    `test_dialect_${operator}_${kind}`,
    (on, { payment_links: t }, args: Args) => one.ask(on, t, t[name], args) as never,
  )
  const value = one.value[name]
  const args = { value, none: null, list: [value], rows: [{ id: one.value.id, [name]: value }] }
  const found = (await db.run(() => ask(args as never))) as { id: string }[]
  const isNullWanted = { isNull: true, isNotNull: false }[operator]
  const expected =
    isNullWanted === undefined
      ? one.found
      : [low, high].filter((row) => (row[name] === null) === isNullWanted).map(({ id }) => id)
  assert.deepEqual(
    found.map(({ id }) => id),
    expected,
  )
}

/** Generation says the file, the query and what to do. */
function refused(operator: string, kind: Kind): void {
  const name = `test_dialect_${operator}_${kind}`
  query(
    name,
    (on, { payment_links: t }, args: Args) =>
      finding[operator]?.ask(on, t, t[columns[kind].compared], args) as never,
  )
  for (const build of [buildForSqlite, buildForPostgres]) {
    assert.throws(() => built(definitionOf(name), build), {
      name: 'Error',
      message: new RegExp(`query\\('${name}'\\): metadata is JSON, which .*; keep .*\\.$`),
    })
  }
}

const readme = readFileSync(new URL('../../db/README.md', import.meta.url), 'utf8')
const table = [...readme.matchAll(/^\| `(\w+)` \| (\w+) \| (\w+) \| (\w+) \| (\w+) \|$/gm)]
const kinds: Kind[] = ['text', 'integer', 'boolean', 'json']

test('the table has every operator that is tried, and no other', () => {
  const listed = table.map(([, operator = '']) => operator)
  const tried = [...Object.keys(finding), 'values', 'set', 'insertEach']
  assert.deepEqual(listed.toSorted(), tried.toSorted())
})

for (const [, operator = '', ...cells] of table) {
  for (const [index, kind] of kinds.entries()) {
    const isUnderstood = cells[index] === 'yes'
    test(`${operator} of a column of ${kind} ${isUnderstood ? 'works' : 'is refused'}`, async () =>
      isUnderstood ? holds(operator, kind) : refused(operator, kind))
  }
}

test('insertList inserts a row for each text of a list, and takes no other column', async () => {
  const term = { seller_id: 's', object_id: 'o', type: 'customer' } as const
  const insert = query(
    'test_dialect_texts',
    (on, { search_terms: t }, args: Arguments<typeof term & { terms: string[] }>) => {
      const { seller_id, object_id, type } = args
      return insertList(on, t, { seller_id, object_id, type }, [t.term, args.terms])
    },
  )
  const terms = ['a', "c'd", 'ção "b"', '\u{1f600}']
  await db.run(() => insert({ ...term, terms }))
  const every = query('test_dialect_every_term', (on, { search_terms: t }) => on.select().from(t))
  const found = (await db.run(() => every({}))).toSorted((a, b) => (a.term < b.term ? -1 : 1))
  assert.deepEqual(
    found,
    terms.map((one) => ({ ...term, term: one })),
  )
  query('test_dialect_no_texts', (on, { payment_links: t }, args: Args) =>
    insertList(on, t, {}, [t.items, args.list as never]),
  )
  for (const build of [buildForSqlite, buildForPostgres]) {
    assert.throws(() => built(definitionOf('test_dialect_no_texts'), build), /no column of texts/)
  }
})

test('a list that is an argument is refused by inArray', () => {
  query('test_dialect_list', (on, { payment_links: t }, args: Args) =>
    on
      .select()
      .from(t)
      .where(inArray(t.id, args.list as never)),
  )
  assert.throws(() => built(definitionOf('test_dialect_list'), buildForSqlite), {
    message: /inArray knows its values ahead; for the argument list use isAnyOf\.$/,
  })
})

test('a refusal names the file that declares the query', () => {
  const definition = definitionOf('customer_by_id')
  const fail = () => {
    throw new Error('it is odd')
  }
  assert.throws(() => built(definition, fail), {
    message: /^domain\/[\w/]+\.ts, query\('customer_by_id'\): it is odd\.$/,
  })
})
