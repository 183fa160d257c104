/** Events and their deliveries have an age, past which they are deleted: the oldest first. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { test } from 'vitest'
import { Vault } from '../../domain/identity/vault.ts'
import { createEndpoint } from '../../domain/webhooks/endpoints.ts'
import { oldEvents } from '../../domain/webhooks/retention.ts'
import { newId } from '../../runtime/ids.ts'
import { createLog } from '../../runtime/logger.ts'
import { PIECE_ROWS, Sweeper } from '../../runtime/sweeper.ts'
import { startReceiver } from '../support/receiver.ts'
import { startService } from '../support/service.ts'
import type { TestAccount, TestService } from '../support/service.ts'

const DAYS = 7
const DAY_MS = 86_400_000

/** A service that keeps events for a week, and two of its sellers. */
async function started() {
  const service = await startService({ retentionDays: DAYS })
  return { service, seller: await service.account(), other: await service.account() }
}

type EventAge = { at: Date; status?: 'pending' | 'claimed' | 'failed' | undefined }

/** Puts events of the seller on record, each with a delivery when it has a status. */
async function keep({ on, seller_id }: TestAccount, all: EventAge[]): Promise<string[]> {
  const endpoint_id = newId('wh_', on.clock.now())
  const rows = all.map(({ at, status }) => ({ at, status, id: newId('evt_', at) }))
  const created = ({ at }: EventAge) => at.toISOString()
  await on.sql(
    `insert into webhook_endpoints (seller_id, id, url, secret_sealed, created_at, updated_at)
    values ('${seller_id}', '${endpoint_id}', 'http://127.0.0.1:9/', '', '', '')`,
  )
  const events = rows.map(
    (one) => `('${seller_id}', '${one.id}', 'payment.declined', '{}', '${created(one)}')`,
  )
  await on.sql(`insert into events (seller_id, id, type, data, created_at) values ${events}`)
  const deliveries = rows.flatMap(({ status, ...one }) => {
    if (!status) return []
    const claimed_at = status === 'pending' ? 'null' : `'${created(one)}'`
    const id = newId('del_', one.at)
    const columns = `'${seller_id}', '${id}', '${one.id}', '${endpoint_id}', '${status}'`
    const duration_ms = status === 'failed' ? 1 : 'null'
    return `(${columns}, ${claimed_at}, ${duration_ms}, '${created(one)}', '${created(one)}')`
  })
  if (deliveries.length > 0) {
    await on.sql(`insert into deliveries (seller_id, id, event_id, endpoint_id, status, claimed_at,
      duration_ms, created_at, updated_at) values ${deliveries}`)
  }
  return rows.map(({ id }) => id)
}

const left = async ({ on, seller_id }: TestAccount, table: 'events' | 'deliveries') => {
  const id = table === 'events' ? 'id' : 'event_id'
  const rows = await on.sql<{ id: string }>(
    `select ${id} as id from ${table} where seller_id = ? order by ${id}`,
    seller_id,
  )
  return rows.map((row) => row.id)
}

/** Rounds of a sweeper of its own until nothing is left to do. */
async function swept({ db, clock }: TestService): Promise<void> {
  const log = createLog('info', { write: (line) => assert.fail(line) })
  const sweeper = new Sweeper({ db, clock, log, sweeps: oldEvents(DAYS) })
  let isLeft = true
  while (isLeft) isLeft = await sweeper.round()
}

test('events past their retention go with their deliveries, to the millisecond', async () => {
  const { service, seller, other } = await started()
  const edge_ms = service.clock.now().getTime() - DAYS * DAY_MS
  const at = (ms: number): EventAge => ({ at: new Date(edge_ms + ms), status: 'failed' })
  await keep(seller, [at(-DAY_MS), at(-1)])
  const young = await keep(seller, [at(0), at(DAY_MS)])
  await keep(other, [{ at: at(-1).at }])
  await service.service.sweeper.round()
  assert.deepEqual(await left(seller, 'events'), young)
  assert.deepEqual(await left(seller, 'deliveries'), young)
  assert.deepEqual(await left(other, 'events'), [])
})

test('old events go in pieces, however many there are', async () => {
  const { service, seller } = await started()
  const at = new Date(service.clock.now().getTime() - 2 * DAYS * DAY_MS)
  await keep(
    seller,
    Array.from({ length: 2 * PIECE_ROWS + 1 }, () => ({ at, status: 'failed' as const })),
  )
  const [deliveries, events] = oldEvents(DAYS)
  assert.ok(deliveries && events)
  const now = service.clock.now().toISOString()
  const piece = { seller_id: seller.seller_id, now, limit: PIECE_ROWS }
  assert.equal((await service.db.run(() => events.piece(piece))).length, 0)
  assert.equal((await service.db.run(() => deliveries.piece(piece))).length, PIECE_ROWS)
  assert.equal((await service.db.run(() => events.piece(piece))).length, PIECE_ROWS)
  await swept(service)
  assert.deepEqual([await left(seller, 'deliveries'), await left(seller, 'events')], [[], []])
})

test('a pending delivery keeps its event and later ones, until it has ended', async () => {
  const { service, seller } = await started()
  const old = (days: number, status: NonNullable<EventAge['status']>): EventAge => ({
    at: new Date(service.clock.now().getTime() - days * DAY_MS),
    status,
  })
  const [, pending = '', later = ''] = await keep(seller, [
    old(12, 'claimed'),
    old(11, 'pending'),
    old(10, 'failed'),
  ])
  await swept(service)
  assert.deepEqual(await left(seller, 'deliveries'), [pending])
  assert.deepEqual(await left(seller, 'events'), [pending, later])
  await service.sql(
    `update deliveries set status = 'failed', claimed_at = created_at, duration_ms = 0
    where event_id = ?`,
    pending,
  )
  await swept(service)
  assert.deepEqual([await left(seller, 'deliveries'), await left(seller, 'events')], [[], []])
})

test('two processes at once share the work', async () => {
  const { service, seller } = await started()
  const at = new Date(service.clock.now().getTime() - 2 * DAYS * DAY_MS)
  const young = await keep(seller, [{ at: service.clock.now(), status: 'failed' }])
  await keep(
    seller,
    Array.from({ length: 2 * PIECE_ROWS }, () => ({ at, status: 'failed' as const })),
  )
  await Promise.all([swept(service), swept(service)])
  await swept(service)
  assert.deepEqual(await left(seller, 'events'), young)
})

test('a clock that is advanced by years ends all events, also while they are sent', async () => {
  const secretKey = randomBytes(32)
  const service = await startService({ retentionDays: DAYS, secretKey })
  const first = await service.account()
  const { seller_id } = first
  const held: ServerResponse[] = []
  const receiver = await startReceiver((response) => void held.push(response))
  await createEndpoint(service.db, {
    seller_id,
    url: receiver.url,
    mode: 'sandbox',
    vault: new Vault(secretKey),
    now: service.clock.now(),
  })
  const { id } = await first.checkout()
  await first.post(`/v1/checkouts/${id}/cancel`)
  await receiver.arrived(1)
  service.clock.advanceMs(3 * 365 * DAY_MS)
  await swept(service)
  const seller = await service.login(first)
  assert.deepEqual((await seller.get<'EventList'>('/v1/events')).body.data, [])
  assert.equal((await seller.get<'Checkout'>(`/v1/checkouts/${id}`)).body.status, 'canceled')
  for (const response of held) response.writeHead(204).end()
  await service.close()
  assert.deepEqual(
    service.log.filter((line) => line.includes('not recorded')),
    [],
  )
})
