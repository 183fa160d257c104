import { mendable } from './vocabulary.ts'
import type { Invariant, Vocabulary } from './vocabulary.ts'

/**
 * The days of sellers on which other totals are kept than are due.
 *
 * @param kept the columns of `daily_totals` with a number of things, and with their sum
 * @param due selects `seller_id`, `date`, `currency` and `amount_minor` of each thing
 */
const unlikeDays = (kept: [number: string, sum: string], due: string) => `
  select coalesce(t.seller_id, d.seller_id) as seller_id,
    coalesce(t.date, d.date) || ' ' || coalesce(t.currency, d.currency) as id from (
    select seller_id, date, currency, sum(${kept[0]}) as number, sum(${kept[1]}) as amount
    from daily_totals group by seller_id, date, currency) t
  full join (
    select seller_id, date, currency, count(*) as number, sum(amount_minor) as amount
    from (${due}) each_one group by seller_id, date, currency
  ) d on d.seller_id = t.seller_id and d.date = t.date and d.currency = t.currency
  where coalesce(t.number, 0) <> coalesce(d.number, 0)
    or coalesce(t.amount, 0) <> coalesce(d.amount, 0)`

const dayThat = (name: string, rows: string): Invariant => ({
  ...mendable(name, 'daily_totals', rows),
  broken: `select seller_id || ' on ' || id from (${rows}) broken`,
})

/** Of a payment: an invoice is paid in reais. */
const currency = `coalesce(c.currency, 'BRL') as currency`

// Sales of before `payment_id` are counted when their checkouts are given it; until then readers
// find their payments, and add them to their days (domain/checkouts/settlements.ts).
const ofDays = ({ dayOf }: Vocabulary): Invariant[] => [
  dayThat(
    'the totals of the days count each payment that settled a checkout',
    unlikeDays(
      ['payments_count', 'amount_minor'],
      `select p.seller_id, ${dayOf('p.paid_at')} as date, ${currency}, p.amount_minor
       from payments p
       left join checkouts c on c.seller_id = p.seller_id and c.id = p.checkout_id
       where p.outcome = 'settled' and (p.checkout_id is null or c.payment_id is not null)`,
    ),
  ),
  dayThat(
    'the totals of the days count what has gone back of these payments',
    unlikeDays(
      ['refunds_count', 'amount_refunded_minor'],
      `select r.seller_id, ${dayOf('r.completed_at')} as date, ${currency}, r.amount_minor
       from refunds r
       join payments p on p.seller_id = r.seller_id and p.id = r.payment_id
       left join checkouts c on c.seller_id = p.seller_id and c.id = p.checkout_id
       where p.outcome = 'settled' and r.status = 'succeeded' and r.amount_minor > 0`,
    ),
  ),
]

/** The amounts that are kept beside refunds, and what is still to be done for a refund. */
export const ofAmounts = (vocabulary: Vocabulary): Invariant[] => [
  mendable(
    'the amounts of a payment are the sums of its refunds',
    'amount_refunded_minor',
    `
      select p.seller_id, p.id from payments p
      left join refunds r on r.seller_id = p.seller_id and r.payment_id = p.id
      group by p.seller_id, p.id, p.amount_refunded_minor, p.amount_committed_minor
      having p.amount_refunded_minor
          <> coalesce(sum(r.amount_minor) filter (where r.status = 'succeeded'), 0)
        or p.amount_committed_minor
          <> coalesce(sum(r.amount_minor) filter (where r.status <> 'failed'), 0)`,
  ),
  mendable(
    'a checkout names the payment that settled it, and what was refunded of that',
    'payment_id',
    `
      select c.seller_id, c.id from checkouts c
      left join payments p
        on p.seller_id = c.seller_id and p.checkout_id = c.id and p.outcome = 'settled'
      where (c.payment_id is distinct from p.id
        or c.amount_refunded_minor <> coalesce(p.amount_refunded_minor, 0))
        and not (c.status = 'completed' and c.payment_id is null)`,
  ),
  {
    // A bank may take one up again that had failed, after another was ordered in its place.
    name: 'the refunds of a payment that were ordered here sum to no more than its amount',
    broken: `
      select p.id from payments p
      join refunds r on r.seller_id = p.seller_id and r.payment_id = p.id
      where r.status <> 'failed' and r.origin <> 'bank' and r.failure_reason is null
      group by p.seller_id, p.id, p.amount_minor having sum(r.amount_minor) > p.amount_minor`,
  },
  ...ofDays(vocabulary),
  {
    name: 'a refund has a check_at, and a bank, exactly while it is an order of a seller under way',
    broken: `
      select id from refunds
      where (status = 'pending' and origin = 'seller') <> (check_at is not null)
        or (check_at is not null and connection_id is null)`,
  },
]
