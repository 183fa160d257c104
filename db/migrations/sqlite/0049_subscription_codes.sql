CREATE TABLE `subscription_codes` (
	`seller_id` text NOT NULL,
	`subscription_id` text NOT NULL,
	`number` integer NOT NULL,
	`connection_id` text NOT NULL,
	`txid` text,
	`pix_code` text,
	`creating_until` text,
	`viewed_at` text NOT NULL,
	`check_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`seller_id`, `subscription_id`, `number`),
	FOREIGN KEY (`seller_id`,`subscription_id`) REFERENCES `subscriptions`(`seller_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `subscription_codes_to_check` ON `subscription_codes` (`seller_id`,`connection_id`,`check_at`) WHERE "subscription_codes"."check_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `subscription_codes_txid` ON `subscription_codes` (`seller_id`,`txid`);--> statement-breakpoint
ALTER TABLE `bank_connections` ADD `account` text;--> statement-breakpoint
CREATE INDEX `invoices_ordered` ON `invoices` (`seller_id`,`connection_id`,`bank_order`,`updated_at`) WHERE "invoices"."bank_order" is not null;--> statement-breakpoint
CREATE INDEX `subscriptions_ordered` ON `subscriptions` (`seller_id`,`connection_id`,`bank_order`,`updated_at`) WHERE "subscriptions"."bank_order" is not null;