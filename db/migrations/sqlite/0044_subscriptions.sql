CREATE TABLE `attempts` (
	`seller_id` text NOT NULL,
	`id` text NOT NULL,
	`invoice_id` text NOT NULL,
	`date` text NOT NULL,
	`kind` text NOT NULL,
	`status` text NOT NULL,
	`reason` text,
	`code` text,
	`end_to_end_id` text,
	`failed_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`seller_id`, `id`),
	FOREIGN KEY (`seller_id`,`invoice_id`) REFERENCES `invoices`(`seller_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "attempts_status" CHECK("attempts"."status" in ('scheduled', 'paid', 'failed', 'canceled')),
	CONSTRAINT "attempts_failed_at" CHECK(("attempts"."status" in ('failed', 'canceled')) = ("attempts"."failed_at" is not null))
);
--> statement-breakpoint
CREATE INDEX `attempts_of_invoice` ON `attempts` (`seller_id`,`invoice_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `attempts_one_scheduled` ON `attempts` (`seller_id`,`invoice_id`) WHERE "attempts"."status" = 'scheduled';--> statement-breakpoint
CREATE UNIQUE INDEX `attempts_one_retry_a_day` ON `attempts` (`seller_id`,`invoice_id`,`date`) WHERE "attempts"."kind" = 'retry';--> statement-breakpoint
CREATE TABLE `invoices` (
	`seller_id` text NOT NULL,
	`id` text NOT NULL,
	`subscription_id` text NOT NULL,
	`customer_id` text NOT NULL,
	`number` integer NOT NULL,
	`status` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`amount_refunded_minor` integer DEFAULT 0 NOT NULL,
	`period_start` text,
	`period_end` text,
	`due_on` text,
	`finalizes_at` text,
	`collection` text NOT NULL,
	`txid` text NOT NULL,
	`end_to_end_id` text,
	`payment_id` text,
	`is_closed` integer NOT NULL,
	`failure_reason` text,
	`next_attempt_on` text,
	`void_requested_at` text,
	`paid_at` text,
	`connection_id` text,
	`bank_order` text,
	`bank_order_date` text,
	`bank_order_sent_at` text,
	`bank_check_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`seller_id`, `id`),
	FOREIGN KEY (`seller_id`,`subscription_id`) REFERENCES `subscriptions`(`seller_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "invoices_status" CHECK("invoices"."status" in ('draft', 'open', 'paid', 'void', 'uncollectible')),
	CONSTRAINT "invoices_number_counted" CHECK("invoices"."number" >= 1),
	CONSTRAINT "invoices_amount" CHECK("invoices"."amount_minor" between 1 and 99999999999),
	CONSTRAINT "invoices_paid_at" CHECK(("invoices"."status" = 'paid') = ("invoices"."paid_at" is not null)),
	CONSTRAINT "invoices_days" CHECK(("invoices"."due_on" is null) = ("invoices"."period_end" is null)
        and ("invoices"."due_on" is not null or "invoices"."collection" = 'code')),
	CONSTRAINT "invoices_order" CHECK(("invoices"."bank_order" is null) = ("invoices"."bank_order_date" is null))
);
--> statement-breakpoint
CREATE INDEX `invoices_owed_at_bank` ON `invoices` (`seller_id`,`connection_id`,`bank_check_at`) WHERE "invoices"."bank_check_at" is not null;--> statement-breakpoint
CREATE INDEX `invoices_of_status` ON `invoices` (`seller_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `invoices_of_customer` ON `invoices` (`seller_id`,`customer_id`,`id`);--> statement-breakpoint
CREATE INDEX `invoices_due` ON `invoices` (`seller_id`,`due_on`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_number` ON `invoices` (`seller_id`,`subscription_id`,`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_txid` ON `invoices` (`seller_id`,`txid`);--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`seller_id` text NOT NULL,
	`id` text NOT NULL,
	`customer_id` text NOT NULL,
	`external_id` text,
	`status` text NOT NULL,
	`offer_id` text NOT NULL,
	`name` text NOT NULL,
	`currency` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`first_amount_minor` integer,
	`is_variable` integer NOT NULL,
	`minimum_limit_minor` integer,
	`billing_interval` text NOT NULL,
	`interval_count` integer NOT NULL,
	`retries` integer NOT NULL,
	`cycles` integer,
	`pays_with_code` integer NOT NULL,
	`starts_on` text,
	`mandate_status` text NOT NULL,
	`mandate_approved_at` text,
	`payer_tax_id` text,
	`payer_bank_ispb` text,
	`connection_id` text,
	`location_id` text,
	`recurrence_id` text,
	`bank_order` text,
	`bank_order_sent_at` text,
	`bank_check_at` text,
	`next_due_on` text,
	`paid_until` text,
	`latest_invoice_id` text,
	`page_token` text NOT NULL,
	`success_url` text,
	`cancel_url` text,
	`metadata` text NOT NULL,
	`cancellation` text,
	`expires_at` text NOT NULL,
	`activated_at` text,
	`canceled_at` text,
	`check_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`seller_id`, `id`),
	FOREIGN KEY (`seller_id`,`customer_id`) REFERENCES `customers`(`seller_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "subscriptions_status" CHECK("subscriptions"."status" in ('incomplete', 'active', 'past_due', 'canceled', 'expired', 'ended')),
	CONSTRAINT "subscriptions_amount" CHECK("subscriptions"."amount_minor" between 1 and 99999999999),
	CONSTRAINT "subscriptions_first_amount" CHECK("subscriptions"."first_amount_minor" between 1 and 99999999999),
	CONSTRAINT "subscriptions_cycles" CHECK("subscriptions"."cycles" between 2 and 999),
	CONSTRAINT "subscriptions_variable" CHECK("subscriptions"."is_variable" or "subscriptions"."minimum_limit_minor" is null),
	CONSTRAINT "subscriptions_canceled_at" CHECK(("subscriptions"."status" = 'canceled') = ("subscriptions"."canceled_at" is not null)),
	CONSTRAINT "subscriptions_activated_at" CHECK("subscriptions"."status" in ('incomplete', 'expired', 'canceled') or "subscriptions"."activated_at" is not null)
);
--> statement-breakpoint
CREATE INDEX `subscriptions_due` ON `subscriptions` (`check_at`,`seller_id`,`id`) WHERE "subscriptions"."check_at" is not null;--> statement-breakpoint
CREATE INDEX `subscriptions_owed_at_bank` ON `subscriptions` (`seller_id`,`connection_id`,`bank_check_at`) WHERE "subscriptions"."bank_check_at" is not null;--> statement-breakpoint
CREATE INDEX `subscriptions_of_status` ON `subscriptions` (`seller_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `subscriptions_of_customer` ON `subscriptions` (`seller_id`,`customer_id`,`id`);--> statement-breakpoint
CREATE INDEX `subscriptions_of_offer` ON `subscriptions` (`seller_id`,`offer_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `subscriptions_external_id` ON `subscriptions` (`seller_id`,`external_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `subscriptions_page_token` ON `subscriptions` (`seller_id`,`page_token`);--> statement-breakpoint
CREATE UNIQUE INDEX `subscriptions_recurrence` ON `subscriptions` (`seller_id`,`recurrence_id`);