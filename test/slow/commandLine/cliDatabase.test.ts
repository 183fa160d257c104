/** `db migrate` and `db check`: each promise of the data is broken on purpose, and noticed. */
import assert from 'node:assert/strict'
import { closeSync, openSync, writeSync } from 'node:fs'
import SQLite from 'better-sqlite3'
import { test } from 'vitest'
import { databaseFile } from '../../../db/databaseUrl.ts'
import { checkDatabase } from '../../../db/maintenance/check.ts'
import { knownMigrations } from '../../../db/maintenance/snapshot.ts'
import { invariantsOf } from '../../../db/maintenance/invariants.ts'
import type { LineItem } from '../../../db/schema/tables.ts'
import { txidOf } from '../../../domain/pix/bank/txid.ts'
import { originalOf } from '../../support/clones.ts'
import { CommandLine } from '../../support/commandLine.ts'
import { engine, newDatabase, sqlOn } from '../../support/engine.ts'
import { linkOf } from '../../support/paymentLinks.ts'
import { subscriptionRows } from '../../support/subscriptionRows.ts'
import { startService } from '../../support/service.ts'

const databaseUrl = await newDatabase()
const secretKey = Buffer.alloc(32)
const service = await startService({ databaseUrl, secretKey, real_clock: true })
const cli = new CommandLine({ DATABASE_URL: databaseUrl })
const on = (url: string) => cli.with({ DATABASE_URL: url })

const seller = await service.account()
const customer = await seller.customer()
const product = await seller.product()
const other_offer = await seller.offer(product.id)
const open = await seller.checkout({ customer_id: customer.id })
const completed = await seller.checkout()
const link = await linkOf(seller)
await seller.post(`/sandbox/checkouts/${completed.id}/decline`)
await seller.post(`/sandbox/checkouts/${completed.id}/pay`)
const newCanceled = async () => {
  const { id } = await seller.checkout()
  return (await seller.post<'Checkout'>(`/v1/checkouts/${id}/cancel`)).body
}
const [canceled, again] = [await newCanceled(), await newCanceled()]
await seller.post('/v1/cart_checkouts', {
  items: [
    { name: 'Conserto', unit_amount_minor: 5000 },
    { offer_id: product.default_offer?.id, quantity: 2 },
    { name: 'Cupom', unit_amount_minor: -10, kind: 'discount' },
  ],
  cancel_at: '2026-03-02T13:00:00Z',
})
const default_id = product.default_offer?.id ?? ''
const original = await originalOf(databaseUrl)

const faults = async (url: string) => (await checkDatabase(url)).filter(({ ok }) => !ok)

/** The open session with another first line item, or with none. */
function withItem(change: Partial<LineItem> | undefined): string {
  // The item of an offer is stored without a kind.
  const items = change === undefined ? [] : [{ ...open.line_items[0], kind: undefined, ...change }]
  return `update checkouts set line_items = '${JSON.stringify(items)}' where id = '${open.id}'`
}

/** A text that is so much later than a moment. */
const later = (moment: string, duration_ms: number) =>
  new Date(Date.parse(moment) + duration_ms).toISOString()

/** Inserts a row with these columns. */
function insert(table: string, columns: Record<string, string | number | null>): string {
  const all = { seller_id: seller.seller_id, created_at: 't', updated_at: 't', ...columns }
  const values = Object.values(all).map((value) =>
    typeof value === 'string' ? `'${value}'` : String(value),
  )
  return `insert into ${table} (${Object.keys(all).join()}) values (${values.join()})`
}

/** Every event of a type a second time. */
const twice = (type: string) => `
  insert into events (seller_id, id, type, data, created_at)
  select seller_id, id || '2', type, data, created_at from events where type = '${type}'`

const delivery = (columns: Record<string, string | number | null>) =>
  insert('deliveries', { id: 'del_1', event_id: 'evt_1', endpoint_id: 'wh_1', ...columns })

