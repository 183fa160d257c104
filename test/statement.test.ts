/** What is made of a statement that Drizzle has built. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import SQLite from 'better-sqlite3'
import pg from 'pg'
import { databaseFile } from '../db/address.ts'
import { sqliteBuilder } from '../db/dialect.ts'
import { postgres, postgresBuilder } from '../db/postgres/dialect.ts'
import { drizzleSqlite } from '../db/drizzle.ts'
import { drizzlePostgres } from '../db/postgres/drizzle.ts'
import { everyDefinition } from '../db/query.ts'
import type { Builder, Steps } from '../db/query.ts'
import { defineTables, tables } from '../db/schema.ts'
import { statements } from '../db/statement.ts'
// Whatever statements there are are declared by what these load.
import '../server.ts'
import '../scripts/commands/program.ts'
import { engine, newDatabase } from './engine.ts'
import { startService } from './service.ts'

type Prepare<Name extends string, Result> = {
  prepare(name?: string): Record<Name, (args: object) => Result>
}

const onSqlite = statements(sqliteBuilder, tables)
const onPostgres = statements(postgresBuilder, defineTables(postgres))

const definitionOf = (name: string) => {
  const definition = everyDefinition().find((one) => one.name === name)
  assert.ok(definition)
  return definition
}

test('SQLite compiles no statement anew to look at its parameters', () => {
  const looked = everyDefinition().filter((one) => /(?<!\+)\?/.test(onSqlite(one).text))
  assert.deepEqual(looked.map(({ name }) => name), [])
})

test('each statement has as many values as its text has places for them', () => {
  const args = new Proxy({}, { get: () => 1 })
  for (const definition of everyDefinition()) {
    const { text, values } = onSqlite(definition)
    assert.equal(values(args).length, text.match(/\?/g)?.length ?? 0, definition.name)
    const numbers = onPostgres(definition).text.match(/\$\d+/g) ?? []
    assert.equal(onPostgres(definition).values(args).length, numbers.length, definition.name)
  }
})

test('an argument that is missing is an error, not a null', () => {
  const { values } = onSqlite(definitionOf('customer_by_id'))
  assert.throws(() => values({ seller_id: 'seller_1' }), /The argument id is missing/)
})

/** The rows that Drizzle itself reads, on a connection of its own. */
async function readByDrizzle(database_url: string, name: string, args: object): Promise<unknown[]> {
  const { build } = definitionOf(name)
  if (engine === 'sqlite') {
    const client = new SQLite(databaseFile(database_url), { readonly: true })
    const built = build(drizzleSqlite(client), tables) as unknown as Prepare<'all', unknown[]>
    const rows = built.prepare().all(args)
    client.close()
    return rows
  }
  const client = new pg.Client(database_url)
  await client.connect()
  const builder = drizzlePostgres(client) as unknown as Builder
  const built = build(builder, defineTables(postgres)) as unknown as
    Prepare<'execute', Promise<unknown[]>>
  const rows = await built.prepare(name).execute(args)
  await client.end()
  return rows
}

test('rows are read as Drizzle reads them', async () => {
  const database_url = await newDatabase()
  const service = await startService({ database_url })
  const seller = await service.account()
  const { seller_id, client_id } = seller
  const { id, default_offer } = await seller.product()
  const without_default = await seller.product()
  await service.sql(
    'update offers set is_default = ?, active = ? where product_id = ?',
    ...engine === 'sqlite' ? [0, 0] : [false, false],
    without_default.id,
  )
  const checkout = await seller.checkout({ metadata: { cor: 'azul' } })
  const asked: [name: string, args: Record<string, unknown>][] = [
    ['account_in_force', { client_id }],
    ['client_in_force', { client_id }],
    ['customer_by_id', { seller_id, id: 'cus_none' }],
    ['product_by_id', { seller_id, id }],
    ['product_by_id', { seller_id, id: without_default.id }],
    ['offer_on_sale', { seller_id, id: default_offer?.id }],
    ['checkout_by_id', { seller_id, id: checkout.id }],
    ['signing_keys_newest_first', {}],
  ]
  for (const [name, args] of asked) {
    const own = await service.db.read(function* (): Steps<unknown[]> {
      return yield { definition: definitionOf(name), args }
    })
    assert.deepEqual(own, await readByDrizzle(database_url, name, args), name)
  }
})
