CREATE TABLE `installation` (
	`id` integer PRIMARY KEY NOT NULL,
	`mode` text NOT NULL,
	`created_at` text NOT NULL,
	CONSTRAINT "installation_one_row" CHECK("installation"."id" = 1),
	CONSTRAINT "installation_mode" CHECK("installation"."mode" in ('sandbox', 'live'))
);
--> statement-breakpoint
ALTER TABLE `signing_keys` ADD `generation` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `signing_keys` ADD `revoked_at` text;