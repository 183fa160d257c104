CREATE TABLE `audit_events` (
	`seller_id` text NOT NULL,
	`id` text NOT NULL,
	`sequence` integer NOT NULL,
	`actor_type` text NOT NULL,
	`actor_id` text,
	`actor_name` text,
	`action` text NOT NULL,
	`target_type` text NOT NULL,
	`target_id` text NOT NULL,
	`changes` text NOT NULL,
	`previous_hash` text NOT NULL,
	`hash` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`seller_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `audit_events_of_actor` ON `audit_events` (`seller_id`,`actor_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_events_of_target` ON `audit_events` (`seller_id`,`target_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_events_of_actor_and_target` ON `audit_events` (`seller_id`,`actor_id`,`target_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `audit_events_sequence` ON `audit_events` (`seller_id`,`sequence`);--> statement-breakpoint
CREATE TABLE `audit_heads` (
	`seller_id` text PRIMARY KEY NOT NULL,
	`sequence` integer NOT NULL,
	`hash` text NOT NULL,
	`first_sequence` integer NOT NULL,
	`first_previous_hash` text NOT NULL
);
