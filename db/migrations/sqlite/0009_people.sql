CREATE TABLE `invitations` (
	`seller_id` text NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	PRIMARY KEY(`seller_id`, `id`),
	FOREIGN KEY (`seller_id`,`user_id`) REFERENCES `users`(`seller_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `invitations_due` ON `invitations` (`seller_id`,`expires_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_of_user` ON `invitations` (`seller_id`,`user_id`);--> statement-breakpoint
CREATE TABLE `passkeys` (
	`seller_id` text NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`credential_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`name` text NOT NULL,
	`created_at` text NOT NULL,
	`last_used_at` text,
	PRIMARY KEY(`seller_id`, `id`),
	FOREIGN KEY (`seller_id`,`user_id`) REFERENCES `users`(`seller_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `passkeys_of_user` ON `passkeys` (`seller_id`,`user_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `passkeys_credential` ON `passkeys` (`seller_id`,`credential_id`);--> statement-breakpoint
CREATE TABLE `user_sessions` (
	`seller_id` text NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`challenge` text NOT NULL,
	`confirmations` text NOT NULL,
	`created_at` text NOT NULL,
	`last_used_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`ended_at` text,
	PRIMARY KEY(`seller_id`, `id`),
	FOREIGN KEY (`seller_id`,`user_id`) REFERENCES `users`(`seller_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `user_sessions_open` ON `user_sessions` (`seller_id`,`user_id`,`created_at`) WHERE "user_sessions"."ended_at" is null;--> statement-breakpoint
CREATE INDEX `user_sessions_due` ON `user_sessions` (`seller_id`,`expires_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `user_sessions_challenge` ON `user_sessions` (`seller_id`,`user_id`,`challenge`);--> statement-breakpoint
CREATE TABLE `users` (
	`seller_id` text NOT NULL,
	`id` text NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`status` text NOT NULL,
	`last_signed_in_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`seller_id`, `id`),
	CONSTRAINT "users_status" CHECK("users"."status" in ('invited', 'active', 'removed')),
	CONSTRAINT "users_role" CHECK("users"."role" in ('owner', 'developer', 'finance', 'viewer'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`seller_id`,`email`) WHERE "users"."status" <> 'removed';--> statement-breakpoint
CREATE INDEX `users_present` ON `users` (`seller_id`,`id`) WHERE "users"."status" <> 'removed';