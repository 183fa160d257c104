ALTER TABLE `charges` ADD `creating_by` text;--> statement-breakpoint
CREATE INDEX `charges_being_created` ON `charges` (`seller_id`,`checkout_id`) WHERE "charges"."creating_by" is not null;