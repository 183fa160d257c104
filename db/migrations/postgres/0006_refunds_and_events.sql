DROP INDEX "checkouts_due";--> statement-breakpoint
DROP INDEX "payments_returned";--> statement-breakpoint
ALTER TABLE "bank_connections" ADD COLUMN "listed_until" text collate "C";--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "payment_id" text collate "C";--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "amount_refunded_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "erasing_since" text collate "C";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "amount_refunded_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "amount_committed_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "created_at" text collate "C";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "updated_at" text collate "C";--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "connection_id" text collate "C";--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "check_at" text collate "C";--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "external_id" text collate "C";--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "reason" text collate "C";--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "metadata" json;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "failure_reason" text collate "C";--> statement-breakpoint
CREATE INDEX "checkouts_open" ON "checkouts" USING btree ("seller_id","expires_at","id") WHERE "checkouts"."status" = 'open';--> statement-breakpoint
CREATE INDEX "checkouts_ended" ON "checkouts" USING btree ("seller_id","status","id") WHERE "checkouts"."status" <> 'open';--> statement-breakpoint
CREATE INDEX "checkouts_of_customer" ON "checkouts" USING btree ("seller_id","customer_id","id") WHERE "checkouts"."customer_id" is not null;--> statement-breakpoint
CREATE INDEX "checkouts_of_customer_ended" ON "checkouts" USING btree ("seller_id","customer_id","status","id") WHERE "checkouts"."customer_id" is not null and "checkouts"."status" <> 'open';--> statement-breakpoint
CREATE INDEX "customers_to_erase" ON "customers" USING btree ("seller_id","erasing_since") WHERE "customers"."erasing_since" is not null;--> statement-breakpoint
CREATE INDEX "events_of_type" ON "events" USING btree ("seller_id","type","id");--> statement-breakpoint
CREATE INDEX "payments_of_checkout" ON "payments" USING btree ("seller_id","checkout_id","id");--> statement-breakpoint
CREATE INDEX "payments_of_charge" ON "payments" USING btree ("seller_id","txid","id");--> statement-breakpoint
CREATE INDEX "payments_paid" ON "payments" USING btree ("seller_id","paid_at","id");--> statement-breakpoint
CREATE INDEX "payments_status" ON "payments" USING btree ("seller_id",(case
  when "outcome" = 'returned' then 'returned'
  when "amount_refunded_minor" = 0 then 'succeeded'
  when "amount_refunded_minor" < "amount_minor" then 'partially_refunded'
  else 'refunded' end),"id");--> statement-breakpoint
CREATE INDEX "payments_status_paid" ON "payments" USING btree ("seller_id",(case
  when "outcome" = 'returned' then 'returned'
  when "amount_refunded_minor" = 0 then 'succeeded'
  when "amount_refunded_minor" < "amount_minor" then 'partially_refunded'
  else 'refunded' end),"paid_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_external_id" ON "refunds" USING btree ("seller_id","external_id");--> statement-breakpoint
CREATE INDEX "refunds_of_payment" ON "refunds" USING btree ("seller_id","payment_id","id");--> statement-breakpoint
CREATE INDEX "refunds_of_checkout" ON "refunds" USING btree ("seller_id","checkout_id","id");--> statement-breakpoint
CREATE INDEX "refunds_status" ON "refunds" USING btree ("seller_id","status","id");--> statement-breakpoint
CREATE INDEX "refunds_to_check" ON "refunds" USING btree ("seller_id","connection_id","check_at") WHERE "refunds"."check_at" is not null;
-- Refunds of what was returned before, and the payment that each checkout names, are filled in
-- afterwards, in pieces, by every service and by `db repair` (domain/repair/).
