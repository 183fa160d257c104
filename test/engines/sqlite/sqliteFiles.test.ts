/** The SQLite engine when its files are deleted, replaced or damaged. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import fs, { chmodSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { symlinkSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { mock } from 'node:test'
import { fileURLToPath } from 'node:url'
import SQLite from 'better-sqlite3'
import { test } from 'vitest'
import { DatabaseUnavailable } from '../../../db/database.ts'
import { hasNoSpace } from '../../../db/sqlite/errors.ts'
import { openSqlite, setUp } from '../../../db/sqlite/open.ts'
import type { SqliteDatabase } from '../../../db/sqlite/database.ts'
import { freePort } from '../../../cli/ports.ts'
import { add, all, ids, newFile } from '../../support/sqliteFile.ts'
import { systemError } from '../../support/systemError.ts'

/** A database with a seller, and a whole other one in a file beside it. */
async function withAnother() {
  const [file, other] = [newFile(), newFile()]
  const db = openSqlite(file)
  await db.run(() => add({ id: 'a' }))
  await openSqlite(other).close()
  return { file, other, db }
}

const ways: Record<string, (file: string, other: string) => void> = {
  deleted: (file) => rmSync(file),
  'moved away': (file) => renameSync(file, `${file}.away`),
  'replaced by another': (file, other) => renameSync(other, file),
}

for (const [way, displace] of Object.entries(ways)) {
  test(`nothing is acknowledged once the file was ${way}`, async () => {
    const { file, other, db } = await withAnother()
    displace(file, other)
    await assert.rejects(
      db.run(() => add({ id: 'b' })),
      DatabaseUnavailable,
    )
    assert.equal((await db.failed).message, `${file} was deleted or replaced while it was open`)
    await assert.rejects(
      db.run(() => add({ id: 'c' })),
      DatabaseUnavailable,
    )
    await db.close()
  })
}

test('a backup that was moved into the place of the file stays as it is', async () => {
  const { file, other, db } = await withAnother()
  const before = readFileSync(other)
  renameSync(other, file)
  // Its thread opens the file by its path.
  db.checkpoints.begin()
  await db.failed
  await db.close()
  assert.deepEqual(db.checkpoints.stats(), { checkpoints_total: 0, checkpoints_failed_total: 1 })
  assert.ok(readFileSync(file).equals(before))
})

for (const name of ['wal', 'shm']) {
  test(`a process whose -${name} was deleted ends by itself`, async () => {
    const { file, db } = await withAnother()
    rmSync(`${file}-${name}`)
    const { message } = await db.failed
    assert.equal(message, `${file}-${name} was deleted or replaced while it was open`)
    await db.close()
  })
}

test('a link to the file may lead there', async () => {
  const { file, other, db } = await withAnother()
  await db.close()
  const link = `${file}.link`
  symlinkSync(file, link)
  const linked = openSqlite(link)
  await linked.run(() => add({ id: 'b' }))
  assert.deepEqual(await ids(linked), ['a', 'b'])
  rmSync(link)
  symlinkSync(other, link)
  await assert.rejects(
    linked.run(() => add({ id: 'c' })),
    DatabaseUnavailable,
  )
  await linked.close()
})

test('a damaged file is a failure of the database, found by a read or by a write', async () => {
  const find = {
    reading: (db: SqliteDatabase) => db.read(() => all({})),
    writing: (db: SqliteDatabase) => db.run(() => add({ id: 'b' })),
  }
  for (const [name, work] of Object.entries(find)) {
    const { file, db } = await withAnother()
    const roots = db.client.prepare<[], number>(
      "select rootpage from sqlite_schema where tbl_name = 'sellers'",
    )
    const pages = roots.pluck().all()
    await db.close()
    const bytes = readFileSync(file)
    for (const page of pages) bytes.fill(0x5a, 4_096 * (page - 1), 4_096 * page)
    writeFileSync(file, bytes)
    const damaged = openSqlite(file)
    await assert.rejects(async () => work(damaged), DatabaseUnavailable, name)
    assert.match((await damaged.failed).message, /^the database is damaged \(SQLITE_CORRUPT/)
  }
})

/** Takes from root what lets it write to every file. */
const withoutPrivilege =
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override', '--'] : []

test('a file that may only be read is refused at the start, not at each write', async () => {
  const file = newFile()
  await openSqlite(file).close()
  chmodSync(file, 0o444)
  const server = fileURLToPath(new URL('../../../server.ts', import.meta.url))
  const [program = '', ...args] = [...withoutPrivilege, process.execPath, server]
  const env = { ...process.env, DATABASE_URL: `sqlite:${file}`, PORT: String(await freePort()) }
  // The timeout ends a program that serves the file all the same.
  const { status, stderr } = spawnSync(program, args, { env, timeout: 10_000, encoding: 'utf8' })
  assert.match(stderr, /^DATABASE_URL: .+: (EACCES|EPERM): .+\n$/)
  assert.equal(status, 1)
})

test('migrations that find no room say so, and go on once there is some', () => {
  const client = new SQLite(newFile())
  const [most] = client.pragma('max_page_count') as { max_page_count: number }[]
  client.pragma('max_page_count = 20')
  assert.throws(() => setUp(client), { code: 'SQLITE_FULL', message: 'database or disk is full' })
  assert.deepEqual(client.prepare('select name from sqlite_schema').all(), [])
  client.pragma(`max_page_count = ${most?.max_page_count}`)
  setUp(client).close()
})

/** Lets a program write no file of more than 4 KiB, so that shared memory finds no room. */
const withoutRoom = ['sh', '-c', 'ulimit -f 8; exec "$@"', 'sh']

test('a file that finds no room for its shared memory is named by each command', async () => {
  const file = newFile()
  await openSqlite(file).close()
  const cli = fileURLToPath(new URL('../../../cli/cli.ts', import.meta.url))
  const env = { ...process.env, DATABASE_URL: `sqlite:${file}` }
  for (const words of ['sellers list', 'db check', `db backup ${newFile()}`]) {
    const [program = '', ...args] = [...withoutRoom, process.execPath, cli, ...words.split(' ')]
    const { status, stderr } = spawnSync(program, args, { env, encoding: 'utf8' })
    assert.match(stderr, /: there is no room for \S+-shm: the disk may be full\n$/, words)
    assert.equal(status, 1)
  }
})

test('the quota is looked up on the disk to which a link leads', async () => {
  const { file, db } = await withAnother()
  const link = `${newFile()}.link`
  symlinkSync(file, link)
  mock.method(fs, 'writeFileSync', (path: string) => {
    if (path.startsWith(`${file}-`)) throw systemError('EDQUOT', 'write')
  })
  syncBuiltinESMExports()
  const found = [hasNoSpace(file), hasNoSpace(link)]
  mock.restoreAll()
  syncBuiltinESMExports()
  assert.deepEqual(found, [true, true])
  await db.close()
})
