DROP INDEX `offers_of_product`;--> statement-breakpoint
CREATE INDEX `offers_listed` ON `offers` (`seller_id`,`product_id`,`id`) WHERE "offers"."archived_at" is null;--> statement-breakpoint
CREATE INDEX `offers_active` ON `offers` (`seller_id`,`product_id`,`id`) WHERE "offers"."active";--> statement-breakpoint
DROP INDEX `payments_to_return`;--> statement-breakpoint
CREATE INDEX `payments_to_return_at_bank` ON `payments` (`seller_id`,`connection_id`,`return_check_at`) WHERE "payments"."return_check_at" is not null;--> statement-breakpoint
CREATE INDEX `payments_at_bank` ON `payments` (`seller_id`,`connection_id`,`id`) WHERE "payments"."connection_id" is not null;--> statement-breakpoint
CREATE INDEX `charges_at_bank` ON `charges` (`seller_id`,`connection_id`,`checkout_id`) WHERE "charges"."pix_code" is not null;