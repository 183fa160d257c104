CREATE TABLE `search_terms` (
	`seller_id` text NOT NULL,
	`object_id` text NOT NULL,
	`term` text NOT NULL,
	`type` text NOT NULL,
	PRIMARY KEY(`seller_id`, `object_id`, `term`)
);
--> statement-breakpoint
CREATE INDEX `search_terms_found` ON `search_terms` (`seller_id`,`type`,`term`,`object_id`);--> statement-breakpoint
ALTER TABLE `sellers` ADD `search_fill` text DEFAULT '';--> statement-breakpoint
CREATE INDEX `sellers_to_fill` ON `sellers` (`id`) WHERE "sellers"."search_fill" is not null;--> statement-breakpoint
CREATE INDEX `checkouts_amount` ON `checkouts` (`amount_total_minor`,`seller_id`,`id`);--> statement-breakpoint
CREATE INDEX `payments_amount` ON `payments` (`seller_id`,`amount_minor`,`id`);--> statement-breakpoint
CREATE INDEX `refunds_amount` ON `refunds` (`seller_id`,`amount_minor`,`id`);