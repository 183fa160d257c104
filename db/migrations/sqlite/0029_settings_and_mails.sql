CREATE TABLE `logos` (
	`seller_id` text NOT NULL,
	`id` text NOT NULL,
	`content_type` text NOT NULL,
	`data` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`seller_id`, `id`),
	CONSTRAINT "logos_type" CHECK("logos"."content_type" in ('image/png', 'image/jpeg', 'image/webp'))
);
--> statement-breakpoint
CREATE TABLE `mails` (
	`seller_id` text NOT NULL,
	`id` text NOT NULL,
	`type` text NOT NULL,
	`about` text NOT NULL,
	`recipient` text NOT NULL,
	`reader_id` text,
	`locale` text NOT NULL,
	`data` text NOT NULL,
	`secret_sealed` text,
	`status` text NOT NULL,
	`error` text,
	`claimed_at` text,
	`sent_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`seller_id`, `id`),
	CONSTRAINT "mails_status" CHECK("mails"."status" in ('pending', 'claimed', 'sent', 'failed')),
	CONSTRAINT "mails_sent_at" CHECK(("mails"."status" = 'sent') = ("mails"."sent_at" is not null)),
	CONSTRAINT "mails_secret" CHECK("mails"."secret_sealed" is null or "mails"."status" in ('pending', 'claimed'))
);
--> statement-breakpoint
CREATE INDEX `mails_pending` ON `mails` (`seller_id`,`id`) WHERE "mails"."status" = 'pending';--> statement-breakpoint
CREATE INDEX `mails_claimed` ON `mails` (`seller_id`,`claimed_at`) WHERE "mails"."status" = 'claimed';--> statement-breakpoint
CREATE INDEX `mails_to` ON `mails` (`seller_id`,`recipient`,`created_at`);--> statement-breakpoint
CREATE INDEX `mails_of_reader` ON `mails` (`seller_id`,`reader_id`) WHERE "mails"."reader_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `mails_once` ON `mails` (`seller_id`,`type`,`about`,`recipient`);--> statement-breakpoint
CREATE TABLE `seller_settings` (
	`seller_id` text PRIMARY KEY NOT NULL,
	`display_name` text,
	`legal_name` text,
	`tax_id` text,
	`support_email` text,
	`support_phone` text,
	`website_url` text,
	`accent_color` text,
	`default_success_url` text,
	`default_cancel_url` text,
	`receipt_note` text,
	`logo_id` text,
	`mail_buyer_receipt` integer NOT NULL,
	`mail_buyer_refund` integer NOT NULL,
	`mail_seller_sale` integer NOT NULL,
	`mail_seller_attention` integer NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `checkouts` ADD `page_locale` text;--> statement-breakpoint
ALTER TABLE `users` ADD `locale` text;