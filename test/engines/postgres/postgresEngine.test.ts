/** Durability and atomicity of acknowledged transactions on PostgreSQL. */
import assert from 'node:assert/strict'
import { test, vi } from 'vitest'
import { DatabaseUnavailable } from '../../../db/database.ts'
import type { RunOptions } from '../../../db/database.ts'
import { openDatabase } from '../../../db/open.ts'
import { eq, sql } from '../../../db/operators.ts'
import { PostgresDatabase } from '../../../db/postgres/database.ts'
import { checkDatabase } from '../../../db/maintenance/check.ts'
import { PostgresPool } from '../../../db/postgres/pool.ts'
import { query } from '../../../db/query.ts'
import type { Arguments } from '../../../db/query.ts'
import { atEnd } from '../../support/atEnd.ts'
import { newPostgres, sqlOn } from '../../support/engine.ts'
import type { Sql } from '../../support/engine.ts'
import { onServer, ROLE, startServer, urlOf } from '../../support/postgres.ts'

type Seller = { id: string }

const add = query('test_add_row', (db, { sellers }, { id }: Arguments<Seller>) =>
  db
    .insert(sellers)
    .values({
      id,
      name: '0',
      status: 'active',
      default_currency: 'BRL',
      created_at: '',
      updated_at: '',
    })
    .returning({ id: sellers.id }),
)

const all = query('test_all_rows', (db, { sellers }) =>
  db.select({ id: sellers.id }).from(sellers).orderBy(sellers.id),
)

const count = query('test_count', (db, { sellers: t }, { id }: Arguments<Seller>) =>
  db
    .update(t)
    .set({ name: sql`cast(cast(${t.name} as integer) + 1 as text)` })
    .where(eq(t.id, id))
    .returning({ name: t.name }),
)

const call = query('test_call', (db, { sellers: t }, args: Arguments<Seller & { name: string }>) =>
  db.update(t).set({ name: args.name }).where(eq(t.id, args.id)).returning({ id: t.id }),
)

const durability = query('test_durability', (db, { sellers }) =>
  db.select({ setting: sql<string>`current_setting('synchronous_commit')` }).from(sellers).limit(1),
)

/** Occupies its connection for so long. */
const rest = query('test_rest', (db, { sellers }, args: Arguments<{ seconds: number }>) =>
  db
    .select({ id: sellers.id, slept: sql`pg_sleep(${args.seconds})` })
    .from(sellers)
    .limit(1),
)

async function open(url: string, poolSize = 10): Promise<PostgresDatabase> {
  const db = await openDatabase(url, { poolSize })
  atEnd(() => db.close())
  if (!(db instanceof PostgresDatabase)) throw new Error('It is another engine.')
  return db
}

async function newDatabase() {
  const url = await newPostgres()
  const db = await open(url)
  return { url, db, sql: await sqlOn(url) }
}

/** The server process that runs `rest`, as soon as there is one. */
async function processAtRest(sql: Sql): Promise<number> {
  for (;;) {
    const [found] = await sql<{ pid: number }>(`select pid from pg_stat_activity
      where datname = current_database() and wait_event = 'PgSleep'`)
    if (found) return found.pid
  }
}

const ids = async (db: PostgresDatabase) => (await db.read(() => all({}))).map(({ id }) => id)

test('only a transaction that can wait commits without waiting for the disk', async () => {
  const db = await open(await newPostgres(), 1)
  await db.run(() => add({ id: 'a' }))
  const setting = async (options?: RunOptions) =>
    (await db.run(() => durability({}), options))[0]?.setting
  assert.deepEqual(
    [await setting(), await setting({ canWait: true }), await setting()],
    ['on', 'off', 'on'],
  )
})

test('an error rolls back its own transaction, and the connection is used again', async () => {
  const { db } = await newDatabase()
  const failing = db.run(function* () {
    yield* add({ id: 'a' })
    throw new Error('no')
  })
  await assert.rejects(failing, { message: 'no' })
  assert.deepEqual(await db.run(() => add({ id: 'b' })), [{ id: 'b' }])
  assert.deepEqual(await ids(db), ['b'])
})

test('transactions that block each other are run again, and each is done once', async () => {
  const { url, db, sql } = await newDatabase()
  await sql(`alter database ${new URL(url).pathname.slice(1)} set deadlock_timeout = '5ms'`)
  await db.run(() => add({ id: 'a' }))
  await db.run(() => add({ id: 'b' }))
  const other = await open(url)
  let attempts = 0
  const body = (first: string, second: string) =>
    function* () {
      attempts++
      yield* count({ id: first })
      yield* count({ id: second })
    }
  const done = Array.from({ length: 20 }, () => [
    other.run(body('a', 'b')),
    other.run(body('b', 'a')),
  ]).flat()
  const results = await Promise.allSettled(done)
  const committed = results.filter(({ status }) => status === 'fulfilled').length
  for (const result of results) {
    assert.ok(result.status === 'fulfilled' || result.reason instanceof DatabaseUnavailable)
  }
  const rows = await sql('select name from sellers order by id')
  assert.deepEqual(rows, [{ name: String(committed) }, { name: String(committed) }])
  assert.ok(committed > 0 && attempts > results.length, `${attempts} attempts`)
})

