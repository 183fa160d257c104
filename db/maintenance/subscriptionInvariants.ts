/** Invariants of subscriptions and of their invoices. */
import type { Invariant } from './vocabulary.ts'

export const ofSubscriptions: Invariant[] = [
  {
    name: 'the invoices of a subscription are numbered from 1',
    broken: `
      select subscription_id from invoices
      group by seller_id, subscription_id having min(number) <> 1 or max(number) <> count(*)`,
  },
  {
    name: 'a subscription names its newest invoice',
    broken: `
      select s.id from subscriptions s
      left join invoices i on i.seller_id = s.seller_id and i.subscription_id = s.id
        and i.number = (
          select max(n.number) from invoices n
          where n.seller_id = s.seller_id and n.subscription_id = s.id
        )
      where s.latest_invoice_id is distinct from i.id`,
  },
  {
    name: 'a subscription is paid until the end of its last paid period',
    broken: `
      select s.id from subscriptions s
      left join (
        select seller_id, subscription_id, max(period_end) as ends from invoices
        where status = 'paid' group by seller_id, subscription_id
      ) i on i.seller_id = s.seller_id and i.subscription_id = s.id
      where s.paid_until is distinct from i.ends`,
  },
  {
    name: 'a paid invoice is settled by one payment, of its amount, and names what went back',
    broken: `
      select i.id from invoices i
      left join payments p
        on p.seller_id = i.seller_id and p.invoice_id = i.id and p.outcome = 'settled'
      where (i.status = 'paid') <> (p.id is not null)
        or i.payment_id is distinct from p.id
        or i.end_to_end_id is distinct from p.end_to_end_id
        or p.amount_minor <> i.amount_minor
        or i.amount_refunded_minor <> coalesce(p.amount_refunded_minor, 0)`,
  },
  {
    name: 'a payment for an invoice names its subscription, and its charge or its code',
    broken: `
      select p.id from payments p
      left join invoices i on i.seller_id = p.seller_id and i.id = p.invoice_id
      where p.invoice_id is not null
        and (i.id is null or p.subscription_id <> i.subscription_id
          or p.txid not in (i.txid, substr(i.txid, 1, 12) || '8' || substr(i.txid, 14)))`,
  },
  {
    name: 'an invoice and its subscription are of one customer',
    broken: `
      select i.id from invoices i
      join subscriptions s on s.seller_id = i.seller_id and s.id = i.subscription_id
      where i.customer_id <> s.customer_id`,
  },
]
