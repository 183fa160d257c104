CREATE INDEX IF NOT EXISTS "charges_at_bank" ON "charges" USING btree ("seller_id","connection_id","checkout_id") WHERE "charges"."pix_code" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "offers_listed" ON "offers" USING btree ("seller_id","product_id","id") WHERE "offers"."archived_at" is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "offers_active" ON "offers" USING btree ("seller_id","product_id","id") WHERE "offers"."active";--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "payments_to_return_at_bank" ON "payments" USING btree ("seller_id","connection_id","return_check_at") WHERE "payments"."return_check_at" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "payments_at_bank" ON "payments" USING btree ("seller_id","connection_id","id") WHERE "payments"."connection_id" is not null;--> statement-breakpoint
DROP INDEX "offers_of_product";--> statement-breakpoint
DROP INDEX "payments_to_return";