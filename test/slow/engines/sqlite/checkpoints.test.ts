/** The write-ahead log is written back by a thread, and nothing is lost. */
import assert from 'node:assert/strict'
import { copyFileSync, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import { test } from 'vitest'
import { checkpoint, MAX_LOG_BYTES, MAX_OWN_PAGES } from '../../../../db/sqlite/checkpoints.ts'
import { openSqlite } from '../../../../db/sqlite/open.ts'
import type { SqliteDatabase } from '../../../../db/sqlite/database.ts'
import { add, folder, newFile } from '../../../support/sqliteFile.ts'

/** A row of this size adds 250 pages to the log. */
const LARGE = 'x'.repeat(500_000)

/** Pauses between two looks leave the processor to the thread that is waited for. */
const POLL_MS = 2

/** Rows with which the log would become more than four times as long as it may. */
const ROWS = 300

const logBytes = (file: string) => statSync(`${file}-wal`).size

/** Waits until so many checkpoints have ended, with or without an error. */
async function ended({ checkpoints }: SqliteDatabase, count: number): Promise<void> {
  const sum = () => Object.values(checkpoints.stats()).reduce((all, one) => all + one)
  while (sum() < count) await wait(POLL_MS)
}

/** Waits until the log is written back, up to its end. */
async function writtenBack({ client }: SqliteDatabase): Promise<void> {
  for (;;) {
    const { log, checkpointed } = checkpoint(client, 'NOOP')
    if (log === checkpointed) return
    await wait(POLL_MS)
  }
}

/** The rows in the file itself, without its log. */
function sellersInFile(file: string): number {
  const copy = join(folder(), `${crypto.randomUUID()}.db`)
  copyFileSync(file, copy)
  const client = new SQLite(copy)
  const count = client.prepare('select count(*) from sellers').pluck().get() as number
  client.close()
  return count
}

let rows = 0
const addLarge = (db: SqliteDatabase) => db.run(() => add({ id: `${++rows} ${LARGE}` }))

/** Adds rows one after another. @returns the greatest length of the log in bytes */
async function write(db: SqliteDatabase, count: number): Promise<number> {
  let longest_bytes = 0
  for (let i = 0; i < count; i++) {
    await addLarge(db)
    longest_bytes = Math.max(longest_bytes, logBytes(db.client.name))
  }
  return longest_bytes
}

/** The length depends on the disk; without checkpoints it would be all that was written. */
function assertBounded(longest_bytes: number, rows: number): void {
  const written_bytes = rows * 2 * LARGE.length
  assert.ok(longest_bytes < (written_bytes * 2) / 3, `${longest_bytes} of ${written_bytes} bytes`)
}

/** Measures how many pages the committing connection has to write back by itself. */
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

test('a long log is written back in the background and restarted', async () => {
  const file = newFile()
  const db = openSqlite(file)
  const { size } = statSync(file)
  await db.run(() => add({ id: 'a' }))
  assert.equal(statSync(file).size, size)
  const own_pages = ownWork(db)
  db.checkpoints.begin()
  await ended(db, 1)
  assertBounded(await write(db, ROWS), ROWS)
  assert.ok(db.checkpoints.stats().checkpoints_total > 0)
  assert.ok(own_pages() <= MAX_OWN_PAGES, `${own_pages()} pages`)
  assert.equal(db.client.pragma('integrity_check', { simple: true }), 'ok')
  await db.close()
  assert.equal(sellersInFile(file), ROWS + 1)
})

test('the log stays bounded while two connections write, each with its thread', async () => {
  const file = newFile()
  const two = [openSqlite(file), openSqlite(file)]
  for (const db of two) {
    db.checkpoints.begin()
    await ended(db, 1)
  }
  assertBounded(Math.max(...(await Promise.all(two.map((db) => write(db, ROWS / 2))))), ROWS)
  for (const db of two) await db.close()
  assert.equal(sellersInFile(file), ROWS)
})

test('a log that grew during a long read is written back by the thread and truncated', async () => {
  const file = newFile()
  const db = openSqlite(file)
  await addLarge(db)
  const reader = new SQLite(file)
  reader.exec('begin; select * from sellers')
  const own_pages = ownWork(db)
  assert.ok((await write(db, 150)) > MAX_LOG_BYTES)
  reader.exec('commit')
  await writtenBack(db)
  while (logBytes(file) > MAX_LOG_BYTES) await wait(POLL_MS)
  await addLarge(db)
  assert.ok(own_pages() <= MAX_OWN_PAGES, `${own_pages()} pages`)
  reader.close()
  await db.close()
  assert.equal(sellersInFile(file), 152)
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
  await Promise.all(Array.from({ length: 20 }, () => addLarge(db)))
  await db.close()
  assert.deepEqual(db.checkpoints.stats(), { checkpoints_total: 0, checkpoints_failed_total: 0 })
})

test('expunge leaves no older version of a row in the log, also while others write', async () => {
  const file = newFile()
  const [db, other] = [openSqlite(file), openSqlite(file)]
  await write(db, 10)
  const writing = write(other, 20)
  await db.expunge()
  await writing
  await db.expunge()
  assert.equal(logBytes(file), 0)
  for (const one of [db, other]) await one.close()
  assert.equal(sellersInFile(file), 30)
})

test('a log that a long read needs is truncated once the read has ended', async () => {
  const file = newFile()
  const db = openSqlite(file)
  await write(db, 2)
  const reader = new SQLite(file)
  reader.exec('begin; select * from sellers')
  await write(db, 2)
  let isTruncated = false
  const truncating = db.checkpoints.truncate().then(() => (isTruncated = true))
  await ended(db, 2)
  assert.equal(isTruncated, false)
  reader.exec('commit')
  reader.close()
  await truncating
  assert.equal(logBytes(file), 0)
  await db.close()
  assert.equal(sellersInFile(file), 4)
})

test('a truncation that can no longer be done is not waited for', async () => {
  const db = openSqlite(newFile())
  await write(db, 1)
  const truncating = db.checkpoints.truncate()
  db.checkpoints.halt()
  await truncating
  await db.checkpoints.truncate()
  await db.close()
})
