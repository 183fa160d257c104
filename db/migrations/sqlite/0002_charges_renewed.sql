ALTER TABLE `payments` ADD `txid` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `connection_id` text;--> statement-breakpoint
CREATE INDEX `payments_returned` ON `payments` (`seller_id`,`checkout_id`) WHERE "payments"."outcome" = 'returned';