import { ofAmounts } from './amountInvariants.ts'
import { ofEvents, unannounced } from './announcements.ts'
import { layouts } from './layout.ts'
import type { Reference } from './layout.ts'
import { ofPeople } from './peopleInvariants.ts'
import { ofSearch } from './searchInvariants.ts'
import { INSTALLATION } from '../auditChain.ts'
import type { Engine } from './rows.ts'
import { idPrefixes } from '../../generated/idPrefixes.ts'
import { ofSettings } from './settingsInvariants.ts'
import { ofSubscriptions } from './subscriptionInvariants.ts'
import { mendable, vocabularies } from './vocabulary.ts'
import type { Invariant, Vocabulary } from './vocabulary.ts'

export type { Invariant } from './vocabulary.ts'

const hex = (digits: number) => `[0-9a-f]{${digits}}`
const uuidv7 = [hex(8), hex(4), `7${hex(3)}`, `[89ab]${hex(3)}`, hex(12)].join('-')

/** The condition that a text is not an id: a prefix and a UUIDv7. */
const isNoId = (text: string, prefix: string) => `not regexp_like(${text}, '^${prefix}${uuidv7}$')`

/** The rows of a table whose reference leads to no row; a reference may be null. */
function dangling(table: string, key: string[], reference: Reference): string {
  const { columns, foreignColumns } = reference
  const matches = columns.map((column, i) => `other.${foreignColumns[i]} = own.${column}`)
  const nulls = columns.map((column) => `own.${column} is not null`)
  return `
    select '${table} ' || own.${key.at(-1)} || ' refers to no row of ${reference.table}'
    from ${table} own
    where ${nulls.join(' and ')}
      and not exists (select 1 from ${reference.table} other where ${matches.join(' and ')})`
}