test('a commit that the synchronous standby has not confirmed is not acknowledged', async () => {
  // A server of its own: every commit on it is to wait.
  const server = await startServer()
  atEnd(() => server.remove())
  const db = await open(server.url)
  await onServer(server.url, async (client) => {
    await client.query(`alter system set synchronous_standby_names = 'absent'`)
    await client.query('select pg_reload_conf()')
    const waiting = `select pid from pg_stat_activity where wait_event = 'SyncRep'`
    let found: { pid: number }[] = []
    let ended: unknown
    let writing = Promise.resolve()
    // The server takes the setting up in its own time: until then a commit does not wait.
    for (let id = 0; found.length === 0; id++) {
      ended = undefined
      writing = db
        .run(() => add({ id: String(id) }))
        .then(
          () => void (ended = 'acknowledged'),
          (error: unknown) => void (ended = error),
        )
      while (found.length === 0 && ended === undefined) {
        found = (await client.query<{ pid: number }>(waiting)).rows
      }
    }
    // The server then reports success, with a warning: committed here, but nowhere else.
    await client.query('select pg_cancel_backend($1)', [found[0]?.pid])
    await writing
    assert.ok(ended instanceof DatabaseUnavailable, String(ended))
  })
})

test('no more connections are held than DATABASE_CONNECTIONS allows', async () => {
  const { url, db: first, sql } = await newDatabase()
  await first.run(() => add({ id: 'a' }))
  await first.close()
  const db = await open(url, 3)
  await Promise.all(Array.from({ length: 30 }, () => db.read(() => rest({ seconds: 0.001 }))))
  const [held] = await sql(`select count(*) as count from pg_stat_activity
    where datname = current_database() and usename = '${ROLE}'`)
  assert.deepEqual(held, { count: 3 })
})

test('the open connections do the work where the server takes no more', async () => {
  const url = await newPostgres()
  const sql = await sqlOn(url)
  const role = `balcao_few_${crypto.randomUUID().slice(0, 8).replaceAll('-', '')}`
  await sql(`create role ${role} login password '${role}' connection limit 3 in role ${ROLE}`)
  const warned: object[] = []
  const db = await openDatabase(urlOf(url, new URL(url).pathname.slice(1), role), {
    poolSize: 9,
    warn: (facts, message) => warned.push({ ...facts, message }),
  })
  try {
    await db.run(() => add({ id: 'a' }))
    await Promise.all(Array.from({ length: 30 }, () => db.run(() => count({ id: 'a' }))))
    assert.deepEqual(await sql('select name from sellers'), [{ name: '30' }])
    assert.match(JSON.stringify(warned[0]), /too many connections .*"connection refused"/)
  } finally {
    await db.close()
    await sql(`drop role ${role}`)
  }
})

test('a server whose connections are all lent for too long is not taken for away', async (t) => {
  const pool = new PostgresPool([await newPostgres()], 1)
  t.onTestFinished(() => pool.close())
  await pool.use(async () => undefined)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  t.onTestFinished(() => void vi.useRealTimers())
  const work = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const first = pool.use(() => {
    begun.resolve()
    return work.promise
  })
  // The connection is idle still when this one asks for it.
  const refused = assert.rejects(
    pool.use(async () => undefined),
    /timeout exceeded/,
  )
  await begun.promise
  vi.advanceTimersByTime(5_000)
  await refused
  work.resolve()
  await first
  assert.equal(await pool.use(async () => 'served'), 'served')
})

test('a connection that breaks fails its own request only', async () => {
  const { db, sql } = await newDatabase()
  await db.run(() => add({ id: 'a' }))
  const broken = assert.rejects(
    db.read(() => rest({ seconds: 30 })),
    DatabaseUnavailable,
  )
  await sql('select pg_terminate_backend(?)', await processAtRest(sql))
  await broken
  assert.deepEqual(await ids(db), ['a'])
})

test('a connection in an open transaction, as by a canceled rollback, is closed', async (t) => {
  const pool = new PostgresPool([await newPostgres()], 1)
  t.onTestFinished(() => pool.close())
  const work = pool.use(async (client) => {
    await client.query('begin')
    await client.query('select 1 / 0')
  })
  await assert.rejects(work, /division by zero/)
  const { rowCount } = await pool.use((client) => client.query('select 1'))
  assert.equal(rowCount, 1)
})

