/**
 * Errors of a server with nodes of its own, as Citus has them, and their effect on a connection.
 */
import assert from 'node:assert/strict'
import pg from 'pg'
import { test } from 'vitest'
import { DatabaseUnavailable } from '../../../db/database.ts'
import { openDatabase } from '../../../db/open.ts'
import { sql } from '../../../db/operators.ts'
import { PostgresDatabase } from '../../../db/postgres/database.ts'
import { ConnectionLost, translateError } from '../../../db/postgres/errors.ts'
import { query } from '../../../db/query.ts'
import type { Arguments } from '../../../db/query.ts'
import { atEnd } from '../../support/atEnd.ts'
import { newPostgres, sqlOn } from '../../support/engine.ts'

const row = { status: 'active', default_currency: 'BRL', created_at: '', updated_at: '' } as const

const add = query(
  'test_add_on_node',
  (db, { sellers }, args: Arguments<{ id: string; name: string }>) =>
    db.insert(sellers).values({ ...row, id: args.id, name: args.name }),
)

const ask = query('test_ask_node', (db, { sellers }) =>
  db.select({ id: sellers.id, found: sql`ask_node()` }).from(sellers),
)

const backend = query('test_backend_of_node', (db, { sellers }) =>
  db.select({ pid: sql<number>`pg_backend_pid()` }).from(sellers),
)

/** The worker is away for a question, and when what a seller's name says is committed. */
const standIns = `
  create sequence asked;
  grant all on sequence asked to public;
  create function ask_node() returns text language plpgsql as $$ begin
    perform nextval('asked');
    raise exception 'connection to the remote node worker1:5432 failed' using errcode = '08006';
  end $$;
  create function commit_on_node() returns trigger language plpgsql as $$ begin
    if new.name = 'error' then
      raise exception 'failed to commit on worker1:5432' using errcode = 'XX000';
    elsif new.name = 'warning' then
      raise warning 'connection not open' using errcode = '08006';
    elsif new.name = 'notice' then
      raise notice 'all is well';
    end if;
    return null;
  end $$;
  create constraint trigger commit_on_node after insert on sellers
    deferrable initially deferred for each row execute function commit_on_node()`

const url = await newPostgres()
const db = await openDatabase(url, { poolSize: 1 })
atEnd(() => db.close())
assert.ok(db instanceof PostgresDatabase)
const send = await sqlOn(url)
await send(standIns)
await db.run(() => add({ id: 'first', name: '' }))

const pid = async () => (await db.read(() => backend({})))[0]?.pid

const isUnavailable = (error: unknown) =>
  error instanceof DatabaseUnavailable && !(error instanceof ConnectionLost)

test('a node that is away is unavailable, asked once, and our connection stays', async () => {
  const before = await pid()
  await assert.rejects(async () => db.read(() => ask({})), isUnavailable)
  await assert.rejects(
    db.run(() => ask({})),
    isUnavailable,
  )
  assert.deepEqual(await send('select last_value from asked'), [{ last_value: 2 }])
  assert.equal(await pid(), before)
})

for (const name of ['error', 'warning']) {
  test(`a node that answers a commit with an ${name}: the outcome is unknown`, async () => {
    const before = await pid()
    await assert.rejects(
      db.run(() => add({ id: name, name })),
      isUnavailable,
    )
    assert.equal(await pid(), before)
  })
}

test('a mere notice at a commit changes nothing', async () => {
  assert.equal((await db.run(() => add({ id: 'notice', name: 'notice' }))).length, 1)
})

test('a connection is lost when the server says so as fatal, in whatever language', () => {
  const lost = (severity: string, code: string) => {
    const error = Object.assign(new pg.DatabaseError('', 0, 'error'), { severity, code })
    return translateError(error, 'read') instanceof ConnectionLost
  }
  for (const code of ['08006', '57P01', '25P03']) {
    for (const severity of ['FATAL', 'FATALE', 'PANIC', 'PÂNICO', 'ВАЖНО']) {
      assert.equal(lost(severity, code), true, `${severity} ${code}`)
    }
    for (const severity of ['ERROR', 'ERRO', 'ERREUR', 'ERRORE']) {
      assert.equal(lost(severity, code), false, `${severity} ${code}`)
    }
  }
  assert.equal(lost('ERROR', '23505'), false)
})
