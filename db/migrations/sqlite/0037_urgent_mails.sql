CREATE TABLE `mail_digests` (
	`seller_id` text NOT NULL,
	`type` text NOT NULL,
	`date` text NOT NULL,
	`user_id` text NOT NULL,
	`mails_count` integer NOT NULL,
	`amount_minor` integer NOT NULL,
	`due_at` text NOT NULL,
	PRIMARY KEY(`seller_id`, `type`, `date`, `user_id`)
);
--> statement-breakpoint
CREATE INDEX `mail_digests_due` ON `mail_digests` (`seller_id`,`due_at`);--> statement-breakpoint
ALTER TABLE `mails` ADD `is_urgent` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `mails_pending_urgent` ON `mails` (`seller_id`,`id`) WHERE "mails"."status" = 'pending' and "mails"."is_urgent";--> statement-breakpoint
CREATE INDEX `mails_failed_urgent` ON `mails` (`seller_id`,`id`) WHERE "mails"."status" = 'failed' and "mails"."is_urgent";