ALTER TABLE `bank_connections` ADD `profile` text DEFAULT 'bacen' NOT NULL;--> statement-breakpoint
ALTER TABLE `bank_connections` ADD `profile_values_sealed` text;