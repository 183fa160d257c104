CREATE TABLE `api_clients` (
	`id` text PRIMARY KEY NOT NULL,
	`seller_id` text NOT NULL,
	`client_id` text NOT NULL,
	`name` text NOT NULL,
	`secret_hash` text NOT NULL,
	`scopes` text NOT NULL,
	`generation` integer NOT NULL,
	`revoked_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`seller_id`) REFERENCES `sellers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_clients_client_id_unique` ON `api_clients` (`client_id`);--> statement-breakpoint
CREATE INDEX `api_clients_of_seller` ON `api_clients` (`seller_id`,`id`);--> statement-breakpoint
CREATE TABLE `checkouts` (
	`seller_id` text NOT NULL,
	`id` text NOT NULL,
	`customer_id` text,
	`external_id` text,
	`status` text NOT NULL,
	`currency` text NOT NULL,
	`amount_total_minor` integer NOT NULL,
	`page_token` text NOT NULL,
	`success_url` text,
	`cancel_url` text,
	`metadata` text NOT NULL,
	`line_items` text NOT NULL,
	`expires_at` text NOT NULL,
	`completed_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`seller_id`, `id`),
	FOREIGN KEY (`seller_id`,`customer_id`) REFERENCES `customers`(`seller_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "checkouts_status" CHECK("checkouts"."status" in ('open', 'completed', 'expired', 'canceled')),
	CONSTRAINT "checkouts_completed_at" CHECK(("checkouts"."status" = 'completed') = ("checkouts"."completed_at" is not null)),
	CONSTRAINT "checkouts_amount" CHECK("checkouts"."amount_total_minor" >= 1)
);
--> statement-breakpoint
CREATE INDEX `checkouts_due` ON `checkouts` (`seller_id`,`expires_at`) WHERE "checkouts"."status" = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX `checkouts_external_id` ON `checkouts` (`seller_id`,`external_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `checkouts_page_token` ON `checkouts` (`seller_id`,`page_token`);--> statement-breakpoint
CREATE TABLE `customers` (
	`seller_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`phone` text,
	`tax_id` text,
	`status` text NOT NULL,
	`metadata` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`seller_id`, `id`),
	CONSTRAINT "customers_status" CHECK("customers"."status" in ('active', 'inactive'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `customers_email` ON `customers` (`seller_id`,`email`);--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`seller_id` text NOT NULL,
	`key` text NOT NULL,
	`fingerprint` text NOT NULL,
	`status` integer NOT NULL,
	`body` text NOT NULL,
	`expires_at` text NOT NULL,
	PRIMARY KEY(`seller_id`, `key`)
);
--> statement-breakpoint
CREATE INDEX `idempotency_keys_due` ON `idempotency_keys` (`seller_id`,`expires_at`);--> statement-breakpoint
CREATE TABLE `offers` (
	`seller_id` text NOT NULL,
	`id` text NOT NULL,
	`product_id` text NOT NULL,
	`name` text NOT NULL,
	`lookup_key` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`compare_at_amount_minor` integer,
	`currency` text NOT NULL,
	`type` text NOT NULL,
	`billing_interval` text,
	`interval_count` integer,
	`is_default` integer NOT NULL,
	`active` integer NOT NULL,
	`archived_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`seller_id`, `id`),
	FOREIGN KEY (`seller_id`,`product_id`) REFERENCES `products`(`seller_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "offers_amount" CHECK("offers"."amount_minor" between 1 and 99999999999),
	CONSTRAINT "offers_compare_at" CHECK("offers"."compare_at_amount_minor" >= "offers"."amount_minor"),
	CONSTRAINT "offers_type" CHECK("offers"."type" in ('one_time', 'recurring')),
	CONSTRAINT "offers_billing" CHECK(("offers"."type" = 'recurring') = ("offers"."billing_interval" is not null)),
	CONSTRAINT "offers_count" CHECK(("offers"."type" = 'recurring') = ("offers"."interval_count" is not null)),
	CONSTRAINT "offers_default_is_active" CHECK("offers"."active" or not "offers"."is_default"),
	CONSTRAINT "offers_archived_is_inactive" CHECK("offers"."archived_at" is null or not "offers"."active")
);
--> statement-breakpoint
CREATE INDEX `offers_of_product` ON `offers` (`seller_id`,`product_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `offers_one_default` ON `offers` (`seller_id`,`product_id`) WHERE "offers"."is_default";--> statement-breakpoint
CREATE TABLE `payments` (
	`seller_id` text NOT NULL,
	`id` text NOT NULL,
	`checkout_id` text NOT NULL,
	`rail` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`paid_at` text NOT NULL,
	PRIMARY KEY(`seller_id`, `id`),
	FOREIGN KEY (`seller_id`,`checkout_id`) REFERENCES `checkouts`(`seller_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_one_for_each_checkout` ON `payments` (`seller_id`,`checkout_id`);--> statement-breakpoint
CREATE TABLE `products` (
	`seller_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`status` text NOT NULL,
	`metadata` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`seller_id`, `id`),
	CONSTRAINT "products_status" CHECK("products"."status" in ('active', 'archived'))
);
--> statement-breakpoint
CREATE TABLE `sandbox_clock` (
	`id` integer PRIMARY KEY NOT NULL,
	`offset_ms` integer NOT NULL,
	CONSTRAINT "sandbox_clock_one_row" CHECK("sandbox_clock"."id" = 1),
	CONSTRAINT "sandbox_clock_forward_only" CHECK("sandbox_clock"."offset_ms" >= 0)
);
--> statement-breakpoint
CREATE TABLE `sellers` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`status` text NOT NULL,
	`default_currency` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `signing_keys` (
	`kid` text PRIMARY KEY NOT NULL,
	`public_jwk` text NOT NULL,
	`private_jwk_sealed` text NOT NULL,
	`created_at` text NOT NULL
);
