/**
 * `db distribute`, against stand-ins for what it uses of Citus: the name of the extension, its
 * catalogue, and two functions that keep its documented rules and record what they were asked.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'vitest'
import { distribute } from '../../db/maintenance/distribute.ts'
import { CommandLine } from '../support/commandLine.ts'
import { engine, newDatabase, openTestDatabase, sqlOn } from '../support/engine.ts'

const lookups = [
  'sellers',
  'signing_keys',
  'webhook_keys',
  'sandbox_clock',
  'installation',
  'api_clients',
]

const ofSellers = [
  'customers',
  'products',
  'bank_connections',
  'payment_links',
  'transfers',
  'daily_totals',
  'webhook_endpoints',
  'events',
  'idempotency_keys',
  'users',
  'audit_events',
  'audit_heads',
  'seller_settings',
  'logos',
  'mails',
  'mail_digests',
  'search_terms',
  'offers',
  'checkouts',
  'subscriptions',
  'deliveries',
  'invitations',
  'passkeys',
  'user_sessions',
  'charges',
  'payments',
  'invoices',
  'subscription_codes',
  'refunds',
  'attempts',
]

const standIns = `
  set allow_system_table_mods = on;
  insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
    values (99999, 'citus', 10, 'pg_catalog'::regnamespace, false, '12.1');
  create table pg_dist_partition (
    logicalrelid regclass primary key, partmethod "char", repmodel "char", column_name text,
    colocated_with text, place serial
  );
  grant select on pg_dist_partition to public;

  create function create_reference_table(one regclass) returns void language sql
    security definer as $$
    insert into pg_dist_partition values (one, 'n', 't')
    on conflict (logicalrelid) do update set repmodel = 't', place = excluded.place
  $$;

  create function create_distributed_table(
    one regclass, column_name text, colocate_with text default 'default'
  ) returns void language plpgsql security definer as $$ begin
    if exists (select from pg_constraint where conrelid = one and contype = 'f'
      and not exists (select from pg_dist_partition where logicalrelid = confrelid)) then
      raise exception '% refers to a local table', one;
    end if;
    if exists (select from pg_index i where i.indrelid = one and i.indisunique and not exists (
      select from pg_attribute a where a.attrelid = one and a.attname = column_name
        and a.attnum = any (i.indkey))) then
      raise exception '% is unique without %', one, column_name;
    end if;
    if colocate_with <> 'none' and not exists (select from pg_dist_partition
      where logicalrelid = colocate_with::regclass and partmethod = 'h') then
      raise exception '% cannot be beside %', one, colocate_with;
    end if;
    insert into pg_dist_partition values (one, 'h', 's', column_name, colocate_with);
  end $$`

if (engine === 'postgres') {
  const database_url = await newDatabase()
  await openTestDatabase(database_url)
  const sql = await sqlOn(database_url)
  const cli = new CommandLine({ DATABASE_URL: database_url })
  const placed = () =>
    sql<{ name: string; kind: string; by: string; beside: string }>(`
    select logicalrelid::text as name, partmethod::text || repmodel::text as kind,
      column_name as by, colocated_with as beside
    from pg_dist_partition order by place`)

  test('refuses a database without the extension, in one line', async () => {
    const line = await cli.refused('db', 'distribute')
    assert.match(line, /: The extension citus is not in this database\.$/)
  })

  test("every seller's tables go to one node, and look-up tables to all", async () => {
    await sql(standIns)
    // Citus itself does this with a local table that refers to a reference table.
    await sql(`insert into pg_dist_partition values ('api_clients', 'n', 's')`)
    assert.deepEqual(await cli.json('db', 'distribute'), {
      reference: lookups,
      distributed: ofSellers,
    })
    assert.deepEqual(
      (await placed()).map((row) => ({ ...row })),
      [
        ...lookups.map((name) => ({ name, kind: 'nt', by: null, beside: null })),
        ...ofSellers.map((name) => ({
          name,
          kind: 'hs',
          by: 'seller_id',
          beside: name === 'customers' ? 'none' : 'customers',
        })),
      ],
    )
  })

  test('a repeat does nothing, and after it was cut off it does the rest', async () => {
    assert.deepEqual(await cli.json('db', 'distribute'), { reference: [], distributed: [] })
    const text = await cli.text('db', 'distribute')
    assert.equal(text, 'Nothing to do: every table is distributed already.\n')
    await sql(`delete from pg_dist_partition where logicalrelid in
      ('checkouts'::regclass, 'payments'::regclass, 'signing_keys'::regclass)`)
    assert.deepEqual(await distribute(database_url), {
      reference: ['signing_keys'],
      distributed: ['checkouts', 'payments'],
    })
    assert.equal(
      (await placed()).filter(({ beside }) => beside === 'customers').length,
      ofSellers.length - 1,
    )
  })

  test('refuses a table whose keys do not name the seller, and logs the attempt', async () => {
    await sql(`delete from pg_dist_partition where logicalrelid = 'customers'::regclass`)
    await sql('create unique index anywhere on customers (email)')
    const logged = () => readFileSync(cli.logOf(database_url), 'utf8').trimEnd().split('\n')
    const before = logged().length
    assert.match(await cli.refused('db', 'distribute'), /customers is unique without seller_id$/)
    const [line, ...more] = logged().slice(before)
    assert.match(line ?? '', /"command":"db distribute",.*"complete":false/)
    assert.deepEqual(more, [])
  })
} else {
  const cli = new CommandLine({ DATABASE_URL: await newDatabase() })

  test('refuses an SQLite file in one line', async () => {
    assert.match(await cli.refused('db', 'distribute'), /: An SQLite file cannot be distributed\.$/)
  })
}