const mail = (columns: Record<string, string | number | null>) =>
  insert('mails', {
    id: 'mail_1',
    type: 'seller_sale',
    about: 'pay_1',
    recipient: 'a@b.example',
    locale: 'en',
    data: '{}',
    ...columns,
  })

const chargeOf = (txid: string) =>
  insert('charges', {
    checkout_id: open.id,
    connection_id: 'bank_1',
    txid,
    status: 'open',
    check_at: 't',
  })
const charge = chargeOf('a'.repeat(32))

const bank = insert('bank_connections', {
  id: 'bank_1',
  provider: 'bacen',
  url: 'u',
  token_url: 'u',
  client_id: 'c',
  city: 'c',
  client_secret_sealed: 's',
  certificate: 'c',
  private_key_sealed: 's',
  pix_key: 'k',
})

const subscribed = subscriptionRows({
  seller_id: seller.seller_id,
  customer_id: (await seller.customer()).id,
}).join(';')

const user = (id: string, status: string, email = 'a@b.example') =>
  insert('users', { id, email, role: 'viewer', status })

const ofRemoved = (table: string, columns: string, values: string) => `
  ${user('user_1', 'removed')};
  insert into ${table} (seller_id, id, user_id, created_at, ${columns})
  values ('${seller.seller_id}', 'x', 'user_1', 't', ${values})`

/** Ways to sign in or join of the removed `user_1`, each a row with the id `x`. */
const access = {
  passkey: ofRemoved(
    'passkeys',
    'credential_id, public_key, counter, transports, name',
    `'c', 'k', 0, '[]', 'n'`,
  ),
  invitation: ofRemoved('invitations', 'expires_at', `'t'`),
  session: ofRemoved(
    'user_sessions',
    'challenge, confirmations, last_used_at, expires_at',
    `'c', '[]', 't', 't'`,
  ),
}

/** A return of the payment of the completed session, of which nothing was told. */
const refund = (
  amount: string,
  { origin = 'bank', checkout = 'p.checkout_id', status = 'succeeded', check_at = 'null' } = {},
) => `
  insert into refunds (seller_id, id, payment_id, checkout_id, amount_minor, status, origin, nature,
    return_id, completed_at, created_at, updated_at, check_at)
  select p.seller_id, 'refund_1', p.id, ${checkout}, ${amount}, '${status}', '${origin}',
    'ORIGINAL', 'x', ${status === 'succeeded' ? 'p.paid_at' : 'null'}, 't', 't', ${check_at}
  from payments p`

/** An entry of SQLite's search index. */
const entryOf = (id: string) => `
  insert into search_index (seller_id, object_id, type, words)
  values ('s', '${id}', 'customer', 's=${id} s|customer|ana')`

const subscriptionTerm = `
  insert into search_terms (seller_id, object_id, type, term)
  values ('s', 'sub_9', 'subscription', 'ana')`

