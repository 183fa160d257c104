CREATE TABLE `payment_links` (
	`seller_id` text NOT NULL,
	`id` text NOT NULL,
	`token` text NOT NULL,
	`name` text NOT NULL,
	`items` text,
	`custom_min_minor` integer,
	`custom_max_minor` integer,
	`quantity_min` integer,
	`quantity_max` integer,
	`collect` text NOT NULL,
	`max_payments` integer,
	`payments_count` integer DEFAULT 0 NOT NULL,
	`active` integer NOT NULL,
	`ends_at` text,
	`success_url` text,
	`metadata` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`seller_id`, `id`),
	CONSTRAINT "payment_links_amount" CHECK(("payment_links"."items" is null) = ("payment_links"."custom_min_minor" is not null)),
	CONSTRAINT "payment_links_custom_ends" CHECK(("payment_links"."custom_min_minor" is null) = ("payment_links"."custom_max_minor" is null)),
	CONSTRAINT "payment_links_custom" CHECK("payment_links"."custom_min_minor" between 1 and "payment_links"."custom_max_minor"),
	CONSTRAINT "payment_links_quantity_ends" CHECK(("payment_links"."quantity_min" is null) = ("payment_links"."quantity_max" is null)),
	CONSTRAINT "payment_links_quantity" CHECK("payment_links"."quantity_min" between 1 and "payment_links"."quantity_max"),
	CONSTRAINT "payment_links_count" CHECK("payment_links"."payments_count" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_links_token` ON `payment_links` (`seller_id`,`token`);--> statement-breakpoint
ALTER TABLE `checkouts` ADD `payment_link_id` text;--> statement-breakpoint
CREATE INDEX `checkouts_open_of_link` ON `checkouts` (`seller_id`,`payment_link_id`) WHERE "checkouts"."status" = 'open' and "checkouts"."payment_link_id" is not null;--> statement-breakpoint
CREATE INDEX `customers_tax_id` ON `customers` (`seller_id`,`tax_id`,`id`) WHERE "customers"."tax_id" is not null;--> statement-breakpoint
CREATE INDEX `products_listed` ON `products` (`seller_id`,`status`,`id`);