/** `npm run migrations` sees every table of `db/schema/`, and is told of none by hand. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import { projectCopy, runIn, succeedIn } from '../../support/projectCopy.ts'

const copy = projectCopy()
const tables = join(copy, 'db/schema/tables.ts')
const migrate = ['scripts/migrations.ts', '--name', 'things'] as const

writeFileSync(
  join(copy, 'db/schema/things.ts'),
  `import type { Dialect } from '../sqlite/dialect.ts'

export const thingsTable = (d: Dialect) =>
  d.table('things', { seller_id: d.text().notNull(), id: d.text().notNull() }, (t) => [
    d.primaryKey({ columns: [t.seller_id, t.id] }),
  ])
`,
)

test('a table that is in no database is refused in one sentence', () => {
  const { status, stdout, stderr } = runIn(copy, ...migrate)
  assert.equal(
    stderr,
    'db/schema/things.ts: thingsTable is in no database; ' +
      'add it to defineTables in db/schema/tables.ts.\n',
  )
  assert.deepEqual([status, stdout], [1, ''])
})

test('a table that is defined is migrated on both engines', () => {
  const text = readFileSync(tables, 'utf8')
  const imported = `import { thingsTable } from './things.ts'\n${text}`
  writeFileSync(
    tables,
    imported.replace('  return {\n', '  return {\n    things: thingsTable(d),\n'),
  )
  succeedIn(copy, ...migrate)
  for (const engine of ['sqlite', 'postgres']) {
    const folder = join(copy, 'db/migrations', engine)
    const [name = ''] = readdirSync(folder).filter((file) => file.endsWith('_things.sql'))
    assert.match(readFileSync(join(folder, name), 'utf8'), /^CREATE TABLE .things. \(/)
  }
})