test('connections that the server ends while they are idle are replaced, unnoticed', async () => {
  const { db, sql } = await newDatabase()
  const end = async () => {
    await Promise.all(Array.from({ length: 5 }, () => db.read(() => all({}))))
    await sql(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and usename = '${ROLE}'`)
  }
  await end()
  assert.deepEqual(await ids(db), [])
  await end()
  assert.deepEqual(await db.run(() => add({ id: 'a' })), [{ id: 'a' }])
})

test('the server ends a statement that takes too long, or waits too long for a lock', async () => {
  const { db } = await newDatabase()
  const shown = async (name: string) => (await db.query({ text: `show ${name}` })).rows[0]
  assert.deepEqual(await shown('statement_timeout'), { statement_timeout: '10s' })
  assert.deepEqual(await shown('lock_timeout'), { lock_timeout: '5s' })
  const { idle_in_transaction_session_timeout: idle } = (await shown(
    'idle_in_transaction_session_timeout',
  )) as Record<string, string>
  assert.equal(idle, '15s')
})

test('a statement that the server ended is an unavailable database, not a fault', async () => {
  const { db, sql } = await newDatabase()
  await db.run(() => add({ id: 'a' }))
  const ended = assert.rejects(
    db.read(() => rest({ seconds: 30 })),
    DatabaseUnavailable,
  )
  await sql('select pg_cancel_backend(?)', await processAtRest(sql))
  await ended
})

test('the error of a statement does not repeat the values to be stored', async () => {
  const { db } = await newDatabase()
  await db.run(() => add({ id: 'hunter2' }))
  const error = await db.run(() => add({ id: 'hunter2' })).catch((reason: unknown) => reason)
  assert.ok(error instanceof Error && !(error instanceof DatabaseUnavailable))
  assert.match(error.message, /test_add_row: 23505: .*sellers_pkey/)
  const mistaken = await db
    .run(() => count({ id: 'hunter2' }))
    .then(() => db.run(() => call({ id: 'hunter2', name: 'swordfish' })))
    .then(() => db.run(() => count({ id: 'hunter2' })))
    .catch((reason: unknown) => reason)
  assert.ok(mistaken instanceof Error)
  assert.equal(mistaken.message, 'test_count: 22P02')
  const everything = [error, mistaken].flatMap((one) => [
    one.message,
    one.stack,
    JSON.stringify(one),
    String(one.cause),
  ])
  assert.doesNotMatch(everything.join(), /hunter2|swordfish/)
})

test('a role that may only read and write rows starts on a schema that is up to date', async () => {
  const { url, sql } = await newDatabase()
  const reader = `reader_${new URL(url).pathname.slice(6, 16)}`
  await sql(`create role ${reader} login password '${reader}'`)
  await sql(`grant usage on schema public, drizzle to ${reader}`)
  await sql(`grant select, insert, update, delete on all tables in schema public to ${reader}`)
  await sql(`grant select on all tables in schema drizzle to ${reader}`)
  try {
    const db = await open(urlOf(url, new URL(url).pathname.slice(1), reader))
    assert.deepEqual(await db.run(() => add({ id: 'a' })), [{ id: 'a' }])
    await db.close()
  } finally {
    await sql(`drop owned by ${reader}`)
    await sql(`drop role ${reader}`)
  }
})

for (const end of ['pg_terminate_backend', 'pg_cancel_backend']) {
  test(`a check of the database that ${end} ends calls nothing broken`, async () => {
    const url = await newPostgres()
    const [holder, other] = [await sqlOn(url), await sqlOn(url)]
    await holder('begin')
    await holder('lock table sellers in access exclusive mode')
    const refused = assert.rejects(checkDatabase(url), /administrator command|user request/)
    const ended = `select ${end}(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    let done: object[] = []
    while (done.length === 0) done = await other(ended)
    await holder('rollback')
    await refused
  })
}

test('closing waits for the transactions that were accepted', async () => {
  const { url, db } = await newDatabase()
  const writing = db.run(() => add({ id: 'a' }))
  await db.close()
  await writing
  assert.deepEqual(await ids(await open(url)), ['a'])
})

test('each of several hosts has its own reason, and the password is in none', async () => {
  const error = await openDatabase('postgres://u:hunter2@127.0.0.1:1,127.0.0.2:1/x').catch(
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof DatabaseUnavailable)
  const reasons = ['127.0.0.1:1', '127.0.0.2:1'].map(
    (host) => `${host}: connect ECONNREFUSED ${host}`,
  )
  assert.equal(error.message, `No primary answers: ${reasons.join('; ')}`)
})

test('a server that is not there is reported at once, without the password', async () => {
  const error = await openDatabase('postgres://u:hunter2@127.0.0.1:1/x').catch(
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof DatabaseUnavailable)
  assert.match(error.message, /ECONNREFUSED/)
  assert.doesNotMatch(`${error.message} ${error.stack}`, /hunter2/)
})