const ofRows = ({ items }: Vocabulary): Invariant[] => [
  {
    name: 'every reference leads to a row',
    broken: layouts
      .flatMap(({ table, key, references }) =>
        references.map((reference) => dangling(table, key, reference)),
      )
      .join(' union all '),
  },
  {
    name: 'every row has a seller',
    broken: layouts
      .filter(({ columns }) => columns.some(({ name }) => name === 'seller_id'))
      .map(
        ({ table }) => `
      select distinct '${table} of ' || seller_id from ${table}
      where seller_id not in (select id from sellers)
      ${table.startsWith('audit') ? `and seller_id <> '${INSTALLATION}'` : ''}`,
      )
      .join(' union all '),
  },
  {
    name: 'every id is its prefix and a UUIDv7',
    broken: layouts
      .flatMap(({ table, columns }) =>
        columns.flatMap(({ name, idForm: { kind, prefix = '' } = {} }) =>
          kind === 'id'
            ? [`select '${table} ' || ${name} from ${table} where ${isNoId(name, prefix)}`]
            : [],
        ),
      )
      .concat(
        `select 'item of ' || c.id from ${items}
         where ${isNoId(`coalesce(item.value ->> 'id', '')`, idPrefixes.line_items)}`,
      )
      .join(' union all '),
  },
  {
    name: 'an e-mail is in lower case and belongs to one customer',
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
      group by seller_id, product_id having count(*) filter (where active) > 0
        and count(*) filter (where is_default) = 0`,
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

const ofCheckouts = ({ items }: Vocabulary): Invariant[] => [
  {
    name: 'a checkout is completed exactly when it has a completed_at',
    broken: `
      select id from checkouts where (status = 'completed') <> (completed_at is not null)`,
  },
  {
    name: 'a completed checkout is settled by one payment, of its amount',
    broken: `
      select c.id from checkouts c
      left join payments p
        on p.seller_id = c.seller_id and p.checkout_id = c.id and p.outcome = 'settled'
      where c.status = 'completed'
      group by c.seller_id, c.id, c.amount_total_minor
      having count(p.id) <> 1 or max(p.amount_minor) <> c.amount_total_minor`,
  },
  {
    name: 'a payment that settles belongs to a completed checkout',
    broken: `
      select p.id from payments p
      left join checkouts c on c.seller_id = p.seller_id and c.id = p.checkout_id
      where p.outcome = 'settled' and p.checkout_id is not null
        and c.status is distinct from 'completed'`,
  },
  {
    name: 'a payment has a return_reason and a return_status exactly when it is returned',
    broken: `
      select id from payments
      where (outcome = 'returned') <> (return_reason is not null)
        or (outcome = 'returned') <> (return_status is not null)`,
  },
  {
    // Payments of the sandbox had none before version 1.1.
    name: 'a payment that a bank received has an end_to_end_id, and each has 32 characters',
    broken: `
      select id from payments
      where coalesce(length(end_to_end_id), case rail when 'bacen' then 0 else 32 end) <> 32`,
  },
  {
    name: 'a return has a return_check_at while it is under way, and none when it is done',
    broken: `
      select id from payments
      where (return_status in ('due', 'processing', 'waiting') and return_check_at is null)
        or (coalesce(return_status, 'done') = 'done' and return_check_at is not null)`,
  },
  {
    name: 'the txid of a charge is the UUID of its checkout, numbered from the second charge on',
    broken: `
      select checkout_id from charges
      where '${idPrefixes.checkouts}' || substr(txid, 1, 32) <> replace(checkout_id, '-', '')
        or not regexp_like(substr(txid, 33), '^([2-9]|[1-9][0-9]{1,2})?$')`,
  },
  {
    name: 'a payment names a charge of its checkout and a bank connection of its seller',
    broken: `
      select p.id from payments p
      left join bank_connections b on b.seller_id = p.seller_id and b.id = p.connection_id
      where (p.rail <> 'sandbox' and (p.txid is null) <> (p.connection_id is null))
        or '${idPrefixes.checkouts}' || substr(p.txid, 1, 32) <> replace(p.checkout_id, '-', '')
        or (p.connection_id is not null and b.id is null)
        or (p.rail = 'sandbox' and p.connection_id is not null)`,
  },
  {
    name: 'a checkout expires after it was opened, and is not paid later',
    broken: `
      select id from checkouts
      where expires_at <= created_at or completed_at > expires_at`,
  },
  {
    name: 'a checkout is canceled by itself before it expires',
    broken: `
      select id from checkouts
      where cancel_at <= created_at or cancel_at > expires_at`,
  },
  mendable(
    'a checkout is not paid after it was to be canceled',
    'cancel_at',
    'select seller_id, id from checkouts where completed_at > cancel_at',
  ),
  mendable(
    'a link counts its paid sessions',
    'payments_count',
    `select l.seller_id, l.id from payment_links l
      left join (
        select seller_id, payment_link_id, count(*) as paid from checkouts
        where payment_link_id is not null and status = 'completed'
        group by seller_id, payment_link_id
      ) c on c.seller_id = l.seller_id and c.payment_link_id = l.id
      where l.payments_count <> coalesce(c.paid, 0)`,
  ),
  {
    name: 'line items sum to the total',
    broken: `
      select c.id from checkouts c
      left join (
        select c.seller_id, c.id, sum(cast(item.value ->> 'unit_amount_minor' as bigint)
          * cast(item.value ->> 'quantity' as bigint)) as sum_minor
        from ${items} group by c.seller_id, c.id
      ) i on i.seller_id = c.seller_id and i.id = c.id
      where c.amount_total_minor is distinct from i.sum_minor`,
  },
  {
    // The items of a cart that are no offers have a kind.
    name: 'the items of a checkout are offers of its seller, or name none',
    broken: `
      select c.id from ${items}
      left join offers o on o.seller_id = c.seller_id and o.id = item.value ->> 'offer_id'
      where case when item.value ->> 'kind' is null
        then o.product_id is distinct from item.value ->> 'product_id'
        else o.id is not null end`,
  },
]

const ofRefunds = (vocabulary: Vocabulary): Invariant[] => [
  {
    name: 'the refunds of a payment sum to no more than its amount',
    broken: `
      select p.id from payments p
      join refunds r on r.seller_id = p.seller_id and r.payment_id = p.id
      where r.status = 'succeeded'
      group by p.seller_id, p.id, p.amount_minor having sum(r.amount_minor) > p.amount_minor`,
  },
  {
    name: 'a refund and its payment belong to the same checkout',
    broken: `
      select r.id from refunds r
      join payments p on p.seller_id = r.seller_id and p.id = r.payment_id
      where r.checkout_id is distinct from p.checkout_id
        or r.invoice_id is distinct from p.invoice_id
        or r.subscription_id is distinct from p.subscription_id
        or (p.outcome = 'settled' and r.origin = 'automatic')`,
  },
  {
    name: 'each completed refund has one event',
    broken: unannounced(
      {
        type: 'payment.reversed',
        isOld: true,
        due: `
          select r.seller_id, r.checkout_id as id, r.created_at as happened from refunds r
          join payments p on p.seller_id = r.seller_id and p.id = r.payment_id
          where r.status = 'succeeded' and p.outcome = 'settled' and r.checkout_id is not null
          union all
          select seller_id, checkout_id, coalesce(created_at, paid_at) from payments
          where return_status = 'done' and checkout_id is not null`,
      },
      vocabulary,
    ),
  },
]

const ofWebhooks: Invariant[] = [
  {
    name: 'a delivery has a claimed_at exactly when it is no longer pending',
    broken: `
      select id from deliveries where (status = 'pending') <> (claimed_at is null)`,
  },
  {
    name: 'a delivery has a duration exactly when it is delivered or failed',
    broken: `
      select id from deliveries
      where (status in ('delivered', 'failed')) <> (duration_ms is not null)
        or (status = 'delivered' and coalesce(response_status, 0) not between 200 and 299)`,
  },
]

/** Checks of an engine that do not depend on the schema. */
export const conditionsOf = (engine: Engine): Invariant[] => vocabularies[engine].conditions

export function invariantsOf(engine: Engine): Invariant[] {
  const vocabulary = vocabularies[engine]
  return [
    ...ofRows(vocabulary),
    ...vocabulary.own,
    ...ofOffers,
    ...ofCheckouts(vocabulary),
    ...ofRefunds(vocabulary),
    ...ofAmounts(vocabulary),
    ...ofEvents(vocabulary),
    ...ofWebhooks,
    ...ofPeople,
    ...ofSettings,
    ...ofSearch,
    ...ofSubscriptions,
  ]
}
