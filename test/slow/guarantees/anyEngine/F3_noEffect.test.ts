/** The whole database before and after each refusal of each operation. */
import assert from 'node:assert/strict'
import { atEnd } from '../../../support/atEnd.ts'
import { engine } from '../../../support/engine.ts'
import { control, long, property } from '../../../support/property.ts'
import { startService } from '../../../support/service.ts'
import type { TestService } from '../../../support/service.ts'
import { Asker, operation } from '../../../guarantees/support/asked.ts'
import { tearTransactions } from '../../../guarantees/support/breakage.ts'
import { codeIn, operations } from '../../../guarantees/support/judge.ts'
import type { Op } from '../../../guarantees/support/judge.ts'
import { differences, granted, sceneOf } from '../../../guarantees/support/refusals.ts'
import type { Difference, Scene } from '../../../guarantees/support/refusals.ts'
import type { WireAnswer } from '../../../guarantees/support/wire.ts'

const TRIES = 200

/** The short form spends the limits of every tenth operation, and asks in the first way alone. */
const EVERY_LIMIT = long ? 1 : 10
const MOST_WAYS = long ? Infinity : 1
const RATE_LIMIT = 40

/** Tables that a refused request may change, and why. */
const exceptions: Record<string, string> = {
  usage_limits: 'It counts what each client and each address has asked for.',
}

const quiet = { logLevel: 'warn' } as const
const service = await startService(quiet)
const limited = await startService(
  { ...quiet, rateLimit: RATE_LIMIT, authFailureLimit: 1 },
  { headersTimeoutMs: 200, requestTimeoutMs: 200, timeoutCheckMs: 10 },
)
const live = await startService({ ...quiet, mode: 'live' })
const spoilt = await startService(quiet)

// Work in the background changes rows of its own, whatever is refused meanwhile.
for (const on of [service, limited, live, spoilt]) {
  const { sweeper, rail, webhooks } = on.service
  await Promise.all([sweeper.stop(), rail.stop(), webhooks.stop(0)])
  if (engine === 'postgres') await countWrites(on)
}

/** Every row of every table, as text. */
async function everyRow({ sql }: TestService): Promise<string[]> {
  const tables = await sql<{ name: string }>(
    engine === 'postgres'
      ? "select table_name as name from information_schema.tables where table_schema = 'public'"
      : "select name from sqlite_master where type = 'table'",
  )
  const names = tables.map(({ name }) => name).filter((name) => !Object.hasOwn(exceptions, name))
  if (engine === 'postgres') {
    // A single statement, since each has to go to the server and back.
    const each = names.map((name) => `select '${name}: ' || to_json(t)::text as row from ${name} t`)
    const rows = await sql<{ row: string }>(each.join(' union all '))
    return rows.map(({ row }) => row)
  }
  const rows = await Promise.all(
    names.map(async (name) =>
      (await sql(`select * from ${name}`)).map((row) => `${name}: ${JSON.stringify(row)}`),
    ),
  )
  return rows.flat()
}

/**
 * Counts the rows that statements write, also those of transactions that are rolled back:
 * PostgreSQL has no such count of one database, and reading all rows around each request took
 * three quarters of the time.
 */
async function countWrites({ sql }: TestService): Promise<void> {
  const excepted = Object.keys(exceptions).map((name) => `'${name}'`)
  await sql('create sequence test_writes')
  await sql(`create function test_count_write() returns trigger
    language plpgsql security definer as $$
    begin perform nextval('test_writes'); return null; end $$`)
  await sql(`do $$ declare name text; begin
    for name in select tablename from pg_tables
      where schemaname = 'public' and tablename not in (${excepted.join()})
    loop
      execute format('create trigger test_count_write after insert or update or delete on %I
        for each row execute function test_count_write()', name);
      execute format('create trigger test_count_truncation after truncate on %I
        for each statement execute function test_count_write()', name);
    end loop; end $$`)
}

/** The rows that were inserted, updated or deleted. */
async function changesOf({ sql }: TestService): Promise<number> {
  const [row] = await sql<{ changes: number }>(
    engine === 'postgres'
      ? 'select (last_value + is_called::int)::int as changes from test_writes'
      : // The database is in the memory of this connection: no other one can change it.
        'select total_changes() as changes',
  )
  return row?.changes ?? assert.fail('no count of writes')
}

type DatabaseState = { rows: Set<string>; changes: number }

