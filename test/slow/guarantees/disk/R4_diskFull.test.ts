/** The disk fills up under load, and has space again later. */
import assert from 'node:assert/strict'
import fs, { statSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { mock } from 'node:test'
import SQLite from 'better-sqlite3'
import { ask } from '../../../support/processes.ts'
import { systemError } from '../../../support/systemError.ts'
import { control, long, property } from '../../../support/property.ts'
import { randomOf } from '../../../../packages/simulation/random.ts'
import type { TestAccount } from '../../../support/service.ts'
import type { Disk, Fault } from '../../../guarantees/support/disk.ts'
import { onLinux, replaceInSqlite } from '../../../guarantees/support/machineCode.ts'
import { clientOf, onFailedCommit, Recording } from '../../../guarantees/support/recorded.ts'
import { serveOnSmallDisk } from '../../../guarantees/support/smallDisk.ts'
import { assertKept, Writers } from '../../../guarantees/support/writers.ts'

const WRITERS = 8

/** The times that it fills up, and the most that is written before each. */
const ROUNDS = long ? 30 : 3
const SPACE_BYTES = 200_000

/** The answers that are looked at while the disk is full. */
const REFUSED = 16

/** Often enough that space runs out in checkpoints too. */
const CHECKPOINT_PAGES = 100

/** SQLite's log has room for so many pages before its shared memory must grow. */
const PAGES_IN_SHARED_MEMORY = 3_950
const PAGE_BYTES = 4_096

const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)

/** The system's errors for a full disk, and for a quota that is used up. */
const codes = ['ENOSPC', 'EDQUOT'] as const

type Code = (typeof codes)[number]

/** Lets files grow by so much in all; written space can be overwritten. */
function fullAfter(space_bytes: number, code: Code = 'ENOSPC'): Fault {
  const sizes = new Map<string, number>()
  let left_bytes = space_bytes
  return (call) => {
    if (call.name !== 'write') return undefined
    const { path, offset, bytes } = call
    const size = sizes.get(path) ?? statSync(path, { throwIfNoEntry: false })?.size ?? 0
    const growth_bytes = Math.max(0, offset + bytes.length - size)
    if (growth_bytes > left_bytes) return code
    left_bytes -= growth_bytes
    sizes.set(path, size + growth_bytes)
    return undefined
  }
}

/** Refuses room to shared memory alone, which SQLite calls an I/O error. */
const noSharedMemory: Fault = ({ path }) => (path.endsWith('-shm') ? 'ENOSPC' : undefined)

/** Fills the disk for files that are written past SQLite as well. */
function fillForAll(disk: Disk): void {
  const { writeFileSync } = fs
  mock.method(fs, 'writeFileSync', (path: string, bytes: Uint8Array) => {
    const code = disk.fault({ name: 'write', path, offset: 0, bytes })
    if (code) throw systemError(code, 'write')
    writeFileSync(path, bytes)
  })
  syncBuiltinESMExports()
}

/** Takes away every folder for temporary files, as in a read-only container. */
const withoutTemporaryFolder = () => replaceInSqlite({ 'int access(const char *, int)': () => -1 })

/** A sort of more rows than SQLite sorts in memory, unless it is told to. */
const sorting = `with recursive n (i) as (select 1 union all select i + 1 from n where i < 160000)
  select max(x) from (select hex(randomblob(64)) x from n order by 1 limit 1 offset 159999)`

/** Asserts that everything can be read, and that there are tokens to read it with. */
async function assertReadable(account: TestAccount, known: { open: string; past: string }) {
  const { on, token, client_id, client_secret } = account
  assert.equal((await on.requestToken(client_id, client_secret)).status, 200)
  const paths = [
    '/health',
    '/.well-known/jwks.json',
    '/.well-known/oauth-authorization-server',
    '/v1/me',
    '/v1/customers',
    '/v1/products',
    '/v1/checkouts',
    `/v1/checkouts/${known.open}`,
  ]
  const statuses = await Promise.all(
    paths.map(async (path) => [path, (await on.request('GET', path, { token })).status]),
  )
  assert.deepEqual(
    statuses,
    paths.map((path) => [path, 200]),
  )
  // A session past its end is to be marked when it is read, which fails here.
  const { status, body } = await account.get<'Checkout'>(`/v1/checkouts/${known.past}`)
  assert.deepEqual([status, body.status], [200, 'expired'])
}

/** Ends the lifetime of a session behind the service's back. */
const pass = (client: SQLite.Database, id: string) =>
  client
    .prepare(`
  update checkouts set created_at = '2026-03-02T12:00:00.000Z',
    expires_at = '2026-03-03T12:00:00.000Z' where id = ?`)
    .run(id)