/** Statements that break each invariant, and the row that must be named. */
const breaks: Record<string, [statements: string, row: string][]> = {
  'every reference leads to a row': [
    [`delete from customers`, `checkouts ${open.id} refers to no row of customers`],
    [`delete from products`, `offers ${default_id} refers to no row of products`],
    [`delete from checkouts`, 'refers to no row of checkouts'],
    [`delete from sellers`, 'refers to no row of sellers'],
    [charge, `charges ${open.id} refers to no row of bank_connections`],
    [`delete from checkouts; delete from payments; ${charge}`, 'refers to no row of checkouts'],
    [delivery({ status: 'pending' }), 'deliveries del_1 refers to no row of events'],
    [delivery({ status: 'pending' }), 'deliveries del_1 refers to no row of webhook_endpoints'],
  ],
  'every row has a seller': [
    [
      `update customers set seller_id = 'seller_gone' where id = '${customer.id}'`,
      'customers of seller_gone',
    ],
  ],
  'every id is its prefix and a UUIDv7': [
    [`update customers set id = 'cust_1'`, 'customers cust_1'],
    [`update signing_keys set kid = 'first'`, 'signing_keys first'],
    [withItem({ id: 'item_1' }), `item of ${open.id}`],
  ],
  'an e-mail is in lower case and belongs to one customer': [
    [`update customers set email = 'Ana@example.com'`, customer.id],
    [
      `insert into customers (seller_id, id, name, email, status, metadata, created_at, updated_at)
       select seller_id, replace(id, 'cus_0', 'cus_1'), name, email, status, metadata, created_at,
       updated_at from customers`,
      customer.email,
    ],
  ],
  ...(engine === 'sqlite' && {
    'stored JSON can be read': [
      [`update products set metadata = '{' where id = '${product.id}'`, 'products row'],
      [`update checkouts set line_items = 'nothing' where id = '${open.id}'`, 'checkouts row'],
    ],
  }),
  'a product has one default offer at most': [[`update offers set is_default = true`, product.id]],
  'a product with an active offer has a default offer': [
    [`update offers set is_default = false where id = '${default_id}'`, product.id],
  ],
  'a default offer is active': [
    [`update offers set active = false where id = '${default_id}'`, default_id],
  ],
  'an archived offer is not active': [
    [`update offers set archived_at = created_at where id = '${other_offer.id}'`, other_offer.id],
  ],
  'an offer has a price, and terms that fit its type': [
    ...[
      'amount_minor = 0',
      'amount_minor = 100000000000',
      'compare_at_amount_minor = 1',
      `type = 'recurring'`,
      `billing_interval = 'month'`,
      'interval_count = 1',
      `type = 'recurring', billing_interval = 'month', interval_count = 1000`,
    ].map((change): [string, string] => [
      `update offers set ${change} where id = '${other_offer.id}'`,
      other_offer.id,
    ]),
  ],
  'a checkout is completed exactly when it has a completed_at': [
    [`update checkouts set completed_at = created_at where id = '${open.id}'`, open.id],
    [`update checkouts set completed_at = null where id = '${completed.id}'`, completed.id],
  ],
  'a completed checkout is settled by one payment, of its amount': [
    [`delete from payments`, completed.id],
    [`update payments set amount_minor = amount_minor + 1`, completed.id],
    [`update payments set outcome = 'returned'`, completed.id],
    [
      `insert into payments (seller_id, id, checkout_id, rail, amount_minor, paid_at)
       select seller_id, replace(id, 'pay_0', 'pay_1'), checkout_id, rail, amount_minor, paid_at
       from payments`,
      completed.id,
    ],
  ],
  'a payment that settles belongs to a completed checkout': [
    [
      `update checkouts set status = 'canceled', completed_at = null where id = '${completed.id}'`,
      'pay_',
    ],
  ],
  'a payment has a return_reason and a return_status exactly when it is returned': [
    [`update payments set return_reason = 'late'`, 'pay_'],
    [`update payments set return_status = 'due'`, 'pay_'],
    [`update payments set outcome = 'returned', return_reason = 'late'`, 'pay_'],
  ],
  'a payment that a bank received has an end_to_end_id, and each has 32 characters': [
    [`update payments set rail = 'bacen', end_to_end_id = null`, 'pay_'],
    [`update payments set end_to_end_id = 'E1'`, 'pay_'],
  ],
  'a return has a return_check_at while it is under way, and none when it is done': [
    [`update payments set return_check_at = 't'`, 'pay_'],
    ...['due', 'processing', 'waiting'].map((status): [string, string] => [
      `update payments set outcome = 'returned', return_reason = 'late',
       return_status = '${status}'`,
      'pay_',
    ]),
  ],
  'the txid of a charge is the UUID of its checkout, numbered from the second charge on': [
    [charge, open.id],
    ...['1', '02', '1000', 'x'].map((number): [string, string] => [
      chargeOf(txidOf(open.id) + number),
      open.id,
    ]),
  ],
  'a payment names a charge of its checkout and a bank connection of its seller': [
    [`update payments set txid = null, rail = 'bacen', connection_id = 'bank_1'`, 'pay_'],
    [`update payments set txid = '${txidOf(open.id)}'`, 'pay_'],
    [`update payments set connection_id = 'bank_1'`, 'pay_'],
    [
      `${bank}; update payments set txid = '${'a'.repeat(32)}', connection_id = 'bank_1',
       rail = 'bacen'`,
      'pay_',
    ],
    [
      `update payments set txid = '${txidOf(completed.id)}', connection_id = 'bank_1',
       rail = 'bacen'`,
      'pay_',
    ],
    [
      `${bank}; update payments set txid = '${txidOf(completed.id)}', connection_id = 'bank_1'`,
      'pay_',
    ],
  ],
  'a checkout expires after it was opened, and is not paid later': [
    [`update checkouts set expires_at = '${open.created_at}' where id = '${open.id}'`, open.id],
    [
      `update checkouts set completed_at = '${later(completed.expires_at, 1)}'
       where id = '${completed.id}'`,
      completed.id,
    ],
  ],
  'a checkout is canceled by itself before it expires': [
    ...[open.created_at, later(open.expires_at, 1)].map((at): [string, string] => [
      `update checkouts set cancel_at = '${at}' where id = '${open.id}'`,
      open.id,
    ]),
  ],
  'a checkout is not paid after it was to be canceled': [
    [
      `update checkouts set cancel_at = '${later(completed.created_at, 1)}',
       completed_at = '${later(completed.created_at, 2)}' where id = '${completed.id}'`,
      completed.id,
    ],
  ],
  'a link counts its paid sessions': [
    [`update payment_links set payments_count = payments_count + 1`, link.id],
    [`update checkouts set payment_link_id = '${link.id}' where id = '${completed.id}'`, link.id],
  ],
  'line items sum to the total': [
    [
      `update checkouts set amount_total_minor = amount_total_minor + 1 where id = '${open.id}'`,
      open.id,
    ],
    [withItem({ quantity: 2 }), open.id],
    [withItem(undefined), open.id],
  ],
  'the items of a checkout are offers of its seller, or name none': [
    [withItem({ kind: 'product' }), open.id],
    [withItem({ product_id: product.id }), open.id],
    [withItem({ offer_id: 'offer_1' }), open.id],
  ],
  'the refunds of a payment sum to no more than its amount': [
    [refund('p.amount_minor + 1'), 'pay_'],
  ],
  'a refund and its payment belong to the same checkout': [
    [refund('1', { checkout: `'${open.id}'` }), 'refund_1'],
    [refund('1', { origin: 'automatic' }), 'refund_1'],
  ],
  'each completed refund has one event': [
    [refund('1'), completed.id],
    [`update events set type = 'payment.reversed'`, completed.id],
    [`update payments set return_status = 'done'`, completed.id],
  ],
  'the amounts of a payment are the sums of its refunds': [
    [refund('1'), 'pay_'],
    [refund('1', { status: 'pending' }), 'pay_'],
    ['update payments set amount_refunded_minor = 1', 'pay_'],
    ['update payments set amount_committed_minor = 1', 'pay_'],
  ],
  'a checkout names the payment that settled it, and what was refunded of that': [
    [`update checkouts set payment_id = 'pay_1' where id = '${completed.id}'`, completed.id],
    [`update checkouts set payment_id = 'pay_1' where id = '${open.id}'`, open.id],
    [`update checkouts set amount_refunded_minor = 1 where id = '${open.id}'`, open.id],
    ['update payments set amount_refunded_minor = 1', completed.id],
  ],
  'the refunds of a payment that were ordered here sum to no more than its amount': [
    [refund('p.amount_minor + 1', { origin: 'seller' }), 'pay_'],
    [refund('p.amount_minor + 1', { origin: 'automatic', status: 'pending' }), 'pay_'],
  ],
  'the totals of the days count each payment that settled a checkout': [
    ['update daily_totals set payments_count = payments_count + 1', seller.seller_id],
    ['update daily_totals set amount_minor = amount_minor - 1', seller.seller_id],
    ['delete from daily_totals', seller.seller_id],
    // A sale that its checkout does not name is counted once it does.
    [`update checkouts set payment_id = null where id = '${completed.id}'`, seller.seller_id],
    [`update daily_totals set date = '2000-01-01'`, `${seller.seller_id} on 2000-01-01`],
    [`update daily_totals set currency = 'USD'`, seller.seller_id],
  ],
  'the totals of the days count what has gone back of these payments': [
    ['update daily_totals set refunds_count = 1', seller.seller_id],
    ['update daily_totals set amount_refunded_minor = 1', seller.seller_id],
    [refund('1'), seller.seller_id],
    [
      `${refund('1')}; update daily_totals set refunds_count = 1, amount_refunded_minor = 1,
        date = '2000-01-01'`,
      `${seller.seller_id} on 2000-01-01`,
    ],
  ],
  'a refund has a check_at, and a bank, exactly while it is an order of a seller under way': [
    [refund('1', { origin: 'seller', status: 'pending' }), 'refund_1'],
    [refund('1', { origin: 'seller', check_at: "'t'" }), 'refund_1'],
    [refund('1', { origin: 'seller', status: 'pending', check_at: "'t'" }), 'refund_1'],
  ],
  'each completed checkout has one event': [
    [`delete from events where type = 'payment.succeeded'`, completed.id],
    [`update events set type = 'payment.succeeded'`, canceled.id],
    [twice('payment.succeeded'), completed.id],
  ],
  'each paid invoice has one event': [
    [`update events set type = 'invoice.paid'`, completed.id],
    [
      `${subscribed}; update events set type = 'invoice.paid';
       update payments set created_at = '2099-03-03T12:00:00.000Z' where id = 'pay_inv_1'`,
      'inv_1',
    ],
  ],
  'each canceled checkout has one event': [
    [
      `delete from events where id = (select max(id) from events where type = 'checkout.canceled')`,
      again.id,
    ],
    [twice('checkout.canceled'), canceled.id],
  ],
  'each expired checkout has one event': [
    [`update events set type = 'checkout.expired'`, canceled.id],
    [
      `update events set type = 'checkout.expired' where type = 'checkout.canceled';
       update checkouts set status = 'expired', updated_at = expires_at
         where status in ('open', 'canceled')`,
      open.id,
    ],
  ],
  'each refund that succeeded has one event': [
    [`${refund('1')}; update events set type = 'refund.succeeded'`, 'refund_1'],
  ],
  'each refund that failed has one event': [
    [`update events set type = 'refund.failed'`, completed.id],
  ],
  'a delivery has a claimed_at exactly when it is no longer pending': [
    [delivery({ status: 'pending', claimed_at: 't' }), 'del_1'],
    [delivery({ status: 'claimed', claimed_at: null }), 'del_1'],
  ],
  'a delivery has a duration exactly when it is delivered or failed': [
    [delivery({ status: 'claimed', claimed_at: 't', duration_ms: 1 }), 'del_1'],
    [delivery({ status: 'failed', claimed_at: 't', duration_ms: null }), 'del_1'],
    [
      delivery({ status: 'delivered', claimed_at: 't', duration_ms: 1, response_status: 500 }),
      'del_1',
    ],
    [delivery({ status: 'delivered', claimed_at: 't', duration_ms: 1 }), 'del_1'],
  ],
  "a user's e-mail is in lower case, and one user at a time has it": [
    [user('user_1', 'removed', 'A@b.example'), 'user_1'],
    [
      `${user('user_1', 'active')}; ${user('user_2', 'invited')}`,
      `${seller.seller_id} a@b.example`,
    ],
  ],
  'a removed user can neither sign in nor join': [
    [access.passkey, 'user_1'],
    [access.invitation, 'user_1'],
    [access.session, 'user_1'],
  ],
  'who made an invitation has not lost all access': [
    [`${access.invitation}; update invitations set invited_by = 'user_1'`, 'x'],
    [
      `${access.invitation}; update invitations set invited_by = (select min(id) from api_clients);
       update api_clients set revoked_at = 't'`,
      'x',
    ],
  ],
  'the id of an invitation or a session is the hash of its token': [
    [access.invitation, 'x'],
    [access.session, 'x'],
  ],
  "a seller's logo is kept under the hash of its file": [
    [
      insert('seller_settings', {
        logo_id: 'x',
        mail_buyer_receipt: 'false',
        mail_buyer_refund: 'false',
        mail_seller_sale: 'false',
        mail_seller_attention: 'false',
      }).replaceAll("'false'", 'false'),
      seller.seller_id,
    ],
  ],
  'a mail has a claimed_at exactly when it is claimed or sent': [
    [mail({ status: 'pending', claimed_at: 't' }), 'mail_1'],
    [mail({ status: 'claimed' }), 'mail_1'],
  ],
  'a mail that failed says why': [
    [mail({ status: 'failed' }), 'mail_1'],
    [mail({ status: 'pending', error: 'x' }), 'mail_1'],
  ],
  'what a search finds is there': [
    [`delete from products`, 'prod_'],
    [`update search_terms set object_id = 'cus_1' where type = 'customer'`, 'cus_1'],
    [subscriptionTerm, 'sub_9'],
    ...(engine === 'sqlite' ? [[entryOf('cus_1'), 'cus_1'] satisfies [string, string]] : []),
  ],
  'a search finds nobody who was erased': [
    [`update customers set email = id || '@erased.invalid'`, 'cus_'],
  ],
  'the invoices of a subscription are numbered from 1': [
    [`${subscribed}; update invoices set number = 2`, 'sub_1'],
  ],
  'a subscription names its newest invoice': [
    [`${subscribed}; update subscriptions set latest_invoice_id = null`, 'sub_1'],
  ],
  'a subscription is paid until the end of its last paid period': [
    [`${subscribed}; update subscriptions set paid_until = null`, 'sub_1'],
    [`${subscribed}; update invoices set status = 'void', paid_at = null`, 'sub_1'],
  ],
  'a paid invoice is settled by one payment, of its amount, and names what went back': [
    [`${subscribed}; delete from payments where id = 'pay_inv_1'`, 'inv_1'],
    [`${subscribed}; update invoices set amount_refunded_minor = 1`, 'inv_1'],
  ],
  'a payment for an invoice names its subscription, and its charge or its code': [
    [`${subscribed}; update payments set txid = 'x' where id = 'pay_inv_1'`, 'pay_inv_1'],
    [`${subscribed}; delete from attempts; delete from invoices`, 'pay_inv_1'],
  ],
  'an invoice and its subscription are of one customer': [
    [`${subscribed}; update invoices set customer_id = 'cus_1'`, 'inv_1'],
  ],
}

