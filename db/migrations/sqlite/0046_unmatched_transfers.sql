CREATE TABLE `transfers` (
	`seller_id` text NOT NULL,
	`id` text NOT NULL,
	`end_to_end_id` text NOT NULL,
	`transfer_key` text NOT NULL,
	`return_id` text NOT NULL,
	`txid` text,
	`amount_minor` integer NOT NULL,
	`occurred_at` text NOT NULL,
	`description` text,
	`created_at` text NOT NULL,
	PRIMARY KEY(`seller_id`, `id`),
	CONSTRAINT "transfers_amount" CHECK(("transfers"."amount_minor" < 0) = ("transfers"."return_id" <> ''))
);
--> statement-breakpoint
CREATE INDEX `transfers_occurred` ON `transfers` (`seller_id`,`occurred_at`,`id`);--> statement-breakpoint
CREATE INDEX `transfers_amount` ON `transfers` (`seller_id`,`amount_minor`,`id`);--> statement-breakpoint
CREATE INDEX `transfers_described` ON `transfers` (`seller_id`,`occurred_at`,`id`) WHERE "transfers"."description" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `transfers_once` ON `transfers` (`seller_id`,`transfer_key`,`return_id`);--> statement-breakpoint
ALTER TABLE `bank_connections` ADD `unmatched_listed_until` text;