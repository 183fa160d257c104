ALTER TABLE `bank_connections` ADD `callbacks` text DEFAULT 'registered' NOT NULL;--> statement-breakpoint
ALTER TABLE `bank_connections` ADD `webhook_url` text;--> statement-breakpoint
ALTER TABLE `bank_connections` ADD `granted_scopes` text;--> statement-breakpoint
ALTER TABLE `bank_connections` ADD `tested_at` text;--> statement-breakpoint
ALTER TABLE `charges` ADD `creating_until` text;--> statement-breakpoint
ALTER TABLE `refunds` ADD `refusal_reason` text;--> statement-breakpoint
ALTER TABLE `refunds` ADD `absent_since` text;