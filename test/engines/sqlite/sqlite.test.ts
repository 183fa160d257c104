/** Durability and atomicity of acknowledged transactions on SQLite. */
import assert from 'node:assert/strict'
import fs, { readdirSync, statSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { mock } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import { test } from 'vitest'
import { DatabaseUnavailable } from '../../../db/database.ts'
import { query } from '../../../db/query.ts'
import { openSqlite } from '../../../db/sqlite/open.ts'
import { add, all, folder, ids, newFile } from '../../support/sqliteFile.ts'

/** Counts the rows that another process would see. */
function counterOf(file: string): () => number {
  const count = new SQLite(file).prepare('select count(*) from sellers').pluck()
  return () => count.get() as number
}

test('a new database is for its owner only, and so are the files beside it', async () => {
  const file = newFile()
  const db = openSqlite(file)
  await db.run(() => add({ id: 'seller_1' }))
  const own = readdirSync(folder()).filter((name) => join(folder(), name).startsWith(file))
  assert.equal(own.length, 3)
  for (const name of own) assert.equal(statSync(join(folder(), name)).mode & 0o777, 0o600, name)
  await db.close()
})

test('every commit is synced to the disk', () => {
  const db = openSqlite(newFile())
  assert.equal(db.client.pragma('journal_mode', { simple: true }), 'wal')
  assert.equal(db.client.pragma('synchronous', { simple: true }), 2)
  assert.equal(db.client.pragma('foreign_keys', { simple: true }), 1)
})

test('names of a new file and of its new folders are synced in their folders', () => {
  const synced: number[] = []
  const { fsyncSync } = fs
  mock.method(fs, 'fsyncSync', (handle: number) => {
    synced.push(fs.fstatSync(handle).ino)
    fsyncSync(handle)
  })
  syncBuiltinESMExports()
  openSqlite(join(folder(), 'new', 'data', 'balcao.db'))
  openSqlite(join(folder(), 'new', 'data', 'another.db'))
  mock.restoreAll()
  syncBuiltinESMExports()
  const made = join(folder(), 'new', 'data')
  const where = [folder(), join(folder(), 'new'), made, made].map((path) => fs.statSync(path).ino)
  assert.deepEqual(synced, where)
})

test('a file that another process is turning to WAL is waited for', () => {
  const { pragma } = SQLite.prototype
  let attempts = 0
  mock.method(SQLite.prototype, 'pragma', function (this: SQLite.Database, source: string) {
    if (source === 'journal_mode = WAL' && ++attempts < 3) {
      throw new SQLite.SqliteError('database is locked', 'SQLITE_BUSY')
    }
    return pragma.call(this, source, { simple: true })
  })
  const { client } = openSqlite(newFile())
  mock.restoreAll()
  assert.equal(attempts, 3)
  assert.equal(client.pragma('journal_mode', { simple: true }), 'wal')
})

test('waiting transactions are committed in one batch, each with its own result', async () => {
  const file = newFile()
  const db = openSqlite(file, { batchDurationMs: Infinity })
  const count = counterOf(file)
  const seen: number[] = []
  await Promise.all(
    ['a', 'b', 'c'].map(async (id) => {
      assert.deepEqual(await db.run(() => add({ id })), [{ id }])
      seen.push(count())
    }),
  )
  assert.deepEqual(seen, [3, 3, 3])
})

test('a transaction that arrives one turn after the first joins its batch', async () => {
  const file = newFile()
  const db = openSqlite(file, { batchDurationMs: Infinity })
  const count = counterOf(file)
  const first = db.run(() => add({ id: 'a' })).then(count)
  await turn()
  const second = db.run(() => add({ id: 'b' })).then(count)
  assert.deepEqual(await Promise.all([first, second]), [2, 2])
})

test('a batch stays open while each turn adds to it, but not for ever', async () => {
  const file = newFile()
  const db = openSqlite(file, { batchDurationMs: Infinity })
  const count = counterOf(file)
  const first = db.run(() => add({ id: '0' })).then(count)
  let more = 0
  while (count() === 0) {
    await turn()
    void db.run(() => add({ id: `${++more}` }))
  }
  assert.ok((await first) > 2)
})

test('a transaction that can wait shares the next commit, or one after 500 ms', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.onTestFinished(() => mock.timers.reset())
  const db = openSqlite(newFile())
  const commits = () => db.stats()['commit_groups_total']
  const patient = db.run(() => add({ id: 'a' }), { canWait: true })
  for (let i = 0; i < 10; i++) await turn()
  assert.equal(commits(), 0)
  await db.run(() => add({ id: 'b' }))
  await patient
  assert.equal(commits(), 1)
  const alone = db.run(() => add({ id: 'c' }), { canWait: true })
  mock.timers.tick(499)
  for (let i = 0; i < 10; i++) await turn()
  assert.equal(commits(), 1)
  mock.timers.tick(1)
  await alone
  assert.deepEqual(await ids(db), ['a', 'b', 'c'])
  await db.close()
})

