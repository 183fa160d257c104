/** The cost of a statement does not grow with the data: each finds its rows by an index. */
import assert from 'node:assert/strict'
import SQLite from 'better-sqlite3'
import { test } from 'vitest'
import { databaseFile } from '../../db/databaseUrl.ts'
import { layouts } from '../../db/maintenance/layout.ts'
import { and, asc, eq, gt, sql as sqlOf } from '../../db/operators.ts'
import { buildForPostgres } from '../../db/postgres/builder.ts'
import type { QueryDefinition } from '../../db/query.ts'
import { buildForSqlite } from '../../db/sqlite/builder.ts'
import { compiled } from '../../db/statement.ts'
import { engine, newDatabase, sqlOn } from '../support/engine.ts'
import { serviceQueries } from '../support/serviceQueries.ts'

/**
 * Statements that look at a whole table or at all rows of a seller, which are few, or by hand only.
 */
const exceptions: Record<string, string> = {
  signing_keys_newest_first: 'there are two or three keys',
  webhook_keys_newest_first: 'there are two at most',
  checkouts_to_cancel_before: 'it sorts what a minute has left unmarked',
  checkouts_to_cancel_of_customer_before: 'it sorts what a minute has left unmarked',
  unopened_checkouts_before: 'it sorts what a minute has left unmarked',
  unopened_checkouts_of_customer_before: 'it sorts what a minute has left unmarked',
  count_open_sessions_by_link: 'it counts what its index has found, which has a limit',
  count_places_held_by_network: 'it counts what its index has found, which has a limit',
  checkouts_to_expire_before: 'it sorts what a minute has left unmarked',
  checkouts_to_expire_of_customer_before: 'it sorts what a minute has left unmarked',
  checkout_of_newest_charge: 'it reads one row',
  count_mails_to_address: 'it counts what its index has found, which has a limit',
  mails_about: 'it sorts the mails about one object, of which each reader has one',
  count_open_sessions_of_link: 'it counts what its index has found, which has a limit',
  clock_offset: 'there is one row',
  add_search_terms: 'it groups the terms that it is given',
  customer_ids_by_search_terms: 'it reads what each of its parts has found, which have a limit',
  ids_by_search_terms_among: 'it reads what each of its parts has found of listed objects',
  objects_with_search_terms: 'it reads what each of its parts has found of listed objects',
  ids_by_search_terms: 'it reads what each of its parts has found, which have a limit',
  installation: 'there is one row',
  audit_heads_beyond_their_seal: 'a seller has one, and it is looked for once a minute',
  any_checkout: 'it reads one row',
  ping: 'it reads one row',
  seals_of_signing_keys: 'the start asks which keys have sealed what there is',
  seals_of_webhook_keys: 'the start asks which keys have sealed what there is',
  seals_of_webhook_secrets: 'the start asks which keys have sealed what there is',
  seals_of_previous_webhook_secrets: 'the start asks which keys have sealed what there is',
  seals_of_bank_secrets: 'the start asks which keys have sealed what there is',
  seals_of_bank_keys: 'the start asks which keys have sealed what there is',
  seals_of_bank_profile_values: 'the start asks which keys have sealed what there is',
  seals_of_mail_secrets: 'the start asks which keys have sealed what there is',
  sellers_oldest_first: 'the command line lists all sellers',
  every_bank_connection: 'the reconciler asks every bank',
  bank_connections_of_seller: 'a seller has a few',
  any_bank_connection: 'it reads one row',
  bank_connections_of_key: 'a seller has a few',
  sellers_of_pix_key: 'the command line connects a bank',
  checkout_of_any_seller: 'the command line knows no seller',
  customer_of_any_seller: 'the command line knows no seller',
  offer_of_any_seller: 'the command line knows no seller',
  subscription_of_any_seller: 'the command line knows no seller',
  product_of_any_seller: 'the command line knows no seller',
  user_of_any_seller: 'the command line knows no seller',
  webhook_endpoint_of_any_seller: 'the command line knows no seller',
  clients_of_seller: 'the command line lists them',
  clients_alive: 'its limit ends it: each row that it meets is one of the answer',
  clients_in_force: 'its limit ends it: each row that it meets is one of the answer',
  count_paid_sessions_of_link: 'db repair counts a link that is wrong',
  daily_totals_between: 'the index of unnamed checkouts is empty, but for minutes of an upgrade',
  delete_invitations_by: 'a seller has MAX_USERS at most, each with one invitation',
  delete_invitations_of_seller: 'a seller has MAX_USERS at most, each with one invitation',
  end_tokens_of_seller: 'a seller has MAX_ACTIVE_CLIENTS in force at most',
  end_user_sessions_of_seller: 'a seller has MAX_USERS at most, each with MAX_SESSIONS',
  endpoints_of_seller: 'a seller has MAX_ENDPOINTS at most',
  fill_outcomes_of_refunds: 'its limit ends it: each row that it meets is one of the answer',
  lock_checkouts_without_payment: 'its limit ends it: each row that it meets is one of the answer',
  lock_returns_without_refund: 'its limit ends it: each row that it meets is one of the answer',
  invoices_due_of_customer: 'it sorts the invoices of one customer',
  newest_deliveries: 'its limit ends it: each row that it meets is one of the answer',
}

