/** The write-ahead log when the file is opened. */
import assert from 'node:assert/strict'
import { cpSync, statSync, symlinkSync } from 'node:fs'
import { mock } from 'node:test'
import SQLite from 'better-sqlite3'
import { test } from 'vitest'
import { openSnapshot } from '../../../db/maintenance/snapshot.ts'
import { openSqlite } from '../../../db/sqlite/open.ts'
import { add, ids, newFile } from '../../support/sqliteFile.ts'

/** A file as a process that was killed leaves it, with what it committed in the log. */
async function leftBehind(): Promise<string> {
  const [file, copy] = [newFile(), newFile()]
  const db = openSqlite(file)
  await db.run(() => add({ id: 'a' }))
  for (const name of ['', '-wal']) cpSync(file + name, copy + name)
  await db.close()
  assert.ok(statSync(`${copy}-wal`).size > 0)
  return copy
}

test('the log of a killed process is truncated before anything is committed', async () => {
  const file = await leftBehind()
  const db = openSqlite(file)
  assert.equal(statSync(`${file}-wal`).size, 0)
  assert.deepEqual(await ids(db), ['a'])
  await db.close()
})

test('the log is truncated, too, where a link leads to the file', async () => {
  const file = await leftBehind()
  const link = newFile()
  symlinkSync(file, link)
  const db = openSqlite(link)
  assert.equal(statSync(`${file}-wal`).size, 0)
  assert.deepEqual(await ids(db), ['a'])
  await db.close()
})

test('db check truncates it too before it opens its snapshot', async () => {
  const file = await leftBehind()
  const snapshot = await openSnapshot(`sqlite:${file}`)
  assert.equal(statSync(`${file}-wal`).size, 0)
  const db = openSqlite(file)
  await db.run(() => add({ id: 'b' }))
  assert.deepEqual(await snapshot.rows('select id from sellers'), [['a']])
  await snapshot.close()
  await db.close()
})

test('opening does not wait for connections that read and write', async () => {
  const file = await leftBehind()
  const first = openSqlite(file)
  await first.run(() => add({ id: 'b' }))
  const reader = new SQLite(file)
  reader.exec('begin; select * from sellers')
  const second = openSqlite(file)
  await second.run(() => add({ id: 'c' }))
  assert.deepEqual(await ids(first), ['a', 'b', 'c'])
  reader.close()
  await Promise.all([first.close(), second.close()])
})

test('a log that cannot be written back keeps the file from being opened', async () => {
  const file = await leftBehind()
  const { prepare } = SQLite.prototype
  for (const code of ['SQLITE_IOERR_FSYNC', 'SQLITE_FULL']) {
    const failing = mock.method(
      SQLite.prototype,
      'prepare',
      function (this: SQLite.Database, source: string) {
        if (source.endsWith('(TRUNCATE)')) throw new SQLite.SqliteError('the disk says no', code)
        return prepare.call(this, source)
      },
    )
    const message = 'its log cannot be written back: the disk says no'
    assert.throws(() => openSqlite(file), { message, code })
    failing.mock.restore()
  }
  const db = openSqlite(file)
  assert.deepEqual(await ids(db), ['a'])
  await db.close()
})