/** Fills a disk by writing, watches the service, and makes room again. */
async function fill(disk: Disk, fault: Fault, writers: Writers, read: () => Promise<void>) {
  const answers = () => writers.told.length + writers.refused.length
  const next = (count: number) => {
    const wanted = answers() + count
    return writers.until(() => answers() >= wanted)
  }
  const before = writers.refused.length
  disk.fault = fault
  await writers.until(() => writers.refused.length >= before + REFUSED)
  assertRefusals(writers)
  await read()
  disk.fault = () => undefined
  // A part of these was refused before there was room.
  await next(4 * WRITERS)
  const refused = writers.refused.length
  await next(4 * WRITERS)
  assert.equal(writers.refused.length, refused, 'It does not heal by itself.')
}

async function fillOften(change: (client: SQLite.Database) => void): Promise<string> {
  const random = randomOf(seed)
  const recording = new Recording()
  const { disk, file } = recording
  fillForAll(disk)
  const putBack = withoutTemporaryFolder()
  const service = await recording.start()
  const client = clientOf(service)
  client.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
  const account = await service.account()
  const { id: open } = await account.checkout()
  // A session for each time, because the end of each is announced once.
  const ends: string[] = []
  for (let i = 0; i <= ROUNDS; i++) ends.push((await account.checkout()).id)
  change(client)
  let past = ''
  const passNext = () => {
    past = ends.pop() ?? assert.fail('there are too few')
    pass(client, past)
  }
  const read = () => assertReadable(account, { open, past })
  const writers = new Writers({ url: service.url, token: account.token }, WRITERS)
  try {
    assert.doesNotThrow(() => client.prepare(sorting).get())
    for (let round = 0; round < ROUNDS; round++) {
      passNext()
      const code = codes[round % codes.length]
      await fill(disk, fullAfter(Math.floor(random() * SPACE_BYTES), code), writers, read)
    }
    client.pragma('wal_autocheckpoint = 0')
    client.exec(`create table ballast as select zeroblob(${PAGES_IN_SHARED_MEMORY * PAGE_BYTES})`)
    passNext()
    await fill(disk, noSharedMemory, writers, read)
  } finally {
    await writers.stop()
    putBack()
    recording.end()
    syncBuiltinESMExports()
  }
  await assertKept(`sqlite:${file}`, writers.told, `seed ${seed}`)
  return (
    `${ROUNDS + 1} times full, by quotas too, without a temporary folder: ` +
    `${writers.refused.length} writes answered 503, every read 200, 0 of ` +
    `${writers.told.length} acknowledged writes lost, healed each time`
  )
}

function assertRefusals({ refused, cut }: Writers): void {
  assert.equal(cut, 0)
  const kinds = refused.map(({ status, headers, body }) =>
    [status, headers['retry-after'], (body as { error: { code: string } }).error.code].join(),
  )
  assert.deepEqual([...new Set(kinds)], ['503,1,service_unavailable'])
}

/** The same on a file system that really is small, and without looking at system calls. */
async function fillSmallDisk(): Promise<string> {
  const small = await serveOnSmallDisk()
  if (!small) return 'no small tmpfs could be mounted here'
  const { target, files, makeRoom } = small
  const writers = new Writers(target, WRITERS)
  await writers.until(() => writers.refused.length >= REFUSED)
  assertRefusals(writers)
  const headers = { authorization: `Bearer ${target.token}` }
  for (const path of ['/health', '/v1/customers', '/v1/checkouts']) {
    assert.equal((await ask(target.url + path, { headers })).status, 200)
  }
  makeRoom()
  await writers.more(4 * WRITERS)
  await writers.stop()
  await assertKept(files(), writers.told)
  return (
    `on a real tmpfs ${writers.refused.length} writes answered 503, 0 of ` +
    `${writers.told.length} lost, healed`
  )
}

const failingWith = (code: string) => (client: SQLite.Database) =>
  onFailedCommit(client, (message) => {
    throw new SQLite.SqliteError(message, code)
  })

onLinux('R4', () => {
  property('R4', async () => {
    const figure = await fillOften(() => undefined)
    return long ? `${figure}; ${await fillSmallDisk()}` : figure
  })

  control('R4', 'writes are answered 500', () => fillOften(failingWith('SQLITE_ERROR')))

  control('R4', 'sorting needs a temporary folder', () =>
    fillOften((client) => client.pragma('temp_store = FILE')),
  )

  control('R4', 'a full quota is taken for a broken disk', () =>
    fillOften(() => {
      mock.method(fs, 'writeFileSync', () => undefined)
      syncBuiltinESMExports()
    }),
  )

  control('R4', 'the service does not recover from it', () =>
    fillOften(failingWith('SQLITE_IOERR_WRITE')),
  )
})
