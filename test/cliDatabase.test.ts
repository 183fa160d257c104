/** `db migrate` and `db check`: each promise of the data is broken on purpose, and noticed. */
import assert from 'node:assert/strict'
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import SQLite from 'better-sqlite3'
import { backUp } from '../db/backup.ts'
import { checkDatabase } from '../db/check.ts'
import type { Check } from '../db/check.ts'
import { knownMigrations } from '../db/inspect.ts'
import { invariants } from '../db/invariants.ts'
import { CommandLine, temporaryFolder } from './commandLine.ts'
import { startService } from './service.ts'

type Report = { ok: boolean; checks: Check[] }

const folder = temporaryFolder()
const file = join(folder, 'balcao.db')
const service = await startService({ database_url: `sqlite:${file}`, real_clock: true })
const cli = new CommandLine({ DATABASE_URL: `sqlite:${file}` })
const on = (path: string) => cli.with({ DATABASE_URL: `sqlite:${path}` })

const seller = await service.account()
const customer = await seller.customer()
const product = await seller.product()
const other_offer = await seller.offer(product.id)
const open = await seller.checkout({ customer_id: customer.id })
const completed = await seller.checkout()
await seller.post(`/sandbox/checkouts/${completed.id}/pay`)
const default_id = product.default_offer?.id ?? ''

let copies = 0

/** A copy of the database that was changed as no constraint allows. */
function broken(statements: string): string {
  const path = join(folder, `broken-${++copies}.db`)
  backUp(file, path)
  const client = new SQLite(path)
  client.pragma('foreign_keys = OFF')
  client.pragma('ignore_check_constraints = ON')
  client.exec(statements)
  client.close()
  return path
}

const faults = (path: string) => checkDatabase(path).filter(({ ok }) => !ok)

/** Inserts a delivery with these columns, whatever else it would need. */
function delivery(columns: Record<string, string | number | null>): string {
  const all = {
    seller_id: seller.seller_id,
    id: 'del_1',
    event_id: 'evt_1',
    endpoint_id: 'wh_1',
    created_at: 't',
    updated_at: 't',
    ...columns,
  }
  const values = Object.values(all).map((value) =>
    typeof value === 'string' ? `'${value}'` : String(value))
  return `insert into deliveries (${Object.keys(all).join()}) values (${values.join()})`
}

