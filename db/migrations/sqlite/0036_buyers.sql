ALTER TABLE `checkouts` ADD `buyer` text;--> statement-breakpoint
ALTER TABLE `customers` ADD `source` text DEFAULT 'api' NOT NULL;