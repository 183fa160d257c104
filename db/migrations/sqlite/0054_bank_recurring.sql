ALTER TABLE `bank_connections` ADD `recurring` text DEFAULT 'unknown' NOT NULL;--> statement-breakpoint
ALTER TABLE `bank_connections` ADD `recurring_callbacks` text DEFAULT 'unknown' NOT NULL;--> statement-breakpoint
CREATE INDEX `subscriptions_running_at_bank` ON `subscriptions` (`seller_id`,`connection_id`) WHERE "subscriptions"."status" in ('active', 'past_due');