test('every invariant is broken below', () => {
  assert.deepEqual(
    Object.keys(breaks),
    invariantsOf(engine).map(({ name }) => name),
  )
})

test('db check misses no event of a checkout where an invoice was paid', async () => {
  const paid = `update payments set created_at = '2099-03-03T12:00:00.000Z' where id = 'pay_inv_1'`
  const found = await faults(await original.spoiled(`${subscribed}; ${paid}`))
  assert.deepEqual(
    found.filter(({ name }) => name.endsWith('has one event')),
    [],
  )
})

for (const [name, ways] of Object.entries(breaks)) {
  test(`db check notices where this is broken: ${name}`, async () => {
    for (const [statements, row] of ways) {
      const fault = (await faults(await original.spoiled(statements))).find(
        (one) => one.name === name,
      )
      assert.ok(
        fault?.broken.some((one) => one.includes(row)),
        `${statements} ${fault?.broken}`,
      )
    }
  })
}

/** Breaks that the engine itself finds, and its message. */
const conditions = {
  sqlite: [
    [
      'the file is whole',
      "pragma ignore_check_constraints = on; update customers set status = 'asleep'",
      'CHECK constraint failed in customers',
    ],
  ],
  postgres: [
    [
      'every constraint is validated',
      "alter table customers add constraint asleep check (status = 'asleep') not valid",
      'customers asleep',
    ],
    [
      'every index is valid',
      "update pg_index set indisvalid = false where indexrelid = 'customers_email'::regclass",
      'customers customers_email',
    ],
  ],
} as const

