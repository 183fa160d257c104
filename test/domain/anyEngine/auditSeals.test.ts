/** The seal of each chain: a trail that was cut at its end is found, and gets no new seal. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'vitest'
import { INSTALLATION } from '../../../db/auditChain.ts'
import { databaseFile } from '../../../db/databaseUrl.ts'
import { checkDatabase } from '../../../db/maintenance/check.ts'
import { recordChange } from '../../../domain/audit/record.ts'
import { oldAuditEvents } from '../../../domain/audit/retention.ts'
import { sealsOf } from '../../../domain/audit/seals.ts'
import { operator } from '../../../domain/identity/actor.ts'
import { reseal } from '../../../domain/auth/sealed.ts'
import { Vault } from '../../../domain/identity/vault.ts'
import { hashByContract, trailOf } from '../../support/audit.ts'
import { originalOf } from '../../support/clones.ts'
import { CommandLine } from '../../support/commandLine.ts'
import { newDatabase, openTestDatabase, sqlOn } from '../../support/engine.ts'
import { startService } from '../../support/service.ts'
import type { TestAccount } from '../../support/service.ts'

const secretKey = randomBytes(32)
const databaseUrl = await newDatabase()
const service = await startService({ databaseUrl, secretKey })
const { db, clock, sql } = service
const auditSeals = sealsOf(new Vault(secretKey))

type Head = { sequence: number; hash: string; sealed_sequence: number | null; mac: string | null }

async function headOf(seller_id: string): Promise<Head> {
  const [head] = await sql<Head>('select * from audit_heads where seller_id = ?', seller_id)
  assert.ok(head)
  const sealed = head.sealed_sequence
  return {
    ...head,
    sequence: Number(head.sequence),
    sealed_sequence: sealed === null ? null : Number(sealed),
  }
}

/** The faults that `db check` finds in the trail, given the key. */
async function faultsIn(url: string, seals = auditSeals): Promise<string[]> {
  const checks = await checkDatabase(url, { auditSeals: seals })
  return checks.filter(({ ok }) => !ok).flatMap(({ broken }) => broken)
}

/** A seller with a trail of so many events at least. */
async function sellerWith(products: number): Promise<TestAccount> {
  const seller = await service.account()
  for (let i = 0; i < products; i++) await seller.product()
  return seller
}

const change = (seller_id: string) => ({
  seller_id,
  actor: operator(),
  action: 'seller.activated' as const,
  target: seller_id,
  now: clock.now(),
})

/** Records a change as a process of the version before does: without a seal. */
async function recordUnsealed(seller_id: string): Promise<void> {
  const older = await openTestDatabase(databaseUrl)
  await older.run(() => recordChange(change(seller_id)))
  await older.close()
}

/** Starts another process on the database, and waits until it has looked at every chain. */
async function restart(url = databaseUrl): Promise<Record<string, unknown>[]> {
  const other = await startService({ databaseUrl: url, secretKey })
  await other.service.auditHeads.settled()
  await other.close()
  return other.log
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => String(msg).startsWith('audit trails'))
}

const textOf = (key: Buffer) => key.toString('base64')

const CUT = 'its end is cut or altered: the seal does not fit'
const NONE = 'its end has no seal: the next start of the service, or db repair, seals it as it is'

