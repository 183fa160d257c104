/** R2: the power is cut at any moment, and any part of unsynced writes may be lost. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import type SQLite from 'better-sqlite3'
import { openSqlite } from '../../../../db/sqlite/open.ts'
import { temporaryFolder } from '../../../support/commandLine.ts'
import { control, long, property } from '../../../support/property.ts'
import { randomOf } from '../../../../packages/simulation/random.ts'
import type { Entry } from '../../../guarantees/support/disk.ts'
import { onLinux } from '../../../guarantees/support/machineCode.ts'
import { Folder } from '../../../guarantees/support/powerCut.ts'
import { databaseOf, newFolder, Recording } from '../../../guarantees/support/recorded.ts'
import { assertKept, Writers } from '../../../guarantees/support/writers.ts'
import type { Fact } from '../../../guarantees/support/writers.ts'

const WRITERS = 8
const FACTS = long ? 600 : 60
const IMAGES = long ? 2_000 : 20

/** Often enough that a short run has many checkpoints, in commits and in the thread for them. */
const CHECKPOINT_PAGES = 100
const FACTS_BETWEEN = 30

const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)

type Recorded = {
  folder: string
  log: Entry[]
  /** Each fact, and how long the log was when it was told. */
  told: (Fact & { at: number })[]
}

/** Serves from an empty file, is stopped and starts again, while writers write. */
async function record(change: (client: SQLite.Database) => void): Promise<Recorded> {
  const recording = new Recording()
  const told: Fact[] = []
  for (let start = 0; start < 2; start++) {
    const service = await recording.start()
    const { client, checkpoints } = databaseOf(service)
    // The last read of the start is over then.
    await turn()
    client.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
    change(client)
    const { token } = await service.account()
    const writers = new Writers({ url: service.url, token }, WRITERS)
    for (let facts = 0; facts < FACTS; facts += FACTS_BETWEEN) {
      await writers.more(FACTS_BETWEEN)
      checkpoints.begin()
    }
    await writers.stop()
    assert.deepEqual([writers.refused, writers.cut], [[], 0])
    told.push(...writers.told)
    await service.close()
    const { checkpoints_total, checkpoints_failed_total } = checkpoints.stats()
    assert.ok(checkpoints_total > 0)
    assert.equal(checkpoints_failed_total, 0)
  }
  recording.end()
  const { disk, sentAt } = recording
  const at = ({ request_id }: Fact) => sentAt.get(request_id) ?? 0
  return { folder: disk.folder, log: disk.log, told: told.map((one) => ({ ...one, at: at(one) })) }
}

/** Moments to cut the power at, in order: half of them anywhere, half just after an answer. */
function momentsOf({ log, told }: Recorded, random: () => number): number[] {
  const moments = Array.from({ length: IMAGES }, (_, i) => {
    const fact = told[Math.floor(random() * told.length)]
    return i % 2 === 0 && fact ? fact.at : Math.floor(random() * (log.length + 1))
  })
  return moments.toSorted((a, b) => a - b)
}

/** The engine makes its empty file, and syncs its name, before SQLite opens it. */
function emptyFolder(path: string): Folder {
  const folder = new Folder(path)
  folder.make('balcao.db')
  return folder
}

/** The log, done again from the beginning, gives what is there. */
function assertComplete({ folder, log }: Recorded): void {
  const again = newFolder(temporaryFolder(), 'again')
  const replayed = emptyFolder(folder)
  for (const entry of log) replayed.apply(entry)
  replayed.all(again)
  const read = (path: string) =>
    readdirSync(path)
      .filter((name) => !name.endsWith('-shm'))
      .map((name) => [name, readFileSync(join(path, name)).toString('base64')])
  assert.deepEqual(read(again), read(folder))
}

async function judge(recorded: Recorded): Promise<string> {
  const { folder, log, told } = recorded
  assertComplete(recorded)
  const random = randomOf(seed)
  const images = temporaryFolder()
  const disk = emptyFolder(folder)
  let done = 0
  for (const [i, moment] of momentsOf(recorded, random).entries()) {
    for (; done < moment; done++) disk.apply(log[done] as Entry)
    const image = newFolder(images, String(i))
    disk.cut(image, random)
    const file = join(image, 'balcao.db')
    await openSqlite(file).close()
    const before = told.filter(({ at }) => at <= moment)
    await assertKept(`sqlite:${file}`, before, `at ${moment} of ${log.length}, seed ${seed}`)
    rmSync(image, { recursive: true })
  }
  const syncs = log.filter(({ name }) => name === 'sync').length
  const files = new Set(log.map(({ path }) => basename(path))).size
  return (
    `0 of ${told.length} acknowledged writes lost, 0 files corrupt and 0 requests half done ` +
    `in ${IMAGES} power cuts among ${log.length - syncs} changes to ${files} files and ` +
    `${syncs} syncs (seed ${seed})`
  )
}

onLinux('R2', () => {
  property('R2', async () => judge(await record(() => undefined)))

  control('R2', 'commits are not synced', async () =>
    judge(await record((client) => client.pragma('synchronous = NORMAL'))),
  )
})
