ALTER TABLE `payments` ADD `fee_minor` integer;--> statement-breakpoint
CREATE INDEX `payments_with_fee` ON `payments` (`seller_id`,`paid_at`,`id`) WHERE "payments"."fee_minor" > 0;