/** The rows after the last request, which the next one must leave as they are. */
const stored = new Map<TestService, DatabaseState>()

/** The rows now: they are read again only where a statement has changed some since. */
async function storedNow(on: TestService): Promise<DatabaseState> {
  const last = stored.get(on)
  const changes = await changesOf(on)
  if (last && changes === last.changes) return last
  const now = { rows: new Set(await everyRow(on)), changes }
  stored.set(on, now)
  return now
}

/**
 * Asserts that a refused request adds no row to the database and takes none away.
 *
 * @param ask sends the request, and resolves with true when it was refused
 * @returns the same; a request that was granted after all may have had an effect
 */
async function assertNoEffect(
  on: TestService,
  what: string,
  ask: () => Promise<boolean>,
): Promise<boolean> {
  const before = stored.get(on) ?? (await storedNow(on))
  const refused = await ask()
  const after = await storedNow(on)
  const changed = after.rows.symmetricDifference(before.rows)
  if (refused) assert.deepEqual([...changed], [], what)
  return refused
}

/** An account on a service, all that it has, and a client of it that may do next to nothing. */
async function stageOf(on: TestService) {
  const account = await on.account()
  const asker = new Asker(on, account)
  atEnd(async () => asker.wire.close())
  const scene = await sceneOf(account)
  await asker.renew()
  const narrow = new Map<boolean, string>()
  for (const reads of [true, false]) {
    const { token } = await scene.seller.restrictedTo([reads ? 'customers:read' : 'products:read'])
    narrow.set(reads, token)
  }
  // The use of a client is noted later on, and belongs to the stage, not to a request.
  const hour = `${on.clock.now().toISOString().slice(0, 13)}:00:00.000Z`
  const used = async () =>
    (await on.sql('select id from api_clients where last_used_at = ?', hour)).length
  while ((await used()) < 1 + narrow.size) await new Promise(setImmediate)
  stored.delete(on)
  return { on, asker, scene, narrow }
}

type Stage = Awaited<ReturnType<typeof stageOf>>

/** Sends what differs from a granted request, and returns the answer. */
function send({ asker, scene, narrow }: Stage, op: Op, how: Difference): Promise<WireAnswer> {
  const made = granted(op, scene)
  const { right = 'own', method = op.method, suffix = '', text } = how
  const own = right === 'narrow' ? 'own' : right
  const request = asker.request(
    op,
    {
      path: { ...made.path, ...how.path },
      query: { ...made.query, ...how.query },
      headers: { ...made.headers, ...how.headers },
      ...((how.body ?? made.body) ? { body: how.body ?? made.body } : {}),
    },
    own,
  )
  const token = narrow.get(!op.scopes.includes('customers:read'))
  const typed = request.headers?.some(([name]) => name === 'Content-Type')
  const headers = (request.headers ?? []).map(([name, value]) =>
    right === 'narrow' && name === 'Authorization'
      ? ([name, `Bearer ${token}`] as const)
      : ([name, value] as const),
  )
  const type =
    text === undefined || typed || !op.body ? [] : [['Content-Type', op.body.type] as const]
  return asker.wire.request({
    method,
    path: request.path + suffix,
    headers: [...headers, ...type],
    body: text ?? request.body,
  })
}

/** The codes that an operation lists for its refusals, `page` where it answers with one. */
const refusalsOf = ({ responses }: Op) =>
  Object.entries(responses)
    .filter(([status]) => status.startsWith('4'))
    .flatMap(([, { content = {} }]) =>
      Object.values(content).flatMap(({ examples = {} }) => Object.keys(examples)),
    )

type Refusal = { op: Op; code: string; how: Difference }

/** Spends a second's share at once: what waits for caches to expire would never come to its end. */
const spend = ({ scene }: Stage) =>
  Promise.all(Array.from({ length: RATE_LIMIT }, () => scene.seller.get('/v1/me')))

/** Asserts one refusal; where a limit may let some through, those before it are not looked at. */
async function assertRefused(stage: Stage, { op, code, how }: Refusal): Promise<void> {
  let answer: WireAnswer | undefined
  const ask = async () => {
    answer = await send(stage, op, how)
    return code === 'page'
      ? answer.status === 404
      : answer.status >= 400 && codeIn(answer.text)?.code === code
  }
  const what = `${op.id} ${code} ${JSON.stringify(how).slice(0, 200)}`
  for (let i = 0; i < (how.on === 'limited' ? TRIES : 1); i++) {
    if (code === 'too_many_requests') await spend(stage)
    if (how.on === 'limited' && !(await ask())) {
      // The request was granted, and may have had an effect.
      stored.delete(stage.on)
      continue
    }
    if (await assertNoEffect(stage.on, what, ask)) return
  }
  assert.fail(`${what}: ${answer?.status} ${answer?.text}`)
}

