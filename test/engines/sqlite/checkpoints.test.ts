/** The log is written back into SQLite's file beside the work, and nothing is lost by it. */
import assert from 'node:assert/strict'
import { copyFileSync, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import { test } from 'vitest'
import { checkpoint, LOG_SPACE_BYTES } from '../../../db/sqlite/checkpoints.ts'
import { openSqlite } from '../../../db/sqlite/database.ts'
import type { SqliteDatabase } from '../../../db/sqlite/database.ts'
import { add, folder, newFile } from '../../support/sqliteFile.ts'

/** A row of so much makes the log 250 pages longer. */
const LARGE = 'x'.repeat(500_000)

/** What the connection that commits may have to write. */
const OWN_PAGES = 4_000

const logBytes = (file: string) => statSync(`${file}-wal`).size

/** Waits until so many checkpoints have ended, well or not. */
async function ended({ checkpoints }: SqliteDatabase, count: number): Promise<void> {
  const sum = () => Object.values(checkpoints.figures()).reduce((all, one) => all + one)
  while (sum() < count) await turn()
}

/** Waits until the log is written back, up to its end. */
async function writtenBack({ client }: SqliteDatabase): Promise<void> {
  for (;;) {
    const { log, checkpointed } = checkpoint(client, 'NOOP')
    if (log === checkpointed) return
    await turn()
  }
}

/** What stands in the file itself, without the log beside it. */
function sellersInFile(file: string): number {
  const copy = join(folder, `${crypto.randomUUID()}.db`)
  copyFileSync(file, copy)
  const client = new SQLite(copy)
  const count = client.prepare('select count(*) from sellers').pluck().get() as number
  client.close()
  return count
}

let rows = 0
const addLarge = (db: SqliteDatabase) => db.run(() => add({ id: `${++rows} ${LARGE}` }))

/** Adds so many, one after another, and looks how long the log becomes. */
async function write(db: SqliteDatabase, count: number): Promise<number> {
  let longest_bytes = 0
  for (let i = 0; i < count; i++) {
    await addLarge(db)
    longest_bytes = Math.max(longest_bytes, logBytes(db.client.name))
  }
  return longest_bytes
}

/** How long it becomes meanwhile depends on the disk; without an end it is all that is written. */
function assertBounded(longest_bytes: number, rows: number): void {
  const written_bytes = rows * 2 * LARGE.length
  assert.ok(longest_bytes < written_bytes / 2, `${longest_bytes} of ${written_bytes} bytes`)
}

/** Notes, from now on, how much the connection that commits is to write back by itself. */
function ownWork({ client }: SqliteDatabase): () => number {
  const { prepare } = client
  let most_pages = 0
  client.prepare = ((source: string) => {
    if (/PASSIVE|RESTART|TRUNCATE/.test(source)) {
      const { log, checkpointed } = checkpoint(client, 'NOOP')
      most_pages = Math.max(most_pages, log - checkpointed)
    }
    return prepare.call(client, source)
  }) as typeof prepare
  return () => most_pages
}

test('a long log is written back beside the work, and begun anew', async () => {
  const file = newFile()
  const db = openSqlite(file)
  const { size } = statSync(file)
  await db.run(() => add({ id: 'a' }))
  assert.equal(statSync(file).size, size)
  const own_pages = ownWork(db)
  db.checkpoints.begin()
  await ended(db, 1)
  assertBounded(await write(db, 120), 120)
  assert.ok(db.checkpoints.figures().checkpoints_total > 0)
  assert.ok(own_pages() < OWN_PAGES, `${own_pages()} pages`)
  assert.equal(db.client.pragma('integrity_check', { simple: true }), 'ok')
  await db.close()
  assert.equal(sellersInFile(file), 121)
})

test('the log has an end while two connections write, each with its thread', async () => {
  const file = newFile()
  const two = [openSqlite(file), openSqlite(file)]
  for (const db of two) {
    db.checkpoints.begin()
    await ended(db, 1)
  }
  assertBounded(Math.max(...(await Promise.all(two.map((db) => write(db, 100))))), 200)
  for (const db of two) await db.close()
  assert.equal(sellersInFile(file), 200)
})

test('what comes together behind a reader is written by the thread, and given back', async () => {
  const file = newFile()
  const db = openSqlite(file)
  await addLarge(db)
  const reader = new SQLite(file)
  reader.exec('begin; select * from sellers')
  const own_pages = ownWork(db)
  assert.ok((await write(db, 100)) > LOG_SPACE_BYTES)
  reader.exec('commit')
  await writtenBack(db)
  while (logBytes(file) > LOG_SPACE_BYTES) await turn()
  await addLarge(db)
  assert.ok(own_pages() < OWN_PAGES, `${own_pages()} pages`)
  reader.close()
  await db.close()
  assert.equal(sellersInFile(file), 102)
})

test('a database is closed when its thread has closed its own connection', async () => {
  const file = newFile()
  const db = openSqlite(file)
  await db.run(() => add({ id: 'a' }))
  db.checkpoints.begin()
  await ended(db, 1)
  await db.close()
  // The last connection leaves no log behind.
  assert.deepEqual([existsSync(`${file}-wal`), sellersInFile(file)], [false, 1])
})

test('a database in memory has no log, and no thread', async () => {
  const db = openSqlite(':memory:')
  await Promise.all(Array.from({ length: 100 }, () => addLarge(db)))
  await db.close()
  assert.deepEqual(db.checkpoints.figures(), { checkpoints_total: 0, checkpoints_failed_total: 0 })
})
