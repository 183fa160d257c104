/** Effects of a transaction after its commit, on both engines. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { eq } from '../../db/operators.ts'
import { afterCommit, query } from '../../db/query.ts'
import type { Arguments } from '../../db/query.ts'
import { newDatabase, openTestDatabase } from '../support/engine.ts'

type Seller = { id: string }

const add = query('test_add_before_effect', (db, { sellers }, { id }: Arguments<Seller>) =>
  db.insert(sellers).values({
    id,
    name: '',
    status: 'active',
    default_currency: 'BRL',
    created_at: '',
    updated_at: '',
  }),
)

const sellerOf = query('test_seller_of_effect', (db, { sellers: t }, { id }: Arguments<Seller>) =>
  db.select({ id: t.id }).from(t).where(eq(t.id, id)),
)

const url = await newDatabase()
const db = await openTestDatabase(url)
const other = await openTestDatabase(url)

test('an effect happens once, after the commit and before its caller goes on', async () => {
  const order: string[] = []
  let seen: unknown
  await db.run(function* () {
    yield* afterCommit(() => {
      order.push('effect')
      seen = other.read(() => sellerOf({ id: 'a' }))
    })
    yield* add({ id: 'a' })
    order.push('body')
  })
  order.push('caller')
  assert.deepEqual(order, ['body', 'effect', 'caller'])
  assert.deepEqual(await seen, [{ id: 'a' }])
})

test('effects happen in order, those of a called body among them', async () => {
  const order: number[] = []
  function* piece() {
    yield* afterCommit(() => order.push(2))
  }
  await db.run(function* () {
    yield* afterCommit(() => order.push(1))
    yield* piece()
    yield* afterCommit(() => order.push(3))
  })
  assert.deepEqual(order, [1, 2, 3])
})

test('a failed body has no effect, and bodies that are run again beside it have one', async () => {
  const effects: string[] = []
  // On SQLite the three are one group, which is undone and run again.
  const all = ['b', 'failing', 'c'].map((id) =>
    db.run(function* () {
      yield* afterCommit(() => effects.push(id))
      yield* add({ id })
      if (id === 'failing') throw new Error('no')
    }),
  )
  const results = await Promise.allSettled(all)
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  assert.deepEqual(effects.toSorted(), ['b', 'c'])
})

test('a body that the commit refuses has no effect', async () => {
  const effects: string[] = []
  const twice = db.run(function* () {
    yield* afterCommit(() => effects.push('refused'))
    yield* add({ id: 'd' })
    yield* add({ id: 'd' })
  })
  await assert.rejects(twice)
  assert.deepEqual(effects, [])
})

test('an effect that fails fails its own caller only', async () => {
  const failing = db.run(function* () {
    yield* afterCommit(() => {
      throw new Error('no')
    })
    yield* add({ id: 'e' })
  })
  const next = db.run(() => add({ id: 'f' }))
  await assert.rejects(failing, { message: 'no' })
  assert.deepEqual(await next, [{}])
  assert.deepEqual(await db.read(() => sellerOf({ id: 'e' })), [{ id: 'e' }])
})

test('a body that only reads has no commit, and says so', async () => {
  await assert.rejects(
    async () => db.read(() => afterCommit(() => undefined)),
    /belongs to a transaction that writes/,
  )
})