/** Every way to be refused so, also with a key that would make the request repeatable. */
function waysOf(op: Op, code: string, scene: Scene): Difference[] {
  const ways = differences(op, code, scene).filter(
    (how) => code !== 'invalid_cursor' || isCursorOf(op, how),
  )
  const takesKey = op.parameters.some(({ name }) => name === 'Idempotency-Key')
  const keyed = ways
    .filter(({ headers, method }) => takesKey && !headers && !method)
    .map((how) => ({ ...how, headers: { 'Idempotency-Key': crypto.randomUUID() } }))
  return [...ways, ...keyed]
}

/** A list is walked by ids of its own kind. */
const isCursorOf = (op: Op, { query }: Difference): boolean => {
  const cursor = String(query?.['starting_after'] ?? '')
  const pattern = op.parameters.find(({ name }) => name === 'starting_after')?.schema.pattern ?? ''
  return cursor === 'x' || new RegExp(pattern).test(cursor)
}

/** Asserts that requests which never become whole have no effect, of all operations at once. */
async function assertTimeouts(stage: Stage): Promise<number> {
  const code = 'request_timeout'
  const found = await assertNoEffect(stage.on, code, async () => {
    const codes = await Promise.all(
      operations.map(async (op) => {
        const [how = {}] = waysOf(op, code, stage.scene)
        return codeIn((await send(stage, op, how)).text)?.code
      }),
    )
    return codes.every((one) => one === code)
  })
  assert.ok(found, 'not all are told that they take too long')
  return operations.length
}

property('F3', async () => {
  const stages = {
    here: await stageOf(service),
    limited: await stageOf(limited),
    live: await stageOf(live),
  }
  let [refusals, requests] = [0, 0]
  for (const [n, op] of operations.entries()) {
    for (const code of refusalsOf(op)) {
      const ways = waysOf(op, code, stages.here.scene)
      assert.ok(ways.length > 0, `nothing here asks for ${op.id} ${code}`)
      refusals++
      for (const [i, { on = 'here', slow }] of ways.slice(0, MOST_WAYS).entries()) {
        // Requests that wait are all sent at once, below.
        if (slow || (on === 'limited' && n % EVERY_LIMIT !== 0)) continue
        // Each service has ids of its own.
        const how = waysOf(op, code, stages[on].scene)[i] ?? {}
        await assertRefused(stages[on], { op, code, how })
        requests++
      }
    }
  }
  requests += await assertTimeouts(stages.limited)
  return (
    `0 rows changed by ${requests} requests for the ${refusals} refusals of ` +
    `${operations.length} operations`
  )
})

/** Asks for one refusal of a service that is spoiled in some way. */
async function spoiled(
  [id, code]: [id: string, code: string],
  spoil: (stage: Stage) => void,
): Promise<void> {
  const stage = await stageOf(spoilt)
  spoil(stage)
  const op = operation(id)
  for (const how of waysOf(op, code, stage.scene)) await assertRefused(stage, { op, code, how })
}

/** Has something done to the database whenever something is asked. */
const meanwhile =
  (statement: string) =>
  ({ on, asker }: Stage) => {
    const { wire } = asker
    const request = wire.request.bind(wire)
    wire.request = async (wanted) => {
      await on.sql(statement, on.clock.advanceMs(1).toISOString())
      return request(wanted)
    }
  }

control('F3', 'a refused change is noted in its product', () =>
  spoiled(
    ['updateOffer', 'default_offer_cannot_be_disabled'],
    meanwhile('update products set updated_at = ?'),
  ),
)

control('F3', 'a refused payment leaves an event', () =>
  spoiled(
    ['sandboxPayCheckout', 'checkout_not_open'],
    meanwhile(`insert into events (seller_id, id, type, data, created_at)
      select id, ?, 'payment.declined', '{}', created_at from sellers`),
  ),
)

control('F3', 'each statement is committed by itself', () =>
  spoiled(['createCustomer', 'customer_email_already_exists'], ({ on }) => tearTransactions(on.db)),
)
