CREATE TABLE `refunds` (
	`seller_id` text NOT NULL,
	`id` text NOT NULL,
	`payment_id` text NOT NULL,
	`checkout_id` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`status` text NOT NULL,
	`origin` text NOT NULL,
	`nature` text NOT NULL,
	`return_id` text NOT NULL,
	`completed_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`seller_id`, `id`),
	FOREIGN KEY (`seller_id`,`payment_id`) REFERENCES `payments`(`seller_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`seller_id`,`checkout_id`) REFERENCES `checkouts`(`seller_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "refunds_amount" CHECK("refunds"."amount_minor" >= 1),
	CONSTRAINT "refunds_completed_at" CHECK(("refunds"."status" = 'succeeded') = ("refunds"."completed_at" is not null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_return_id` ON `refunds` (`seller_id`,`payment_id`,`return_id`);--> statement-breakpoint
ALTER TABLE `charges` ADD `lifetime_seconds` integer;--> statement-breakpoint
ALTER TABLE `charges` ADD `asked_at` text;--> statement-breakpoint
ALTER TABLE `charges` ADD `viewed_at` text;--> statement-breakpoint
ALTER TABLE `charges` ADD `trouble_since` text;