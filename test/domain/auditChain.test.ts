/** The chain of audit events: no gap under load, no alteration unseen, pruned from the oldest. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { checkDatabase } from '../../db/maintenance/check.ts'
import { recordChange } from '../../domain/audit/record.ts'
import { oldAuditEvents } from '../../domain/audit/retention.ts'
import { operator } from '../../domain/identity/actor.ts'
import { FIRST_PREVIOUS_HASH, INSTALLATION } from '../../db/auditChain.ts'
import { hashByContract, trailOf } from '../support/audit.ts'
import type { AuditEvent } from '../support/audit.ts'
import { originalOf } from '../support/clones.ts'
import { newDatabase } from '../support/engine.ts'
import { startService } from '../support/service.ts'

const DAY_MS = 86_400_000
const TRAIL = 'no audit event is missing or altered'

const databaseUrl = await newDatabase()
const service = await startService({ databaseUrl, secretKey: Buffer.alloc(32), retentionDays: 7 })
const { db, clock, sql } = service

/** The faults that `db check` finds in the chains. */
async function faultsIn(url: string): Promise<string[]> {
  const faults = (await checkDatabase(url, { auditSeals: db.auditSeals })).filter(({ ok }) => !ok)
  assert.ok(faults.every(({ name }) => name === TRAIL))
  return faults.flatMap(({ broken }) => broken)
}

const times = <Result>(count: number, work: (turn: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, turn) => work(turn)))

test('50 changes at once are numbered without a gap, in one whole chain', async () => {
  const seller = await service.account()
  const { id, default_offer } = await seller.product()
  const payment = await seller.payment()
  const checkouts = await times(5, () => seller.checkout())
  const endpoint = await seller.webhookEndpoint()
  const before = (await trailOf(seller)).length
  const answers = await times(50, (turn) => {
    const name = `Nome ${turn}`
    switch (turn % 5) {
      case 0:
        return seller.patch(`/v1/products/${id}`, { name })
      case 1:
        return seller.patch(`/v1/offers/${default_offer?.id}`, { name })
      case 2:
        return seller.post(`/v1/payments/${payment.id}/refunds`, { amount_minor: 1 })
      case 3:
        // Each twice, and only once it is canceled.
        return seller.post(`/v1/checkouts/${checkouts[(turn / 5) | 0]?.id}/cancel`)
      default:
        return seller.post(`/v1/webhook_endpoints/${endpoint.id}/rotate_secret`)
    }
  })
  const done = answers.filter(({ status }) => status < 300).length
  assert.equal(done, 45)
  const events = await trailOf(seller)
  assert.equal(events.length, before + done)
  assert.deepEqual(
    events.map(({ sequence }) => sequence),
    events.map((_, i) => i + 1),
  )
  assert.deepEqual(await faultsIn(databaseUrl), [])
})

test('changes that begin a chain at the same time follow one another in it', async () => {
  const seller_id = 'sel_without_a_chain'
  const change = {
    seller_id,
    actor: operator(),
    action: 'seller.created',
    now: clock.now(),
  } as const
  const seller = (turn: number) => `sel_${turn}`
  await times(20, (turn) => db.run(() => recordChange({ ...change, target: seller(turn) })))
  const events = await sql<{ sequence: number; hash: string; previous_hash: string }>(
    `select * from audit_events where seller_id = '${seller_id}' order by sequence`,
  )
  assert.deepEqual(
    events.map(({ sequence, previous_hash }) => [Number(sequence), previous_hash]),
    Array.from({ length: 20 }, (_, i) => [i + 1, events[i - 1]?.hash ?? FIRST_PREVIOUS_HASH]),
  )
  await sql(`delete from audit_events where seller_id = '${seller_id}'`)
  await sql(`delete from audit_heads where seller_id = '${seller_id}'`)
})

test('a transaction that is undone leaves no number unused', async () => {
  const seller = await service.account()
  const change = {
    seller_id: seller.seller_id,
    actor: operator(),
    action: 'seller.activated',
    target: seller.seller_id,
    now: clock.now(),
  } as const
  const undone = db.run(function* () {
    yield* recordChange(change)
    throw new Error('undone')
  })
  await assert.rejects(undone, /undone/)
  await db.run(() => recordChange(change))
  const events = await trailOf(seller)
  assert.equal(events.at(-1)?.sequence, events.length)
  assert.deepEqual(await faultsIn(databaseUrl), [])
})