test('a batch that has taken its time is committed, and the others follow', async () => {
  const file = newFile()
  const db = openSqlite(file, { batchDurationMs: 0 })
  const count = counterOf(file)
  const seen: number[] = []
  await Promise.all(
    ['a', 'b', 'c'].map(async (id) => {
      await db.run(() => add({ id }))
      seen.push(count())
    }),
  )
  assert.deepEqual(seen, [1, 2, 3])
})

test('run does not resolve before the commit', async () => {
  const file = newFile()
  const db = openSqlite(file)
  const count = counterOf(file)
  let inside = -1
  await db.run(function* () {
    yield* add({ id: 'a' })
    inside = count()
  })
  assert.equal(inside, 0)
  assert.equal(count(), 1)
})

test('an error rolls back its own transaction and no other of the batch', async () => {
  const db = openSqlite(newFile())
  const results = await Promise.allSettled([
    db.run(() => add({ id: 'a' })),
    db.run(function* () {
      yield* add({ id: 'b' })
      throw new Error('no')
    }),
    db.run(() => add({ id: 'c' })),
    db.run(() => add({ id: 'a' })),
  ])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'rejected'],
  )
  assert.deepEqual(await ids(db), ['a', 'c'])
})

test('a body that fails before it writes does not make others run again', async () => {
  const db = openSqlite(newFile(), { batchDurationMs: Infinity })
  let runs = 0
  const count = function* () {
    runs++
    yield* all({})
  }
  const refuse = function* () {
    if ((yield* all({})).length === 0) throw new Error('no')
  }
  const results = await Promise.allSettled([db.run(count), db.run(refuse), db.run(count)])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  assert.equal(runs, 2)
})

test('a read never sees uncommitted rows', async () => {
  const db = openSqlite(newFile())
  const writing = db.run(() => add({ id: 'a' }))
  const before = await ids(db)
  await writing
  assert.deepEqual([before, await ids(db)], [[], ['a']])
})

/** Makes each commit fail, until it is restored. */
function failCommits(db: ReturnType<typeof openSqlite>, code: string) {
  const statements = Object.getPrototypeOf(db.client.prepare('commit')) as SQLite.Statement
  const { run } = statements
  return mock.method(statements, 'run', function (this: SQLite.Statement) {
    if (this.source !== 'commit') return run.call(this)
    throw new SQLite.SqliteError('disk I/O error', code)
  }).mock
}

test('after a failed sync no transaction is acknowledged, then or later', async () => {
  const db = openSqlite(newFile(), { batchDurationMs: 0 })
  const failing = failCommits(db, 'SQLITE_IOERR_FSYNC')
  const results = await Promise.allSettled([
    db.run(() => add({ id: 'a' })),
    db.run(() => add({ id: 'b' })),
  ])
  for (const result of results) {
    assert.ok(result.status === 'rejected' && result.reason instanceof DatabaseUnavailable)
  }
  failing.restore()
  assert.deepEqual(await ids(db), [])
  assert.match(String(await db.failed), /SQLITE_IOERR_FSYNC/)
  await assert.rejects(
    db.run(() => add({ id: 'c' })),
    DatabaseUnavailable,
  )
})

test('a database that cannot be written says so, and heals when it can be', async () => {
  const db = openSqlite(newFile())
  db.client.pragma('query_only = on')
  const results = await Promise.allSettled([
    db.run(() => add({ id: 'a' })),
    db.run(() => add({ id: 'b' })),
  ])
  for (const result of results) {
    assert.ok(result.status === 'rejected' && result.reason instanceof DatabaseUnavailable)
  }
  db.client.pragma('query_only = off')
  assert.deepEqual(await db.run(() => add({ id: 'c' })), [{ id: 'c' }])
  assert.deepEqual(await ids(db), ['c'])
})

test('shared memory that finds no space on a full disk is no failure of the database', async () => {
  const db = openSqlite(newFile())
  const failing = failCommits(db, 'SQLITE_IOERR_SHMSIZE')
  await assert.rejects(
    db.run(() => add({ id: 'a' })),
    DatabaseUnavailable,
  )
  failing.restore()
  assert.deepEqual(await db.run(() => add({ id: 'b' })), [{ id: 'b' }])
  assert.deepEqual(await ids(db), ['b'])
})

test('closing waits for the transactions that were accepted', async () => {
  const file = newFile()
  const db = openSqlite(file)
  const writing = db.run(() => add({ id: 'a' }))
  await db.close()
  await writing
  assert.deepEqual(await ids(openSqlite(file)), ['a'])
})

test('no two queries of the program may have one name', () => {
  assert.throws(() => query('test_all_sellers', (db, { sellers }) => db.select().from(sellers)))
})
