/** The last statements of a transaction, on both engines. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { eq } from '../../db/operators.ts'
import { afterCommit, beforeCommit, query } from '../../db/query.ts'
import type { Arguments } from '../../db/query.ts'
import { newDatabase, openTestDatabase } from '../support/engine.ts'

type Seller = { id: string; name: string }

const add = query('test_add_before_commit', (db, { sellers }, args: Arguments<Seller>) =>
  db.insert(sellers).values({
    id: args.id,
    name: args.name,
    status: 'active',
    default_currency: 'BRL',
    created_at: '',
    updated_at: '',
  }),
)

const sellerOf = query(
  'test_seller_before_commit',
  (db, { sellers: t }, { id }: Arguments<Pick<Seller, 'id'>>) =>
    db.select({ name: t.name }).from(t).where(eq(t.id, id)),
)

const db = await openTestDatabase(await newDatabase())

const namesOf = async (id: string) =>
  (await db.read(() => sellerOf({ id }))).map(({ name }) => name)

test('the ending runs once, after the body, with all that the body has kept', async () => {
  const runs: unknown[] = []
  const keep = beforeCommit<Seller>(function* (items) {
    runs.push({ items, found: yield* sellerOf({ id: 'body' }) })
    for (const item of items) yield* add(item)
  })
  const [first, second] = [
    { id: 'a', name: 'kept first' },
    { id: 'b', name: 'kept second' },
  ]
  await db.run(function* () {
    yield* keep(first)
    yield* add({ id: 'body', name: 'after the first' })
    yield* keep(second)
  })
  assert.deepEqual(runs, [{ items: [first, second], found: [{ name: 'after the first' }] }])
  assert.deepEqual(await namesOf('a'), ['kept first'])
  assert.deepEqual(await namesOf('b'), ['kept second'])
})

test('an ending that fails undoes the body, and has no effect after the commit', async () => {
  const effects: string[] = []
  const keep = beforeCommit<Seller>(function* (items) {
    for (const item of items) yield* add(item)
    throw new Error('no')
  })
  const failing = db.run(function* () {
    yield* afterCommit(() => effects.push('body'))
    yield* keep({ id: 'c', name: '' })
    yield* add({ id: 'd', name: '' })
  })
  await assert.rejects(failing, { message: 'no' })
  assert.deepEqual([await namesOf('c'), await namesOf('d'), effects], [[], [], []])
})

test('a body that is run again leaves nothing of its first attempt for the end', async () => {
  const kept: string[] = []
  const effects: string[] = []
  const keep = beforeCommit<Seller>(function* (items) {
    for (const item of items) yield* add(item)
    yield* afterCommit(() => kept.push(...items.map(({ id }) => id)))
  })
  // On SQLite the three are one group, which is undone and run again.
  const all = ['e', 'failing', 'f'].map((id) =>
    db.run(function* () {
      yield* keep({ id, name: '' })
      yield* afterCommit(() => effects.push(id))
      yield* add({ id: `body of ${id}`, name: '' })
      if (id === 'failing') throw new Error('no')
    }),
  )
  const results = await Promise.allSettled(all)
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  assert.deepEqual(
    [kept.toSorted(), effects.toSorted()],
    [
      ['e', 'f'],
      ['e', 'f'],
    ],
  )
  assert.deepEqual(await namesOf('failing'), [])
})

test('a body that only reads has no ending, and says so', async () => {
  const keep = beforeCommit<Seller>(function* () {})
  await assert.rejects(
    async () => db.read(() => keep({ id: 'g', name: '' })),
    /belongs to a transaction that writes/,
  )
})
