/** The last statements of transactions, once for each batch: those of the audit trail. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { DatabaseUnavailable } from '../../../db/database.ts'
import { checkDatabase } from '../../../db/maintenance/check.ts'
import { beforeCommit, query } from '../../../db/query.ts'
import type { Arguments } from '../../../db/query.ts'
import { openSqlite } from '../../../db/sqlite/open.ts'
import { recordChange } from '../../../domain/audit/record.ts'
import { renameActor } from '../../../domain/audit/rewriting.ts'
import { newDatabase } from '../../support/engine.ts'
import { startService } from '../../support/service.ts'
import { add, ids, newFile } from '../../support/sqliteFile.ts'

const databaseUrl = await newDatabase()
const service = await startService({ databaseUrl })
const { db, clock, sql } = service

const commits = () => db.stats()['commit_groups_total'] ?? 0

type Event = { sequence: number; actor_name: string }

const eventsOf = (seller_id: string, actor_id: string) =>
  sql<Event>(
    `select sequence, actor_name from audit_events
     where seller_id = ? and actor_id = ? order by sequence`,
    seller_id,
    actor_id,
  )

const changeBy = (seller_id: string, actor_id: string) => {
  const client = { id: actor_id, client_id: actor_id, name: 'Loja', generation: 1 }
  const actor = { type: 'api_client', ...client } as const
  const [action, now] = ['product.archived', clock.now()] as const
  return db.run(() => recordChange({ seller_id, actor, action, target: 'prod_1', now }))
}

async function assertWhole(): Promise<void> {
  const faults = await checkDatabase(databaseUrl, { auditSeals: db.auditSeals })
  assert.deepEqual(
    faults.filter(({ ok }) => !ok),
    [],
  )
}

test('changes that are committed together are sealed once, in one whole chain', async (t) => {
  const { seller_id } = await service.account()
  const seals = db.auditSeals
  if (!seals) throw new Error('There are no seals.')
  t.onTestFinished(() => void (db.auditSeals = seals))
  let sealed = 0
  db.auditSeals = {
    ...seals,
    seal(place) {
      sealed += 1
      return seals.seal(place)
    },
  }
  const before = commits()
  await Promise.all(Array.from({ length: 10 }, () => changeBy(seller_id, 'client_many')))
  assert.equal(sealed, commits() - before)
  const sequences = (await eventsOf(seller_id, 'client_many')).map(({ sequence }) => sequence)
  const [first = NaN] = sequences
  assert.deepEqual(
    sequences,
    Array.from({ length: 10 }, (_, i) => first + i),
  )
  await assertWhole()
})

test('a name is taken out of the changes of its own batch as well', async () => {
  const { seller_id } = await service.account()
  const actor_id = 'client_renamed'
  await Promise.all([
    changeBy(seller_id, actor_id),
    db.run(() => renameActor({ seller_id, actor_id, actor_name: '-' })),
  ])
  const names = (await eventsOf(seller_id, actor_id)).map(({ actor_name }) => actor_name)
  assert.deepEqual(names, ['-'])
  await assertWhole()
})

test('endings of a batch run once, and one that fails undoes its own transaction', async () => {
  const file = openSqlite(newFile(), { batchDurationMs: Infinity })
  const runs: string[][] = []
  const keep = beforeCommit<{ id: string }>(function* (items) {
    runs.push(items.map(({ id }) => id))
    if (items.some(({ id }) => id === 'bad')) throw new Error('refused')
    for (const { id } of items) yield* add({ id: `${id} ended` })
  })
  const write = (id: string) =>
    file.run(function* () {
      yield* keep({ id })
      yield* add({ id })
    })
  await Promise.all(['a', 'b'].map(write))
  assert.deepEqual(runs, [['a', 'b']])
  const results = await Promise.allSettled(['c', 'bad', 'd'].map(write))
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  assert.deepEqual(runs.slice(1), [['c', 'bad', 'd'], ['c'], ['bad'], ['d']])
  const stored = ['a', 'b', 'c', 'd'].flatMap((id) => [id, `${id} ended`])
  assert.deepEqual((await ids(file)).toSorted(), stored)
  await file.close()
})

/** As `add` without an answer: when such a row has no room SQLite undoes the transaction. */
const addUnanswered = query(
  'test_add_unanswered',
  (db, { sellers }, { id }: Arguments<{ id: string }>) =>
    db.insert(sellers).values({
      id,
      name: 'Loja',
      status: 'active',
      default_currency: 'BRL',
      created_at: '',
      updated_at: '',
    }),
)

test('endings without room are answered as a full disk, however SQLite undoes them', async () => {
  const file = openSqlite(newFile(), { batchDurationMs: Infinity })
  const long = (id: string) => id.padEnd(100_000, '.')
  const pragma = (text: string) => Number(file.client.pragma(text, { simple: true }))
  const most = pragma('max_page_count')
  for (const addInEnding of [add, addUnanswered]) {
    const keep = beforeCommit<{ id: string }>(function* (items) {
      for (const { id } of items) yield* addInEnding({ id: long(id) })
    })
    const write = (id: string) =>
      file.run(function* () {
        yield* keep({ id })
        yield* add({ id })
      })
    const before = await ids(file)
    pragma(`max_page_count = ${pragma('page_count')}`)
    for (const result of await Promise.allSettled(['a', 'b'].map(write))) {
      assert.ok(result.status === 'rejected' && result.reason instanceof DatabaseUnavailable)
    }
    pragma(`max_page_count = ${most}`)
    assert.deepEqual(await ids(file), before)
    const id = String(before.length)
    await write(id)
    assert.deepEqual(await ids(file), [...before, id, long(id)])
  }
  await file.close()
})
