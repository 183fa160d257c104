-- A rebuilt table of a million rows would be a stop of many seconds. SQLite 3.53 takes the rule out
-- of the schema alone (https://sqlite.org/lang_altertable.html).
ALTER TABLE `payments` ALTER COLUMN `checkout_id` DROP NOT NULL;--> statement-breakpoint
ALTER TABLE `payments` ADD `subscription_id` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `invoice_id` text;--> statement-breakpoint
ALTER TABLE `payments` ADD CONSTRAINT "payments_source" CHECK(("checkout_id" is null) = ("invoice_id" is not null)
        and ("subscription_id" is null) = ("invoice_id" is null));--> statement-breakpoint
ALTER TABLE `refunds` ALTER COLUMN `checkout_id` DROP NOT NULL;--> statement-breakpoint
ALTER TABLE `refunds` ADD `subscription_id` text;--> statement-breakpoint
ALTER TABLE `refunds` ADD `invoice_id` text;--> statement-breakpoint
ALTER TABLE `refunds` ADD CONSTRAINT "refunds_source" CHECK(("checkout_id" is null) = ("invoice_id" is not null)
        and ("subscription_id" is null) = ("invoice_id" is null));--> statement-breakpoint
CREATE UNIQUE INDEX `payments_one_settles_invoice` ON `payments` (`seller_id`,`invoice_id`) WHERE "payments"."outcome" = 'settled' and "payments"."invoice_id" is not null;--> statement-breakpoint
CREATE INDEX `payments_of_invoice` ON `payments` (`seller_id`,`invoice_id`,`id`) WHERE "payments"."invoice_id" is not null;--> statement-breakpoint
CREATE INDEX `payments_of_subscription` ON `payments` (`seller_id`,`subscription_id`,`id`) WHERE "payments"."subscription_id" is not null;--> statement-breakpoint
CREATE INDEX `refunds_of_invoice` ON `refunds` (`seller_id`,`invoice_id`,`id`) WHERE "refunds"."invoice_id" is not null;--> statement-breakpoint
CREATE INDEX `refunds_of_subscription` ON `refunds` (`seller_id`,`subscription_id`,`id`) WHERE "refunds"."subscription_id" is not null;