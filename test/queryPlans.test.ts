/** What a statement costs does not grow with what there is: each finds its rows by an index. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import SQLite from 'better-sqlite3'
import { databaseFile } from '../db/address.ts'
import { layouts } from '../db/maintenance/layout.ts'
import { openDatabase } from '../db/open.ts'
import { buildForPostgres } from '../db/postgres/builder.ts'
import { everyDefinition } from '../db/query.ts'
import type { Definition } from '../db/query.ts'
import { buildForSqlite } from '../db/sqlite_builder.ts'
import { compiled } from '../db/statement.ts'
// Whatever statements there are are declared by what these load.
import '../server.ts'
import '../scripts/commands/program.ts'
import { engine, newDatabase, sqlOn } from './engine.ts'

/** Those that look at a whole table, which is small, or by hand only. */
const exceptions: Record<string, string> = {
  signing_keys_newest_first: 'there are two or three keys',
  clock_offset: 'there is one row',
  ping: 'it reads one row',
  sellers_oldest_first: 'the command line lists all sellers',
  every_bank_connection: 'the reconciler asks every bank',
  checkout_of_any_seller: 'the command line knows no seller',
  customer_of_any_seller: 'the command line knows no seller',
  offer_of_any_seller: 'the command line knows no seller',
  product_of_any_seller: 'the command line knows no seller',
  webhook_endpoint_of_any_seller: 'the command line knows no seller',
}

const database_url = await newDatabase()
await (await openDatabase(database_url)).close()
const sql = await sqlOn(database_url)
const sqlite_file = engine === 'sqlite' ? databaseFile(database_url) : await newSqliteFile()

async function newSqliteFile(): Promise<string | undefined> {
  const url = await newDatabase('sqlite')
  await (await openDatabase(url)).close()
  return databaseFile(url)
}

const onSqlite = (definition: Definition) => compiled(buildForSqlite(definition))
const onPostgres = (definition: Definition) => compiled(buildForPostgres(definition))

/** Where SQLite walks through a table or an index, or sorts; a list of arguments is neither. */
function faultsOnSqlite(definition: Definition): string[] {
  const client = new SQLite(sqlite_file)
  const { text } = onSqlite(definition)
  const unknown = text.match(/\?/g)?.map(() => null) ?? []
  const plan = client.prepare(`explain query plan ${text}`).all(unknown) as { detail: string }[]
  client.close()
  return plan.map(({ detail }) => detail)
    .filter((one) => /\bSCAN (?!json_each\b)|TEMP B-TREE/.test(one))
}

const ofSellers = layouts.filter(({ of_seller }) => of_seller).map(({ table }) => table)

/** Where PostgreSQL, when it may choose, walks through a table of sellers. */
async function faultsOnPostgres(definition: Definition): Promise<string[]> {
  const { text } = onPostgres(definition)
  await sql('set enable_seqscan = off')
  const plan = await sql<Record<'QUERY PLAN', string>>(`explain (generic_plan) ${text}`)
  return plan.map((row) => row['QUERY PLAN'])
    .filter((one) => ofSellers.some((name) => one.includes(`Seq Scan on ${name}`)))
}

const faultsOf = async (definition: Definition) =>
  engine === 'sqlite' ? faultsOnSqlite(definition) : faultsOnPostgres(definition)

const statements = everyDefinition()

for (const definition of statements.filter(({ name }) => exceptions[name] === undefined)) {
  test(`${definition.name} finds its rows by an index`, async () => {
    assert.deepEqual(await faultsOf(definition), [])
  })
}

test('each exception is a statement that walks through a table', () => {
  const walking = statements.filter((one) => faultsOnSqlite(one).length > 0)
  assert.deepEqual(walking.map(({ name }) => name).toSorted(), Object.keys(exceptions).toSorted())
})

test('a statement that walks through a table would be noticed', async () => {
  const definition: Definition = {
    name: 'walk',
    build: (db, { customers }) => db.select().from(customers).orderBy(customers.created_at),
  }
  assert.ok((await faultsOf(definition)).length > 0)
})
