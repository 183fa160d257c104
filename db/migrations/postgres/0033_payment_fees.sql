ALTER TABLE "payments" ADD COLUMN "fee_minor" bigint;--> statement-breakpoint
CREATE INDEX "payments_with_fee" ON "payments" USING btree ("seller_id","paid_at","id") WHERE "payments"."fee_minor" > 0;