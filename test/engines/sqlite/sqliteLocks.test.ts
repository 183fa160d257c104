/** The SQLite engine while another process holds a lock. */
import assert from 'node:assert/strict'
import { mock } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import { test } from 'vitest'
import { DatabaseUnavailable } from '../../../db/database.ts'
import { openSqlite } from '../../../db/sqlite/open.ts'
import { add, ids, newFile } from '../../support/sqliteFile.ts'

test('two processes on one new file both work', async () => {
  const file = newFile()
  const [one, two] = [openSqlite(file), openSqlite(file)]
  await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      Promise.all([one.run(() => add({ id: `one ${i}` })), two.run(() => add({ id: `two ${i}` }))]),
    ),
  )
  assert.equal((await ids(one)).length, 100)
  assert.deepEqual(await ids(one), await ids(two))
})

/** Holds the lock to write, as another process does, until it is told to stop. */
function holdLock(file: string): () => void {
  const other = new SQLite(file)
  other.exec('begin immediate')
  return () => other.exec('commit')
}

/** Resolves when the lock to write has been tried once more. */
function nextAttempt({ client }: ReturnType<typeof openSqlite>): Promise<void> {
  const statements = Object.getPrototypeOf(client.prepare('select 1')) as SQLite.Statement
  const { run } = statements
  return new Promise((resolve) => {
    const watched = mock.method(statements, 'run', function (this: SQLite.Statement) {
      if (this.source === 'begin immediate') {
        watched.mock.restore()
        setImmediate(resolve)
      }
      return run.call(this)
    })
  })
}

test('writes wait and reads go on while another process writes', async () => {
  const file = newFile()
  const db = openSqlite(file)
  assert.equal(db.client.pragma('busy_timeout', { simple: true }), 0, 'SQLite would stand still')
  await db.run(() => add({ id: 'a' }))
  const release = holdLock(file)
  let done = false
  const attempt = nextAttempt(db)
  const writing = db
    .run(() => add({ id: 'b' }))
    .then(() => {
      done = true
    })
  await attempt
  for (let i = 0; i < 3; i++) {
    await turn()
    assert.deepEqual(await ids(db), ['a'])
  }
  assert.equal(done, false)
  release()
  await writing
  assert.deepEqual(await ids(db), ['a', 'b'])
})

test('a lock held for too long rejects the waiting writes, and is then tried again', async () => {
  const file = newFile()
  const db = openSqlite(file)
  const release = holdLock(file)
  let now_ms = 0
  const clock = mock.method(performance, 'now', () => now_ms)
  const first = nextAttempt(db)
  const results = Promise.allSettled([
    db.run(() => add({ id: 'a' })),
    db.run(() => add({ id: 'b' })),
  ])
  await first
  now_ms = 6_000
  for (const result of await results) {
    assert.ok(result.status === 'rejected' && result.reason instanceof DatabaseUnavailable)
  }
  const attempt = nextAttempt(db)
  const writing = db.run(() => add({ id: 'c' }))
  await attempt
  release()
  await writing
  clock.mock.restore()
  assert.deepEqual(await ids(db), ['c'])
})

test('closing waits for another process, and then for the transactions', async () => {
  const file = newFile()
  const db = openSqlite(file)
  const release = holdLock(file)
  const writing = db.run(() => add({ id: 'a' }))
  const closing = db.close()
  await turn()
  release()
  await Promise.all([writing, closing])
  assert.deepEqual(await ids(openSqlite(file)), ['a'])
})

test('a read waits while another process recovers the log', async () => {
  const db = openSqlite(newFile())
  await db.run(() => add({ id: 'a' }))
  const statements = Object.getPrototypeOf(db.client.prepare('select 1')) as SQLite.Statement
  const { all } = statements
  let attempts = 0
  const mending = mock.method(statements, 'all', function (this: SQLite.Statement, given: unknown) {
    if (++attempts < 3) throw new SQLite.SqliteError('locked', 'SQLITE_BUSY_RECOVERY')
    return all.call(this, given)
  })
  assert.deepEqual(await ids(db), ['a'])
  mending.mock.restore()
  assert.equal(attempts, 3)
})
