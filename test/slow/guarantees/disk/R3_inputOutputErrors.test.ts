/** The disk fails, once or for ever, in the middle of the work. */
import assert from 'node:assert/strict'
import { cpSync } from 'node:fs'
import { mock } from 'node:test'
import SQLite from 'better-sqlite3'
import { createSeller } from '../../../../domain/access/clients.ts'
import { temporaryFolder } from '../../../support/commandLine.ts'
import { startProcesses } from '../../../support/processes.ts'
import { control, long, property } from '../../../support/property.ts'
import type { TestService } from '../../../support/service.ts'
import { randomOf } from '../../../../packages/simulation/random.ts'
import { onLinux } from '../../../guarantees/support/machineCode.ts'
import { Folder } from '../../../guarantees/support/powerCut.ts'
import {
  clientOf,
  databaseOf,
  newFolder,
  onFailedCommit,
  Recording,
  SECRET_KEY,
} from '../../../guarantees/support/recorded.ts'
import { assertKept, signIn, Writers } from '../../../guarantees/support/writers.ts'
import type { Fact } from '../../../guarantees/support/writers.ts'

const WRITERS = 8

/** The sync or write that fails, counted from when the writers begin. */
const ORDINALS = long ? Array.from({ length: 40 }, (_, i) => 1 + i * 3) : [1, 4, 23]

/** The power cuts that follow each failure. */
const CUTS = long ? 10 : 3

/** A failure that the service does not notice is followed by so many writes more. */
const FACTS_AFTER = 30

/** Often enough that some failures hit a checkpoint. */
const CHECKPOINT_PAGES = 20

const faultyDisk = new URL('../../../guarantees/support/faultyDisk.ts', import.meta.url)

const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
const random = randomOf(seed)

type Credentials = { client_id: string; client_secret: string }

type Failure = { call: 'sync' | 'write'; ordinal: number; for_ever: boolean }

const failures: Failure[] = (['sync', 'write'] as const).flatMap((call) =>
  ORDINALS.flatMap((ordinal) => [false, true].map((for_ever) => ({ call, ordinal, for_ever }))),
)

/** A folder with a file to begin from each time, and a client that it knows. */
const prepare = async () => {
  const recording = new Recording()
  const service = await recording.start()
  const client = await createSeller(service.db, { name: 'Loja', now: new Date() })
  await service.close()
  recording.end()
  return { folder: recording.disk.folder, client }
}

let preparing: ReturnType<typeof prepare> | undefined

/** The effect of a failure. */
type DiskFailureResult = { told: number; stopped: boolean }

/** Makes the disk fail under writers, and compares acknowledged writes with those that are kept. */
async function endure(
  failure: Failure,
  change: (client: SQLite.Database) => void,
): Promise<DiskFailureResult> {
  const prepared = await (preparing ??= prepare())
  const recording = new Recording(prepared.folder)
  try {
    return await endureOn(recording, prepared.client, failure, change)
  } finally {
    // A control, too, leaves the disk whole for the next one.
    recording.end()
  }
}

async function endureOn(
  recording: Recording,
  credentials: Credentials,
  { call, ordinal, for_ever }: Failure,
  change: (client: SQLite.Database) => void,
): Promise<DiskFailureResult> {
  const { disk, sentAt } = recording
  const kept = new Folder(disk.folder)
  kept.load()
  const service = await recording.start()
  const client = clientOf(service)
  client.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
  change(client)
  const target = await signIn(service.url, credentials)

  /** The first failure: the length of the log, and whether a commit met it. */
  let failed: { at: number; in_commit: boolean } | undefined
  let count = 0
  disk.fault = ({ name, path }) => {
    if (name !== call || path.endsWith('-shm') || ++count < ordinal) return undefined
    if (failed && !for_ever) return undefined
    const last = disk.log.findLast((one) => one.path === path)
    const in_commit = path.endsWith('-wal') && (call === 'write' || last?.name === 'write')
    failed ??= { at: disk.log.length, in_commit }
    return 'EIO'
  }
  let lost = false
  void service.db.failed.then(() => {
    lost = true
  })
  const writers = new Writers(target, WRITERS)
  await writers.until(() => failed !== undefined)
  const before = writers.told.length
  await writers.until(
    () =>
      (lost && writers.refused.length >= WRITERS) || writers.told.length >= before + FACTS_AFTER,
  )
  await writers.stop()

  const how = `${call} ${ordinal} ${for_ever ? 'and all after it' : 'once'}, seed ${seed}`
  assert.equal(writers.cut, 0, how)
  const odd = writers.refused.filter(({ status }) => status !== 503)
  assert.deepEqual(odd, [], how)
  if (failed?.in_commit) {
    assert.ok(lost, `${how}: the process would go on`)
    const at = failed.at
    const after = writers.told.filter(({ request_id }) => (sentAt.get(request_id) ?? 0) > at)
    assert.deepEqual(after, [], `${how}: acknowledged after it`)
  }
  const after = lost ? await restart(recording, service, credentials) : []
  for (const entry of disk.log) kept.apply(entry)
  const images = temporaryFolder()
  const told = [...writers.told, ...after]
  for (let i = 0; i <= CUTS; i++) {
    const image = newFolder(images, String(i))
    if (i === 0) kept.all(image)
    else kept.cut(image, random)
    await assertKept(`sqlite:${image}/balcao.db`, told, how)
  }
  if (!lost) void service.close()
  return { told: told.length, stopped: lost }
}