test('db check notices faults that the engine itself finds', async () => {
  for (const [name, statements, row] of conditions[engine]) {
    const found = await faults(await original.copy(statements))
    const repair = engine === 'sqlite' ? null : 'db migrate'
    assert.deepEqual(found, [{ name, ok: false, broken: [row], repair }])
  }
})

if (engine === 'sqlite') {
  test('db check notices a damaged page', async () => {
    const damaged = await original.copy()
    const handle = openSync(databaseFile(damaged) ?? '', 'r+')
    writeSync(handle, Buffer.alloc(4_096 * 8, 0x5a), 0, 4_096 * 8, 4_096 * 3)
    closeSync(handle)
    assert.match(
      await on(damaged)
        .run('db', 'check')
        .then(({ err }) => err),
      /^[^\n]+\n$/,
    )
    assert.ok((await faults(damaged)).some((one) => one.name === 'the file is whole'))
  })
}

test('db check names a row that it cannot even look up, and goes on with the rest', async () => {
  const url = await original.spoiled(
    `update checkouts set created_at = 'never'; update customers set email = 'Ana@example.com'`,
  )
  assert.deepEqual(
    (await faults(url)).map(({ name }) => name),
    [
      'an e-mail is in lower case and belongs to one customer',
      'a checkout expires after it was opened, and is not paid later',
    ],
  )
})

