ALTER TABLE `bank_connections` ADD `refunds_listed_until` text;--> statement-breakpoint
ALTER TABLE `refunds` ADD `provider_id` text;