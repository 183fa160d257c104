/** Killed between the claim of a delivery and its outcome, again and again: never sent twice. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { newDatabase } from './engine.ts'
import { assertNoneTwice, startReceiver } from './receiver.ts'
import type { Receiver } from './receiver.ts'
import { startSender } from './webhooksSender.ts'

const victim = fileURLToPath(new URL('webhooksVictim.ts', import.meta.url))
const moments = ['before', 'during', 'after'] as const

/** So many databases at once, each of them under so many processes, one after the other. */
const DATABASES = 5
const KILLS = 10

async function killed(...args: string[]): Promise<void> {
  const child = spawn(process.execPath, [victim, ...args], { stdio: 'inherit' })
  assert.deepEqual(await once(child, 'exit'), [null, 'SIGKILL'])
}

/** Kills process after process on one database, then starts once more and sends what there is. */
async function killAndStart(receiver: Receiver) {
  const database_url = await newDatabase()
  const secret_key = randomBytes(32)
  const sender = await startSender({ database_url, secret_key })
  const { seller_id } = sender
  await sender.endpoint(receiver.url)
  const key = secret_key.toString('base64')
  for (let i = 0; i < KILLS; i++) {
    await killed(database_url, seller_id, key, moments[i % 3] ?? 'before')
  }
  const begun = await sender.deliveries()
  sender.start()
  await sender.tell()
  await sender.answered(1)
  await sender.stop()
  const ids = new Set(begun.map(({ id }) => id))
  const { found = [], added = [] } = Object.groupBy(
    await sender.deliveries(),
    ({ id }) => ids.has(id) ? 'found' : 'added',
  )
  return { begun, found, added }
}

test('50 processes killed between claim and delivery send no event twice', async () => {
  const receiver = await startReceiver()
  const runs = await Promise.all(Array.from({ length: DATABASES }, () => killAndStart(receiver)))
  assertNoneTwice(receiver)
  const received = new Set(receiver.ids())
  for (const { begun, found, added } of runs) {
    // Each process claimed its three events, and none of them has an outcome, then or later.
    assert.equal(begun.length, 3 * KILLS)
    assert.deepEqual(new Set(begun.map(({ status }) => status)), new Set(['claimed']))
    assert.deepEqual(found, begun)
    assert.deepEqual(added.map(({ status }) => status), ['delivered'])
    assert.ok(received.has(added[0]?.event_id ?? ''))
    // Both sides of the kill were met: requests that had arrived, and such that never went out.
    const arrived = begun.filter(({ event_id }) => received.has(event_id))
    assert.ok(arrived.length >= Math.floor(KILLS / 3))
    assert.ok(arrived.length < begun.length)
  }
})
