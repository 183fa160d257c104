/** The statements that are generated from the queries of the program. */
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'vitest'
import { eq, sql } from '../../../db/operators.ts'
import { buildForPostgres, postgresBuilder, postgresTables } from '../../../db/postgres/builder.ts'
import type { Builder, QueryDefinition } from '../../../db/query.ts'
import { tables } from '../../../db/schema/tables.ts'
import { buildForSqlite, sqliteBuilder } from '../../../db/sqlite/builder.ts'
import { compiled, statementLookup, whole } from '../../../db/statement.ts'
import { statements as generated } from '../../../generated/statements.sqlite.js'
import { namesTheSeller, touchesSellers } from '../../support/sellersStatements.ts'
import { serviceQueries } from '../../support/serviceQueries.ts'

const onSqlite = (definition: QueryDefinition) => compiled(buildForSqlite(definition))
const onPostgres = (definition: QueryDefinition) => compiled(buildForPostgres(definition))

const definitionOf = (name: string) => {
  const definition = serviceQueries().find((one) => one.name === name)
  assert.ok(definition)
  return definition
}

test('no parameter makes SQLite compile its statement again at each execution', () => {
  const looked = serviceQueries().filter((one) => /(?<!\+)\?/.test(onSqlite(one).text))
  assert.deepEqual(
    looked.map(({ name }) => name),
    [],
  )
})

test('each statement has as many values as its text has placeholders', () => {
  const args = new Proxy({}, { get: () => 1 })
  for (const definition of serviceQueries()) {
    const { text, values } = onSqlite(definition)
    assert.equal(values(args).length, text.match(/\?/g)?.length ?? 0, definition.name)
    const numbers = onPostgres(definition).text.match(/\$\d+/g) ?? []
    assert.equal(onPostgres(definition).values(args).length, numbers.length, definition.name)
  }
})

test('a query that has changed since its statement was generated is refused', () => {
  const statementOf = statementLookup(generated, whole, () => buildForSqlite)
  const definition = definitionOf('customer_by_id')
  const formatted = { ...definition, source: definition.source.replaceAll(' ', '\n') }
  for (const same of [definition, formatted]) {
    assert.equal(statementOf(same).text, onSqlite(definition).text)
  }
  const changed = { ...definition, source: definition.source.replace('eq(', 'ne(') }
  assert.throws(() => statementOf(changed), {
    message: 'The query customer_by_id has changed: run npm run generate.',
  })
})

test('an argument that is missing is an error, not a null', () => {
  const { values } = onSqlite(definitionOf('customer_by_id'))
  assert.throws(() => values({ seller_id: 'seller_1' }), /The argument id is missing/)
})

type Built = {
  fields?: object[]
  joinsNotNullableMap?: object
}

/** Drizzle's own conversion of a row, which is not in its types. */
const { mapResultRow } = createRequire(import.meta.url)('drizzle-orm/utils') as {
  mapResultRow(fields: object[], row: unknown[], joins: object | undefined): unknown
}

test('the rows of every statement are read as Drizzle reads them', () => {
  const engines = [
    { of: onSqlite, builder: sqliteBuilder, on: tables },
    { of: onPostgres, builder: postgresBuilder, on: postgresTables },
  ]
  // Both drivers give JSON as its text.
  const json = '{"a":[1]}'
  for (const { of, builder, on } of engines) {
    for (const definition of serviceQueries()) {
      const built: unknown = definition.build(builder as unknown as Builder, on).prepare()
      const { fields = [], joinsNotNullableMap } = built as Built
      // A text that is JSON and no number; and the null of a join that finds nothing.
      for (const value of [json, null]) {
        const values = fields.map(() => value)
        const expected = mapResultRow(fields, values, joinsNotNullableMap)
        assert.deepEqual(of(definition).row(values), expected, definition.name)
      }
    }
  }
})

test('an expression without a conversion is refused at generation', () => {
  const odd: QueryDefinition = {
    name: 'odd',
    source: '',
    build: (db, { sellers }) =>
      db.select({ day: sql`${sellers.created_at}`.mapWith(Date.parse) }).from(sellers),
  }
  assert.throws(() => buildForSqlite(odd), /no conversion/)
})

test('a parameter without a value is refused at generation', () => {
  const odd: QueryDefinition = {
    name: 'odd',
    source: '',
    build: (db, { sellers }) =>
      db
        .select()
        .from(sellers)
        .where(eq(sellers.id, undefined as unknown as string)),
  }
  assert.throws(() => buildForSqlite(odd), /no value/)
})

/** True for a statement that changes or locks rows. */
const holds = (text: string) => /^(insert|update|delete) | for (no key )?update$/.test(text)

test('a statement that locks or changes rows of sellers names the seller', () => {
  const texts = serviceQueries()
    .map((one) => onPostgres(one).text)
    .filter(holds)
  const ofSellers = texts.filter(touchesSellers)
  assert.ok(ofSellers.length >= 30, `${ofSellers.length}`)
  assert.deepEqual(
    ofSellers.filter((text) => !namesTheSeller(text)),
    [],
  )
})

test('a query that takes a lock has a lock clause on PostgreSQL and none on SQLite', () => {
  const locking = serviceQueries().filter(({ name }) => name.startsWith('lock_'))
  assert.ok(locking.length >= 3)
  for (const definition of locking) {
    assert.match(
      onPostgres(definition).text,
      / for no key update( of "\w+")?( skip locked)?$/,
      definition.name,
    )
    assert.doesNotMatch(onSqlite(definition).text, / for /, definition.name)
  }
})