test('db check notices a schema that is older or newer than the program', async () => {
  const table = engine === 'sqlite' ? '__drizzle_migrations' : 'drizzle.__drizzle_migrations'
  const known = knownMigrations[engine]
  assert.deepEqual(await faults(await original.copy(`delete from ${table}`)), [
    {
      name: 'the schema is up to date',
      ok: false,
      broken: [`it is empty, and this program is made for ${known.at(-1)}`],
      repair: 'db migrate',
    },
  ])
  const newer = await original.copy(
    `insert into ${table} (hash, created_at) values ('', 9000000000000)`,
  )
  assert.match((await faults(newer))[0]?.broken[0] ?? '', /^it is unknown_9000000000000, /)
})

test('db check exits 3 where it could not look, which says nothing of the data', async () => {
  if (engine === 'sqlite') {
    const url = await original.copy()
    const lock = new SQLite(databaseFile(url))
    lock.pragma('locking_mode = exclusive')
    lock.exec('begin exclusive')
    const { code, out } = await on(url).run('db', 'check', '--json')
    lock.close()
    assert.deepEqual([code, JSON.parse(out).ok], [3, null])
  } else {
    const slow = await original.copy()
    const sql = await sqlOn(slow)
    await sql('alter table daily_totals rename to days')
    await sql(`create function away() returns boolean language plpgsql as 'begin end'`)
    await sql('create view daily_totals as select * from days where away()')
    await sql('grant select on daily_totals to public')
    // An operator ends a query that takes too long, or a node of a distributed database is away.
    for (const state of ['57014', '08006', '53300']) {
      await sql(`create or replace function away() returns boolean language plpgsql
        as $$ begin raise exception 'away' using errcode = '${state}'; end $$`)
      const { code, out, err } = await on(slow).run('db', 'check', '--json')
      assert.deepEqual([code, JSON.parse(out).ok], [3, null], err)
      assert.match(err, /^Could not look into [^\n]+\n$/)
    }
  }
})

test('db check tolerates events that were deleted or never announced', async () => {
  for (const statements of [
    'delete from events',
    `delete from events where id < (select max(id) from events)`,
    `delete from events where type = 'checkout.canceled'`,
  ]) {
    assert.deepEqual(await faults(await original.copy(statements)), [])
  }
})
