DROP INDEX `checkouts_of_customer_open`;--> statement-breakpoint
DROP INDEX `checkouts_of_customer`;--> statement-breakpoint
DROP INDEX `checkouts_of_customer_ended`;--> statement-breakpoint
CREATE INDEX `checkouts_of_customer_by_status` ON `checkouts` (`seller_id`,`customer_id`,`status`,`id`) WHERE "checkouts"."customer_id" is not null;