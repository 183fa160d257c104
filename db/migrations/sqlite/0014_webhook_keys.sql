CREATE TABLE `webhook_keys` (
	`kid` text PRIMARY KEY NOT NULL,
	`secret_sealed` text NOT NULL,
	`generation` integer NOT NULL,
	`revoked_at` text,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_keys_generation_unique` ON `webhook_keys` (`generation`);