/**
 * Lets a service end as a process does, which writes nothing more, and starts another one on what
 * the failed disk shows, which writers write to.
 *
 * @returns the writes that were acknowledged to them
 */
async function restart(
  recording: Recording,
  service: TestService,
  client: Credentials,
): Promise<Fact[]> {
  const { disk } = recording
  disk.fault = () => 'EIO'
  await service.close()
  clientOf(service).close()
  disk.fault = () => undefined
  const again = await recording.start()
  const writers = new Writers(await signIn(again.url, client), WRITERS)
  await writers.more(FACTS_AFTER)
  await writers.stop()
  assert.deepEqual([writers.refused, writers.cut], [[], 0])
  void again.close()
  return writers.told
}

/** The disk fails in a checkpoint beside the work: then, too, it is unknown what it holds. */
async function endureBeside(call: Failure['call']): Promise<number> {
  const recording = new Recording((await (preparing ??= prepare())).folder)
  const { disk, sentAt } = recording
  const kept = new Folder(disk.folder)
  kept.load()
  const service = await recording.start()
  const { checkpoints, failed } = databaseOf(service)
  const { token } = await service.account()
  const writers = new Writers({ url: service.url, token }, WRITERS)
  await writers.more(FACTS_AFTER)
  checkpoints.begin()
  await writers.more(FACTS_AFTER)
  // All writes to the file itself are the thread's.
  disk.fault = ({ name, path }) => (name === call && path === recording.file ? 'EIO' : undefined)
  checkpoints.begin()
  await failed
  disk.fault = () => undefined
  const at = disk.log.length
  await writers.until(() => writers.refused.length >= WRITERS)
  await writers.stop()
  recording.end()
  const after = writers.told.filter(({ request_id }) => (sentAt.get(request_id) ?? 0) > at)
  assert.deepEqual(after, [], `${call}: acknowledged after it`)
  for (const entry of disk.log) kept.apply(entry)
  const images = temporaryFolder()
  for (let i = 0; i < CUTS; i++) {
    const image = newFolder(images, String(i))
    kept.cut(image, random)
    await assertKept(`sqlite:${image}/balcao.db`, writers.told, `${call}, seed ${seed}`)
  }
  void service.close()
  return writers.told.length
}

/** The same for a service that is a process of its own: it ends, and can be started again. */
async function outlive({ call, ordinal, for_ever }: Failure): Promise<number> {
  const prepared = await (preparing ??= prepare())
  const folder = temporaryFolder()
  cpSync(prepared.folder, folder, { recursive: true })
  const DATABASE_URL = `sqlite:${folder}/balcao.db`
  const faulty = await startProcesses({
    DATABASE_URL,
    SECRET_KEY,
    NODE_OPTIONS: `--import=${faultyDisk.href}`,
    DISK_FAULT: [call, ordinal, for_ever].join(),
  })
  const writers = new Writers(await signIn(faulty.url, prepared.client), WRITERS)
  const ended = await faulty.exited
  await writers.stop()
  assert.deepEqual(ended, [1, null])
  const again = await startProcesses({ DATABASE_URL, SECRET_KEY })
  const after = new Writers(await signIn(again.url, prepared.client), WRITERS)
  await after.more(WRITERS)
  await after.stop()
  assert.deepEqual([after.refused, after.cut], [[], 0])
  await assertKept(DATABASE_URL, [...writers.told, ...after.told])
  return writers.told.length
}

async function endureAll(change: (client: SQLite.Database) => void): Promise<string> {
  const outcomes: DiskFailureResult[] = []
  for (const failure of failures) outcomes.push(await endure(failure, change))
  const told = outcomes.reduce((sum, one) => sum + one.told, 0)
  const stopped = outcomes.filter((one) => one.stopped).length
  return (
    `0 of ${told} acknowledged writes lost in ${failures.length} failures, each followed by ` +
    `${CUTS} power cuts; ${stopped} ended the service, which acknowledged nothing after them, ` +
    `and served again before the cuts`
  )
}

async function endureEverything(): Promise<string> {
  const figure = await endureAll(() => undefined)
  const beside = (await endureBeside('sync')) + (await endureBeside('write'))
  const processes: Failure[] = [
    { call: 'sync', ordinal: 12, for_ever: false },
    ...(long ? [{ call: 'write', ordinal: 60, for_ever: true } as const] : []),
  ]
  const told = await Promise.all(processes.map(outlive))
  const count = told.reduce((sum, one) => sum + one, 0)
  return (
    `${figure}; 0 of ${beside} when checkpoints failed; ` +
    `${told.length} of ${told.length} other processes ended by themselves, ` +
    `served when started again and had lost 0 of ${count}`
  )
}

onLinux('R3', () => {
  property('R3', endureEverything)

  control('R3', 'a failed commit is taken for a good one', () =>
    endureAll((client) => onFailedCommit(client, () => undefined)),
  )

  control('R3', 'the next process appends to the log as it is read', () =>
    endureAll(() => {
      const { prepare } = SQLite.prototype
      mock.method(SQLite.prototype, 'prepare', function (this: SQLite.Database, source: string) {
        const unchanged = 'pragma wal_checkpoint(NOOP)'
        return prepare.call(this, source.endsWith('(TRUNCATE)') ? unchanged : source)
      })
    }),
  )

  control('R3', 'the service goes on after a failed sync', () =>
    endureAll((client) =>
      onFailedCommit(client, (message) => {
        throw new SQLite.SqliteError(message, 'SQLITE_FULL')
      }),
    ),
  )
})