/** What breaks each invariant, and the row that must be named. */
const breaks: Record<string, [statements: string, row: string][]> = {
  'every row has a seller': [[
    `update customers set seller_id = 'seller_gone' where id = '${customer.id}'`,
    'customers of seller_gone',
  ]],
  'every id is its prefix and a UUIDv7': [
    [`update customers set id = 'cust_1'`, 'customers cust_1'],
    [`update signing_keys set kid = 'first'`, 'signing_keys first'],
    [
      `update checkouts set line_items = json_set(line_items, '$[0].id', 'item_1')
       where id = '${open.id}'`,
      `item of ${open.id}`,
    ],
  ],
  'stored JSON can be read': [
    [`update products set metadata = '{' where id = '${product.id}'`, 'products row'],
    [`update checkouts set line_items = 'nothing' where id = '${open.id}'`, 'checkouts row'],
  ],
  'an e-mail is in lower case and one customer\'s': [
    [`update customers set email = 'Ana@example.com'`, customer.id],
    [
      `drop index customers_email; insert into customers select seller_id,
       replace(id, 'cus_0', 'cus_1'), name, email, phone, tax_id, status, metadata,
       created_at, updated_at from customers`,
      customer.email,
    ],
  ],
  'a product has one default offer at most': [[
    `drop index offers_one_default; update offers set is_default = 1`,
    product.id,
  ]],
  'a product with an active offer has a default offer': [[
    `update offers set is_default = 0 where id = '${default_id}'`,
    product.id,
  ]],
  'a default offer is active': [[
    `update offers set active = 0 where id = '${default_id}'`,
    default_id,
  ]],
  'an archived offer is not active': [[
    `update offers set archived_at = created_at where id = '${other_offer.id}'`,
    other_offer.id,
  ]],
  'an offer has a price, and terms that fit its type': [
    ...['amount_minor = 0', 'amount_minor = 100000000000', 'compare_at_amount_minor = 1',
      `type = 'recurring'`, `billing_interval = 'month'`, 'interval_count = 1',
      `type = 'recurring', billing_interval = 'month', interval_count = 1000`,
    ].map((change): [string, string] => [
      `update offers set ${change} where id = '${other_offer.id}'`,
      other_offer.id,
    ]),
  ],
  'a session is completed when it has a completed_at, and only then': [
    [`update checkouts set completed_at = created_at where id = '${open.id}'`, open.id],
    [`update checkouts set completed_at = null where id = '${completed.id}'`, completed.id],
  ],
  'a completed session is settled by one payment, of its amount': [
    [`delete from payments`, completed.id],
    [`update payments set amount_minor = amount_minor + 1`, completed.id],
    [`update payments set outcome = 'returned'`, completed.id],
    [
      `drop index payments_one_settles; insert into payments (seller_id, id, checkout_id, rail,
       amount_minor, paid_at) select seller_id, replace(id, 'pay_0', 'pay_1'), checkout_id, rail,
       amount_minor, paid_at from payments`,
      completed.id,
    ],
  ],
  'a payment that settles belongs to a completed session': [[
    `update checkouts set status = 'canceled', completed_at = null where id = '${completed.id}'`,
    'pay_',
  ]],
  'a payment says why it is sent back when it is, and only then': [
    [`update payments set return_reason = 'late'`, 'pay_'],
    [`update payments set return_status = 'due'`, 'pay_'],
    [`update payments set outcome = 'returned', return_reason = 'late'`, 'pay_'],
  ],
  'a transfer from a bank has its id in the Pix system, and only that has one': [
    [`update payments set rail = 'bacen'`, 'pay_'],
    [`update payments set end_to_end_id = substr(id, -32)`, 'pay_'],
  ],
  'what is sent back is looked at until it is done, and nothing else is': [
    [`update payments set return_check_at = 't'`, 'pay_'],
    [
      `update payments set outcome = 'returned', return_reason = 'late', return_status = 'due'`,
      'pay_',
    ],
  ],
  'a charge carries the UUID of its session': [
    [
      `insert into charges (seller_id, checkout_id, connection_id, txid, status, check_at,
         created_at, updated_at)
       values ('${seller.seller_id}', '${open.id}', 'bank_1', '${'a'.repeat(32)}', 'open', 't',
         't', 't')`,
      open.id,
    ],
  ],
  'a session ends 24 hours after it was opened, and is not paid later': [
    [
      `update checkouts set expires_at =
       strftime('%Y-%m-%dT%H:%M:%fZ', expires_at, '+0.001 seconds') where id = '${open.id}'`,
      open.id,
    ],
    [
      `update checkouts set completed_at =
       strftime('%Y-%m-%dT%H:%M:%fZ', expires_at, '+1 second') where id = '${completed.id}'`,
      completed.id,
    ],
  ],
  'line items sum to the total': [
    [
      `update checkouts set amount_total_minor = amount_total_minor + 1 where id = '${open.id}'`,
      open.id,
    ],
    [
      `update checkouts set line_items = json_set(line_items, '$[0].quantity', 2)
       where id = '${open.id}'`,
      open.id,
    ],
    [`update checkouts set line_items = '[]' where id = '${open.id}'`, open.id],
  ],
  'what a session sells is the seller\'s': [
    [
      `update checkouts set line_items = json_set(line_items, '$[0].product_id', '${product.id}')
       where id = '${open.id}'`,
      open.id,
    ],
  ],
  'a delivery was claimed when it is no longer pending, and only then': [
    [delivery({ status: 'pending', claimed_at: 't' }), 'del_1'],
    [delivery({ status: 'claimed', claimed_at: null }), 'del_1'],
  ],
  'a delivery has ended when it is delivered or failed, and only then': [
    [delivery({ status: 'claimed', claimed_at: 't', duration_ms: 1 }), 'del_1'],
    [delivery({ status: 'failed', claimed_at: 't', duration_ms: null }), 'del_1'],
    [
      delivery({ status: 'delivered', claimed_at: 't', duration_ms: 1, response_status: 500 }),
      'del_1',
    ],
  ],
}

test('db check finds nothing wrong while the service writes', async () => {
  const checking = cli.json<Report>('db', 'check')
  let checked = false
  const watched = checking.finally(() => {
    checked = true
  })
  while (!checked) {
    const { id } = await seller.checkout()
    await seller.post(`/sandbox/checkouts/${id}/pay`)
  }
  const { ok, checks } = await watched
  assert.equal(ok, true)
  assert.ok(checks.length > invariants.length)
  assert.deepEqual(checks.filter((one) => !one.ok || one.broken.length > 0), [])
})

