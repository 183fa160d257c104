/**
 * A statement that writes without `returning` gives an empty object for each row, on both engines.
 */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { eq } from '../../db/operators.ts'
import { query } from '../../db/query.ts'
import type { Arguments } from '../../db/query.ts'
import { newDatabase, openTestDatabase } from '../support/engine.ts'

type Seller = { id: string }

const add = query('test_add_once', (db, { sellers }, { id }: Arguments<Seller>) =>
  db
    .insert(sellers)
    .values({
      id,
      name: '',
      status: 'active',
      default_currency: 'BRL',
      created_at: '',
      updated_at: '',
    })
    .onConflictDoNothing(),
)

const rename = query('test_rename', (db, { sellers }, { name }: Arguments<{ name: string }>) =>
  db.update(sellers).set({ name }),
)

const remove = query('test_remove', (db, { sellers: t }, { id }: Arguments<Seller>) =>
  db.delete(t).where(eq(t.id, id)),
)

const names = query('test_names_written', (db, { sellers: t }) =>
  db.select({ name: t.name }).from(t).orderBy(t.id),
)

const db = await openTestDatabase(await newDatabase())

test('each row that was written gives one empty object', async () => {
  assert.deepEqual(await db.run(() => add({ id: 'a' })), [{}])
  assert.deepEqual(await db.run(() => add({ id: 'a' })), [])
  assert.deepEqual(await db.run(() => add({ id: 'b' })), [{}])
  assert.deepEqual(await db.run(() => rename({ name: 'Loja' })), [{}, {}])
  assert.deepEqual(await db.run(() => remove({ id: 'c' })), [])
  assert.deepEqual(await db.run(() => remove({ id: 'b' })), [{}])
})

test('a body that fails after such a statement is rolled back', async () => {
  const failing = db.run(function* () {
    yield* rename({ name: 'Outra' })
    throw new Error('no')
  })
  const other = db.run(() => add({ id: 'd' }))
  await assert.rejects(failing, { message: 'no' })
  assert.deepEqual(await other, [{}])
  assert.deepEqual(await db.read(() => names({})), [{ name: 'Loja' }, { name: '' }])
})
