/** The reads of one event-loop turn share a transaction on SQLite. */
import assert from 'node:assert/strict'
import { setImmediate as turn } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import { test } from 'vitest'
import { openSqlite } from '../../../db/sqlite/open.ts'
import { add, all, ids, newFile } from '../../support/sqliteFile.ts'

/** A database with one seller, and another process that may add more at once. */
async function twoProcesses() {
  const file = newFile()
  const db = openSqlite(file)
  await db.run(() => add({ id: 'a' }))
  const other = new SQLite(file)
  const addElsewhere = other.prepare(`insert into sellers
      (id, name, status, default_currency, created_at, updated_at)
    select ?, name, status, default_currency, created_at, updated_at from sellers where id = 'a'`)
  return { file, db, other, addElsewhere }
}

test('reads of one turn see the same snapshot', async () => {
  const { db, addElsewhere } = await twoProcesses()
  const before = await ids(db)
  addElsewhere.run('b')
  assert.deepEqual(await ids(db), before)
})

test('a read in the next turn sees everything committed before', async () => {
  const { db, addElsewhere } = await twoProcesses()
  await ids(db)
  addElsewhere.run('b')
  await turn()
  assert.deepEqual(await ids(db), ['a', 'b'])
})

test('a read after beginRequest in the same turn sees it, too', async () => {
  const { db, addElsewhere } = await twoProcesses()
  await ids(db)
  addElsewhere.run('b')
  db.beginRequest()
  assert.deepEqual(await ids(db), ['a', 'b'])
})

test('a read after a commit of the same process sees it', async () => {
  const { db } = await twoProcesses()
  const reads = Array.from({ length: 3 }, async (_, i) => {
    await ids(db)
    await db.run(() => add({ id: `b ${i}` }))
    return (await ids(db)).includes(`b ${i}`)
  })
  assert.deepEqual(await Promise.all(reads), [true, true, true])
})

test('no read transaction outlives its turn and blocks a checkpoint', async () => {
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

test('a read that fails affects no other, also when SQLite ends the transaction', async () => {
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
