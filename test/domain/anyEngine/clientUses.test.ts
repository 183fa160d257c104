/** The last use of a client, to the hour. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { ClientUses } from '../../../domain/auth/clientUses.ts'
import { DatabaseUnavailable } from '../../../db/database.ts'
import type { Database } from '../../../db/database.ts'
import { startService } from '../../support/service.ts'
import { createLog } from '../../../runtime/logger.ts'

const HOUR_MS = 3_600_000
const now = new Date('2026-03-02T12:34:56.789Z')
const client = { seller_id: 'seller_1', id: 'client_1', last_used_at: null }

/** A database that counts what is written, and fails when it is told to. */
function countingDatabase() {
  const writes: unknown[] = []
  const state = { fails: false }
  const run: Database['run'] = async (body) => {
    const { value } = body().next([])
    if (state.fails) throw new DatabaseUnavailable('full')
    writes.push((value as { args: object }).args)
    return undefined as never
  }
  return { db: { run } as Database, writes, state }
}

const log = createLog('silent')

test('a use is written once for each client and hour', async () => {
  const { db, writes } = countingDatabase()
  const uses = new ClientUses({ db, log })
  const at = (ms: number) => new Date(now.getTime() + ms)
  for (const ms of [0, 1, 60_000, 1_500_000]) uses.note(client, at(ms))
  uses.note({ ...client, id: 'client_2' }, now)
  uses.note(client, at(HOUR_MS))
  uses.note(client, at(HOUR_MS + 1))
  const [hour, next] = ['2026-03-02T12:00:00.000Z', '2026-03-02T13:00:00.000Z']
  assert.deepEqual(writes, [
    { seller_id: 'seller_1', id: 'client_1', hour },
    { seller_id: 'seller_1', id: 'client_2', hour },
    { seller_id: 'seller_1', id: 'client_1', hour: next },
  ])
})

test('a use is not written when the row has the hour already', () => {
  const { db, writes } = countingDatabase()
  const uses = new ClientUses({ db, log })
  uses.note({ ...client, last_used_at: '2026-03-02T12:00:00.000Z' }, now)
  assert.deepEqual(writes, [])
})

test('a use that could not be written is tried again with the next token', async () => {
  const { db, writes, state } = countingDatabase()
  const uses = new ClientUses({ db, log })
  state.fails = true
  uses.note(client, now)
  await new Promise(setImmediate)
  state.fails = false
  uses.note(client, now)
  assert.equal(writes.length, 1)
})

test('a token is issued although the use cannot be written', async () => {
  const service = await startService()
  const seller = await service.account()
  const run = service.db.run.bind(service.db)
  let isAsked = false
  service.db.run = (body) => {
    const steps = body()
    const first = steps.next([])
    if (first.done || first.value.definition.name !== 'note_client_use') return run(body)
    isAsked = true
    return Promise.reject(new DatabaseUnavailable('full'))
  }
  await service.sql('update api_clients set last_used_at = null')
  service.clock.advanceMs(HOUR_MS)
  const { status } = await service.requestToken(seller.client_id, seller.client_secret)
  assert.deepEqual([status, isAsked], [200, true])
})
