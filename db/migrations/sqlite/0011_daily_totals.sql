CREATE TABLE `daily_totals` (
	`seller_id` text NOT NULL,
	`date` text NOT NULL,
	`currency` text NOT NULL,
	`part` integer NOT NULL,
	`payments_count` integer NOT NULL,
	`amount_minor` integer NOT NULL,
	`refunds_count` integer NOT NULL,
	`amount_refunded_minor` integer NOT NULL,
	PRIMARY KEY(`seller_id`, `date`, `currency`, `part`)
);
--> statement-breakpoint
-- Checkouts that name no payment are counted when they get one, and refunds of payments that keep no
-- amounts when these are kept (domain/repair/).
INSERT INTO daily_totals (seller_id, date, currency, part, payments_count, amount_minor, refunds_count, amount_refunded_minor)
SELECT p.seller_id, substr(datetime(p.paid_at, '-3 hours'), 1, 10), c.currency, 0, count(*), sum(p.amount_minor), 0, 0
FROM payments p JOIN checkouts c ON c.seller_id = p.seller_id AND c.id = p.checkout_id
WHERE p.outcome = 'settled' AND c.payment_id IS NOT NULL GROUP BY 1, 2, 3;
--> statement-breakpoint
INSERT INTO daily_totals (seller_id, date, currency, part, payments_count, amount_minor, refunds_count, amount_refunded_minor)
SELECT r.seller_id, substr(datetime(coalesce(r.completed_at, r.updated_at), '-3 hours'), 1, 10), c.currency, 1, 0, 0, count(*), sum(r.amount_minor)
FROM refunds r JOIN payments p ON p.seller_id = r.seller_id AND p.id = r.payment_id
JOIN checkouts c ON c.seller_id = r.seller_id AND c.id = r.checkout_id
WHERE p.outcome = 'settled' AND p.amount_refunded_minor > 0 AND r.status = 'succeeded' GROUP BY 1, 2, 3;
