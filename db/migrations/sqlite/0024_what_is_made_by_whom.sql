ALTER TABLE `api_clients` ADD `created_by` text;--> statement-breakpoint
ALTER TABLE `api_clients` ADD `last_used_at` text;--> statement-breakpoint
ALTER TABLE `audit_heads` ADD `sealed_sequence` integer;--> statement-breakpoint
ALTER TABLE `audit_heads` ADD `mac` text;--> statement-breakpoint
ALTER TABLE `bank_connections` ADD `created_by` text;--> statement-breakpoint
ALTER TABLE `user_sessions` ADD `passkey_id` text;--> statement-breakpoint
ALTER TABLE `user_sessions` ADD `device` text;--> statement-breakpoint
ALTER TABLE `webhook_endpoints` ADD `created_by` text;