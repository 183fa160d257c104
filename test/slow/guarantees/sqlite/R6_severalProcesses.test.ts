/** Several processes, each with clients of its own, write to one file. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import { createSeller } from '../../../../domain/access/clients.ts'
import { databaseFile } from '../../../../db/databaseUrl.ts'
import { openDatabase } from '../../../../db/open.ts'
import { isLocked } from '../../../../db/sqlite/errors.ts'
import { newDatabase } from '../../../support/engine.ts'
import { startProcesses } from '../../../support/processes.ts'
import { control, long, property } from '../../../support/property.ts'
import { assertKept, signIn, Writers } from '../../../guarantees/support/writers.ts'

const PROCESSES = long ? 4 : 2

/** The writers of each process. */
const WRITERS = long ? 50 : 8
const FACTS = long ? 3_000 : 60

const secret_key = randomBytes(32)

/** The bound of the log, which is written back from 62 MiB on. */
const LOG_BYTES = 128 * 1024 * 1024

/** Written beside the writers, in pieces, by a process that leaves the log to the others. */
const BALLAST_BYTES = 144 * 1024 * 1024
const PIECE_BYTES = 2 * 1024 * 1024

/** Between two pieces the processes answer so often, or they had no time to write the log back. */
const ANSWERS_BETWEEN = 10

const PAUSE_MS = 2

/**
 * @param groups the writers beside it: once one of them is refused, it need not go on
 * @returns how long the log was at most
 */
async function fillLog(file: string, groups: Writers[]): Promise<number> {
  const isOver = () =>
    longest_bytes >= LOG_BYTES || groups.some(({ refused }) => refused.length > 0)
  const told = () => groups.reduce((sum, group) => sum + group.told.length, 0)
  const client = new SQLite(file, { timeout: 0 })
  client.pragma('wal_autocheckpoint = 0')
  let longest_bytes = 0
  let answers = 0
  for (let written_bytes = 0; written_bytes < BALLAST_BYTES && !isOver(); ) {
    try {
      client.exec(`create table if not exists ballast (bytes blob);
        insert into ballast values (zeroblob(${PIECE_BYTES}))`)
      written_bytes += PIECE_BYTES
      answers = told() + ANSWERS_BETWEEN
    } catch (error) {
      if (!isLocked(error)) throw error
    }
    longest_bytes = Math.max(longest_bytes, statSync(`${file}-wal`).size)
    do await wait(PAUSE_MS)
    while (told() < answers && !isOver())
  }
  client.close()
  return longest_bytes
}

async function share(count: number, preload: Record<string, string> = {}): Promise<string> {
  const DATABASE_URL = await newDatabase()
  const environment = { DATABASE_URL, SECRET_KEY: secret_key.toString('base64'), ...preload }
  const db = await openDatabase(DATABASE_URL)
  const client = await createSeller(db, { name: 'Loja', now: new Date() })
  await db.close()
  const processes = await Promise.all(
    Array.from({ length: count }, () => startProcesses(environment)),
  )
  const groups = await Promise.all(
    processes.map(async ({ url }) => new Writers(await signIn(url, client), WRITERS)),
  )
  const [log_bytes] = await Promise.all([
    fillLog(databaseFile(DATABASE_URL) ?? '', groups),
    ...groups.map((group) =>
      group.until(() => group.told.length >= FACTS || group.refused.length > 0),
    ),
  ])
  await Promise.all(groups.map((group) => group.stop()))
  const refused = groups.flatMap((group) => group.refused.map(({ status, body }) => [status, body]))
  assert.deepEqual(refused, [])
  assert.ok(log_bytes < LOG_BYTES, `the log had ${log_bytes} bytes`)
  const told = groups.flatMap((group) => group.told)
  await assertKept(DATABASE_URL, told)
  const slowest_ms = Math.max(...groups.map((group) => group.slowest_ms))
  return (
    `${told.length} writes by ${count} × ${WRITERS} writers, 0 refused, 0 lost; ` +
    `the slowest took ${Math.round(slowest_ms)} ms, and the log had at most ` +
    `${Math.round(log_bytes / 1e6)} MB of ${Math.round(BALLAST_BYTES / 1e6)} and more`
  )
}

property('R6', () => share(PROCESSES))

const impatient = new URL('../../../guarantees/support/impatient.ts', import.meta.url).href
const withoutCheckpoints = new URL('../../../guarantees/support/noCheckpoints.ts', import.meta.url)
  .href

control('R6', 'no process waits for the lock', () =>
  share(2, { NODE_OPTIONS: `--import=${impatient}` }),
)

control('R6', 'no process writes the log back', () =>
  share(2, { NODE_OPTIONS: `--import=${withoutCheckpoints}` }),
)
