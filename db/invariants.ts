import { getTableColumns } from 'drizzle-orm'
import { tables } from './schema.ts'
import type { Row, Tables } from './schema.ts'

/** What is always true of the data, and a query for the rows of which it is not. */
export type Invariant = {
  /** The promise, as it is told to people. */
  name: string
  /** Selects one text for each row that breaks it. */
  broken: string
}

const hex = (digits: number) => '[0-9a-f]'.repeat(digits)
const uuidv7 = [hex(8), hex(4), `7${hex(3)}`, `[89ab]${hex(3)}`, hex(12)].join('-')

const columns = Object.entries(tables).flatMap(([table, definition]) =>
  Object.values(getTableColumns(definition)).map((column) => ({ table, column })))

/** Every table whose rows have an id of ours. */
type Identified = {
  [Name in keyof Tables as Row<Name> extends { id: string } ? Name : never]: string
}

const prefixes: Identified = {
  sellers: 'seller_',
  api_clients: 'client_',
  customers: 'cus_',
  products: 'prod_',
  offers: 'offer_',
  checkouts: 'checkout_',
  payments: 'pay_',
  events: 'evt_',
  deliveries: 'del_',
  webhook_endpoints: 'wh_',
  bank_connections: 'bank_',
}

/** One row for each line item; text that is not JSON is the business of another invariant. */
const items = `checkouts c, json_each(iif(json_valid(c.line_items), c.line_items, '[]')) item`

const ofRows: Invariant[] = [
  {
    name: 'every row has a seller',
    broken: columns.filter(({ column }) => column.name === 'seller_id').map(({ table }) => `
      select distinct '${table} of ' || seller_id from ${table}
      where seller_id not in (select id from sellers)`).join(' union all '),
  },
  {
    name: 'every id is its prefix and a UUIDv7',
    broken: Object.entries(prefixes).map(([table, prefix]) => `
      select '${table} ' || id from ${table} where id not glob '${prefix}${uuidv7}'`)
      .concat(
        `select 'signing_keys ' || kid from signing_keys where kid not glob 'key_${uuidv7}'`,
        `select 'item of ' || c.id from ${items}
         where coalesce(item.value ->> 'id', '') not glob 'item_${uuidv7}'`,
      )
      .join(' union all '),
  },
  {
    name: 'stored JSON can be read',
    broken: columns.filter(({ column }) => column.dataType === 'json')
      .map(({ table, column: { name } }) => `
      select '${table} row ' || rowid || ' ${name}' from ${table}
      where ${name} is not null and not json_valid(${name})`).join(' union all '),
  },
  {
    name: 'an e-mail is in lower case and one customer\'s',
    broken: `
      select id from customers where email <> lower(email)
      union all
      select seller_id || ' ' || email from customers
      group by seller_id, email having count(*) > 1`,
  },
]

const ofOffers: Invariant[] = [
  {
    name: 'a product has one default offer at most',
    broken: `
      select product_id from offers where is_default
      group by seller_id, product_id having count(*) > 1`,
  },
  {
    name: 'a product with an active offer has a default offer',
    broken: `
      select product_id from offers
      group by seller_id, product_id having max(active) and not max(is_default)`,
  },
  {
    name: 'a default offer is active',
    broken: 'select id from offers where is_default and not active',
  },
  {
    name: 'an archived offer is not active',
    broken: 'select id from offers where archived_at is not null and active',
  },
  {
    name: 'an offer has a price, and terms that fit its type',
    broken: `
      select id from offers
      where amount_minor not between 1 and 99999999999
        or compare_at_amount_minor < amount_minor
        or (type = 'recurring') <> (billing_interval is not null)
        or (type = 'recurring') <> (interval_count is not null)
        or interval_count not between 1 and 999`,
  },
]

const ofCheckouts: Invariant[] = [
  {
    name: 'a session is completed when it has a completed_at, and only then',
    broken: `
      select id from checkouts where (status = 'completed') <> (completed_at is not null)`,
  },
  {
    name: 'a completed session is settled by one payment, of its amount',
    broken: `
      select c.id from checkouts c
      left join payments p
        on p.seller_id = c.seller_id and p.checkout_id = c.id and p.outcome = 'settled'
      where c.status = 'completed'
      group by c.seller_id, c.id
      having count(p.id) <> 1 or max(p.amount_minor) <> c.amount_total_minor`,
  },
  {
    name: 'a payment that settles belongs to a completed session',
    broken: `
      select p.id from payments p
      left join checkouts c on c.seller_id = p.seller_id and c.id = p.checkout_id
      where p.outcome = 'settled' and c.status is not 'completed'`,
  },
  {
    name: 'a payment says why it is sent back when it is, and only then',
    broken: `
      select id from payments
      where (outcome = 'returned') <> (return_reason is not null)
        or (outcome = 'returned') <> (return_status is not null)`,
  },
  {
    name: 'a transfer from a bank has its id in the Pix system, and only that has one',
    broken: `
      select id from payments where (rail = 'bacen') <> (length(end_to_end_id) is 32)`,
  },
  {
    name: 'what is sent back is looked at until it is done, and nothing else is',
    broken: `
      select id from payments
      where (return_status in ('due', 'processing') and return_check_at is null)
        or (coalesce(return_status, 'done') = 'done' and return_check_at is not null)`,
  },
  {
    name: 'a charge carries the UUID of its session',
    broken: `
      select checkout_id from charges
      where 'checkout_' || txid is not replace(checkout_id, '-', '')`,
  },
  {
    name: 'a session ends 24 hours after it was opened, and is not paid later',
    broken: `
      select id from checkouts
      where expires_at is not strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '+24 hours')
        or completed_at > expires_at`,
  },
  {
    name: 'line items sum to the total',
    broken: `
      select c.id from checkouts c where c.amount_total_minor is not (
        select sum((item.value ->> 'unit_amount_minor') * (item.value ->> 'quantity'))
        from json_each(iif(json_valid(c.line_items), c.line_items, '[]')) item
      )`,
  },
  {
    name: 'what a session sells is the seller\'s',
    broken: `
      select c.id from ${items}
      left join offers o on o.seller_id = c.seller_id and o.id = item.value ->> 'offer_id'
      where o.product_id is not item.value ->> 'product_id'`,
  },
]

const ofWebhooks: Invariant[] = [
  {
    name: 'a delivery was claimed when it is no longer pending, and only then',
    broken: `
      select id from deliveries where (status = 'pending') <> (claimed_at is null)`,
  },
  {
    name: 'a delivery has ended when it is delivered or failed, and only then',
    broken: `
      select id from deliveries
      where (status in ('delivered', 'failed')) <> (duration_ms is not null)
        or (status = 'delivered' and coalesce(response_status, 0) not between 200 and 299)`,
  },
]

export const invariants: readonly Invariant[] = [
  ...ofRows,
  ...ofOffers,
  ...ofCheckouts,
  ...ofWebhooks,
]
