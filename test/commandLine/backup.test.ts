/** `db backup`: an SQLite file, whatever engine the database runs on. */
import assert from 'node:assert/strict'
import fs, { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { mock } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import { test } from 'vitest'
import { databaseFile } from '../../db/databaseUrl.ts'
import { backUp } from '../../db/maintenance/backup.ts'
import { checkDatabase } from '../../db/maintenance/check.ts'
import { copyDatabase } from '../../db/maintenance/copy.ts'
import { originalOf } from '../support/clones.ts'
import { CommandLine, temporaryFolder } from '../support/commandLine.ts'
import { newDatabase } from '../support/engine.ts'
import { startService } from '../support/service.ts'

const folder = temporaryFolder()
const databaseUrl = await newDatabase()
const secretKey = Buffer.alloc(32)
const service = await startService({ databaseUrl, secretKey, real_clock: true })
const cli = new CommandLine({ DATABASE_URL: databaseUrl })
const seller = await service.account()
const original = await originalOf(databaseUrl)
const elsewhere_url = await newDatabase()

function newFolder(name: string): string {
  const path = join(folder, name)
  mkdirSync(path)
  return path
}

/** A database that cannot be read to its end. */
async function damaged(): Promise<string> {
  const file = databaseFile(databaseUrl)
  if (file === undefined) return original.copy('alter table customers rename to lost')
  const url = await original.copy()
  const copy = databaseFile(url) ?? ''
  writeFileSync(copy, readFileSync(copy).fill(0x5a, 4_096 * 2))
  return url
}

test('holds every write that was acknowledged before it began, while others go on', async () => {
  const copy = join(newFolder('busy'), 'copy.db')
  const acknowledged: string[] = []
  for (let i = 0; i < 20; i++) acknowledged.push((await seller.customer()).id)
  let done = false
  const backup = cli.json('db', 'backup', copy).finally(() => {
    done = true
  })
  let during = 0
  while (!done) {
    await seller.customer()
    during++
  }
  await backup
  assert.ok(during > 0)
  const client = new SQLite(copy, { readonly: true })
  const kept = new Set(client.prepare('select id from customers').pluck().all())
  client.close()
  assert.deepEqual(
    acknowledged.filter((id) => !kept.has(id)),
    [],
  )
  assert.deepEqual(
    (await checkDatabase(`sqlite:${copy}`)).filter(({ ok }) => !ok),
    [],
  )
})

test('prints the file and its size, and leaves nothing else behind', async () => {
  const inside = newFolder('alone')
  const copy = join(inside, 'copy.db')
  const printed = await cli.json('db', 'backup', copy)
  assert.deepEqual(printed, { file: copy, bytes: statSync(copy).size })
  assert.deepEqual(readdirSync(inside), ['copy.db'])
})

test('is readable by its owner only', async () => {
  const copy = join(newFolder('private'), 'copy.db')
  await backUp(databaseUrl, copy)
  assert.equal(statSync(copy).mode & 0o777, 0o600)
})

test('a backup that is served, or copied back, answers the clients that it holds', async () => {
  const copy = join(newFolder('restored'), 'copy.db')
  const checkout = await seller.checkout()
  await cli.json('db', 'backup', copy)
  await copyDatabase({ from: `sqlite:${copy}`, to: elsewhere_url })
  for (const url of [`sqlite:${copy}`, elsewhere_url]) {
    const restored = await startService({
      databaseUrl: url,
      secretKey,
      baseUrl: service.url,
      real_clock: true,
    })
    const path = `/v1/checkouts/${checkout.id}`
    const { token } = await restored.login(seller)
    const read = await restored.request<'Checkout'>('GET', path, { token })
    assert.deepEqual(read.body, checkout)
    const earlier = await restored.request('GET', path, { token: seller.token })
    assert.equal(earlier.status, 200)
  }
})

test('replaces no file', async () => {
  const inside = newFolder('taken')
  const copy = join(inside, 'copy.db')
  writeFileSync(copy, 'the only copy of something')
  assert.match(await cli.refused('db', 'backup', copy), /already exists/)
  // The same for one that appears while the copy is being made.
  await assert.rejects(backUp(databaseUrl, copy), { code: 'EEXIST' })
  assert.equal(readFileSync(copy, 'utf8'), 'the only copy of something')
  assert.deepEqual(readdirSync(inside), ['copy.db'])
})

/** Makes link(2) fail as on a disk without hard links, such as exFAT's. */
function withoutHardLinks(): Disposable {
  const link = mock.method(fs, 'linkSync', () => {
    throw Object.assign(new Error('EPERM: operation not permitted, link'), { code: 'EPERM' })
  })
  syncBuiltinESMExports()
  return {
    [Symbol.dispose]() {
      link.mock.restore()
      syncBuiltinESMExports()
    },
  }
}

test('is made on a disk without hard links, and replaces no file there either', async () => {
  using _ = withoutHardLinks()
  const inside = newFolder('without_links')
  const copy = join(inside, 'copy.db')
  await backUp(databaseUrl, copy)
  const made = readFileSync(copy)
  await assert.rejects(backUp(databaseUrl, copy), { code: 'EEXIST' })
  assert.deepEqual(readFileSync(copy), made)
  assert.deepEqual(
    (await checkDatabase(`sqlite:${copy}`)).filter(({ ok }) => !ok),
    [],
  )
  assert.deepEqual(readdirSync(inside), ['copy.db'])
})

test('two backups into the same file at once: one makes it, the other is refused', async () => {
  const inside = newFolder('twice')
  const copy = join(inside, 'copy.db')
  const first = backUp(databaseUrl, copy)
  // SQLite has made it by now.
  const isUnderWay = () => readdirSync(inside).some((name) => /wal$|^copy.db$/.test(name))
  while (!isUnderWay()) await setImmediate()
  const made = await Promise.allSettled([first, backUp(databaseUrl, copy)])
  assert.deepEqual(made.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  assert.deepEqual(
    (await checkDatabase(`sqlite:${copy}`)).filter(({ ok }) => !ok),
    [],
  )
  assert.deepEqual(readdirSync(inside), ['copy.db'])
})

test('is refused where there is no folder to put it, and where there is no database', async () => {
  const nowhere = join(folder, 'nowhere', 'copy.db')
  assert.match(await cli.refused('db', 'backup', nowhere), /ENOENT: no such file or directory/)
  const none = cli.with({ DATABASE_URL: `${databaseUrl}_missing` })
  const line = await none.refused('db', 'backup', join(folder, 'copy.db'))
  assert.match(line, /^There is no database at |database \S+ does not exist$/)
  const left = readdirSync(folder).filter((name) => /missing|nowhere|copy/.test(name))
  assert.deepEqual(left, [])
})

test('leaves nothing behind when the database cannot be read', async () => {
  const inside = newFolder('damaged')
  const from = await damaged()
  const reason = /malformed|relation "customers" does not exist/
  await assert.rejects(backUp(from, join(inside, 'copy.db')), reason)
  assert.deepEqual(readdirSync(inside), [])
})
