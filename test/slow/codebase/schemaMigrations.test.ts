/** The migrations make the schema of the code, and nothing else. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  generateDrizzleJson,
  generateMigration,
  generateSQLiteDrizzleJson,
  generateSQLiteMigration,
} from 'drizzle-kit/api'
import { test } from 'vitest'
import { postgres as postgresDialect } from '../../../db/postgres/dialect.ts'
import { defineTables, tables } from '../../../db/schema/tables.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The schema as the last migration of an engine has left it. */
function migrated(engine: string): unknown {
  const folder = `${root}db/migrations/${engine}/meta`
  const [last] = readdirSync(folder)
    .filter((name) => name.endsWith('_snapshot.json'))
    .toSorted()
    .toReversed()
  return JSON.parse(readFileSync(`${folder}/${last}`, 'utf8'))
}

test('the migrations match the schema', async () => {
  const sqlite = await generateSQLiteDrizzleJson({ ...tables })
  const postgres = generateDrizzleJson({ ...defineTables(postgresDialect) })
  const steps = [
    ...(await generateSQLiteMigration(migrated('sqlite') as typeof sqlite, sqlite)),
    ...(await generateMigration(migrated('postgres') as typeof postgres, postgres)),
  ]
  assert.deepEqual(steps, [], 'db/schema/ has changed: run npm run migrations')
})
