CREATE INDEX IF NOT EXISTS "checkouts_of_customer_by_status" ON "checkouts" USING btree ("seller_id","customer_id","status","id") WHERE "checkouts"."customer_id" is not null;--> statement-breakpoint
DROP INDEX "checkouts_of_customer_open";--> statement-breakpoint
DROP INDEX "checkouts_of_customer";--> statement-breakpoint
DROP INDEX "checkouts_of_customer_ended";