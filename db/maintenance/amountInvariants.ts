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
    name: 'the refunds of a payment that were ordered here sum to no more than its amount',
    broken: `
      select p.id from payments p
      join refunds r on r.seller_id = p.seller_id and r.payment_id = p.id
      where r.status <> 'failed' and r.origin <> 'bank'
      group by p.seller_id, p.id, p.amount_minor having sum(r.amount_minor) > p.amount_minor`,
  },
  {
    name: 'a refund has a check_at, and a bank, exactly while it is an order of a seller under way',
    broken: `
      select id from refunds
      where (status = 'pending' and origin = 'seller') <> (check_at is not null)
        or (check_at is not null and connection_id is null)`,
  },
]
