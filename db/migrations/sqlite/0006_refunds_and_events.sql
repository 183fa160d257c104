DROP INDEX `checkouts_due`;--> statement-breakpoint
ALTER TABLE `checkouts` ADD `payment_id` text;--> statement-breakpoint
ALTER TABLE `checkouts` ADD `amount_refunded_minor` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `checkouts_open` ON `checkouts` (`seller_id`,`expires_at`,`id`) WHERE "checkouts"."status" = 'open';--> statement-breakpoint
CREATE INDEX `checkouts_ended` ON `checkouts` (`seller_id`,`status`,`id`) WHERE "checkouts"."status" <> 'open';--> statement-breakpoint
CREATE INDEX `checkouts_of_customer` ON `checkouts` (`seller_id`,`customer_id`,`id`) WHERE "checkouts"."customer_id" is not null;--> statement-breakpoint
CREATE INDEX `checkouts_of_customer_ended` ON `checkouts` (`seller_id`,`customer_id`,`status`,`id`) WHERE "checkouts"."customer_id" is not null and "checkouts"."status" <> 'open';--> statement-breakpoint
DROP INDEX `payments_returned`;--> statement-breakpoint
ALTER TABLE `payments` ADD `amount_refunded_minor` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `payments` ADD `amount_committed_minor` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `payments` ADD `created_at` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `updated_at` text;--> statement-breakpoint
CREATE INDEX `payments_of_checkout` ON `payments` (`seller_id`,`checkout_id`,`id`);--> statement-breakpoint
CREATE INDEX `payments_of_charge` ON `payments` (`seller_id`,`txid`,`id`);--> statement-breakpoint
CREATE INDEX `payments_paid` ON `payments` (`seller_id`,`paid_at`,`id`);--> statement-breakpoint
CREATE INDEX `payments_status` ON `payments` (`seller_id`,(case
  when "outcome" = 'returned' then 'returned'
  when "amount_refunded_minor" = 0 then 'succeeded'
  when "amount_refunded_minor" < "amount_minor" then 'partially_refunded'
  else 'refunded' end),`id`);--> statement-breakpoint
CREATE INDEX `payments_status_paid` ON `payments` (`seller_id`,(case
  when "outcome" = 'returned' then 'returned'
  when "amount_refunded_minor" = 0 then 'succeeded'
  when "amount_refunded_minor" < "amount_minor" then 'partially_refunded'
  else 'refunded' end),`paid_at`,`id`);--> statement-breakpoint
ALTER TABLE `bank_connections` ADD `listed_until` text;--> statement-breakpoint
ALTER TABLE `customers` ADD `erasing_since` text;--> statement-breakpoint
CREATE INDEX `customers_to_erase` ON `customers` (`seller_id`,`erasing_since`) WHERE "customers"."erasing_since" is not null;--> statement-breakpoint
ALTER TABLE `refunds` ADD `connection_id` text;--> statement-breakpoint
ALTER TABLE `refunds` ADD `check_at` text;--> statement-breakpoint
ALTER TABLE `refunds` ADD `external_id` text;--> statement-breakpoint
ALTER TABLE `refunds` ADD `reason` text;--> statement-breakpoint
ALTER TABLE `refunds` ADD `metadata` text;--> statement-breakpoint
ALTER TABLE `refunds` ADD `failure_reason` text;--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_external_id` ON `refunds` (`seller_id`,`external_id`);--> statement-breakpoint
CREATE INDEX `refunds_of_payment` ON `refunds` (`seller_id`,`payment_id`,`id`);--> statement-breakpoint
CREATE INDEX `refunds_of_checkout` ON `refunds` (`seller_id`,`checkout_id`,`id`);--> statement-breakpoint
CREATE INDEX `refunds_status` ON `refunds` (`seller_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `refunds_to_check` ON `refunds` (`seller_id`,`connection_id`,`check_at`) WHERE "refunds"."check_at" is not null;--> statement-breakpoint
CREATE INDEX `events_of_type` ON `events` (`seller_id`,`type`,`id`);--> statement-breakpoint
INSERT INTO refunds (seller_id, id, payment_id, checkout_id, amount_minor, status, origin, nature, return_id, completed_at, created_at, updated_at)
SELECT seller_id, 'refund_' || substr(id, 5), id, checkout_id, amount_minor, 'succeeded', 'automatic', 'ORIGINAL', return_id, paid_at, paid_at, paid_at
FROM payments WHERE return_status = 'done' AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.seller_id = payments.seller_id AND r.payment_id = payments.id);
--> statement-breakpoint
UPDATE payments SET
	amount_refunded_minor = (SELECT coalesce(sum(r.amount_minor), 0) FROM refunds r WHERE r.seller_id = payments.seller_id AND r.payment_id = payments.id AND r.status = 'succeeded'),
	amount_committed_minor = (SELECT coalesce(sum(r.amount_minor), 0) FROM refunds r WHERE r.seller_id = payments.seller_id AND r.payment_id = payments.id AND r.status <> 'failed')
WHERE EXISTS (SELECT 1 FROM refunds r WHERE r.seller_id = payments.seller_id AND r.payment_id = payments.id);
--> statement-breakpoint
UPDATE checkouts SET
	payment_id = (SELECT p.id FROM payments p WHERE p.seller_id = checkouts.seller_id AND p.checkout_id = checkouts.id AND p.outcome = 'settled'),
	amount_refunded_minor = (SELECT coalesce(sum(p.amount_refunded_minor), 0) FROM payments p WHERE p.seller_id = checkouts.seller_id AND p.checkout_id = checkouts.id AND p.outcome = 'settled')
WHERE status = 'completed';