test('db check finds a trail that was cut at its end with its head', async () => {
  await restart()
  const seller = await sellerWith(6)
  const other = await sellerWith(6)
  const { seller_id } = seller
  const events = await trailOf(seller)
  const last = events.length
  const of = `seller_id = '${seller_id}'`
  const cut = (count: number, more = '') =>
    `delete from audit_events where ${of} and sequence > ${last - count};
     update audit_heads set sequence = ${last - count},
       hash = '${events[last - count - 1]?.hash}' ${more} where ${of}`
  const { mac } = await headOf(other.seller_id)
  const emptied = `delete from audit_events where ${of};`
  const zeros = '0'.repeat(64)
  const original = await originalOf(databaseUrl)
  const ways: [statements: string, found: string[]][] = [
    ['select 1', []],
    [cut(1), [CUT]],
    [cut(3), [CUT]],
    [cut(1, `, sealed_sequence = ${last - 1}`), [CUT]],
    [cut(3, `, sealed_sequence = ${last - 3}`), [CUT]],
    [cut(1, `, sealed_sequence = ${last - 1}, mac = '${mac}'`), [CUT]],
    [cut(1, ', mac = null'), [NONE]],
    [cut(1, ', mac = null, sealed_sequence = null'), [NONE]],
    [cut(1, `, mac = 'AAAA=AAAAAAAA'`), ['its seal is of another SECRET_KEY']],
    [
      `${emptied} update audit_heads set sequence = 0, hash = '${zeros}', sealed_sequence = 0
       where ${of}`,
      [CUT],
    ],
    [
      `${emptied} delete from audit_heads where ${of}`,
      ['it has no chain: the next start of the service begins one'],
    ],
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

test('db check finds a chain that was computed anew, hash by hash', async () => {
  const seller = await sellerWith(3)
  const { seller_id } = seller
  let previous_hash = ''
  const statements = (await trailOf(seller)).map((event) => {
    const forged =
      event.sequence < 3 ? event : { ...event, action: 'offer.archived', previous_hash }
    const before = previous_hash
    previous_hash = hashByContract(forged, seller_id)
    return event.sequence < 3
      ? ''
      : `update audit_events set action = 'offer.archived', previous_hash = '${before}',
           hash = '${previous_hash}'
         where seller_id = '${seller_id}' and sequence = ${event.sequence};`
  })
  const head = `update audit_heads set hash = '${previous_hash}' where seller_id = '${seller_id}'`
  const spoiled = await (await originalOf(databaseUrl)).spoiled(statements.join('') + head)
  assert.deepEqual(await faultsIn(spoiled), [`${seller_id}: ${CUT}`])
  const unsealed = (await checkDatabase(spoiled)).filter(({ ok }) => !ok)
  assert.deepEqual(unsealed, [], 'the hashes alone show it')
})

test('events without a seal are whole, and sealed by the next change or start', async () => {
  for (const seal of [
    (seller_id: string) => db.run(() => recordChange(change(seller_id))),
    () => restart(),
  ]) {
    const { seller_id } = await sellerWith(2)
    await recordUnsealed(seller_id)
    await recordUnsealed(seller_id)
    const before = await headOf(seller_id)
    assert.equal(before.sealed_sequence, before.sequence - 2)
    assert.deepEqual(await faultsIn(databaseUrl), [])
    const lines = await seal(seller_id)
    const after = await headOf(seller_id)
    assert.equal(after.sealed_sequence, after.sequence)
    assert.deepEqual(await faultsIn(databaseUrl), [])
    assert.deepEqual(lines ?? [], [])
  }
})

test('a seal that does not fit is renewed by no change and by no start', async () => {
  const copy = await (await originalOf(databaseUrl)).copy()
  const own = await startService({ databaseUrl: copy, secretKey })
  const seller = await own.account()
  const { seller_id } = seller
  for (let i = 0; i < 3; i++) await seller.product()
  const events = await trailOf(seller)
  const kept = events.at(-3)
  await own.sql(
    'delete from audit_events where seller_id = ? and sequence > ?',
    ...[seller_id, String(kept?.sequence)],
  )
  await own.sql(
    'update audit_heads set sequence = ?, hash = ? where seller_id = ?',
    ...[String(kept?.sequence), kept?.hash ?? '', seller_id],
  )
  for (let i = 0; i < 4; i++) await seller.product()
  assert.deepEqual(await faultsIn(copy), [`${seller_id}: ${CUT}`])
  const lines = await restart(copy)
  assert.deepEqual(await faultsIn(copy), [`${seller_id}: ${CUT}`])
  assert.deepEqual(
    lines.map(({ level, chains, seller_ids }) => ({ level, chains, seller_ids })),
    [{ level: 'error', chains: 1, seller_ids: [seller_id] }],
  )
})

test('chains without a seal are sealed by a start alone, which says how many', async () => {
  const sellers = [await sellerWith(1), await sellerWith(1), await sellerWith(1)]
  const [one, other, third] = sellers.map(({ seller_id }) => seller_id)
  await sql('update audit_heads set mac = null, sealed_sequence = null where seller_id = ?', one)
  await sql('update audit_heads set mac = null where seller_id = ?', other)
  await sql('delete from audit_events where seller_id = ?', third)
  await sql('delete from audit_heads where seller_id = ?', third)
  for (const seller of sellers) await seller.product()
  assert.deepEqual(
    (await faultsIn(databaseUrl)).toSorted(),
    [one, other, third].map((id) => `${id}: ${NONE}`).toSorted(),
  )
  const lines = await restart()
  assert.deepEqual(
    lines.map(({ level, chains }) => ({ level, chains })),
    [{ level: 'warn', chains: 3 }],
  )
  assert.deepEqual(await faultsIn(databaseUrl), [])
  assert.deepEqual(await restart(), [])
})

test('events of a process without seals are sealed within a minute by one beside it', async () => {
  const { seller_id } = await sellerWith(1)
  await recordUnsealed(seller_id)
  const { sequence } = await headOf(seller_id)
  db.beginRequest()
  await service.service.auditHeads.round()
  assert.equal((await headOf(seller_id)).sealed_sequence, sequence)
  assert.deepEqual(await faultsIn(databaseUrl), [])
})

test('the first start of an installation says nothing about seals', async () => {
  const url = await newDatabase()
  const file = databaseFile(url)
  const cli = new CommandLine({
    DATABASE_URL: url,
    ...(!file && { SECRET_KEY: textOf(secretKey) }),
  })
  await cli.json('sellers', 'create', '--name', 'Loja')
  const first = await startService({ databaseUrl: url, secretKey: file ? undefined : secretKey })
  await first.service.auditHeads.settled()
  await first.account()
  await first.service.keys.rotate(first.clock.now())
  assert.deepEqual(
    first.log.filter((line) => line.includes('audit trails')),
    [],
  )
  const rows = await first.sql<{ n: number }>(
    'select count(*) as n from audit_heads where sealed_sequence = sequence and mac is not null',
  )
  assert.equal(Number(rows[0]?.n), 3)
  const [installation] = await first.sql<{ sequence: number }>(
    'select sequence from audit_heads where seller_id = ?',
    INSTALLATION,
  )
  assert.equal(Number(installation?.sequence), 1)
})

test('pruning takes no event that the seal names, and the chain stays sealed', async () => {
  const { seller_id } = await sellerWith(4)
  for (let i = 0; i < 6; i++) await recordUnsealed(seller_id)
  const sweep = oldAuditEvents(7)
  const now = new Date(clock.now().getTime() + 8 * 86_400_000).toISOString()
  const { sealed_sequence, sequence } = await headOf(seller_id)
  for (let gone = 0; gone < sequence; gone += 3) {
    await db.run(() => sweep.piece({ seller_id, now, limit: 3 }))
    assert.deepEqual(await faultsIn(databaseUrl), [], `${gone} of ${sequence} are gone`)
  }
  assert.ok((await headOf(seller_id)).sealed_sequence !== sealed_sequence)
})

test('keys reseal seals every chain under the new key, but for one that was cut', async () => {
  const next = randomBytes(32)
  const url = await (await originalOf(databaseUrl)).copy()
  const resealed = await openTestDatabase(url)
  const vault = new Vault(next, secretKey)
  const { complete, closed } = await reseal(resealed, vault, clock.now())
  assert.deepEqual([complete, closed], [true, []])
  assert.deepEqual(await faultsIn(url, sealsOf(new Vault(next))), [])
  const foreign = await faultsIn(url)
  assert.ok(foreign.length > 1 && foreign.every((one) => one.includes('another SECRET_KEY')))

  const own = await sqlOn(url)
  const [head] = await own<{ seller_id: string }>(
    'select seller_id from audit_heads where seller_id <> ? limit 1',
    INSTALLATION,
  )
  const id = head?.seller_id ?? ''
  await own('update audit_heads set mac = ? where seller_id = ?', 'AAAA=AAAAAAAA', id)
  const again = await reseal(resealed, new Vault(randomBytes(32), next), clock.now())
  await resealed.close()
  assert.deepEqual(again.closed, [`seal of the audit trail of ${id}`])
})

test('each chain that has grown has one line in the log of its day, and no other has', async () => {
  const own = await startService()
  const { auditHeads } = own.service
  const heads = () =>
    own.log
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ msg }) => msg === 'head of the audit trail')
      .map(({ seller_id, first_sequence, sequence, hash }) => ({
        ...{ seller_id, first_sequence, sequence, hash },
      }))
  const [one, other] = [await own.account(), await own.account()]
  const headOfTrail = async (seller: TestAccount) => {
    const last = (await trailOf(seller)).at(-1)
    const { seller_id } = seller
    return { seller_id, first_sequence: 1, sequence: last?.sequence, hash: last?.hash }
  }
  await auditHeads.round()
  await auditHeads.round()
  assert.deepEqual(heads(), [], 'before the day has ended')
  const first = [await headOfTrail(one), await headOfTrail(other)]
  own.clock.advanceMs(86_400_000)
  await auditHeads.round()
  await auditHeads.round()
  assert.deepEqual(heads(), first)
  const again = await own.login(other)
  await again.product()
  const second = await headOfTrail(again)
  own.clock.advanceMs(86_400_000)
  await auditHeads.round()
  assert.deepEqual(heads(), [...first, second])
  own.clock.advanceMs(5 * 86_400_000)
  await auditHeads.round()
  assert.deepEqual(heads(), [...first, second])
})

test('db check finds a cut trail, and names the checks it cannot do without the key', async () => {
  const seller = await sellerWith(3)
  const [before, last] = (await trailOf(seller)).slice(-2)
  const of = `seller_id = '${seller.seller_id}'`
  const url = await (await originalOf(databaseUrl)).spoiled(
    `delete from audit_events where ${of} and sequence = ${last?.sequence};
     update audit_heads set sequence = ${before?.sequence}, hash = '${before?.hash}' where ${of}`,
  )
  const cli = new CommandLine({ DATABASE_URL: url })
  const knowing = cli.with({ SECRET_KEY: textOf(secretKey) })
  const found = await knowing.run('db', 'check', '--json')
  assert.equal(found.code, 1)
  assert.match(found.err, new RegExp(`${seller.seller_id}: ${CUT}`))
  const uncheckedBy = ({ out }: { out: string }) =>
    (JSON.parse(out) as { unchecked: string[] }).unchecked
  assert.deepEqual(uncheckedBy(found), [])
  const blind = await cli.run('db', 'check', '--json')
  assert.deepEqual(uncheckedBy(blind), ['that no audit trail was truncated or rewritten'])
})
