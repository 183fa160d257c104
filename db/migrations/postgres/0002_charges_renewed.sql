ALTER TABLE "payments" ADD COLUMN "txid" text collate "C";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "connection_id" text collate "C";--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "payments_returned" ON "payments" USING btree ("seller_id","checkout_id") WHERE "payments"."outcome" = 'returned';