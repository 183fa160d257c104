/** One turn of the event loop reads in one transaction, which ends with it. */
import assert from 'node:assert/strict'
import { setImmediate as turn } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import { test } from 'vitest'
import { openSqlite } from '../../../db/sqlite/database.ts'
import { add, all, ids, newFile } from '../../support/sqliteFile.ts'

/** A database with one seller, and another process that may add more at once. */
async function twoProcesses() {
  const file = newFile()
  const db = openSqlite(file)
  await db.run(() => add({ id: 'a' }))
  const other = new SQLite(file)
  const addElsewhere = other.prepare(`insert into sellers
    select ?, name, status, default_currency, created_at, updated_at from sellers where id = 'a'`)
  return { file, db, other, addElsewhere }
}

test('what is read at once is of one moment', async () => {
  const { db, addElsewhere } = await twoProcesses()
  const before = await ids(db)
  addElsewhere.run('b')
  assert.deepEqual(await ids(db), before)
})

test('what is read in the next turn knows of all that was committed before', async () => {
  const { db, addElsewhere } = await twoProcesses()
  await ids(db)
  addElsewhere.run('b')
  await turn()
  assert.deepEqual(await ids(db), ['a', 'b'])
})

test('so does what is read for a request that has arrived in between', async () => {
  const { db, addElsewhere } = await twoProcesses()
  await ids(db)
  addElsewhere.run('b')
  db.requested()
  assert.deepEqual(await ids(db), ['a', 'b'])
})

test('whoever waits for a commit reads it', async () => {
  const { db } = await twoProcesses()
  const reads = Array.from({ length: 3 }, async (_, i) => {
    await ids(db)
    await db.run(() => add({ id: `b ${i}` }))
    return (await ids(db)).includes(`b ${i}`)
  })
  assert.deepEqual(await Promise.all(reads), [true, true, true])
})

test('no read keeps the log from being written back once its turn is over', async () => {
  const { db, other } = await twoProcesses()
  other.pragma('busy_timeout = 0')
  const keeps = () => {
    const [found] = other.pragma('wal_checkpoint(truncate)') as { busy: number }[]
    return found?.busy === 1
  }
  await ids(db)
  const during = keeps()
  await turn()
  assert.deepEqual([during, keeps()], [true, false])
})

test('a read that fails ends no other, also when SQLite ends its transaction', async () => {
  const { db } = await twoProcesses()
  for (const fault of ['select 1', 'rollback']) {
    const failing = async () =>
      db.read(function* () {
        yield* all({})
        db.client.exec(fault)
        throw new Error('as it happens')
      })
    await assert.rejects(failing, /as it happens/)
    assert.deepEqual(await ids(db), ['a'])
  }
  await turn()
  assert.equal(db.client.inTransaction, false)
})

test('a database is closed at once after it was read from', async () => {
  const { db } = await twoProcesses()
  await ids(db)
  await db.close()
  await turn()
  assert.equal(db.client.open, false)
})
