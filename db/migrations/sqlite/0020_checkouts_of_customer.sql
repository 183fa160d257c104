DROP INDEX `checkouts_of_customer_by_status`;--> statement-breakpoint
CREATE INDEX `checkouts_of_customer` ON `checkouts` (`customer_id`,`status`,`id`) WHERE "checkouts"."customer_id" is not null;