const database_url = await newDatabase()
const sql = await sqlOn(database_url)
const sqlite_file = databaseFile(engine === 'sqlite' ? database_url : await newDatabase('sqlite'))

const onSqlite = (definition: QueryDefinition) => compiled(buildForSqlite(definition))
const onPostgres = (definition: QueryDefinition) => compiled(buildForPostgres(definition))

const ofSellers = layouts.filter(({ ofSeller }) => ofSeller).map(({ table }) => table)

/** Indexes in which a seller has one row at most. */
const alone = [
  'bank_connections_one_in_use',
  'sqlite_autoindex_audit_heads_1',
  'sqlite_autoindex_seller_settings_1',
]

/** True for a step that finds its rows by their seller alone, and so walks through all of those. */
function isOverSeller(step: string): boolean {
  const [, index = ''] = /^SEARCH \w+ USING .*INDEX (\w+) \(seller_id=\?\)/.exec(step) ?? []
  return index !== '' && !alone.includes(index)
}

/**
 * True for a step that goes through a range of primary keys, and passes over the rows of it that
 * another condition of the statement leaves out.
 */
function isOverRange(step: string, text: string): boolean {
  const [, range = ''] =
    /^SEARCH \w+ USING .*INDEX sqlite_autoindex_\w+_1 \((.*[<>].*)\)/.exec(step) ?? []
  const [, conditions = ''] = / where (.*?)(?: order by | limit |$)/s.exec(text) ?? []
  const columns = [...conditions.matchAll(/"\w+"\."(\w+)"/g)].map(([, name = '']) => name)
  return range !== '' && columns.some((name) => !range.includes(name))
}

/** Bits by which FTS5 says that a word, or both ends of a range of words, are given. */
const [WORD, FIRST_AND_LAST] = [0x100, 0x600]

/** True for a step that finds words of the search index in order, or an entry by its number. */
function isByWord(step: string): boolean {
  if (/^SCAN \w+ VIRTUAL TABLE INDEX 0:=$/.test(step)) return true
  const plan = Number(/^SCAN (?:w|search_words) VIRTUAL TABLE INDEX (\d+):/.exec(step)?.[1] ?? 0)
  return (plan & WORD) !== 0 || (plan & FIRST_AND_LAST) === FIRST_AND_LAST
}

function planOnSqlite(definition: QueryDefinition): string[] {
  const client = new SQLite(sqlite_file)
  const { text } = onSqlite(definition)
  const unknown = text.match(/\?/g)?.map(() => null) ?? []
  const plan = client.prepare(`explain query plan ${text}`).all(unknown) as { detail: string }[]
  client.close()
  return plan.map(({ detail }) => detail)
}

/**
 * Where SQLite walks through a table, an index, all that a seller has in it or more of a range than
 * it answers with, or sorts; a list of arguments is none of these.
 */
function faultsOnSqlite(definition: QueryDefinition): string[] {
  const { text } = onSqlite(definition)
  // Rows that refer to a new one are looked for only while a constraint is broken.
  const isInsert = text.startsWith('insert')
  const isWalk = (step: string) =>
    /\bSCAN (?!(json_each|listed)\b)|TEMP B-TREE/.test(step) && !isByWord(step)
  return planOnSqlite(definition).filter(
    (step) => isWalk(step) || (!isInsert && (isOverSeller(step) || isOverRange(step, text))),
  )
}

/** The places where PostgreSQL, when it may choose, walks through a table of sellers. */
async function faultsOnPostgres(definition: QueryDefinition): Promise<string[]> {
  const { text } = onPostgres(definition)
  await sql('set enable_seqscan = off')
  const plan = await sql<Record<'QUERY PLAN', string>>(`explain (generic_plan) ${text}`)
  return plan
    .map((row) => row['QUERY PLAN'])
    .filter((one) => ofSellers.some((name) => one.includes(`Seq Scan on ${name}`)))
}

const faultsOf = async (definition: QueryDefinition) =>
  engine === 'sqlite' ? faultsOnSqlite(definition) : faultsOnPostgres(definition)

const statements = serviceQueries().filter(({ sqliteOnly }) => engine === 'sqlite' || !sqliteOnly)

