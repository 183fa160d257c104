import type SQLite from 'better-sqlite3'
import type { Row } from '../../../../db/schema/tables.ts'
import type { Caller } from './access.ts'
import { offerChanges, offerEvent } from './audit.ts'
import type { SoldOffer, SoldProduct } from './rules.ts'

/** Rows as SQLite has them: JSON is text, and a truth value 0 or 1. */
type RowForDriver<Table, Texts extends keyof Table, Flags extends keyof Table = never> = Omit<
  Table,
  Texts | Flags
> &
  Record<Texts, string> &
  Record<Flags, 0 | 1>

export type StoredCustomer = RowForDriver<Row<'customers'>, 'metadata'>
export type StoredCheckout = RowForDriver<Row<'checkouts'>, 'metadata' | 'line_items'>
type StoredEvent = RowForDriver<Row<'audit_events'>, 'changes'>
export type StoredOffer = RowForDriver<Row<'offers'>, never, 'active' | 'is_default'>

/** An offer and its product, as far as a checkout needs them. */
export type StoredSale = SoldOffer & {
  product_id: string
  product_name: string
  description: string
  metadata: string
}

export const offerOf = (row: StoredOffer): Row<'offers'> => ({
  ...row,
  active: row.active === 1,
  is_default: row.is_default === 1,
})

export function saleOf(offer: StoredSale): { offer: SoldOffer; product: SoldProduct } {
  const { product_id: id, product_name: name, description, metadata } = offer
  return { offer, product: { id, name, description, metadata: JSON.parse(metadata) } }
}

/** A connection that prepares statements. */
export type Preparing = Pick<SQLite.Database, 'prepare'>

type Key = [seller_id: string, id: string]

const values = (columns: string[]) =>
  `(${columns.join()}) values (${columns.map((name) => `@${name}`).join()})`

const customerColumns = [
  'seller_id',
  'id',
  'name',
  'email',
  'phone',
  'tax_id',
  'status',
  'source',
  'metadata',
  'created_at',
  'updated_at',
]
const checkoutColumns = [
  'seller_id',
  'id',
  'customer_id',
  'external_id',
  'status',
  'currency',
  'amount_total_minor',
  'page_token',
  'success_url',
  'cancel_url',
  'metadata',
  'line_items',
  'expires_at',
  'cancel_at',
  'completed_at',
  'payment_id',
  'amount_refunded_minor',
  'created_at',
  'updated_at',
]

const eventColumns = [
  'seller_id',
  'id',
  'sequence',
  'actor_type',
  'actor_id',
  'actor_name',
  'action',
  'target_type',
  'target_id',
  'changes',
  'previous_hash',
  'hash',
  'created_at',
]

const due = `seller_id = ? and status = 'open' and expires_at < ?`

const prepareCallers = (client: Preparing) => {
  const inForce = `from api_clients c join sellers s on s.id = c.seller_id
    where c.client_id = ? and c.revoked_at is null and s.status = 'active'`
  return {
    caller: client.prepare<[client_id: string], Caller>(
      `select s.id as seller_id, s.default_currency, c.id, c.name, c.generation ${inForce}`,
    ),
    credential: client.prepare<
      [client_id: string],
      { client_id: string; secret_hash: string; scopes: string; generation: number }
    >(`select c.client_id, c.secret_hash, c.scopes, c.generation ${inForce}`),
  }
}

const prepareCustomers = (client: Preparing) => ({
  customer: client.prepare<Key, StoredCustomer>(
    'select * from customers where seller_id = ? and id = ?',
  ),
  addCustomer: client.prepare<StoredCustomer>(`
    insert into customers ${values(customerColumns)} on conflict (seller_id, email) do nothing`),
})

