import type { Invariant } from './vocabulary.ts'

/** The amounts that are kept beside refunds, and what is still to be done for a refund. */
export const ofAmounts: Invariant[] = [
  {
    name: 'the amounts of a payment are the sums of its refunds',
    broken: `
      select p.id from payments p
      left join refunds r on r.seller_id = p.seller_id and r.payment_id = p.id
      group by p.seller_id, p.id, p.amount_refunded_minor, p.amount_committed_minor
      having p.amount_refunded_minor
          <> coalesce(sum(r.amount_minor) filter (where r.status = 'succeeded'), 0)
        or p.amount_committed_minor
          <> coalesce(sum(r.amount_minor) filter (where r.status <> 'failed'), 0)`,
  },
  {
    name: 'a checkout names the payment that settled it, and what was refunded of that',
    broken: `
      select c.id from checkouts c
      left join payments p
        on p.seller_id = c.seller_id and p.checkout_id = c.id and p.outcome = 'settled'
      where c.payment_id is distinct from p.id
        or c.amount_refunded_minor <> coalesce(p.amount_refunded_minor, 0)`,
  },
  {
    // A bank may take one up again that had failed, after another was ordered in its place.
    name: 'the refunds of a payment that were ordered here sum to no more than its amount',
    broken: `
      select p.id from payments p
      join refunds r on r.seller_id = p.seller_id and r.payment_id = p.id
      where r.status <> 'failed' and r.origin <> 'bank' and r.failure_reason is null
      group by p.seller_id, p.id, p.amount_minor having sum(r.amount_minor) > p.amount_minor`,
  },
  {
    name: 'the totals of the days count each payment that settled a checkout',
    broken: `
      select coalesce(t.seller_id, p.seller_id) as id from (
        select seller_id, sum(payments_count) as number, sum(amount_minor) as amount
        from daily_totals group by seller_id) t
      full join (
        select seller_id, count(*) as number, sum(amount_minor) as amount
        from payments where outcome = 'settled' group by seller_id) p on p.seller_id = t.seller_id
      where coalesce(t.number, 0) <> coalesce(p.number, 0)
        or coalesce(t.amount, 0) <> coalesce(p.amount, 0)`,
  },
  {
    name: 'the totals of the days count what has gone back of these payments',
    broken: `
      select coalesce(t.seller_id, r.seller_id) as id from (
        select seller_id, sum(refunds_count) as number, sum(amount_refunded_minor) as amount
        from daily_totals group by seller_id) t
      full join (
        select r.seller_id, count(*) as number, sum(r.amount_minor) as amount
        from refunds r
        join payments p on p.seller_id = r.seller_id and p.id = r.payment_id
        where p.outcome = 'settled' and r.status = 'succeeded' and r.amount_minor > 0
        group by r.seller_id) r on r.seller_id = t.seller_id
      where coalesce(t.number, 0) <> coalesce(r.number, 0)
        or coalesce(t.amount, 0) <> coalesce(r.amount, 0)`,
  },
  {
    name: 'a refund has a check_at, and a bank, exactly while it is an order of a seller under way',
    broken: `
      select id from refunds
      where (status = 'pending' and origin = 'seller') <> (check_at is not null)
        or (check_at is not null and connection_id is null)`,
  },
]
