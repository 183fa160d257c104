/** Databases of earlier versions that this one brings up to date. */
import assert from 'node:assert/strict'
import { checkDatabase } from '../../db/maintenance/check.ts'
import { openDatabase } from '../../db/open.ts'
import { repairDatabase } from '../../domain/repair/whole.ts'
import { engine, newEmptyDatabase, sqlOn } from './engine.ts'
import { startOlder } from './olderVersions.ts'

/** The columns, indexes and constraints of every table, in an order of their own. */
const inventory = {
  sqlite: `
    select t.type, t.name as owner, c.name from sqlite_master t, pragma_table_info(t.name) c
    where t.name not like 'sqlite%' and t.name not like '%drizzle%'
    union all
    select t.type, t.name, c.name from sqlite_master t, pragma_index_info(t.name) c
    where t.name not like 'sqlite%' and t.name not like '%drizzle%'
    order by 1, 2, 3`,
  postgres: `
    select c.relkind as type, c.relname as owner, a.attname as name
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and not a.attisdropped
    union all
    select 'constraint', conrelid::regclass::text, pg_get_constraintdef(oid) from pg_constraint
    where connamespace = 'public'::regnamespace
    order by 1, 2, 3`,
}

/** A database's schema, in a form that can be compared. */
export async function schemaOf(database_url: string): Promise<unknown[]> {
  const rows = await (await sqlOn(database_url))(inventory[engine])
  return rows.map((row) => ({ ...row }))
}

const rows = [
  `insert into sellers (id, name, status, default_currency, created_at, updated_at)
    values ('seller_1', 'Loja', 'active', 'BRL', 't', 't')`,
  `insert into checkouts (seller_id, id, status, currency, amount_total_minor, page_token, metadata,
     line_items, expires_at, completed_at, created_at, updated_at)
   values ('seller_1', 'checkout_1', 'completed', 'BRL', 4990, 'p', '{"b":1,"a":2}', '[]', 't',
     't', 't', 't')`,
  `insert into payments (seller_id, id, checkout_id, rail, amount_minor, paid_at)
   values ('seller_1', 'pay_1', 'checkout_1', 'sandbox', 4990, '2026-03-02T02:59:59.999Z')`,
]

/**
 * Asserts that a database of an earlier version is brought up to date with its rows.
 *
 * @param count of the migrations that the version knew
 */
export async function assertKeepsRows(count: number, schema: unknown[]): Promise<void> {
  const database_url = await newEmptyDatabase()
  await startOlder(database_url, count)
  const sql = await sqlOn(database_url)
  for (const row of rows) await sql(row)
  const db = await openDatabase(database_url)
  const now = new Date('2026-03-02T12:00:00.000Z')
  const at = { databaseUrl: database_url, actor: { type: 'system' } as const, now }
  await repairDatabase(db, at)
  await db.close()
  assert.deepEqual(await schemaOf(database_url), schema)
  const [payment] = await sql('select amount_minor, outcome from payments')
  assert.deepEqual({ ...payment }, { amount_minor: 4990, outcome: 'settled' })
  const [checkout] = await sql('select metadata from checkouts')
  assert.deepEqual({ ...checkout }, { metadata: '{"b":1,"a":2}' })
  // No version knows another way to write these rows than that of the first one.
  const totals = await sql('select date, payments_count, amount_minor from daily_totals')
  const day = { date: '2026-03-01', payments_count: 1, amount_minor: 4990 }
  assert.deepEqual(
    totals.map((row) => ({ ...row })),
    [day],
  )
  const [named] = await sql('select payment_id from checkouts')
  assert.deepEqual({ ...named }, { payment_id: 'pay_1' })
  const whole = (await checkDatabase(database_url)).filter(({ ok, repair }) => !ok && repair)
  assert.deepEqual(whole, [])
}