const prepareCheckouts = (client: Preparing) => ({
  checkout: client.prepare<Key, StoredCheckout>(
    'select * from checkouts where seller_id = ? and id = ?',
  ),
  checkoutsBefore: client.prepare<[...Key, limit: number], StoredCheckout>(
    'select * from checkouts where seller_id = ? and id < ? order by id desc limit ?',
  ),
  checkoutsByExternalId: client.prepare<[...Key, external_id: string], StoredCheckout>(
    'select * from checkouts where seller_id = ? and id < ? and external_id = ?',
  ),
  oneDue: client.prepare<[seller_id: string, now: string], { id: string }>(
    `select id from checkouts where ${due} limit 1`,
  ),
  expireDue: client.prepare<[updated_at: string, seller_id: string, now: string]>(
    `update checkouts set status = 'expired', updated_at = ? where ${due}`,
  ),
  addCheckout: client.prepare<StoredCheckout>(`
    insert into checkouts ${values(checkoutColumns)}
    on conflict (seller_id, external_id) do nothing`),
})

const prepareOffers = (client: Preparing) => ({
  sale: client.prepare<Key, StoredSale>(`
    select o.id, o.name, o.amount_minor, o.currency, o.type, o.billing_interval,
      o.interval_count, o.product_id, p.name as product_name, p.description, p.metadata
    from offers o join products p on p.seller_id = o.seller_id and p.id = o.product_id
    where o.seller_id = ? and o.id = ? and o.active and o.archived_at is null
      and p.status = 'active'`),
  offer: client.prepare<Key, StoredOffer & { lacks_default: 0 | 1 }>(`
    select *, not exists (
      select 1 from offers d where d.seller_id = offers.seller_id
        and d.product_id = offers.product_id and d.is_default
    ) as lacks_default
    from offers where seller_id = ? and id = ? and archived_at is null`),
  demoteDefault: client.prepare<[updated_at: string, seller_id: string, product_id: string]>(`
    update offers set is_default = 0, updated_at = ?
    where seller_id = ? and product_id = ? and is_default`),
  changeOffer: client.prepare<StoredOffer>(`
    update offers set name = @name, active = @active, is_default = @is_default,
      updated_at = @updated_at
    where seller_id = @seller_id and id = @id`),
})

const prepareAudit = (client: Preparing) => ({
  headOf: client.prepare<[seller_id: string], { sequence: number; hash: string }>(
    'select sequence, hash from audit_heads where seller_id = ?',
  ),
  addEvent: client.prepare<StoredEvent>(`insert into audit_events ${values(eventColumns)}`),
  setHead: client.prepare<[sequence: number, hash: string, seller_id: string]>(
    'update audit_heads set sequence = ?, hash = ? where seller_id = ?',
  ),
})

/** Records a change of an offer in its transaction, by its last statements. */
export function recordChange(
  { headOf, addEvent, setHead }: ReturnType<typeof prepareAudit>,
  caller: Caller,
  before: Row<'offers'>,
  after: Row<'offers'>,
): void {
  const changes = offerChanges(before, after)
  if (changes.length === 0) return
  const head = headOf.get(caller.seller_id)
  if (!head) throw new Error('The seller has no audit trail.')
  const event = offerEvent(caller, after, changes, head)
  addEvent.run({ ...event, changes: JSON.stringify(changes) })
  setHead.run(event.sequence, event.hash, caller.seller_id)
}

/** The statements of the six operations, each prepared once. */
export const prepareStatements = (client: Preparing) => ({
  ...prepareCallers(client),
  ...prepareCustomers(client),
  ...prepareCheckouts(client),
  ...prepareOffers(client),
  ...prepareAudit(client),
})

/**
 * Prepares statements that SQLite does not compile again at each execution. It does when a plan
 * was made with a look at a parameter, which a sign before each one prevents.
 */
export const opaque = (client: SQLite.Database): Preparing =>
  ({
    prepare: (text: string) => client.prepare(text.replaceAll(/[?@]/g, '+$&')),
  }) as Preparing

export type Statements = ReturnType<typeof prepareStatements>
