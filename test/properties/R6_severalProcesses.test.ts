/** Several processes, each with clients of its own, write to one file. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { createSeller } from '../../auth/clients.ts'
import { openDatabase } from '../../db/open.ts'
import { newDatabase } from '../engine.ts'
import { startProcesses } from '../processes.ts'
import { control, long, property } from '../property.ts'
import { assertKept, signIn, Writers } from './writers.ts'

const PROCESSES = 4

/** Of each process. */
const WRITERS = 50
const FACTS = long ? 3_000 : 250

const secret_key = randomBytes(32)

async function share(count: number, preload: Record<string, string> = {}): Promise<string> {
  const DATABASE_URL = await newDatabase()
  const environment = { DATABASE_URL, SECRET_KEY: secret_key.toString('base64'), ...preload }
  const db = await openDatabase(DATABASE_URL)
  const client = await createSeller(db, { name: 'Loja', now: new Date() })
  await db.close()
  const processes = await Promise.all(Array.from({ length: count }, () =>
    startProcesses(environment)))
  const groups = await Promise.all(processes.map(async ({ url }) =>
    new Writers(await signIn(url, client), WRITERS)))
  await Promise.all(groups.map((group) => group.until(() =>
    group.told.length >= FACTS || group.refused.length > 0)))
  await Promise.all(groups.map((group) => group.stop()))
  const refused = groups.flatMap((group) => group.refused.map(({ status, body }) => [status, body]))
  assert.deepEqual(refused, [])
  const told = groups.flatMap((group) => group.told)
  await assertKept(DATABASE_URL, told)
  const slowest_ms = Math.max(...groups.map((group) => group.slowest_ms))
  return `${told.length} writes by ${count} × ${WRITERS} writers, 0 refused, 0 lost; ` +
    `the slowest took ${Math.round(slowest_ms)} ms`
}

property('R6', () => share(PROCESSES))

control('R6', 'nobody waits for the lock', () =>
  share(2, { NODE_OPTIONS: `--import=${new URL('impatient.ts', import.meta.url).href}` }))
