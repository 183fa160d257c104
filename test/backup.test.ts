import assert from 'node:assert/strict'
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import SQLite from 'better-sqlite3'
import { backUp } from '../db/backup.ts'
import { checkDatabase } from '../db/check.ts'
import { CommandLine, temporaryFolder } from './commandLine.ts'
import { startService } from './service.ts'

const folder = temporaryFolder()
const file = join(folder, 'balcao.db')
const database_url = `sqlite:${file}`
const service = await startService({ database_url, real_clock: true })
const cli = new CommandLine({ DATABASE_URL: database_url })
const seller = await service.account()

function newFolder(name: string): string {
  const path = join(folder, name)
  mkdirSync(path)
  return path
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
  assert.deepEqual(acknowledged.filter((id) => !kept.has(id)), [])
  assert.deepEqual(checkDatabase(copy).filter(({ ok }) => !ok), [])
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
  backUp(file, copy)
  assert.equal(statSync(copy).mode & 0o777, 0o600)
})

test('restored, serves what it holds to the clients it holds', async () => {
  const home = newFolder('restored')
  const checkout = await seller.checkout()
  await cli.json('db', 'backup', join(home, 'balcao.db'))
  copyFileSync(join(folder, 'secret.key'), join(home, 'secret.key'))
  const restored = await startService({
    database_url: `sqlite:${join(home, 'balcao.db')}`,
    base_url: service.url,
    real_clock: true,
  })
  const path = `/v1/checkouts/${checkout.id}`
  const { token } = await restored.login(seller)
  const read = await restored.request<'Checkout'>('GET', path, { token })
  assert.deepEqual(read.body, checkout)
  const earlier = await restored.request('GET', path, { token: seller.token })
  assert.equal(earlier.status, 200)
})

test('replaces no file', async () => {
  const inside = newFolder('taken')
  const copy = join(inside, 'copy.db')
  writeFileSync(copy, 'the only copy of something')
  assert.match(await cli.refused('db', 'backup', copy), /is there already/)
  // The same for one that appears while the copy is being made.
  assert.throws(() => backUp(file, copy), { code: 'EEXIST' })
  assert.equal(readFileSync(copy, 'utf8'), 'the only copy of something')
  assert.deepEqual(readdirSync(inside), ['copy.db'])
})

test('is refused where there is no folder to put it, and where there is no database', async () => {
  const nowhere = join(folder, 'nowhere', 'copy.db')
  assert.match(await cli.refused('db', 'backup', nowhere), /ENOENT: no such file or directory/)
  const missing = join(folder, 'missing.db')
  const none = cli.with({ DATABASE_URL: `sqlite:${missing}` })
  const line = await none.refused('db', 'backup', join(folder, 'copy.db'))
  assert.equal(line, `There is no database at ${missing}.`)
  const left = readdirSync(folder).filter((name) => /missing|nowhere|copy/.test(name))
  assert.deepEqual(left, [])
})

test('leaves nothing behind when the database cannot be read', () => {
  const inside = newFolder('damaged')
  const damaged = join(inside, 'damaged.db')
  backUp(file, damaged)
  const bytes = readFileSync(damaged).fill(0x5a, 4_096 * 2)
  writeFileSync(damaged, bytes)
  assert.throws(() => backUp(damaged, join(inside, 'copy.db')), /malformed/)
  assert.deepEqual(readdirSync(inside), ['damaged.db'])
})
