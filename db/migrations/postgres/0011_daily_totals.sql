CREATE TABLE "daily_totals" (
	"seller_id" text collate "C" NOT NULL,
	"date" text collate "C" NOT NULL,
	"currency" text collate "C" NOT NULL,
	"part" bigint NOT NULL,
	"payments_count" bigint NOT NULL,
	"amount_minor" bigint NOT NULL,
	"refunds_count" bigint NOT NULL,
	"amount_refunded_minor" bigint NOT NULL,
	CONSTRAINT "daily_totals_seller_id_date_currency_part_pk" PRIMARY KEY("seller_id","date","currency","part")
);
--> statement-breakpoint
-- Checkouts that name no payment are counted when they get one, and refunds of payments that keep no
-- amounts when these are kept (domain/repair/).
INSERT INTO daily_totals (seller_id, date, currency, part, payments_count, amount_minor, refunds_count, amount_refunded_minor)
SELECT p.seller_id, to_char(p.paid_at::timestamptz AT TIME ZONE 'UTC' - interval '3 hours', 'YYYY-MM-DD'), c.currency, 0, count(*), sum(p.amount_minor), 0, 0
FROM payments p JOIN checkouts c ON c.seller_id = p.seller_id AND c.id = p.checkout_id
WHERE p.outcome = 'settled' AND c.payment_id IS NOT NULL GROUP BY 1, 2, 3;
--> statement-breakpoint
INSERT INTO daily_totals (seller_id, date, currency, part, payments_count, amount_minor, refunds_count, amount_refunded_minor)
SELECT r.seller_id, to_char(coalesce(r.completed_at, r.updated_at)::timestamptz AT TIME ZONE 'UTC' - interval '3 hours', 'YYYY-MM-DD'), c.currency, 1, 0, 0, count(*), sum(r.amount_minor)
FROM refunds r JOIN payments p ON p.seller_id = r.seller_id AND p.id = r.payment_id
JOIN checkouts c ON c.seller_id = r.seller_id AND c.id = r.checkout_id
WHERE p.outcome = 'settled' AND p.amount_refunded_minor > 0 AND r.status = 'succeeded' GROUP BY 1, 2, 3;