for (const definition of statements.filter(({ name }) => exceptions[name] === undefined)) {
  test(`${definition.name} finds its rows by an index`, async () => {
    assert.deepEqual(await faultsOf(definition), [])
  })
}

/** The index of each filter. Another one may fit a part of its conditions, and walk the rest. */
const indexes: Record<string, string> = {
  ended_checkouts_before: 'checkouts_ended',
  checkouts_of_customer_before: 'checkouts_of_customer',
  next_checkout_of_customer: 'checkouts_of_customer',
  open_checkouts_before: 'checkouts_open_listed',
  open_checkouts_of_customer_before: 'checkouts_of_customer',
  events_of_type_before: 'events_of_type',
  events_of_checkout_before: 'events_of_checkout',
  offers_before: 'offers_listed',
  newest_charge_at_bank: 'charges_at_bank',
  newest_payment_at_bank: 'payments_at_bank',
  audit_events_of_actor: 'audit_events_of_actor',
  audit_events_of_target: 'audit_events_of_target',
  audit_events_of_target_after_search: 'audit_events_of_target',
  audit_events_of_target_by_actor: 'audit_events_of_target',
}

for (const [name, index] of Object.entries(indexes)) {
  test(`${name} uses an index for all of its filters`, () => {
    const definition = statements.find((one) => one.name === name)
    assert.ok(definition)
    const [plan = '', ...more] = planOnSqlite(definition)
    const used = new RegExp(`USING (COVERING )?INDEX ${index} \\((seller|customer)_id=\\? AND `)
    assert.match(plan, used)
    assert.deepEqual(more, [])
  })
}

for (const [name, used] of [
  ['checkouts_to_cancel_', 'checkouts_to_cancel (seller_id=? AND cancel_at>? AND cancel_at<?)'],
  ['checkouts_to_expire_', 'checkouts_open (seller_id=? AND expires_at<?)'],
] as const) {
  test(`${name}… are found by their time, and sorted among themselves`, () => {
    const found = statements.filter((one) => one.name.startsWith(name))
    assert.equal(found.length, 2)
    for (const definition of found) {
      const [plan = ''] = planOnSqlite(definition)
      assert.ok(plan.includes(`INDEX ${used}`), plan)
    }
  })
}

/** The indexes by which statements of several steps find rows that are few among like ones. */
const ofFew: Record<string, string> = {
  claim_refunds: 'payments_to_return_at_bank (seller_id=? AND connection_id=? AND ',
  claim_older_refunds: 'payments_to_return_at_bank (seller_id=? AND connection_id=? AND ',
  hasten_refunds: 'payments_to_return_at_bank (seller_id=? AND connection_id=? AND ',
  other_active_offer: 'offers_active (seller_id=? AND product_id=?)',
}

for (const [name, index] of Object.entries(ofFew)) {
  test(`${name} passes over none that are of another kind`, () => {
    const definition = statements.find((one) => one.name === name)
    assert.ok(definition)
    const steps = planOnSqlite(definition).filter((step) => /^SEARCH (payments|offers) /.test(step))
    assert.ok(steps.length > 0)
    assert.deepEqual(
      steps.filter((step) => !step.includes(index)),
      [],
    )
  })
}

test('each exception is a statement that walks through a table', () => {
  const walking = statements.filter((one) => faultsOnSqlite(one).length > 0)
  assert.deepEqual(walking.map(({ name }) => name).toSorted(), Object.keys(exceptions).toSorted())
})

test('a statement that walks through a table would be noticed', async () => {
  const definition: QueryDefinition = {
    name: 'walk',
    source: '',
    build: (db, { customers }) => db.select().from(customers).orderBy(customers.created_at),
  }
  assert.ok((await faultsOf(definition)).length > 0)
})

test('a statement that walks through all rows of a seller would be noticed', () => {
  const definition: QueryDefinition = {
    name: 'walk_of_seller',
    source: '',
    build: (db, { deliveries: t }) =>
      db
        .selectDistinct({ id: t.endpoint_id })
        .from(t)
        .where(and(eq(t.seller_id, 'x'), eq(t.status, sqlOf`'pending'`))),
  }
  assert.match(faultsOnSqlite(definition).join(), /deliveries_pending \(seller_id=\?\)/)
})

test('a statement that passes over rows of a range would be noticed', () => {
  const definition: QueryDefinition = {
    name: 'walk_of_range',
    source: '',
    build: (db, { events: t }) =>
      db
        .select()
        .from(t)
        .where(and(eq(t.seller_id, 'x'), gt(t.id, 'x'), eq(t.created_at, 'x')))
        .orderBy(asc(t.id)),
  }
  assert.match(faultsOnSqlite(definition).join(), /autoindex_events_1 \(seller_id=\? AND id>\?\)/)
})