test('every invariant is broken below', () => {
  assert.deepEqual(Object.keys(breaks), invariants.map(({ name }) => name))
})

for (const [name, ways] of Object.entries(breaks)) {
  test(`db check notices where this is broken: ${name}`, () => {
    for (const [statements, row] of ways) {
      const fault = faults(broken(statements)).find((one) => one.name === name)
      assert.ok(fault?.broken.some((one) => one.includes(row)), statements)
    }
  })
}

test('db check notices a broken constraint, a dangling reference and a damaged page', async () => {
  const constraint = broken(`update customers set status = 'asleep'`)
  assert.match(faults(constraint)[0]?.broken[0] ?? '', /CHECK constraint failed in customers/)

  const dangling = broken(`update checkouts set customer_id = 'cus_1' where id = '${open.id}'`)
  const [fault] = faults(dangling)
  assert.equal(fault?.name, 'what a row refers to is there')
  assert.match(fault.broken[0] ?? '', /^checkouts row \d+ refers to no row of customers$/)

  const damaged = broken('')
  const handle = openSync(damaged, 'r+')
  writeSync(handle, Buffer.alloc(4_096 * 8, 0x5a), 0, 4_096 * 8, 4_096 * 3)
  closeSync(handle)
  assert.match(await on(damaged).run('db', 'check').then(({ err }) => err), /^[^\n]+\n$/)
  assert.ok(faults(damaged).some((one) => one.name === 'the file is whole'))
})

test('db check notices a schema that is older or newer than the program', () => {
  const older = broken(`delete from __drizzle_migrations`)
  assert.deepEqual(faults(older), [{
    name: 'the schema is up to date',
    ok: false,
    broken: [`it is empty, and this program is made for ${knownMigrations.at(-1)}`],
  }])
  const newer = broken(
    `insert into __drizzle_migrations (hash, created_at) values ('', 9000000000000)`,
  )
  assert.match(faults(newer)[0]?.broken[0] ?? '', /^it is unknown_9000000000000, /)
})

test('db check exits 1, prints the report and says in one line what is wrong', async () => {
  const path = broken(`delete from payments; update customers set email = 'Ana@example.com'`)
  const [json, text] = await Promise.all([
    on(path).run('db', 'check', '--json'), on(path).run('db', 'check'),
  ])
  const names = [
    'an e-mail is in lower case and one customer\'s',
    'a completed session is settled by one payment, of its amount',
  ]
  assert.deepEqual([json.code, text.code], [1, 1])
  const report = JSON.parse(json.out) as Report
  assert.equal(report.ok, false)
  assert.deepEqual(report.checks.filter(({ ok }) => !ok).map(({ name }) => name), names)
  for (const { err } of [json, text]) {
    assert.match(err, /^Broken: [^\n]+\n$/)
    assert.ok(err.includes(`${names[0]} (${customer.id})`), err)
    assert.ok(err.includes(`${names[1]} (${completed.id}`), err)
  }
  assert.match(text.out, /^BROKEN {2}an e-mail is in lower case/m)
  assert.match(text.out, /^ok {6}the file is whole$/m)
})

test('db check changes nothing in the file', async () => {
  const path = broken('')
  const before = readFileSync(path)
  await on(path).json('db', 'check')
  assert.ok(readFileSync(path).equals(before))
})

test('db check refuses a file that is not there, and does not make it', async () => {
  const path = join(folder, 'missing.db')
  const lines = [await on(path).refused('db', 'check'), await on(path).refused('db', 'check')]
  for (const line of lines) assert.equal(line, `There is no database at ${path}.`)
})

test('db migrate makes the schema once and says what it did', async () => {
  const fresh = on(join(folder, 'fresh.db'))
  const schema = knownMigrations.at(-1)
  assert.deepEqual(await fresh.json('db', 'migrate'), { applied: knownMigrations, schema })
  assert.deepEqual(await fresh.json('db', 'migrate'), { applied: [], schema })
  assert.equal(
    await fresh.text('db', 'migrate'),
    `Nothing to do: the schema is ${schema} already.\n`,
  )
  assert.equal((await fresh.json<Report>('db', 'check')).ok, true)
})
