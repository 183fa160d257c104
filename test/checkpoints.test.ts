/** What was committed is moved into SQLite's file beside the work, and nothing is lost by it. */
import assert from 'node:assert/strict'
import { copyFileSync, existsSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import { openSqlite } from '../db/sqlite.ts'
import type { SqliteDatabase } from '../db/sqlite.ts'
import { add, folder, newFile } from './sqliteFile.ts'

/** Waits until so many checkpoints have ended, well or not. */
async function ended(db: SqliteDatabase, count: number): Promise<void> {
  const { checkpoints } = db
  const sum = () => Object.values(checkpoints.figures()).reduce((all, one) => all + one)
  while (sum() < count) await turn()
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

const addMany = (db: SqliteDatabase, count: number, name = '') =>
  Promise.all(Array.from({ length: count }, (_, i) => db.run(() => add({ id: `${name}${i}` }))))

test('a thousand transactions are moved into the file, and not within a commit', async () => {
  const file = newFile()
  const db = openSqlite(file)
  const { size } = statSync(file)
  await addMany(db, 999)
  assert.equal(statSync(file).size, size)
  await addMany(db, 1, 'last ')
  await ended(db, 1)
  assert.deepEqual(db.checkpoints.figures(), { checkpoints_total: 1, checkpoints_failed_total: 0 })
  assert.equal(sellersInFile(file), 1_000)
  await db.close()
})

test('the log does not grow without end while somebody writes', async () => {
  const file = newFile()
  const db = openSqlite(file)
  const log_bytes = () => statSync(`${file}-wal`).size
  let written_bytes = 0
  let isWriting = true
  const id = (i: number) => `${i} ${'x'.repeat(200_000)}`
  const writing = (async () => {
    for (let i = 0; written_bytes < 120e6; i++) {
      await db.run(() => add({ id: id(i) }))
      written_bytes += 2 * id(i).length
    }
    isWriting = false
  })()
  for (let count = 1; isWriting; count++) {
    db.checkpoints.begin()
    await ended(db, count)
  }
  await writing
  assert.ok(log_bytes() < 40e6, `${log_bytes()} of ${written_bytes} bytes`)
  assert.equal(db.client.pragma('integrity_check', { simple: true }), 'ok')
  await db.close()
})

test('where the thread fails, the next commit does its work, and then another thread', async () => {
  const file = newFile()
  const db = openSqlite(file)
  await db.run(() => add({ id: 'a' }))
  renameSync(file, `${file}.away`)
  db.checkpoints.begin()
  await ended(db, 1)
  renameSync(`${file}.away`, file)
  assert.deepEqual(db.checkpoints.figures(), { checkpoints_total: 0, checkpoints_failed_total: 1 })
  await db.run(() => add({ id: 'b' }))
  assert.deepEqual(db.checkpoints.figures(), { checkpoints_total: 1, checkpoints_failed_total: 1 })
  assert.equal(sellersInFile(file), 2)
  await db.run(() => add({ id: 'c' }))
  db.checkpoints.begin()
  await ended(db, 3)
  assert.deepEqual(db.checkpoints.figures(), { checkpoints_total: 2, checkpoints_failed_total: 1 })
  assert.equal(sellersInFile(file), 3)
  await db.close()
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
  await addMany(db, 1_000)
  await db.close()
  assert.deepEqual(db.checkpoints.figures(), { checkpoints_total: 0, checkpoints_failed_total: 0 })
})