test('db check says which event is missing or altered', async () => {
  const seller = await service.account()
  for (let i = 0; i < 8; i++) await seller.product()
  const { seller_id } = seller
  const { length: last } = await trailOf(seller)
  const original = await originalOf(databaseUrl)
  const of = `seller_id = '${seller_id}'`
  const remove = (condition: string) => `delete from audit_events where ${of} and ${condition}`
  const set = (change: string, sequence: number) =>
    `update audit_events set ${change} where ${of} and sequence = ${sequence}`
  const third = { ...(await trailOf(seller))[2], action: 'offer.archived' } as AuditEvent
  const forged = set(`action = 'offer.archived', hash = '${hashByContract(third, seller_id)}'`, 3)
  const ways: [statements: string, found: string[]][] = [
    ['select 1', []],
    [remove('sequence = 5'), ['5 is missing']],
    [remove('sequence between 5 and 7'), ['5 to 7 are missing']],
    [remove('sequence = 1'), ['1 is missing']],
    [remove(`sequence = ${last}`), [`${last} is missing`]],
    [remove('sequence > 0'), [`1 to ${last} are missing`]],
    [set(`actor_name = 'outro'`, 6), ['6 is altered']],
    [set(`changes = '[]'`, 6), ['6 is altered']],
    [set(`created_at = '2020-01-01T00:00:00.000Z'`, last), [`${last} is altered`]],
    [set(`hash = '${'0'.repeat(64)}'`, 6), ['6 is altered']],
    // The event has a hash of its own, so that it does not fit the next one.
    [forged, ['3 or 4 is altered']],
    [set('sequence = 0', 1), ['0 is before the anchor', '0 is altered', '1 is missing']],
    // Two change places.
    [
      `${set('sequence = -1', 5)}; ${set('sequence = 5', 6)}; ${set('sequence = 6', -1)}`,
      ['5 is altered', '6 is altered'],
    ],
    // The last is cut, and the number of the head with it.
    [
      `${remove(`sequence = ${last}`)};
       update audit_heads set sequence = ${last - 1} where ${of}`,
      [`${last - 1} or the head is altered`],
    ],
    // The first is cut, and the anchor set behind it.
    [
      `${remove('sequence = 1')}; update audit_heads set first_sequence = 2 where ${of}`,
      ['the anchor or 2 is altered'],
    ],
    [`delete from audit_heads where ${of}`, ['the head of its chain is missing']],
    [`update audit_heads set hash = '' where ${of}`, [`${last} or the head is altered`]],
    [`update audit_heads set first_previous_hash = '' where ${of}`, ['the anchor is altered']],
  ]
  for (const [statements, found] of ways) {
    const faults = await faultsIn(await original.spoiled(statements))
    assert.deepEqual(
      faults,
      found.map((one) => `${seller_id}: ${one}`),
      statements,
    )
  }
})

test('events past their retention go from the beginning, and the chain stays whole', async () => {
  const seller = await service.account()
  const { seller_id } = seller
  for (let i = 0; i < 10; i++) await seller.product()
  const all = await trailOf(seller)
  const edge = new Date(clock.now().getTime() + 7 * DAY_MS).toISOString()
  const sweep = oldAuditEvents(7)
  const piece = (now: string) => db.run(() => sweep.piece({ seller_id, now, limit: 5 }))
  assert.equal((await piece(edge)).length, 0)
  const later = new Date(Date.parse(edge) + 1).toISOString()
  assert.equal((await piece(later)).length, 5)
  assert.deepEqual(
    (await trailOf(seller)).map(({ sequence }) => sequence),
    all.slice(5).map(({ sequence }) => sequence),
  )
  assert.deepEqual(await faultsIn(databaseUrl), [])
  // A young one ends it, wherever it stands.
  await sql(
    `update audit_events set created_at = ? where seller_id = ? and sequence = 8`,
    later,
    seller_id,
  )
  assert.equal((await piece(later)).length, 2)
  assert.equal((await piece(later)).length, 0)
  await sql(
    `update audit_events set created_at = ? where seller_id = ? and sequence = 8`,
    all[7]?.created_at ?? '',
    seller_id,
  )
  // The service's own rounds prune; then all of it goes, and the next event has the next number.
  clock.advanceMs(8 * DAY_MS)
  await service.service.sweeper.round()
  const { length: none } = await sql('select 1 from audit_events where seller_id = ?', seller_id)
  assert.equal(none, 0)
  assert.deepEqual(await faultsIn(databaseUrl), [])
  const again = await service.login(seller)
  await again.product()
  const [next] = await trailOf(again)
  assert.deepEqual([next?.sequence, next?.previous_hash], [all.length + 1, all.at(-1)?.hash])
  assert.deepEqual(await faultsIn(databaseUrl), [])
})

test('a chain that is pruned while it grows has no number twice, and no fault', async () => {
  const seller = await service.account()
  const { seller_id } = seller
  for (let i = 0; i < 5; i++) await seller.product()
  const sweep = oldAuditEvents(7)
  const now = new Date(clock.now().getTime() + 8 * DAY_MS).toISOString()
  const pieces = times(20, () => db.run(() => sweep.piece({ seller_id, now, limit: 3 })))
  await Promise.all([pieces, times(20, () => seller.product())])
  const events = await trailOf(seller)
  assert.equal(events.at(-1)?.sequence, 2 + 2 * 25)
  assert.deepEqual(await faultsIn(databaseUrl), [])
})

test('events of no seller have a chain of their own', async () => {
  const { kid } = await service.service.keys.rotate(clock.now())
  const [event] = await sql<{ target_id: string }>(
    'select target_id from audit_events where seller_id = ? order by sequence desc limit 1',
    INSTALLATION,
  )
  assert.equal(event?.target_id, kid)
  assert.deepEqual(await faultsIn(databaseUrl), [])
})
