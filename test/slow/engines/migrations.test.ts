/** Databases of every earlier version are brought up to date at the start. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { test } from 'vitest'
import { knownMigrations } from '../../../db/maintenance/snapshot.ts'
import {
  engine,
  everythingStored,
  newDatabase,
  newEmptyDatabase,
  openTestDatabase,
  sqlOn,
} from '../../support/engine.ts'
import { BREAKS_OLDER } from '../../../db/tooOld.ts'
import { assertKeepsRows, schemaOf } from '../../support/upgrades.ts'
import { startOlder } from '../../support/olderVersions.ts'

const current_url = await newEmptyDatabase()
await openTestDatabase(current_url)
const current = await schemaOf(current_url)
const known = knownMigrations[engine]
const record = engine === 'sqlite' ? '__drizzle_migrations' : 'drizzle.__drizzle_migrations'

/** Processes that start at once. */
const PROCESSES = 4

/** Processes that open a database at the same moment; resolves with their exit codes. */
async function openAtOnce(database_url: string): Promise<unknown[]> {
  const script = `
    import { once } from 'node:events'
import { text } from 'node:stream/consumers'
    import { openDatabase } from ${JSON.stringify(new URL('../../../db/open.ts', import.meta.url))}
    console.log('ready')
    await once(process.stdin.resume(), 'end')
    await (await openDatabase(${JSON.stringify(database_url)})).close()`
  const args = ['--input-type=module-typescript', '--eval', script]
  const children = Array.from({ length: PROCESSES }, () =>
    spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] }),
  )
  await Promise.all(children.map((child) => once(child.stdout, 'data')))
  for (const child of children) child.stdin.end()
  return Promise.all(children.map(async (child) => (await once(child, 'exit'))[0] as unknown))
}

// All versions but the two that `npm test` has.
for (const [i, tag] of known.entries()) {
  if (i > 0 && i !== known.length - 2) {
    test(`a database of the version ${tag} keeps its rows`, () => assertKeepsRows(i + 1, current))
  }
}

test('several processes that bring one database up to date at once all succeed', async () => {
  const [empty, older] = [await newEmptyDatabase(), await newEmptyDatabase()]
  await startOlder(older, 1)
  for (const database_url of [empty, older]) {
    assert.deepEqual(await openAtOnce(database_url), Array(PROCESSES).fill(0))
    assert.deepEqual(await schemaOf(database_url), current)
    const applied = await (await sqlOn(database_url))(`select * from ${record}`)
    assert.equal(applied.length, known.length)
  }
})

test('a version that may not write to a newer schema ends in a line, writing none', async () => {
  const databaseUrl = await newDatabase()
  const sql = await sqlOn(databaseUrl)
  // The record of a migration whose first line says that older programs must not write.
  assert.match(BREAKS_OLDER, /^-- /)
  await sql(
    `insert into ${record} (hash, created_at, breaks_older) values ('', 9000000000000, ?)`,
    1,
  )
  const before = await everythingStored(databaseUrl)
  const secret = Buffer.alloc(32).toString('base64')
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    SECRET_KEY: secret,
    MODE: 'sandbox',
  }
  const reason = /: its schema is newer: by a migration of 2255-03-14, [^\n]+\n$/
  for (const words of [['server.ts'], ['cli/cli.ts', 'sellers', 'create', '--name', 'Loja']]) {
    const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    const [[code], err] = await Promise.all([once(child, 'exit'), text(child.stderr)])
    assert.deepEqual([code, reason.test(err)], [1, true], err)
  }
  assert.deepEqual(await everythingStored(databaseUrl), before)
})
