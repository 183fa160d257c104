CREATE TABLE `bank_connections` (
	`seller_id` text NOT NULL,
	`id` text NOT NULL,
	`provider` text NOT NULL,
	`url` text NOT NULL,
	`token_url` text NOT NULL,
	`client_id` text NOT NULL,
	`client_secret_sealed` text NOT NULL,
	`certificate` text NOT NULL,
	`private_key_sealed` text NOT NULL,
	`authority` text,
	`pix_key` text NOT NULL,
	`city` text NOT NULL,
	`disconnected_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`seller_id`, `id`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `bank_connections_one_in_use` ON `bank_connections` (`seller_id`) WHERE "bank_connections"."disconnected_at" is null;--> statement-breakpoint
CREATE TABLE `charges` (
	`seller_id` text NOT NULL,
	`checkout_id` text NOT NULL,
	`connection_id` text NOT NULL,
	`txid` text NOT NULL,
	`pix_code` text,
	`status` text NOT NULL,
	`check_at` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`seller_id`, `checkout_id`),
	FOREIGN KEY (`seller_id`,`checkout_id`) REFERENCES `checkouts`(`seller_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`seller_id`,`connection_id`) REFERENCES `bank_connections`(`seller_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "charges_status" CHECK("charges"."status" in ('open', 'closed'))
);
--> statement-breakpoint
CREATE INDEX `charges_to_check` ON `charges` (`seller_id`,`connection_id`,`check_at`) WHERE "charges"."status" = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX `charges_txid` ON `charges` (`seller_id`,`txid`);--> statement-breakpoint
CREATE TABLE `deliveries` (
	`seller_id` text NOT NULL,
	`id` text NOT NULL,
	`event_id` text NOT NULL,
	`endpoint_id` text NOT NULL,
	`status` text NOT NULL,
	`claimed_at` text,
	`duration_ms` integer,
	`response_status` integer,
	`response_text` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`seller_id`, `id`),
	FOREIGN KEY (`seller_id`,`event_id`) REFERENCES `events`(`seller_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`seller_id`,`endpoint_id`) REFERENCES `webhook_endpoints`(`seller_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "deliveries_status" CHECK("deliveries"."status" in ('pending', 'claimed', 'delivered', 'failed'))
);
--> statement-breakpoint
CREATE INDEX `deliveries_pending` ON `deliveries` (`seller_id`,`endpoint_id`,`id`) WHERE "deliveries"."status" = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX `deliveries_once` ON `deliveries` (`seller_id`,`event_id`,`endpoint_id`);--> statement-breakpoint
CREATE TABLE `events` (
	`seller_id` text NOT NULL,
	`id` text NOT NULL,
	`type` text NOT NULL,
	`data` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`seller_id`, `id`)
);
--> statement-breakpoint
CREATE TABLE `webhook_endpoints` (
	`seller_id` text NOT NULL,
	`id` text NOT NULL,
	`url` text NOT NULL,
	`secret_sealed` text NOT NULL,
	`previous_secret_sealed` text,
	`previous_secret_until` text,
	`deleted_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`seller_id`, `id`)
);
--> statement-breakpoint
DROP INDEX `payments_one_for_each_checkout`;--> statement-breakpoint
ALTER TABLE `payments` ADD `end_to_end_id` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `outcome` text DEFAULT 'settled' NOT NULL;--> statement-breakpoint
ALTER TABLE `payments` ADD `return_reason` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `return_status` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `return_id` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `return_check_at` text;--> statement-breakpoint
CREATE UNIQUE INDEX `payments_one_settles` ON `payments` (`seller_id`,`checkout_id`) WHERE "payments"."outcome" = 'settled';--> statement-breakpoint
CREATE INDEX `payments_to_return` ON `payments` (`seller_id`,`return_check_at`) WHERE "payments"."return_check_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `payments_end_to_end_id` ON `payments` (`seller_id`,`end_to_end_id`);