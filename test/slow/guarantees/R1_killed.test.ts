/** The service is killed at any moment, and started again. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { createSeller } from '../../../domain/access/clients.ts'
import { openDatabase } from '../../../db/open.ts'
import { newDatabase } from '../../support/engine.ts'
import { ask, startProcesses } from '../../support/processes.ts'
import { control, long, property } from '../../support/property.ts'
import { assertKept, signIn, Writers } from '../../guarantees/support/writers.ts'
import type { Fact } from '../../guarantees/support/writers.ts'

const WRITERS = long ? 32 : 12
const KILLS = long ? 30 : 3

/** The bound of time in the long form: a slow machine does fewer rounds. */
const LIMIT_MS = long ? 75_000 : Infinity

/** The process is killed at one of so many answers, as soon as that is heard. */
const FACTS = long ? 500 : 80

/** Started again, it answers within so long. */
const READY_WITHIN_MS = 1_000

const secret_key = randomBytes(32)

/**
 * Kills and starts again, and compares the stored rows with the acknowledged ones.
 *
 * @param changes of the environment, once a service without them has made its keys
 */
async function killOften(changes: Record<string, string> = {}, facts = FACTS): Promise<string> {
  const DATABASE_URL = await newDatabase()
  const SECRET_KEY = secret_key.toString('base64')
  // The options of `npm start`.
  const node = {
    NODE_COMPILE_CACHE: 'node_modules/.cache/balcao',
    NODE_PRESERVE_SYMLINKS: '1',
  }
  const environment = { DATABASE_URL, SECRET_KEY, ...node }
  const db = await openDatabase(DATABASE_URL)
  const client = await createSeller(db, { name: 'Loja', now: new Date() })
  await db.close()
  const told: Fact[] = []
  let cut = 0
  let slowest_ms = 0
  let kills = 0
  const end_ms = performance.now() + LIMIT_MS
  for (; kills < KILLS && performance.now() < end_ms; kills++) {
    const start_ms = performance.now()
    const service = await startProcesses({ ...environment, ...(kills > 0 && changes) })
    assert.equal((await ask(`${service.url}/health`)).status, 200)
    slowest_ms = Math.max(slowest_ms, performance.now() - start_ms)
    const writers = new Writers(await signIn(service.url, client), WRITERS)
    await writers.more(1 + Math.floor(Math.random() * facts))
    service.kill('SIGKILL')
    await service.exited
    await writers.stop()
    assert.deepEqual(writers.refused, [])
    told.push(...writers.told)
    cut += writers.cut
    await assertKept(DATABASE_URL, told)
  }
  if (long) assert.ok(slowest_ms <= READY_WITHIN_MS, `ready after ${slowest_ms} ms`)
  return (
    `0 of ${told.length} acknowledged writes lost in ${kills} kills, ${cut} requests left ` +
    `without an answer; ready after ${Math.round(slowest_ms)} ms at most`
  )
}

const lateCommits = new URL('../../guarantees/support/lateCommits.ts', import.meta.url)

property('R1', () => killOften())

// Killed at the first answer: the transactions that follow wait for the one that stays open.
control('R1', 'answers do not wait for their commit', () =>
  killOften(
    {
      NODE_OPTIONS: `--import=${lateCommits.href}`,
      DATABASE_CONNECTIONS: '1',
    },
    1,
  ),
)
